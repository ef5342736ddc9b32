"""Runners distribute games over processes or machines behind one interface."""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from typing import Final, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

POOL: Final = "pool"
RAY: Final = "ray"
RUNNERS: Final = (POOL, RAY)


class Runner(Protocol):
    """Runs work items in parallel."""

    def work_through(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the result of each item in order; a caller that stops iterating stops the work.

        ``work`` must be a module-level function, and items and results must be picklable.
        """


class RunnerError(Exception):
    """The runner is not available here; the message says how to get it."""


def open_runner(name: str, n_workers: int) -> AbstractContextManager[Runner]:
    """Open a runner by name, as a context manager that stops it at the end."""
    # Imported late, because Ray is an optional extra.
    if name == POOL:
        from gridwright.arena.runners.pool import PoolRunner

        return PoolRunner(n_workers)
    if name == RAY:
        from gridwright.arena.runners.ray_cluster import RayRunner

        return RayRunner(n_workers)
    raise RunnerError(f"expected a runner of {', '.join(RUNNERS)}, got {name!r}")

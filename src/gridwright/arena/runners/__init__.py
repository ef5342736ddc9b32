"""Runners distribute the games over processes or machines behind one interface."""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from typing import Final, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

POOL: Final = "pool"
RAY: Final = "ray"
RUNNERS: Final = (POOL, RAY)


class Runner(Protocol):
    """Does work in parallel, one item per worker at a time."""

    def work_through(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """The result of each item in their order; a caller that stops iterating stops the work.

        ``work`` is a function of a module, and items and results can be sent between processes.
        """


class RunnerError(Exception):
    """A runner that is not available here, and how to get it."""


def open_runner(name: str, n_workers: int) -> AbstractContextManager[Runner]:
    """The runner of a name, for as long as the block lasts."""
    # Late, because Ray is an extra of its own.
    if name == POOL:
        from gridwright.arena.runners.pool import PoolRunner

        return PoolRunner(n_workers)
    if name == RAY:
        from gridwright.arena.runners.ray_cluster import RayRunner

        return RayRunner(n_workers)
    raise RunnerError(f"expected a runner of {', '.join(RUNNERS)}, got {name!r}")

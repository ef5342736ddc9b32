"""Where games are played: one small interface, and whoever keeps it may do the work."""

from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from typing import Final, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

POOL: Final = "pool"
RAY: Final = "ray"
RUNNERS: Final = (POOL, RAY)


class Runner(Protocol):
    """Does pieces of work elsewhere, as many at once as it has workers."""

    def work_through(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """The result of each item in their order; whoever stops iterating stops the work.

        ``work`` is a function of a module, and items and results can be sent between processes.
        """


class RunnerError(Exception):
    """A runner that cannot be had here, and what would help."""


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

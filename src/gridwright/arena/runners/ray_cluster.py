"""Distributes work over a Ray cluster.

The runner joins the cluster at RAY_ADDRESS if that is set; otherwise it starts one on this machine,
which ends with the block.
"""

import logging
import os
from collections.abc import Callable, Generator, Iterable
from types import TracebackType
from typing import Any, Final, TypeVar

from gridwright.arena.runners import RunnerError
from gridwright.arena.runners.pool import in_order

Item = TypeVar("Item")
Result = TypeVar("Result")

STORE_BYTES: Final = 128 * 1024 * 1024
"""Shared memory for results in bytes; results are small and removed immediately."""


class RayRunner:
    """Runs items as Ray tasks. Ray reuses a worker process for the next task."""

    def __init__(self, n_workers: int) -> None:
        self.n_workers: Final = n_workers
        # Read by Ray at start-up; without it Ray sends usage statistics.
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        try:
            import ray
        except ModuleNotFoundError as error:
            raise RunnerError("the runner needs Ray: pip install 'gridwright[cluster]'") from error
        self._ray: Final[Any] = ray

    def __enter__(self) -> "RayRunner":
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if "RAY_ADDRESS" not in os.environ:
            options |= {
                "num_cpus": self.n_workers,
                "include_dashboard": False,
                "object_store_memory": STORE_BYTES,
            }
        self._ray.init(**options)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ray.shutdown()

    def work_through(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the result of each item in order."""
        remote = self._ray.remote(work)
        return in_order(remote.remote, self._ray.get, self._ray.cancel, items, self.n_workers)

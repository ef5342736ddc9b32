"""Work shared by several processes and handed over in order."""

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from types import FrameType
from typing import Final, TypeVar

AHEAD: Final = 4
"""Items in work for each process: enough to keep it busy, few enough to stop at once."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def work_through(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    n_workers: int,
    prepare: Callable[[], object] | None = None,
) -> Iterator[Result]:
    """The result of each item in their order, however many processes work.

    Each process is prepared before its first item; this one is expected to be already.
    Whoever stops iterating stops the work: each process finishes the item it is at, no more.
    """
    if n_workers <= 1 or len(items) < 2:
        for item in items:
            with held_interrupts():
                result = work(item)
            yield result
        return
    # Forking a process that has threads is unsafe, and a progress bar is one.
    pool = ProcessPoolExecutor(n_workers, get_context("spawn"), _begin, (prepare,))
    try:
        waiting: deque[Future[Result]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= AHEAD * n_workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(prepare: Callable[[], object] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Only the parent decides when to stop.
    if prepare is not None:
        prepare()


@contextmanager
def held_interrupts() -> Iterator[None]:
    """An interrupt waits for the end of the block: compiled code must not be broken off inside."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Interrupts reach the main thread alone.
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt

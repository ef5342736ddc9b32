"""Distributes work over processes of this machine and returns results in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from types import FrameType, TracebackType
from typing import Final, TypeVar

AHEAD: Final = 4
"""Items in flight per process: enough to keep it busy, few enough to stop quickly."""

Item = TypeVar("Item")
Ticket = TypeVar("Ticket")
Result = TypeVar("Result")


def in_order(
    begin: Callable[[Item], Ticket],
    finish: Callable[[Ticket], Result],
    drop: Callable[[Ticket], object],
    items: Iterable[Item],
    n_workers: int,
) -> Generator[Result, None, None]:
    """Begin items ahead of the awaited one; drop those in flight when the caller stops."""
    waiting: deque[Ticket] = deque()
    try:
        for item in items:
            waiting.append(begin(item))
            if len(waiting) >= AHEAD * n_workers:
                yield finish(waiting.popleft())
        while waiting:
            yield finish(waiting.popleft())
    finally:
        for ticket in waiting:
            drop(ticket)


class PoolRunner:
    """The standard process pool; with one worker it runs in this process."""

    def __init__(self, n_workers: int, prepare: Callable[[], object] | None = None) -> None:
        """``prepare`` runs in each process before its first item, but not in this one."""
        self.n_workers: Final = n_workers
        self._prepare: Final = prepare
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "PoolRunner":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the pool; each process only finishes its current item."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def work_through(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the result of each item in order."""
        is_little = isinstance(items, Sized) and len(items) < 2
        if self.n_workers <= 1 or (is_little and self._pool is None):
            return _work_here(work, items)
        if self._pool is None:
            # Forking a process that has threads is unsafe, and a progress bar is a thread.
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self.n_workers, context, _begin, (self._prepare,))
        pool = self._pool

        def begin(item: Item) -> Future[Result]:
            return pool.submit(work, item)

        return in_order(begin, Future.result, Future.cancel, items, self.n_workers)


def work_through(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    n_workers: int,
    prepare: Callable[[], object] | None = None,
) -> Generator[Result, None, None]:
    """Yield the result of each item in order, with any number of processes.

    A caller that stops iterating stops the work: each process only finishes its current item.
    """
    with PoolRunner(n_workers, prepare) as runner:
        yield from runner.work_through(work, items)


def _work_here(
    work: Callable[[Item], Result], items: Iterable[Item]
) -> Generator[Result, None, None]:
    for item in items:
        with held_interrupts():
            result = work(item)
        yield result


def _begin(prepare: Callable[[], object] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Only the parent decides when to stop.
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _leave_with_parent() -> None:
    """Exit with the parent: a killed parent sends no message, so its workers would wait forever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Delay an interrupt until the end of the block: compiled code must not be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python delivers interrupts to the main thread only.
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

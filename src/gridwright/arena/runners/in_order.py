"""Starts work ahead and returns results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Final, TypeVar

AHEAD: Final = 4
"""Items in work for each process: enough to keep it busy, few enough to stop immediately."""

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
    """Begin items ahead of the awaited one; drop what was begun when the caller stops."""
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

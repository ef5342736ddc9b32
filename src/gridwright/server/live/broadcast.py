"""What watchers of a table are told."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import ClassVar, Final

from gridwright.server.live.watcher import Watcher

BAD_TICKET: Final = 4403
"""Why a socket is closed whose holder has no seat any more."""


class Broadcast(ABC):
    """One thing that a group tells: what happens at the table, what is said, or who is there.

    A broadcast remembers nothing about watchers; each of them knows how far it has been told.
    """

    is_eager: ClassVar[bool] = False
    """Whether it looks as soon as the group opens, and not only at the first hint."""

    def __init__(self, key: str) -> None:
        self.key: Final = key
        """Under which the bus carries its hints: the table's id, or the id with ``/`` and more."""

    async def look(self) -> None:
        """Ask whoever may be slow to answer, while other broadcasts go on telling."""
        return

    @abstractmethod
    async def tell(self, watchers: Collection[Watcher]) -> int:
        """Bring watchers up to date, newcomers and those who have been told before alike.

        What is to be told is read once and written once for all who see the same. Returns the
        version that they all have now: a hint of that one or an older one is no news to them.
        """

"""What people at a table can swear to: what they asked for, what they were told, what they read."""

import time
from typing import Final


class Asked:
    """One order, however often it was sent."""

    def __init__(self, command_id: str, is_move: bool, floor: int) -> None:
        self.command_id: Final = command_id
        self.is_move: Final = is_move
        self.floor: Final = floor
        """The highest version that anybody at the table knew of when it was first sent."""
        self.sent_at: Final = time.monotonic()
        self.answered_at = 0.0
        """When it was answered first; 0 if never."""
        self.node = -1
        """The node that answered first."""
        self.versions: Final[list[int]] = []
        """The version of each acknowledgement; all must be the same."""
        self.is_refused = False
        """Told for certain that nothing was done."""
        self.n_unknown = 0
        """Times it was sent and nobody can say what came of it."""

    @property
    def is_answered(self) -> bool:
        return self.is_refused or bool(self.versions)


class Read:
    """A page of the log as a node showed it."""

    def __init__(self, since: int, floor: int) -> None:
        self.since: Final = since
        self.floor: Final = floor
        self.version = -1
        self.shown: list[tuple[int, str, tuple[str, ...]]] = []
        """Version, kind and lines of each entry."""


class Witness:
    """Everything about one table, in the order in which it was known."""

    def __init__(self, game_id: str) -> None:
        self.game_id: Final = game_id
        self.asked: Final[list[Asked]] = []
        self.reads: Final[list[Read]] = []
        self._highest = 0

    def ask(self, command_id: str, is_move: bool) -> Asked:
        """An order is about to be sent."""
        asked = Asked(command_id, is_move, self._highest)
        self.asked.append(asked)
        return asked

    def acknowledge(self, asked: Asked, version: int, node: int) -> None:
        """A node says that the order is in the log at a version."""
        if not asked.answered_at:
            asked.answered_at = time.monotonic()
            asked.node = node
        asked.versions.append(version)
        self._highest = max(self._highest, version)

    def refuse(self, asked: Asked) -> None:
        """A node says that the order was not carried out and will not be."""
        asked.answered_at = asked.answered_at or time.monotonic()
        asked.is_refused = True

    def read(self, since: int) -> Read:
        """The log is about to be read."""
        return Read(since, self._highest)

    def show(self, read: Read, version: int, shown: list[tuple[int, str, tuple[str, ...]]]) -> None:
        """A node has shown this."""
        read.version = version
        read.shown = shown
        self.reads.append(read)
        self._highest = max(self._highest, version)

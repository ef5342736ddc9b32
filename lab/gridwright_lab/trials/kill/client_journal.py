"""What the clients of a table know: the orders they sent, the answers, and the log they read."""

import time
from typing import Final


class SentOrder:
    """One order, however often it was sent."""

    def __init__(self, command_id: str, is_move: bool, floor: int) -> None:
        self.command_id: Final = command_id
        self.is_move: Final = is_move
        self.floor: Final = floor
        """The highest version that a client of the table knew when it was first sent."""
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
        """How often it was sent without an answer, so that its outcome is unknown."""

    @property
    def is_answered(self) -> bool:
        return self.is_refused or bool(self.versions)


class LogRead:
    """A page of the log as a node showed it."""

    def __init__(self, since: int, floor: int) -> None:
        self.since: Final = since
        self.floor: Final = floor
        self.version = -1
        self.shown: list[tuple[int, str, tuple[str, ...]]] = []
        """Version, kind and lines of each entry."""


class ClientJournal:
    """The requests and answers of one table, in order of time."""

    def __init__(self, game_id: str) -> None:
        self.game_id: Final = game_id
        self.asked: Final[list[SentOrder]] = []
        self.reads: Final[list[LogRead]] = []
        self._highest = 0

    def ask(self, command_id: str, is_move: bool) -> SentOrder:
        """Note an order before it is sent."""
        asked = SentOrder(command_id, is_move, self._highest)
        self.asked.append(asked)
        return asked

    def acknowledge(self, asked: SentOrder, version: int, node: int) -> None:
        """Note that a node acknowledged the order at a version."""
        if not asked.answered_at:
            asked.answered_at = time.monotonic()
            asked.node = node
        asked.versions.append(version)
        self._highest = max(self._highest, version)

    def refuse(self, asked: SentOrder) -> None:
        """Note that a node refused the order for good."""
        asked.answered_at = asked.answered_at or time.monotonic()
        asked.is_refused = True

    def read(self, since: int) -> LogRead:
        """Note that a client is about to read the log."""
        return LogRead(since, self._highest)

    def show(
        self, read: LogRead, version: int, shown: list[tuple[int, str, tuple[str, ...]]]
    ) -> None:
        """Note what the node returned."""
        read.version = version
        read.shown = shown
        self.reads.append(read)
        self._highest = max(self._highest, version)

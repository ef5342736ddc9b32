"""Journal of a table's clients: orders sent, responses, and the log that was read."""

import time
from typing import Final

from gridwright.table.state import LogEntry

SAT_DOWN: Final = "sat_down"
SAID: Final = "said"


class Sent:
    """A command that a client sent, and its outcome."""

    def __init__(self, kind: str, floor: int = 0) -> None:
        self.kind: Final = kind
        """Kind of the entry that it must become; a message becomes none."""
        self.floor: Final = floor
        """Highest version known to any client of the table when it was first sent."""
        self.sent_at: Final = time.monotonic()
        self.answered_at = 0.0
        """Time of the first response, in monotonic seconds; 0 without one."""
        self.node = -1
        """Node that responded first."""
        self.n_unknown = 0
        """Number of times that it was sent without a response, so that its outcome is unknown."""

    def note_answer(self, node: int) -> None:
        if not self.answered_at:
            self.answered_at = time.monotonic()
            self.node = node


class SentOrder(Sent):
    """One order of a seat, sent once or more often."""

    def __init__(
        self,
        command_id: str,
        seat: int,
        since: int,
        log_entry: LogEntry,
        line: str = "",
        floor: int = 0,
    ) -> None:
        super().__init__(str(type(log_entry).__struct_config__.tag), floor)
        self.name: Final = f"{seat}:{since}:{command_id}"
        """Name in the log: with the seat, and the version at which that was taken."""
        self.command_id: Final = command_id
        self.seat: Final = seat
        self.log_entry: Final = log_entry
        """The complete entry that it must have become."""
        self.line: Final = line
        """The seat's action in the notation; empty if it is none."""
        self.versions: Final[list[int]] = []
        """Version of each acknowledgement; all must be equal."""
        self.other_names: Final[list[str]] = []
        """Names of other commands in a response to it."""
        self.is_refused = False
        """True if the server confirmed that the command had no effect."""

    @property
    def is_answered(self) -> bool:
        return self.is_refused or bool(self.versions)


class SentSitDown(Sent):
    """A request for a seat, sent once: the server names such a command."""

    def __init__(self, seat: int, name: str, bot: str, floor: int) -> None:
        super().__init__(SAT_DOWN, floor)
        self.seat: Final = seat
        self.name: Final = name
        self.bot: Final = bot
        self.told_seat = -1
        self.version = 0
        """Version at which the server reported the seat as taken; 0 without a response."""


class SentMessage(Sent):
    """A chat message, sent once and identified by its text."""

    def __init__(self, voice: str, name: str, text: str) -> None:
        super().__init__(SAID)
        self.voice: Final = voice
        self.name: Final = name
        self.text: Final = text
        self.number = 0
        """Number under which the server reported it as stored; 0 without a response."""


class LogRead:
    """A page of the log as returned by a node."""

    def __init__(self, since: int, floor: int) -> None:
        self.since: Final = since
        self.floor: Final = floor
        self.version = -1
        self.shown: list[tuple[int, str, int | None, tuple[str, ...]]] = []
        """Version, kind, seat and lines of each entry."""


class ClientJournal:
    """The requests and responses of one table, in order of time."""

    def __init__(self, game_id: str) -> None:
        self.game_id: Final = game_id
        self.asked: Final[list[SentOrder]] = []
        self.sit_downs: Final[list[SentSitDown]] = []
        self.messages: Final[list[SentMessage]] = []
        self.reads: Final[list[LogRead]] = []
        self._highest = 0

    def ask(
        self, command_id: str, seat: int, since: int, log_entry: LogEntry, line: str = ""
    ) -> SentOrder:
        """Record an order before it is sent."""
        asked = SentOrder(command_id, seat, since, log_entry, line, self._highest)
        self.asked.append(asked)
        return asked

    def acknowledge(self, asked: SentOrder, version: int, node: int, command_id: str = "") -> None:
        """Record an acknowledgement by a node at a version; ``command_id`` is the response's."""
        asked.note_answer(node)
        asked.versions.append(version)
        if command_id and command_id != asked.command_id:
            asked.other_names.append(command_id)
        self._highest = max(self._highest, version)

    def refuse(self, asked: SentOrder) -> None:
        """Record that a node refused the order permanently."""
        asked.answered_at = asked.answered_at or time.monotonic()
        asked.is_refused = True

    def sit_down(self, seat: int, name: str, bot: str) -> SentSitDown:
        """Record that a client is about to request a seat."""
        asked = SentSitDown(seat, name, bot, self._highest)
        self.sit_downs.append(asked)
        return asked

    def seated(self, asked: SentSitDown, seat: int, version: int, node: int) -> None:
        """Record that a node assigned the seat."""
        asked.note_answer(node)
        asked.told_seat = seat
        asked.version = version
        self._highest = max(self._highest, version)

    def say(self, voice: str, name: str, text: str) -> SentMessage:
        """Record a message before it is sent."""
        said = SentMessage(voice, name, text)
        self.messages.append(said)
        return said

    def read(self, since: int) -> LogRead:
        """Record that a client is about to read the log."""
        return LogRead(since, self._highest)

    def show(
        self, read: LogRead, version: int, shown: list[tuple[int, str, int | None, tuple[str, ...]]]
    ) -> None:
        """Record the entries that the node returned."""
        read.version = version
        read.shown = shown
        self.reads.append(read)
        self._highest = max(self._highest, version)

    def n_unread(self) -> int:
        """Number of acknowledged orders that no client read: only the audit checks them."""
        seen = {shown[0] for read in self.reads for shown in read.shown}
        return sum(not seen.issuperset(each.versions) for each in self.asked if each.versions)

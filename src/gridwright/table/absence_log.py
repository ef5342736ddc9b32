"""Absences, votes and early endings of a table from its log alone, and who is connected now."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from gridwright.table.seats import Left, SeatHolder


class LeaveRequest(StrEnum):
    """A vote on a person who is away."""

    WAIT = "wait"
    BOT = "bot"
    """A bot continues until the person is back."""
    END = "end"
    """The game ends without a result."""


class Ending(StrEnum):
    """An ending before the rules end the game."""

    RESIGNED = "resigned"
    """One of two players resigned; the other has won."""
    ABANDONED = "abandoned"
    """The game ended without a result."""


class Attendance(msgspec.Struct, frozen=True):
    """Seats present now, as far as the nodes know."""

    here: frozenset[int] = frozenset()
    seen: Mapping[int, int] = {}
    """``seen[seat]``: time at which a page of the seat was last open, if that was recent."""
    since: int = 0
    """Start of the observation: absences cannot begin earlier."""
    is_known: bool = True
    """False if the other nodes did not respond."""

    def away_since(self, seat: int) -> int | None:
        """Return the time since which a seat is absent; None if it is present or not known."""
        if seat in self.here or not self.is_known:
            return None
        return max(self.since, self.seen.get(seat, 0))


NO_ATTENDANCE: Final = Attendance()


class AbsenceLog:
    """Absences of players and votes about them. Part of the table, not of the game."""

    def __init__(self, seats: list[SeatHolder]) -> None:
        self._seats: Final = seats
        """The table's own list."""
        self.ending: Ending | None = None
        self.votes: Final[dict[int, dict[int, LeaveRequest]]] = {}
        """``votes[about][seat]``: the vote of a seat on one that is away."""
        self.wait_until: Final[dict[int, int]] = {}
        """``wait_until[about]``: the time until which the people present agreed to wait."""
        self.agreed: Final[set[int]] = set()
        """The seats that want to end the game without a result."""
        self.missed: Final = [0] * len(seats)
        """``missed[seat]``: turns that ran out since the person last acted."""
        self.seen_at: Final = [0] * len(seats)
        """``seen_at[seat]``: time of the person's last order at the table."""
        self.awaited_since = 0
        """Time since which the table has been waiting for the seat that must act."""

    def people_in_play(self) -> list[int]:
        """The seats that people play themselves."""
        return [
            seat for seat, holder in enumerate(self._seats) if holder.is_person and not holder.bot
        ]

    def is_alone(self, seat: int) -> bool:
        """Return True if every other seat is a bot's or a resigned player's."""
        return not any(
            each.is_person and each.left is not Left.RESIGNED
            for other, each in enumerate(self._seats)
            if other != seat
        )

    def begin(self, at: int) -> None:
        """Start the game with all players present."""
        self.seen_at[:] = [at] * len(self._seats)

    def agree(self, seat: int, agrees: bool, at: int) -> None:
        """Record that a seat agrees to end the game without a result, or withdraws."""
        self.seen_at[seat] = at
        if agrees:
            self.agreed.add(seat)
        else:
            self.agreed.discard(seat)

    def vote(self, seat: int, about: int, wish: LeaveRequest, at: int) -> None:
        """Record a vote of a seat on one that is away."""
        self.be_here(seat, at)
        self.votes.setdefault(about, {})[seat] = wish

    def wait(self, about: int, until: int) -> None:
        """Forbid votes about a seat until a time; a missed turn ends the wait."""
        self.wait_until[about] = until
        self.missed[about] = min(self.missed[about], 1)

    def let_bot_play(self, seat: int, bot: str, why: Left) -> None:
        """Hand the seat of a person to a bot, for another reason than the person's order."""
        self._seats[seat] = replace(self._seats[seat], bot=bot, left=why)
        self.forget(seat)

    def hand_over(self, seat: int, bot: str, timed_out: bool, at: int) -> None:
        """Hand the seat to a bot, or with an empty `bot` back to its person."""
        why = Left.TIMED_OUT if timed_out else Left.ASKED
        self._seats[seat] = replace(self._seats[seat], bot=bot, left=why if bot else Left.NOT)
        if timed_out:
            self.missed[seat] += 1
        else:
            self.be_here(seat, at)
        self.forget(seat)

    def be_here(self, seat: int, at: int) -> None:
        """Mark the person as present and drop the votes about the seat."""
        self.seen_at[seat] = at
        self.votes.pop(seat, None)
        self.wait_until.pop(seat, None)

    def act(self, seat: int, at: int) -> None:
        """Mark the person as playing: resets missed turns and withdraws the agreement to end."""
        self.be_here(seat, at)
        self.missed[seat] = 0
        self.agreed.discard(seat)

    def forget(self, seat: int) -> None:
        """Drop all votes and agreements of a seat, and the votes about it."""
        self.agreed.discard(seat)
        self.votes.pop(seat, None)
        self.wait_until.pop(seat, None)
        for about in [about for about, votes in self.votes.items() if seat in votes]:
            del self.votes[about][seat]
            if not self.votes[about]:
                del self.votes[about]

"""Absences, votes and early endings of a table, derived from its log alone."""

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from gridwright.server.games.leaving_entries import (
    EndAgreed,
    LeaveRequest,
    LeavingEntry,
    Resigned,
    SeatErased,
    SeatLeft,
    TakenOver,
    VoteCast,
)
from gridwright.server.games.seats import Left, SeatHolder


class Ending(StrEnum):
    """An ending before the rules end the game."""

    RESIGNED = "resigned"
    """One of two players resigned; the other has won."""
    ABANDONED = "abandoned"
    """The game ended without a result."""


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

    def apply_entry(self, log_entry: LeavingEntry, seat: int, at: int) -> None:
        """Apply an entry about absences, votes or resignations."""
        if isinstance(log_entry, SeatLeft):
            self._let_bot_play(seat, log_entry.bot, Left.ASKED)
        elif isinstance(log_entry, TakenOver):
            self._let_bot_play(seat, log_entry.bot, Left.OVERDUE)
        elif isinstance(log_entry, Resigned):
            self._let_bot_play(seat, log_entry.bot, Left.RESIGNED)
            if log_entry.ends_game:
                self.ending = Ending.RESIGNED
        elif isinstance(log_entry, SeatErased):
            self._let_bot_play(seat, log_entry.bot, Left.ERASED)
            holder = self._seats[seat]
            self._seats[seat] = replace(holder, is_person=False, person="", since=0)
        elif isinstance(log_entry, EndAgreed):
            self._apply_agreement(log_entry, seat, at)
        else:
            self._apply_vote(log_entry, seat, at)

    def _apply_agreement(self, log_entry: EndAgreed, seat: int, at: int) -> None:
        self.seen_at[seat] = at
        if log_entry.agrees:
            self.agreed.add(seat)
        else:
            self.agreed.discard(seat)
        if log_entry.ends_game:
            self.ending = Ending.ABANDONED

    def _apply_vote(self, log_entry: VoteCast, seat: int, at: int) -> None:
        about = log_entry.about
        self.be_here(seat, at)
        self.votes.setdefault(about, {})[seat] = log_entry.wish
        if log_entry.outcome is None:
            return
        self.votes.pop(about)
        if log_entry.outcome is LeaveRequest.BOT:
            self._let_bot_play(about, log_entry.bot, Left.VOTED)
        elif log_entry.outcome is LeaveRequest.END:
            self.ending = Ending.ABANDONED
        else:
            self.wait_until[about] = log_entry.wait_until
            self.missed[about] = min(self.missed[about], 1)

    def _let_bot_play(self, seat: int, bot: str, why: Left) -> None:
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

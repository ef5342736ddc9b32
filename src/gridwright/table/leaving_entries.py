"""Log entries for people who leave a table or stay away.

The entry contains the outcome of the decision, so that folding needs neither a clock nor the list
of the people who were present.
"""

from msgspec.structs import replace

from gridwright.table.absence_log import Ending, LeaveRequest
from gridwright.table.seats import Left
from gridwright.table.state import SeatEntry, TableState


class SeatLeft(SeatEntry, frozen=True, tag="seat_left"):
    """A person handed the seat to a bot of the table's strength, and may take it back."""

    bot: str

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.let_bot_play(seat, self.bot, Left.ASKED)


class Resigned(SeatEntry, frozen=True, tag="resigned"):
    """A person resigned permanently: a bot continues, or the game is over at a table of two."""

    bot: str
    ends_game: bool = False

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.let_bot_play(seat, self.bot, Left.RESIGNED)
        if self.ends_game:
            table.absences.ending = Ending.RESIGNED


class TakenOver(SeatEntry, frozen=True, tag="taken_over"):
    """The table waited long enough for the seat: a bot continues until the person is back."""

    bot: str

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.let_bot_play(seat, self.bot, Left.OVERDUE)


class VoteCast(SeatEntry, frozen=True, tag="vote_cast"):
    """A vote of the seat on one that is away. The last vote that is needed decides."""

    about: int
    wish: LeaveRequest
    outcome: LeaveRequest | None = None
    """The choice of more than half of the people present, including this vote."""
    bot: str = ""
    """The bot that continues, if that is the outcome."""
    wait_until: int = 0
    """Time until which no vote is possible, if waiting is the outcome."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        absences = table.absences
        absences.vote(seat, self.about, self.wish, at)
        if self.outcome is None:
            return
        absences.votes.pop(self.about)
        if self.outcome is LeaveRequest.BOT:
            absences.let_bot_play(self.about, self.bot, Left.VOTED)
        elif self.outcome is LeaveRequest.END:
            absences.ending = Ending.ABANDONED
        else:
            absences.wait(self.about, self.wait_until)


class EndAgreed(SeatEntry, frozen=True, tag="end_agreed"):
    """The seat agrees to end the game without a result, or withdraws."""

    agrees: bool = True
    ends_game: bool = False
    """True if all players agree now."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.agree(seat, self.agrees, at)
        if self.ends_game:
            table.absences.ending = Ending.ABANDONED


class SeatErased(SeatEntry, frozen=True, tag="seat_erased"):
    """The account of the person was deleted: the seat is permanently a bot's."""

    bot: str

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.let_bot_play(seat, self.bot, Left.ERASED)
        holder = table.seats[seat]
        table.seats[seat] = replace(holder, is_person=False, person="", since=0)

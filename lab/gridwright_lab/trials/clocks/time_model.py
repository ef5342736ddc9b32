"""Expected time of each seat, from the elapsed time and the seats that had to act.

The server stores marks and restores them. This model sums the running time of each clock and the
increments that still count, so that the two can only agree if both are right:

- A clock runs while a person must act, no bot replaces it, no card is due and nothing is paused.
- A bank is its initial value, less the running time of its clock, plus an increment for each turn
  that the person ended, or in which the time was up. A turn that was undone brings none, nor does
  one that a bot ended for a person who let it. No seat has negative time. Resuming a paused game
  leaves the player half a minute, or the whole bank if that is shorter.
- A turn has its full time, less the running time of the seat's clock since the turn began.
"""

from dataclasses import dataclass
from typing import Final

from gridwright.table.terms import BankClock, TurnClock


@dataclass(frozen=True)
class Standing:
    """State of a table after an entry, as far as time is concerned."""

    version: int
    owner: int | None
    """Seat whose turn it is; None if the game is paused or over."""
    is_waiting: bool
    """True if a card must be revealed before the next actor is known."""
    is_person: bool
    """True if a person acts for the owner."""
    is_time_out: bool = False
    """True if the entry says that the owner's time is up."""
    is_resumed: bool = False
    """True if the entry ended a pause."""
    undone_since: int | None = None
    """Version from which on no move counts, if the entry undid something."""


@dataclass
class _Turn:
    version: int
    seat: int | None
    ran_before: int
    """Time that the seat's clock had run when the turn began."""
    is_earned: bool = False
    """True if the turn would earn its increment if it ended now."""
    ran_out_at: int = 0
    """Version at which its time was up; 0 if it was not."""


class TimeModel:
    """The time of one table."""

    def __init__(self, clock: BankClock | TurnClock, n_seats: int) -> None:
        self._clock: Final = clock
        self._ran: Final = [0] * n_seats
        self._gains: list[tuple[int, int, int]] = []
        """Gains (version, seat, milliseconds): increments, and top-ups of a negative bank to 0."""
        self._turns: Final = [_Turn(0, None, 0)]
        self.running: int | None = None

    def pass_time(self, milliseconds: int) -> None:
        """Advance the time between two entries."""
        if self.running is not None:
            self._ran[self.running] += milliseconds

    def see(self, standing: Standing) -> None:
        """Process a stored entry."""
        since = standing.undone_since
        if since is not None:
            while self._turns[-1].version >= since:
                self._turns.pop()
            self._gains = [gain for gain in self._gains if gain[0] < since]
            if self._turns[-1].ran_out_at >= since:
                self._turns[-1].ran_out_at = 0
        turn = self._turns[-1]
        if not standing.is_waiting and turn.seat != standing.owner:
            if turn.seat is not None and turn.is_earned:
                self._gain(standing.version, turn.seat, self._increment())
            owner = standing.owner
            ran = 0 if owner is None else self._ran[owner]
            turn = _Turn(standing.version, owner, ran)
            self._turns.append(turn)
        is_running = standing.is_person and not standing.is_waiting
        self.running = standing.owner if is_running else None
        if standing.is_time_out:
            turn.ran_out_at = standing.version
        if not standing.is_waiting:
            turn.is_earned = self.running is not None or turn.ran_out_at > 0
        if standing.is_resumed and standing.owner is not None:
            missing = min(self._begun_with(), 30_000) - self._bank(standing.owner)
            self._gain(standing.version, standing.owner, max(0, missing))
        for seat in range(len(self._ran)):
            self._gain(standing.version, seat, max(0, -self._bank(seat)))

    def _gain(self, version: int, seat: int, milliseconds: int) -> None:
        if milliseconds:
            self._gains.append((version, seat, milliseconds))

    def _begun_with(self) -> int:
        return self._clock.bank if isinstance(self._clock, BankClock) else 0

    def _increment(self) -> int:
        return self._clock.increment if isinstance(self._clock, BankClock) else 0

    def left(self, seat: int) -> int:
        """Return the time that a seat has left; below 0 if its clock should have stopped."""
        if isinstance(self._clock, BankClock):
            return self._bank(seat)
        turn = self._turns[-1]
        assert turn.seat == seat, "expected the seat whose turn it is"
        return self._clock.turn - (self._ran[seat] - turn.ran_before)

    def _bank(self, seat: int) -> int:
        if not isinstance(self._clock, BankClock):
            return 0
        gained = sum([gain for _version, of, gain in self._gains if of == seat])
        return self._clock.bank - self._ran[seat] + gained

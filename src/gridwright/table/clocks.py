"""Remaining time of each seat, derived from the log alone, so that every node agrees."""

from typing import Final

import msgspec

from gridwright.table.clock_pauses import MS_PER_DAY, Night, Vacation, awake, when_up
from gridwright.table.terms import BankClock, Clock, TurnClock

BACK_WITH: Final = 30_000
"""Minimum bank in ms when a paused game continues; the initial bank if that is smaller."""


class ClockMark(msgspec.Struct, frozen=True):
    """The clocks before an order, restored when it is undone."""

    left: tuple[int, ...]
    spent: tuple[int, ...]
    turn_of: int | None
    running: int | None
    used: int
    is_earned: bool
    has_run_out: bool
    night: Night | None
    night_from: int


class Clocks:
    """The clocks of one table. At most one runs: that of the seat that must act."""

    def __init__(self, clock: Clock, n_seats: int) -> None:
        self._clock: Final = clock
        bank = clock.bank if isinstance(clock, BankClock) else 0
        self.left: Final = [bank] * n_seats
        """``left[seat]``: the bank while its clock is stopped; only live games have one."""
        self.nights: Final[list[Night | None]] = [None] * n_seats
        """``nights[seat]``: the night that the person chose last."""
        self.vacations: Final[list[list[Vacation]]] = [[] for _seat in range(n_seats)]
        """``vacations[seat]``: past, present and planned."""
        self.n_rests: Final = [0] * n_seats
        """``n_rests[seat]``: number of changes to nights and vacations."""
        self._spent: Final = [0] * n_seats
        """``spent[seat]``: time for which its clock has run. Undo does not reset it."""
        self._turn_of: int | None = None
        """Seat that must act, even while a bot acts for it."""
        self._running: int | None = None
        self._since = 0
        self._used = 0
        """Time used in this turn before the clock last stopped."""
        self._is_earned = False
        """True if the turn earns its increment at its end.

        That is, if the person ends it, or ran out of time and needs the increment on return.
        """
        self._has_run_out = False
        """True if the seat ran out of time in this turn."""
        self._night: Night | None = None
        """Night of the running turn. One turn has one night.

        A player who could choose another when one ends could pause the clock permanently.
        """
        self._night_from = 0

    def turn_to(self, seat: int | None, at: int, turn_of: int | None = None) -> None:
        """Stop the running clock and start that of a seat; None starts no clock.

        A seat that acts and must act again keeps its clock running and earns no increment. Nor does
        one whose turn a bot plays for a while (``turn_of``): its clock continues where it stopped.
        """
        if turn_of is None:
            turn_of = seat
        if self._running is not None and self._running != seat:
            self._stop(self._running, at)
        if self._turn_of != turn_of:
            self._pass_on(turn_of, at)
        elif seat is None:
            # A bot continues: a turn that it ends earns the person no increment.
            self._is_earned = self._has_run_out
        if self._running != seat:
            self._running = seat
            self._since = at

    def _stop(self, seat: int, at: int) -> None:
        used = awake(self._since, at, self._night, self._night_from, self.vacations[seat])
        self._spent[seat] += used
        self._used += used
        if isinstance(self._clock, BankClock):
            self.left[seat] = max(0, self.left[seat] - used)
        self._is_earned = True
        self._running = None

    def _pass_on(self, turn_of: int | None, at: int) -> None:
        """End the turn, add its increment if it was earned, and begin the turn of a seat."""
        if self._turn_of is not None and self._is_earned and isinstance(self._clock, BankClock):
            self.left[self._turn_of] += self._clock.increment
        self._turn_of = turn_of
        self._used = 0
        self._is_earned = False
        self._has_run_out = False
        self._night = None if turn_of is None else self.nights[turn_of]
        self._night_from = at

    def wait(self, at: int) -> None:
        """Stop the running clock until the next seat to act is known."""
        if self._running is not None:
            self._stop(self._running, at)

    def resume(self, seat: int) -> None:
        """Raise a spent bank to `BACK_WITH`, so that a resumed game does not pause immediately."""
        if isinstance(self._clock, BankClock):
            self.left[seat] = max(self.left[seat], min(self._clock.bank, BACK_WITH))

    def run_out(self) -> None:
        """Record that the acting seat ran out of time."""
        self._has_run_out = True

    # Undo

    def mark(self) -> ClockMark:
        """Return the current clocks, for ``take_back``."""
        return ClockMark(
            tuple(self.left),
            tuple(self._spent),
            self._turn_of,
            self._running,
            self._used,
            self._is_earned,
            self._has_run_out,
            self._night,
            self._night_from,
        )

    def take_back(self, mark: ClockMark, at: int) -> None:
        """Restore the clocks of a mark: later increments are lost, time spent since stays spent."""
        if self._running is not None:
            self._stop(self._running, at)
        spent = [now - before for now, before in zip(self._spent, mark.spent, strict=True)]
        self.left[:] = [max(0, left - used) for left, used in zip(mark.left, spent, strict=True)]
        self._turn_of, self._running, self._since = mark.turn_of, mark.running, at
        self._used = mark.used
        self._is_earned, self._has_run_out = mark.is_earned, mark.has_run_out
        self._night, self._night_from = mark.night, mark.night_from
        if mark.turn_of is not None:
            self._used += spent[mark.turn_of]
            if mark.night is None:
                self._night, self._night_from = self.nights[mark.turn_of], at

    # Pauses

    def set_night(self, seat: int, night: Night, at: int) -> None:
        """Set a night for later turns, and for the running turn if it has none yet."""
        self.n_rests[seat] += 1
        self.nights[seat] = night if night.length else None
        if seat == self._running and self._night is None:
            self._night = self.nights[seat]
            self._night_from = at

    def take_vacation(self, seat: int, days: int, starts_at: int) -> None:
        """Pause the seat's clock for whole days from ``starts_at`` on."""
        self.n_rests[seat] += 1
        self.vacations[seat].append(Vacation(starts_at, starts_at + days * MS_PER_DAY, days))

    def end_vacation(self, seat: int, at: int) -> None:
        """End the running or planned vacation; each day that has begun stays charged."""
        ended = [each.ended(at) for each in self.vacations[seat]]
        self.vacations[seat][:] = [each for each in ended if each.days]

    def vacation_days_left(self, seat: int) -> int:
        """Return the vacation days that a seat may still take."""
        budget = self._clock.vacation_days if isinstance(self._clock, TurnClock) else 0
        return budget - sum([each.days for each in self.vacations[seat]])

    def vacation(self, seat: int) -> Vacation | None:
        """Return the last vacation that was taken, which may be over; None if none was."""
        return self.vacations[seat][-1] if self.vacations[seat] else None

    def forget(self, seat: int) -> None:
        """Reset nights and vacations of a seat that is free for another person."""
        self.nights[seat] = None
        self.vacations[seat].clear()

    def deadline(self) -> int | None:
        """Return the time at which the running clock runs out; None without one."""
        if self._running is None:
            return None
        if isinstance(self._clock, BankClock):
            return self._since + self.left[self._running]
        if not isinstance(self._clock, TurnClock):
            return None
        away = self.vacations[self._running]
        left = max(0, self._clock.turn - self._used)
        return when_up(self._since, left, self._night, self._night_from, away)

"""How much time each seat has left. It follows from the log alone, so every node agrees."""

from typing import Final

from gridwright.server.games.rests import MS_PER_DAY, Night, Vacation, when_up
from gridwright.server.games.terms import BankClock, Clock, TurnClock


class Clocks:
    """The clocks of one table. At most one runs: that of the seat that must act."""

    def __init__(self, clock: Clock, n_seats: int) -> None:
        self._clock: Final = clock
        bank = clock.bank if isinstance(clock, BankClock) else 0
        self.left: Final = [bank] * n_seats
        """``left[seat]``: the bank while its clock is stopped; only live games have one."""
        self.nights: Final[list[Night | None]] = [None] * n_seats
        """``nights[seat]``: what the person chose last."""
        self.vacations: Final[list[list[Vacation]]] = [[] for _seat in range(n_seats)]
        """``vacations[seat]``: past, present and planned."""
        self.n_rests: Final = [0] * n_seats
        """``n_rests[seat]``: how often the person has changed any of it."""
        self._running: int | None = None
        self._since = 0
        self._night: Night | None = None
        """The night of the running turn. One turn has one night: whoever could choose another
        whenever one ends would never have to wake up."""
        self._night_from = 0

    def turn_to(self, seat: int | None, at: int) -> None:
        """Stop the clock that runs, and start that of a seat, or of nobody.

        A seat that acts and must act again keeps its clock running, and gains nothing.
        """
        if seat == self._running:
            return
        if self._running is not None and isinstance(self._clock, BankClock):
            left = self.left[self._running] - max(0, at - self._since)
            self.left[self._running] = max(0, left) + self._clock.increment
        self._running = seat
        self._since = at
        self._night = None if seat is None else self.nights[seat]
        self._night_from = at

    # Rests

    def set_night(self, seat: int, night: Night, at: int) -> None:
        """Choose a night: for the running turn if that has none yet, and for the turns to come."""
        self.n_rests[seat] += 1
        self.nights[seat] = night if night.length else None
        if seat == self._running and self._night is None:
            self._night = self.nights[seat]
            self._night_from = at

    def take_vacation(self, seat: int, days: int, starts_at: int) -> None:
        """Be away for whole days from a moment on."""
        self.n_rests[seat] += 1
        self.vacations[seat].append(Vacation(starts_at, starts_at + days * MS_PER_DAY, days))

    def end_vacation(self, seat: int, at: int) -> None:
        """End what is running or planned; each day that has begun stays charged."""
        ended = [each.ended(at) for each in self.vacations[seat]]
        self.vacations[seat][:] = [each for each in ended if each.days]

    def vacation_days_left(self, seat: int) -> int:
        """How many days off a seat may still take."""
        budget = self._clock.vacation_days if isinstance(self._clock, TurnClock) else 0
        return budget - sum([each.days for each in self.vacations[seat]])

    def vacation(self, seat: int) -> Vacation | None:
        """The last vacation that was taken; it may be over."""
        return self.vacations[seat][-1] if self.vacations[seat] else None

    def forget(self, seat: int) -> None:
        """Somebody else may sit there next."""
        self.nights[seat] = None
        self.vacations[seat].clear()

    def deadline(self) -> int | None:
        """When the running clock is up; None if none runs."""
        if self._running is None:
            return None
        if isinstance(self._clock, BankClock):
            return self._since + self.left[self._running]
        if not isinstance(self._clock, TurnClock):
            return None
        away = self.vacations[self._running]
        return when_up(self._since, self._clock.turn, self._night, self._night_from, away)

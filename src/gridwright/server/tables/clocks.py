"""How much time each seat has left. It follows from the log alone, so every node agrees."""

from typing import Final

from gridwright.server.tables.terms import BankClock, Clock, TurnClock


class Clocks:
    """The clocks of one table. At most one runs: that of the seat that must act."""

    def __init__(self, clock: Clock, n_seats: int) -> None:
        self._clock: Final = clock
        bank = clock.bank if isinstance(clock, BankClock) else 0
        self.left: Final = [bank] * n_seats
        """``left[seat]``: the bank while its clock is stopped; only live games have one."""
        self._running: int | None = None
        self._since = 0

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

    def deadline(self) -> int | None:
        """When the running clock is up; None if none runs."""
        if self._running is None:
            return None
        if isinstance(self._clock, BankClock):
            return self._since + self.left[self._running]
        return self._since + self._clock.turn if isinstance(self._clock, TurnClock) else None

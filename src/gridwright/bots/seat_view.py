"""A seat's view of any position, of a board or a card game."""

from typing import Final

from gridwright.bots.solvers.best_run import most_supplied
from gridwright.bots.solvers.prices import Prices, read_prices
from gridwright.bots.solvers.storage import held_by
from gridwright.engine.masks import total
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.rules import Rules

Thing = int | tuple[int, ...]
"""An option that a skill weighs: a plant, a city, a number of cities, units of each kind, a run."""


class SeatView:
    """Public information, and the seat's own; each value is computed on first use."""

    def __init__(self, rules: Rules, seen: Observation, seat: int) -> None:
        self.rules: Final = rules
        self.seen: Final = seen
        self.seat: Final = seat
        self.money: Final = seen.money[seat]
        self.plants: Final = seen.plants[seat]
        self.rivals: Final = [other for other in range(rules.n_seats) if other != seat]
        self.thoughts: Final[list[tuple[Thing, float]]] = []
        """Alternatives weighed for the decision, with their worth: for hints, without effect."""
        self._held: Final[dict[int, list[int]]] = {}
        self._prices: Prices | None = None
        self._taken: list[int] | None = None
        self._later_prices: Prices | None = None

    @property
    def prices(self) -> Prices:
        """Current prices of fuel."""
        if self._prices is None:
            nothing = [0] * self.rules.fuel.n_kinds
            self._prices = read_prices(self.rules, self.seen, self.seat, nothing)
        return self._prices

    @property
    def taken(self) -> list[int]:
        """Fuel that the seats before this one will take: the amounts that their runs lack."""
        if self._taken is None:
            self._taken = self._bought_before()
        return self._taken

    def _bought_before(self) -> list[int]:
        taken = [0] * self.rules.fuel.n_kinds
        order = self.seen.order
        for other in order[order.index(self.seat) + 1 :]:
            held = self.held(other)
            needs = self.run_needs(other)
            for kind in range(len(taken)):
                if needs[kind] > held[kind]:
                    taken[kind] += needs[kind] - held[kind]
        return taken

    @property
    def later_prices(self) -> Prices:
        """Prices of fuel when the seats before this one have bought."""
        if self._later_prices is None:
            if total(self.taken) == 0:
                self._later_prices = self.prices
            else:
                self._later_prices = read_prices(self.rules, self.seen, self.seat, self.taken)
        return self._later_prices

    def run_needs(self, seat: int) -> list[int]:
        """Return the fuel for one run of a seat's plants by kind, hybrids half and half."""
        fuel = self.rules.fuel
        needs = fuel.needs(self.seen.plants[seat])
        hybrids = needs.pop()
        if hybrids:
            needs[fuel.first] += hybrids // 2
            needs[fuel.second] += hybrids - hybrids // 2
        return needs

    def held(self, seat: int) -> list[int]:
        """Return a seat's fuel by kind."""
        if seat not in self._held:
            self._held[seat] = held_by(self.rules, self.seen, seat)
        return self._held[seat]

    def purse(self, seat: int) -> int:
        """Return a seat's money; if it is hidden, an estimate."""
        money = self.seen.money[seat]
        return self.money if money == HIDDEN else money

    def supply(self, seat: int) -> int:
        """Return the most cities that a seat's plants can supply with its fuel."""
        return most_supplied(self.rules.fuel, self.seen.plants[seat], self.held(seat))

    def lowest(self, plant: int) -> int:
        """Return the lowest bid for a plant."""
        return 1 if plant == self.seen.discount else self.rules.deck.numbers[plant]

"""Current cost of fuel for a buyer, as tokens or cards."""

from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Final

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.fuel import FuelRules
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.ids import FAR
from gridwright.engine.observation import Observation
from gridwright.engine.observe import behind_seen, ladders_seen, stock_seen
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import Rules

CHEAP_SHARE: Final = 3
"""Fuel is cheap at this fraction of its highest price."""
UNKNOWN: Final = -1


class Prices(ABC):
    """Prices of one position, after others took some units of each kind."""

    def __init__(self, fuel: FuelRules, taken: list[int]) -> None:
        self._fuel: Final = fuel
        self._taken: Final = taken
        self._known: Final[list[list[int]]] = [[] for _kind in range(fuel.n_kinds)]
        """``[kind][amount]``: costs computed before."""

    @abstractmethod
    def _shown(self, kind: int) -> int:
        """Return the number of units on the market now."""

    @abstractmethod
    def dearest(self, kind: int) -> int:
        """Return the highest possible price of a unit."""

    @abstractmethod
    def _cost(self, kind: int, amount: int) -> int:
        """Return the present cost of an amount that is on the market."""

    def on_sale(self, kind: int) -> int:
        """Return the number of units that can be bought at all."""
        return max(0, self._shown(kind) - self._taken[kind])

    def cost(self, kind: int, amount: int) -> int:
        """Return the present cost of an amount, FAR if there is too little."""
        return FAR if amount > self.on_sale(kind) else self.usual(kind, amount)

    def usual(self, kind: int, amount: int) -> int:
        """Return the cost in some later round: missing fuel will come, and be expensive."""
        known = self._known[kind]
        if amount >= len(known):
            known += [UNKNOWN] * (amount + 1 - len(known))
        if known[amount] == UNKNOWN:
            known[amount] = self._reckon(kind, amount)
        return known[amount]

    def _reckon(self, kind: int, amount: int) -> int:
        sold = min(amount, self.on_sale(kind))
        total = (amount - sold) * self.dearest(kind)
        if sold > 0:
            taken = self._taken[kind]
            total += self._cost(kind, taken + sold) - self._cost(kind, taken)
        return total

    def steps(self, kind: int, amount: int) -> list[int]:
        """Return the price of each further unit, as far as there are any."""
        sums = [self.usual(kind, n) for n in range(min(amount, self.on_sale(kind)) + 1)]
        return [after - before for before, after in pairwise(sums)]

    def is_cheap(self, kind: int) -> bool:
        """Return True if the next unit is worth storing."""
        return self.cost(kind, 1) * CHEAP_SHARE <= self.dearest(kind)

    def run_cost(self, needs: list[int]) -> int:
        """Return the cost of a run without any fuel held; ``needs`` as by ``FuelRules.needs``."""
        fuel = self._fuel
        total = 0
        for kind in range(fuel.n_kinds):
            if needs[kind]:
                total += self.usual(kind, needs[kind])
        hybrids = needs[fuel.n_kinds]
        if hybrids:
            first = needs[fuel.first]
            second = needs[fuel.second]
            total -= self.usual(fuel.first, first) + self.usual(fuel.second, second)
            least = FAR
            for share in range(hybrids + 1):
                cost = self.usual(fuel.first, first + share)
                cost += self.usual(fuel.second, second + hybrids - share)
                least = min(least, cost)
            total += least
        return total

    def shopping(self, needs: list[int], held: list[int]) -> tuple[int, list[int]]:
        """Return the cheapest purchase for a run: its cost, FAR without one, and units by kind."""
        fuel = self._fuel
        bought = [max(0, needs[kind] - held[kind]) for kind in range(fuel.n_kinds)]
        hybrids = needs[fuel.n_kinds]
        if hybrids:
            first = needs[fuel.first] - held[fuel.first]
            second = needs[fuel.second] + hybrids - held[fuel.second]
            share = min(
                range(hybrids + 1),
                key=lambda share: (
                    self.cost(fuel.first, max(0, first + share))
                    + self.cost(fuel.second, max(0, second - share))
                ),
            )
            bought[fuel.first] = max(0, first + share)
            bought[fuel.second] = max(0, second - share)
        total = sum([self.cost(kind, amount) for kind, amount in enumerate(bought) if amount])
        return min(total, FAR), bought


class TokenPrices(Prices):
    """Tokens on price ladders."""

    def __init__(
        self,
        fuel: FuelRules,
        ladders: list[Ladder],
        tokens: list[int],
        supply: list[int],
        taken: list[int],
    ) -> None:
        super().__init__(fuel, taken)
        self._ladders: Final = ladders
        self._tokens: Final = tokens
        self._supply: Final = supply

    def _shown(self, kind: int) -> int:
        return self._ladders[kind].on_sale(self._tokens[kind], self._supply[kind])

    def dearest(self, kind: int) -> int:
        prices = self._ladders[kind].prices
        return prices[-1] if prices else 0

    def _cost(self, kind: int, amount: int) -> int:
        return self._ladders[kind].cost(self._tokens[kind], amount)


class CardPrices(Prices):
    """Cards in columns, of which the cheapest sufficient ones are taken."""

    def __init__(self, rules: Rules, depot: Depot, taken: list[int]) -> None:
        super().__init__(rules.fuel, taken)
        self._dearest: Final = [rules.cards.prices[-1]] * rules.fuel.n_kinds
        self._cards: Final = _cards_by_kind(rules.cards, depot)
        self._sums: Final = [sum([units for _price, units in row]) for row in self._cards]

    def _shown(self, kind: int) -> int:
        return self._sums[kind]

    def dearest(self, kind: int) -> int:
        return self._dearest[kind]

    def _cost(self, kind: int, amount: int) -> int:
        return sum([price for price, _units in cheapest_cards(self._cards[kind], amount)])

    def purchase(self, kind: int, amount: int) -> list[tuple[int, int]]:
        """Return price and units of the cards to buy for that many units."""
        return cheapest_cards(self._cards[kind], min(amount, self._sums[kind]))


def cheapest_cards(cards: list[tuple[int, int]], amount: int) -> list[tuple[int, int]]:
    """Return the cheapest of these cards, as price and units, that give at least the amount.

    There must be enough. Taking the best bargain first is not always cheapest: two cards of two
    units may cost less than one of two and one of three.
    """
    best: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    best += [(FAR, []) for _unit in range(amount)]
    for card in cards:
        price, units = card
        for wanted in range(amount, 0, -1):
            cost, taken = best[max(0, wanted - units)]
            if cost + price < best[wanted][0]:
                best[wanted] = (cost + price, [*taken, card])
    return best[amount][1]


def _cards_by_kind(cards: FuelCards, depot: Depot) -> list[list[tuple[int, int]]]:
    """Return price and units of every card on sale."""
    found: list[list[tuple[int, int]]] = [[] for kind in range(cards.n_kinds)]
    for column, price in enumerate(cards.prices):
        for card, count in enumerate(depot.columns[column]):
            if count:
                found[cards.kind_of[card]] += [(price, cards.units_of[card])] * count
    return found


def read_prices(rules: Rules, seen: Observation, seat: int, taken: list[int]) -> Prices:
    """Return the prices of a seat for the fuel on sale: cards at such a table, else tokens."""
    if isinstance(seen.parts, Depot):
        return CardPrices(rules, seen.parts, taken)
    return TokenPrices(
        rules.fuel,
        ladders_seen(rules, seen, seat),
        stock_seen(rules, seen, seat),
        behind_seen(rules, seen),
        taken,
    )

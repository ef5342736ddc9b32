"""Current cost of fuel for a buyer, as tokens or cards."""

from abc import ABC, abstractmethod
from typing import Final

from gridwright.bots.solvers.plant_sets import PlantSets
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


class Prices(ABC):
    """Prices of one position, after others took some units of each kind."""

    def __init__(self, fuel: FuelRules, shown: list[int], taken: list[int]) -> None:
        """``shown``: units of each kind on the market now."""
        self._fuel: Final = fuel
        self._taken: Final = taken
        self._on_sale: Final[list[int]] = []
        for kind in range(fuel.n_kinds):
            left = shown[kind] - taken[kind]
            self._on_sale.append(left if left > 0 else 0)
        self._known: Final[list[list[int]]] = [[0] for _kind in range(fuel.n_kinds)]
        """``[kind][amount]``: costs computed before, of each amount up to some one."""

    @abstractmethod
    def dearest(self, kind: int) -> int:
        """Return the highest possible price of a unit."""

    @abstractmethod
    def _cost(self, kind: int, amount: int) -> int:
        """Return the present cost of an amount that is on the market."""

    @abstractmethod
    def are_like(self, other: "Prices") -> bool:
        """Return True only if each amount costs the same as by other prices."""

    def on_sale(self, kind: int) -> int:
        """Return the number of units that can be bought at all."""
        return self._on_sale[kind]

    def cost(self, kind: int, amount: int) -> int:
        """Return the present cost of an amount, FAR if there is too little."""
        return FAR if amount > self._on_sale[kind] else self.usual(kind, amount)

    def usual(self, kind: int, amount: int) -> int:
        """Return the cost in some later round: missing fuel will come, and be expensive."""
        known = self._known[kind]
        while amount >= len(known):
            known.append(self._reckon(kind, len(known)))
        return known[amount]

    def _reckon(self, kind: int, amount: int) -> int:
        sold = self._on_sale[kind]
        if sold >= amount:
            sold = amount
        total = (amount - sold) * self.dearest(kind)
        if sold > 0:
            taken = self._taken[kind]
            total += self._cost(kind, taken + sold) - self._cost(kind, taken)
        return total

    def steps(self, kind: int, amount: int) -> list[int]:
        """Return the price of each further unit, as far as there are any."""
        found: list[int] = []
        before = 0
        for n in range(1, min(amount, self._on_sale[kind]) + 1):
            after = self.usual(kind, n)
            found.append(after - before)
            before = after
        return found

    def is_cheap(self, kind: int) -> bool:
        """Return True if the next unit is worth storing."""
        return self.cost(kind, 1) * CHEAP_SHARE <= self.dearest(kind)

    def run_cost(self, needs: list[int]) -> int:
        """Return the cost of a run without any fuel held; ``needs`` as by ``FuelRules.needs``."""
        fuel = self._fuel
        hybrids = needs[fuel.n_kinds]
        total = 0
        for kind in range(fuel.n_kinds):
            need = needs[kind]
            if need and not (hybrids and (kind == fuel.first or kind == fuel.second)):
                total += self.usual(kind, need)
        if hybrids:
            total += self._pair_cost(needs[fuel.first], needs[fuel.second], hybrids)
        return total

    def _pair_cost(self, first: int, second: int, hybrids: int) -> int:
        """Return the least cost of both kinds that hybrids burn, for any share of each."""
        fuel = self._fuel
        least = FAR
        for share in range(hybrids + 1):
            cost = self.usual(fuel.first, first + share)
            cost += self.usual(fuel.second, second + hybrids - share)
            if cost < least:
                least = cost
        return least

    def costs_by_output(self, plants: list[int], capacity: int) -> list[int]:
        """Return ``costs[n]``: the least cost of a run of output n without any fuel held.

        FAR where no set of plants has this output. ``capacity``: the output of all plants.
        """
        costs = [FAR] * (capacity + 1)
        sets = PlantSets(self._fuel, plants)
        while sets.move():
            cost = self.run_cost(sets.needs)
            if cost < costs[sets.output]:
                costs[sets.output] = cost
        return costs

    def shopping(self, needs: list[int], held: list[int]) -> tuple[int, list[int]]:
        """Return the cheapest purchase for a run: its cost, FAR without one, and units by kind."""
        fuel = self._fuel
        bought: list[int] = []
        for kind in range(fuel.n_kinds):
            lack = needs[kind] - held[kind]
            bought.append(lack if lack > 0 else 0)
        hybrids = needs[fuel.n_kinds]
        if hybrids:
            first = needs[fuel.first] - held[fuel.first]
            second = needs[fuel.second] + hybrids - held[fuel.second]
            least = -1
            for share in range(hybrids + 1):
                more_first = first + share if first + share > 0 else 0
                more_second = second - share if second - share > 0 else 0
                cost = self.cost(fuel.first, more_first) + self.cost(fuel.second, more_second)
                if least < 0 or cost < least:
                    least = cost
                    bought[fuel.first] = more_first
                    bought[fuel.second] = more_second
        total = 0
        for kind in range(fuel.n_kinds):
            if bought[kind]:
                total += self.cost(kind, bought[kind])
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
        shown = [ladders[kind].on_sale(tokens[kind], supply[kind]) for kind in range(fuel.n_kinds)]
        super().__init__(fuel, shown, taken)
        self._ladders: Final = ladders
        self._tokens: Final = tokens

    def dearest(self, kind: int) -> int:
        prices = self._ladders[kind].prices
        return prices[-1] if prices else 0

    def _cost(self, kind: int, amount: int) -> int:
        return self._ladders[kind].cost(self._tokens[kind], amount)

    def are_like(self, other: Prices) -> bool:
        # A table has the same ladders all the time.
        return (
            isinstance(other, TokenPrices)
            and self._tokens == other._tokens
            and self._taken == other._taken
            and self._on_sale == other._on_sale
            and self._ladders == other._ladders
        )


class CardPrices(Prices):
    """Cards in columns, of which the cheapest sufficient ones are taken."""

    def __init__(self, rules: Rules, depot: Depot, taken: list[int]) -> None:
        self._dearest: Final = [rules.cards.prices[-1]] * rules.fuel.n_kinds
        self._cards: Final = _cards_by_kind(rules.cards, depot)
        self._sums: Final[list[int]] = []
        for row in self._cards:
            n_units = 0
            for _price, units in row:
                n_units += units
            self._sums.append(n_units)
        self._costs: Final[list[list[int]]] = [[] for _kind in self._cards]
        """``[kind][amount]``: cost of the cheapest cards, computed on first use."""
        self._purchases: Final[dict[int, list[tuple[int, int]]]] = {}
        super().__init__(rules.fuel, self._sums, taken)

    def dearest(self, kind: int) -> int:
        return self._dearest[kind]

    def _cost(self, kind: int, amount: int) -> int:
        costs = self._costs[kind]
        if not costs:
            costs = card_costs(self._cards[kind], self._sums[kind])
            self._costs[kind] = costs
        return costs[amount]

    def are_like(self, other: Prices) -> bool:
        return (
            isinstance(other, CardPrices)
            and self._taken == other._taken
            and self._cards == other._cards
        )

    def purchase(self, kind: int, amount: int) -> list[tuple[int, int]]:
        """Return price and units of the cards to buy for that many units; not to be changed."""
        amount = min(amount, self._sums[kind])
        question = amount * self._fuel.n_kinds + kind
        found = self._purchases.get(question)
        if found is None:
            found = cheapest_cards(self._cards[kind], amount)
            self._purchases[question] = found
        return found

    def units(self, kind: int, amount: int) -> int:
        """Return the units on those cards."""
        n_units = 0
        for _price, units in self.purchase(kind, amount):
            n_units += units
        return n_units


def card_costs(cards: list[tuple[int, int]], n_units: int) -> list[int]:
    """Return ``costs[amount]``: cost of the cheapest of these cards that give the amount or more.

    ``n_units``: the units of all cards.
    """
    costs = [FAR] * (n_units + 1)
    costs[0] = 0
    for price, units in cards:
        for amount in range(n_units, 0, -1):
            before = costs[amount - units if amount > units else 0]
            if before + price < costs[amount]:
                costs[amount] = before + price
    return costs


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

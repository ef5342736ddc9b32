"""Approximate cost of fuel for a seat in a position, as tokens or cards; fast to compute."""

from typing import Final

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.fuel import FuelRules
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.ids import NONE
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import Rules
from gridwright.engine.state import State


class Tariff:
    """Prices by kind. Missing fuel is assumed to cost the highest price."""

    def __init__(self, fuel: FuelRules) -> None:
        self.fuel: Final = fuel

    def cost(self, kind: int, amount: int) -> float:
        """Return the cost of an amount of a kind."""
        raise NotImplementedError

    def run_cost(self, plants: list[int], held: list[int]) -> float:
        """Return the cost of running all plants once, with the fuel held."""
        fuel = self.fuel
        needs = fuel.needs(plants)
        hybrids = needs[fuel.n_kinds]
        total = 0.0
        for kind in range(fuel.n_kinds):
            lack = needs[kind] - held[kind]
            if lack > 0 and (hybrids == 0 or (kind != fuel.first and kind != fuel.second)):
                total += self.cost(kind, lack)
        if hybrids:
            first = needs[fuel.first] - held[fuel.first]
            second = needs[fuel.second] - held[fuel.second]
            hybrids += min(0, first) + min(0, second)
            total += self._pair_cost(max(0, first), max(0, second), max(0, hybrids))
        return total

    def _pair_cost(self, first: int, second: int, either: int) -> float:
        """Return the cost for hybrids with the rest all of one kind or all of the other."""
        fuel = self.fuel
        with_first = self.cost(fuel.first, first + either) + self.cost(fuel.second, second)
        if either == 0:
            return with_first
        with_second = self.cost(fuel.first, first) + self.cost(fuel.second, second + either)
        return with_first if with_first < with_second else with_second


class TokenTariff(Tariff):
    """Tokens on the ladders of one seat."""

    def __init__(
        self, fuel: FuelRules, ladders: list[Ladder], tokens: list[int], behind: list[int]
    ) -> None:
        super().__init__(fuel)
        self._ladders: Final = ladders
        self._tokens: Final = tokens
        self._behind: Final = behind

    def cost(self, kind: int, amount: int) -> float:
        if amount <= 0:
            return 0.0
        ladder = self._ladders[kind]
        tokens = self._tokens[kind]
        sold = ladder.on_sale(tokens, self._behind[kind])
        if sold > amount:
            sold = amount
        missing = 0
        if sold < amount and ladder.n_spaces > 0:
            missing = (amount - sold) * ladder.prices[ladder.n_spaces - 1]
        return float(ladder.cost(tokens, sold) + missing)


class CardTariff(Tariff):
    """Cards in columns, taken column by column, with fractions of cards and prices."""

    def __init__(self, fuel: FuelRules, cards: FuelCards, depot: Depot) -> None:
        super().__init__(fuel)
        self._dearest: Final = cards.prices[-1]
        self._sums: Final[list[list[float]]] = [[0.0] for kind in range(fuel.n_kinds)]
        for column in range(cards.n_columns):
            row = depot.columns[column]
            price = cards.prices[column]
            for card in range(cards.n_cards):
                units = cards.units_of[card]
                sums = self._sums[cards.kind_of[card]]
                for _unit in range(row[card] * units):
                    sums.append(sums[-1] + price / units)

    def cost(self, kind: int, amount: int) -> float:
        if amount <= 0:
            return 0.0
        sums = self._sums[kind]
        last = len(sums) - 1
        if amount <= last:
            return sums[amount]
        return sums[last] + float((amount - last) * self._dearest)


def read_tariffs(rules: Rules, state: State) -> list[Tariff]:
    """Return the prices of each seat: shared in card games, by its own ladders on a board."""
    parts = state.parts
    n_seats = rules.n_seats
    if isinstance(parts, Depot):
        shared: Tariff = CardTariff(rules.fuel, rules.cards, parts)
        return [shared for seat in range(n_seats)]
    tariffs: list[Tariff] = []
    prices = rules.prices
    behind = prices.behind(state.supply, parts)
    for seat in range(n_seats):
        network = state.grid.networks[seat]
        ladders = [
            prices.ladder(seat, kind, state.step, network, parts)
            for kind in range(rules.market.n_kinds)
        ]
        tokens = prices.stock(seat, state.tokens, parts)
        tariffs.append(TokenTariff(rules.fuel, ladders, tokens, behind))
    return tariffs


def cards_above(rules: Rules, state: State) -> int:
    """Return the number of cards above the one for step 3 or the end; NONE once it was drawn."""
    stack = state.stack
    step_card = rules.deck.step_card
    n_cards = 0
    for layer in range(len(stack.pools)):
        if stack.pools[layer] >> step_card & 1:
            return n_cards
        for back in range(stack.n_backs):
            n_cards += stack.counts[layer * stack.n_backs + back]
    return NONE

"""Fuel on sale to the buying seat, as tokens or cards, derived from its offers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import cheapest_cards
from gridwright.bots.solvers.storage import capacity_of
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.fuel import FuelRules
from gridwright.engine.ids import FAR
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Offer
from gridwright.engine.vocabulary.fuel import MayBuy
from gridwright.protocol.fuel import ChosenCard, FuelPurchase

Priced = tuple[int, int]
"""Price and units of a fuel card."""


@dataclass(frozen=True)
class Storage:
    """Fuel storage of a seat's plants, and the fuel in it."""

    fuel: FuelRules
    capacity: list[int]
    held: list[int]

    def room(self, after: list[int], kind: int) -> int:
        """Return the number of units of a kind that fit in addition to others."""
        is_burned = self.capacity[-1] >> kind & 1
        return max(0, self.fuel.room(self.capacity, after, kind)) if is_burned else 0

    def with_units(self, amounts: list[int]) -> list[int]:
        return [held + amount for held, amount in zip(self.held, amounts, strict=True)]


def storage_of(view: SeatView) -> Storage:
    """Return the storage of the viewing seat."""
    held = view.held(view.seat)
    return Storage(view.rules.fuel, capacity_of(view.rules, view.seen, view.plants, held), held)


class FuelSale(ABC):
    """Prices of whole purchases. Kinds are priced separately: they share storage, not prices."""

    @abstractmethod
    def cost(self, kind: int, amount: int) -> int:
        """Return the lowest price of `amount` units, FAR if they are not available."""

    @abstractmethod
    def purchase(self, amounts: list[int]) -> FuelPurchase:
        """Return the cheapest purchase of at least these amounts, which must be available."""

    @abstractmethod
    def kept(self, storage: Storage, amounts: list[int]) -> list[int]:
        """Return the stored units after the cheapest purchase of these amounts."""

    @abstractmethod
    def fill(self, storage: Storage, money: int) -> FuelPurchase:
        """Return the purchase that fills the storage as far as the money allows, cheapest first."""

    def price(self, amounts: list[int]) -> int:
        return sum([self.cost(kind, amount) for kind, amount in enumerate(amounts) if amount])


class TokenSale(FuelSale):
    """Tokens on ladders."""

    def __init__(self, offers: list[MayBuy], n_kinds: int) -> None:
        self._costs: Final[list[list[int]]] = [[0] for kind in range(n_kinds)]
        """``costs[kind][amount]``."""
        for offer in offers:
            self._costs[offer.resource] += offer.costs()

    def cost(self, kind: int, amount: int) -> int:
        costs = self._costs[kind]
        return costs[amount] if amount < len(costs) else FAR

    def purchase(self, amounts: list[int]) -> FuelPurchase:
        return FuelPurchase(amounts, [], self.price(amounts))

    def kept(self, storage: Storage, amounts: list[int]) -> list[int]:
        return storage.with_units(amounts)

    def fill(self, storage: Storage, money: int) -> FuelPurchase:
        amounts = [0] * len(self._costs)
        after = storage.held[:]
        while True:
            steps = [
                (self.cost(kind, amounts[kind] + 1) - self.cost(kind, amounts[kind]), kind)
                for kind in range(len(amounts))
                if storage.room(after, kind)
            ]
            step, kind = min(steps, default=(FAR, 0))
            if step > money:
                return self.purchase(amounts)
            money -= step
            amounts[kind] += 1
            after[kind] += 1


class CardSale(FuelSale):
    """Cards in columns."""

    def __init__(self, rules: Rules, depot: Depot) -> None:
        cards = rules.cards
        self._fuel_cards: Final = cards
        self._cards: Final[list[list[Priced]]] = [[] for kind in range(cards.n_kinds)]
        """``cards[kind]``: price and units of each."""
        self._names: Final[dict[tuple[int, int, int], int]] = {}
        """Cards by kind, price and units."""
        self._known: Final[dict[tuple[int, int], list[Priced]]] = {}
        for column, price in enumerate(cards.prices):
            for card, count in enumerate(depot.columns[column]):
                if count:
                    kind, units = cards.kind_of[card], cards.units_of[card]
                    self._names[kind, price, units] = card
                    self._cards[kind] += [(price, units)] * count

    def _cheapest(self, kind: int, amount: int) -> list[Priced]:
        place = (kind, amount)
        if place not in self._known:
            self._known[place] = cheapest_cards(self._cards[kind], amount)
        return self._known[place]

    def cost(self, kind: int, amount: int) -> int:
        if amount > sum([units for _price, units in self._cards[kind]]):
            return FAR
        return sum([price for price, _units in self._cheapest(kind, amount)])

    def purchase(self, amounts: list[int]) -> FuelPurchase:
        chosen: list[ChosenCard] = []
        for kind, amount in enumerate(amounts):
            for price, units in self._cheapest(kind, amount):
                chosen.append(ChosenCard(self._names[kind, price, units], price))
        return _card_purchase(amounts, chosen)

    def kept(self, storage: Storage, amounts: list[int]) -> list[int]:
        # A card may bring more units than needed, which take storage from other kinds.
        after = storage.held[:]
        for kind, amount in enumerate(amounts):
            for _price, units in self._cheapest(kind, amount):
                after[kind] += min(units, storage.room(after, kind))
        return after

    def fill(self, storage: Storage, money: int) -> FuelPurchase:
        after = storage.held[:]
        chosen: list[ChosenCard] = []
        left = [
            (price, units, kind) for kind, row in enumerate(self._cards) for price, units in row
        ]
        while True:
            rooms = [storage.room(after, kind) for kind in range(len(after))]
            steps = [
                (price / min(units, rooms[kind]), price, units, kind)
                for price, units, kind in left
                if rooms[kind] and price <= money
            ]
            if not steps:
                break
            _rate, price, units, kind = min(steps)
            left.remove((price, units, kind))
            chosen.append(ChosenCard(self._names[kind, price, units], price))
            money -= price
            after[kind] += min(units, rooms[kind])
        amounts = [now - before for now, before in zip(after, storage.held, strict=True)]
        return _card_purchase(amounts, chosen)


def _card_purchase(amounts: list[int], cards: list[ChosenCard]) -> FuelPurchase:
    return FuelPurchase(amounts, cards, sum([each.price for each in cards]))


def read_sale(view: SeatView, offers: Sequence[Offer]) -> FuelSale | None:
    """Return the fuel sale of the offers; None if they sell no fuel."""
    parts = view.seen.parts
    if isinstance(parts, Depot):
        is_sold = any(isinstance(offer, MayBuyCard) for offer in offers)
        return CardSale(view.rules, parts) if is_sold else None
    tokens = [offer for offer in offers if isinstance(offer, MayBuy)]
    return TokenSale(tokens, view.rules.fuel.n_kinds) if tokens else None

"""Buying fuel as cards (k5)."""

from typing import Final

from gridwright.engine.editions.card.depot import depot_of, is_last_round
from gridwright.engine.editions.card.vocabulary import BuyCard, FuelCardBought, MayBuyCard
from gridwright.engine.phases.base import DONE, GAME_OVER, NO_NUMBERS
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer, list_actions


class CardBuyingPhase(BuyingPhase):
    """Seats buy card by card; the last round ends with this phase (k9.1)."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.surplus_bars_buying: Final = rules.settings.surplus_bars_buying

    def proceed(self, state: State, log: EventLog) -> int:
        answer = super().proceed(state, log)
        return GAME_OVER if answer == DONE and is_last_round(state) else answer

    def room(self, state: State, seat: int, kind: int) -> int:
        """Return the units of a kind that a seat may still store."""
        return self._room(state, seat, self._capacity(state, seat), kind)

    def _room(self, state: State, seat: int, capacity: list[int], kind: int) -> int:
        """Return the room for a kind; what one run lacks must also fit into the storage."""
        fuel = self.rules.fuel
        held = state.fuel[seat]
        room = fuel.room(capacity, held, kind)
        if is_last_round(state):
            return min(room, fuel.room(state.capacity[seat], held, kind))
        return room

    def _capacity(self, state: State, seat: int) -> list[int]:
        """Return the units that a seat may store (k5.3, k5.12, k5.13)."""
        if is_last_round(state):
            return self.rules.fuel.needs(state.plants[seat])
        return state.capacity[seat]

    def _is_barred(self, state: State, capacity: list[int], held: list[int]) -> bool:
        """Return whether surplus fuel bars a seat from buying in the last round (k13.9)."""
        if not self.surplus_bars_buying or not is_last_round(state):
            return False
        return not self.rules.fuel.fits(capacity, held)

    def _rooms(self, state: State, seat: int) -> list[int]:
        """Return the room for every kind."""
        fuel = self.rules.fuel
        held = state.fuel[seat]
        capacity = self._capacity(state, seat)
        rooms = [0] * fuel.n_kinds
        if self._is_barred(state, capacity, held):
            return rooms
        for kind in fuel.burnable(state.capacity[seat]):
            rooms[kind] = self._room(state, seat, capacity, kind)
        return rooms

    def can_buy(self, state: State, seat: int) -> bool:
        cards = self.rules.cards
        rooms = self._rooms(state, seat)
        depot = depot_of(state)
        money = state.money[seat]
        kind_of = cards.kind_of
        for column in range(cards.n_columns):
            if cards.prices[column] > money:
                return False
            row = depot.columns[column]
            for card in range(len(row)):
                if row[card] and rooms[kind_of[card]] > 0:
                    return True
        return False

    def purchases(self, state: State, seat: int) -> list[Offer]:
        cards = self.rules.cards
        rooms = self._rooms(state, seat)
        depot = depot_of(state)
        found: list[int] = []
        prices: list[int] = []
        kept: list[int] = []
        money = state.money[seat]
        kind_of = cards.kind_of
        for column in range(cards.n_columns):
            price = cards.prices[column]
            if price <= money:
                row = depot.columns[column]
                for card in range(len(row)):
                    if row[card]:
                        room = rooms[kind_of[card]]
                        if room > 0:
                            found.append(card)
                            prices.append(price)
                            kept.append(min(room, cards.units_of[card]))
        return [MayBuyCard(seat, found, prices, kept)] if found else []

    def legal(self, state: State) -> list[Action]:
        # The number of the action that buys a card is larger than that of the one that stops.
        purchases = self.purchases(state, state.actor)
        return list_actions([self.finish_offers[state.actor], *purchases])

    def verify_purchase(self, state: State, action: Action) -> None:
        if not isinstance(action, BuyCard):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        cards = self.rules.cards
        column = cards.column_at(action.price)
        if not 0 <= action.card < cards.n_cards or column < 0:
            raise self.refuse("unknown_name", {"card": action.card, "price": action.price})
        if depot_of(state).columns[column][action.card] == 0:
            raise self.refuse("sold_out", {"card": action.card, "price": action.price})
        kind = cards.kind_of[action.card]
        if self._rooms(state, action.seat)[kind] < 1:
            raise self.refuse("no_room", {"kind": kind, "room": 0})
        if action.price > state.money[action.seat]:
            numbers = {"cost": action.price, "money": state.money[action.seat]}
            raise self.refuse("cannot_pay_fuel", numbers)

    def buy(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, BuyCard)
        cards = self.rules.cards
        seat = action.seat
        kind = cards.kind_of[action.card]
        column = cards.column_at(action.price)
        kept = min(cards.units_of[action.card], self.room(state, seat, kind))
        depot_of(state).take(seat, action.card, column, kept)
        held = state.fuel[seat][:]
        held[kind] += kept
        state.fuel[seat] = held
        state.money[seat] -= action.price
        if log.wanted:
            log.add(FuelCardBought(seat, action.card, column, kept, action.price))

"""Resources phase (c5): fuel is bought as tokens."""

from typing import Final

from gridwright.engine.phases.base import NO_NUMBERS
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy, ResourcesBought


class ResourcesPhase(BuyingPhase):
    """Seats buy tokens from the price ladders (c5)."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.n_kinds: Final = rules.market.n_kinds
        self.ladders: Final = rules.market.ladders
        self.prices: Final = rules.prices
        self._same_for_all: Final = type(rules.prices) is PricePolicy

    def can_buy(self, state: State, seat: int) -> bool:
        for kind in self.rules.fuel.burnable(state.capacity[seat]):
            if self._most(state, seat, kind) > 0:
                return True
        return False

    def ladder(self, state: State, seat: int, kind: int) -> Ladder:
        """Return the prices that a seat pays for a kind now."""
        if self._same_for_all:
            return self.ladders[kind]
        network = state.grid.networks[seat]
        return self.prices.ladder(seat, kind, state.step, network, state.parts)

    def stock(self, state: State, seat: int) -> list[int]:
        """Return the tokens of the market at which a seat buys."""
        if self._same_for_all:
            return state.tokens
        return self.prices.stock(seat, state.tokens, state.parts)

    def on_sale(self, state: State, seat: int, kind: int) -> int:
        """Return the tokens of a kind that a seat could buy if it had the room and the money."""
        behind = state.supply
        if not self._same_for_all:
            behind = self.prices.behind(state.supply, state.parts)
        return self.ladder(state, seat, kind).on_sale(self.stock(state, seat)[kind], behind[kind])

    def take(self, state: State, seat: int, kind: int, amount: int, log: EventLog) -> int:
        """Take sold tokens, those on the ladder first; returns the number that the supply gave.

        The caller then charges the seat and gives it the tokens.
        """
        tokens = state.tokens[kind]
        from_market = amount if amount < tokens else tokens
        state.tokens[kind] = tokens - from_market
        state.supply[kind] -= amount - from_market
        return amount - from_market

    def _room(self, state: State, seat: int, kind: int) -> int:
        """Return the tokens of a kind that the market has and the plants can store (c5.3, c5.6)."""
        room = self.rules.fuel.room(state.capacity[seat], state.fuel[seat], kind)
        on_sale = self.on_sale(state, seat, kind)
        return room if room < on_sale else on_sale

    def _most(self, state: State, seat: int, kind: int) -> int:
        """Return the tokens of a kind that a seat may buy."""
        room = self._room(state, seat, kind)
        if room <= 0:
            return 0
        ladder = self.ladder(state, seat, kind)
        return ladder.affordable(self.stock(state, seat)[kind], room, state.money[seat])

    def purchases(self, state: State, seat: int) -> list[Offer]:
        found: list[Offer] = []
        for kind in self.rules.fuel.burnable(state.capacity[seat]):
            most = self._most(state, seat, kind)
            if most > 0:
                ladder = self.ladder(state, seat, kind)
                found.append(MayBuy(seat, kind, most, ladder, self.stock(state, seat)[kind]))
        return found

    def verify_purchase(self, state: State, action: Action) -> None:
        if not isinstance(action, BuyResources):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        kind = action.resource
        if not 0 <= kind < self.n_kinds or action.amount < 1:
            raise self.refuse("unknown_name", {"resource": kind, "amount": action.amount})
        seat = action.seat
        on_sale = self.on_sale(state, seat, kind)
        if action.amount > on_sale:
            raise self.refuse("sold_out", {"amount": action.amount, "on_sale": on_sale})
        room = self._room(state, seat, kind)
        if action.amount > room:
            raise self.refuse("no_room", {"amount": action.amount, "room": room})
        if action.amount > self._most(state, seat, kind):
            ladder = self.ladder(state, seat, kind)
            cost = ladder.cost(self.stock(state, seat)[kind], action.amount)
            raise self.refuse("cannot_pay_fuel", {"cost": cost, "money": state.money[seat]})

    def buy(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, BuyResources)
        seat = action.seat
        kind = action.resource
        amount = action.amount
        cost = self.ladder(state, seat, kind).cost(self.stock(state, seat)[kind], amount)
        from_supply = self.take(state, seat, kind, amount, log)
        state.money[seat] -= cost
        held = state.fuel[seat][:]
        held[kind] += amount
        state.fuel[seat] = held
        if log.wanted:
            stored = self.rules.fuel.arrange(state.plants[seat], held)
            log.add(ResourcesBought(seat, kind, amount, from_supply, cost, stored))

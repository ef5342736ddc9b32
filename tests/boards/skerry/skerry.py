"""The rules of a made-up board: a ladder of each seat's own, a rule of access, a ferry."""

from typing import ClassVar, Final

from gridwright.engine.board_parts import (
    board_parts,
    change_part,
    change_part_for,
    move_tokens,
)
from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.phases.base import NO_NUMBERS
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.policies import AccessPolicy, TrustPolicy
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy, ResourcesBought

HARBOUR: Final = "reykjavik"
FERRY: Final = 0
SAILINGS: Final = 1
"""Places of the parts, as the board's file lists them."""

COAL: Final = 0
OIL: Final = 1
URANIUM: Final = 3


class HarbourPrices(PricePolicy):
    """Oil is cheaper for seats at the harbour (b-skerry.1)."""

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        super().__init__(ladders, board, figures)
        self.harbour: Final = 1 << board.cities.index(HARBOUR)
        rebate = figures["harbour_rebate"][0]
        prices = [max(1, price - rebate) for price in ladders[OIL].prices]
        self.cheaper: Final = Ladder(prices, ladders[OIL].store_price)

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        if kind == OIL and network & self.harbour:
            return self.cheaper
        return self.ladders[kind]


class ReactorAccess(AccessPolicy):
    """Uranium is for seats with a network (b-skerry.2)."""

    CODE: ClassVar[str] = "no_reactor_yet"

    def may_bid(self, state: State, seat: int, plant: int) -> bool:
        if URANIUM not in self.rules.deck.plants[plant].kinds:
            return True
        return state.grid.n_cities[seat] >= self.rules.figures["reactor_cities"][0]


class FerryPhase(BuyingPhase):
    """A ferry brings coal, of which each seat may buy a little (b-skerry.3)."""

    NAME: ClassVar[str] = "ferry"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, TrustPolicy())
        load = rules.figures["ferry_load"][0]
        self.load: Final = load
        self.most: Final = rules.figures["ferry_most"][0]
        self.ladder: Final = Ladder([rules.figures["ferry_price"][0]] * load, 0)

    def enter(self, state: State, log: EventLog) -> None:
        super().enter(state, log)
        change_part(state, SAILINGS, [0] * self.rules.n_seats, log)
        brought = min(self.load - self._stock(state), state.supply[COAL])
        if brought > 0:
            to_supply = [0] * self.rules.market.n_kinds
            to_supply[COAL] = -brought
            move_tokens(state, FERRY, to_supply, log)

    def _stock(self, state: State) -> int:
        return board_parts(state).row(FERRY)[COAL]

    def _left(self, state: State, seat: int) -> int:
        """Return how many tokens the ferry has for a seat."""
        return min(self._stock(state), self.most - board_parts(state).row(SAILINGS)[seat])

    def _most(self, state: State, seat: int) -> int:
        room = self.rules.fuel.room(state.capacity[seat], state.fuel[seat], COAL)
        limit = min(self._left(state, seat), room)
        if limit <= 0:
            return 0
        return self.ladder.affordable(self._stock(state), limit, state.money[seat])

    def can_buy(self, state: State, seat: int) -> bool:
        return self._most(state, seat) > 0

    def purchases(self, state: State, seat: int) -> list[Offer]:
        most = self._most(state, seat)
        if most == 0:
            return []
        return [MayBuy(seat, COAL, most, self.ladder, self._stock(state))]

    def verify_purchase(self, state: State, action: Action) -> None:
        if not isinstance(action, BuyResources):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if not 0 <= action.resource < self.rules.market.n_kinds or action.amount < 1:
            numbers = {"resource": action.resource, "amount": action.amount}
            raise self.refuse("unknown_name", numbers)
        seat = action.seat
        left = self._left(state, seat) if action.resource == COAL else 0
        if action.amount > left:
            raise self.refuse("no_ferry_left", {"amount": action.amount, "left": left})
        room = self.rules.fuel.room(state.capacity[seat], state.fuel[seat], COAL)
        if action.amount > room:
            raise self.refuse("no_room", {"amount": action.amount, "room": room})
        if action.amount > self._most(state, seat):
            cost = self.ladder.cost(self._stock(state), action.amount)
            raise self.refuse("cannot_pay_fuel", {"cost": cost, "money": state.money[seat]})

    def buy(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, BuyResources)
        seat = action.seat
        amount = action.amount
        cost = self.ladder.cost(self._stock(state), amount)
        # Tokens leave a part by way of the supply.
        to_supply = [0] * self.rules.market.n_kinds
        to_supply[COAL] = amount
        move_tokens(state, FERRY, to_supply, log)
        state.supply[COAL] -= amount
        state.money[seat] -= cost
        held = state.fuel[seat][:]
        held[COAL] += amount
        state.fuel[seat] = held
        if log.wanted:
            stored = self.rules.fuel.arrange(state.plants[seat], held)
            log.add(ResourcesBought(seat, COAL, amount, amount, cost, stored))
        sailings = board_parts(state).row(SAILINGS)[:]
        sailings[seat] += amount
        if sum(sailings) == amount:
            gained = self.rules.figures["first_on_board"][0]  # b-skerry.6
            change_part_for(state, seat, gained, SAILINGS, sailings, log)
        else:
            change_part(state, SAILINGS, sailings, log)

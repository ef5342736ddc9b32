"""The rules of India: fuel token by token, prices that open by steps, power outages."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part
from gridwright.engine.fuel import Run
from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.phases.base import DONE
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying, MayBuy
from gridwright.engine.vocabulary.turn import TurnFinished

PASSED: Final = 0
BUILT: Final = 1
"""Indexes of the parts in the board's file."""


class StepPrices(PricePolicy):
    """Prices whose dearest spaces are closed in the first steps (b-india.4)."""

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        super().__init__(ladders, board, figures)
        self.by_step: Final = [
            [_open_up_to(ladder, price) for ladder in ladders] for price in figures["open_prices"]
        ]

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        return self.by_step[step - 1][kind]


def _open_up_to(ladder: Ladder, price: int) -> Ladder:
    n_closed = len([each for each in ladder.prices if each > price])
    return Ladder(ladder.prices, ladder.store_price, n_closed)


class TurnsPhase(ResourcesPhase):
    """Seats take turns to buy one token each until all have passed (b-india.3).

    A purchase that is impossible now stays impossible in this phase, so only passing is recorded.
    """

    def enter(self, state: State, log: EventLog) -> None:
        super().enter(state, log)
        if sum(board_parts(state).row(PASSED)):
            change_part(state, PASSED, [0] * self.rules.n_seats, log)

    def proceed(self, state: State, log: EventLog) -> int:
        passed = board_parts(state).row(PASSED)
        for place in range(self.rules.n_seats):
            seat = state.order[state.turn]
            if not passed[seat]:
                # Takebacks belong to the seat that acted; it may act again immediately.
                may_take_back = state.takebacks > 0 and seat == state.actor
                if may_take_back or self.can_buy(state, seat):
                    return seat
            self._end_turn(state, log)
        return DONE

    def _end_turn(self, state: State, log: EventLog) -> None:
        state.turn -= 1
        # The Trust has no fuel before it took some; later there is none to take.
        if state.turn == 0 and sum(state.trust.fuel) == 0:
            self.trust.take_fuel(state, log)
            if sum(state.trust.fuel):
                state.takebacks = 0  # Purchases that the Trust has reacted to cannot be taken back.
        if state.turn < 0:
            state.turn = self.rules.n_seats - 1

    def purchases(self, state: State, seat: int) -> list[Offer]:
        found: list[Offer] = []
        for offer in super().purchases(state, seat):
            assert isinstance(offer, MayBuy)
            found.append(MayBuy(seat, offer.resource, 1, offer.ladder, offer.tokens))
        return found

    def verify_purchase(self, state: State, action: Action) -> None:
        if isinstance(action, BuyResources) and 0 <= action.resource < self.n_kinds:
            kind = action.resource
            if action.amount > 1:
                raise self.refuse("one_at_a_time", {"amount": action.amount})
            ladder = self.ladder(state, action.seat, kind)
            on_sale = ladder.on_sale(state.tokens[kind], state.supply[kind])
            if action.amount == 1 and on_sale == 0 and state.tokens[kind] > 0:
                numbers = {"price": ladder.cost(state.tokens[kind], 1), "step": state.step}
                raise self.refuse("space_closed", numbers)
        super().verify_purchase(state, action)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, FinishBuying):
            state.takebacks = 0
            passed = board_parts(state).row(PASSED)[:]
            passed[action.seat] = 1
            change_part(state, PASSED, passed, log)
            if log.wanted:
                log.add(TurnFinished(action.seat))
        else:
            self.buy(state, action, log)
            state.takebacks += 1
        self._end_turn(state, log)


class CountedBuilding(BuildingPhase):
    """Building that counts the cities of each round (b-india.5)."""

    def enter(self, state: State, log: EventLog) -> None:
        super().enter(state, log)
        if board_parts(state).row(BUILT)[0]:
            change_part(state, BUILT, [0], log)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        super().apply(state, action, log)
        if isinstance(action, ConnectCity):
            change_part(state, BUILT, [board_parts(state).row(BUILT)[0] + 1], log)


class OutagePhase(BureaucracyPhase):
    """Fines all seats after much building (b-india.5); all must supply most cities (b-india.6)."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.most_built: Final = rules.figures["outage_cities"][0] * rules.n_seats
        self.cost: Final = rules.figures["outage_cost"][0]

    def payments(self, state: State, seat: int) -> list[int]:
        if board_parts(state).row(BUILT)[0] <= self.most_built:
            return self.rules.income
        lost = self.cost * state.grid.n_cities[seat]
        return [payment - lost if payment > lost else 0 for payment in self.rules.income]

    def runs(self, state: State, seat: int) -> list[Run]:
        every = super().runs(state, seat)
        n_cities = state.grid.n_cities[seat]
        most = 0
        for run in every:
            most = max(most, min(run.output, n_cities))
        return [run for run in every if min(run.output, n_cities) == most]

    def verify_run(self, state: State, seat: int, plants: int, first: int) -> Run:
        found = self.runs(state, seat)
        n_cities = state.grid.n_cities[seat]
        most = min(found[0].output, n_cities)
        for run in super().runs(state, seat):
            supplied = min(run.output, n_cities)
            if run.plants == plants and supplied < most:
                raise self.refuse("must_supply_more", {"cities": supplied, "most": most})
        return super().verify_run(state, seat, plants, first)

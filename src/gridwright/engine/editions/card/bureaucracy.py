"""Production, the new order, and both markets (k6, k7)."""

from typing import ClassVar, Final

from gridwright.engine.editions.card.depot import SINGLES, Depot, depot_of
from gridwright.engine.editions.card.fuel_deals import OpeningFuelPhase, deal_fuel, is_fuel_due
from gridwright.engine.editions.card.order import order_by_income
from gridwright.engine.editions.card.vocabulary import (
    DealFuel,
    ElectricityProduced,
    FuelMoved,
    FuelReshuffled,
    MayProduce,
    Produce,
)
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import EXCHANGE, FUEL_DUE, UPKEEP
from gridwright.engine.masks import total
from gridwright.engine.phases.base import AGAIN, DONE, NO_NUMBERS
from gridwright.engine.phases.production import ProductionPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer


class CardBureaucracyPhase(ProductionPhase):
    """Seats produce in order; then order, fuel columns and plant market are updated."""

    NAME: ClassVar[str] = "bureaucracy"

    def __init__(self, rules: Rules, trust: TrustPolicy, deals: OpeningFuelPhase) -> None:
        super().__init__(rules, trust)
        self.deals: Final = deals
        """Deals of fuel by chance, as in the set-up."""
        self.reach: Final = 1 if rules.settings.fuel_slides_one_step else rules.cards.n_columns
        """Number of columns that a card may slide at a resupply (k7.2, k13.10)."""

    # Production

    def run_nothing(self, state: State, seat: int, log: EventLog) -> None:
        self._produce(state, Produce(seat, 0, 0, []), log)

    def offers(self, state: State) -> list[Offer]:
        if state.due == FUEL_DUE:
            return self.deals.offers(state)
        seat = state.actor
        return [
            MayProduce(
                seat,
                self.runs(state, seat),
                self.rules.income,
                self.rules.fuel,
                self.rules.cards,
                depot_of(state).stored[seat],
            )
        ]

    def verify(self, state: State, action: Action) -> None:
        if state.due == FUEL_DUE:
            self.deals.verify(state, action)
            return
        if not isinstance(action, Produce):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        run = self.verify_run(state, action.seat, action.plants, action.first)
        burned = self.rules.fuel.burned_by(run, action.first)
        stored = depot_of(state).stored[action.seat]
        if action.turns and not self.rules.cards.makes_up(stored, burned, action.turns):
            raise self.refuse("wrong_cards_turned", {"units": sum(burned)})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, Produce):
            self._produce(state, action, log)
        else:
            assert isinstance(action, DealFuel)
            deal_fuel(state, action, log)

    def _produce(self, state: State, action: Produce, log: EventLog) -> None:
        seat = action.seat
        depot = depot_of(state)
        burned = self.rules.fuel.burned(state.plants[seat], action.plants, action.first)
        turns = action.turns
        if not turns:
            turns = self.rules.cards.fewest_first(depot.stored[seat], burned)
        income = self.pay(state, seat, burned, self.output(state, seat, action.plants))
        depot.turn_down(seat, turns)
        depot.incomes[seat] = income
        if log.wanted:
            log.add(ElectricityProduced(seat, action.plants, turns, income))

    # Later steps, one at a time: ``turn`` counts them

    def wind_up(self, state: State, log: EventLog) -> int:
        n_seats = self.rules.n_seats
        if state.turn == n_seats:
            state.turn += 1
            self.trust.burn(state, log)
            order_by_income(self.rules, state, log)
            self._move_fuel(depot_of(state), log)
        if state.turn == n_seats + 1:
            return self._resupply(state, log)
        return DONE

    def _move_fuel(self, depot: Depot, log: EventLog) -> None:
        """Fill empty slots from dearer columns: 3 to 2, 4 to 2, 4 to 3 (k7.2, k7.3)."""
        moves: list[list[int]] = []
        for cheaper in range(SINGLES + 1, depot.cards.n_columns):
            end = min(cheaper + 1 + self.reach, depot.cards.n_columns)
            for column in range(cheaper + 1, end):
                free = depot.cards.n_slots - total(depot.columns[cheaper])
                for card in range(depot.cards.n_printed):
                    n_moved = min(free, depot.columns[column][card])
                    for each in range(n_moved):
                        depot.move(card, column, cheaper)
                        moves.append([card, column, cheaper])
                    free -= n_moved
        if moves and log.wanted:
            log.add(FuelMoved(moves))

    def _resupply(self, state: State, log: EventLog) -> int:
        """Deal cards from the stack, then from the reshuffled discard pile (k7.4, k7.5, k7.8)."""
        if is_fuel_due(state):
            return CHANCE
        depot = depot_of(state)
        if depot.next_gap() != NONE and depot.can_reshuffle():
            depot.reshuffle()
            if log.wanted:
                log.add(FuelReshuffled(depot.n_reshuffles))
            state.tasks = [EXCHANGE]
            return AGAIN
        state.turn += 1
        state.tasks = [UPKEEP]
        return AGAIN

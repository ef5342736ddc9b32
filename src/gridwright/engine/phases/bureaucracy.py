"""Bureaucracy phase (c7): plants run, seats are paid, markets are refilled."""

from typing import ClassVar

from gridwright.engine.market import UPKEEP
from gridwright.engine.phases.base import AGAIN, DONE, NO_NUMBERS
from gridwright.engine.phases.production import ProductionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.fuel import MarketRefilled
from gridwright.engine.vocabulary.production import CitiesSupplied, MayRun, RunPlants


class BureaucracyPhase(ProductionPhase):
    """Seats supply cities in order; then fuel is refilled and the plant market changes (c7)."""

    NAME: ClassVar[str] = "bureaucracy"

    def run_nothing(self, state: State, seat: int, log: EventLog) -> None:
        self._supply(state, seat, 0, 0, log)

    def wind_up(self, state: State, log: EventLog) -> int:
        if state.turn > self.rules.n_seats:
            return DONE
        state.turn += 1
        self.trust.burn(state, log)
        self.refill(state, log)
        state.tasks = [UPKEEP]
        return AGAIN

    def offers(self, state: State) -> list[Offer]:
        seat = state.actor
        n_cities = state.grid.n_cities[seat]
        return [MayRun(seat, self.runs(state, seat), n_cities, self.payments(state, seat))]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, RunPlants):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        self.verify_run(state, action.seat, action.plants, action.first)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, RunPlants)
        self._supply(state, action.seat, action.plants, action.first, log)

    def _supply(self, state: State, seat: int, plants: int, first: int, log: EventLog) -> None:
        fuel = self.rules.fuel
        owned = state.plants[seat]
        burned = fuel.burned(owned, plants, first)
        n_cities = min(self.output(state, seat, plants), state.grid.n_cities[seat])
        income = self.pay(state, seat, burned, n_cities)
        for kind in range(fuel.n_kinds):
            state.supply[kind] += burned[kind]  # c7.5
        if log.wanted:
            stored = fuel.arrange(owned, state.fuel[seat])
            log.add(CitiesSupplied(seat, plants, burned, n_cities, income, stored))

    def refill_of(self, state: State) -> list[int]:
        """Return the refill by kind, limited by the supply and the free spaces (c7.6)."""
        market = self.rules.market
        amounts = market.refills[state.step - 1][:]
        for kind in range(market.n_kinds):
            free = market.ladders[kind].n_spaces - state.tokens[kind]
            left = min(amounts[kind], state.supply[kind])
            amounts[kind] = min(left, free)
            if state.closed >> kind & 1:
                amounts[kind] = 0  # c13.3
        return amounts

    def refill(self, state: State, log: EventLog) -> None:
        """Refill the market."""
        self.put(state, self.refill_of(state), log)

    def put(self, state: State, amounts: list[int], log: EventLog) -> None:
        """Move tokens from the supply to the market."""
        for kind in range(self.rules.market.n_kinds):
            state.tokens[kind] += amounts[kind]
            state.supply[kind] -= amounts[kind]
        if log.wanted:
            log.add(MarketRefilled(amounts))

"""Plants run, seats are paid, markets are filled up."""

from typing import ClassVar, Final

from gridwright.engine.actions import Action, RunPlants
from gridwright.engine.events import CitiesSupplied, EventLog, MarketRefilled
from gridwright.engine.fuel import Run
from gridwright.engine.market import UPKEEP
from gridwright.engine.offers import MayRun, Offer
from gridwright.engine.phases.base import AGAIN, DONE, NO_NUMBERS, Phase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State


class BureaucracyPhase(Phase):
    """Seats supply cities in order; then fuel is refilled and the plant market moves on (c7)."""

    NAME: ClassVar[str] = "bureaucracy"

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules)
        self.trust: Final = trust

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = 0

    def proceed(self, state: State, log: EventLog) -> int:
        while state.turn < self.rules.n_seats:
            seat = state.order[state.turn]
            if self.rules.fuel.can_run(state.plants[seat], state.capacity[seat], state.fuel[seat]):
                return seat
            self._supply(state, seat, 0, 0, log)  # c7.9
        if state.turn == self.rules.n_seats:
            state.turn += 1
            self.trust.burn(state, log)
            self._refill(state, log)
            state.tasks = [UPKEEP]
            return AGAIN
        return DONE

    def _runs(self, state: State, seat: int) -> list[Run]:
        return self.rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])

    def offers(self, state: State) -> list[Offer]:
        seat = state.actor
        n_cities = state.grid.n_cities[seat]
        return [MayRun(seat, self._runs(state, seat), n_cities, self.rules.income)]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, RunPlants):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        owned = 0
        for plant in state.plants[action.seat]:
            owned |= 1 << plant
        if action.plants < 0 or action.plants & ~owned:
            raise self.refuse("cannot_run", NO_NUMBERS)
        for run in self._runs(state, action.seat):
            if run.plants == action.plants:
                if run.low <= action.first <= run.high:
                    return
                numbers = {"first": action.first, "least": run.low, "most": run.high}
                raise self.refuse("wrong_fuel_mix", numbers)
        held = sum(state.fuel[action.seat])
        raise self.refuse("not_enough_fuel", {"tokens": held})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, RunPlants)
        self._supply(state, action.seat, action.plants, action.first, log)

    def _supply(self, state: State, seat: int, plants: int, first: int, log: EventLog) -> None:
        fuel = self.rules.fuel
        owned = state.plants[seat]
        burned = fuel.burned(owned, plants, first)
        output = 0
        for plant in owned:
            if plants >> plant & 1:
                output += fuel.output_of[plant]
        n_cities = min(output, state.grid.n_cities[seat])
        income = self.rules.payment(n_cities)
        if plants:
            held = state.fuel[seat][:]
            for kind in range(fuel.n_kinds):
                held[kind] -= burned[kind]
                state.supply[kind] += burned[kind]  # c7.5
            state.fuel[seat] = held
        state.money[seat] += income
        state.turn += 1
        if log.wanted:
            stored = fuel.arrange(owned, state.fuel[seat])
            log.add(CitiesSupplied(seat, plants, burned, n_cities, income, stored))

    def _refill(self, state: State, log: EventLog) -> None:
        """Tokens come from the supply, as far as it goes and spaces are free (c7.6)."""
        market = self.rules.market
        amounts = market.refills[state.step - 1][:]
        for kind in range(market.n_kinds):
            free = market.ladders[kind].n_spaces - state.tokens[kind]
            amount = min(amounts[kind], state.supply[kind], free)
            if state.closed >> kind & 1:
                amount = 0  # c13.3
            state.tokens[kind] += amount
            state.supply[kind] -= amount
            amounts[kind] = amount
        if log.wanted:
            log.add(MarketRefilled(amounts))

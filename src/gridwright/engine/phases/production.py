"""Production: plants run and seats are paid, with fuel as tokens or cards."""

from typing import Final

from gridwright.engine.fuel import Run
from gridwright.engine.masks import total
from gridwright.engine.phases.base import NO_NUMBERS, Phase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


class ProductionPhase(Phase):
    """Seats run plants in order; one that can run none is paid automatically (c7.9)."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules)
        self.trust: Final = trust

    def run_nothing(self, state: State, seat: int, log: EventLog) -> None:
        """Play the turn of a seat that can run no plant."""
        raise NotImplementedError

    def wind_up(self, state: State, log: EventLog) -> int:
        """Return the result of ``proceed`` once every seat was paid.

        Called again until it returns DONE or GAME_OVER; ``state.turn`` counts the calls.
        """
        raise NotImplementedError

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = 0

    def proceed(self, state: State, log: EventLog) -> int:
        while state.turn < self.rules.n_seats:
            seat = state.order[state.turn]
            if self.has_choice(state, seat):
                return seat
            self.run_nothing(state, seat, log)
        return self.wind_up(state, log)

    def has_choice(self, state: State, seat: int) -> bool:
        """Return whether a seat decides on its turn. By default, whether it can run a plant."""
        return self.rules.fuel.can_run(state.plants[seat], state.capacity[seat], state.fuel[seat])

    def runs(self, state: State, seat: int) -> list[Run]:
        """Return every set of plants that a seat can run."""
        return self.rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])

    def verify_run(self, state: State, seat: int, plants: int, first: int) -> Run:
        """Return the run of a set of plants with ``first`` units of the first kind for hybrids.

        Raises IllegalAction if the plants cannot run.
        """
        owned = 0
        for plant in state.plants[seat]:
            owned |= 1 << plant
        if plants < 0 or plants & ~owned:
            raise self.refuse("cannot_run", NO_NUMBERS)
        for run in self.runs(state, seat):
            if run.plants == plants:
                if run.low <= first <= run.high:
                    return run
                numbers = {"first": first, "least": run.low, "most": run.high}
                raise self.refuse("wrong_fuel_mix", numbers)
        raise self.refuse("not_enough_fuel", {"tokens": sum(state.fuel[seat])})

    def output(self, state: State, seat: int, plants: int) -> int:
        """Return the total output of a set of a seat's plants."""
        outputs = self.rules.fuel.output_of
        output = 0
        for plant in state.plants[seat]:
            if plants >> plant & 1:
                output += outputs[plant]
        return output

    def payments(self, state: State, seat: int) -> list[int]:
        """Return the income of a seat now, by its useful output (c7.3)."""
        return self.rules.income

    def pay(self, state: State, seat: int, burned: list[int], useful: int) -> int:
        """Take the fuel, pay for the useful output, and end the turn."""
        payments = self.payments(state, seat)
        last = len(payments) - 1
        income = payments[useful if useful < last else last]
        if total(burned):
            held = state.fuel[seat][:]
            for kind in range(len(burned)):
                held[kind] -= burned[kind]
            state.fuel[seat] = held
        state.money[seat] += income
        state.turn += 1
        return income

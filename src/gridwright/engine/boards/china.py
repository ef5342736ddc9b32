"""The rules of China: the plant market is planned, and filled once per round."""

from typing import ClassVar, Final

from gridwright.engine.market import DRAW, OWN_TASK, STEP_THREE_CHANGE, PlantMarket
from gridwright.engine.phases.base import DONE, Phase
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_STEP, LEFT_UPKEEP

PLAN: Final = OWN_TASK
TRIM: Final = OWN_TASK + 1
LAST_STEP: Final = 3


class PlannedMarket(PlantMarket):
    """A plant market that cards enter by the plan alone before step 3 (b-china.3)."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.planned: Final = rules.figures["plan_size"][0]
        self.least: Final = rules.figures["plan_least"][0]

    def replace(self, state: State) -> None:
        if state.step == LAST_STEP:
            super().replace(state)

    def upkeep(self, state: State, log: EventLog) -> None:
        if state.step == LAST_STEP:
            super().upkeep(state, log)

    def run_own(self, state: State, task: int, log: EventLog) -> None:
        if task == PLAN:
            self._plan(state, log)
        else:
            self._trim(state, self.planned, LEFT_UPKEEP, log)
            self.set_sizes(state, self.planned, self.planned, log)

    def _plan(self, state: State, log: EventLog) -> None:
        n_open = len(state.market)
        n_drawn = max(self.least, self.planned - n_open)
        # New cards join the old ones until the smallest leave.
        size = n_open + n_drawn
        self.set_sizes(state, size, size, log)
        state.tasks[0:0] = [DRAW] * n_drawn + [TRIM]

    def _trim(self, state: State, size: int, cause: int, log: EventLog) -> None:
        while len(state.market) > size:
            self.smallest_leaves(state, cause, log)

    def step_card_drawn(self, state: State, card_waits: bool, log: EventLog) -> None:
        """End the plan; the stack below the card stays as it was laid (b-china.4)."""
        self.leave(state, self.deck.step_card, LEFT_STEP, log)
        state.tasks = [STEP_THREE_CHANGE]

    def step_card_leaves(self, state: State, log: EventLog) -> bool:
        waited = super().step_card_leaves(state, log)
        self._trim(state, state.market_size, LEFT_STEP, log)
        state.tasks[0:0] = [DRAW] * (state.market_size - len(state.market))
        return waited


class PlanPhase(Phase):
    """Fills the market before the bureaucracy (b-china.3)."""

    NAME: ClassVar[str] = "plan"

    def enter(self, state: State, log: EventLog) -> None:
        if state.step < LAST_STEP:
            state.tasks = [PLAN]

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE

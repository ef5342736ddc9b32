"""Benelux: plants without fuel become current early, and the smallest plant leaves every round."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part
from gridwright.engine.ids import NONE
from gridwright.engine.market import NOTHING_DUE, SETTLE, UPKEEP, PlantMarket
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_UNSOLD, LEFT_UPKEEP

SMALLEST_GONE: Final = 0
"""Index of the part: 1 once the smallest plant of this round is gone."""


class BeneluxMarket(PlantMarket):
    """A market with one more current plant at times; two plants change at the end of a round."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        ecological = 0
        for plant in range(len(rules.deck.plants)):
            if not rules.deck.plants[plant].kinds:
                ecological |= 1 << plant
        self.ecological: Final = ecological

    def opening_tasks(self) -> list[int]:
        # The last card drawn may already make a plant current.
        return [*super().opening_tasks(), SETTLE]

    def run(self, state: State, log: EventLog) -> None:
        super().run(state, log)
        if state.due == NOTHING_DUE:
            self._bring_forward(state, log)

    def _bring_forward(self, state: State, log: EventLog) -> None:
        """Make the smallest future plant current if it burns nothing (b-benelux.1)."""
        if state.market_size != self.deck.market_sizes[0]:
            return
        current = self.deck.current_sizes[0]
        if len(state.market) > current and self.ecological >> state.market[current] & 1:
            current += 1
        self.set_sizes(state, state.market_size, current, log)

    def exchange(self, state: State, cause: int, log: EventLog) -> None:
        if cause == LEFT_UNSOLD and state.discount != NONE:
            change_part(state, SMALLEST_GONE, [1], log)  # b-benelux.2
        super().exchange(state, cause, log)

    def upkeep(self, state: State, log: EventLog) -> None:
        """Remove the smallest plant, then the largest (b-benelux.2)."""
        gone = board_parts(state).row(SMALLEST_GONE)[0]
        if state.step < 3 and not gone:
            change_part(state, SMALLEST_GONE, [1], log)
            self.exchange(state, LEFT_UPKEEP, log)
            # Runs after the card for it was drawn and the market has settled.
            state.tasks.insert(2, UPKEEP)
            return
        if gone:
            change_part(state, SMALLEST_GONE, [0], log)
        # A Step 3 card drawn for the smallest has already changed the market.
        if state.next_step != 3:
            super().upkeep(state, log)

"""The plant market of Manhattan: a side pile that becomes the next stack."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part
from gridwright.engine.market import DRAW, SETTLE, SHUFFLE, PlantMarket
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_UPKEEP

SIDE_PILE: Final = 0
STACKS_USED: Final = 1
"""Indexes of the parts in the board's file."""

ALL_CURRENT: Final = 3
"""Step whose market sizes apply once the second stack is empty."""


class SidePileMarket(PlantMarket):
    """A market with a side pile: its cards are under the stack, out of reach until it is empty."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.n_removed: Final = rules.figures["set_aside"][0]

    def lay_out(self, state: State, card: int, log: EventLog) -> None:
        super().lay_out(state, card, log)
        self._look_at_stack(state, log)

    def _look_at_stack(self, state: State, log: EventLog) -> None:
        """Replace the first empty stack by the pile; the second is not replaced (b-manhattan.5)."""
        parts = board_parts(state)
        size = state.stack.size()
        if parts.row(STACKS_USED)[0] == 0 and size == parts.row(SIDE_PILE)[0]:
            change_part(state, SIDE_PILE, [0], log)
            change_part(state, STACKS_USED, [1], log)
            state.tasks.insert(0, SHUFFLE)
        if parts.row(STACKS_USED)[0] == 1 and size == 0:
            change_part(state, STACKS_USED, [2], log)
            self.resize(state, ALL_CURRENT, log)

    def upkeep(self, state: State, log: EventLog) -> None:
        n_used = board_parts(state).row(STACKS_USED)[0]
        if n_used == 2:
            self.smallest_leaves(state, LEFT_UPKEEP, log)
            state.tasks.insert(0, SETTLE)
            return
        before = len(state.market)
        self.largest_goes_under(state, log)
        if n_used == 0:
            for card in range(self.n_removed - 1):
                self.largest_goes_under(state, log)
            n_aside = board_parts(state).row(SIDE_PILE)[0] + before - len(state.market)
            change_part(state, SIDE_PILE, [n_aside], log)
        n_drawn = state.market_size - len(state.market)
        state.tasks[0:0] = [DRAW] * n_drawn + [SETTLE]

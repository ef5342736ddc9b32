"""The rules of the Québec board: plants without fuel stay on the market."""

from typing import Final

from gridwright.engine.ids import NONE
from gridwright.engine.market import PlantMarket
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import CardWentUnder


class EcologicalMarket(PlantMarket):
    """A market that never puts an ecological plant under the stack (b-quebec.4)."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.is_ecological: Final = [not plant.kinds for plant in rules.deck.plants] + [False]
        """True for each card of an ecological plant; False for the Step 3 card."""

    def upkeep(self, state: State, log: EventLog) -> None:
        # If no card may leave, there is no gap to draw for.
        full = len(state.market) > state.current_size
        if state.step == 3 or not full or self._largest_other(state) != NONE:
            super().upkeep(state, log)

    def largest_goes_under(self, state: State, log: EventLog) -> None:
        if len(state.market) > state.current_size:
            card = state.market.pop(self._largest_other(state))
            state.stack.put_under(card, self.deck.back_of[card])
            if log.wanted:
                log.add(CardWentUnder(card))

    def _largest_other(self, state: State) -> int:
        """Return the index of the largest plant that is not ecological, or NONE."""
        for place in range(len(state.market) - 1, -1, -1):
            if not self.is_ecological[state.market[place]]:
                return place
        return NONE

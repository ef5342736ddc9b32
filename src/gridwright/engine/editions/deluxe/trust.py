"""The Trust of the deluxe game (d10)."""

from typing import ClassVar, Final

from gridwright.engine.ids import CHANCE, FAR, NONE
from gridwright.engine.market import NOTHING_DUE, TRUST_REGION_DUE
from gridwright.engine.masks import members
from gridwright.engine.phases.base import DONE, NO_NUMBERS, Phase
from gridwright.engine.policies import BoardTrust
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.setup import DrawTrustRegion, MayDrawTrustRegion


class DeluxeTrust(BoardTrust):
    """A Trust that takes the largest plant, scraps its oldest, and burns the cheapest fuel."""

    def fuelled_order(self, plants: list[int]) -> list[int]:
        fuel = self.rules.fuel
        single = [plant for plant in plants if fuel.kind_of[plant] < fuel.n_kinds]
        hybrid = [plant for plant in plants if fuel.kind_of[plant] == fuel.n_kinds]
        return single + hybrid  # d10.5

    def hybrid_kind(self, state: State, wanted: list[int], place: int) -> int:
        fuel = self.rules.fuel
        first = self._next_price(state, wanted, fuel.first)
        return fuel.second if self._next_price(state, wanted, fuel.second) < first else fuel.first

    def _next_price(self, state: State, wanted: list[int], kind: int) -> int:
        left = state.tokens[kind] - wanted[kind]
        return self.rules.market.ladders[kind].cost(left, 1) if left > 0 else FAR


class TrustRegionPhase(Phase):
    """Draws the region of the Trust, with a house in each of its cities (d10.3)."""

    NAME: ClassVar[str] = "trust-region"

    def __init__(self, rules: Rules, trust: BoardTrust) -> None:
        super().__init__(rules)
        self.trust: Final = trust

    def enter(self, state: State, log: EventLog) -> None:
        if self.rules.trust.plays:
            state.due = TRUST_REGION_DUE

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE if state.due == NOTHING_DUE else CHANCE

    def offers(self, state: State) -> list[Offer]:
        return [MayDrawTrustRegion(members(state.grid.area.regions))]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, DrawTrustRegion):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if action.region < 0 or not state.grid.area.regions >> action.region & 1:
            raise self.refuse("impossible_outcome", {"region": action.region})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, DrawTrustRegion)
        state.due = NOTHING_DUE
        for city in state.grid.area.cities:
            if self.rules.board.city_regions[city] == action.region:
                self.trust.build(state, NONE, city, log)

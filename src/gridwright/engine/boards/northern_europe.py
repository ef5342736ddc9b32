"""Northern Europe: access to nuclear plants, and plants that depend on the regions in play."""

from typing import ClassVar, Final

from gridwright.engine.ids import NONE
from gridwright.engine.market import PlantMarket
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.region_access import RegionAccess
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


class NorthernAccess(RegionAccess):
    """Uranium plants only for seats in Sweden, Finland, Baltic States (b-northern-europe.1)."""

    CODE: ClassVar[str] = "no_northern_nuclear"
    REGIONS: ClassVar[list[str]] = ["brown", "pink", "purple", "yellow"]


class NorthernMarket(PlantMarket):
    """A market that replaces a card by the version of a region in play (b-northern-europe.2)."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        brought_by = [NONE] * rules.deck.n_cards
        for region in range(len(rules.board.regions)):
            for number in rules.figures[rules.board.regions[region]]:
                brought_by[rules.plant_called(number)] = region
        self.brought_by: Final = brought_by
        """``brought_by[card]``: region that, if in play, replaces it by the next card; or NONE."""

    def lay_out(self, state: State, card: int, log: EventLog) -> None:
        region = self.brought_by[card]
        if region != NONE and state.grid.area.regions >> region & 1:
            super().lay_out(state, card + 1, log)
        else:
            super().lay_out(state, card, log)

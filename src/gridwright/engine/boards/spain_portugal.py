"""Spain & Portugal: no nuclear plants for Portugal alone, and three plants from step 2 on."""

from typing import ClassVar, Final

from gridwright.engine.board_parts import board_parts, change_part
from gridwright.engine.market import PlantMarket
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.region_access import RegionAccess
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog

RESERVED_PLANTS: Final = 0
"""Index of the part in the board's file: numbers of plants, 0 for one that has come."""


class IberianAccess(RegionAccess):
    """Uranium plants only for seats with a city outside Portugal (b-spain-portugal.1)."""

    CODE: ClassVar[str] = "only_in_portugal"
    REGIONS: ClassVar[list[str]] = ["brown", "green", "pink", "purple", "red"]


class IberianMarket(PlantMarket):
    """A market that draws reserved plants before the stack from step 2 on (b-spain-portugal.2)."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.rules: Final = rules

    def draw(self, state: State, log: EventLog) -> None:
        if state.step == 1 and state.next_step <= 1:
            super().draw(state, log)
            return
        row = board_parts(state).row(RESERVED_PLANTS)[:]
        for place in range(len(row)):
            number = row[place]
            if number > 0:
                row[place] = 0
                change_part(state, RESERVED_PLANTS, row, log)
                self.lay_out(state, self.rules.plant_called(number), log)
                return
        super().draw(state, log)

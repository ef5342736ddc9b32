"""The planner of November 2026, as it was measured: stronger bots are compared with it.

Nothing here is mended, not even what is known to be wrong: it overbids, and forecasts the end of a
game too late. A test holds its games fast. What only explained its choices is left out.
"""

from typing import Final

from gridwright.bots.contract import Bot, Brain
from gridwright.engine.rules import Rules
from gridwright.fair.draw import Stream
from gridwright_frozen.hard_2026_11.board_brain import BoardBrain
from gridwright_frozen.hard_2026_11.cards.brain import CardBrain
from gridwright_frozen.hard_2026_11.outlook import load_outlooks
from gridwright_frozen.hard_2026_11.weights import CardWeights, Weights

NAME: Final = "hard-2026-11"
LEVEL: Final = 4
NODES: Final = 4000
WEIGHTS: Final = Weights(
    end_sooner=0.3,
    end_later=0.5,
    growth=0.8,
    money_left=0.01,
    idle_city=0.1,
    upgrade_premium=0.2,
    upgrade_growth=0.18,
    upgrade_fuel=2.0,
    site_growth=0.04,
    bid_premium=0.15,
    bid_share=1.0,
    rivalry=0.3,
    late_place=0.05,
    fuel_patience=0.7,
    fuel_reserve=1.2,
    spare_cities=0.0,
)
CARD_WEIGHTS: Final = CardWeights(
    bid_premium=0.33,
    rival_reserve=6.0,
    rival_sure=0.95,
    patience=0.7,
    order_spread=4.0,
    rivalry=0.5,
)


class FrozenPlanner(Bot):
    """`hard` as it was."""

    def __init__(self) -> None:
        super().__init__(NAME, LEVEL, "The planner as it was in November 2026.")

    def sit(self, rules: Rules, seat: int, _stream: Stream) -> Brain:
        if rules.board.n_cities == 0:
            return CardBrain(CARD_WEIGHTS, load_outlooks()[rules.n_seats], rules, seat)
        return BoardBrain(WEIGHTS, NODES, rules, seat)

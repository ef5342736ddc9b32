"""Chances of ratings beside games that bots really play, each bot under several names.

The people of the experiment win by the law of the model. Bots do not know it, so these games tell
whether the model fits games of the kind: how many points are how much, and whether the luck of a
table of four is what the law says.
"""

import random
from typing import Final

from gridwright.arena.cells import find_cells
from gridwright.arena.deals import deal_keys
from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.bots.value.network import won_shares
from gridwright.content.table import build_game
from gridwright.ratings.plackett_luce import Skill, chances, rated
from gridwright_lab.trials.ratings.calibration import Calibration

BOTS: Final = ("l0", "l1", "easy", "normal", "hard-2026-11", "hard")
N_NAMES: Final = 5
"""Names of each bot: the ratings do not know that they are the same."""
SEATS: Final = (2, 3, 4)
HELD_OUT: Final = 2
"""The last game in this many is predicted: by then all players have played often."""


def predict_played(n_games: int, seed: int) -> Calibration:
    """Rate card games in their order, and predict the last of them."""
    dice = random.Random(seed)
    names = [(bot, name) for bot in BOTS for name in range(N_NAMES)]
    skills: dict[tuple[str, int], Skill] = {}
    calibration = Calibration()
    for number in range(n_games):
        seated = dice.sample(names, dice.choice(SEATS))
        (cell,) = find_cells(f"card:{len(seated)}")
        bots = [find_bot(bot) for bot, _name in seated]
        state = play_game(build_game(cell.spec), deal_keys(cell, f"ratings/{seed}", number), bots)
        before = [skills.get(player, Skill()) for player in seated]
        if number >= n_games - n_games // HELD_OUT:
            calibration.add(chances(before), won_shares(state.ranking))
        skills.update(zip(seated, rated(before, state.ranking), strict=True))
    return calibration

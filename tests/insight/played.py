"""A short game of bots, and positions of it."""

import hashlib
from functools import cache

from gridwright.bots.bot_games import record_game
from gridwright.bots.registry import find_bot
from gridwright.content.table import default_spec
from gridwright.engine.history import History
from gridwright.fair.replay import replay


@cache
def card_game(n_seats: int = 2) -> History:
    """A game of the card edition, played to its end; never change it."""
    return _played("card", n_seats)


@cache
def board_game() -> History:
    """A game of three on a board, played to its end; never change it."""
    return _played("classic", 3)


def _played(edition: str, n_seats: int) -> History:
    seed = hashlib.sha256(b"insight").digest()
    bots = [find_bot(name) for name in ("l1", "easy", "normal")][:n_seats]
    return replay(record_game(default_spec(edition, seats=n_seats), "insight", seed, {}, bots))

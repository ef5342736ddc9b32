"""Every bot finishes games by the presets that follow a text exactly."""

import pytest

from gridwright.bots.bot_games import record_game
from gridwright.bots.registry import BOTS
from gridwright.content.table import default_spec
from gridwright.fair.verify import verify
from tests.bots.players import QUICK

TABLES = [
    *(("classic", "usa", 3), ("deluxe", "europe", 2), ("deluxe", "north-america", 3)),
    *(("card", "none", 2), ("card", "none", 4)),
]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(("edition", "board", "seats"), TABLES)
def test_every_bot_finishes(edition: str, board: str, seats: int, name: str) -> None:
    spec = default_spec(edition, "reference", board, seats)
    game = record_game(spec, f"reference-{board}", b"\5" * 32, {}, [BOTS[name]] * seats)
    assert game.closing is not None
    report = verify(game)
    assert report.ok, str(report)

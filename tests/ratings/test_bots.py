"""The ratings of bots: where they come from, and that they are anchors."""

import pytest

from gridwright.bots.strength import Strength
from gridwright.content.library import list_editions
from gridwright.ratings.bots import ANCHOR, load_bots, read_bots
from gridwright.ratings.plackett_luce import FIRST
from gridwright_lab.tuning.bot_ratings import main, rate_bots


def test_every_level_is_rated_in_every_edition() -> None:
    for edition in list_editions():
        bots = load_bots()[edition]
        assert bots[ANCHOR].mu == FIRST
        assert bots["easy"].mu < bots[ANCHOR].mu < bots["hard"].mu < bots["expert"].mu


def test_the_file_is_what_the_measurements_give(capsys: pytest.CaptureFixture[str]) -> None:
    """``gridwright-lab tune ratings`` writes it."""
    assert main(["--check"]) == 0, capsys.readouterr().out


def test_a_share_becomes_a_lead() -> None:
    row = Strength("hard", "", ANCHOR, "classic", 2, 1_000, 10 / 11, 0.8, 1.0)
    apart = Strength("a", "", "b", "classic", 2, 10, 0.5, 0.4, 0.6)
    anchor, hard = rate_bots([row, apart])
    assert (anchor["bot"], anchor["points"]) == (ANCHOR, 1_500)
    assert hard["points"] == pytest.approx(1_900, abs=1)


def test_another_revision_is_refused() -> None:
    with pytest.raises(ValueError, match="revision"):
        read_bots('{"revision": 0}')

"""The measuring command: fair by construction, repeatable, and able to fail."""

import json
from fractions import Fraction

import pytest

from gridwright.bots.measure import BAR, interval, main, measure, play_deal
from gridwright.content.table import default_spec, list_editions
from tests.loaded_engine import sized


@pytest.mark.parametrize("edition", list_editions())
def test_l1_wins_against_three_l0(edition: str) -> None:
    found = measure(default_spec(edition), "l1", "l0", sized(40, 8), "tests", workers=1)
    assert found.games == 4 * found.deals
    assert found.unfinished == 0
    assert found.share >= BAR
    assert found.passed


@pytest.mark.parametrize("name", ["l0", "l1"])
@pytest.mark.parametrize("edition", list_editions())
def test_equal_bots_share_exactly(edition: str, name: str) -> None:
    spec = default_spec(edition)
    for number in range(2):
        assert play_deal(spec, name, name, "tests", number).wins == Fraction(1)


def test_a_deal_is_the_same_every_time() -> None:
    spec = default_spec("card")
    first, again = [play_deal(spec, "l1", "l0", "tests", 7) for each in range(2)]
    assert first.wins == again.wins


def test_workers_change_nothing() -> None:
    spec = default_spec("card")
    alone, shared = [measure(spec, "l0", "l1", 6, "tests", workers) for workers in (1, 2)]
    assert (alone.share, alone.low, alone.high) == (shared.share, shared.low, shared.high)


def test_the_bar_can_be_missed(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--bot", "l0", "--against", "l0", "--edition", "card", "--deals", "2"]
    assert main([*options, "--workers", "1", "--json"]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["share"] == printed["low"] == printed["high"] == 0.25
    assert not printed["passed"]


def test_a_bar_that_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--bot", "l0", "--against", "l0", "--edition", "card", "--deals", "2"]
    assert main([*options, "--workers", "1", "--bar", "0.25"]) == 0
    printed = capsys.readouterr().out
    assert "l0 against 3 × l0, card: wins 25.0% [25.0%, 25.0%] of 8 games" in printed


@pytest.mark.parametrize(
    "options",
    [
        ["--deals", "0"],
        ["--workers", "0"],
        ["--bot", "hal"],
        ["--seats", "9"],
        ["--board", "atlantis"],
    ],
)
def test_nonsense_is_refused(options: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(options)
    assert refused.value.code == 2


def test_the_interval_is_about_the_mean() -> None:
    shares = [1.0, 0.75, 1.0, 0.5, 1.0, 0.75, 1.0, 1.0] * 10
    low, high = interval(shares)
    assert low < sum(shares) / len(shares) < high
    assert interval(shares) == (low, high)
    assert 0.05 < high - low < 0.1


def test_more_deals_make_it_narrower() -> None:
    few = interval([0.5, 1.0] * 10)
    many = interval([0.5, 1.0] * 200)
    assert many[1] - many[0] < (few[1] - few[0]) / 3

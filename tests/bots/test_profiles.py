"""Profiles and measured strengths are files that are checked when they are read."""

import json
from dataclasses import fields
from importlib.resources import files

import pytest

from gridwright.bots.profiles import NAMES, ProfileError, load_profile, read_profile
from gridwright.bots.registry import BOTS, STRENGTHS
from gridwright.bots.strength import StrengthError, read_strengths

TEXT = files("gridwright.bots.profiles").joinpath("hard.toml").read_text("utf-8")
ROW = {
    "bot": "hard",
    "digest": "0",
    "against": "l1",
    "edition": "classic",
    "seats": 4,
    "games": 400,
    "share": 0.7,
    "low": 0.65,
    "high": 0.75,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_profile_of_the_package_loads(name: str) -> None:
    profile = load_profile(name)
    assert profile.name == name
    assert profile.nodes > 0
    for n_seats in range(2, 7):
        for sheet in (profile.boards[n_seats], profile.cards[n_seats]):
            assert all(isinstance(getattr(sheet, each.name), float) for each in fields(sheet))


def test_profiles_differ_by_their_digests() -> None:
    assert len({load_profile(name).digest for name in NAMES}) == len(NAMES)
    assert read_profile("hard", TEXT + "\n# A remark.\n").digest != load_profile("hard").digest


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("revision = 3", "revision = 0", "expected revision 3, got 0"),
        ('name = "hard"', 'name = "soft"', "expected the name hard, got 'soft'"),
        ("nodes = 4000", "nods = 4000", "expected the keys"),
        ("rivalry =", "revelry =", "expected board weights"),
        ("order_spread =", "order_spreads =", "expected cards weights"),
        ("noise = 0.0", "noise = true", "expected a number for noise, got True"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    with pytest.raises(ProfileError, match=said):
        read_profile("hard", TEXT.replace(old, new, 1))


def test_weights_may_differ_by_seats() -> None:
    profile = read_profile("hard", TEXT + "\n[weights.board-5]\nnoise = 1.5\n")
    assert profile.boards[5].noise == 1.5
    assert profile.boards[5].growth == profile.boards[3].growth
    assert profile.boards[3].noise == profile.cards[2].noise == 0.0
    with pytest.raises(ProfileError, match="expected weights of"):
        read_profile("hard", TEXT + "\n[weights.cards-2]\nnosie = 1.5\n")


def test_strengths_are_of_the_bots_that_play() -> None:
    assert list(STRENGTHS) == list(BOTS)
    for name, found in STRENGTHS.items():
        assert all(each.digest == BOTS[name].digest for each in found)


def test_a_measurement_is_read() -> None:
    (found,) = read_strengths(json.dumps({"revision": 1, "measured": [ROW]}))
    assert (found.bot, found.share, found.games) == ("hard", 0.7, 400)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"revision": 2}, "expected revision 1, got 2"),
        ({"revision": 1, "measured": [{"bot": "hard"}]}, "expected the keys"),
        ({"revision": 1, "measured": [{**ROW, "low": 0.8}]}, "expected a share between"),
    ],
)
def test_a_wrong_file_is_refused(document: dict[str, object], said: str) -> None:
    with pytest.raises(StrengthError, match=said):
        read_strengths(json.dumps(document))

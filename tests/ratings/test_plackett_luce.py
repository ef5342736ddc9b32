"""The model of ratings, beside the library whose model it is."""

import random

import pytest

from gridwright.ratings.plackett_luce import (
    BETA,
    DRIFT,
    FIRST,
    GRAIN,
    UNSURE,
    Skill,
    chances,
    rated,
)

NEW = Skill()


def test_plackett_luce_agrees_with_openskill() -> None:
    openskill = pytest.importorskip("openskill.models")
    model = openskill.PlackettLuce(
        mu=FIRST / GRAIN, sigma=UNSURE / GRAIN, beta=BETA / GRAIN, tau=DRIFT / GRAIN
    )
    dice = random.Random(19)
    for _game in range(300):
        n_seats = dice.randint(2, 6)
        skills = [
            Skill(dice.randint(900_000, 2_100_000), dice.randint(15_000, UNSURE))
            for _seat in range(n_seats)
        ]
        places = [dice.randint(1, n_seats) for _seat in range(n_seats)]
        teams = [[model.rating(skill.mu / GRAIN, skill.sigma / GRAIN)] for skill in skills]
        theirs = model.rate(teams, ranks=[float(place) for place in places])
        for own, (their,) in zip(rated(skills, places), theirs, strict=True):
            assert own.mu / GRAIN == pytest.approx(their.mu, abs=1 / GRAIN)
            assert own.sigma / GRAIN == pytest.approx(their.sigma, abs=1 / GRAIN)


def test_400_points_are_ten_to_one_between_two_who_are_known() -> None:
    strong, weak = Skill(FIRST + 400 * GRAIN, 0), Skill(FIRST, 0)
    assert chances([strong, weak])[0] == pytest.approx(10 / 11, abs=0.001)
    assert chances([NEW] * 4) == [0.25] * 4


def test_a_win_raises_and_every_game_makes_surer() -> None:
    first, second, last = rated([NEW] * 3, [1, 2, 3])
    assert first.mu > FIRST > last.mu
    assert first.mu > second.mu > last.mu
    assert max(first.sigma, second.sigma, last.sigma) < UNSURE
    tied = rated([NEW, NEW], [1, 1])
    assert tied[0] == tied[1]
    assert tied[0].mu == FIRST


def test_what_is_shown() -> None:
    assert (NEW.points, NEW.margin) == (1_500, 482)
    assert (Skill(1_612_400, 24_500).points, Skill(1_612_400, 24_500).margin) == (1_612, 48)

"""A walk checks every law, and notices each one that is broken."""

import pytest

from gridwright.content.table import build_game, default_spec
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.fuzz.walk import FULL, LEVELS, LIGHT, QUICK, Walk, walk
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from tests.lab.conformance.faulty_games import FAULTY_GAMES

SEED = 4


def test_a_full_walk_checks_every_law_that_can_be_checked_on_the_way() -> None:
    walked = walk(GameUnderTest(build_game(default_spec())), SEED, FULL)
    assert walked.failures == []
    checked = {law for law in laws.LAWS if walked.checks[law]}
    # An actor is checked with the offers, and what never came about cannot be counted.
    assert checked == set(laws.LAWS) - {laws.ACTOR, laws.UNFINISHED, laws.CRASH}
    assert walked.checks[laws.INVARIANT] == walked.positions == walked.actions + 1
    assert walked.checks[laws.FOLD] == 5 * walked.actions


def test_the_level_does_not_change_the_game() -> None:
    subject = GameUnderTest(build_game(default_spec(seats=3)))
    walks = [walk(subject, SEED, level) for level in LEVELS]
    assert len({walked.digest for walked in walks}) == 1
    assert len({walked.coverage for walked in walks}) == 1
    full, light, quick = [sum(walked.checks.values()) for walked in walks]
    assert full > light > quick


@pytest.mark.parametrize("place", range(len(RANDOM_PLAYERS)))
def test_the_same_seed_gives_the_same_game(place: int) -> None:
    subject = GameUnderTest(build_game(default_spec(seats=2)))
    first = walk(subject, place, QUICK)
    assert first == walk(subject, place, QUICK)
    assert first.player == RANDOM_PLAYERS[place].name
    assert first.digest != walk(subject, place + len(RANDOM_PLAYERS), QUICK).digest


@pytest.mark.parametrize(
    ("faulty", "law"), FAULTY_GAMES.items(), ids=[each.__name__ for each in FAULTY_GAMES]
)
def test_a_broken_law_is_noticed(faulty: type[GameUnderTest], law: str) -> None:
    walked = walk(faulty(build_game(default_spec())), SEED, FULL)
    (failure,) = walked.failures
    assert failure.law == law, failure
    assert failure.at == walked.actions
    assert failure.facts


@pytest.mark.parametrize("level", [LIGHT, QUICK])
def test_lighter_walks_notice_most_faults_within_a_few_games(level: str) -> None:
    missed = set(FAULTY_GAMES)
    for seed in range(6):
        missed = {
            faulty
            for faulty in missed
            if not walk(faulty(build_game(default_spec())), seed, level).failures
        }
    assert missed == set()


def test_a_game_that_takes_too_long_is_reported() -> None:
    walked = Walk(GameUnderTest(build_game(default_spec())), SEED, LIGHT, most_actions=100).run()
    (failure,) = walked.failures
    assert failure.law == laws.UNFINISHED
    assert failure.at == 100

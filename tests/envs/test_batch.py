"""The batch: the same games as one at a time, number by number."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from gridwright.content.table import TableSpec, list_editions
from gridwright.engine.ids import NO_ACTOR
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.batch import BatchEnv
from gridwright.envs.turn_env import TurnEnv
from tests.kit.spread import N_TABLES, Pick, picks

TABLES = [*picks(6, "card"), *picks(12, "classic"), *picks(6, "deluxe")]


def random_choices(batch: BatchEnv, dice: random.Random) -> NDArray[np.int64]:
    found = []
    for row in batch.masks:
        marked = np.flatnonzero(row)
        found.append(int(dice.choice(marked)) if len(marked) else 0)
    return np.array(found)


@pytest.mark.parametrize("pick", TABLES, ids=str)
def test_every_number_is_that_of_single_games(pick: Pick) -> None:
    compare(pick.spec(), [50, 51], 280)


@pytest.mark.slow
@pytest.mark.parametrize("pick", picks(N_TABLES), ids=str)
def test_every_number_is_that_of_single_games_at_every_table(pick: Pick) -> None:
    compare(pick.spec(), [60, 61, 62], 600)


def compare(spec: TableSpec, seeds: list[int], n_steps: int) -> None:
    """Marks, observations, actors, rewards, scores and ranks, over the end of games."""
    batch = BatchEnv(len(seeds), spec, reward="rank")
    batch.reset(seeds)
    envs = [TurnEnv(spec, reward="rank") for _seed in seeds]
    for env, seed in zip(envs, seeds, strict=True):
        env.reset(seed)
    dice = random.Random(1)
    for _step in range(n_steps):
        for place, env in enumerate(envs):
            assert batch.actors[place] == env.actor
            assert (batch.masks[place] == env.mask()).all()
            assert (batch.observations[place] == env.observe()).all()
        choices = random_choices(batch, dice)
        batch.step(choices)
        for place, env in enumerate(envs):
            env.step(int(choices[place]))
            assert batch.dones[place] == env.is_over
            assert batch.rewards[place] == pytest.approx(env.rewards())
            if env.is_over:
                assert list(batch.scores[place]) == env.scores()
                assert list(batch.ranks[place]) == env.ranking()
                env.reset()
    assert not batch.truncated.any()


@pytest.mark.parametrize("edition", list_editions())
def test_games_that_end_stay_ended_without_auto_reset(edition: str) -> None:
    batch = BatchEnv(4, edition=edition, seats=3, auto_reset=False)
    dice = random.Random(6)
    n_done = 0
    while (batch.actors >= 0).any():
        batch.step(random_choices(batch, dice))
        n_done += int(batch.dones.sum())
    assert n_done == 4
    assert not batch.masks.any()
    assert (batch.actors == NO_ACTOR).all()
    assert (batch.ranks.min(axis=1) == 1).all()
    before = batch.observations.copy()
    batch.step(np.zeros(4, np.int64))
    assert (batch.observations == before).all()
    assert not batch.dones.any()
    assert not batch.rewards.any()


@pytest.mark.parametrize("auto_reset", [True, False])
def test_games_that_take_too_long_are_broken_off(auto_reset: bool) -> None:
    batch = BatchEnv(3, edition="classic", longest=12, auto_reset=auto_reset)
    dice = random.Random(2)
    for step in range(1, 13):
        assert not batch.truncated.any()
        batch.step(random_choices(batch, dice))
        assert batch.truncated.all() == (step == 12)
    assert not batch.dones.any()
    assert not batch.ranks.any()
    assert (batch.actors >= 0).all() == auto_reset


def test_a_choice_that_is_not_marked_is_refused_and_no_game_moves() -> None:
    batch = BatchEnv(3, edition="deluxe")
    dice = random.Random(2)
    batch.step(random_choices(batch, dice))
    before = (batch.masks.copy(), batch.observations.copy(), batch.actors.copy())
    for wrong in (-1, batch.n_choices, int(np.flatnonzero(batch.masks[2] == 0)[0])):
        choices = random_choices(batch, dice)
        choices[2] = wrong
        with pytest.raises(NotMarkedError, match="game 2"):
            batch.step(choices)
        assert np.array_equal(before[0], batch.masks)
        assert np.array_equal(before[1], batch.observations)
        assert np.array_equal(before[2], batch.actors)
    with pytest.raises(ValueError, match="3 choices"):
        batch.step([0, 0])
    with pytest.raises(ValueError, match="3 seeds"):
        batch.reset([1])

"""The turn environment: seeded, whole games, results kept apart."""

import copy
import pickle
import random

import numpy as np
import pytest

from gridwright.content.table import list_editions
from gridwright.engine.digest import digest
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.rewards import by_rank, by_score, reward_policy, win_share
from gridwright.envs.turn_env import TurnEnv


def play_out(env: TurnEnv, seed: int) -> list[int]:
    """One game of random marked choices."""
    env.reset(seed)
    dice = random.Random(seed)
    choices: list[int] = []
    while env.actor >= 0:
        choices.append(int(dice.choice(np.flatnonzero(env.mask()))))
        env.step(choices[-1])
    return choices


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_whole_games_end_with_scores_and_a_ranking(edition: str, seats: int) -> None:
    env = TurnEnv(edition=edition, seats=seats)
    play_out(env, 3)
    assert env.is_over
    assert not env.is_broken_off
    assert min(env.ranking()) == 1
    assert len(env.scores()) == seats
    assert sum(env.rewards()) == pytest.approx(1)
    assert not env.mask().any()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("edition", list_editions())
def test_the_same_seed_gives_the_same_game(edition: str) -> None:
    first, second = TurnEnv(edition=edition), TurnEnv(edition=edition)
    assert play_out(first, 5) == play_out(second, 5)
    assert digest(first.episode.state) == digest(second.episode.state)
    assert play_out(second, 6) != play_out(first, 5)


def test_a_game_that_takes_too_long_is_broken_off_without_a_result() -> None:
    env = TurnEnv(edition="card", longest=30)
    assert len(play_out(env, 1)) == 30
    assert env.is_broken_off
    assert not env.is_over
    assert env.rewards() == [0.0] * 4
    assert env.ranking() == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_a_choice_that_is_not_marked_is_refused_and_nothing_happens() -> None:
    env = TurnEnv(edition="deluxe")
    env.reset(1)
    before = digest(env.episode.state)
    with pytest.raises(NotMarkedError):
        env.step(int(np.flatnonzero(env.mask() == 0)[0]))
    assert digest(env.episode.state) == before
    assert env.n_taken == 0


@pytest.mark.parametrize("edition", list_editions())
def test_copies_go_their_own_ways_and_can_be_stored(edition: str) -> None:
    env = TurnEnv(edition=edition)
    env.reset(9)
    dice = random.Random(9)
    for _step in range(120):
        copied = env.episode.copy()
        for other in (copied, copy.deepcopy(env.episode)):
            assert digest(other.state) == digest(env.episode.state)
            assert (other.mask() == env.mask()).all()
            assert (other.observe(0) == env.observe(0)).all()
        before = digest(env.episode.state)
        copied.take(int(dice.choice(np.flatnonzero(copied.mask()))))
        assert digest(env.episode.state) == before
        env.step(int(dice.choice(np.flatnonzero(env.mask()))))
    stored = pickle.loads(pickle.dumps(env.episode))
    assert digest(stored.state) == digest(env.episode.state)
    assert stored.log == env.episode.log
    assert (stored.mask() == env.mask()).all()


def test_rewards_are_what_their_names_say() -> None:
    assert win_share([9, 9, 3], [1, 1, 3]) == [0.5, 0.5, 0.0]
    assert by_rank([9, 8, 7, 6], [1, 2, 3, 4]) == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert by_rank([9, 9, 7], [1, 1, 3]) == [0.75, 0.75, 0.0]
    assert by_rank([5, 5], [1, 1]) == [0.5, 0.5]
    assert by_score([9, 4], [1, 2]) == [9.0, 4.0]
    with pytest.raises(ValueError, match="expected one of win, rank, score"):
        reward_policy("luck")

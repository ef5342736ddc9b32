"""The AEC environments: PettingZoo's own tests, and what is ours."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from gridwright.content.table import list_editions
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.pettingzoo import env, raw_env


# PettingZoo's test knows by name which of its own environments observe dictionaries, and warns
# about any other; a dictionary with a mask is what its documentation asks for.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should:UserWarning")
@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("seats", [2, 4])
def test_api(edition: str, seats: int) -> None:
    made = env(edition=edition, seats=seats)
    api_test(made, num_cycles=300)
    assert made.possible_agents == [f"seat_{seat}" for seat in range(seats)]


@pytest.mark.parametrize("edition", list_editions())
def test_seed(edition: str) -> None:
    made = []

    def make():  # type: ignore[no-untyped-def]
        made.append(env(edition=edition))
        return made[-1]

    seed_test(make, num_cycles=150)
    assert len(made) == 2


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_reward_score_and_rank_differ(edition: str, reward: str) -> None:
    made = env(edition=edition, seats=3, reward=reward)
    made.reset(seed=4)
    dice = random.Random(4)
    rewards = {}
    infos = {}
    for agent in made.agent_iter():
        seen, cumulative, terminated, truncated, info = made.last()
        if terminated or truncated:
            rewards[agent] = cumulative
            infos[agent] = info
            made.step(None)
        else:
            assert cumulative == 0
            made.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    turns = made.unwrapped.turns
    assert [rewards[f"seat_{seat}"] for seat in range(3)] == turns.rewards()
    assert [infos[f"seat_{seat}"]["score"] for seat in range(3)] == turns.scores()
    assert [infos[f"seat_{seat}"]["rank"] for seat in range(3)] == turns.ranking()


def test_a_game_that_takes_too_long_is_truncated() -> None:
    made = raw_env(edition="classic", longest=25)
    made.reset(seed=1)
    dice = random.Random(1)
    for _step in range(25):
        assert not any(made.truncations.values())
        seen = made.observe(made.agent_selection)
        made.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    assert set(made.infos["seat_0"]) == {"score"}


def test_only_the_acting_seat_has_marks_and_others_are_refused() -> None:
    made = raw_env(edition="card")
    made.reset(seed=2)
    for agent in made.agents:
        marked = made.observe(agent)["action_mask"].any()
        assert marked == (agent == made.agent_selection)
    unmarked = np.flatnonzero(made.observe(made.agent_selection)["action_mask"] == 0)
    with pytest.raises(NotMarkedError):
        made.step(int(unmarked[0]))
    with pytest.raises(ValueError, match="still plays"):
        made.step(None)


@pytest.mark.parametrize("edition", list_editions())
def test_an_environment_can_be_shown_as_text(edition: str) -> None:
    made = raw_env(edition=edition, seats=2, hidden_money=True, render_mode="ansi")
    made.reset(seed=2)
    text = made.render()
    assert text is not None
    assert "seat 1: money ?" in text
    assert raw_env(edition=edition).render() is None

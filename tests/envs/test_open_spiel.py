"""The OpenSpiel game: OpenSpiel's own tests, and what is ours."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from gridwright.content.table import list_editions
from gridwright.engine.digest import digest
from gridwright.envs import open_spiel
from gridwright.envs.rewards import reward_policy
from gridwright.envs.turn_env import TurnEnv


def load(told: str) -> pyspiel.Game:
    return pyspiel.load_game(f"{open_spiel.GAME_TYPE.short_name}({told})")


def advance(state: pyspiel.State, dice: random.Random) -> None:
    if state.is_chance_node():
        places, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(places, shares)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("players", [2, 4])
def test_random_playthrough(edition: str, players: int) -> None:
    game = load(f"edition={edition},players={players},longest=120")
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_playthrough_of_whole_games(edition: str, players: int) -> None:
    game = load(f"edition={edition},players={players}")
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("edition", list_editions())
def test_whole_games_return_what_the_policy_says(edition: str) -> None:
    for reward in ("win", "rank", "score"):
        state = load(f"edition={edition},players=3,reward={reward}").new_initial_state()
        dice = random.Random(3)
        while not state.is_terminal():
            assert state.returns() == [0.0] * 3
            advance(state, dice)
        episode = state.episode
        assert state.returns() == reward_policy(reward)(episode.scores(), episode.ranking())
        assert min(episode.ranking()) == 1


@pytest.mark.parametrize("edition", list_editions())
def test_open_spiel_sees_what_the_turn_environment_sees(edition: str) -> None:
    game = load(f"edition={edition},players=3,hidden_money=True")
    state = game.new_initial_state()
    env = TurnEnv(edition=edition, seats=3, hidden_money=True)
    dice = random.Random(5)
    for _step in range(150):
        advance(state, dice)
        if state.is_terminal():
            break
        for seat in range(3):
            assert (np.array(state.observation_tensor(seat)) == state.episode.observe(seat)).all()
            assert state.information_state_tensor(seat) == state.observation_tensor(seat), (
                "the text remembers, the numbers do not"
            )
        if not state.is_chance_node():
            mask = np.array(state.legal_actions_mask())
            assert (mask == state.episode.mask()).all()
    assert game.observation_tensor_size() == env.size
    assert game.num_distinct_actions() == env.n_choices


def test_information_states_differ_exactly_where_a_seat_saw_something_else() -> None:
    game = load("edition=classic,players=3")
    state = game.new_initial_state()
    dice = random.Random(1)
    while state.is_chance_node():
        advance(state, dice)
    actor = state.current_player()
    other = (actor + 1) % 3
    before = [state.information_state_string(seat) for seat in range(3)]
    assert len(set(before)) == 3
    clone = state.clone()
    state.apply_action(state.legal_actions()[0])
    clone.apply_action(clone.legal_actions()[1])
    assert state.current_player() == actor, "a plant was named, its opening bid comes next"
    assert state.information_state_string(other) == before[other]
    assert state.observation_string(other) == clone.observation_string(other)
    assert state.information_state_string(actor) != clone.information_state_string(actor)
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(other) != before[other]


def test_states_can_be_copied_and_stored() -> None:
    game = load("edition=card,players=2")
    state = game.new_initial_state()
    dice = random.Random(8)
    for _step in range(60):
        advance(state, dice)
    again = game.deserialize_state(state.serialize())
    for other in (state.clone(), again):
        assert digest(other.episode.state) == digest(state.episode.state)
        assert other.history() == state.history()


def test_observations_have_the_names_of_the_layout() -> None:
    game = load("edition=deluxe,players=2")
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, player=1)
    assert observation.dict["money"].shape == (2, 1)
    assert observation.dict["plants"].shape[0] == 2
    assert (observation.dict["money"] == 0.5).all()


def test_a_game_that_takes_too_long_ends_without_a_result() -> None:
    state = load("edition=card,players=2,longest=10").new_initial_state()
    dice = random.Random(2)
    while not state.is_terminal():
        advance(state, dice)
    assert state.n_taken == 10
    assert state.returns() == [0.0, 0.0]

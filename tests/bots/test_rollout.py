"""Play-outs end on every board, by legal actions, and are the same for the same seed."""

import pytest

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import play_on, quick_action
from gridwright.content.table import build_game, default_spec, list_boards, list_editions
from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog

MOST = 3_000


def checked_game(game: Game, seed: int) -> State:
    """A game of the policy with each action verified."""
    state = game.new_state()
    chance = ImaginedChance(game, seed)
    for _turn in range(MOST):
        if game.is_over(state):
            break
        action = chance.outcome(state) if state.actor == CHANCE else quick_action(game, state)
        game.verify(state, action)
        game.apply(state, action, EventLog(False))
    return state


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_game_ends(edition: str, seats: int) -> None:
    game = build_game(default_spec(edition, seats=seats))
    assert checked_game(game, seats).ranking


@pytest.mark.parametrize("board", list_boards("classic"))
def test_every_board_can_be_played_on(board: str) -> None:
    game = build_game(default_spec("classic", board=board, seats=3))
    assert checked_game(game, 7).ranking


def test_a_playout_stops_with_its_round_and_repeats() -> None:
    game = build_game(default_spec("classic", seats=4))
    found = []
    for seed in (5, 5, 6):
        state = game.new_state()
        play_on(game, state, ImaginedChance(game, seed), 3)
        assert state.round == 4
        found.append(digest(state))
    assert found[0] == found[1] != found[2]

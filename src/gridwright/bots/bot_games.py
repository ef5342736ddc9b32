"""Plays whole games of bots, with or without a transcript."""

from collections.abc import Mapping, Sequence
from typing import Final

from gridwright.bots.contract import Bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import TableSpec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.record import MAX_ACTIONS, Recorder
from gridwright.fair.transcript import Transcript

MAX_TURNS: Final = MAX_ACTIONS
"""Actions after which a game is truncated, so that aimless bots cannot block a table."""


def record_game(
    spec: TableSpec,
    game_id: str,
    seed: bytes,
    contributions: Mapping[int, bytes],
    bots: Sequence[Bot],
    most_turns: int = MAX_TURNS,
) -> Transcript:
    """Play a game and return its transcript; unfinished if it took too long."""
    recorder = Recorder(spec, game_id, seed, contributions)
    seats = seat_bots(recorder.game, derive_keys(seed, game_id, contributions), bots)
    recorder.deal()
    while not recorder.is_over() and len(recorder.history.log) < most_turns:
        state = recorder.history.state
        recorder.play(seats[state.actor].act(state))
    return recorder.transcript()


def play_game(
    game: Game,
    keys: Keys,
    bots: Sequence[Bot],
    most_turns: int = MAX_TURNS,
    log: list[Action] | None = None,
) -> State:
    """Play the same game without a record and return its last position: several times as fast.

    Actions are appended to ``log`` as they are played, so it is partial if a bot fails.
    """
    seats = seat_bots(game, keys, bots)
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    for _turn in range(most_turns):
        if game.is_over(state):
            break
        actor = state.actor
        if actor == CHANCE:
            action: Action = dealer.deal(state)
        else:
            action = seats[actor].act(state)
            if log is not None:
                log.append(action)
        # Dealt outcomes and offered actions are legal; checking again costs a quarter of the time.
        game.apply(state, action, silence)
    return state

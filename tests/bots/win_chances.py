"""Chances along games of L1 in every edition as one digest, for another process to compare."""

import hashlib
from collections.abc import Iterator

from gridwright.bots.greedy import GreedyBot
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.value.loading import load_model
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys

SEED = bytes(range(32))


def positions(edition: str, n_seats: int, board: str | None = None) -> Iterator[tuple[Game, State]]:
    """Yield every position of a game, the last one included; the state changes in place."""
    game = build_game(default_spec(edition, board=board, seats=n_seats))
    keys = derive_keys(SEED, f"value-{edition}", {})
    seats = seat_bots(game, keys, [GreedyBot()] * n_seats)
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    while True:
        yield game, state
        if game.is_over(state):
            return
        is_chance = state.actor == CHANCE
        action = dealer.deal(state) if is_chance else seats[state.actor].act(state)
        game.apply(state, action, silence)


def chances_digest() -> str:
    """Every chance to the last bit, in each edition with another number of seats."""
    model = load_model()
    told = hashlib.sha256()
    for edition, n_seats in zip(list_editions(), (2, 3, 4), strict=True):
        for game, state in positions(edition, n_seats):
            told.update(repr(model.chances(game, state)).encode())
    return told.hexdigest()


if __name__ == "__main__":
    print(chances_digest())

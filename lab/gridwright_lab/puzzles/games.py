"""Games of strong bots on many boards."""

import hashlib
from typing import Final

from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.content.table import build_game, default_spec, list_boards, list_presets, list_seats
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys

EDITIONS: Final = ("classic", "card", "deluxe")
BOTS: Final = ("hard", "hard", "hard", "normal")
MAX_ACTIONS: Final = 2_000


def tables() -> list[TableSpec]:
    """Return tables of every edition, board and number of seats, grouped by edition."""
    found: list[TableSpec] = []
    for edition in EDITIONS:
        boards: list[str | None] = [*list_boards(edition, list_presets(edition)[0])]
        for board in boards or [None]:
            for n_seats in list_seats(edition):
                try:
                    spec = default_spec(edition, None, board, n_seats)
                    build_game(spec)
                except ContentError:
                    continue
                found.append(spec)
    return found


def pick_table(specs: list[TableSpec], number: int) -> TableSpec:
    """Return the table of a game; editions alternate."""
    edition = EDITIONS[number % len(EDITIONS)]
    own = [spec for spec in specs if spec.edition == edition]
    digest = hashlib.sha256(f"puzzle table {number}".encode()).digest()
    return own[int.from_bytes(digest[:4], "big") % len(own)]


def play(spec: TableSpec, number: int) -> tuple[Game, list[Action]]:
    """Return all actions of a game, which may be truncated."""
    game = build_game(spec)
    seed = hashlib.sha256(f"puzzle game {number}".encode()).digest()
    keys = derive_keys(seed, f"puzzle-{number}", {})
    bots = [find_bot(BOTS[(seat + number) % len(BOTS)]) for seat in range(spec.seats)]
    seats = seat_bots(game, keys, bots)
    dealer = Dealer(game, keys)
    state = game.new_state()
    log: list[Action] = []
    while not game.is_over(state) and len(log) < MAX_ACTIONS:
        if state.actor == CHANCE:
            action: Action = dealer.deal(state)
        else:
            action = seats[state.actor].act(state)
        log.append(action)
        game.apply(state, action, EventLog(False))
    return game, log

"""The same game analysed with two seeds."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.arena.deals import DEVELOPMENT, deal_keys
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.insight.analysis import analyse
from gridwright.insight.settings import InsightSettings

BOTS: Final = ("hard", "normal", "l1", "easy")
FIRST_DEAL: Final = 50_000
SEEDS: Final = (1, 2)
LEAST_PART: Final = 2e-6
"""Tolerance of a sum of parts of an account, which are rounded to millionths."""


@dataclass(frozen=True)
class Twice:
    """One game, analysed twice."""

    n_seats: int
    costliest: list[tuple[int | None, int | None]]
    """Move of a seat's costliest decision in either run, by seat; None without a finding."""
    seconds: list[float]
    """CPU time of each analysis."""
    n_wrong: int
    """Number of accounts that do not add up."""


def play(cell: Cell, deal: int) -> tuple[Game, list[Action]]:
    """Return all actions of a game of different bots."""
    game = build_game(cell.spec)
    keys = deal_keys(cell, DEVELOPMENT, FIRST_DEAL + deal)
    bots = [find_bot(BOTS[(seat + deal) % len(BOTS)]) for seat in range(cell.spec.seats)]
    seats = seat_bots(game, keys, bots)
    dealer = Dealer(game, keys)
    state = game.new_state()
    log: list[Action] = []
    while not game.is_over(state):
        action = dealer.deal(state) if state.actor == CHANCE else seats[state.actor].act(state)
        log.append(action)
        game.apply(state, action, EventLog(False))
    return game, log


def analyse_twice(cell: Cell, deal: int, rollouts: int) -> Twice:
    """Analyse one game with two seeds."""
    game, log = play(cell, deal)
    records: list[dict[str, Any]] = []
    seconds: list[float] = []
    for seed in SEEDS:
        start = time.process_time()
        records.append(analyse(game, log, InsightSettings(rollouts, seed)))
        seconds.append(time.process_time() - start)
    moves = [[costliest(record, seat) for record in records] for seat in range(game.rules.n_seats)]
    return Twice(
        game.rules.n_seats,
        [(first, second) for first, second in moves],
        seconds,
        sum(n_wrong(record["account"]) for record in records),
    )


def costliest(record: dict[str, Any], seat: int) -> int | None:
    """Return the move of a seat's costliest decision."""
    for finding in record["findings"]:
        if finding["seat"] == seat:
            return int(finding["move"])
    return None


def n_wrong(accounts: Sequence[dict[str, Any]]) -> int:
    """Return the number of accounts that do not add up, along a seat or over the seats."""
    parts = ("start", "luck", "own", "others", "rest")
    wrong = 0
    for account in accounts:
        told = sum(account[part] for part in parts)
        if abs(told - account["result"]) > LEAST_PART:
            wrong += 1
    luck = sum(account["luck"] for account in accounts)
    decided = sum(account["own"] + account["others"] + account["rest"] for account in accounts)
    is_off = abs(luck) > LEAST_PART or abs(decided) > len(accounts) * LEAST_PART
    return int(wrong) + int(is_off)

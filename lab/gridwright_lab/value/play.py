"""Plays one game of a bot against itself and notes positions of it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from gridwright.arena.cells import Cell
from gridwright.arena.deals import deal_keys, deal_seed
from gridwright.bots.bot_games import MAX_TURNS
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.value.columns import N_COLUMNS
from gridwright.bots.value.features import features
from gridwright.bots.value.network import won_shares
from gridwright.content.table import build_game
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.draw import Stream
from gridwright_lab.value.detours import NoDetour, draw_detour
from gridwright_lab.value.samples import Samples

PHASE_ODDS: Final = 2
"""One in this many phases is sampled as it begins."""
TURN_ODDS: Final = 30
"""One in this many decisions inside a phase is sampled."""


@dataclass(frozen=True)
class Task:
    """One game to play."""

    cell: Cell
    bot: str
    series: str
    number: int
    may_stray: bool
    """The game may take one detour, as most do."""


def play_samples(task: Task) -> Samples:
    """Return the samples, without those before a detour: they did not lead to the end."""
    game = build_game(task.cell.spec)
    n_seats = task.cell.seats
    keys = deal_keys(task.cell, task.series, task.number)
    seats = seat_bots(game, keys, [find_bot(task.bot)] * n_seats)
    stream = Stream(deal_seed(task.cell, f"{task.series}/notes", task.number))
    detour = draw_detour(game, stream) if task.may_stray else NoDetour()
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    rows: list[list[float]] = []
    rounds: list[int] = []
    was_changed: list[bool] = []
    before = (0, -1)
    is_after = False
    for _turn in range(MAX_TURNS):
        if game.is_over(state):
            break
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), silence)
            continue
        now = (state.round, state.phase)
        if state.round > 0:
            odds = 1 if now[0] != before[0] else PHASE_ODDS if now != before else TURN_ODDS
            if now[0] != before[0] and detour.at_round(state):
                rows, rounds, was_changed = [], [], []
                is_after = True
            if stream.below(odds) == 0:
                rows += features(game, state)
                rounds.append(state.round)
                was_changed.append(is_after)
            before = now
        other = detour.action(game, state)
        if other is not None:
            rows, rounds, was_changed = [], [], []
            is_after = True
        game.apply(state, other or seats[state.actor].act(state), silence)
    if not state.ranking:
        rows, rounds, was_changed = [], [], []  # Stopped early: no winner.
    n_positions = len(rounds)
    won = won_shares(state.ranking) if state.ranking else []
    return Samples(
        np.array(rows, np.float16).reshape(-1, N_COLUMNS),
        np.array(won * n_positions, np.float16),
        np.full(n_positions, n_seats, np.int8),
        np.full(n_positions, task.number, np.int32),
        np.array(rounds, np.int16),
        np.array(was_changed, np.bool_),
        np.zeros(n_positions, np.int16),
        np.zeros(n_positions, np.int16),
        np.array([str(task.cell)]),
        np.array([task.bot]),
    )

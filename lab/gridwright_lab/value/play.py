"""Plays one game of a bot against itself and notes positions of it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from gridwright.arena.cells import Cell
from gridwright.arena.deals import deal_keys, deal_seed
from gridwright.bots.bot_games import MOST_TURNS
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.value.columns import N_COLUMNS
from gridwright.bots.value.features import features
from gridwright.bots.value.network import won_shares
from gridwright.content.table import build_game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.draw import Stream
from gridwright_lab.value.samples import Samples

SHAKE_ODDS: Final = 3
"""In one game of so many nobody's money is changed."""
MOST_SHAKE: Final = 30
"""Money changes by so many percent at most."""
LAST_SHAKE: Final = 6
"""The last round at whose start money may be changed."""
PHASE_ODDS: Final = 2
"""One of so many phases is noted as it begins."""
TURN_ODDS: Final = 30
"""And one of so many decisions inside a phase."""


@dataclass(frozen=True)
class Task:
    """One game to play."""

    cell: Cell
    bot: str
    series: str
    number: int
    may_shake: bool
    """Whether money is changed at the start of one round, in most games."""


def shake(state: State, stream: Stream) -> None:
    """Change everybody's money at random: else it only tells who plays well."""
    for seat in range(len(state.money)):
        percent = stream.below(2 * MOST_SHAKE + 1) - MOST_SHAKE
        state.money[seat] += state.money[seat] * percent // 100


def play_samples(task: Task) -> Samples:
    """What was noted. What came before a shake is not: it did not lead to the end."""
    game = build_game(task.cell.spec)
    n_seats = task.cell.seats
    keys = deal_keys(task.cell, task.series, task.number)
    seats = seat_bots(game, keys, [find_bot(task.bot)] * n_seats)
    stream = Stream(deal_seed(task.cell, f"{task.series}/notes", task.number))
    is_shaken = stream.below(SHAKE_ODDS) > 0 and task.may_shake
    shaken_round = stream.below(LAST_SHAKE) + 1 if is_shaken else 0
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    rows: list[list[float]] = []
    rounds: list[int] = []
    was_shaken: list[bool] = []
    before = (0, -1)
    is_after = False
    for _turn in range(MOST_TURNS):
        if game.is_over(state):
            break
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), silence)
            continue
        now = (state.round, state.phase)
        if state.round > 0:
            odds = 1 if now[0] != before[0] else PHASE_ODDS if now != before else TURN_ODDS
            if now[0] != before[0] and now[0] == shaken_round:
                shake(state, stream)
                rows, rounds, was_shaken = [], [], []
                is_after = True
            if stream.below(odds) == 0:
                rows += features(game, state)
                rounds.append(state.round)
                was_shaken.append(is_after)
            before = now
        game.apply(state, seats[state.actor].act(state), silence)
    if not state.ranking:
        rows, rounds, was_shaken = [], [], []  # Broken off: nobody won.
    n_positions = len(rounds)
    won = won_shares(state.ranking) if state.ranking else []
    return Samples(
        np.array(rows, np.float16).reshape(-1, N_COLUMNS),
        np.array(won * n_positions, np.float16),
        np.full(n_positions, n_seats, np.int8),
        np.full(n_positions, task.number, np.int32),
        np.array(rounds, np.int16),
        np.array(was_shaken, np.bool_),
        np.zeros(n_positions, np.int16),
        np.zeros(n_positions, np.int16),
        np.array([str(task.cell)]),
        np.array([task.bot]),
    )

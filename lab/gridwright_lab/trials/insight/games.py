"""Games of bots to be analysed."""

from typing import Final

from gridwright.arena.cells import Cell
from gridwright.arena.deals import DEVELOPMENT, deal_keys
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.insight.estimator import Policy

BOTS: Final = ("hard", "normal", "l1", "easy")
FIRST_DEAL: Final = 50_000
FIRST_OWN_DEAL: Final = 60_000
"""Far from the deals of matches, so that none is examined twice."""


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


def play_policy(cell: Cell, deal: int) -> tuple[Policy, list[Action]]:
    """Return all actions of a game in which every seat plays the estimator's policy."""
    game = build_game(cell.spec)
    policy = Policy(game)
    dealer = Dealer(game, deal_keys(cell, DEVELOPMENT, FIRST_OWN_DEAL + deal))
    state = game.new_state()
    log: list[Action] = []
    while not game.is_over(state):
        action = dealer.deal(state) if state.actor == CHANCE else policy.action(state)
        log.append(action)
        game.apply(state, action, EventLog(False))
    return policy, log

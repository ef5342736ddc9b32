"""Endings from games of bots in which a choice decides the winner."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gridwright.arena.cells import Cell
from gridwright.arena.deals import DEVELOPMENT, deal_keys
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.bots.value.loading import load_model
from gridwright.content.table import build_game
from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo
from gridwright.fair.dealer import Dealer
from gridwright.insight.decisions import Decision
from gridwright.insight.estimator import Policy
from gridwright.insight.findings import Finder
from gridwright.insight.settings import InsightSettings
from gridwright.insight.turns import played_out
from gridwright_lab.trials.insight.solver import Solver, TooLargeError, is_last_turn

BOTS: Final = ("l1", "hard")
FIRST_DEAL: Final = 40_000
"""Far from the deals of matches, so that none is examined twice."""
MAX_POSITIONS: Final = 4_000
"""Endings with more positions are left out."""
N_SHAKEN: Final = 8
"""Variants of each ending."""
MAX_MONEY: Final = 60
N_CLOSE: Final = 3
"""Lead of rivals in supplied cities over the seat that acts, exclusive."""


@dataclass(frozen=True)
class Ending:
    """A position in which a seat takes one of the last turns."""

    cell: str
    deal: int
    state: State


@dataclass(frozen=True)
class Checked:
    """The move that the analysis prefers, next to the best one."""

    ending: Ending
    best: float
    worst: float
    found: float

    @property
    def is_right(self) -> bool:
        return self.found >= self.best


def endings(cell: Cell, deal: int) -> Iterator[Ending]:
    """Yield the last turns of one game, each where its seat first knows that it is the last."""
    game = build_game(cell.spec)
    keys = deal_keys(cell, DEVELOPMENT, FIRST_DEAL + deal)
    bots = [find_bot(BOTS[(seat + deal) % len(BOTS)]) for seat in range(cell.spec.seats)]
    seats = seat_bots(game, keys, bots)
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    known: set[int] = set()
    dice = Dice(FIRST_DEAL + deal)
    while not game.is_over(state):
        if is_last_turn(game, state) and state.actor not in known:
            known.add(state.actor)
            yield Ending(str(cell), deal, state.copy())
            for _variant in range(N_SHAKEN):
                yield Ending(str(cell), deal, shaken(game, state, dice))
        action = dealer.deal(state) if state.actor == CHANCE else seats[state.actor].act(state)
        game.apply(state, action, silence)


def shaken(game: Game, state: State, dice: Dice) -> State:
    """Return a variant with other money, and less fuel of rivals: few endings are close."""
    found = state.copy()
    own = game.scoring.scores(state)[state.actor]
    for seat in range(game.rules.n_seats):
        found.money[seat] = dice.below(MAX_MONEY + 1)
        if seat != state.actor and not isinstance(found.parts, Depot):
            _spend(game, found, seat, own + dice.below(N_CLOSE), dice)
    return found


def _spend(game: Game, state: State, seat: int, score: int, dice: Dice) -> None:
    """Remove a seat's fuel until it supplies at most `n_cities`, or has none left."""
    while game.scoring.scores(state)[seat] > score and any(state.fuel[seat]):
        held = state.fuel[seat][:]
        kinds = [kind for kind in range(len(held)) if held[kind]]
        kind = kinds[dice.below(len(kinds))]
        held[kind] -= 1
        state.supply[kind] += 1
        state.fuel[seat] = held


def best_turn(game: Game, state: State) -> list[Action]:
    """Return the best line by the analysis of a seat that takes no further action."""
    finish = [
        offer.action
        for offer in game.offers(state)
        if isinstance(offer, MayDo) and offer.action.WORD.startswith("finish")
    ]
    name = game.phases[state.phase].NAME
    decision = Decision(
        0, state.actor, "fuel" if name == "resources" else "building", state, finish
    )
    return Finder(Policy(game), load_model(), InsightSettings()).better(decision).actions


def check(game: Game, ending: Ending, most_positions: int = MAX_POSITIONS) -> Checked | None:
    """Compare the best turn of the analysis; None if nothing is decided or there are too many."""
    seat = ending.state.actor
    solver = Solver(game, most_positions)
    try:
        turns = solver.turns(ending.state)
        shares = [result.shares[seat] for _after, result in turns]
        if not shares or max(shares) == min(shares):
            return None
        actions = best_turn(game, ending.state)
        after = played_out(game, ending.state, actions)
        assert after is not None, actions
        while after.actor == CHANCE:
            game.apply(after, game.legal(after)[0], EventLog(False))
        found = solver.solve(after).shares[seat]
    except TooLargeError:
        return None
    return Checked(ending, max(shares), min(shares), found)

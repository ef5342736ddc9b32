"""Simple ways to choose an option, which must not solve most puzzles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from gridwright.bots.contract import Brain
from gridwright.bots.registry import find_bot
from gridwright.bots.rollout.policy import SILENT
from gridwright.bots.search.lines import Line
from gridwright.bots.seated_bot import choose_or_search
from gridwright.engine.editions.card.vocabulary import BuyCard
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, OfferPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright.fair.draw import Stream
from gridwright.insight.decisions import is_turn
from gridwright.insight.turns import ENDS, played_out

BOTS: Final = ("l1", "hard")
MAX_SHARES: Final = {"l1": 45, "hard": 65, "most": 40, "cheapest": 40}
"""Percentage of all puzzles that each may solve."""


def bot_turn(game: Game, state: State, name: str) -> list[Action]:
    """Return the bot's actions until the current turn ends."""
    seat = state.actor
    brain: Brain = find_bot(name).sit(game.rules, seat, Stream(bytes(32)))
    now = state.copy()
    found: list[Action] = []
    while now.actor == seat and now.phase == state.phase:
        action = choose_or_search(brain, game, now, game.offers(now))
        found.append(action)
        game.apply(now, action, SILENT)
        if now.actor == CHANCE or not is_turn(action):
            break
    return found


def amount_of(actions: Sequence[Action]) -> int:
    """Return how much a turn does: the bid, the tokens, the cities."""
    amount = 0
    for action in actions:
        if isinstance(action, Bid):
            amount += action.amount
        elif isinstance(action, OfferPlant):
            amount += action.bid
        elif isinstance(action, BuyResources):
            amount += action.amount
        elif isinstance(action, ConnectCity | BuyCard):
            amount += 1
    return amount


def cost_of(game: Game, state: State, actions: Sequence[Action]) -> int:
    """Return the money that a turn takes; a bid counts as paid."""
    if isinstance(actions[0], Bid | OfferPlant):
        return amount_of(actions)
    after = played_out(game, state, actions)
    assert after is not None
    return state.money[state.actor] - after.money[state.actor]


def solved_by(
    game: Game, state: State, turns: Mapping[str, Sequence[Action]], lines: Sequence[Line]
) -> dict[str, float]:
    """Return the chance of each solver to choose the first line; ties are drawn by lot.

    A bot whose turn is no option chooses the option that differs least from it.
    """
    found: dict[str, float] = {}
    for name, turn in turns.items():
        found[name] = _chance([-distance(turn, line.actions) for line in lines])
    found["most"] = _chance([amount_of(line.actions) for line in lines])
    found["cheapest"] = _chance([-cost_of(game, state, line.actions) for line in lines])
    return found


def distance(one: Sequence[Action], other: Sequence[Action]) -> int:
    """Return the number of tokens and actions by which two turns differ."""
    first, second = _contents(one), _contents(other)
    return sum([abs(first[key] - second[key]) for key in first | second])


def _contents(actions: Sequence[Action]) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for action in actions:
        if isinstance(action, BuyResources):
            found[(action.KIND, action.resource)] += action.amount
        elif not isinstance(action, ENDS):
            found[action.key()] += 1
    return found


def _chance(values: Sequence[int]) -> float:
    most = max(values)
    return 1 / values.count(most) if values[0] == most else 0.0

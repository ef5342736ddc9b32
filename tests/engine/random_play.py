"""Whole games by random play, for tests that need many positions of every kind."""

from collections.abc import Iterator

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.vocabulary.base import Action

TABLES = [
    TableSpec("classic", "original", "usa", 3, regions="draft"),
    TableSpec("classic", "original", "germany", 2, hidden_money=True),
    TableSpec("classic", "recharged", "usa-recharged", 4, contractor=True),
    TableSpec("classic", "recharged", "germany-recharged", 2, order=(1, 0)),
    TableSpec("classic", "reference", "usa", 5),
    TableSpec("deluxe", "europe", "europe", 2, contractor=True),
    TableSpec("deluxe", "north-america", "north-america", 3, hidden_money=True),
    TableSpec("card", "standard", "none", 2, contractor=True),
    TableSpec("card", "standard", "none", 4, hidden_money=True),
    TableSpec("classic", "original", "australia", 3, version=3),
    TableSpec("classic", "original", "japan", 3, version=3),
]
"""One table for each thing that changes what events, offers and observations there are."""


def table_name(spec: TableSpec) -> str:
    return f"{spec.preset}-{spec.board}-{spec.seats}"


def choose(history: History, dice: Dice) -> Action:
    """A random legal action."""
    offers = history.game.offers(history.state)
    return offers[dice.below(len(offers))].sample(dice)


def play(spec: TableSpec, seed: int, most: int = 100_000) -> Iterator[tuple[History, Action]]:
    """A random game: the history and the action that is played next, until the end."""
    history = History(build_game(spec))
    dice = Dice(seed)
    while most > 0 and not history.game.is_over(history.state):
        action = choose(history, dice)
        yield history, action
        history.play(action)
        most -= 1

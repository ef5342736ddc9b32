"""Which connections every seat has paid for: a position alone does not tell."""

from collections.abc import Sequence

from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.protocol.puzzles import PaidWay


def paid_ways(game: Game, lines: Sequence[str]) -> list[PaidWay]:
    """In the order in which they were built. Bots, whose games these are, take nothing back."""
    history = History(game)
    notation = Notation(game.rules)
    return [
        PaidWay(event.seat, event.path)
        for line in lines
        for event in history.play_watched(notation.parse(line))
        if isinstance(event, CityConnected) and len(event.path) > 1
    ]

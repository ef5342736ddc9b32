"""The position of a puzzle as its seat sees it, with its options in a neutral order."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from gridwright.aids.sheet import build_sheet
from gridwright.engine.codec import observation_values
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, OfferPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.insight.turns import played_out
from gridwright.protocol.observation import Observation
from gridwright.protocol.puzzles import PaidWay, PuzzleChoice
from gridwright.protocol.records import Do
from gridwright.protocol.sheet import TableSheet
from gridwright.puzzles.puzzle import Puzzle


def paid_ways(game: Game, lines: Sequence[str]) -> list[PaidWay]:
    """Return the paid connections in order of building. The games are bots' games, without undo."""
    history = History(game)
    notation = Notation(game.rules)
    return [
        PaidWay(event.seat, event.path)
        for line in lines
        for event in history.play_watched(notation.parse(line))
        if isinstance(event, CityConnected) and len(event.path) > 1
    ]


class Position(msgspec.Struct, frozen=True):
    """The public part of a puzzle, shown before the answer."""

    sheet: TableSheet
    observation: Observation
    ways: list[PaidWay]
    choices: list[PuzzleChoice]
    order: list[int]
    """The option of the puzzle at each place; never shown."""


def build_position(puzzle: Puzzle) -> Position:
    """Play to the position; its view does not depend on the evaluation of the options."""
    game, history, notation = puzzle.play()
    seen = observation_values(observe(game, history.state, puzzle.seat))
    order = choice_order(puzzle)
    choices: list[PuzzleChoice] = []
    for place in order:
        option = puzzle.options[place]
        actions = [notation.parse(line) for line in option.lines]
        cost = _cost(game, history.state, actions)
        choices.append(PuzzleChoice(_told(notation, actions), cost))
    sheet = build_sheet(puzzle.spec, puzzle.rules)
    observation = msgspec.convert(seen, Observation)
    ways = paid_ways(game, puzzle.lines)
    return Position(sheet, observation, ways, choices, order)


def choice_order(puzzle: Puzzle) -> list[int]:
    """Order options by a digest of their words, so that their order in the file has no effect."""

    def key(place: int) -> bytes:
        option = puzzle.options[place]
        text = "\n".join([puzzle.puzzle_id, *option.lines])
        return sha256(text.encode()).digest()

    return sorted(range(len(puzzle.options)), key=key)


def _cost(game: Game, state: State, actions: Sequence[Action]) -> int:
    """Return the immediate cost: a bid costs nothing until it wins."""
    if isinstance(actions[0], Bid | OfferPlant):
        return 0
    after = played_out(game, state, actions)
    return 0 if after is None else max(0, state.money[state.actor] - after.money[state.actor])


def _told(notation: Notation, actions: Sequence[Action]) -> list[Do]:
    """Return actions in the format of an order."""
    told = []
    for action in actions:
        values = notation.to_values(action)
        told.append({name: value for name, value in values.items() if name != "seat"})
    return msgspec.convert(told, list[Do])

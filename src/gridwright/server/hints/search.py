"""Questions for hints and reasons to the process of the searching bots, and its answers."""

from typing import Final

from gridwright.aids.hints import SEARCHER, Advised, Choice
from gridwright.bots.registry import SEARCHING
from gridwright.bots.search.brain import is_searched
from gridwright.engine.notation import Notation
from gridwright.table.positions.reasons import Move
from gridwright.table.positions.searches import Answer, Considered, Question, question_to
from gridwright.table.table import Table

LONGEST: Final = 6.0
"""Seconds until a search is given up; the planner answers instead."""
_KEY: Final = bytes(32)
"""Key of every hint, so that equal questions get equal answers."""


def hint_question(table: Table, seat: int) -> Question | None:
    """Return the request to the searching bot; None if there is nothing to compare."""
    return _question(table, seat, SEARCHER, _KEY)


def reasons_question(move: Move) -> Question | None:
    """Return the request for the reasons of a searched move; None if it was not searched."""
    if move.bot not in SEARCHING:
        return None
    return _question(move.table, move.seat, move.player, move.key)


def _question(table: Table, seat: int, bot: str, key: bytes) -> Question | None:
    if not is_searched(table.game.offers(table.state)):
        return None
    return question_to(bot, key, table, seat, is_hint=True)


def advised_of(question: Question, notation: Notation, answer: Answer) -> Advised | None:
    """Return the answer as a hint; None if the search failed."""
    if not isinstance(answer, Considered):
        return None
    return Advised(
        question.bot,
        answer.area,
        notation.parse(answer.action),
        [notation.parse(line) for line in answer.actions],
        answer.limit,
        answer.numbers,
        answer.measure,
        [Choice([notation.parse(line) for line in lines], far) for lines, far in answer.others],
    )

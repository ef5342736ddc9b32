"""A bot that searches is asked in a process of its own, and its answer is played as any other.

A search takes a second, and inside the server every other table would wait for it. The question
holds what everybody at the table knows and the stream of one bot for one version: neither the seed
of the deal nor the order of the stack leaves the server.
"""

from pathlib import Path
from typing import Any, Final

import msgspec
import structlog

from gridwright.bots.planner.advising import Measure
from gridwright.content.overlay import register_overlay
from gridwright.content.own_board import is_own_board, load_own_board
from gridwright.content.registry import OVERLAYS
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.hints import Area, HintNumbers
from gridwright.server.games.commands import Decision, act, act_for_bot, bot_key
from gridwright.server.games.table import Table


def figures_of(content: str) -> str:
    """The folder of a table's own figures; empty for a table with the shipped ones."""
    overlay = OVERLAYS.find(content)
    return "" if overlay is None else str(overlay.folder.resolve())


def register_figures(figures: str) -> None:
    """Know a host's own figures as the server does."""
    if not figures:
        return
    folder = Path(figures)
    if is_own_board(folder):
        OVERLAYS.add(load_own_board(folder))
    else:
        register_overlay(folder)


PLAYS_INSTEAD: Final = "hard"
"""Takes a turn for a bot whose search failed or took too long."""

_LOG: Final = structlog.get_logger()


class Question(msgspec.Struct, frozen=True):
    """A turn of a bot."""

    spec: dict[str, Any]
    rules: str
    lines: list[str]
    seat: int
    bot: str
    key: bytes
    """What this bot draws from at this version of the table, and nothing else does."""
    figures: str = ""
    """The folder of a host's own figures, which the other process does not know yet."""
    is_hint: bool = False
    """Whether a person wants to know what the bot would do and why; nothing is played then."""


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """What the bot does, as a line of the log."""

    line: str


class Considered(msgspec.Struct, frozen=True, tag="considered"):
    """What the bot would do and why, with actions as lines of the log."""

    area: Area
    action: str
    actions: list[str]
    limit: int | None
    numbers: HintNumbers
    measure: Measure
    others: list[tuple[list[str], float]]


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """There is no decision; the text is for the server's log."""

    problem: str


Answer = Chosen | Considered | Failed


class SearchRequired(Exception):
    """A bot has to search before its turn can be played; nothing moved on the table."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"expected an answer of {question.bot} for seat {question.seat}")
        self.question: Final = question


def question_of(table: Table, seat: int) -> Question:
    """What the bot of the acting seat is asked."""
    return question_to(table.seats[seat].bot, bot_key(table, seat, table.version), table, seat)


def question_to(
    bot: str, key: bytes, table: Table, seat: int, *, is_hint: bool = False
) -> Question:
    """What any bot is asked about the position of a table."""
    return Question(
        table.spec.to_json(),
        table.rules,
        table.lines[:],
        seat,
        bot,
        key,
        figures_of(table.spec.content),
        is_hint,
    )


def act_on_answer(table: Table, seat: int, answer: Answer) -> Decision:
    """Carry out what a bot chose; without a choice that counts, another bot takes this turn."""
    name = table.seats[seat].bot
    action = _offered(table, answer)
    if action is not None:
        return act(table, seat, action, name)
    why = answer.problem if isinstance(answer, Failed) else f"not offered: {answer}"
    _LOG.error("a bot failed", game=table.game_id, version=table.version, bot=name, why=why)
    return act_for_bot(table, instead=PLAYS_INSTEAD)


def _offered(table: Table, answer: Answer) -> Action | None:
    """The action of an answer, if the acting seat may do it."""
    if not isinstance(answer, Chosen):
        return None
    try:
        action = table.notation.parse(answer.line)
    except NotationError:
        return None
    offers = table.game.offers(table.state)
    return action if any(offer.holds(action) for offer in offers) else None

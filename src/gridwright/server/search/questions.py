"""Requests to searching bots, which run in a separate process.

A search takes a second; inside the server it would block every other table. The request contains
public information and the random stream of one bot for one version: neither the seed of the deal
nor the order of the stack leaves the server. The answer is played like any other action.
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
from gridwright.table.commands import Decision, act, act_for_bot, bot_key
from gridwright.table.table import Table


def figures_of(content: str) -> str:
    """Return the folder of the host's own content of a table; empty for shipped content."""
    overlay = OVERLAYS.find(content)
    return "" if overlay is None else str(overlay.folder.resolve())


def register_figures(figures: str) -> None:
    """Register the host's own content in this process as the server does."""
    if not figures:
        return
    folder = Path(figures)
    if is_own_board(folder):
        OVERLAYS.add(load_own_board(folder))
    else:
        register_overlay(folder)


PLAYS_INSTEAD: Final = "hard"
"""Bot that plays the turn of one whose search failed or timed out."""

_LOG: Final = structlog.get_logger()


class Question(msgspec.Struct, frozen=True):
    """A request to a searching bot: the position of its turn."""

    spec: dict[str, Any]
    rules: str
    lines: list[str]
    seat: int
    bot: str
    key: bytes
    """Key of this bot's random stream at this version of the table."""
    figures: str = ""
    """Folder of the host's own content, which the other process may not have registered yet."""
    is_hint: bool = False
    """True for a hint to a person: the answer contains reasons, and no action is played."""


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The action of the bot, as a line of the log."""

    line: str


class Considered(msgspec.Struct, frozen=True, tag="considered"):
    """A hint with its reasons; actions are lines of the log."""

    area: Area
    action: str
    actions: list[str]
    limit: int | None
    numbers: HintNumbers
    measure: Measure
    others: list[tuple[list[str], float]]


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The search failed; the text is for the server's log."""

    problem: str


Answer = Chosen | Considered | Failed


def question_of(table: Table, seat: int) -> Question:
    """Return the request to the bot of the acting seat."""
    return question_to(table.player_at(seat), bot_key(table, seat, table.version), table, seat)


def question_to(
    bot: str, key: bytes, table: Table, seat: int, *, is_hint: bool = False
) -> Question:
    """Return the request to any bot about the position of a table."""
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
    """Apply the action of a bot. If it is not legal, another bot takes this turn."""
    name = table.seats[seat].bot
    action = _offered(table, answer)
    if action is not None:
        return act(table, seat, action, name)
    why = answer.problem if isinstance(answer, Failed) else f"not offered: {answer}"
    _LOG.error("a bot failed", game=table.game_id, version=table.version, bot=name, why=why)
    return act_for_bot(table, instead=PLAYS_INSTEAD)


def _offered(table: Table, answer: Answer) -> Action | None:
    """Return the action of an answer if the acting seat may do it, else None."""
    if not isinstance(answer, Chosen):
        return None
    try:
        action = table.notation.parse(answer.line)
    except NotationError:
        return None
    offers = table.game.offers(table.state)
    return action if any(offer.holds(action) for offer in offers) else None

"""Decisions of searching bots: the question, its answer, and the act at the table.

A search takes seconds, so another process or worker runs it. The question contains public
information and the random stream of one bot for one version: neither the seed of the deal nor the
order of the stack leaves the table. The answer is played like any other action.
"""

from pathlib import Path
from typing import Any, Final

import msgspec

from gridwright.aids.hints import advise_by_search
from gridwright.bots.planner.advising import Measure
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.overlay import register_overlay
from gridwright.content.own_board import is_own_board, load_own_board
from gridwright.content.registry import OVERLAYS
from gridwright.content.table import TableSpec, load_game
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.derive import Keys
from gridwright.protocol.hints import Area, HintNumbers
from gridwright.table.commands import Decision, act, act_for_bot, bot_key
from gridwright.table.table import Table

PLAYS_INSTEAD: Final = "hard"
"""Bot that plays the turn of one whose search failed or timed out."""
MAX_PROBLEM: Final = 500
"""Characters of an error text."""


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
    """The search failed; the text is for the log of the program."""

    problem: str


Answer = Chosen | Considered | Failed


# Content of the host


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


# The question


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


# The answer


def answer_line(line: bytes | str) -> Answer:
    """Answer a question in JSON; errors are returned as Failed."""
    try:
        return answer(msgspec.json.decode(line, type=Question))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}"[:MAX_PROBLEM])


def answer(question: Question) -> Answer:
    """Return the bot's actions, or its hint with reasons. Raises on any error."""
    register_figures(question.figures)
    game = load_game(TableSpec.from_json(question.spec), question.rules)
    notation = Notation(game.rules)
    history = History(game)
    for line in question.lines:
        history.play(notation.parse(line))
    if question.is_hint:
        return consider(question, game, notation, history.state)
    bot = SeatedBot(find_bot(question.bot), game, question.seat, Keys(question.key))
    return Chosen(notation.text(bot.act(history.state)))


def consider(question: Question, game: Game, notation: Notation, state: State) -> Considered:
    """Return a hint with its reasons, by search."""
    advised = advise_by_search(question.bot, Keys(question.key), game, state)
    return Considered(
        advised.area,
        notation.text(advised.action),
        [notation.text(action) for action in advised.actions],
        advised.limit,
        advised.numbers,
        advised.measure,
        [([notation.text(act) for act in each.actions], each.behind) for each in advised.others],
    )


# The act


def offered_action(table: Table, found: Answer) -> Action | None:
    """Return the action of an answer if the acting seat may do it, else None."""
    if not isinstance(found, Chosen):
        return None
    try:
        action = table.notation.parse(found.line)
    except NotationError:
        return None
    offers = table.game.offers(table.state)
    return action if any(offer.holds(action) for offer in offers) else None


def act_on_answer(table: Table, seat: int, found: Answer) -> Decision:
    """Apply the action of a bot. If it is not legal, another bot takes this turn."""
    action = offered_action(table, found)
    if action is None:
        return act_for_bot(table, instead=PLAYS_INSTEAD)
    return act(table, seat, action, table.seats[seat].bot)

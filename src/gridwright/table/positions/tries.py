"""New tables that begin at a position of a finished game or a puzzle."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final

import msgspec

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.content.table import rules_identity
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.protocol.refusals import Refused
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import OVER
from gridwright.table.table import Table

MAX_LINES: Final = 950
"""Limit of lines, because they share one log entry with the cards dealt after them."""


class Trying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position to play on from, by the number of actions before it, including chance."""

    move: Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class Try(msgspec.Struct, frozen=True):
    """The id of the new table, and the seat to take."""

    game_id: str
    path: str
    seat: int
    """Seat that decides first; bots may take the others."""


def begun_spec(spec: TableSpec, rules: str, lines: Sequence[str]) -> TableSpec:
    """Return the game that begins after these lines, whose hidden cards a new seed shuffles.

    ``rules`` is the identity under which they were played. Raises RefusedCommand if tables play
    other rules by now, or if there are too many lines.
    """
    try:
        is_todays = rules_identity(spec) == rules
    except ContentError:
        is_todays = False
    if not is_todays or len(lines) > MAX_LINES:
        raise RefusedCommand("bad_table", "the game cannot be played on today")
    return replace(spec, begins=tuple(lines))


def verify_over(table: Table) -> None:
    """Raise RefusedCommand while the game is not over."""
    if table.status not in OVER:
        raise RefusedCommand("not_over", "the game is not over")


def actor_after(table: Table, move: int) -> int:
    """Return the seat that must decide after `move` actions; raise Refused."""
    verify_over(table)
    if not 0 < move < len(table.lines):
        raise Refused(f"body.move: expected 1 to {len(table.lines) - 1}, got {move}", "invalid")
    history = History(table.game)
    for line in table.lines[:move]:
        history.play(table.notation.parse(line))
    if history.state.actor == CHANCE:
        raise Refused("body.move: expected a decision of a seat", "invalid")
    return history.state.actor

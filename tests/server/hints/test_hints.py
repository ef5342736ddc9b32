"""Permission for hints, and their marks in the log."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.fair.transcript import format_transcript
from gridwright.table import commands
from gridwright.table.commands import RefusedCommand
from gridwright.table.export import export
from gridwright.table.hints import (
    mark,
    mark_of,
    verify_hint,
)
from gridwright.table.log_entries import Hinted
from gridwright.table.terms import Terms
from gridwright.table.view import standing
from tests.server.tables.lone_table import LoneTable

FIRST = replace(default_spec(seats=2), order=(0, 1))


def against_bots(spec: TableSpec | None = None, bot: str = "l1", hold: int = 0) -> LoneTable:
    """A person on seat 0 and bots beside; the person is first."""
    lone = LoneTable(spec or FIRST, Terms(hold=hold))
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    for seat in range(1, lone.table.spec.seats):
        lone.do(partial(commands.sit_down, seat=seat, name="Hedy", bot=bot))
    lone.do(partial(commands.get_ready, seat=0))
    lone.do(commands.begin)
    return lone


def ask(lone: LoneTable, guided: bool = False) -> bool:
    """Ask for a hint as the route does; whether it was marked now."""
    help_ = mark_of(lone.table, guided)
    verify_hint(lone.table, 0)
    if help_.is_marked(lone.table, 0):
        return False
    lone.do(partial(mark, seat=0, help_=help_))
    return True


def test_the_same_question_counts_once() -> None:
    lone = against_bots()
    offers = standing(lone.table, 0)["offers"]
    lines = lone.table.lines[:]
    assert ask(lone)
    assert not ask(lone)
    assert (lone.table.help.n_hints(0), lone.table.help.n_hints(1)) == (1, 0)
    assert lone.table.lines == lines
    assert standing(lone.table, 0)["offers"] == offers
    assert lone.log[-1].entry.kind == "hinted"
    lone.act("0 offer 3 3")
    lone.do(commands.act_for_bot)
    while lone.table.actor() == 1:
        lone.do(commands.act_for_bot)
    assert ask(lone)
    seats = standing(lone.folded())["seats"]
    assert isinstance(seats, list)
    assert [seat["hints"] for seat in seats if isinstance(seat, dict)] == [2, 0]


def test_an_undone_action_keeps_its_hint() -> None:
    lone = against_bots()
    plain = format_transcript(export(lone.table))
    assert ask(lone)
    lone.act("0 offer 3 3")
    lone.do(partial(commands.undo, seat=0))
    assert lone.table.help.n_hints(0) == 1
    assert not ask(lone), "the same position is the same question"
    assert format_transcript(export(lone.table)) == plain
    assert lone.folded().help.n_hints(0) == 1


def test_the_guide_marks_the_game_and_counts_nothing() -> None:
    lone = against_bots()
    assert ask(lone, guided=True)
    assert not ask(lone, guided=True)
    assert lone.table.help.is_guided(0)
    assert lone.log[-1].entry.kind == "guided"
    assert lone.table.help.n_hints(0) == 0
    assert ask(lone)
    assert lone.table.help.n_hints(0) == 1


def two_people() -> LoneTable:
    lone = LoneTable(FIRST)
    lone.seat_people("Ada", "Grace")
    return lone


def out_of_turn() -> LoneTable:
    lone = against_bots()
    lone.act("0 offer 3 3")
    return lone


def in_a_bots_hands() -> LoneTable:
    lone = against_bots()
    lone.do(partial(commands.hand_over, seat=0, bot="l1"))
    return lone


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (two_people, "not_alone"),
        (out_of_turn, "not_your_turn"),
        (in_a_bots_hands, "bot_plays"),
        (LoneTable, "not_begun"),
    ],
)
def test_hints_are_refused_with_a_code(make: Callable[[], LoneTable], code: str) -> None:
    lone = make()
    with pytest.raises(RefusedCommand) as refused:
        mark(lone.table, 0, Hinted("x"))
    assert refused.value.code == code


def test_a_seat_that_is_none_gets_no_hint() -> None:
    lone = LoneTable(default_spec(seats=2))
    with pytest.raises(RefusedCommand) as refused:
        verify_hint(lone.table, 7)
    assert refused.value.code == "no_such_seat"

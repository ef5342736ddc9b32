"""The room before a game: its host is the first player, and a change needs all ready again."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from gridwright.content.table import default_spec, rules_identity
from gridwright.fair.commit import opens
from gridwright.table import commands, room
from gridwright.table.commands import RefusedCommand
from gridwright.table.log_entries import TableChanged
from gridwright.table.terms import Terms, TurnClock
from gridwright.table.view import view
from tests.server.tables.lone_table import GAME_ID, SEED, LoneTable


def gathering() -> LoneTable:
    """Grace came first, then Ada; a bot sits between them."""
    lone = LoneTable(default_spec(seats=3))
    lone.do(partial(commands.sit_down, seat=2, name="Grace"))
    lone.do(partial(commands.sit_down, seat=1, name="Bot", bot="l0"))
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    return lone


def test_the_host_is_the_player_seated_longest() -> None:
    lone = LoneTable(default_spec(seats=2))
    assert room.host_of(lone.table) == -1
    lone = gathering()
    assert room.host_of(lone.table) == 2
    assert view(lone.table)["host"] == 2
    lone.do(partial(commands.stand_up, seat=2))
    assert room.host_of(lone.table) == 0


def test_only_the_host_frees_seats() -> None:
    lone = gathering()
    with pytest.raises(RefusedCommand, match="host"):
        lone.do(partial(room.free_seat, seat=0, other=1))
    lone.do(partial(room.free_seat, seat=2, other=1))
    assert not lone.table.seats[1].is_taken
    with pytest.raises(RefusedCommand, match="seat 1 is free"):
        lone.do(partial(room.free_seat, seat=2, other=1))
    lone.do(partial(room.free_seat, seat=2, other=0))
    assert not lone.table.seats[0].is_taken
    assert view(lone.folded()) == view(lone.table)


def test_an_absent_host_can_be_replaced() -> None:
    lone = gathering()
    with pytest.raises(RefusedCommand, match="host"):
        lone.do(partial(room.free_seat, seat=0, other=2))
    lone.do(partial(room.free_seat, seat=0, other=2, is_missing=True))
    assert room.host_of(lone.table) == 0


def test_a_changed_table_has_a_new_commitment_and_needs_all_ready() -> None:
    lone = gathering()
    lone.do(partial(commands.get_ready, seat=2, contribution=b"x" * 16))
    lone.do(partial(commands.get_ready, seat=0, contribution=b"y" * 16))
    assert lone.table.can_begin()
    wanted = replace(default_spec("card", seats=4), hidden_money=True)
    with pytest.raises(RefusedCommand, match="host"):
        lone.do(partial(room.change_table, seat=0, spec=wanted.to_json()))
    terms = {"clock": {"type": "turns", "turn": 60_000}}
    lone.do(partial(room.change_table, seat=2, spec=wanted.to_json(), terms=terms, listed=True))
    table = lone.table
    assert table.spec == wanted
    assert table.terms == Terms(TurnClock(60_000), hold=0)
    assert table.listed
    assert [seat.is_ready for seat in table.seats] == [False, True, False, False]
    assert table.contributions == {}
    assert opens(table.commitment, GAME_ID, rules_identity(wanted), SEED)
    for with_seed in (True, False):
        assert view(lone.folded(with_seed=with_seed)) == view(table)
    with pytest.raises(RefusedCommand, match="already"):
        lone.do(partial(room.change_table, seat=2, listed=True))
    lone.do(partial(commands.sit_down, seat=3, name="Hedy"))
    for seat in (0, 2, 3):
        lone.do(partial(commands.get_ready, seat=seat, contribution=bytes([seat]) * 16))
    lone.do(commands.begin)
    assert view(lone.folded()) == view(table)
    with pytest.raises(RefusedCommand, match="begun"):
        lone.do(partial(room.change_table, seat=2, listed=False))


def test_only_a_free_seat_can_be_removed() -> None:
    lone = gathering()
    smaller = default_spec(seats=2).to_json()
    with pytest.raises(RefusedCommand, match="seat 2"):
        lone.do(partial(room.change_table, seat=2, spec=smaller))
    lone.do(partial(commands.stand_up, seat=2))
    lone.do(partial(room.change_table, seat=0, spec=smaller))
    assert len(lone.table.seats) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"spec": {"edition": "chess"}},
        {"spec": {**default_spec(seats=3).to_json(), "seats": 9}},
        {"terms": {"clock": {"type": "sundial"}}},
        {"terms": {"stand_in": "deep-thought"}},
        {"terms": {"take_over": 1}},
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    lone = gathering()
    with pytest.raises(RefusedCommand) as refused:
        lone.do(partial(room.change_table, seat=2, **changes))
    assert refused.value.code == "bad_table"


def test_changing_the_clock_keeps_the_data_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer data digest applies when the game changes, not when only its clock does."""
    lone = gathering()
    monkeypatch.setattr(room, "rules_identity", lambda _spec: "1" * 64)
    clock = room.change_table(lone.table, 2, terms={"clock": {"type": "turns", "turn": 86_400_000}})
    assert isinstance(clock.log_entry, TableChanged)
    assert clock.log_entry.rules == lone.table.rules
    spec = replace(lone.table.spec, contractor=True).to_json()
    game = room.change_table(lone.table, 2, spec=spec)
    assert isinstance(game.log_entry, TableChanged)
    assert game.log_entry.rules == "1" * 64

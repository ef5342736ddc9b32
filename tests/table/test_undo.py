"""An order is taken back until another person acted or something hidden was shown; bots wait."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec
import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.table import commands
from gridwright.table.bid_limits import Beyond, BidLimit
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import LimitLeft, Opened, Undone, log_entry_of, to_entry
from gridwright.table.state import BrokenLog
from gridwright.table.table import Happened, Table
from gridwright.table.terms import LONGEST_WAIT, TAKE_OVER, BankClock, Terms, TurnClock
from gridwright.table.view import happened_frames, view
from gridwright_lab.conformance.sampling.random_players import FINISHER
from tests.server.tables.lone_table import LoneTable

PAIR = replace(default_spec(seats=2), order=(0, 1))
TRIO = replace(default_spec(seats=3), order=(0, 1, 2))


def people(terms: Terms | None = None, spec: TableSpec = PAIR) -> LoneTable:
    """People in the first auction; seat 0 is first."""
    lone = LoneTable(spec, terms)
    lone.seat_people(*("Ada", "Grace", "Edith")[: spec.seats])
    return lone


def against_bots(hold: int | None = None, spec: TableSpec = TRIO) -> LoneTable:
    """Ada on seat 0 against bots."""
    lone = LoneTable(spec, Terms(hold=hold))
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    for seat in range(1, spec.seats):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l1"))
    lone.do(partial(commands.get_ready, seat=0))
    lone.do(commands.begin)
    return lone


def undo(lone: LoneTable, seat: int = 0) -> None:
    lone.do(partial(commands.undo, seat=seat))


def refused(lone: LoneTable, seat: int = 0) -> str:
    with pytest.raises(RefusedCommand) as found:
        undo(lone, seat)
    return found.value.code


def play_until(lone: LoneTable, holds: Callable[[Table], bool]) -> None:
    """Play at random, dealing cards immediately, until the predicate is true."""
    dice = Dice(7)
    while not holds(lone.table):
        table = lone.table
        seat = table.actor()
        if seat is None:
            lone.do(commands.deal)
        elif table.seats[seat].bot:
            lone.do(commands.act_for_bot)
        else:
            lone.act(table.notation.text(FINISHER.choose(table.game.offers(table.state), dice)))


def buys_fuel(table: Table) -> bool:
    return table.game.phases[table.state.phase].NAME == ResourcesPhase.NAME


def is_at(table: Table, seat: int) -> bool:
    return table.actor() == seat


# What is taken back


@pytest.mark.clause("c12.7")
def test_an_order_is_taken_back_as_if_it_had_never_been() -> None:
    lone = people()
    before, lines = digest(lone.table.state), list(lone.table.lines)
    lone.act("0 offer 3 3")
    assert lone.table.actor() == 1
    undo(lone)
    assert digest(lone.table.state) == before
    assert lone.table.lines == lines
    assert lone.table.actor() == 0
    again = lone.folded()
    assert digest(again.state) == before
    for viewer in (0, 1, SPECTATOR):
        assert view(again, viewer) == view(lone.table, viewer)
    lone.act("0 offer 4 4")
    assert view(lone.folded()) == view(lone.table)


@pytest.mark.clause("k12.5")
def test_two_undos_in_a_row_reach_further_back() -> None:
    lone = people(spec=replace(default_spec("card", seats=2), order=(0, 1)))
    play_until(lone, buys_fuel)
    seat = lone.table.actor()
    assert seat is not None
    digests = [digest(lone.table.state)]
    dice = Dice(1)
    for _order in range(2):
        buys = [each for each in lone.table.game.offers(lone.table.state) if "buy" in each.word()]
        lone.act(lone.table.notation.text(buys[0].sample(dice)))
        assert lone.table.actor() == seat
        digests.append(digest(lone.table.state))
    undo(lone, seat)
    assert digest(lone.table.state) == digests[1]
    undo(lone, seat)
    assert digest(lone.table.state) == digests[0]
    assert refused(lone, seat) in ("acted_since", "shown_since")
    assert view(lone.folded(), seat) == view(lone.table, seat)


def test_an_undo_reverts_later_moves_of_bots() -> None:
    lone = against_bots(hold=0)
    before = digest(lone.table.state)
    lone.act("0 offer 3 3")
    lone.do(commands.act_for_bot)
    assert len(lone.table.lines) > 2
    undo(lone)
    assert digest(lone.table.state) == before
    last = log_entry_of(lone.log[-1].entry)
    assert isinstance(last, Undone)
    assert last.since == lone.table.version - 2
    assert view(lone.folded(), 0) == view(lone.table, 0)


def test_the_take_back_of_the_engine_works_after_an_undo() -> None:
    lone = people(spec=replace(default_spec("card", seats=2), order=(0, 1)))
    play_until(lone, buys_fuel)
    seat = lone.table.actor()
    before = digest(lone.table.state)
    dice = Dice(1)
    for _order in range(2):
        buys = [each for each in lone.table.game.offers(lone.table.state) if "buy" in each.word()]
        lone.act(lone.table.notation.text(buys[0].sample(dice)))
    assert seat is not None
    undo(lone, seat)
    lone.act(f"{seat} take-back")
    assert digest(lone.table.state) == before
    undo(lone, seat)
    undo(lone, seat)
    assert digest(lone.table.state) == before
    assert digest(lone.folded().state) == before


def test_seats_and_limits_of_the_meantime_stay() -> None:
    lone = people()
    lone.act("0 offer 3 3")
    lone.do(partial(commands.leave_limit, seat=1, box=b"sealed", plant="3"))
    lone.do(partial(commands.hand_over, seat=1, bot="l1"))
    lone.do(commands.act_for_bot)
    undo(lone)
    assert lone.table.left_bids.boxes == {1: b"sealed"}
    assert lone.table.seats[1].bot == "l1"
    assert lone.folded().left_bids.boxes == lone.table.left_bids.boxes


# Until when


@pytest.mark.clause("c12.7", "d12.5", "k12.5")
def test_undo_is_refused_after_another_person_has_acted() -> None:
    lone = people()
    assert refused(lone) == "shown_since"
    lone.act("0 offer 3 3")
    assert refused(lone, 1) == "acted_since"
    lone.act("1 bid 4")
    assert refused(lone) == "acted_since"
    undo(lone, 1)
    # Still refused after the undo: seat 0 has seen what seat 1 would bid.
    assert refused(lone) == "acted_since"
    assert lone.table.actor() == 1


def test_undo_is_refused_after_a_card_was_shown() -> None:
    lone = people()
    lone.act("0 offer 3 3")
    lone.act("1 drop")
    assert any(line.startswith("chance ") for line in lone.log[-1].entry.lines)
    assert refused(lone, 1) == "shown_since"
    assert view(lone.table, 1)["undo"] is None


def test_undo_is_refused_after_a_sealed_limit_has_answered() -> None:
    lone = people(spec=TRIO)
    lone.act("0 offer 3 3")
    lone.act("1 bid 4")
    lone.act("2 drop")
    lone.act("0 bid 5")
    lone.do(partial(commands.leave_limit, seat=1, box=b"sealed", plant="3"))
    lone.do(lambda table: commands.act_by_limit(table, BidLimit("3", 9)))
    assert lone.table.lines[-1] == "1 bid 6"
    assert refused(lone, 0) == "shown_since"
    assert refused(lone, 1) == "shown_since"
    lone.act("0 bid 7")
    lone.do(lambda table: commands.act_by_limit(table, BidLimit("3", 7, Beyond.ASK)))
    assert refused(lone, 0) == "shown_since"


def test_undo_is_refused_before_the_game_for_another_and_while_a_bot_plays() -> None:
    lone = LoneTable(PAIR)
    assert refused(lone) == "not_begun"
    lone.seat_people("Ada", "Grace")
    lone.act("0 offer 3 3")
    with pytest.raises(RefusedCommand, match="a seat from 0 to 1"):
        undo(lone, 2)
    lone.do(partial(commands.hand_over, seat=0, bot="l1"))
    assert view(lone.table, 0)["undo"] is None
    assert refused(lone) == "bot_plays"
    lone.do(partial(commands.come_back, seat=0))
    undo(lone)


def test_a_log_that_takes_back_what_it_may_not_is_broken() -> None:
    lone = people()
    lone.act("0 offer 3 3")
    table = lone.folded()
    entry = to_entry(Undone(3), "forged", 5, 0)
    with pytest.raises(BrokenLog, match="expected an order to take back, got version 3"):
        table.fold(LoggedEntry(table.version + 1, entry, table.status, None))


# The view of an undo


def test_the_view_names_the_actions_an_undo_would_remove() -> None:
    lone = people()
    lone.act("0 offer 3 3")
    told = {
        "version": lone.table.version,
        "actions": [{"do": "offer", "plant": "3", "bid": 3}],
    }
    assert view(lone.table, 0)["undo"] == told
    assert view(lone.table, 1)["undo"] is None
    assert view(lone.table, SPECTATOR)["undo"] is None
    undo(lone)
    happened = [Happened(lone.log[-1], ())]
    for viewer in (0, 1, SPECTATOR):
        (frame,) = happened_frames(lone.table, happened, viewer)
        assert msgspec.to_builtins(frame.undone) == told
        assert frame.lines == []
        assert frame.kind == "undone"


# The hold


def fuel_turn() -> LoneTable:
    """Ada buys fuel against bots."""
    lone = against_bots()
    play_until(lone, lambda table: buys_fuel(table) and is_at(table, 0))
    return lone


def test_bots_wait_for_a_person_who_may_think_again() -> None:
    lone = fuel_turn()
    assert lone.table.undo_window_ms == 2_500
    lone.act("0 finish-buying")
    assert lone.log[-1].deadline_at == lone.now + 2_500
    assert view(lone.table, 0)["hold_until"] == lone.now + 2_500
    lone.now += 1_000
    assert lone.folded().deadline_at(lone.now) == lone.now + 1_500
    undo(lone)
    assert lone.log[-1].deadline_at == lone.now + LONGEST_WAIT
    assert view(lone.table, 0)["hold_until"] is None
    lone.act("0 finish-buying")
    lone.now += 2_500
    lone.do(commands.act_for_bot)
    actor = lone.table.actor()
    if actor is not None and lone.table.seats[actor].bot:
        assert lone.log[-1].deadline_at == lone.now


@pytest.mark.parametrize("order", ["bid", "drop"])
def test_bots_do_not_wait_after_a_choice_within_an_auction(order: str) -> None:
    lone = LoneTable(replace(default_spec(seats=4), order=(0, 1, 2, 3)), Terms())
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    for seat in (1, 2, 3):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l1"))
    lone.do(partial(commands.get_ready, seat=0))
    lone.do(commands.begin)
    lone.act("0 offer 3 3")
    assert lone.log[-1].deadline_at == lone.now
    for seat in (1, 2, 3):
        bid = lone.table.notation.parse(f"{seat} bid {3 + seat}")
        lone.do(partial(commands.act, seat=seat, action=bid, by_bot="l1"))
    lone.act("0 bid 7" if order == "bid" else "0 drop")
    assert not is_at(lone.table, 0)
    assert lone.log[-1].deadline_at == lone.now
    assert view(lone.table, 0)["hold_until"] is None


def test_a_person_ends_the_own_undo_window() -> None:
    lone = fuel_turn()
    lone.act("0 finish-buying")
    lone.now += 300
    lone.do(partial(commands.end_undo_window, seat=0))
    assert lone.log[-1].entry.kind == "undo_window_ended"
    assert lone.log[-1].deadline_at == lone.now
    assert view(lone.table, 0)["hold_until"] is None
    assert view(lone.folded(), 0) == view(lone.table, 0)
    with pytest.raises(RefusedCommand, match="no undo window"):
        lone.do(partial(commands.end_undo_window, seat=0))
    undo(lone)
    assert is_at(lone.table, 0)


def test_only_the_person_who_acted_ends_the_undo_window() -> None:
    lone = people(Terms(hold=700))
    lone.act("0 offer 3 3")
    lone.act("1 drop")
    with pytest.raises(RefusedCommand, match="no undo window"):
        lone.do(partial(commands.end_undo_window, seat=0))
    lone.do(partial(commands.end_undo_window, seat=1))
    assert lone.log[-1].deadline_at == lone.now
    lone.do(commands.deal)
    assert view(lone.folded(), 1) == view(lone.table, 1)


def test_no_person_waits_for_another() -> None:
    lone = people(Terms())
    assert lone.table.undo_window_ms == 1_000
    lone.act("0 offer 3 3")
    assert lone.log[-1].deadline_at == lone.now + TAKE_OVER
    assert view(lone.table, 0)["hold_until"] is None
    lone.act("1 bid 4")
    assert lone.table.actor() == 0


def test_a_card_is_turned_up_when_the_order_was_held_for_long_enough() -> None:
    lone = people(Terms(hold=700))
    lone.act("0 offer 3 3")
    before = digest(lone.table.state)
    lone.act("1 drop")
    assert lone.table.state.actor == CHANCE
    assert lone.table.actor() is None
    assert lone.log[-1].entry.lines == ("1 drop",)
    assert lone.log[-1].deadline_at == lone.now + 700
    assert view(lone.table, 0)["offers"] == view(lone.table, 1)["offers"] == []
    for seat in (0, 1):
        with pytest.raises(RefusedCommand, match="about to be turned up"):
            lone.act(f"{seat} pass")
    undo(lone, 1)
    assert digest(lone.table.state) == before
    lone.act("1 drop")
    # Another node, or this one after a restart, deals the same.
    other = lone.folded()
    lone.do(commands.deal)
    assert lone.log[-1].entry.kind == "dealt"
    assert lone.log[-1].entry.lines == commands.deal(other).lines
    assert view(lone.folded(), 1) == view(lone.table, 1)
    assert refused(lone, 1) == "shown_since"
    with pytest.raises(RefusedCommand, match="owes nothing"):
        lone.do(commands.deal)


def test_the_end_is_held_and_can_be_taken_back() -> None:
    lone = people(Terms(hold=700))
    play_until(lone, lambda table: table.game.is_over(table.state))
    assert lone.log[-1].deadline_at == lone.now + 700
    seat = lone.log[-1].entry.seat
    assert seat is not None
    undo(lone, seat)
    assert not lone.table.game.is_over(lone.table.state)
    play_until(lone, lambda table: table.game.is_over(table.state))
    lone.do(commands.reveal)
    assert refused(lone, seat) == "game_over"
    assert view(lone.folded(), seat) == view(lone.table, seat)


@pytest.mark.parametrize(("n_people", "hold"), [(1, 2_500), (2, 1_000), (3, 1_000)])
def test_the_undo_window_depends_on_the_number_of_people(n_people: int, hold: int) -> None:
    lone = LoneTable(TRIO, Terms())
    for seat in range(3):
        bot = "" if seat < n_people else "l0"
        lone.do(partial(commands.sit_down, seat=seat, name=f"Seat {seat}", bot=bot))
    assert lone.table.undo_window_ms == hold


def test_an_old_table_derives_its_undo_window_from_its_seats() -> None:
    data = '{"type":"opened","commitment":"","terms":{"clock":{"type":"none"},"stand_in":"l1"}}'
    old = msgspec.structs.replace(LoneTable(PAIR).log[0].entry, data=data)
    opened = log_entry_of(old)
    assert isinstance(opened, Opened)
    assert opened.terms.hold is None
    assert isinstance(log_entry_of(to_entry(LimitLeft("00"), "a", 1, 0)), LimitLeft)


# Time


def test_an_undo_gives_no_time_back_and_none_away() -> None:
    lone = people(Terms(BankClock(bank=60_000, increment=5_000)))
    for _round in range(3):
        lone.now += 10_000
        lone.act("0 offer 3 3")
        lone.now += 1_000
        undo(lone)
    # Thirty seconds of thinking are spent; no increment was earned, and seat 1 lost what it used.
    assert lone.table.clocks.left == [30_000, 57_000]
    assert lone.table.deadline_at(lone.now) == lone.now + 30_000
    lone.now += 4_000
    lone.act("0 offer 3 3")
    assert lone.table.clocks.left == [31_000, 57_000]
    assert view(lone.folded(), 0) == view(lone.table, 0)


def test_an_undone_turn_resumes_with_its_remaining_time() -> None:
    lone = people(Terms(TurnClock(turn=60_000)))
    lone.now += 40_000
    lone.act("0 offer 3 3")
    lone.now += 30_000
    undo(lone)
    assert lone.table.deadline_at(lone.now) == lone.now + 20_000
    lone.now += 5_000
    lone.act("0 offer 3 3")
    undo(lone)
    assert lone.table.deadline_at(lone.now) == lone.now + 15_000
    assert lone.folded().deadline_at(lone.now) == lone.now + 15_000


def test_no_clock_runs_while_a_card_waits() -> None:
    lone = people(Terms(BankClock(bank=60_000, increment=5_000), hold=700))
    lone.act("0 offer 3 3")
    lone.now += 10_000
    lone.act("1 drop")
    assert lone.table.clocks.left == [65_000, 50_000]
    assert lone.table.clocks.deadline() is None
    lone.now += 700
    lone.do(commands.deal)
    # Seat 1 buys next, and has not passed its turn on: it earns nothing.
    assert lone.table.actor() == 1
    assert lone.table.clocks.left == [65_000, 50_000]
    assert lone.table.clocks.deadline() == lone.now + 50_000
    assert view(lone.folded(), 1) == view(lone.table, 1)

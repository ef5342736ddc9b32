"""People leave, stay away, vote and come back: no table is stuck, and every node agrees."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec
import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.table import commands, leaving
from gridwright.table.absence_log import Attendance, LeaveRequest
from gridwright.table.commands import Decision, RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.seats import Left
from gridwright.table.terms import (
    AWAY_AFTER,
    GRACE_FACTOR,
    LONGEST_WAIT,
    TAKE_OVER,
    WAIT_LONGER,
    BankClock,
    Terms,
    TimeOut,
    TurnClock,
)
from gridwright.table.view import result_of, view
from gridwright_lab.conformance.sampling.random_players import BUILDER
from tests.server.tables.lone_table import LoneTable

NAMES = ("Ada", "Grace", "Hedy", "Marie")


def running(n_people: int, terms: Terms | None = None, n_bots: int = 0) -> LoneTable:
    """People in the first auction of a classic game, bots behind them; seat 0 is first."""
    n_seats = n_people + n_bots
    spec = replace(default_spec(seats=n_seats), order=tuple(range(n_seats)))
    lone = LoneTable(spec, msgspec.structs.replace(terms or Terms(), hold=0))
    for seat in range(n_people, n_seats):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l0"))
    lone.seat_people(*NAMES[:n_people])
    return lone


def play_out(lone: LoneTable) -> None:
    """Play automatic steps until none is due."""
    table = lone.table
    while table.deadline_at(lone.now) == lone.now:
        lone.do(commands.reveal if table.is_over() else commands.act_for_bot)


def same_everywhere(lone: LoneTable) -> None:
    for with_seed in (True, False):
        assert view(lone.folded(with_seed=with_seed)) == view(lone.table)


def left(lone: LoneTable, seat: int) -> Left:
    return lone.table.seats[seat].left


def status(lone: LoneTable) -> Status:
    return lone.table.status


def test_a_bot_of_the_tables_strength_plays_on_until_the_seat_is_taken_back() -> None:
    lone = running(2, n_bots=1)
    lone.do(partial(leaving.leave, seat=0))
    assert lone.table.seats[0].bot == "l0", "as strong as the bot that was invited"
    assert left(lone, 0) is Left.ASKED
    lone.do(commands.act_for_bot)
    with pytest.raises(RefusedCommand, match="already"):
        lone.do(partial(leaving.leave, seat=0))
    lone.do(partial(commands.come_back, seat=0))
    assert left(lone, 0) is Left.NOT
    same_everywhere(lone)
    without = running(2)
    without.do(partial(leaving.leave, seat=1))
    assert without.table.seats[1].bot == Terms().stand_in


def test_a_seat_never_reclaimed_counts_as_left() -> None:
    lone = running(1, n_bots=2)
    lone.do(partial(leaving.leave, seat=0))
    play_out(lone)
    assert status(lone) is Status.FINISHED
    result = result_of(lone.table)
    assert result is not None
    assert [each.how for each in result.seats] == ["left", "played", "played"]
    assert [each.place for each in result.seats] == lone.table.state.ranking
    same_everywhere(lone)


def test_of_two_who_resigns_leaves_the_other_the_win() -> None:
    lone = running(2)
    assert result_of(lone.table) is None
    lone.do(partial(leaving.resign, seat=1))
    assert lone.table.deadline_at(lone.now) == lone.now
    with pytest.raises(RefusedCommand, match="over"):
        lone.act("0 offer 3 3")
    with pytest.raises(RefusedCommand, match="come back"):
        lone.do(partial(commands.come_back, seat=1))
    lone.do(commands.reveal)
    assert status(lone) is Status.FINISHED
    result = result_of(lone.table)
    assert result is not None
    assert result.ended == "resigned"
    assert [(each.place, each.how) for each in result.seats] == [(1, "played"), (2, "resigned")]
    same_everywhere(lone)
    report = verify(format_transcript(export(lone.table)))
    assert not report.failures, str(report)


def test_of_more_a_bot_plays_on_and_who_resigned_is_last() -> None:
    lone = running(1, n_bots=2)
    lone.do(partial(leaving.resign, seat=0))
    with pytest.raises(RefusedCommand, match="come back"):
        lone.do(partial(commands.come_back, seat=0))
    with pytest.raises(RefusedCommand, match="resigned"):
        lone.do(partial(leaving.resign, seat=0))
    play_out(lone)
    assert status(lone) is Status.FINISHED
    result = result_of(lone.table)
    assert result is not None
    assert result.ended == "played"
    assert [each.how for each in result.seats] == ["resigned", "played", "played"]
    assert result.seats[0].place == 3
    others = [lone.table.state.ranking[seat] for seat in (1, 2)]
    assert (others[0] < others[1]) is (result.seats[1].place < result.seats[2].place)
    assert min(each.place for each in result.seats[1:]) == 1
    report = verify(format_transcript(export(lone.table)))
    assert report.ok, "the game itself knows nothing of it"
    same_everywhere(lone)


def test_a_game_ends_without_a_result_when_all_who_play_agree() -> None:
    lone = running(3, n_bots=1)
    lone.do(partial(leaving.agree_to_end, seat=0))
    with pytest.raises(RefusedCommand, match="already"):
        lone.do(partial(leaving.agree_to_end, seat=0))
    lone.do(partial(leaving.agree_to_end, seat=0, agrees=False))
    lone.do(partial(leaving.agree_to_end, seat=1))
    lone.do(partial(leaving.agree_to_end, seat=0))
    assert not lone.table.is_over()
    lone.act("0 offer 3 3")
    assert lone.table.absences.agreed == {1}, "playing on withdraws the agreement"
    lone.do(partial(leaving.agree_to_end, seat=0))
    lone.do(partial(leaving.leave, seat=2))
    assert not lone.table.is_over(), "leaving is no agreement"
    lone.do(partial(leaving.agree_to_end, seat=0, agrees=False))
    lone.do(partial(leaving.agree_to_end, seat=0))
    assert lone.table.actor() is None
    lone.do(commands.reveal)
    assert status(lone) is Status.ABANDONED
    result = result_of(lone.table)
    assert result is not None
    assert [each.place for each in result.seats] == [0, 0, 0, 0]
    same_everywhere(lone)


def cast(
    lone: LoneTable, seat: int, wish: LeaveRequest, here: tuple[int, ...], about: int = 0
) -> None:
    attendance = Attendance(frozenset(here))
    lone.do(
        partial(
            leaving.vote, seat=seat, about=about, choice=wish, now=lone.now, attendance=attendance
        )
    )


def test_more_than_half_of_the_people_present_decide_about_one_who_is_away() -> None:
    lone = running(4)
    lone.now += AWAY_AFTER
    cast(lone, 1, LeaveRequest.BOT, (1, 2, 3))
    assert not lone.table.seats[0].bot
    with pytest.raises(RefusedCommand, match="the seat has already cast this vote"):
        cast(lone, 1, LeaveRequest.BOT, (1, 2, 3))
    cast(lone, 2, LeaveRequest.WAIT, (1, 2, 3))
    shown = view(lone.table)["votes"]
    assert shown == [{"about": 0, "wait": [2], "bot": [1], "end": [], "wait_until": 0}]
    same_everywhere(lone)
    cast(lone, 2, LeaveRequest.BOT, (1, 2, 3))
    assert left(lone, 0) is Left.VOTED
    assert lone.table.deadline_at(lone.now) == lone.now
    assert view(lone.table)["votes"] == []
    lone.do(partial(commands.come_back, seat=0))
    assert not lone.table.seats[0].bot
    same_everywhere(lone)


def test_those_who_are_not_there_do_not_vote() -> None:
    lone = running(4)
    lone.now += AWAY_AFTER
    cast(lone, 3, LeaveRequest.BOT, (3,))
    assert left(lone, 0) is Left.VOTED


def test_a_player_is_away_after_three_minutes_without_the_page_open() -> None:
    lone = running(3)
    lone.now += AWAY_AFTER - 1
    with pytest.raises(RefusedCommand, match="not away"):
        cast(lone, 1, LeaveRequest.BOT, (1, 2))
    lone.now += 1
    with pytest.raises(RefusedCommand, match="not away"):
        cast(lone, 1, LeaveRequest.BOT, (0, 1, 2))
    with pytest.raises(RefusedCommand, match="not away"):
        lone.do(
            partial(
                leaving.vote,
                seat=1,
                about=0,
                choice=LeaveRequest.BOT,
                now=lone.now,
                attendance=Attendance(frozenset({1}), is_known=False),
            )
        )
    with pytest.raises(RefusedCommand, match="own seat"):
        cast(lone, 1, LeaveRequest.BOT, (1, 2), about=1)


def test_coming_back_ends_the_vote() -> None:
    lone = running(3)
    lone.now += AWAY_AFTER
    cast(lone, 1, LeaveRequest.END, (1, 2))
    lone.do(partial(commands.come_back, seat=0))
    assert view(lone.table)["votes"] == []
    lone.now += AWAY_AFTER
    cast(lone, 1, LeaveRequest.END, (1, 2))
    lone.act("0 offer 3 3")
    assert view(lone.table)["votes"] == []
    same_everywhere(lone)


def test_waiting_longer_ends_the_vote_for_a_while() -> None:
    lone = running(2)
    lone.now += AWAY_AFTER
    cast(lone, 1, LeaveRequest.WAIT, (1,))
    lone.now += WAIT_LONGER - 1
    with pytest.raises(RefusedCommand, match="agreed to wait"):
        cast(lone, 1, LeaveRequest.BOT, (1,))
    same_everywhere(lone)
    lone.now += 1
    cast(lone, 1, LeaveRequest.END, (1,))
    lone.do(commands.reveal)
    assert status(lone) is Status.ABANDONED
    same_everywhere(lone)


def test_two_missed_turns_count_as_away_even_with_the_page_open() -> None:
    lone = running(3, Terms(TurnClock(60_000), TimeOut.PAUSE))
    lone.now += 60_000
    lone.do(commands.time_out)
    with pytest.raises(RefusedCommand, match="not away"):
        cast(lone, 1, LeaveRequest.BOT, ())
    lone.do(partial(commands.come_back, seat=1))
    lone.now += 60_000
    lone.do(commands.time_out)
    assert status(lone) is Status.PAUSED
    cast(lone, 1, LeaveRequest.BOT, (0,))
    assert status(lone) is Status.PAUSED
    cast(lone, 2, LeaveRequest.BOT, (0,))
    assert status(lone) is Status.RUNNING, "no player is awaited"
    assert lone.table.deadline_at(lone.now) == lone.now
    same_everywhere(lone)


@pytest.mark.parametrize("is_paused", [False, True])
def test_after_a_time_a_bot_plays_on_without_a_vote(is_paused: bool) -> None:
    terms = Terms(TurnClock(60_000), TimeOut.PAUSE) if is_paused else Terms()
    lone = running(2, terms)
    if is_paused:
        lone.now += 60_000
        lone.do(commands.time_out)
    assert lone.table.deadline_at(lone.now) == lone.now + TAKE_OVER
    lone.now += TAKE_OVER - 1
    with pytest.raises(RefusedCommand, match="waited"):
        lone.do(partial(leaving.take_over, now=lone.now))
    lone.now += 1
    for here in ((0,), None):
        with pytest.raises(RefusedCommand, match="at the table"):
            lone.do(partial(leaving.take_over, now=lone.now, here=here))
    lone.do(partial(leaving.take_over, now=lone.now, here=(1,)))
    assert left(lone, 0) is Left.OVERDUE
    assert status(lone) is Status.RUNNING
    same_everywhere(lone)


def test_a_seat_can_be_taken_over_in_time_even_with_an_open_page() -> None:
    lone = running(2)
    lone.now += GRACE_FACTOR * TAKE_OVER - 1
    with pytest.raises(RefusedCommand, match="at the table"):
        lone.do(partial(leaving.take_over, now=lone.now, here=(0, 1)))
    lone.now += 1
    lone.do(partial(leaving.take_over, now=lone.now, here=(0, 1)))
    assert left(lone, 0) is Left.OVERDUE


def test_against_bots_alone_a_table_waits_for_two_weeks() -> None:
    lone = running(1, n_bots=2)
    while lone.table.actor() != 0:
        lone.do(commands.act_for_bot)
    assert lone.table.deadline_at(lone.now) == lone.now + LONGEST_WAIT
    lone.now += LONGEST_WAIT
    lone.do(partial(leaving.take_over, now=lone.now))
    play_out(lone)
    assert status(lone) is Status.FINISHED


def test_actions_of_others_do_not_extend_the_timeout() -> None:
    lone = running(3)
    due = lone.table.take_over_at()
    lone.now += 1_000
    lone.do(partial(leaving.leave, seat=1))
    lone.do(partial(commands.come_back, seat=1))
    lone.do(partial(leaving.agree_to_end, seat=2))
    assert lone.table.take_over_at() == due


def test_the_seat_of_an_erased_account_becomes_a_bots() -> None:
    lone = LoneTable(default_spec(seats=2))
    lone.do(partial(commands.sit_down, seat=0, name="Ada", person="p1"))
    lone.do(partial(leaving.erase, seat=0))
    assert not lone.table.seats[0].is_taken, "before the game the seat is free"
    for seat in range(2):
        lone.do(partial(commands.sit_down, seat=seat, name=NAMES[seat], person=f"p{seat}"))
        lone.do(partial(commands.get_ready, seat=seat))
    lone.do(commands.begin)
    lone.do(partial(leaving.erase, seat=0))
    holder = lone.table.seats[0]
    assert (holder.is_person, holder.person, holder.since) == (False, "", 0)
    assert holder.bot
    with pytest.raises(RefusedCommand, match="bot's"):
        lone.do(partial(commands.come_back, seat=0))
    same_everywhere(lone)


@pytest.mark.parametrize("spec", [default_spec("deluxe", seats=3), default_spec("card", seats=4)])
def test_when_all_people_have_left_bots_finish_the_game(spec: TableSpec) -> None:
    lone = LoneTable(spec)
    lone.seat_people(*NAMES[: spec.seats])
    lone.do(partial(leaving.leave, seat=0))
    lone.do(partial(leaving.erase, seat=1))
    for seat in range(2, spec.seats):
        lone.do(partial(leaving.resign, seat=seat))
    play_out(lone)
    assert status(lone) is Status.FINISHED
    same_everywhere(lone)


# Clocks


WAYS_TO_GO = [leaving.leave, partial(commands.hand_over, bot="l0")]


@pytest.mark.parametrize("go", WAYS_TO_GO)
def test_a_bank_gains_nothing_by_handing_over_and_coming_back(go: Callable[..., Decision]) -> None:
    """A bank of 60 s became 359.9 s, because each return counted as a turn."""
    lone = running(2, Terms(BankClock(bank=60_000, increment=30_000)))
    for _time in range(10):
        lone.now += 10
        lone.do(partial(go, seat=0))
        lone.do(partial(commands.come_back, seat=0))
    assert lone.table.clocks.left[0] == 60_000 - 10 * 10
    assert lone.table.deadline_at(lone.now) == lone.now + 59_900
    lone.now += 100
    lone.act("0 offer 3 3")
    assert lone.table.clocks.left[0] == 59_800 + 30_000
    same_everywhere(lone)


@pytest.mark.parametrize("go", WAYS_TO_GO)
def test_handing_over_and_coming_back_does_not_restart_a_turn(
    go: Callable[..., Decision],
) -> None:
    lone = running(2, Terms(TurnClock(60_000)))
    due = lone.table.deadline_at(lone.now)
    assert due is not None
    for _time in range(5):
        lone.now += 7_000
        lone.do(partial(go, seat=0))
        lone.now += 1_000
        due += 1_000
        lone.do(partial(commands.come_back, seat=0))
        assert lone.table.deadline_at(lone.now) == due
    same_everywhere(lone)


@pytest.mark.parametrize("go", WAYS_TO_GO)
def test_a_turn_that_a_bot_ends_gains_nothing(go: Callable[..., Decision]) -> None:
    """A bot's move before the player returns adds no increment: 60 s once became 89.3 s."""
    lone = running(2, Terms(BankClock(bank=60_000, increment=30_000)))
    lone.now += 1_000
    lone.do(partial(go, seat=0))
    lone.do(commands.act_for_bot)
    assert lone.table.actor() == 1
    assert lone.table.clocks.left == [60_000 - 1_000, 60_000]
    same_everywhere(lone)


def test_a_player_who_returns_and_ends_the_turn_gets_the_increment() -> None:
    lone = running(2, Terms(BankClock(bank=60_000, increment=30_000)))
    lone.now += 1_000
    lone.do(partial(commands.hand_over, seat=0, bot="l0"))
    lone.now += 5_000
    lone.do(partial(commands.come_back, seat=0))
    lone.now += 2_000
    lone.act("0 offer 3 3")
    assert lone.table.clocks.left == [60_000 - 3_000 + 30_000, 60_000]
    same_everywhere(lone)


def test_a_seat_out_of_time_keeps_its_increment() -> None:
    lone = running(2, Terms(BankClock(bank=60_000, increment=30_000)))
    lone.now += 60_000
    lone.do(commands.time_out)
    lone.do(commands.act_for_bot)
    assert lone.table.actor() == 1
    assert lone.table.clocks.left == [30_000, 60_000]
    same_everywhere(lone)


@pytest.mark.parametrize("number", range(200))
def test_no_sequence_of_leaving_and_coming_back_gains_or_loses_time(number: int) -> None:
    """The time left is the initial time, minus the time of own turns, plus the increments."""
    dice = Dice(number)
    bank, increment = 600_000, 1_000 * dice.below(3)
    lone = running(2, Terms(BankClock(bank, increment)))
    left = [bank, bank]
    for _deed in range(12):
        seat = lone.table.actor()
        assert seat is not None
        is_bot = bool(lone.table.seats[seat].bot)
        spent = dice.below(5_000)
        lone.now += spent
        if not is_bot:
            left[seat] -= spent
        if is_bot:
            lone.do(partial(commands.come_back, seat=seat))
        elif dice.below(2):
            lone.do(partial(leaving.leave, seat=seat))
        else:
            offers = lone.table.game.offers(lone.table.state)
            action = BUILDER.choose(offers, dice)
            lone.do(partial(commands.act, seat=seat, action=action))
            if lone.table.actor() != seat:
                left[seat] += increment
    running_seat = lone.table.actor()
    for seat in range(2):
        if seat != running_seat:
            assert lone.table.clocks.left[seat] == left[seat]
    if running_seat is not None and not lone.table.seats[running_seat].bot:
        assert lone.table.deadline_at(lone.now) == lone.now + left[running_seat]
    same_everywhere(lone)


def test_a_game_that_ended_early_cannot_be_undone() -> None:
    lone = LoneTable(replace(default_spec(seats=2), order=(0, 1)), Terms())
    lone.seat_people("Ada", "Grace")
    lone.act("0 offer 3 3")
    assert view(lone.table, 0)["undo"] is not None
    lone.do(partial(leaving.resign, seat=1))
    assert view(lone.table, 0)["undo"] is None
    with pytest.raises(RefusedCommand, match="over"):
        lone.do(partial(commands.undo, seat=0))
    lone.do(commands.reveal)
    assert status(lone) is Status.FINISHED

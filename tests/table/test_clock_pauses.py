"""Nights and vacations: a clock stands still as long as a count of every minute says."""

from functools import partial

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.table import commands
from gridwright.table.clock_pauses import (
    MINUTES_PER_DAY,
    MS_PER_DAY,
    MS_PER_MINUTE,
    Night,
    Vacation,
    when_up,
)
from gridwright.table.clocks import Clocks
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status
from gridwright.table.terms import BankClock, Terms, TimeOut, TurnClock
from gridwright.table.view import view
from tests.server.tables.lone_table import LoneTable
from tests.table.test_tables import running

HOUR = 60 * MS_PER_MINUTE
MIDNIGHT = 20_000 * MS_PER_DAY

NIGHTS = st.builds(
    Night,
    st.integers(0, MINUTES_PER_DAY - 1),
    st.integers(0, MINUTES_PER_DAY - 1),
    st.integers(-720, 840),
).filter(lambda night: night.length <= 10 * HOUR)


def _vacation(start: int, days: int) -> Vacation:
    return Vacation(start * MS_PER_MINUTE, start * MS_PER_MINUTE + days * MS_PER_DAY, days)


VACATIONS = st.lists(
    st.builds(_vacation, st.integers(-MINUTES_PER_DAY, 6 * MINUTES_PER_DAY), st.integers(1, 3)),
    max_size=3,
)


def is_night(minute: int, night: Night) -> bool:
    """The plain reading of a night: the local clock shows a minute between start and end."""
    local = (minute + night.utc_offset) % MINUTES_PER_DAY
    if night.start <= night.end:
        return night.start <= local < night.end
    return local >= night.start or local < night.end


def counted(
    since: int, span: int, night: Night | None, night_from: int, vacations: list[Vacation]
) -> int:
    """Tick minute by minute; all arguments are minutes. When the last one has passed."""
    minute, left = since, span
    while left:
        resting = any(
            each.starts_at <= minute * MS_PER_MINUTE < each.ends_at for each in vacations
        ) or (night is not None and minute >= night_from and is_night(minute, night))
        left -= not resting
        minute += 1
    return minute


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 2 * MINUTES_PER_DAY),
    st.integers(1, 4 * MINUTES_PER_DAY),
    st.none() | NIGHTS,
    st.integers(0, 3 * MINUTES_PER_DAY),
    VACATIONS,
)
def test_deadlines_equal_a_count_of_every_minute(
    since: int, span: int, night: Night | None, night_from: int, vacations: list[Vacation]
) -> None:
    found = when_up(
        since * MS_PER_MINUTE,
        span * MS_PER_MINUTE,
        night,
        night_from * MS_PER_MINUTE,
        vacations,
    )
    assert found == counted(since, span, night, night_from, vacations) * MS_PER_MINUTE


@settings(max_examples=200)
@given(st.integers(0, 10**12), st.integers(1, 30 * MS_PER_DAY), NIGHTS, VACATIONS)
def test_milliseconds_are_neither_lost_nor_gained(
    since: int, span: int, night: Night, vacations: list[Vacation]
) -> None:
    """Cut anywhere, both parts together take as long as the whole."""
    whole = when_up(since, span, night, 0, vacations)
    first = span // 3 + 1
    if first < span:
        middle = when_up(since, first, night, 0, vacations)
        assert when_up(middle, span - first, night, 0, vacations) == whole
    assert whole >= since + span
    assert when_up(since, span) == since + span


@given(st.integers(0, 60), st.integers(1, 60), st.integers(-2, 70 * 24))
def test_a_vacation_that_ends_early_is_charged_for_each_day_begun(
    start: int, days: int, hours: int
) -> None:
    starts_at = start * MS_PER_DAY
    taken = Vacation(starts_at, starts_at + days * MS_PER_DAY, days)
    back = taken.ended(starts_at + hours * HOUR)
    assert back.days == max(0, min(days, -(-hours // 24)))
    assert back.ends_at - back.starts_at <= back.days * MS_PER_DAY


# At a table

TERMS = Terms(TurnClock(turn=24 * HOUR, most_sleep=8 * HOUR, vacation_days=5))


def at_noon(terms: Terms = TERMS) -> LoneTable:
    """Seat 0 is to act since noon UTC, and has a day."""
    lone = running(terms)
    lone.now = MIDNIGHT + 12 * HOUR
    lone.act("0 offer 3 3")
    lone.act("1 bid 4")
    assert lone.table.actor() == 0
    return lone


def set_night(lone: LoneTable, seat: int, *night: int) -> None:
    lone.do(partial(commands.set_night, seat=seat, night=Night(*night)))


def deadline_hours(lone: LoneTable) -> float:
    """Hours after the noon at which the turn began."""
    deadline = lone.table.deadline_at(lone.now)
    assert deadline is not None
    assert view(lone.folded()) == view(lone.table)
    assert lone.folded().deadline_at(lone.now) == deadline
    return (deadline - MIDNIGHT) / HOUR - 12


def test_the_clock_stands_still_at_night() -> None:
    lone = at_noon()
    assert deadline_hours(lone) == 24
    set_night(lone, 0, 23 * 60, 7 * 60)
    assert deadline_hours(lone) == 32
    assert view(lone.table, 0)["deadline_at"] == view(lone.table)["deadline_at"]


def test_a_night_is_local_and_the_neighbours_do_not_see_it() -> None:
    lone = at_noon()
    set_night(lone, 0, 22 * 60, 6 * 60, 120)
    assert deadline_hours(lone) == 32
    own, other, stranger = (view(lone.table, viewer)["seats"] for viewer in (0, 1, -5))
    assert isinstance(own, list)
    assert isinstance(own[0], dict)
    assert own[0]["night"] == {"start": 22 * 60, "end": 6 * 60, "utc_offset": 120}
    for seats in (other, stranger):
        assert '"night":{' not in msgspec.json.encode(seats).decode()


def test_a_turn_has_one_night() -> None:
    """A night that moves during a turn must not postpone its deadline again."""
    lone = at_noon()
    set_night(lone, 0, 12 * 60, 20 * 60)
    assert deadline_hours(lone) == 40
    lone.now += 7 * HOUR
    set_night(lone, 0, 19 * 60, 3 * 60)
    assert deadline_hours(lone) == 40
    set_night(lone, 0, 0, 0)
    assert deadline_hours(lone) == 40
    set_night(lone, 0, 20 * 60, 4 * 60)
    assert deadline_hours(lone) == 40
    lone.act("0 bid 5")
    lone.act("1 bid 6")
    assert lone.table.actor() == 0
    assert deadline_hours(lone) == 7 + 24 + 2 * 8


def test_another_seats_night_changes_nothing() -> None:
    lone = at_noon()
    set_night(lone, 1, 23 * 60, 7 * 60)
    assert deadline_hours(lone) == 24
    lone.act("0 bid 5")
    assert deadline_hours(lone) == 32


def test_a_night_chosen_during_the_night_counts_from_then() -> None:
    lone = at_noon()
    lone.now += 14 * HOUR
    set_night(lone, 0, 23 * 60, 7 * 60)
    assert deadline_hours(lone) == 24 + 5


def test_a_vacation_stops_the_clock_and_costs_its_days() -> None:
    lone = at_noon()
    lone.do(partial(commands.take_vacation, seat=0, days=3, now=lone.now))
    assert deadline_hours(lone) == 24 + 72
    assert lone.table.clocks.vacation_days_left(0) == 2
    lone.now += 25 * HOUR
    lone.do(partial(commands.end_vacation, seat=0, now=lone.now))
    assert deadline_hours(lone) == 24 + 25
    assert lone.table.clocks.vacation_days_left(0) == 3
    lone.do(partial(commands.take_vacation, seat=0, days=3, now=lone.now))
    assert deadline_hours(lone) == 24 + 25 + 72
    assert lone.table.clocks.vacation_days_left(0) == 0


def test_a_planned_vacation_begins_in_its_time_and_can_be_called_off() -> None:
    lone = at_noon()
    later = lone.now + 10 * HOUR
    lone.do(partial(commands.take_vacation, seat=0, days=2, now=lone.now, starts_at=later))
    assert deadline_hours(lone) == 24 + 48
    lone.now += HOUR
    lone.do(partial(commands.end_vacation, seat=0, now=lone.now))
    assert deadline_hours(lone) == 24
    assert lone.table.clocks.vacation_days_left(0) == 5
    assert lone.table.clocks.vacation(0) is None


def test_a_vacation_never_begins_before_its_entry() -> None:
    lone = at_noon()
    early = lone.now
    lone.now += 3 * HOUR
    lone.do(partial(commands.take_vacation, seat=0, days=1, now=early))
    taken = lone.table.clocks.vacation(0)
    assert taken is not None
    assert taken.starts_at == lone.now


def test_nights_and_vacations_overlap_without_counting_twice() -> None:
    lone = at_noon()
    set_night(lone, 0, 23 * 60, 7 * 60)
    lone.do(partial(commands.take_vacation, seat=0, days=1, now=lone.now))
    # Away from noon to noon, then eleven hours, a night, and thirteen more.
    assert deadline_hours(lone) == 24 + 24 + 8


@pytest.mark.parametrize(
    ("terms", "decide", "code"),
    [
        (TERMS, partial(commands.set_night, night=Night(0, 481)), "night_too_long"),
        (TERMS, partial(commands.set_night, night=Night(0, 1_440)), "bad_night"),
        (TERMS, partial(commands.set_night, night=Night(-1, 60)), "bad_night"),
        (TERMS, partial(commands.set_night, night=Night(0, 60, 841)), "bad_night"),
        (TERMS, partial(commands.set_night, night=Night(0, 0)), "same_night"),
        (TERMS, partial(commands.take_vacation, days=6, now=5), "no_days_left"),
        (TERMS, partial(commands.take_vacation, days=0, now=5), "no_days_left"),
        (
            TERMS,
            partial(commands.take_vacation, days=1, now=5, starts_at=91 * MS_PER_DAY),
            "too_far_ahead",
        ),
        (TERMS, partial(commands.end_vacation, now=5), "not_on_vacation"),
        (Terms(), partial(commands.set_night, night=Night(0, 60)), "no_turn_clock"),
        (Terms(BankClock(60_000)), partial(commands.end_vacation, now=5), "no_turn_clock"),
        (
            Terms(TurnClock(60_000)),
            partial(commands.set_night, night=Night(0, 60)),
            "night_too_long",
        ),
        (Terms(TurnClock(60_000)), partial(commands.take_vacation, days=1, now=5), "no_days_left"),
    ],
)
def test_bad_pause_settings_are_refused(terms: Terms, decide: partial[None], code: str) -> None:
    lone = running(terms)
    before = view(lone.table, 0)
    with pytest.raises(RefusedCommand) as refused:
        lone.do(partial(decide, seat=0))  # type: ignore[arg-type]
    assert refused.value.code == code
    assert view(lone.table, 0) == before


def test_one_vacation_at_a_time() -> None:
    lone = at_noon()
    lone.do(partial(commands.take_vacation, seat=0, days=1, now=lone.now))
    with pytest.raises(RefusedCommand, match="at a time"):
        lone.do(partial(commands.take_vacation, seat=0, days=1, now=lone.now))


def test_changes_of_pauses_are_limited_for_each_seat() -> None:
    lone = at_noon()
    for number in range(commands.MAX_PAUSE_CHANGES - 1):
        set_night(lone, 1, number, 60 + number)
    later = lone.now + HOUR
    take = partial(commands.take_vacation, seat=1, days=1, now=lone.now, starts_at=later)
    lone.do(take)
    lone.do(partial(commands.end_vacation, seat=1, now=lone.now))
    for refused in (take, partial(commands.set_night, seat=1, night=Night(0, 60))):
        with pytest.raises(RefusedCommand, match="at most 100 changes"):
            lone.do(refused)
    set_night(lone, 0, 23 * 60, 7 * 60)
    assert deadline_hours(lone) == 32


def test_standing_up_clears_the_night() -> None:
    lone = LoneTable(terms=TERMS)
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    set_night(lone, 0, 0, 60)
    with pytest.raises(RefusedCommand, match="not begun"):
        lone.do(partial(commands.take_vacation, seat=0, days=1, now=lone.now))
    lone.do(partial(commands.stand_up, seat=0))
    assert lone.table.clocks.nights == [None, None]


def test_a_paused_game_resumes_with_a_whole_turn() -> None:
    pausing = msgspec.structs.replace(TERMS, time_out=TimeOut.PAUSE)
    lone = at_noon(pausing)
    set_night(lone, 0, 23 * 60, 7 * 60)
    lone.now += 33 * HOUR
    lone.do(commands.time_out)
    assert lone.table.status is Status.PAUSED
    lone.do(partial(commands.take_vacation, seat=0, days=2, now=lone.now))
    lone.do(partial(commands.come_back, seat=0))
    assert deadline_hours(lone) == 33 + 48 + 24 + 2 * 8


def test_terms_from_before_nights_and_vacations_mean_what_they_meant() -> None:
    old = b'{"clock":{"type":"turns","turn":60000},"time_out":"bot","stand_in":"l1"}'
    terms = msgspec.json.decode(old, type=Terms)
    assert terms == Terms(TurnClock(60_000))
    clocks = Clocks(terms.clock, 2)
    clocks.turn_to(1, 500)
    assert clocks.deadline() == 60_500
    for bad in ({"most_sleep": 11 * HOUR}, {"vacation_days": 61}, {"vacation_days": -1}):
        clock = {"type": "turns", "turn": 60_000} | bad
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"clock": clock}, Terms)

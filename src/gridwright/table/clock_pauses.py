"""Pauses of a turn clock: nights and vacations.

All times are whole milliseconds of UTC, so that every node always computes the same deadline from
the log. A night has an offset from UTC and not the name of a time zone, because the meaning of a
name depends on the time zone database of the machine, and that changes.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

MS_PER_MINUTE: Final = 60_000
MINUTES_PER_DAY: Final = 24 * 60
MS_PER_DAY: Final = MINUTES_PER_DAY * MS_PER_MINUTE
MAX_SLEEP_MS: Final = 10 * 60 * MS_PER_MINUTE
"""Maximum length of a night: a clock must run for most of the day."""
LEAST_OFFSET: Final = -12 * 60
MAX_OFFSET_MINUTES: Final = 14 * 60
"""Largest offset of local time from UTC, in minutes."""


class Night(msgspec.Struct, frozen=True):
    """The nightly pause of a person's clock, from ``start`` up to ``end``.

    Both are minutes of the local day. A night that ends before it starts runs past midnight.
    """

    start: int
    end: int
    utc_offset: int = 0
    """Minutes by which local time is ahead of UTC."""

    @property
    def length(self) -> int:
        """Length in milliseconds; 0 if there is no night."""
        return (self.end - self.start) % MINUTES_PER_DAY * MS_PER_MINUTE

    def begins(self, at: int) -> int:
        """Return the start of the night that is running at a time, or of the last one before."""
        first = (self.start - self.utc_offset) * MS_PER_MINUTE
        return at - (at - first) % MS_PER_DAY


class Vacation(msgspec.Struct, frozen=True):
    """A pause of a person's clock for whole days, from ``starts_at`` up to ``ends_at``."""

    starts_at: int
    ends_at: int
    days: int
    """Days charged to the budget."""

    def ended(self, at: int) -> "Vacation":
        """Return the vacation ended early; each day that has begun is charged."""
        if not self.starts_at < at < self.ends_at:
            return Vacation(self.starts_at, self.starts_at, 0) if at < self.ends_at else self
        return Vacation(self.starts_at, at, -((self.starts_at - at) // MS_PER_DAY))


def when_up(
    since: int,
    span: int,
    night: Night | None = None,
    night_from: int = 0,
    vacations: Sequence[Vacation] = (),
) -> int:
    """Return the time at which a clock that started at `since` has run for `span`.

    It stops during each night from ``night_from`` on, and during each vacation.
    """
    at, left = since, span
    while True:
        at = _rested(at, night, night_from, vacations)
        rest = _next_rest(at, night, night_from, vacations)
        if rest is None or rest - at >= left:
            return at + left
        left -= rest - at
        at = rest


def awake(
    since: int,
    until: int,
    night: Night | None = None,
    night_from: int = 0,
    vacations: Sequence[Vacation] = (),
) -> int:
    """Return for how long a clock ran between two times, without the pauses in between."""
    at, ran = since, 0
    while at < until:
        at = _rested(at, night, night_from, vacations)
        rest = _next_rest(at, night, night_from, vacations)
        stops = until if rest is None else min(rest, until)
        ran += max(0, stops - at)
        at = max(at, stops)
    return ran


def _rested(at: int, night: Night | None, night_from: int, vacations: Sequence[Vacation]) -> int:
    """Return the first time from `at` on at which no pause is running."""
    while True:
        ends = [each.ends_at for each in vacations if each.starts_at <= at < each.ends_at]
        if night is not None and at >= night_from and at - night.begins(at) < night.length:
            ends.append(night.begins(at) + night.length)
        if not ends:
            return at
        at = max(ends)


def _next_rest(
    at: int, night: Night | None, night_from: int, vacations: Sequence[Vacation]
) -> int | None:
    """Return the start of the next pause after a time without a pause; None if there is none."""
    starts = [each.starts_at for each in vacations if at < each.starts_at < each.ends_at]
    if night is not None and night.length:
        if at < night_from and night_from - night.begins(night_from) < night.length:
            starts.append(night_from)
        else:
            starts.append(night.begins(max(at, night_from)) + MS_PER_DAY)
    return min(starts) if starts else None

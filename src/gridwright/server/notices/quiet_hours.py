"""Quiet hours without notices, in the person's time zone."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from gridwright.server.notices.channels import Choice

MINUTES_PER_DAY: Final = 24 * 60
LONGEST: Final = 2
"""Attempts: a night that is skipped by a change of daylight saving time needs a second one."""


def is_zone(name: str) -> bool:
    """Return whether the time zone is known."""
    try:
        _zone(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def quiet_until(choice: Choice, now: int) -> int | None:
    """Return the end of the quiet hours at a moment; None outside of them.

    Moments are milliseconds of UTC. The end is a time of the local day, so a night is an hour
    longer or shorter when daylight saving time changes.
    """
    until = now
    for _look in range(LONGEST):
        ends = _end_of_quiet(choice, until)
        if ends is None:
            break
        until = ends
    return until if until > now else None


def _end_of_quiet(choice: Choice, now: int) -> int | None:
    zone = _zone(choice.zone)
    local = datetime.fromtimestamp(now / 1000, zone)
    since = local.hour * 60 + local.minute - choice.quiet_from
    length = (choice.quiet_to - choice.quiet_from) % MINUTES_PER_DAY
    if since % MINUTES_PER_DAY >= length:
        return None
    # A night that runs past midnight and has begun today ends tomorrow.
    runs_over = choice.quiet_to < choice.quiet_from and since >= 0
    day = local.date() + timedelta(days=int(runs_over))
    hour, minute = divmod(choice.quiet_to, 60)
    ends = datetime.combine(day, time(hour, minute), zone).astimezone(UTC)
    return max(now + 1, round(ends.timestamp() * 1000))


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)

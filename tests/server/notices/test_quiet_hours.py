"""Quiet hours by the clock on the person's wall, in every zone and over changes of the clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from gridwright.server.notices.channels import Choice
from gridwright.server.notices.quiet_hours import is_zone, quiet_until

ZONES = ("Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland", "UTC")
NIGHT = (22 * 60 + 30, 7 * 60)
NOON = (12 * 60, 13 * 60)


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def is_quiet(local: datetime, quiet: tuple[int, int]) -> bool:
    minute = local.hour * 60 + local.minute
    start, end = quiet
    return start <= minute < end if start < end else minute >= start or minute < end


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("quiet", [NIGHT, NOON])
def test_notices_wait_until_quiet_hours_end(zone: str, quiet: tuple[int, int]) -> None:
    choice = Choice(*quiet, zone)
    # A year has both changes of the clocks.
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    while moment < datetime(2027, 1, 1, tzinfo=UTC):
        local = moment.astimezone(ZoneInfo(zone))
        until = quiet_until(choice, ms(moment))
        assert (until is not None) == is_quiet(local, quiet), local
        if until is not None:
            assert 0 < until - ms(moment) <= 15 * 3_600_000
            ends = datetime.fromtimestamp(until / 1000, ZoneInfo(zone))
            assert not is_quiet(ends, quiet), (local, ends)
            assert quiet_until(choice, until) is None
        moment += timedelta(minutes=37)


def test_a_night_ends_at_the_same_hour_when_the_clocks_change() -> None:
    choice = Choice(*NIGHT, "Europe/Berlin")
    for day in (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 10, 24, 22, tzinfo=UTC)):
        until = quiet_until(choice, ms(day))
        assert until is not None
        ends = datetime.fromtimestamp(until / 1000, ZoneInfo("Europe/Berlin"))
        assert (ends.hour, ends.minute) == (7, 0)


def test_an_end_that_the_clocks_skip_still_comes() -> None:
    choice = Choice(60, 150, "Europe/Berlin")
    until = quiet_until(choice, ms(datetime(2026, 3, 29, 0, 30, tzinfo=UTC)))
    assert until is not None
    assert until <= ms(datetime(2026, 3, 29, 1, 30, tzinfo=UTC))


def test_without_quiet_hours_it_is_never_quiet() -> None:
    assert quiet_until(Choice(), 0) is None
    assert quiet_until(Choice(600, 600), 600 * 60_000) is None


def test_zones_are_known_by_name() -> None:
    assert is_zone("Europe/Berlin")
    for name in ("Europe/Atlantis", "../etc/passwd", "/etc/localtime", ""):
        assert not is_zone(name)

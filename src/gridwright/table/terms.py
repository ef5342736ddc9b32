"""Terms that the host sets: the clock, and what happens when time is up."""

from enum import StrEnum
from typing import Annotated, Final, Literal, cast

import msgspec

from gridwright.table.clock_pauses import MAX_SLEEP_MS, MS_PER_DAY, MS_PER_MINUTE

LONGEST_WAIT: Final = 14 * MS_PER_DAY
"""Longest wait for a person whose opponents are all bots, in milliseconds."""
TAKE_OVER: Final = 3 * MS_PER_DAY
"""Default wait of a table without a clock for an absent player, in milliseconds."""
GRACE_FACTOR: Final = 4
"""Multiplier of ``take_over`` for players whose page is open.

The product is at least MIN_GRACE_MS and at most LONGEST_WAIT, because pages stay open for weeks.
"""
MIN_GRACE_MS: Final = MS_PER_DAY
MIN_TAKE_OVER_MS: Final = 5 * MS_PER_MINUTE
AWAY_AFTER: Final = 3 * MS_PER_MINUTE
"""A player absent this long in a live game is away: the others may decide. Milliseconds."""
MISSED_TURNS: Final = 2
"""Turns a player may miss in turn-based play before the others may decide."""
WAIT_LONGER: Final = 5 * MS_PER_MINUTE
"""Time until the next vote after the players present chose to wait. Milliseconds."""


MAX_DAYS: Final = 30
MAX_BANK_MS: Final = MS_PER_DAY
MAX_HOLD_MS: Final = 60_000
"""Longest undo window, in milliseconds."""
MAX_VACATION_DAYS: Final = 60
"""Days off in a whole game."""

Bank = Annotated[int, msgspec.Meta(ge=10_000, le=MAX_BANK_MS)]
Increment = Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]
Turn = Annotated[int, msgspec.Meta(ge=60_000, le=MAX_DAYS * MS_PER_DAY)]
Hold = Annotated[int, msgspec.Meta(ge=0, le=MAX_HOLD_MS)]
Sleep = Annotated[int, msgspec.Meta(ge=0, le=MAX_SLEEP_MS)]
TakeOver = Annotated[int, msgspec.Meta(ge=MIN_TAKE_OVER_MS, le=LONGEST_WAIT)]
VacationDays = Annotated[int, msgspec.Meta(ge=0, le=MAX_VACATION_DAYS)]


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """Unlimited time."""


class BankClock(msgspec.Struct, frozen=True, tag="bank"):
    """Live play: each seat has a bank of time and gains an increment with each turn."""

    bank: Bank
    increment: Increment = 0


class TurnClock(msgspec.Struct, frozen=True, tag="turns"):
    """Turn-based play: each turn has the same time limit."""

    turn: Turn
    most_sleep: Sleep = 0
    """Longest nightly clock pause that a player may choose; 0 for none."""
    vacation_days: VacationDays = 0
    """Days off that each player may take per game."""


Clock = NoClock | BankClock | TurnClock
ClockName = Literal["none", "bank", "turns"]
"""The tags of the clocks."""


class TimeOut(StrEnum):
    """Consequence of running out of time."""

    BOT = "bot"
    """A bot continues until the person is back."""
    PAUSE = "pause"
    """The game is paused."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a table, agreed before the game. All times are whole milliseconds."""

    clock: Clock = msgspec.field(default_factory=NoClock)
    time_out: TimeOut = TimeOut.BOT
    stand_in: str = "l1"
    """Bot that takes over, unless an invited bot sets the strength."""
    take_over: TakeOver = TAKE_OVER
    """Milliseconds until a bot plays for an absent player, if there is no clock.

    Longer for a person among bots.
    """
    hold: Hold | None = None
    """Undo window in milliseconds, in which bots and cards wait.

    Null is 2,500 for a person among bots and 1,000 among people.
    """
    chances: bool = False
    """Show watchers each seat's win probability, two moves late. Players never see it."""
    friendly: bool = False
    """Play without effect on ratings."""

    @property
    def clock_name(self) -> ClockName:
        """Name of the kind of clock."""
        return cast(ClockName, type(self.clock).__struct_config__.tag)

"""What a host fixes besides the game itself: how time runs and what happens when it is up."""

from enum import StrEnum
from typing import Annotated, Final, Literal, cast

import msgspec

from gridwright.server.games.clock_pauses import MAX_SLEEP_MS, MS_PER_DAY, MS_PER_MINUTE
from gridwright.server.operations.settings import MAX_HOLD_MS

LONGEST_WAIT: Final = 14 * MS_PER_DAY
"""So long a table waits for a person among bots, and for nobody longer."""
TAKE_OVER: Final = 3 * MS_PER_DAY
"""So long a table without a clock waits for somebody, unless it was made to wait otherwise."""
LAST_CALL: Final = 4
"""Whoever has the page open may take so many times as long, but a day at least: a page may be left
open for weeks."""
LEAST_LAST_CALL: Final = MS_PER_DAY
LEAST_TAKE_OVER: Final = 5 * MS_PER_MINUTE
AWAY_AFTER: Final = 3 * MS_PER_MINUTE
"""Somebody who is not there for so long in a live game is away, and the others may decide."""
MISSED_TURNS: Final = 2
"""Or, in a game by turns, somebody who let so many turns pass."""
WAIT_LONGER: Final = 5 * MS_PER_MINUTE
"""For so long nobody is asked again when the people present want to wait."""


MAX_DAYS: Final = 30
MAX_BANK_MS: Final = MS_PER_DAY
MAX_VACATION_DAYS: Final = 60
"""Days off in a whole game."""

Bank = Annotated[int, msgspec.Meta(ge=10_000, le=MAX_BANK_MS)]
Increment = Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]
Turn = Annotated[int, msgspec.Meta(ge=60_000, le=MAX_DAYS * MS_PER_DAY)]
Hold = Annotated[int, msgspec.Meta(ge=0, le=MAX_HOLD_MS)]
Sleep = Annotated[int, msgspec.Meta(ge=0, le=MAX_SLEEP_MS)]
TakeOver = Annotated[int, msgspec.Meta(ge=LEAST_TAKE_OVER, le=LONGEST_WAIT)]
VacationDays = Annotated[int, msgspec.Meta(ge=0, le=MAX_VACATION_DAYS)]


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """Nobody is in a hurry."""


class BankClock(msgspec.Struct, frozen=True, tag="bank"):
    """A live game: each seat has a bank of time, and gains some with every turn."""

    bank: Bank
    increment: Increment = 0


class TurnClock(msgspec.Struct, frozen=True, tag="turns"):
    """Play by turn: each turn has so much time, however long the game."""

    turn: Turn
    most_sleep: Sleep = 0
    """How long a night each player may choose, in which the clock stands still; 0 for none."""
    vacation_days: VacationDays = 0
    """How many days off each player may take in the whole game."""


Clock = NoClock | BankClock | TurnClock
ClockName = Literal["none", "bank", "turns"]
"""The tags of the clocks."""


class TimeOut(StrEnum):
    """What happens when a seat's time is up."""

    BOT = "bot"
    """A bot plays on for it, until the person is back."""
    PAUSE = "pause"
    """The game waits."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The agreement at a table. Moments and spans are whole milliseconds."""

    clock: Clock = msgspec.field(default_factory=NoClock)
    time_out: TimeOut = TimeOut.BOT
    stand_in: str = "l1"
    """The bot that takes over, where no bot was invited whose strength it could have."""
    take_over: TakeOver = TAKE_OVER
    """So long the table waits for somebody who is away when no clock does, then a bot plays on. A
    person among bots is waited for longer."""
    hold: Hold | None = None
    """How long bots and cards wait for whoever thinks again. Null is 2,500 for a person among bots
    and 1,000 among people."""
    chances: bool = False
    """Whether watchers see how likely each seat is to win, two moves late. Players never do."""
    friendly: bool = False
    """Whether the game moves no rating, whoever plays."""

    @property
    def clock_name(self) -> ClockName:
        """How time runs at the table, in a word."""
        return cast(ClockName, type(self.clock).__struct_config__.tag)

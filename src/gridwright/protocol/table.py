"""A table as one viewer is shown it: who sits there, the clocks, the game, what may be done now."""

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from gridwright.protocol.observation import Observation
from gridwright.protocol.records import Offer

TableStatus: TypeAlias = Literal[
    "gathering", "running", "paused", "finished", "abandoned", "archived"
]
STATUSES: Final[tuple[str, ...]] = get_args(TableStatus)
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class VacationView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days off, past or to come, in milliseconds since 1970."""

    starts_at: int
    ends_at: int


class NightView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A span of each day, in minutes after midnight at an offset from UTC."""

    start: int
    end: int
    utc_offset: int


class SeatView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat; the name is empty while nobody does."""

    name: str
    bot: str
    """The bot that plays, empty for a person."""
    is_person: bool
    """Whether a person holds the seat, even while a bot stands in."""
    is_ready: bool
    kept_for: str
    """Whom a free seat is kept for, empty for nobody."""
    vacation: VacationView | None
    vacation_days_left: int
    night: NightView | None
    """When the viewer sleeps; null for all other seats."""


class TableNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table stands at a version, without the game itself."""

    game_id: str
    version: int
    status: TableStatus
    rules: Digest
    commitment: str
    """The promise that was made about the seed before the first card."""
    seed: str
    """Open when the game is over, empty before."""
    rematch: str
    """The table at which the same people play again; empty while there is none."""
    viewer: int
    """The seat from which the table is seen, or -3 for a spectator."""
    seats: list[SeatView]
    time_left: list[int]
    """Milliseconds in the bank of each seat; only live games have one."""
    deadline_at: int | None
    """When the running clock is up, in milliseconds since 1970; null if none runs."""
    offers: list[Offer]
    """What the viewer may do now; empty for everybody but the seat that must act."""


class TableView(TableNow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole table."""

    observation: Observation | None
    """Null until the first card is dealt."""

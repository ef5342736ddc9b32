"""A table as one viewer is shown it: who sits there, the clocks, the game, what may be done now."""

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec

from gridwright.protocol.fuel import FuelChoices
from gridwright.protocol.observation import Observation
from gridwright.protocol.quotes import PowerChoices
from gridwright.protocol.records import Do, Offer
from gridwright.protocol.warnings import AnyWarning

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
    """The player of a seat; the name is empty while it is free."""

    name: str
    bot: str
    """The bot that plays, empty for a person."""
    is_person: bool
    """True if a person holds the seat, even while a bot plays for it."""
    is_ready: bool
    is_program: bool
    """True if a program of the person chooses the moves."""
    left: Literal["", "asked", "timed_out", "voted", "overdue", "resigned", "erased"]
    """Reason why a bot plays for a person; empty if none does."""
    missed: int
    """Turns that the person let pass by the clock since the last own act."""
    kept_for: str
    """Whom a free seat is kept for, empty for no one."""
    vacation: VacationView | None
    vacation_days_left: int
    night: NightView | None
    """The sleeping hours of the viewer; null for all other seats."""
    hints: int
    """The number of hints that the person requested."""
    guided: bool
    """True if the guide leads the person through this game."""


class VoteView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vote of the people at the table on a player who is away."""

    about: int
    wait: list[int]
    bot: list[int]
    end: list[int]
    """The seats that want each of them."""
    wait_until: int
    """The end of an agreed wait, in milliseconds since 1970; 0 without one."""


class SeatResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a seat."""

    place: int
    """Place from 1, shared ones equal; 0 if there is no result. Seats that resigned are last."""
    how: Literal["played", "left", "resigned"]
    """The person played to the end, left the seat to a bot, or resigned."""


class TableResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table, in addition to the ranking of the game."""

    ended: Literal["played", "resigned", "abandoned"]
    """Cause of the end: the rules, a resignation of one of two, or no result."""
    seats: list[SeatResult]


class TakenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was taken back, or that could be."""

    version: int
    """Its entry of the log; what bots did after it goes with it."""
    actions: list[Do]


class TableNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The status of a table at a version, without the game itself."""

    game_id: str
    version: int
    status: TableStatus
    rules: Digest
    commitment: str
    """The promise that was made about the seed before the first card."""
    chain: Digest
    """The digest of the log up to this version, of what everyone may know of it: a client that
    keeps it can detect later that an entry was changed."""
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
    """The end of the running clock, in milliseconds since 1970; null if none runs."""
    take_over_at: int | None
    """The moment, in milliseconds since 1970, at which a bot plays on for the seat that the table
    waits for; null while a clock decides."""
    host: int
    """The seat that decides about the table before the game; -1 for no one."""
    listed: bool
    """True if the lobby shows the table."""
    votes: list[VoteView]
    agreed: list[int]
    """The seats that want to end the game without a result."""
    result: TableResult | None
    """Null before the end."""
    hold_until: int | None
    """The end of the undo window, in milliseconds since 1970: then the server continues with a bot,
    a card or the end. Null if no window is open."""
    offers: list[Offer]
    """The viewer's legal actions; empty for everyone but the seat that must act."""
    warnings: list[AnyWarning]
    """Skips of the viewer that are plainly bad now; each names its numbers."""
    fuel: FuelChoices | None
    """Useful fuel purchases of the viewer; null unless it is to buy fuel now."""
    power: PowerChoices | None
    """The viewer's sets of plants to run, compared; null unless it is to power now."""
    undo: TakenOrder | None
    """The order that `undo` would take back; null if there is none, or it is too late."""


class TableView(TableNow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole table."""

    observation: Observation | None
    """Null until the first card is dealt."""
    terms: dict[str, Any]
    """The time control, as a table is made with it."""
    imported: bool = False
    """True if the game was played elsewhere and brought here as a transcript."""

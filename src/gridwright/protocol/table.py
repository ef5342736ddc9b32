"""A table as one viewer sees it: seats, clocks, the game, and the legal actions."""

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
    """A daily time span, in minutes after midnight at an offset from UTC."""

    start: int
    end: int
    utc_offset: int


class SeatView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a seat; the name is empty while it is free."""

    name: str
    bot: str
    """Bot that plays; empty for a person."""
    is_person: bool
    """True if a person holds the seat, even while a bot plays for it."""
    is_ready: bool
    is_program: bool
    """True if a program of the person chooses the moves."""
    left: Literal["", "asked", "timed_out", "voted", "overdue", "resigned", "erased"]
    """Reason why a bot plays for a person; empty if none does."""
    missed: int
    """Number of turns missed since the person last acted."""
    kept_for: str
    """Player who has priority on the free seat; empty if none."""
    vacation: VacationView | None
    vacation_days_left: int
    night: NightView | None
    """Nightly clock pause of the viewer; null for all other seats."""
    hints: int
    """Number of hints that the person requested."""
    guided: bool
    """True if the guide leads the person through this game."""


class VoteView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The vote of the people at the table on a player who is away."""

    about: int
    wait: list[int]
    bot: list[int]
    end: list[int]
    """Seats that voted for each option."""
    wait_until: int
    """End of an agreed wait, in milliseconds since 1970; 0 without one."""


class SeatResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a seat."""

    place: int
    """Place from 1, shared places equal; 0 without a result. Seats that resigned are last."""
    how: Literal["played", "left", "resigned"]
    """Conduct of the person: played to the end, left the seat to a bot, or resigned."""


class TableResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table, in addition to the ranking of the game."""

    ended: Literal["played", "resigned", "abandoned"]
    """Cause of the end: the rules, a resignation of one of two, or an agreement without result."""
    seats: list[SeatResult]


class TakenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was undone, or that could be."""

    version: int
    """Its version in the log; bots' moves after it are undone with it."""
    actions: list[Do]


class TableNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The status of a table at a version, without the game itself."""

    game_id: str
    version: int
    status: TableStatus
    rules: Digest
    commitment: str
    """Commitment to the seed, made before the first card."""
    chain: Digest
    """Digest of the public part of the log up to this version.

    A client that keeps it can detect later that an entry was changed.
    """
    seed: str
    """The seed after the game is over, empty before."""
    rematch: str
    """Table of the rematch; empty while there is none."""
    viewer: int
    """Seat of the viewer, or -3 for a spectator."""
    seats: list[SeatView]
    time_left: list[int]
    """Milliseconds in the bank of each seat; only live games have one."""
    deadline_at: int | None
    """End of the running clock, in milliseconds since 1970; null if none runs."""
    take_over_at: int | None
    """Time at which a bot takes over the awaited seat, in milliseconds since 1970.

    Null while a clock decides.
    """
    host: int
    """Seat that decides about the table before the game; -1 if there is none."""
    listed: bool
    """True if the lobby shows the table."""
    votes: list[VoteView]
    agreed: list[int]
    """Seats that want to end the game without a result."""
    result: TableResult | None
    """Null before the end."""
    hold_until: int | None
    """End of the undo window, in milliseconds since 1970; null if none is open.

    The server then continues with a bot, a card or the end.
    """
    offers: list[Offer]
    """Legal actions of the viewer; empty unless the viewer's seat must act."""
    warnings: list[AnyWarning]
    """Plainly bad skips for the viewer now, each with its numbers."""
    fuel: FuelChoices | None
    """Useful fuel purchases of the viewer; null unless it is the viewer's turn to buy fuel."""
    power: PowerChoices | None
    """Sets of plants that the viewer may run, compared; null unless it is the turn to power."""
    undo: TakenOrder | None
    """Order that `undo` would take back; null if there is none, or it is too late."""


class TableView(TableNow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole table."""

    observation: Observation | None
    """Null until the first card is dealt."""
    terms: dict[str, Any]
    """Terms of the table, in the format in which it is created."""
    imported: bool = False
    """True if the game was played elsewhere and imported as a transcript."""

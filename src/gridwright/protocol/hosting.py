"""Public facts of the server, and the pages and actions of its host."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

Registration: TypeAlias = Literal["open", "invited", "closed"]
"""Registration: open to anyone, by invitation, or closed."""
Standing: TypeAlias = Literal["well", "look", "read_only"]
Concern: TypeAlias = Literal[
    "no_writes", "no_backup", "old_backup", "late", "little_room", "set_aside"
]
"""A warning for the host."""

MAX_WELCOME: Final = 1_000
MAX_USES: Final = 10_000
LONGEST: Final = 366 * 24 * 60 * 60 * 1000
"""Maximum lifetime of an invitation in milliseconds, if it has an end."""

_LINE: Final = r"^[^\x00-\x1f\x7f]*$(?!\n)"
_TEXT: Final = r"^[^\x00-\x09\x0b-\x1f\x7f]*$"
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=_LINE)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000, pattern=_TEXT)]


class ClubView(msgspec.Struct, frozen=True):
    """Public facts of the server."""

    name: str
    """Empty if the server has no name."""
    welcome: str
    registration: Registration


class ClubChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's words about the server."""

    name: Annotated[str, msgspec.Meta(max_length=64, pattern=_LINE)]
    welcome: Annotated[str, msgspec.Meta(max_length=MAX_WELCOME, pattern=_TEXT)]
    registration: Registration


class TableFigure(msgspec.Struct, frozen=True):
    """Tables whose game is not over."""

    running: int
    """Tables at which a game has begun."""
    waiting: int
    """Tables that wait for people."""
    by_turns: int
    """Number of the running ones that are turn-based."""
    set_aside: int
    """Tables that this node could not read."""


class PeopleFigure(msgspec.Struct, frozen=True):
    """People with an account, and people at tables."""

    accounts: int
    players: int
    """Number of seats whose players are connected now."""
    watchers: int
    """Number of open pages without a seat at tables."""


class MoveFigure(msgspec.Struct, frozen=True):
    """Number of moves per half hour."""

    last_hour: int
    today: list[int]
    """Moves by half hour, from the start of the day that the host named up to now."""
    week_ago: list[int]
    """The whole same day a week before."""


class StorageFigure(msgspec.Struct, frozen=True):
    """Storage used by the tables."""

    used: int
    """Bytes of all databases."""
    free: int | None
    """Free bytes on the disk of the database; null if the server cannot see it."""


class BackupFigure(msgspec.Struct, frozen=True):
    """The newest backup."""

    at: int
    bytes: int


class Deed(msgspec.Struct, frozen=True):
    """Audit log entry: an action of a host, or a backup."""

    at: int
    kind: str
    host: str
    """Account of the host; empty for the server's own programs."""
    about: str
    figure: int


class HostPage(msgspec.Struct, frozen=True):
    """All numbers of the host's page."""

    standing: Standing
    concerns: list[Concern]
    version: str
    newest: str
    """Newest version, if the server has an address to query; else empty."""
    now: int
    started_at: int
    tables: TableFigure
    people: PeopleFigure
    moves: MoveFigure
    lag: int
    """Milliseconds by which the most overdue bot or clock is late."""
    storage: StorageFigure
    backup: BackupFigure | None
    reports: int
    """Number of reported messages and people."""
    deeds: list[Deed]
    """Entries of this day, the newest first."""


class HostTable(msgspec.Struct, frozen=True):
    """A table with the information that any spectator has."""

    game_id: str
    status: str
    """Status of the table, or ``set_aside`` if this node cannot read it."""
    edition: str
    board: str
    clock: str
    round: int
    """Number of the round; 0 before the game."""
    seats: list[str]
    """Players by seat; empty for a free seat."""
    bots: list[bool]
    phase: str
    waits_for: str
    """Player who must act; empty if there is none."""
    deadline_at: int | None
    moved_at: int


class HostTables(msgspec.Struct, frozen=True):
    """A page of tables whose game is not over, the newest first."""

    tables: list[HostTable]
    next: str
    """Value for ``after`` in the next request; empty on the last page."""


class HostPerson(msgspec.Struct, frozen=True):
    """A person with an account."""

    person_id: str
    name: str
    created_at: int
    is_host: bool
    is_closed: bool


class HostPeople(msgspec.Struct, frozen=True):
    """People whose names begin with the query, or the newest."""

    people: list[HostPerson]
    next: str
    """Value for ``after`` in the next request; empty on the last page."""


class PersonChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a person; omitted fields are unchanged."""

    is_host: bool | None = None
    is_closed: bool | None = None


class SaidLine(msgspec.Struct, frozen=True):
    """A chat message near a reported one."""

    number: int
    at: int
    name: str
    text: str


class ReportView(msgspec.Struct, frozen=True):
    """A reported message or person."""

    kind: Literal["message", "person"]
    game_id: str
    number: int
    """Id of the message, or number of the seat."""
    name: str
    """Author of the message, or player of the seat."""
    person_id: str
    """Id of that person, if known and with an account; else empty."""
    voice: str
    """Voice that can be muted at the table; empty for a person."""
    at: int
    reasons: list[str]
    """Reasons, each with the text of its reporter."""
    said: list[SaidLine]
    """The message and those around it."""


class Settling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision about a report."""

    kind: Literal["message", "person"]
    game_id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
    hush: bool = False
    """True to mute the voice at that table permanently."""


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new invitation."""

    label: Label
    most_uses: Annotated[int, msgspec.Meta(ge=1, le=MAX_USES)] = 1
    lasts: Annotated[int, msgspec.Meta(ge=60_000, le=LONGEST)] | None = None
    """Milliseconds until it expires; null for an invitation without an end."""


class InvitationView(msgspec.Struct, frozen=True):
    """An invitation; its code is not shown again."""

    invitation_id: str
    label: str
    uses: int
    most_uses: int
    expires_at: int | None
    created_at: int


class MadeInvitation(msgspec.Struct, frozen=True):
    """A new invitation with its code, which is not shown again."""

    invitation: InvitationView
    code: str
    link: str
    """Link to register with."""


class SeatComplaint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a person at a table."""

    reason: Reason
    name: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The reported person; if another person has the seat by now, no one is reported."""

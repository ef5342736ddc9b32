"""Kinds of entries of a table's log.

A log entry contains the data that its lines do not. Its tag is its kind in the store, so that old
logs stay readable: kinds are added, never changed.
"""

from typing import Any, Final, TypeAlias

import msgspec

from gridwright.fair.chain import ChainEntry
from gridwright.server.games.leaving_entries import LeavingEntry
from gridwright.server.games.terms import Terms
from gridwright.server.storage.entries import Entry

UNDONE: Final = "undone"
"""The kind of an entry that undoes others."""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A table was created. The server keeps the seed of the commitment secret until the end."""

    commitment: str
    terms: Terms


class Imported(msgspec.Struct, frozen=True, tag="imported"):
    """A game played elsewhere was imported from a verified transcript."""

    origin: str
    """Id under which it was dealt."""
    commitment: str
    contributions: tuple[tuple[int, str], ...]
    """Seats and their contributions to the dealing, in hexadecimal digits."""


class SatDown(msgspec.Struct, frozen=True, tag="sat_down"):
    """A person or a bot took a seat."""

    name: str
    bot: str = ""
    person: str = ""
    """The public id of a person with an account; a guest has none."""
    was_kept: bool = False
    """True if the seat was kept for this person."""
    is_program: bool = False
    """True if a program of the person took the seat."""


class SeatClaimed(msgspec.Struct, frozen=True, tag="seat_claimed"):
    """A guest's seat was transferred to a person with an account; the guest's ticket is invalid."""

    person: str


class SeatKept(msgspec.Struct, frozen=True, tag="seat_kept"):
    """A seat is reserved until a time for a player of the previous table."""

    name: str
    of_seat: int
    """The seat at that table, whose ticket opens this one."""
    until: int


class StoodUp(msgspec.Struct, frozen=True, tag="stood_up"):
    """A seat is free again; only before the game begins."""

    freed_by: int = -1
    """The seat of the player who removed the holder; -1 if the holder left."""


class TableChanged(msgspec.Struct, frozen=True, tag="table_changed"):
    """The host changed the game or its terms; players must confirm again that they are ready."""

    spec: dict[str, Any]
    rules: str
    commitment: str
    """A new commitment to the same seed, because a commitment includes the rules."""
    terms: Terms
    listed: bool


class GotReady(msgspec.Struct, frozen=True, tag="got_ready"):
    """A person is ready and adds random bytes to the dealing; in hexadecimal digits, or none."""

    contribution: str = ""


class Began(msgspec.Struct, frozen=True, tag="began"):
    """All players are ready. The lines contain the first outcomes of chance."""


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat's action, and the outcomes of chance that it caused, in the lines."""

    by_bot: str = ""
    """The bot that chose for the seat, if one did."""
    by_limit: bool = False
    """True if a bid left in advance chose the action."""


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The outcomes of chance that an order caused, dealt after its undo window."""


class UndoWindowEnded(msgspec.Struct, frozen=True, tag="undo_window_ended"):
    """A person ended the undo window of the own order early."""


class Undone(msgspec.Struct, frozen=True, tag=UNDONE):
    """A person undid an order: actions from its version on do not count."""

    since: int
    """Version of the order. Later entries about seats, clock pauses and limits still count."""
    lines: tuple[str, ...] = ()
    """The lines of the undone order, for display."""


class Hinted(msgspec.Struct, frozen=True, tag="hinted"):
    """A person requested a hint: the help is marked, and the game continues."""

    position: str
    """A digest of the position, so that repeated hints in it count once."""


class Guided(msgspec.Struct, frozen=True, tag="guided"):
    """The guide gives hints to a person from now on: marked once for the whole game."""


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """A bot plays the seat from now on; without a name the person is back."""

    bot: str = ""
    timed_out: bool = False


class LimitLeft(msgspec.Struct, frozen=True, tag="limit_left"):
    """A seat left a bid limit. That it did is public, the limit is secret."""

    box: str
    """The limit, sealed with the server's key, in hexadecimal digits; empty if it is removed."""
    is_for_round: bool = False
    """True if it is for every plant of the round. Not part of the public log."""
    plant: str = ""
    """Plant that it is for; not public, and empty in older logs."""


class LimitSpent(msgspec.Struct, frozen=True, tag="limit_spent"):
    """The limit did not apply; the person must decide."""


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The seat ran out of time, which pauses the game at this table."""


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The missing player is back."""


class NightSet(msgspec.Struct, frozen=True, tag="night_set"):
    """A person set a night; equal minutes mean none."""

    start: int
    end: int
    utc_offset: int = 0


class VacationTaken(msgspec.Struct, frozen=True, tag="vacation_taken"):
    """A person takes whole days off from `starts_at` on, or from the entry on if that is later."""

    days: int
    starts_at: int = 0


class VacationEnded(msgspec.Struct, frozen=True, tag="vacation_ended"):
    """The person ended a vacation early or cancelled a planned one."""


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The game is over and its seed is open."""

    seed: str


class RematchCalled(msgspec.Struct, frozen=True, tag="rematch_called"):
    """The game is over, and its players may play again at another table."""

    game_id: str


LogEntry: TypeAlias = (
    Opened
    | Imported
    | SatDown
    | SeatClaimed
    | StoodUp
    | GotReady
    | Began
    | Acted
    | Dealt
    | UndoWindowEnded
    | Undone
    | Hinted
    | Guided
    | HandedOver
    | LimitLeft
    | LimitSpent
    | Paused
    | Resumed
    | Revealed
    | NightSet
    | VacationTaken
    | VacationEnded
    | SeatKept
    | RematchCalled
    | TableChanged
    | LeavingEntry
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[LogEntry]] = msgspec.json.Decoder(LogEntry)


def to_entry(
    log_entry: LogEntry,
    command_id: str,
    at: int,
    seat: int | None = None,
    lines: tuple[str, ...] = (),
    previous: str = "",
) -> Entry:
    """Encode a log entry for the store; ``previous`` is the digest of the log before it."""
    kind = type(log_entry).__struct_config__.tag
    assert isinstance(kind, str)
    data = _ENCODER.encode(log_entry).decode("utf-8")
    if previous:
        data = f'{data[:-1]},"previous":"{previous}"}}'
    return Entry(command_id=command_id, kind=kind, at=at, seat=seat, lines=lines, data=data)


def log_entry_of(entry: Entry) -> LogEntry:
    """Decode the log entry of a stored entry; raise msgspec.ValidationError if invalid."""
    return _DECODER.decode(entry.data)


class _Carried(msgspec.Struct, frozen=True):
    """Fields of all entries in addition to their own; older ones lack them."""

    previous: str = ""


_CARRIED_DECODER: Final = msgspec.json.Decoder(_Carried)


def previous_of(entry: Entry) -> str:
    """Return the digest of the log before the entry, in hexadecimal digits; empty in older logs."""
    return _CARRIED_DECODER.decode(entry.data).previous


def chain_entry(log_entry: LogEntry, entry: Entry) -> ChainEntry:
    """Return the public part of an entry, without names, limits, nights and authors of actions."""
    return ChainEntry(entry.kind, entry.at, entry.seat, _fact(log_entry), entry.lines)


def public_part(entry: Entry) -> ChainEntry:
    """Return the public part of a stored entry."""
    return chain_entry(log_entry_of(entry), entry)


def _fact(log_entry: LogEntry) -> str:
    if isinstance(log_entry, Opened | Imported | TableChanged):
        return log_entry.commitment
    if isinstance(log_entry, GotReady):
        return log_entry.contribution
    if isinstance(log_entry, Undone):
        return str(log_entry.since)
    return log_entry.seed if isinstance(log_entry, Revealed) else ""

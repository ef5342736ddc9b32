"""What can happen at a table, each as one entry of its log.

A log entry says what its lines do not. Its tag is its kind in the store, so an old log reads for
ever: kinds are added, never changed.
"""

from typing import Any, Final, TypeAlias

import msgspec

from gridwright.fair.chain import ChainEntry
from gridwright.server.games.leaving_entries import LeavingEntry
from gridwright.server.games.terms import Terms
from gridwright.server.storage.entries import Entry

UNDONE: Final = "undone"
"""The kind of an entry that takes others back."""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A table was made. The seed behind the commitment is the server's until the end."""

    commitment: str
    terms: Terms


class Imported(msgspec.Struct, frozen=True, tag="imported"):
    """A game that was played elsewhere was brought here, as a transcript that holds."""

    origin: str
    """The id under which it was dealt."""
    commitment: str
    contributions: tuple[tuple[int, str], ...]
    """Seats and what they added to the dealing, in hexadecimal digits."""


class SatDown(msgspec.Struct, frozen=True, tag="sat_down"):
    """Somebody took a seat: a person, or the bot of that name."""

    name: str
    bot: str = ""
    person: str = ""
    """The public id of a person with an account; a guest has none."""
    was_kept: bool = False
    """Whether it is the person that the seat was kept for."""
    is_program: bool = False
    """Whether the person's program sat down."""


class SeatClaimed(msgspec.Struct, frozen=True, tag="seat_claimed"):
    """A guest's seat now is that of a person with an account; the guest's ticket is spent."""

    person: str


class SeatKept(msgspec.Struct, frozen=True, tag="seat_kept"):
    """A seat is kept for somebody who sat at the table before this one, up to a moment."""

    name: str
    of_seat: int
    """The seat at that table, whose ticket opens this one."""
    until: int


class StoodUp(msgspec.Struct, frozen=True, tag="stood_up"):
    """A seat is free again; only before the game begins."""

    freed_by: int = -1
    """The seat that sent whoever sat there away; nobody if they left by themselves."""


class TableChanged(msgspec.Struct, frozen=True, tag="table_changed"):
    """The host changed what is played, or how; whoever was ready is asked again."""

    spec: dict[str, Any]
    rules: str
    commitment: str
    """The same seed, promised anew: a promise names the rules."""
    terms: Terms
    listed: bool


class GotReady(msgspec.Struct, frozen=True, tag="got_ready"):
    """A person is ready and adds random bytes to the dealing; in hexadecimal digits, or none."""

    contribution: str = ""


class Began(msgspec.Struct, frozen=True, tag="began"):
    """All are ready. The lines hold what chance dealt first."""


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat's action, and the outcomes of chance that it caused, in the lines."""

    by_bot: str = ""
    """The bot that chose for the seat, if one did."""
    by_limit: bool = False
    """Whether a bid left in advance chose."""


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The outcomes of chance that an order caused, shown once it could have been taken back."""


class Undone(msgspec.Struct, frozen=True, tag=UNDONE):
    """A person took back an order: from its version on, what was played does not count."""

    since: int
    """The version of the order. Seats, rests and limits of later entries do count."""
    lines: tuple[str, ...] = ()
    """What the order did, for whoever tells it."""


class Hinted(msgspec.Struct, frozen=True, tag="hinted"):
    """A person asked what a strong bot would do: the help is marked, and the game goes on."""

    position: str
    """A digest of what was asked about: the same question counts once."""


class Guided(msgspec.Struct, frozen=True, tag="guided"):
    """The guide asks for a person, from now on: help that is marked once for the whole game."""


class HandedOver(msgspec.Struct, frozen=True, tag="handed_over"):
    """From now on a bot plays the seat; without a name the person is back."""

    bot: str = ""
    timed_out: bool = False


class LimitLeft(msgspec.Struct, frozen=True, tag="limit_left"):
    """A seat left a bid in advance. Everybody may know that it did, nobody how far it goes."""

    box: str
    """The limit, sealed with the server's key, in hexadecimal digits; empty if it is taken away."""
    is_for_round: bool = False
    """Whether it is for every plant of the round. This stays in the log of the server."""
    plant: str = ""
    """The plant that it is for, which stays there too; older logs do not say it."""


class LimitSpent(msgspec.Struct, frozen=True, tag="limit_spent"):
    """The limit had no answer; the person is asked."""


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The seat's time was up, and at this table that stops the game."""


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """Whoever was missing is back."""


class NightSet(msgspec.Struct, frozen=True, tag="night_set"):
    """A person says when it is night there; equal minutes mean that no night is kept."""

    start: int
    end: int
    utc_offset: int = 0


class VacationTaken(msgspec.Struct, frozen=True, tag="vacation_taken"):
    """A person is away for whole days, from a moment on; from the entry on if that is later."""

    days: int
    starts_at: int = 0


class VacationEnded(msgspec.Struct, frozen=True, tag="vacation_ended"):
    """The person is back early, or does not leave after all."""


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The game is over and its seed is open."""

    seed: str


class RematchCalled(msgspec.Struct, frozen=True, tag="rematch_called"):
    """The game is over, and those who played it may play again at another table."""

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
    """The log entry as the store keeps it; ``previous`` is the digest of the log before it."""
    kind = type(log_entry).__struct_config__.tag
    assert isinstance(kind, str)
    data = _ENCODER.encode(log_entry).decode("utf-8")
    if previous:
        data = f'{data[:-1]},"previous":"{previous}"}}'
    return Entry(command_id=command_id, kind=kind, at=at, seat=seat, lines=lines, data=data)


def log_entry_of(entry: Entry) -> LogEntry:
    """The log entry behind an entry, or msgspec.ValidationError."""
    return _DECODER.decode(entry.data)


class _Carried(msgspec.Struct, frozen=True):
    """What an entry carries beside its own fields; older ones carry nothing."""

    previous: str = ""


_CARRIED_DECODER: Final = msgspec.json.Decoder(_Carried)


def previous_of(entry: Entry) -> str:
    """The digest that an entry says it follows, in hexadecimal digits; empty in older logs."""
    return _CARRIED_DECODER.decode(entry.data).previous


def chain_entry(log_entry: LogEntry, entry: Entry) -> ChainEntry:
    """The public part of an entry. Names, limits, nights and who chose stay out of it."""
    return ChainEntry(entry.kind, entry.at, entry.seat, _fact(log_entry), entry.lines)


def public_part(entry: Entry) -> ChainEntry:
    """The same of an entry as it is stored."""
    return chain_entry(log_entry_of(entry), entry)


def _fact(log_entry: LogEntry) -> str:
    if isinstance(log_entry, Opened | Imported | TableChanged):
        return log_entry.commitment
    if isinstance(log_entry, GotReady):
        return log_entry.contribution
    if isinstance(log_entry, Undone):
        return str(log_entry.since)
    return log_entry.seed if isinstance(log_entry, Revealed) else ""

"""Kinds of entries of a table's log, and their encoding for the store."""

from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from gridwright.content.table import TableSpec
from gridwright.engine.ids import NONE
from gridwright.fair.chain import ChainEntry
from gridwright.table.absence_log import Ending
from gridwright.table.clock_entries import (
    NightSet,
    Paused,
    Resumed,
    VacationEnded,
    VacationTaken,
)
from gridwright.table.entries import Entry, Status
from gridwright.table.leaving_entries import (
    EndAgreed,
    Resigned,
    SeatErased,
    SeatLeft,
    TakenOver,
    VoteCast,
)
from gridwright.table.seats import FREE, SeatHolder
from gridwright.table.state import LogEntry, SeatEntry, TableState, shows_chance
from gridwright.table.terms import Terms

UNDONE: Final = "undone"
"""The kind of an entry that undoes others."""


def unknown_name(seat: int) -> str:
    """Return the name of a player of an imported game; a transcript has no names."""
    return f"Seat {seat + 1}"


class Opened(LogEntry, frozen=True, tag="opened"):
    """A table was created. The server keeps the seed of the commitment secret until the end."""

    commitment: str
    terms: Terms

    def apply(self, table: TableState, entry: Entry) -> None:
        table.agree(self.commitment, self.terms)

    def fact(self) -> str:
        return self.commitment


class Imported(LogEntry, frozen=True, tag="imported"):
    """A game played elsewhere was imported from a verified transcript."""

    origin: str
    """Id under which it was dealt."""
    commitment: str
    contributions: tuple[tuple[int, str], ...]
    """Seats and their contributions to the dealing, in hexadecimal digits."""

    def apply(self, table: TableState, entry: Entry) -> None:
        # A transcript has no players: each seat is an unnamed person's.
        table.origin = self.origin
        for seat in range(table.spec.seats):
            table.seats[seat] = SeatHolder(unknown_name(seat), is_person=True, is_ready=True)
        for seat, given in self.contributions:
            table.contributions[seat] = bytes.fromhex(given)
        table.agree(self.commitment, Terms(hold=0))

    def fact(self) -> str:
        return self.commitment


class SatDown(SeatEntry, frozen=True, tag="sat_down"):
    """A person or a bot took a seat."""

    name: str
    bot: str = ""
    person: str = ""
    """The public id of a person with an account; a guest has none."""
    was_kept: bool = False
    """True if the seat was kept for this person."""
    is_program: bool = False
    """True if a program of the person took the seat."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        is_bot = bool(self.bot)
        kept_of = table.seats[seat].kept_of if self.was_kept else -1
        table.seats[seat] = SeatHolder(
            self.name,
            self.bot,
            not is_bot,
            is_bot,
            0 if is_bot else table.version,
            person=self.person,
            is_program=self.is_program,
            kept_of=kept_of,
        )
        table.name_bots()


class SeatClaimed(SeatEntry, frozen=True, tag="seat_claimed"):
    """A guest's seat was transferred to a person with an account; the guest's ticket is invalid."""

    person: str

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        holder = table.seats[seat]
        table.seats[seat] = replace(holder, person=self.person, since=table.version)


class SeatKept(SeatEntry, frozen=True, tag="seat_kept"):
    """A seat is reserved until a time for a player of the previous table."""

    name: str
    of_seat: int
    """The seat at that table, whose ticket opens this one."""
    until: int

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.seats[seat] = SeatHolder(
            kept_for=self.name, kept_of=self.of_seat, kept_until=self.until
        )


class StoodUp(SeatEntry, frozen=True, tag="stood_up"):
    """A seat is free again; only before the game begins."""

    freed_by: int = -1
    """The seat of the player who removed the holder; -1 if the holder left."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.seats[seat] = FREE
        table.contributions.pop(seat, None)
        table.clocks.forget(seat)


class TableChanged(LogEntry, frozen=True, tag="table_changed"):
    """The host changed the game or its terms; players must confirm again that they are ready."""

    spec: dict[str, Any]
    rules: str
    commitment: str
    """A new commitment to the same seed, because a commitment includes the rules."""
    terms: Terms
    listed: bool

    def apply(self, table: TableState, entry: Entry) -> None:
        table.rules = self.rules
        table.listed = self.listed
        table.change_game(TableSpec.from_json(self.spec))
        table.agree(self.commitment, self.terms)

    def fact(self) -> str:
        return self.commitment


class GotReady(SeatEntry, frozen=True, tag="got_ready"):
    """A person is ready and adds random bytes to the dealing; in hexadecimal digits, or none."""

    contribution: str = ""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.seats[seat] = replace(table.seats[seat], is_ready=True)
        if self.contribution:
            table.contributions[seat] = bytes.fromhex(self.contribution)

    def fact(self) -> str:
        return self.contribution


class Began(LogEntry, frozen=True, tag="began"):
    """All players are ready. The lines contain the first outcomes of chance."""

    def apply(self, table: TableState, entry: Entry) -> None:
        table.status = Status.RUNNING
        table.absences.begin(entry.at)


class Acted(LogEntry, frozen=True, tag="acted"):
    """A seat's action, and the outcomes of chance that it caused, in the lines."""

    by_bot: str = ""
    """The bot that chose for the seat, if one did."""
    by_limit: bool = False
    """True if a bid left in advance chose the action."""

    def apply(self, table: TableState, entry: Entry) -> None:
        seat = entry.seat
        assert seat is not None
        table.undo_window_ends_at = 0
        if self.by_bot:
            return
        if self.by_limit:
            table.undo.show()  # The limit was sealed.
            return
        if not shows_chance(entry.lines):
            table.push_order(seat, entry.lines, entry.at)
        table.absences.act(seat, entry.at)


class Dealt(LogEntry, frozen=True, tag="dealt"):
    """The outcomes of chance that an order caused, dealt after its undo window."""

    def apply(self, table: TableState, entry: Entry) -> None:
        table.undo_window_ends_at = 0


class UndoWindowEnded(SeatEntry, frozen=True, tag="undo_window_ended"):
    """A person ended the undo window of the own order early."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.undo_window_ends_at = 0
        table.absences.act(seat, at)


class Undone(LogEntry, frozen=True, tag=UNDONE):
    """A person undid an order: actions from its version on do not count."""

    since: int
    """Version of the order. Later entries about seats, clock pauses and limits still count."""
    lines: tuple[str, ...] = ()
    """The lines of the undone order, for display."""

    def apply(self, table: TableState, entry: Entry) -> None:
        seat = NONE if entry.seat is None else entry.seat
        table.take_back(seat, self.since, entry.at)
        table.absences.act(seat, entry.at)

    def fact(self) -> str:
        return str(self.since)


class Hinted(SeatEntry, frozen=True, tag="hinted"):
    """A person requested a hint: the help is marked, and the game continues."""

    position: str
    """A digest of the position, so that repeated hints in it count once."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.help.hints.setdefault(seat, set()).add(self.position)

    def is_marked(self, table: TableState, seat: int) -> bool:
        """Return True if this hint is marked already."""
        return self.position in table.help.hints.get(seat, ())


class Guided(SeatEntry, frozen=True, tag="guided"):
    """The guide gives hints to a person from now on: marked once for the whole game."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.help.guided.add(seat)

    def is_marked(self, table: TableState, seat: int) -> bool:
        """Return True if the guide is marked already."""
        return seat in table.help.guided


class HandedOver(SeatEntry, frozen=True, tag="handed_over"):
    """A bot plays the seat from now on; without a name the person is back."""

    bot: str = ""
    timed_out: bool = False

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.absences.hand_over(seat, self.bot, self.timed_out, at)
        if self.timed_out:
            table.clocks.run_out()


class LimitLeft(SeatEntry, frozen=True, tag="limit_left"):
    """A seat left a bid limit. That it did is public, the limit is secret."""

    box: str
    """The limit, sealed with the server's key, in hexadecimal digits; empty if it is removed."""
    is_for_round: bool = False
    """True if it is for every plant of the round. Not part of the public log."""
    plant: str = ""
    """Plant that it is for; not public, and empty in older logs."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        plant = table.notation.cards.index(self.plant) if self.plant else NONE
        box = bytes.fromhex(self.box)
        table.left_bids.leave(seat, box, None if self.is_for_round else plant)


class LimitSpent(SeatEntry, frozen=True, tag="limit_spent"):
    """The limit did not apply; the person must decide."""

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        table.undo.show()  # The limit was sealed.
        table.left_bids.take(seat)


class Revealed(LogEntry, frozen=True, tag="revealed"):
    """The game is over and its seed is open."""

    seed: str

    def apply(self, table: TableState, entry: Entry) -> None:
        is_abandoned = table.absences.ending is Ending.ABANDONED
        table.status = Status.ABANDONED if is_abandoned else Status.FINISHED
        table.revealed = bytes.fromhex(self.seed)

    def fact(self) -> str:
        return self.seed


class RematchCalled(LogEntry, frozen=True, tag="rematch_called"):
    """The game is over, and its players may play again at another table."""

    game_id: str

    def apply(self, table: TableState, entry: Entry) -> None:
        table.rematch = self.game_id


_Kinds: TypeAlias = (
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
    | SeatLeft
    | Resigned
    | TakenOver
    | VoteCast
    | EndAgreed
    | SeatErased
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[_Kinds]] = msgspec.json.Decoder(_Kinds)


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
    return ChainEntry(entry.kind, entry.at, entry.seat, log_entry.fact(), entry.lines)


def public_part(entry: Entry) -> ChainEntry:
    """Return the public part of a stored entry."""
    return chain_entry(log_entry_of(entry), entry)

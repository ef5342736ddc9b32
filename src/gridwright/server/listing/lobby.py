"""Tables to join and tables to watch, page by page.

Values fixed at creation are searched by the database. Players are read from the beginning of the
log, without the game: the lobby replays nothing, and an append updates nothing for it.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from gridwright.bots.characters import name_bots
from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, find_figures
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreError, UnknownGame
from gridwright.server.storage.games import ANYTHING, Bookmark, GameRecord, Label
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import (
    Began,
    Opened,
    SatDown,
    SeatKept,
    StoodUp,
    TableChanged,
    log_entry_of,
)
from gridwright.table.terms import Terms

MAX_LISTED: Final = 50
"""Tables on a page."""
MAX_READ: Final = 250
"""Tables read for one page. The page may be short then; the next one continues after it."""
MAX_GUESTS: Final = 5_000
"""Tables whose players are cached."""
_ENTRIES_PER_READ: Final = 64
"""Log entries read at a time."""


class Guests(msgspec.Struct):
    """Players of a table up to a version of its log; final once the game has begun."""

    names: list[str]
    bots: list[str]
    kept: list[str]
    terms: Terms
    spec: TableSpec
    rules: str
    """Rules identity of the table."""
    version: int = 0
    has_begun: bool = False

    def fold(self, logged: LoggedEntry) -> None:
        log_entry = log_entry_of(logged.entry)
        seat = logged.entry.seat
        self.version = logged.version
        if isinstance(log_entry, Opened):
            self.terms = log_entry.terms
        elif isinstance(log_entry, TableChanged):
            self._change(log_entry)
        elif isinstance(log_entry, Began):
            self.has_begun = True
        elif seat is None:
            return
        elif isinstance(log_entry, SatDown):
            self.names[seat], self.bots[seat], self.kept[seat] = log_entry.name, log_entry.bot, ""
            self.names[:] = name_bots(list(zip(self.names, self.bots, strict=True)))
        elif isinstance(log_entry, SeatKept):
            self.kept[seat] = log_entry.name
        elif isinstance(log_entry, StoodUp):
            self.names[seat] = self.bots[seat] = self.kept[seat] = ""

    def _change(self, log_entry: TableChanged) -> None:
        """Apply a change of the game, with its number of seats."""
        self.terms = log_entry.terms
        self.spec = TableSpec.from_json(log_entry.spec)
        self.rules = log_entry.rules
        for words in (self.names, self.bots, self.kept):
            words[:] = [*words, *[""] * self.spec.seats][: self.spec.seats]

    def n_free(self) -> int:
        """Number of seats that are neither taken nor reserved."""
        seats = zip(self.names, self.kept, strict=True)
        return sum([not name and not kept for name, kept in seats])


class Shown(msgspec.Struct, frozen=True):
    """A table of the lobby."""

    record: GameRecord
    spec: TableSpec
    guests: Guests


class Page(msgspec.Struct, frozen=True):
    """A page of tables, and the bookmark of the next page; None on the last one."""

    tables: list[Shown]
    after: Bookmark | None
    set_aside: list[str]
    """Ids of tables on this page that the server cannot read."""


class TableFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Criteria of a search for tables."""

    status: Status = Status.GATHERING
    label: Label = ANYTHING
    n_free: int = 0
    """Minimum number of free seats."""
    with_bots: bool | None = None
    """True for tables with bots, False for tables without, None for both."""

    def fits(self, guests: Guests) -> bool:
        if guests.n_free() < self.n_free:
            return False
        return self.with_bots is None or any(guests.bots) is self.with_bots


class Lobby:
    """Finds listed tables, the newest first."""

    def __init__(self, store: Store, is_quarantined: Callable[[str], bool]) -> None:
        """``is_quarantined`` returns True for a table that this node could not read."""
        self._store: Final = store
        self._is_quarantined: Final = is_quarantined
        self._guests: Final[OrderedDict[str, Guests]] = OrderedDict()

    async def page(
        self, wanted: TableFilter, limit: int = MAX_LISTED, after: Bookmark | None = None
    ) -> Page:
        """Return a page of the tables that match."""
        found: list[Shown] = []
        aside: list[str] = []
        n_read = 0
        while n_read < MAX_READ:
            records = await self._store.list_games(wanted.status, limit, after, wanted.label)
            for record in records:
                n_read += 1
                after = Bookmark(record.created_at, record.game_id)
                if record.version == 0:
                    continue  # Incomplete: its node crashed before the first entry.
                try:
                    shown = await self._shown(record)
                except UnknownGame:
                    continue  # It was deleted just now.
                except StoreError:
                    raise
                except Exception:
                    # One unreadable table does not hide the others; opening it reports the error.
                    aside.append(record.game_id)
                    continue
                if self._is_quarantined(record.game_id) or not _has_rules(shown.guests):
                    aside.append(record.game_id)
                elif wanted.fits(shown.guests):
                    found.append(shown)
                if len(found) == limit:
                    return Page(found, after, aside)
            if len(records) < limit:
                return Page(found, None, aside)
        return Page(found, after, aside)

    async def _shown(self, record: GameRecord) -> Shown:
        spec = TableSpec.from_json(msgspec.json.decode(record.spec))
        guests = self._guests.pop(record.game_id, None)
        if guests is None:
            n_seats = spec.seats
            free = [""] * n_seats
            guests = Guests(free[:], free[:], free[:], Terms(), spec, record.rules)
        while not guests.has_begun and guests.version < record.version:
            entries = await self._store.entries(record.game_id, guests.version, _ENTRIES_PER_READ)
            for logged in entries:
                if not guests.has_begun:
                    guests.fold(logged)
            if not entries:
                break
        self._guests[record.game_id] = guests
        if len(self._guests) > MAX_GUESTS:
            self._guests.popitem(last=False)
        return Shown(record, guests.spec, guests)


def _has_rules(guests: Guests) -> bool:
    """Return True if this server knows the rules of a table."""
    try:
        find_figures(guests.spec, guests.rules)
    except ContentError:
        return False
    return True

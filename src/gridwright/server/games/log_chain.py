"""What of an entry enters the chain of a log, and how an entry carries the digest before it."""

from typing import Final

import msgspec

from gridwright.fair.chain import ChainEntry
from gridwright.server.games.log_entries import (
    GotReady,
    Imported,
    LogEntry,
    Opened,
    Revealed,
    TableChanged,
    Undone,
    log_entry_of,
)
from gridwright.server.storage.entries import Entry


class _Carried(msgspec.Struct, frozen=True):
    """What an entry carries beside its own fields; older ones carry nothing."""

    previous: str = ""


_DECODER: Final = msgspec.json.Decoder(_Carried)


def previous_of(entry: Entry) -> str:
    """The digest that an entry says it follows, in hexadecimal digits; empty in older logs."""
    return _DECODER.decode(entry.data).previous


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

"""Compares a stored log with the journal of its clients, in one pass over both.

The log is append-only, so no search is needed: an acknowledged command is at its version with the
seat and the action that was sent, or it is lost. It makes no difference whether a client read it
afterwards.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gridwright.server.chat.messages import Message
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import Acted, SatDown, log_entry_of
from gridwright_lab.trials.kill.audit_counts import AuditCounts
from gridwright_lab.trials.kill.client_journal import (
    SAT_DOWN,
    ClientJournal,
    LogRead,
    SentOrder,
    SentSitDown,
)

SERVER: Final = "server:"
"""Prefix of the names that the server gives to its own commands."""
DOOR: Final = "door:"
"""Prefix of the names that it gives to taking a seat."""
ACTED: Final = "acted"

Log = dict[int, list[LoggedEntry]]
"""Entries by version; a valid log has one for each."""


class LogAudit:
    """Compares one log after the other, and counts what it finds."""

    def __init__(self, counts: AuditCounts) -> None:
        self._counts: Final = counts
        self.n_entries = 0
        self.n_compared = 0
        """Number of acknowledged orders and sit-downs that were compared with the log."""
        self.late_reads = 0
        """Reads that lacked entries which were known when the read was requested."""

    def compare(self, journal: ClientJournal, version: int, log: Sequence[LoggedEntry]) -> None:
        """Compare the journal of a game with its row's version and its whole log."""
        game, note = journal.game_id, self._counts.note
        self.n_entries += len(log)
        by_version: Log = {}
        for logged in log:
            by_version.setdefault(logged.version, []).append(logged)
        commands = Counter([logged.entry.command_id for logged in log])
        note("forked", game, "versions", len(log) - len(by_version))
        note("forked", game, "commands", len(log) - len(commands))
        note("gaps", game, "versions", len(set(range(1, version + 1)) - by_version.keys()))
        note("gaps", game, f"entries after {version}", max(by_version, default=0) - version)
        taken: dict[int, str] = {}
        for asked in journal.asked:
            self._compare_order(game, asked, by_version, commands)
            for told in set(asked.versions):
                other = taken.setdefault(told, asked.name)
                note("forked", game, f"told {told} twice", int(other != asked.name))
        for asked_seat in journal.sit_downs:
            if asked_seat.version:
                self._compare_sit_down(game, asked_seat, by_version)
        self._find_strange(journal, log)
        for read in journal.reads:
            self._compare_read(game, read, by_version)

    def _compare_order(
        self, game: str, asked: SentOrder, by_version: Log, commands: Counter[str]
    ) -> None:
        name, note = asked.name, self._counts.note
        note("unresolved", game, name, int(not asked.is_answered))
        note("contradicted", game, f"{name} told as {asked.other_names}", len(asked.other_names))
        versions = set(asked.versions)
        note("forked", game, f"{name} told at {sorted(versions)}", len(versions) - 1)
        for version in versions:
            self.n_compared += 1
            found = by_version.get(version, [])
            own = [logged for logged in found if _own_id(logged) == asked.command_id]
            if not own:
                there = [logged.entry.command_id for logged in found]
                note("lost", game, f"{name} at {version}, found {there}")
                continue
            note("misordered", game, f"{name} at {version}", int(version <= asked.floor))
            self._compare_stored(game, asked, own[0])
        if asked.is_refused:
            is_there = commands[name] > 0 or bool(versions)
            note("contradicted", game, f"{name} was refused and is there", int(is_there))

    def _compare_stored(self, game: str, asked: SentOrder, logged: LoggedEntry) -> None:
        """Compare seat and action of an order with those of its entry."""
        entry, note = logged.entry, self._counts.note
        is_own = (entry.seat, entry.command_id) == (asked.seat, asked.name)
        problem = f"{asked.name} at {logged.version} for seat {entry.seat} as {entry.command_id}"
        note("other_seat", game, problem, int(not is_own))
        # After the seat's action come the outcomes of chance, which the replay compares with the
        # seed.
        own_lines = entry.lines[:1] if asked.line else entry.lines
        expected = (asked.line,) if asked.line else ()
        is_same = own_lines == expected and log_entry_of(entry) == asked.log_entry
        problem = f"{asked.name} at {logged.version}: sent {asked.line or asked.log_entry}"
        note("other_action", game, f"{problem}, found {own_lines} {entry.data}", int(not is_same))

    def _compare_sit_down(self, game: str, asked: SentSitDown, by_version: Log) -> None:
        note, version = self._counts.note, asked.version
        self.n_compared += 1
        problem = f"{asked.name} at {version}"
        note("other_seat", game, f"{problem} got another seat", int(asked.told_seat != asked.seat))
        found = [each for each in by_version.get(version, []) if each.entry.kind == SAT_DOWN]
        own = [each for each in found if log_entry_of(each.entry) == SatDown(asked.name, asked.bot)]
        if not own:
            there = [each.entry.data for each in by_version.get(version, [])]
            note("lost_sit_downs", game, f"{problem}, found {there}")
            return
        is_own = own[0].entry.seat == asked.seat
        note("other_seat", game, f"{problem} on {own[0].entry.seat}", int(not is_own))
        note("misordered", game, problem, int(version <= asked.floor))

    def _find_strange(self, journal: ClientJournal, log: Sequence[LoggedEntry]) -> None:
        """Find entries without a sender: orders, seats taken, and the server's moves for people."""
        game = journal.game_id
        given = {asked.command_id for asked in journal.asked}
        told = {asked.version for asked in journal.sit_downs}
        unknown: Counter[tuple[int | None, str, str]] = Counter(
            [(each.seat, each.name, each.bot) for each in journal.sit_downs if each.n_unknown]
        )
        for logged in log:
            entry = logged.entry
            if logged.version in told:
                continue
            if entry.command_id.startswith(SERVER):
                is_strange = entry.kind == ACTED and log_entry_of(entry) == Acted()
            elif not entry.command_id.startswith(DOOR):
                is_strange = _own_id(logged) not in given
            else:
                sat = log_entry_of(entry)
                key = (entry.seat, sat.name, sat.bot) if isinstance(sat, SatDown) else None
                is_strange = key is None or not unknown[key]
                if key is not None:
                    unknown[key] -= 1
            problem = f"no client sent {entry.command_id} at {logged.version}"
            self._counts.note("contradicted", game, problem, int(is_strange))

    def _compare_read(self, game: str, read: LogRead, by_version: Log) -> None:
        self.late_reads += read.version < read.floor
        versions = [shown[0] for shown in read.shown]
        is_whole = versions == list(range(read.since + 1, read.version + 1))
        is_there = all(
            any(
                (logged.entry.kind, logged.entry.seat, tuple(logged.entry.lines))
                == (kind, seat, lines)
                for logged in by_version.get(version, ())
            )
            for version, kind, seat, lines in read.shown
        )
        if read.version < read.since:
            is_whole = not versions
        problem = f"read {read.since} to {read.version}: {versions[:3]}"
        self._counts.note("broken_reads", game, problem, int(not (is_whole and is_there)))


def _own_id(logged: LoggedEntry) -> str:
    """Return the command name chosen by the seat, without the server's prefix."""
    name = logged.entry.command_id
    return name if name.startswith((SERVER, DOOR)) else name.rpartition(":")[2]


class ChatAudit:
    """Compares one chat after the other, and counts what it finds."""

    def __init__(self, counts: AuditCounts) -> None:
        self._counts: Final = counts
        self.n_compared = 0
        """Number of acknowledged messages that were compared with the stored ones."""

    def compare(self, journal: ClientJournal, stored: Sequence[Message]) -> None:
        game, note = journal.game_id, self._counts.note
        by_number = {message.number: message for message in stored}
        note("forked", game, "numbers of messages", len(stored) - len(by_number))
        missing = set(range(1, max(by_number, default=0) + 1)) - by_number.keys()
        note("gaps", game, "numbers of messages", len(missing))
        for said in journal.messages:
            if said.number:
                self.n_compared += 1
                found = by_number.get(said.number)
                kept = None if found is None else (found.voice, found.name, found.text)
                problem = f"{said.text!r} as {said.number}, found {kept}"
                is_kept = kept == (said.voice, said.name, said.text)
                note("lost_messages", game, problem, int(not is_kept))
        # One without a response may be stored or not, but at most once.
        sent = Counter([(said.voice, said.name, said.text) for said in journal.messages])
        kept_words = Counter([(each.voice, each.name, each.text) for each in stored])
        for words, n_kept in (kept_words - sent).items():
            note("contradicted", game, f"{words} is there {n_kept} times too often", n_kept)

"""Compares a log with the journals of the clients, in one pass over both.

The log is append-only, so no search is needed: an acknowledged entry stands at its version, or it
is lost.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gridwright.server.storage.entries import LoggedEntry
from gridwright_lab.trials.kill.client_journal import ClientJournal, LogRead, SentOrder

OWN: Final = ("server:", "door:")
"""What the names of commands begin with that no seat gave."""


class LogAudit:
    """Counts what is wrong with logs; a sound server leaves all counts at zero."""

    def __init__(self) -> None:
        self.lost = 0
        """Acknowledged entries that are not where they were said to be."""
        self.forked = 0
        """Versions or commands that are there twice, or were acknowledged twice."""
        self.gaps = 0
        """Versions up to the game's own that are not there."""
        self.misordered = 0
        """Orders that came before something which was known when they were sent."""
        self.contradicted = 0
        """Orders whose answer differs from the log, or which no client sent."""
        self.unresolved = 0
        """Orders that were never answered."""
        self.broken_reads = 0
        """Reads that were no piece of the log."""
        self.late_reads = 0
        """Reads that did not yet show what was known when they were asked for."""
        self.entries = 0
        self.findings: Final[list[str]] = []

    def compare(self, journal: ClientJournal, version: int, log: Sequence[LoggedEntry]) -> None:
        """Compare the journal of a game with its row's version and its whole log."""
        game = journal.game_id
        self.entries += len(log)
        by_version: dict[int, list[LoggedEntry]] = {}
        for logged in log:
            by_version.setdefault(logged.version, []).append(logged)
        commands = Counter([_own_name(logged) for logged in log])
        self._note("forked", game, "versions", len(log) - len(by_version))
        self._note("forked", game, "commands", len(log) - len(commands))
        self._note("gaps", game, "versions", len(set(range(1, version + 1)) - by_version.keys()))
        self._note("gaps", game, f"entries after {version}", max(by_version, default=0) - version)
        taken: dict[int, str] = {}
        for asked in journal.asked:
            self._compare_order(game, asked, by_version, commands)
            for told in set(asked.versions):
                other = taken.setdefault(told, asked.command_id)
                self._note("forked", game, f"told {told} twice", int(other != asked.command_id))
        given = {asked.command_id for asked in journal.asked}
        strange = [name for name in commands if not name.startswith(OWN) and name not in given]
        self._note("contradicted", game, f"nobody gave {strange[:3]}", len(strange))
        for read in journal.reads:
            self._compare_read(game, read, by_version)

    def _compare_order(
        self,
        game: str,
        asked: SentOrder,
        by_version: dict[int, list[LoggedEntry]],
        commands: Counter[str],
    ) -> None:
        name = asked.command_id
        if not asked.is_answered:
            self._note("unresolved", game, name, 1)
        versions = set(asked.versions)
        self._note("forked", game, f"{name} told at {sorted(versions)}", max(0, len(versions) - 1))
        for version in versions:
            there = [_own_name(logged) for logged in by_version.get(version, ())]
            self._note("lost", game, f"{name} at {version}, found {there}", int(name not in there))
            self._note("misordered", game, f"{name} at {version}", int(version <= asked.floor))
        if asked.is_refused:
            problem = f"{name} was refused and is there"
            self._note("contradicted", game, problem, int(commands[name] > 0 or bool(versions)))

    def _compare_read(
        self, game: str, read: LogRead, by_version: dict[int, list[LoggedEntry]]
    ) -> None:
        self.late_reads += read.version < read.floor
        versions = [shown[0] for shown in read.shown]
        is_whole = versions == list(range(read.since + 1, read.version + 1))
        is_there = all(
            any(
                (logged.entry.kind, tuple(logged.entry.lines)) == (kind, lines)
                for logged in by_version.get(version, ())
            )
            for version, kind, lines in read.shown
        )
        if read.version < read.since:
            is_whole = not versions
        problem = f"read {read.since} to {read.version}: {versions[:3]}"
        self._note("broken_reads", game, problem, int(not (is_whole and is_there)))

    def _note(self, count: str, game: str, problem: str, n_found: int) -> None:
        if n_found > 0:
            setattr(self, count, getattr(self, count) + n_found)
            self.findings.append(f"{count} in {game}: {problem}")


def _own_name(logged: LoggedEntry) -> str:
    """The name that a seat gave its command, without what the server puts before it."""
    name = logged.entry.command_id
    return name if name.startswith(OWN) else name.rpartition(":")[2]

"""One table, folded from its log. Folding is deterministic: same log, same table."""

import msgspec

from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.fair.chain import next_digest
from gridwright.fair.dealer import DealerError
from gridwright.table.entries import Entry, LoggedEntry, Status
from gridwright.table.log_entries import chain_entry, log_entry_of, previous_of
from gridwright.table.state import BrokenLog, LogEntry, TableState, shows_chance


class Table(TableState):
    """The table after a version of its log.

    With the seed it can deal, and verifies that the log contains what the seed deals. Without it,
    as for spectators, it trusts the log.
    """

    def fold(self, logged: LoggedEntry) -> list[Event]:
        """Apply the next entry of the log; returns the events of the game."""
        if logged.version != self.version + 1:
            raise BrokenLog(self.game_id, logged.version, f"expected version {self.version + 1}")
        log_entry = log_entry_of(logged.entry)
        previous = previous_of(logged.entry)
        if previous and previous != self.chain.hex():
            raise BrokenLog(self.game_id, logged.version, "an entry before it was changed")
        events = self._fold_lines(logged)
        self.apply_entry(log_entry, logged.entry)
        if self.status is not logged.status:
            problem = f"expected status {self.status}, got {logged.status}"
            raise BrokenLog(self.game_id, logged.version, problem)
        return events

    def _fold_lines(self, logged: LoggedEntry) -> list[Event]:
        events: list[Event] = []
        try:
            for line in logged.entry.lines:
                action = self.notation.parse(line)
                if len(self.lines) < len(self.spec.begins):
                    self._verify_given(logged.version, line)
                elif self._seed is not None and self.state.actor == CHANCE:
                    self._verify_dealt(logged.version, action)
                events += self.play(action)
        except (NotationError, IllegalAction, DealerError) as error:
            raise BrokenLog(self.game_id, logged.version, str(error)) from error
        return events

    def _verify_given(self, version: int, line: str) -> None:
        given = self.spec.begins[len(self.lines)]
        if given != line:
            raise BrokenLog(self.game_id, version, f"expected {given}, got {line}")

    def _verify_dealt(self, version: int, action: Action) -> None:
        dealt = self._next_dealt()
        if dealt != action:
            raise BrokenLog(self.game_id, version, f"expected {dealt}, got {action}")

    def apply_entry(self, log_entry: LogEntry, entry: Entry) -> None:
        """Apply an entry's changes other than its moves, which were played before."""
        self.version += 1
        self.chain = next_digest(self.chain, self.version, chain_entry(log_entry, entry))
        if shows_chance(entry.lines):
            self.undo.show()
        log_entry.apply(self, entry)
        self._before = None
        if self.status is Status.PAUSED and not self.is_over() and self.waiting_for() is None:
            # The missing person is no longer waited for.
            self.status = Status.RUNNING
        if entry.lines or entry.seat == self.state.actor:
            self.absences.awaited_since = entry.at
        if self.is_deal_due():
            self.clocks.wait(entry.at)
        else:
            self.clocks.turn_to(self._timed_actor(), entry.at, self.actor())

    def _timed_actor(self) -> int | None:
        """Return the seat whose clock runs: the person who must act."""
        actor = self.actor()
        return None if actor is None or self.seats[actor].bot else actor


class Happened(msgspec.Struct, frozen=True):
    """An entry of the log with its events."""

    logged: LoggedEntry
    events: tuple[Event, ...]


class Past(msgspec.Struct, frozen=True):
    """An entry of the log, with an unshared table in its state before it; without the seed."""

    table: Table
    logged: LoggedEntry

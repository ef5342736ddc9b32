"""A table without a store: commands are decided and applied immediately."""

from collections.abc import Callable
from functools import partial

from gridwright.content.table import TableSpec, default_spec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.commit import commitment
from gridwright.server.games import commands
from gridwright.server.games.commands import Decision
from gridwright.server.games.log_entries import Opened, to_entry
from gridwright.server.games.table import Table
from gridwright.server.games.terms import Terms
from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.games import GameRecord, Status

SEED = bytes(range(32))
GAME_ID = "table-1"


def record_of(spec: TableSpec) -> GameRecord:
    text = canonical(spec.to_json())
    rules = rules_identity(spec)
    return GameRecord(GAME_ID, 0, rules, text, Status.GATHERING, False, 0, None, None)


class LoneTable:
    """Plays the part of the service: one log, one clock that the test moves."""

    def __init__(self, spec: TableSpec | None = None, terms: Terms | None = None) -> None:
        self.record = record_of(spec or default_spec(seats=2))
        self.table = Table(self.record, SEED)
        self.log: list[LoggedEntry] = []
        self.now = 1_000
        promise = commitment(GAME_ID, self.record.rules, SEED).hex()
        opened = Decision(Opened(promise, terms or Terms(hold=0)), None, (), ())
        self.do(lambda _table: opened)

    def do(self, decide: Callable[[Table], Decision]) -> tuple[Event, ...]:
        """Carry out a command and log it; returns what happened in the game."""
        decided = decide(self.table)
        number = self.table.version + 1
        entry = to_entry(
            decided.log_entry,
            f"command:{number}",
            self.now,
            decided.seat,
            decided.lines,
            self.table.chain.hex(),
        )
        self.table.apply_entry(decided.log_entry, entry)
        deadline = self.table.deadline_at(self.now)
        self.log.append(LoggedEntry(self.table.version, entry, self.table.status, deadline))
        return decided.events

    def act(self, line: str) -> tuple[Event, ...]:
        action = self.table.notation.parse(line)
        return self.do(lambda table: commands.act(table, action.seat, action))

    def seat_people(self, *names: str) -> None:
        """People sit down and are ready; the game begins."""
        for seat, name in enumerate(names):
            self.do(partial(commands.sit_down, seat=seat, name=name))
            self.do(partial(commands.get_ready, seat=seat, contribution=bytes([seat]) * 16))
        self.do(commands.begin)

    def folded(self, with_seed: bool = True) -> Table:
        """The same table from its log alone."""
        again = Table(self.record, SEED if with_seed else None)
        for logged in self.log:
            again.fold(logged)
        return again

"""A local table with a fixed seed."""

from collections.abc import Callable
from functools import partial

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.vocabulary.base import Event
from gridwright.table import commands
from gridwright.table.commands import Decision
from gridwright.table.local_table import LocalTable
from gridwright.table.table import Table
from gridwright.table.terms import Terms

SEED = bytes(range(32))
GAME_ID = "table-1"


class LoneTable(LocalTable):
    """A local table whose clock the test sets."""

    def __init__(self, spec: TableSpec | None = None, terms: Terms | None = None) -> None:
        table = spec or default_spec(seats=2)
        super().__init__(table, terms or Terms(hold=0), game_id=GAME_ID, seed=SEED, now=1_000)

    def do(self, decide: Callable[[Table], Decision]) -> tuple[Event, ...]:
        """Carry out a command and log it; returns what happened in the game."""
        return self.run(decide)

    def act(self, line: str) -> tuple[Event, ...]:
        action = self.table.notation.parse(line)
        return self.run(commands.act, action.seat, action)

    def seat_people(self, *names: str) -> None:
        """People sit down and are ready; the game begins."""
        for seat, name in enumerate(names):
            self.do(partial(commands.sit_down, seat=seat, name=name))
            self.do(partial(commands.get_ready, seat=seat, contribution=bytes([seat]) * 16))
        self.do(commands.begin)

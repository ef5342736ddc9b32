"""A whole table in memory: commands, bots, clocks and undo, without a server or a store."""

import secrets
from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec

import msgspec

from gridwright.content.table import TableSpec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.commit import SEED_BYTES
from gridwright.table import commands
from gridwright.table.bid_limits import BidLimit
from gridwright.table.commands import REFUSALS, Decision, apply_decision
from gridwright.table.due_work import SearchRequired, decide_due
from gridwright.table.entries import LoggedEntry
from gridwright.table.sealing import NoteSeal, StandardSeal, seal_limit
from gridwright.table.table import Table
from gridwright.table.terms import Terms

Arguments = ParamSpec("Arguments")


class LocalHeader(msgspec.Struct, frozen=True):
    """The table as it was created."""

    game_id: str
    rules: str
    spec: str
    listed: bool = False


class LocalTable:
    """A table with its log in a list and a clock that the caller turns.

    >>> from gridwright.content.table import default_spec
    >>> local = LocalTable(default_spec(seats=2))
    >>> events = local.run(commands.sit_down, 0, "Ada")
    >>> local.table.seats[0].name
    'Ada'
    """

    def __init__(
        self,
        spec: TableSpec,
        terms: Terms | None = None,
        *,
        game_id: str = "local",
        seed: bytes = b"",
        seal: NoteSeal | None = None,
        now: int = 0,
    ) -> None:
        """Open the table. Without a seed, cards are dealt by a new random one."""
        self.header: Final = LocalHeader(game_id, rules_identity(spec), canonical(spec.to_json()))
        self.log: Final[list[LoggedEntry]] = []
        self.now = now
        """Milliseconds; only ``advance`` turns the clock."""
        self._seed: Final = seed or secrets.token_bytes(SEED_BYTES)
        self._seal: Final = seal or StandardSeal()
        self.table = Table(self.header, self._seed)
        """The table after the last entry of the log: read it, and change it by ``run``."""
        self.run(commands.open_table, terms or Terms())

    def run(
        self,
        command: Callable[Concatenate[Table, Arguments], Decision],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> tuple[Event, ...]:
        """Decide a command on the table, append its entry and return the events of the game.

        Raises what the command raises; the table and its log are then unchanged.
        """
        try:
            decision = command(self.table, *args, **kwargs)
            n = len(self.log) + 1
            entry = apply_decision(self.table, decision, f"local:{n}", self.now)
        except REFUSALS:
            raise
        except BaseException:
            # The command may have changed the table before it failed.
            self.table = self.folded()
            raise
        deadline_at = self.table.deadline_at(self.now)
        self.log.append(LoggedEntry(n, entry, self.table.status, deadline_at))
        return decision.events

    def leave_limit(self, seat: int, limit: BidLimit) -> None:
        """Leave a bid limit of a seat, sealed."""
        box = seal_limit(self._seal, self.header.game_id, seat, limit)
        self.run(commands.leave_limit, seat, box, limit.plant)

    def advance(self, milliseconds: int = 0) -> tuple[Event, ...]:
        """Turn the clock and do the work that becomes due meanwhile; return the events.

        Games begin, cards are dealt, bots play, clocks run out and finished games are revealed,
        each at its time.
        """
        until = self.now + milliseconds
        events: list[Event] = []
        while (due := self.table.deadline_at(self.now)) is not None and due <= until:
            self.now = max(self.now, due)
            events += self.run(self._decide_due)
        self.now = until
        return tuple(events)

    def _decide_due(self, table: Table) -> Decision:
        due = decide_due(table, self.now, self._seal)
        # There is no other table that a search could delay.
        return commands.act_for_bot(table) if isinstance(due, SearchRequired) else due

    def folded(self, *, with_seed: bool = True) -> Table:
        """Return the table folded from its log alone; without the seed as a spectator folds it."""
        again = Table(self.header, self._seed if with_seed else None)
        for logged in self.log:
            again.fold(logged)
        return again

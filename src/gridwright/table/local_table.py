"""A whole table in memory: commands, bots, clocks and undo, without a server or a store."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Concatenate, Final, ParamSpec

import msgspec

from gridwright.content.table import TableSpec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.commit import SEED_BYTES
from gridwright.table import commands
from gridwright.table.bid_limits import BidLimit
from gridwright.table.commands import REFUSALS, Decide, Decision, apply_decision
from gridwright.table.due_work import SearchRequired, decide_due
from gridwright.table.entries import LoggedEntry
from gridwright.table.sealing import NoteSeal, StandardSeal, open_limit, seal_limit
from gridwright.table.table import Happened, Past, Table
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
        rules: str = "",
        listed: bool = False,
        seed: bytes = b"",
        seal: NoteSeal | None = None,
        now: int = 0,
        log: Sequence[LoggedEntry] = (),
    ) -> None:
        """Open the table, or continue the one of a log, with its rules, seed and seal.

        Without a seed, cards are dealt by a new random one. Raises BrokenLog for a damaged log.
        """
        rules = rules or rules_identity(spec)
        self.header: Final = LocalHeader(game_id, rules, canonical(spec.to_json()), listed)
        self.log: Final[list[LoggedEntry]] = []
        self._events: Final[list[tuple[Event, ...]]] = []
        """Events of the game by entry of the log."""
        self.now = now
        """Milliseconds; commands carry it, and ``advance`` and ``act_due`` turn it."""
        self._seed: Final = seed or secrets.token_bytes(SEED_BYTES)
        self._seal: Final = seal or StandardSeal()
        self.table = Table(self.header, self._seed)
        """The table after the last entry of the log: read it, and change it by ``run``."""
        for logged in log:
            self._events.append(tuple(self.table.fold(logged)))
            self.log.append(logged)
            self.now = max(self.now, logged.entry.at)
        if not log:
            self.run(commands.open_table, terms or Terms())

    def happened_since(self, version: int) -> list[Happened]:
        """Return the entries after a version with their events."""
        pairs = zip(self.log[version:], self._events[version:], strict=True)
        return [Happened(logged, events) for logged, events in pairs]

    def run(
        self,
        command: Callable[Concatenate[Table, Arguments], Decision],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> tuple[Event, ...]:
        """Decide a command on the table, append its entry and return the events of the game.

        Raises what the command raises; the table and its log are then unchanged.
        """
        command_id = f"local:{len(self.log) + 1}"
        return self.run_as(command_id, lambda table: command(table, *args, **kwargs))

    def run_as(self, command_id: str, decide: Decide) -> tuple[Event, ...]:
        """Run a command as ``run`` does, under an idempotency key that the caller verified."""
        try:
            decision = decide(self.table)
            entry = apply_decision(self.table, decision, command_id, self.now)
        except REFUSALS:
            raise
        except BaseException:
            # The command may have changed the table before it failed.
            self.table = self.folded()
            raise
        deadline_at = self.table.deadline_at(self.now)
        self._events.append(decision.events)
        self.log.append(LoggedEntry(len(self.log) + 1, entry, self.table.status, deadline_at))
        return decision.events

    def leave_limit(self, seat: int, limit: BidLimit) -> None:
        """Leave a bid limit of a seat, sealed."""
        self.run(self.sealed_limit(self.header.game_id, seat, limit))

    def sealed_limit(self, game_id: str, seat: int, limit: BidLimit) -> Decide:
        """Return the command that stores a bid limit; the limit is sealed immediately."""
        box = seal_limit(self._seal, game_id, seat, limit)
        return partial(commands.leave_limit, seat=seat, box=box, plant=limit.plant)

    def limit_of(self, seat: int) -> BidLimit | None:
        """Return the bid limit that a seat left, or None."""
        box = self.table.left_bids.boxes.get(seat)
        return None if box is None else open_limit(self._seal, self.header.game_id, seat, box)

    def advance(self, milliseconds: int = 0) -> tuple[Event, ...]:
        """Turn the clock and do the work that becomes due meanwhile; return the events.

        Games begin, cards are dealt, bots play, clocks run out and finished games are revealed,
        each at its time.
        """
        n_before = len(self.log)
        until = self.now + milliseconds
        while self.act_due(until):
            pass
        self.now = until
        return tuple(event for each in self._events[n_before:] for event in each)

    def act_due(self, now: int) -> bool:
        """Do the next work that is due by a time, at its time; return False if there is none."""
        due = self.table.deadline_at(self.now)
        if due is None or due > now:
            return False
        self.now = max(self.now, due)
        self.run(self._decide_due)
        return True

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

    def past(self, version: int) -> Past | None:
        """Return the entry of a version with the table before it; None if the log has none."""
        again = Table(self.header, None)
        for logged in self.log:
            if logged.version == version:
                return Past(again, logged)
            again.fold(logged)
        return None

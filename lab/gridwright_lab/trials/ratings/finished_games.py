"""Whole games with logs as a server writes them, written fast: a few are played, and copied.

A copy has its own id, its own people and the orders of the game that it was copied from. It folds
like any other log; only its promise and its seed are those of the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from gridwright.bots.registry import BOTS
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import default_spec, rules_identity
from gridwright.engine.codec import canonical
from gridwright.fair.chain import REVEALED
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.fair.derive import Keys
from gridwright.server.storage.contract import Store
from gridwright.server.storage.games import GameRecord, NewGame
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import label_of
from gridwright.table import commands
from gridwright.table.commands import Decision
from gridwright.table.entries import Entry, Status
from gridwright.table.log_entries import (
    Acted,
    HandedOver,
    Hinted,
    Opened,
    Revealed,
    SatDown,
    to_entry,
)
from gridwright.table.state import LogEntry
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright.table.view import result_of

BOT: Final = "l0"
"""Bot that plays all seats: random, and fast."""
SUBSTITUTE: Final = "l1"


@dataclass(frozen=True)
class Sitter:
    """Owner of a seat of a copy."""

    name: str
    person: str = ""
    bot: str = ""
    is_program: bool = False


@dataclass(frozen=True)
class Pattern:
    """A game that was played to its end."""

    edition: str
    n_seats: int
    rules: str
    spec: str
    opened: Opened
    orders: tuple[Entry, ...]
    """Entries from the start of the game to its last order."""
    revealed: Revealed
    places: tuple[int, ...]

    @property
    def seats_by_place(self) -> list[int]:
        return sorted(range(self.n_seats), key=lambda seat: self.places[seat])


@cache
def play_pattern(edition: str, n_seats: int, number: int) -> Pattern:
    """The same game for the same figures."""
    spec = default_spec(edition, seats=n_seats)
    rules, text = rules_identity(spec), canonical(spec.to_json())
    seed = number.to_bytes(SEED_BYTES, "big")
    name = f"pattern-{edition}-{n_seats}-{number}"
    record = GameRecord(name, 0, rules, text, Status.GATHERING, True, 0, None, None)
    table = Table(record, seed)
    log: list[Entry] = []

    def settle(decided: Decision) -> None:
        entry = to_entry(decided.log_entry, f"c{len(log)}", len(log), decided.seat, decided.lines)
        table.apply_entry(decided.log_entry, entry)
        log.append(entry)

    opened = Opened(commitment(name, rules, seed).hex(), Terms(hold=0))
    settle(Decision(opened, None, (), ()))
    for seat in range(n_seats):
        settle(commands.sit_down(table, seat, f"Person {seat}"))
    for seat in range(n_seats):
        settle(commands.get_ready(table, seat))
    n_opening = len(log)
    settle(commands.begin(table))
    bots = seat_bots(table.game, Keys(seed), [BOTS[BOT]] * n_seats)
    while (acting := table.actor()) is not None:
        settle(commands.act(table, acting, bots[acting].act(table.state)))
    result = result_of(table)
    assert result is not None
    places = tuple([seat.place for seat in result.seats])
    orders = (log[n_opening], *_joined(log[n_opening + 1 :]))
    return Pattern(edition, n_seats, rules, text, opened, orders, Revealed(seed.hex()), places)


@dataclass
class GameCopy:
    """A game to be written: who sat where, and what else happened."""

    game_id: str
    pattern: Pattern
    sitters: Sequence[Sitter]
    at: int
    """Moment at which the game ended, in milliseconds since 1970."""
    terms: Terms = field(default_factory=lambda: Terms(hold=0))
    listed: bool = True
    helped: int | None = None
    """The seat that asked for a hint."""
    left: int | None = None
    """The seat that a bot played for a while."""

    def entries(self) -> list[Entry]:
        """The whole log."""
        log: list[tuple[LogEntry, int | None] | Entry] = [
            (Opened(self.pattern.opened.commitment, self.terms), None)
        ]
        for seat, sitter in enumerate(self.sitters):
            sat = SatDown(sitter.name, sitter.bot, sitter.person, is_program=sitter.is_program)
            log.append((sat, seat))
        began, *orders = self.pattern.orders
        log.append(began)
        if self.helped is not None:
            log.append((Hinted("1f"), self.helped))
        half = len(orders) // 2
        for place, order in enumerate(orders):
            assert order.seat is not None
            bot = self.sitters[order.seat].bot
            is_away = order.seat == self.left and half < place
            if is_away and not any(each.seat == self.left for each in orders[half + 1 : place]):
                # The first order of the second half: a bot takes it, and the person is back.
                log.append((HandedOver(SUBSTITUTE), self.left))
                log.append(to_entry(Acted(SUBSTITUTE), "", 0, order.seat, order.lines))
                log.append((HandedOver(), self.left))
            elif bot:
                log.append(to_entry(Acted(bot), "", 0, order.seat, order.lines))
            else:
                log.append(order)
        log.append((self.pattern.revealed, None))
        start = self.at - len(log)
        return [_entry(each, number, start + number) for number, each in enumerate(log, start=1)]

    def new_game(self) -> NewGame:
        spec = default_spec(self.pattern.edition, seats=self.pattern.n_seats)
        return NewGame(
            game_id=self.game_id,
            rules=self.pattern.rules,
            spec=self.pattern.spec,
            created_at=self.at - 10_000,
            listed=self.listed,
            label=label_of(spec, self.terms),
        )

    async def write(self, store: Store) -> None:
        """Entry by entry, as a server does."""
        await store.create(self.new_game())
        for version, entry in enumerate(self.entries()):
            status = Status.RUNNING
            if version <= len(self.sitters):
                status = Status.GATHERING
            elif entry.kind == REVEALED:
                status = Status.FINISHED
            await store.append(self.game_id, version, entry, status=status, deadline_at=None)


class NoSeeds(SeedVault):
    """The games are copies with the deals of others, so they are folded without their seeds."""

    async def seed(self, game_id: str) -> bytes:  # noqa: ARG002
        return None  # type: ignore[return-value]


def _joined(orders: Sequence[Entry]) -> list[Entry]:
    """Merge consecutive actions of a seat into one order, as the page does: half the entries."""
    found: list[Entry] = []
    for order in orders:
        if found and found[-1].seat == order.seat:
            lines = (*found[-1].lines, *order.lines)
            found[-1] = to_entry(Acted(), "", 0, order.seat, lines)
        else:
            found.append(order)
    return found


def _entry(each: tuple[LogEntry, int | None] | Entry, number: int, at: int) -> Entry:
    if isinstance(each, Entry):
        return Entry(
            command_id=f"c{number}",
            kind=each.kind,
            at=at,
            seat=each.seat,
            lines=each.lines,
            data=each.data,
        )
    log_entry, seat = each
    return to_entry(log_entry, f"c{number}", at, seat)

"""Games played in advance, so that the load test only sends requests.

The seed decides every deal. The load test creates the tables with known seeds, plays them in
memory, and stores the orders. Then it sends the same orders to a server.
"""

import json
from collections import deque
from typing import Final

from gridwright.bots.registry import BOTS
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import TableSpec
from gridwright.fair.derive import Keys
from gridwright.server.auth.tickets import Ticket, Tickets
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.storage.contract import Store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, TableService
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.entries import Entry
from gridwright.table.log_entries import to_entry
from gridwright.table.table import Table
from gridwright.table.terms import Terms

BOT: Final = "l0"
"""Bot that plays in advance: random, so that every kind of order occurs."""


class PreparedTable:
    """A running table and the prepared orders of its seats, in order."""

    def __init__(self, table: Table, tickets: Tickets, seed: int) -> None:
        self._table: Final = table
        self._tickets: Final = [
            tickets.write(Ticket(table.game_id, seat, holder.since))
            for seat, holder in enumerate(table.seats)
        ]
        keys = Keys(seed.to_bytes(32, "big"))
        self._bots: Final = seat_bots(table.game, keys, [BOTS[BOT]] * table.spec.seats)
        self.game_id: Final = table.game_id
        self.orders: Final[deque[bytes]] = deque()
        """Complete requests, ready for a connection."""
        self.entries: Final[list[Entry]] = []
        """Their entries in the log."""

    def play_on(self, n_orders: int) -> bool:
        """Prepare `n_orders` orders; return False if the game ends before.

        The game continues only in memory; no order is stored.
        """
        table = self._table
        while len(self.orders) < n_orders and (seat := table.actor()) is not None:
            action = self._bots[seat].act(table.state)
            line = table.notation.text(action).split(" ", 1)[1]
            name = f"c{table.version}"
            order = {"type": "act", "command_id": name, "expected": table.version, "line": line}
            self.orders.append(_request(table.game_id, self._tickets[seat], order))
            decided = commands.act(table, seat, action)
            command_id = f"{seat}:{table.seats[seat].since}:{name}"
            entry = to_entry(decided.log_entry, command_id, clock(), seat, decided.lines)
            table.apply_entry(decided.log_entry, entry)
            self.entries.append(entry)
        return len(self.orders) >= n_orders


async def prepare_table(
    store: Store, key: bytes, spec: TableSpec, seed: int, *, listed: bool = False
) -> PreparedTable:
    """Create a running table without bots."""
    service = TableService(store, SeedVault(store, key), LocalBus(), clock)
    game_id = await service.create(spec, Terms(), listed)
    version = 1
    for seat in range(spec.seats):
        for name, decide in (("sit", _sit(seat)), ("ready", _ready(seat))):
            done = await service.run_command(
                game_id, f"{seat}:{name}", expected_version=version, decide=decide
            )
            assert isinstance(done, Done)
            version = done.version
    await service.wake(game_id, version)
    return PreparedTable(await service.load(game_id), Tickets(key, clock), seed)


def _sit(seat: int) -> Decide:
    return lambda table: commands.sit_down(table, seat, f"Seat {seat}")


def _ready(seat: int) -> Decide:
    return lambda table: commands.get_ready(table, seat)


class Stock:
    """Tables with prepared orders; a finished one is replaced by a new one."""

    def __init__(self, store: Store, key: bytes, spec: TableSpec, n_tables: int) -> None:
        self._store: Final = store
        self._key: Final = key
        self._spec: Final = spec
        self._n_tables: Final = n_tables
        self.tables: list[PreparedTable] = []
        self.game_ids: Final[list[str]] = []
        """Ids of all tables so far."""

    async def fill(self, n_orders: int) -> None:
        """Prepare `n_orders` orders in total, unless new games are too short for their share."""
        each = -(-n_orders // self._n_tables)
        self.tables = [table for table in self.tables if table.play_on(each)]
        while len(self.tables) < self._n_tables:
            seed = len(self.game_ids)
            table = await prepare_table(self._store, self._key, self._spec, seed)
            self.game_ids.append(table.game_id)
            table.play_on(each)
            self.tables.append(table)

    def example(self) -> Entry:
        """Return an entry of medium length."""
        entries = sorted(self.tables[0].entries, key=lambda entry: len("".join(entry.lines)))
        return entries[len(entries) // 2]


def _request(game_id: str, ticket: str, order: dict[str, object]) -> bytes:
    body = json.dumps(order).encode()
    head = (
        f"POST /api/tables/{game_id}/orders HTTP/1.1\r\nhost: gridwright\r\n"
        f"authorization: Bearer {ticket}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body

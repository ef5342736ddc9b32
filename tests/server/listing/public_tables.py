"""Public tables of bots and guests, on one server without its loops."""

from functools import partial

import msgspec

from gridwright.content.table import TableSpec, default_spec
from gridwright.server.listing.summary_store import SummaryStore
from gridwright.server.listing.watch import Watch
from gridwright.server.listing.watch_search import words_of
from gridwright.server.listing.watch_store import Listing, WatchStore
from gridwright.server.listing.watch_summary import CLOSE, GameSummary, SeatSummary
from gridwright.server.listing.watch_sweep import WatchSweep
from gridwright.server.live.bus import LocalBus
from gridwright.server.live.sockets import Spectators
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.presence.service import Presence
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.keys import Keys
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import Decision
from gridwright.table.entries import Entry, Status
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.trials.ratings.finished_games import NoSeeds
from tests.server.storage.samples import new_game

BEGAN = 1_790_000_000_000
KEY = b"k" * 32


class PublicTables:
    """The test runs the sweeps; each query takes a second."""

    def __init__(self, store: ShardedStore, has_seeds: bool = True) -> None:
        """Without seeds, games are folded that were copied from others with their deals."""
        self.store = store
        self.now = BEGAN
        self.elapsed = 0.0
        self._n_made = 0
        bus = LocalBus()
        vault = (SeedVault if has_seeds else NoSeeds)(store, Keys(KEY))
        self.service = TableService(store, vault, bus, self.clock)
        self.worker = Worker(store, self.service, self.clock)
        self.spectators = Spectators(Presence(bus, self.clock).watching)
        self.watch_store = WatchStore(store)
        self.watch = Watch(
            *(self.watch_store, self.service, self.spectators, SummaryStore(store)),
            lambda: self.elapsed,
        )
        self.sweep = WatchSweep(store, self.watch_store, self.service, self.clock)
        self.kinds = frozenset({EventKind.BEGAN, EventKind.ENDED, EventKind.GONE})
        self.pump = OutboxPump(
            store, [BoundReader("listing", self.kinds, self.sweep.read_event)], bus, self.clock
        )

    def clock(self) -> int:
        self.now += 1
        return self.now

    async def begin(
        self, *names: str, spec: TableSpec | None = None, listed: bool = True, bot: str = "l0"
    ) -> str:
        """A table; a name with a star is a bot's. One of bots alone plays to its end when told."""
        spec = spec or default_spec("card", seats=len(names))
        game_id = await self.service.create(spec, Terms(hold=0), listed)
        for seat, name in enumerate(names):
            plays = bot if name.endswith("*") else ""
            sit = partial(commands.sit_down, seat=seat, name=name.rstrip("*"), bot=plays)
            await self.do(game_id, sit)
        for seat, name in enumerate(names):
            if not name.endswith("*"):
                await self.do(game_id, partial(commands.get_ready, seat=seat))
        while not (await self.service.load(game_id)).version > self._waiting(len(names), names):
            await self.worker.sweep()
        return game_id

    @staticmethod
    def _waiting(n_seats: int, names: tuple[str, ...]) -> int:
        """The version of a table that waits for the server to begin."""
        return 1 + n_seats + sum(not name.endswith("*") for name in names)

    async def finished(
        self, *names: str, edition: str = "card", board: str = "none", scores: tuple[int, ...] = ()
    ) -> str:
        """A finished game, listed without having been played."""
        self._n_made += 1
        game_id = f"g{self._n_made}"
        await self.store.create(new_game(game_id, listed=True))
        done = Entry(command_id="c", kind="revealed", at=self.clock(), data="{}")
        over = Status.FINISHED
        await self.store.append(game_id, 0, done, status=over, deadline_at=None)
        due = await self.watch_store.show(game_id, is_live=False, at=done.at)
        assert due is not None
        counted = scores or tuple(range(2 * len(names), 0, -2))
        seats = [
            SeatSummary(name, False, place, score)
            for place, (name, score) in enumerate(zip(names, counted, strict=True), start=1)
        ]
        told = GameSummary(self.now - 9_000, "", 9, tuple(seats))
        words = tuple(dict.fromkeys(word for name in names for word in words_of(name)))
        text = msgspec.json.encode(told).decode()
        label = (edition, board, len(names))
        is_close = counted[0] - counted[1] <= CLOSE
        assert await self.watch_store.tell(due, Listing(*label, True, is_close, text, words))
        return game_id

    async def do(self, game_id: str, decide: partial[Decision]) -> Table:
        table = await self.service.load(game_id)
        done = await self.service.run_command(
            game_id, f"c{table.version}", expected_version=table.version, decide=decide
        )
        assert isinstance(done, Done)
        return await self.service.load(game_id)

    async def play(self) -> None:
        """Everything that is due, until nothing is."""
        while await self.worker.sweep():
            pass

    async def tell(self) -> None:
        await self.pump.drain()
        await self.sweep.sweep()
        self.elapsed += 60

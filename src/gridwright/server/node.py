"""One server process: creates its parts and connects them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from gridwright import __version__
from gridwright.puzzles.collection import load_collection
from gridwright.puzzles.lessons import load_course
from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.accounts.service import Accounts
from gridwright.server.accounts.store import AccountStore
from gridwright.server.analysis.service import Analyses
from gridwright.server.analysis.store import AnalysisStore
from gridwright.server.analysis.sweep import AnalysisSweep
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Tickets
from gridwright.server.chat.service import Chat
from gridwright.server.chat.store import ChatStore
from gridwright.server.games.account_erasure import AccountErasure
from gridwright.server.games.chances import DelayedWinProbabilities
from gridwright.server.games.held_seats import HeldSeats
from gridwright.server.games.rematch import Rematches
from gridwright.server.games.room_codes import RoomCodes
from gridwright.server.games.search_process import SearchProcess
from gridwright.server.games.seat_auth import SeatAuth
from gridwright.server.games.seat_reclaim import SeatReclaim
from gridwright.server.games.service import TableService
from gridwright.server.games.summary_store import SummaryStore, SummarySweep
from gridwright.server.hosting.heartbeat import HeartbeatStore, HeartbeatSweep, NodeStats
from gridwright.server.hosting.newest_version import NewestVersion
from gridwright.server.hosting.service import Hosting
from gridwright.server.hosting.store import HostStore
from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.lobby.service import Lobby
from gridwright.server.notices.channels import ChannelStore
from gridwright.server.notices.links import NoticeLinks
from gridwright.server.notices.sending import NoticePlan, Sender
from gridwright.server.notices.service import Notices
from gridwright.server.notices.store import NoticeStore
from gridwright.server.notices.sweep import NoticeSweep
from gridwright.server.notices.web_push import PushKeys
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.steady_clock import Clock, MachineTime, SteadyClock
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.people.service import People
from gridwright.server.people.store import PeopleStore
from gridwright.server.presence.service import Presence
from gridwright.server.programs.service import ProgramTokens
from gridwright.server.puzzles.lessons import Lessons
from gridwright.server.puzzles.service import Puzzles
from gridwright.server.puzzles.store import PuzzleStore
from gridwright.server.share.cards import Cards
from gridwright.server.share.imports import Imports
from gridwright.server.storage.archiving import ArchivePlan
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import BrokenBox, NoSecret, UnknownGame
from gridwright.server.storage.keys import Secret, keys_of
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.watch.service import Watch
from gridwright.server.watch.spectators import Spectators
from gridwright.server.watch.store import WatchStore
from gridwright.server.watch.sweep import WatchSweep
from gridwright.server.worker.archive_sweep import ArchiveSweep
from gridwright.server.worker.service import Worker


def clock() -> int:
    """Return the machine's time, for single use; a node has a steady clock."""
    return MachineTime().wall()


class Node:
    """Container of everything that routes need. Nodes are stateless and share only the store."""

    def __init__(
        self,
        store: ShardedStore,
        secret: Secret,
        bus: Bus,
        metrics: Metrics | None = None,
        origin: str = "",
        limiter: RateLimiter | None = None,
        hold: int | None = 0,
        clock: Clock | None = None,
        archive: ArchivePlan | None = None,
        analyses: bool = False,
        notices: NoticePlan | None = None,
        newest_version: str = "",
    ) -> None:
        self.store: Final = store
        self.metrics: Final = metrics or Metrics()
        clock = clock or SteadyClock(metrics=self.metrics)
        self.clock: Final = clock
        """The time for all parts of the node; no part reads another clock."""
        self.accounts: Final = Accounts(AccountStore(store.home), secret, bus, clock)
        self.limiter: Final = limiter or RateLimiter(None)
        """No limits by default, because tests use one address."""
        self.auth: Final = Auth(
            self.accounts.sessions, origin, self.limiter.n_proxies, self.limiter.use_token
        )
        self.tokens: Final = ProgramTokens(self.accounts.store, self.accounts.sessions, clock)
        self.bus: Final = bus
        vault = SeedVault(store, secret)
        self.presence: Final = Presence(bus, clock)
        self.registration: Final = RegistrationPolicy(self.accounts.club, self.auth)
        self.service: Final = TableService(
            store, vault, bus, clock, self.metrics, hold, self.presence.here
        )
        """No undo window by default, because tests play fast."""
        self.tickets: Final = Tickets(secret, clock)
        self.seats: Final = SeatAuth(self.auth, self.tickets, self.service, self.limiter)
        self.held_seats: Final = HeldSeats(store.home, bus)
        self.room_codes: Final = RoomCodes(store.home, clock)
        self.summaries: Final = SummaryStore(store)
        self.summary_sweep: Final = SummarySweep(self.service, self.summaries)
        self.lobby: Final = Lobby(store, self.service.is_quarantined)
        self.rematches: Final = Rematches(store, self.service, vault)
        self.people: Final = People(
            PeopleStore(store.home), self.accounts.store, store, self.service, clock
        )
        self.chat: Final = Chat(
            *(ChatStore(store), bus, clock, self.limiter.pace, self.metrics),
            blocked=self.people.blocked_voices,
        )
        self.puzzles: Final = Puzzles(load_collection(), PuzzleStore(store.home), clock)
        self.lessons: Final = Lessons(load_course(), store.home)
        self.imports: Final = Imports(store, vault, self.service)
        self.cards: Final = Cards(self.service)
        self.account_erasure: Final = AccountErasure(self.service, self.held_seats)
        self.seat_reclaim: Final = SeatReclaim(self.presence, self.account_erasure.welcome)
        self.spectators: Final = Spectators(self.seat_reclaim.watching)
        watch_store = WatchStore(store)
        self.watch: Final = Watch(watch_store, self.service, self.spectators)
        self.watch_sweep: Final = WatchSweep(watch_store, self.service, clock)
        analysis_store = AnalysisStore(store)
        self.analyses: Final = Analyses(analysis_store, self.service, analyses)
        """No analyses by default, because tests end games by the thousand."""
        self.analysis_sweep: Final = AnalysisSweep(store, analysis_store, self.service, clock)
        keys = keys_of(secret)
        notice_store = NoticeStore(store)
        channels = ChannelStore(store.home, vault)
        links = NoticeLinks(keys, clock)
        push_keys = PushKeys(keys)
        self.sender: Final = Sender(notices or NoticePlan(), push_keys, links, clock)
        self.notices: Final = Notices(
            notice_store, channels, self.sender, push_keys, links, clock, notices is not None
        )
        """Sends no notifications by default."""
        self.notice_sweep: Final = NoticeSweep(
            notice_store, channels, self.sender, self.service, self.presence.here, clock
        )
        self.chances: Final = DelayedWinProbabilities(store)
        hosts = HostStore(store)
        heartbeats = HeartbeatStore(store.home)
        self.newest: Final = NewestVersion(newest_version, __version__, clock)
        self.hosting: Final = Hosting(
            store,
            hosts,
            heartbeats,
            self.accounts,
            ChatStore(store),
            self.service,
            self.newest,
            clock,
            __version__,
        )
        self.heartbeat_sweep: Final = HeartbeatSweep(heartbeats, self._stats, clock)
        self.rater: Final = Rater(store, RatingStore(store), clock)
        self.search_process: Final = SearchProcess()
        self.worker: Final = Worker(
            store,
            self.service,
            clock,
            self.metrics,
            note_end=self.analyses.note_end,
            search_process=self.search_process,
        )
        self.archive_sweep: Final = ArchiveSweep(store, clock, archive.after_days if archive else 0)
        self.stopping: Final = asyncio.Event()
        """Set on shutdown: no new work begins."""

    def _stats(self) -> NodeStats:
        """Return the load of this node, for the host's page."""
        return NodeStats(self.service.n_moves, self.presence.n_here(), self.seat_reclaim.n_watchers)


@asynccontextmanager
async def open_node(
    database: str,
    secret: Secret,
    bus: Bus | None = None,
    metrics: Metrics | None = None,
    origin: str = "",
    limiter: RateLimiter | None = None,
    hold: int | None = 0,
    clock: Clock | None = None,
    archive: ArchivePlan | None = None,
    analyses: bool = False,
    notices: NoticePlan | None = None,
    newest_version: str = "",
) -> AsyncIterator[Node]:
    """Open a node on a database, after migrating its tables.

    Without an archive it reads no archived game. Raises WrongKey if the games of the database were
    sealed with another key.
    """
    metrics = metrics or PrometheusMetrics()
    folder = archive.folder if archive else None
    async with await open_store(database, upgrade=True, archive=folder) as store:
        await _verify_key(store, SeedVault(store, secret))
        for each in store.databases:
            await each.end_claims()
        bus = bus or LocalBus(metrics)
        node = Node(
            *(store, secret, bus, metrics, origin, limiter, hold, clock, archive, analyses),
            *(notices, newest_version),
        )
        try:
            yield node
        finally:
            await node.search_process.close()
            await node.newest.close()
            await node.sender.close()
            await node.seat_reclaim.close()
            await node.presence.close()
            await node.accounts.close()


async def _verify_key(store: Store, vault: SeedVault) -> None:
    """Verify the key against a stored game.

    With another key a restored database could begin games but not continue them.
    """
    for record in await store.walk_games(limit=1):
        try:
            await vault.seed(record.game_id)
        except (NoSecret, UnknownGame, BrokenBox):
            return  # Deleted meanwhile, or quarantined.

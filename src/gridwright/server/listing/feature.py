"""Lists of tables: how their parts are built, and their routes."""

from typing import Final

from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Job, Parts, Reader, Routes
from gridwright.server.listing import lobby_routes, my_tables, watch_routes
from gridwright.server.listing.lobby import Lobby
from gridwright.server.listing.summary_store import SummaryStore, SummarySweep
from gridwright.server.listing.watch import Watch
from gridwright.server.listing.watch_store import WatchStore
from gridwright.server.listing.watch_sweep import WatchSweep
from gridwright.server.live.sockets import Spectators
from gridwright.server.storage.append import EventKind
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.service import TableService


def _summaries(parts: Parts) -> SummaryStore:
    return SummaryStore(parts.store)


def _summary_sweep(parts: Parts) -> SummarySweep:
    return SummarySweep(parts[TableService], parts[SummaryStore])


def _lobby(parts: Parts) -> Lobby:
    return Lobby(parts.store, parts[TableService].is_quarantined)


def _watch_store(parts: Parts) -> WatchStore:
    return WatchStore(parts.store)


def _watch(parts: Parts) -> Watch:
    return Watch(parts[WatchStore], parts[TableService], parts[Spectators], parts[SummaryStore])


def _watch_sweep(parts: Parts) -> WatchSweep:
    return WatchSweep(parts.store, parts[WatchStore], parts[TableService], parts.clock)


def _my_table_routes(parts: Parts) -> my_tables.MyTableRoutes:
    return my_tables.MyTableRoutes(
        parts[TableService], parts[HeldSeats], parts[SummaryStore], parts[Auth]
    )


def _lobby_routes(parts: Parts) -> lobby_routes.LobbyRoutes:
    return lobby_routes.LobbyRoutes(parts[Lobby], parts.limiter)


def _watch_routes(parts: Parts) -> watch_routes.WatchRoutes:
    return watch_routes.WatchRoutes(parts[Watch], parts.limiter)


LISTING: Final = Feature(
    "listing",
    parts={
        SummaryStore: _summaries,
        SummarySweep: _summary_sweep,
        Lobby: _lobby,
        WatchStore: _watch_store,
        Watch: _watch,
        WatchSweep: _watch_sweep,
    },
    routes=(
        Routes(_my_table_routes, orders=my_tables.OPERATIONS),
        Routes(_lobby_routes, orders=lobby_routes.OPERATIONS),
        Routes(_watch_routes, orders=watch_routes.OPERATIONS),
    ),
    jobs=(Job(SummarySweep, on_every_node=True), Job(WatchSweep)),
    readers=(
        Reader(
            "listing",
            frozenset({EventKind.BEGAN, EventKind.ENDED, EventKind.GONE}),
            lambda parts: parts[WatchSweep].read_event,
        ),
    ),
)

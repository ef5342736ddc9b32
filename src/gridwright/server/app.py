"""Builds the ASGI application of a role from its routes and their dependencies.

``python -m gridwright.server.app`` prints the OpenAPI document.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute, WebSocketRoute

from gridwright.server.accounts import me
from gridwright.server.accounts import routes as account_routes
from gridwright.server.analysis import routes as analysis_routes
from gridwright.server.chat import routes as chat_routes
from gridwright.server.chat.service import ChatBroadcast
from gridwright.server.games import (
    chance_routes,
    hint_routes,
    link_code,
    my_tables,
    orders,
    own_boards,
    quote_routes,
    rules,
    sheet_routes,
)
from gridwright.server.games import routes as seat_routes
from gridwright.server.games.broadcast import LogBroadcast
from gridwright.server.games.tries import Tries
from gridwright.server.hosting import routes as host_routes
from gridwright.server.live.sockets import SocketRoute
from gridwright.server.live.watcher import Broadcast
from gridwright.server.live.watchers import POLL_SECONDS, WatcherGroups
from gridwright.server.lobby import routes as lobby_routes
from gridwright.server.node import Node
from gridwright.server.notices import routes as notice_routes
from gridwright.server.openapi.document import SOCKET_PATH, build_document
from gridwright.server.openapi.routes import document_routes
from gridwright.server.operations import health
from gridwright.server.operations.settings import Role
from gridwright.server.page.routes import page_routes
from gridwright.server.people import routes as people_routes
from gridwright.server.presence.broadcast import PresenceBroadcast
from gridwright.server.programs import actions, streams
from gridwright.server.programs import routes as token_routes
from gridwright.server.puzzles import lesson_routes
from gridwright.server.puzzles import routes as puzzle_routes
from gridwright.server.share import import_routes
from gridwright.server.share.routes import ShareRoutes
from gridwright.server.watch import routes as watch_routes
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.routing import Application, Feature

OPERATIONS: Final[tuple[Operation, ...]] = (
    *seat_routes.OPERATIONS,
    *orders.ORDERS,
    *orders.READS,
    *quote_routes.OPERATIONS,
    *hint_routes.OPERATIONS,
    *analysis_routes.OPERATIONS,
    *sheet_routes.OF_TABLE,
    *sheet_routes.OF_ALL,
    *rules.OPERATIONS,
    *own_boards.OPERATIONS,
    *lobby_routes.OPERATIONS,
    *watch_routes.OPERATIONS,
    *chat_routes.OPERATIONS,
    *puzzle_routes.OPERATIONS,
    *lesson_routes.OPERATIONS,
    *account_routes.OPERATIONS,
    *me.OPERATIONS,
    *people_routes.OPERATIONS,
    *token_routes.OPERATIONS,
    *actions.OPERATIONS,
    *streams.OPERATIONS,
    *my_tables.OPERATIONS,
    *link_code.OPERATIONS,
    *notice_routes.OPERATIONS,
    *chance_routes.OPERATIONS,
    *host_routes.OPERATIONS,
    *import_routes.OPERATIONS,
    *health.OPERATIONS,
)
"""All declared HTTP routes."""


def build_app(node: Node, role: Role = Role.ALL) -> Starlette:
    """Return the application of a node; without a role it serves all routes."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        works: list[asyncio.Task[None]] = [
            asyncio.create_task(node.heartbeat_sweep.run(node.stopping)),
            asyncio.create_task(node.summary_sweep.run(node.stopping)),
        ]
        if role.does_what_is_due:
            works.append(asyncio.create_task(node.worker.run(node.stopping)))
            works.append(asyncio.create_task(node.archive_sweep.run(node.stopping)))
            works.append(asyncio.create_task(node.watch_sweep.run(node.stopping)))
            works.append(asyncio.create_task(node.rater.run(node.stopping)))
            if node.analyses.is_on:
                works.append(asyncio.create_task(node.analysis_sweep.run(node.stopping)))
            if node.notices.is_on:
                works.append(asyncio.create_task(node.notice_sweep.run(node.stopping)))
        yield
        node.stopping.set()
        await asyncio.gather(*works)

    others: list[BaseRoute] = []
    features = _features(node, role)
    if role.takes_orders:
        share = ShareRoutes(node.cards, node.auth, node.limiter)
        others += [*document_routes(OPERATIONS), *share.routes(), *page_routes(share=share)]
    if role.has_sockets:
        sockets = socket_route(node)
        others.append(WebSocketRoute(SOCKET_PATH, sockets.watch))
        features.append((_streams(node, sockets.watcher_groups), streams.OPERATIONS))
    return Application(features, others, lifespan, node.auth.admit)


def _features(node: Node, role: Role) -> list[Feature]:
    """Return the features that a role serves, with the objects that each needs."""
    tables = orders.TableRoutes(node.service, node.seats, node.presence)
    sheets = sheet_routes.SheetRoutes(node.service)
    monitoring = health.HealthRoutes(node.store, node.stopping, node.metrics, node.service.now)
    features: list[Feature] = [(monitoring, health.OPERATIONS)]
    if role.takes_orders:
        features += [
            (tables, orders.ORDERS),
            (_seats(node), seat_routes.OPERATIONS),
            (_hints(node), hint_routes.OPERATIONS),
            (_analyses(node), analysis_routes.OPERATIONS),
            (sheets, sheet_routes.OF_ALL),
            (rules.RuleRoutes(), rules.OPERATIONS),
            (own_boards.OwnBoardRoutes(), own_boards.OPERATIONS),
            (lobby_routes.LobbyRoutes(node.lobby, node.limiter), lobby_routes.OPERATIONS),
            (watch_routes.WatchRoutes(node.watch, node.limiter), watch_routes.OPERATIONS),
            (
                puzzle_routes.PuzzleRoutes(
                    node.puzzles, Tries(node.service), node.auth, node.limiter, node.registration
                ),
                puzzle_routes.OPERATIONS,
            ),
            (
                lesson_routes.LessonRoutes(node.lessons, node.auth, node.limiter, node.clock),
                lesson_routes.OPERATIONS,
            ),
            (chat_routes.ChatRoutes(node.service, node.chat, node.seats), chat_routes.OPERATIONS),
            (
                account_routes.AccountRoutes(node.accounts, node.auth, node.limiter),
                account_routes.OPERATIONS,
            ),
            (me.MeRoutes(node.accounts, node.auth, node.account_erasure.vacate), me.OPERATIONS),
            (
                people_routes.PeopleRoutes(node.people, node.auth, node.seats, node.limiter),
                people_routes.OPERATIONS,
            ),
            (
                token_routes.TokenRoutes(node.tokens, node.accounts, node.auth),
                token_routes.OPERATIONS,
            ),
            (
                my_tables.MyTableRoutes(node.service, node.held_seats, node.summaries, node.auth),
                my_tables.OPERATIONS,
            ),
            (
                link_code.LinkCodeRoutes(node.service, node.auth, node.room_codes, node.limiter),
                link_code.OPERATIONS,
            ),
            (
                host_routes.HostRoutes(node.hosting, node.auth, node.seats, node.limiter),
                host_routes.OPERATIONS,
            ),
            (
                notice_routes.NoticeRoutes(node.notices, node.auth, node.limiter),
                notice_routes.OPERATIONS,
            ),
            (
                import_routes.ImportRoutes(node.imports, node.limiter),
                import_routes.OPERATIONS,
            ),
        ]
    if role.answers_reads:
        features += [
            (tables, orders.READS),
            (actions.ActionRoutes(node.seats), actions.OPERATIONS),
            (quote_routes.QuoteRoutes(node.service, node.seats), quote_routes.OPERATIONS),
            (sheets, sheet_routes.OF_TABLE),
            (_chances(node), chance_routes.OPERATIONS),
        ]
    return features


def _seats(node: Node) -> seat_routes.SeatRoutes:
    return seat_routes.SeatRoutes(
        node.service,
        node.rematches,
        node.held_seats,
        node.tickets,
        node.auth,
        node.seats,
        node.limiter,
        node.registration,
        node.people.verify_welcome,
    )


def _hints(node: Node) -> hint_routes.HintRoutes:
    return hint_routes.HintRoutes(node.service, node.seats, node.search_process)


def _chances(node: Node) -> chance_routes.ChanceRoutes:
    return chance_routes.ChanceRoutes(node.service, node.chances, node.seats, node.limiter)


def _analyses(node: Node) -> analysis_routes.AnalysisRoutes:
    return analysis_routes.AnalysisRoutes(node.service, node.analyses, node.seats, node.limiter)


def _streams(node: Node, watcher_groups: WatcherGroups) -> streams.StreamRoutes:
    """Return the streams of lines, which use the same watcher groups as sockets."""
    return streams.StreamRoutes(
        node.service,
        node.held_seats,
        node.bus,
        node.auth,
        node.seats,
        node.spectators.watching,
        watcher_groups,
        node.limiter,
        node.metrics,
        node.stopping,
    )


def socket_route(node: Node, poll_seconds: float = POLL_SECONDS) -> SocketRoute:
    """Return the sockets of a node, with all broadcasts of a table."""

    def broadcasts(game_id: str) -> Sequence[Broadcast]:
        return [
            LogBroadcast(game_id, node.service, node.metrics.traces),
            ChatBroadcast(game_id, node.chat),
            PresenceBroadcast(game_id, node.presence),
        ]

    return SocketRoute(
        node.auth,
        node.seats.watcher,
        node.spectators.watching,
        WatcherGroups(node.bus, broadcasts, poll_seconds),
        node.limiter,
        node.metrics,
    )


if __name__ == "__main__":
    json.dump(build_document(OPERATIONS), sys.stdout, indent=2, sort_keys=True)
    print()

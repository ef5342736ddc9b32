"""The application of a role: FastAPI for the rare routes, bare ones for the frequent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from fastapi.telemetry import TelemetryConfig
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gridwright import __version__
from gridwright.server.api.chat import chat_router
from gridwright.server.api.document import complete
from gridwright.server.api.fast_lane import FastLaneApp
from gridwright.server.api.me import me_router
from gridwright.server.api.methods import WRONG_METHOD, refuse_method
from gridwright.server.api.orders import TableRoutes
from gridwright.server.api.people import people_router
from gridwright.server.api.quotes import QuoteRoutes
from gridwright.server.api.rules import edition_rules
from gridwright.server.api.sheets import SheetRoutes
from gridwright.server.api.sockets import SocketRoute
from gridwright.server.api.tables import table_router
from gridwright.server.node import Node
from gridwright.server.page.routes import page_routes
from gridwright.server.roles import Role
from gridwright.server.store.errors import StoreError

_TABLE = "/api/tables/{game_id}"
NO_TELEMETRY: Final[TelemetryConfig] = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
"""FastAPI's own would tell whole addresses and the texts of errors; see ``server.traces``."""


def build_app(node: Node, role: Role = Role.ALL) -> Starlette:
    """The application of a node; at home everything runs in the same process."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        worker = None
        if role.does_what_is_due:
            worker = asyncio.create_task(node.worker.run(node.stopping))
        yield
        node.stopping.set()
        if worker is not None:
            await worker

    tables = TableRoutes(node)
    if role.takes_orders:
        fast = FastLaneApp(
            tables,
            title="Gridwright",
            version=__version__,
            lifespan=lifespan,
            telemetry=NO_TELEMETRY,
        )
        for router in (table_router, chat_router, people_router, me_router):
            fast.include_router(router(node))
        complete(fast)
        app: Starlette = fast
    else:
        app = Starlette(lifespan=lifespan)
    app.router.routes.extend(_bare_routes(node, role, tables))
    app.router.redirect_slashes = False
    app.add_exception_handler(WRONG_METHOD, refuse_method)
    return app


def _bare_routes(node: Node, role: Role, tables: TableRoutes) -> list[BaseRoute]:
    routes: list[BaseRoute] = [
        Route("/healthz", _alive, methods=["GET"]),
        Route("/readyz", partial(_ready, node), methods=["GET"]),
        Route("/metrics", partial(_metrics, node), methods=["GET"]),
    ]
    if role.takes_orders:
        routes += [
            Route("/api/choices", SheetRoutes(node).choices, methods=["GET"]),
            Route("/api/rules/{edition}", edition_rules, methods=["GET"]),
            *page_routes(),
        ]
    if role.answers_reads:
        routes += [
            Route(f"{_TABLE}/entries", tables.entries, methods=["GET"]),
            Route(f"{_TABLE}/transcript", tables.transcript, methods=["GET"]),
            Route(_TABLE, tables.show, methods=["GET"]),
            Route(f"{_TABLE}/quotes", QuoteRoutes(node).quotes, methods=["GET"]),
            Route(f"{_TABLE}/sheet", SheetRoutes(node).sheet, methods=["GET"]),
        ]
    if role.has_sockets:
        routes.append(WebSocketRoute(f"{_TABLE}/socket", SocketRoute(node).watch))
    return routes


async def _alive(_request: Request) -> Response:
    return JSONResponse({"alive": True})


async def _ready(node: Node, _request: Request) -> Response:
    """Whether the node can do its work: its databases answer, and it was not told to stop."""
    if node.stopping.is_set():
        return JSONResponse({"ready": False, "why": "stopping"}, 503)
    try:
        await node.store.ping()
    except StoreError as error:
        return JSONResponse({"ready": False, "why": str(error)[:200]}, 503)
    return JSONResponse({"ready": True})


async def _metrics(node: Node, _request: Request) -> Response:
    figures, media_type = node.meters.show()
    return Response(figures, media_type=media_type)

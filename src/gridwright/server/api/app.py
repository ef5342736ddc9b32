"""The application of a role: FastAPI for the rare routes, bare ones for the frequent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gridwright import __version__
from gridwright.server.api.orders import TableRoutes
from gridwright.server.api.sockets import SocketRoute
from gridwright.server.api.tables import table_router
from gridwright.server.node import Node
from gridwright.server.roles import Role
from gridwright.server.store.errors import StoreError

_TABLE = "/api/tables/{game_id}"


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

    if role.takes_orders:
        app: Starlette = FastAPI(title="Gridwright", version=__version__, lifespan=lifespan)
        assert isinstance(app, FastAPI)
        app.include_router(table_router(node))
    else:
        app = Starlette(lifespan=lifespan)
    app.router.routes.extend(_bare_routes(node, role))
    return app


def _bare_routes(node: Node, role: Role) -> list[BaseRoute]:
    routes: list[BaseRoute] = [
        Route("/healthz", _alive, methods=["GET"]),
        Route("/readyz", partial(_ready, node), methods=["GET"]),
        Route("/metrics", partial(_metrics, node), methods=["GET"]),
    ]
    tables = TableRoutes(node)
    if role.takes_orders:
        routes.append(Route(f"{_TABLE}/orders", tables.order, methods=["POST"]))
    if role.answers_reads:
        routes += [
            Route(f"{_TABLE}/entries", tables.entries, methods=["GET"]),
            Route(f"{_TABLE}/transcript", tables.transcript, methods=["GET"]),
            Route(_TABLE, tables.show, methods=["GET"]),
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

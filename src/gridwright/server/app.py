"""Builds the ASGI application of a role from the list of features.

``python -m gridwright.server.app`` prints the OpenAPI document.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute, WebSocketRoute

from gridwright.server.features import list_operations
from gridwright.server.live.sockets import SocketRoute, Spectators
from gridwright.server.live.watchers import WatcherGroups
from gridwright.server.node import Node
from gridwright.server.openapi.document import SOCKET_PATH, build_document
from gridwright.server.openapi.routes import document_routes
from gridwright.server.operations.settings import Role
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.routing import Application, Handled

OPERATIONS: Final[tuple[Operation, ...]] = list_operations()
"""All declared HTTP routes."""


def build_app(node: Node, role: Role = Role.ALL) -> Starlette:
    """Return the application of a node; without a role it serves all routes."""
    jobs = [
        node[job.part]
        for feature in node.features
        for job in feature.jobs
        if (job.on_every_node or role.does_what_is_due) and job.is_on(node)
    ]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        works = [asyncio.create_task(job.run(node.stopping)) for job in jobs]
        yield
        node.stopping.set()
        await asyncio.gather(*works)

    handled: list[Handled] = []
    for feature in node.features:
        for routes in feature.routes:
            if operations := routes.of(role):
                handled.append((routes.make(node), operations))
    others: list[BaseRoute] = []
    if role.takes_orders:
        others += document_routes(list_operations(node.features))
        for feature in node.features:
            others += [] if feature.pages is None else feature.pages(node)
    if role.has_sockets:
        others.append(WebSocketRoute(SOCKET_PATH, socket_route(node).watch))
    return Application(handled, others, lifespan, node.auth.admit)


def socket_route(node: Node) -> SocketRoute:
    """Return the sockets of a node, with all broadcasts of a table."""
    return SocketRoute(
        node.auth,
        node.seats.watcher,
        node[Spectators].watching,
        node[WatcherGroups],
        node.limiter,
        node.metrics,
    )


if __name__ == "__main__":
    json.dump(build_document(OPERATIONS), sys.stdout, indent=2, sort_keys=True)
    print()

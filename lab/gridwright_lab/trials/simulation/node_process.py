"""A node of the server as a process on a machine: started, asked, killed, started again."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.app import socket_route
from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import Bus, LocalBus
from gridwright.server.node import Node
from gridwright.server.operations.metrics import Metrics
from gridwright.server.presence.service import Presence
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.tables import orders, seat_routes
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.rematch import Rematches
from gridwright.server.wire.routing import Application
from gridwright.server.worker.service import Worker
from gridwright_lab.trials.clocks.simulated_machine import LoopMachine
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.simulation.bus import Messenger, SimulatedBus
from gridwright_lab.trials.simulation.loop import Process, SimulatedLoop, Trace
from gridwright_lab.trials.simulation.plants import (
    Plant,
    clock_of,
    open_shards,
    poll_seconds,
    sabotage,
)


class Database(Protocol):
    """The database that nodes share, and the auditor reads."""

    @property
    def url(self) -> str: ...

    def open(self, process: Process) -> DatabaseStore: ...

    def peek(self, statement: str, *values: object) -> list[Any]: ...

    def close(self) -> None: ...


class NodeProcess:
    """A place where a node runs, or does not at the moment."""

    def __init__(
        self,
        number: int,
        loop: SimulatedLoop,
        database: Database,
        messenger: Messenger | None,
        machine: LoopMachine,
        folder: Path,
        plant: Plant,
        dice: Random,
        trace: Trace,
    ) -> None:
        """Create a stopped node; without a messenger it is the only one, as a server at home."""
        self.number: Final = number
        self.machine: Final = machine
        self._loop: Final = loop
        self._database: Final = database
        self._messenger: Final = messenger
        self._folder: Final = folder
        self._plant: Final = plant
        self._dice: Final = dice
        self._trace: Final = trace
        self._folder.mkdir()
        self.n_starts = 0
        self.process = Process("")
        self.process.kill()

    @property
    def is_up(self) -> bool:
        return self.process.is_alive

    def start(self) -> None:
        """A process with nothing in memory; what it knows it reads."""
        if self.process.is_alive:
            return
        self.n_starts += 1
        process = self.process = Process(f"node {self.number}.{self.n_starts}")
        process.at_end.append(lambda: self._trace.note(process.name, "killed"))
        process.context.run(self._open)
        self._trace.note(process.name, "started")

    def _open(self) -> None:
        process = self.process
        store = open_shards(
            self._plant, self._database.url, self._database.open(process), self._dice
        )
        bus: Bus = LocalBus()
        if self._messenger is not None:
            bus = SimulatedBus(self._messenger, process, self.number)
        clock = clock_of(self._plant, self.machine, self._folder)
        options = NodeOptions(poll_seconds=poll_seconds(self._plant))
        node = Node(store, KEY, bus, Metrics(), clock=clock, options=options)
        sabotage(self._plant, node, self._dice)
        self._app = _application(node)
        self._watch = socket_route(node).watch
        self._loop.create_task(node[Worker].run(node.stopping), context=process.context)

    def answer(self, scope: Scope, receive: Receive, send: Send) -> "asyncio.Task[None]":
        """Handle a request or a socket on the node."""
        if scope["type"] == "websocket":
            work = self._watch(WebSocket(scope, receive, send))
        else:
            work = _answer(self._app, scope, receive, send)
        return self._loop.create_task(work, context=self.process.context.copy())

    def at_end(self, end: Callable[[], None]) -> None:
        """Clean up if this process is killed."""
        self.process.at_end.append(end)


async def _answer(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    with suppress(Exception):  # The client sees the failure, and reports it to the auditor.
        await app(scope, receive, send)


def _application(node: Node) -> ASGIApp:
    """The routes that people use while they play, answered by the server's own application."""
    tables = orders.TableRoutes(node.service, node.seats, node[Presence])
    seats = seat_routes.SeatRoutes(
        node.service,
        node[Rematches],
        node[HeldSeats],
        node.tickets,
        node.auth,
        node.seats,
        node.limiter,
        node[RegistrationPolicy],
    )
    features = [
        (tables, (*orders.ORDERS, *orders.READS)),
        (seats, seat_routes.OPERATIONS[:2]),
    ]
    # Nothing starts with it.
    return Application(features, [], None, node.auth.admit)  # type: ignore[arg-type]

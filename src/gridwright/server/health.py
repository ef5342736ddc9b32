"""Liveness, readiness and metrics of a node."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.operations.metrics import Metrics
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import StoreError
from gridwright.server.wire.operation import TEXT, Answer, Group, Tag
from gridwright.server.wire.refusals import PRIVATE
from gridwright.server.wire.routing import reply

NOT_READY: Final = 503
LOOK_EVERY: Final = 1.0
"""Seconds for which a result is cached, so that frequent checks do not wear out the disk."""


class Alive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The process runs."""

    alive: bool = True


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Readiness of the node, with the reason if it is not ready."""

    ready: bool
    why: str = ""


class HealthRoutes:
    """Routes for load balancers and metric collectors."""

    def __init__(
        self,
        store: Store,
        stopping: asyncio.Event,
        metrics: Metrics,
        clock: Callable[[], int],
    ) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._looking: Final = asyncio.Lock()
        self._looked_at = -LOOK_EVERY
        self._problem = ""
        self._stopping: Final = stopping
        self._metrics: Final = metrics

    async def health(self, _request: Request) -> Alive:
        return Alive()

    async def readiness(self, _request: Request) -> Response:
        """Return 200 if the databases accept writes and the process is not stopping."""
        if self._stopping.is_set():
            return reply(Ready(False, "stopping"), NOT_READY)
        async with self._looking:
            if time.monotonic() - self._looked_at >= LOOK_EVERY:
                self._problem = await self._look()
                self._looked_at = time.monotonic()
        if self._problem:
            return reply(Ready(False, self._problem), NOT_READY)
        return reply(Ready(True))

    async def _look(self) -> str:
        """Return the reason why the databases refuse writes.

        Empty if they accept them. A read cannot detect a full disk.
        """
        try:
            await self._store.try_write(self._clock())
        except StoreError as error:
            return str(error)[:200]
        return ""

    async def metrics(self, _request: Request) -> Response:
        figures, media_type = self._metrics.show()
        return Response(figures, 200, PRIVATE, media_type)


_HEALTH: Final = Group(Tag.OPERATIONS)

OPERATIONS: Final = (
    _HEALTH.get(
        "/healthz", HealthRoutes.health, "Whether the process runs", Answer("It does.", Alive())
    ),
    _HEALTH.get(
        "/readyz",
        HealthRoutes.readiness,
        "Readiness: the databases accept writes and the process is not stopping",
        Answer("It can do its work.", Ready(True)),
        Answer("It cannot, and why.", Ready(False, "stopping"), status=NOT_READY),
    ),
    _HEALTH.get(
        "/metrics",
        HealthRoutes.metrics,
        "Figures for Prometheus",
        Answer("The figures.", "gridwright_sockets_open 3.0\n", media_type=TEXT),
    ),
)


def _routes(parts: Parts) -> HealthRoutes:
    return HealthRoutes(parts.store, parts.stopping, parts.metrics, parts.clock)


HEALTH: Final = Feature("health", routes=(Routes(_routes, always=OPERATIONS),))

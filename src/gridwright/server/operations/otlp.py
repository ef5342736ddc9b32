"""OpenTelemetry tracing: middleware with a span around each request, exported by OTLP over HTTP.

It needs the extra ``gridwright[traces]``.
"""

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Span, SpanKind, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gridwright import __version__
from gridwright.server.operations.metrics import Traces

NAME: Final = "gridwright"
PATH: Final = "/v1/traces"
"""Path of spans below a collector's address."""
PARENT: Final = "traceparent"
UNKNOWN_PATH: Final = "unknown path"

_LOG: Final = structlog.get_logger()


class OtlpTraces(Traces):
    """Sends spans in batches from its own thread. The usual OTEL_* variables apply.

    It has its own provider and sets none for the process: libraries with automatic tracing would
    put whole addresses and error texts into their spans.
    """

    def __init__(self, address: str, role: str) -> None:
        """An empty address stands for that of OTEL_EXPORTER_OTLP_ENDPOINT."""
        facts = {SERVICE_VERSION: __version__, "gridwright.role": role}
        if not os.environ.get("OTEL_SERVICE_NAME"):
            facts[SERVICE_NAME] = NAME
        self._provider: Final = TracerProvider(
            resource=Resource.create(facts), shutdown_on_exit=False
        )
        endpoint = address.rstrip("/") + PATH if address else None
        exporter = _LoggedOnce(OTLPSpanExporter(endpoint=endpoint))
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer: Final = self._provider.get_tracer(NAME, __version__)

    @contextmanager
    def span(self, name: str, game: str = "", version: int = -1, kind: str = "") -> Iterator[None]:
        facts: dict[str, str | int] = {}
        if game:
            facts["game"] = game
        if version >= 0:
            facts["version"] = version
        if kind:
            facts["kind"] = kind
        with _opened(self._tracer, name, SpanKind.INTERNAL, facts):
            yield

    def watch(self, app: ASGIApp) -> ASGIApp:
        return _TracedApp(app, self._tracer)

    def close(self) -> None:
        self._provider.shutdown()


class _LoggedOnce(SpanExporter):
    """Exporter that logs only when failures begin and when they end.

    The library's own lines come with every batch and quote the collector's address, which may
    contain a password.
    """

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter: Final = exporter
        self._is_away = False
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL + 1)

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._exporter.export(spans)
        is_away = result is not SpanExportResult.SUCCESS
        if is_away and not self._is_away:
            _LOG.warning("the collector takes no traces")
        elif self._is_away and not is_away:
            _LOG.info("the collector takes traces again")
        self._is_away = is_away
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


@contextmanager
def _opened(
    tracer: Tracer,
    name: str,
    kind: SpanKind,
    facts: Mapping[str, str | int],
    parent: str | None = None,
) -> Iterator[Span]:
    """Open a span. It records only the type of an error: a text may contain secrets."""
    context = None
    if parent is not None:
        context = TraceContextTextMapPropagator().extract({PARENT: parent})
    with tracer.start_as_current_span(
        name,
        context=context,
        kind=kind,
        attributes=facts,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield span
        except BaseException as error:
            span.set_attribute("error.type", type(error).__name__)
            raise


class _TracedApp:
    """An application with a span around each request, as a child of the client's span."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        self._app: Final = app
        self._tracer: Final = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"]
        parent = Headers(scope=scope).get(PARENT, "")
        facts = {"http.request.method": method}
        with _opened(self._tracer, method, SpanKind.SERVER, facts, parent) as span:

            async def send_noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            await self._app(scope, receive, send_noted)
            route = _route(scope)
            span.update_name(f"{method} {route}")
            span.set_attribute("http.route", route)
            game = scope.get("path_params", {}).get("game_id")
            if game is not None:
                span.set_attribute("game", game)


def _route(scope: Scope) -> str:
    """Return the route's path with parameter names, so that there are few different span names."""
    if "endpoint" not in scope:
        return UNKNOWN_PATH
    parts = scope["path"].split("/")
    for name, value in scope.get("path_params", {}).items():
        parts = [f"{{{name}}}" if part == str(value) else part for part in parts]
    return "/".join(parts)

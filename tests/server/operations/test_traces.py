"""Spans of an order and of a wake, as a real collector gets them; without one there are none."""

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from gridwright.content.table import default_spec
from gridwright.server.operations import collector as collectors
from gridwright.server.operations.collector import NoTraceParts, open_traces
from gridwright.server.operations.metrics import Traces
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.services.server_process import started
from tests.server.places import REDIS

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
NAME = "Canary Wharf"
CONTRIBUTION = "5ca1ab1e" * 5
TIMEOUT_S = 30.0
AWAY = "the collector takes no traces"
ALLOWED = {"game", "version", "kind", "error.type", "http.request.method"} | {
    "http.route",
    "http.response.status_code",
}


class Collector:
    """Takes spans over HTTP, as they are sent."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    body = gzip.decompress(body)
                assert self.path == "/v1/traces"
                collector.bodies.append(body)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """The test looks at the spans."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def spans(self) -> Iterator[tuple[str, Span]]:
        """Each span with the role of the node that sent it."""
        for body in self.bodies:
            for sent in ExportTraceServiceRequest.FromString(body).resource_spans:
                facts = {each.key: each.value.string_value for each in sent.resource.attributes}
                assert facts["service.name"] == "gridwright"
                for scope in sent.scope_spans:
                    for span in scope.spans:
                        yield facts["gridwright.role"], span


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()
    try:
        yield collector
    finally:
        collector.stop()


def facts_of(span: Span) -> dict[str, str | int]:
    return {each.key: each.value.string_value or each.value.int_value for each in span.attributes}


def below(spans: list[Span], parent: Span) -> list[Span]:
    found = [span for span in spans if span.parent_span_id == parent.span_id]
    return sorted(found, key=lambda span: span.start_time_unix_nano)


def wait_for_version(client: httpx.Client, game_id: str, version: int) -> None:
    until = time.monotonic() + TIMEOUT_S
    while client.get(f"/api/tables/{game_id}").json()["version"] < version:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.anyio
async def test_an_order_and_what_follows_are_traced(tmp_path: Path) -> None:
    spec = default_spec("card", seats=2).to_json() | {"order": [0, 1]}
    with collecting() as collector, fresh_schema() as database:
        shared = ("--database", database, "--redis", REDIS, "--traces", collector.address)
        with (
            started(
                tmp_path / "shared",
                api=("--role", "api", *shared),
                ws=("--role", "ws", *shared),
                worker=("--role", "worker", *shared),
            ) as servers,
            httpx.Client(base_url=servers["api"].address, timeout=20) as client,
        ):
            game_id = client.post("/api/tables", json={"spec": spec}).json()["game_id"]
            seats = f"/api/tables/{game_id}/seats"
            ticket = client.post(f"{seats}/0", json={"name": NAME}).json()["ticket"]
            client.post(f"{seats}/1", json={"name": "Bot", "bot": "l0"})
            order = {"type": "ready", "command_id": "r", "expected": 3}
            address = servers["ws"].address.replace("http", "ws", 1)
            async with websockets.connect(f"{address}/api/tables/{game_id}/socket") as socket:
                await socket.send(json.dumps({"since": 3}))
                done = client.post(
                    f"/api/tables/{game_id}/orders",
                    json=order | {"contribution": CONTRIBUTION},
                    headers={
                        "authorization": f"Bearer {ticket}",
                        "traceparent": f"00-{TRACE}-{PARENT}-01",
                    },
                )
                assert done.json()["version"] == 4
                assert json.loads(await socket.recv())["version"] == 4
            wait_for_version(client, game_id, 5)
            assert client.get("/missing/secret").status_code == 404
        # The nodes have stopped, so everything was sent.
        found = list(collector.spans())
        sent = b"".join(collector.bodies)
    verify_order([span for role, span in found if role == "api"], game_id)
    verify_wake([span for role, span in found if role == "worker"], game_id)
    watched = [span for role, span in found if role == "ws" and span.name == "catch_up"]
    assert {facts_of(span)["game"] for span in watched} == {game_id}
    for _role, span in found:
        assert set(facts_of(span)) <= ALLOWED, span.name
        assert len(span.events) == 0
        assert span.status.message == ""
    for secret in (ticket, NAME, CONTRIBUTION, "missing", "secret"):
        assert secret.encode() not in sent


def verify_order(spans: list[Span], game_id: str) -> None:
    (asked,) = [span for span in spans if span.trace_id.hex() == TRACE and span.kind == 2]
    assert asked.name == "POST /api/tables/{game_id}/orders"
    assert asked.parent_span_id.hex() == PARENT
    assert facts_of(asked) == {
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "http.route": "/api/tables/{game_id}/orders",
        "game": game_id,
    }
    done = below(spans, asked)
    assert [span.name for span in done] == ["verify", "append", "publish"]
    assert facts_of(done[1]) == {"game": game_id, "version": 4, "kind": "got_ready"}
    assert all(span.trace_id == asked.trace_id for span in done)
    for span in done:
        assert asked.start_time_unix_nano <= span.start_time_unix_nano
        assert span.end_time_unix_nano <= asked.end_time_unix_nano
    assert [span.name for span in spans if "unknown" in span.name] == ["GET unknown path"]


def verify_wake(spans: list[Span], game_id: str) -> None:
    """The worker began the game; the same table at the version that the order made."""
    woken = [span for span in spans if span.name == "wake"]
    first = min(woken, key=lambda span: span.start_time_unix_nano)
    assert facts_of(first) == {"game": game_id, "version": 4}
    done = below(spans, first)
    assert [span.name for span in done] == ["verify", "append", "publish"]
    assert facts_of(done[1]) == {"game": game_id, "version": 5, "kind": "began"}


def test_an_unavailable_collector_delays_no_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")
    with collecting() as collector:
        address = collector.address
    with started(tmp_path / "home", home=("--traces", address)) as servers:
        made = httpx.post(
            f"{servers['home'].address}/api/tables", json={"spec": default_spec().to_json()}
        )
        assert made.status_code == 201
        until = time.monotonic() + TIMEOUT_S
        while AWAY not in [line["event"] for line in servers["home"].lines()]:
            assert time.monotonic() < until
            time.sleep(0.05)
        began = time.monotonic()
    assert time.monotonic() - began < TIMEOUT_S
    told = servers["home"].log.read_text()
    assert told.count(AWAY) == 1
    assert address.removeprefix("http://127.0.0.1") not in told


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector", "OTEL_SDK_DISABLED": "true"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector", "OTEL_TRACES_EXPORTER": "none"},
    ],
)
def test_no_spans_are_sent_by_default(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert type(open_traces("", "all")) is Traces


def test_traces_without_their_parts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collectors, "_PARTS", ("opentelemetry.nothing",))
    with pytest.raises(NoTraceParts, match="gridwright\\[traces\\]"):
        open_traces("http://collector", "all")


def test_no_traces_cost_next_to_nothing() -> None:
    """Four spans an order: together far below what the engine takes."""
    quiet = Traces()
    n_orders = 5_000
    started_at = time.process_time()
    for version in range(n_orders):
        with quiet.span("a", "game", version):
            with quiet.span("b", "game", version):
                pass
            with quiet.span("c", "game", version, "acted"):
                pass
            with quiet.span("d", "game", version):
                pass
    assert (time.process_time() - started_at) / n_orders < 50e-6

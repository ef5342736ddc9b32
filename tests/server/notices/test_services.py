"""Apprise sends to the services it names, and never into the server's own network."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import quote

import pytest

from gridwright.server.notices import services
from gridwright.server.notices.outbound import BadAddress, Unreached

# Some services import modules that later versions of Python lack.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

INSIDE: Final = "/inside"


class Endpoint:
    """An HTTP server on loopback that records requests and redirects all paths but INSIDE."""

    def __init__(self) -> None:
        self.requests: Final[list[str]] = []
        self.port = 0


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            endpoint.requests.append(f"{self.command} {self.path}")
            content = b"{}" if self.path == INSIDE else b""
            self.send_response(200 if content else 307)
            self.send_header("location", INSIDE)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST

        def log_message(self, *_values: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        endpoint.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            thread.join()


def test_a_redirect_is_not_followed(endpoint: Endpoint) -> None:
    with pytest.raises(Unreached, match="no_answer"):
        services.send(f"ntfy://127.0.0.1:{endpoint.port}/topic", "title", "body", True)
    assert endpoint.requests == ["POST /"]


@pytest.mark.parametrize(
    "address",
    [
        "pushdeer://127.0.0.1:{port}/PUSHKEYPUSHKEY",
        "signal://127.0.0.1:{port}/15555555555/15555555556",
        "signals://127.0.0.1:{port}/15555555555/15555555556?verify=no",
        "workflows://127.0.0.1:{port}/WORKFLOWID/SIGNATURE?template={template}",
        "workflows://127.0.0.1:{port}/WORKFLOWID/SIGNATURE",
    ],
)
def test_no_scheme_reaches_a_host_inside(endpoint: Endpoint, address: str) -> None:
    template = quote(f"http://127.0.0.1:{endpoint.port}{INSIDE}", safe="")
    named = address.format(port=endpoint.port, template=template)
    with pytest.raises(BadAddress):
        services.send(named, "title", "body", allows_private=False)
    assert endpoint.requests == []


def test_query_options_are_refused(endpoint: Endpoint) -> None:
    for option in ("?redirect=yes", "?verify=no", "?attach=http://127.0.0.1/", "?", "?template=x"):
        address = f"ntfy://127.0.0.1:{endpoint.port}/topic{option}"
        with pytest.raises(BadAddress):
            services.verify_service(address)
        with pytest.raises(BadAddress):
            services.send(address, "title", "body", allows_private=True)
    assert endpoint.requests == []


def test_matrix_does_not_ask_the_host_for_another_host() -> None:
    service = services._service("matrixs://user:password@matrix.example/#room")
    assert service.discovery is False


@pytest.mark.parametrize("scheme", ["pushdeer", "signals", "workflows", "NTFY", "json", "file"])
def test_schemes_outside_the_list_are_refused(scheme: str) -> None:
    with pytest.raises(BadAddress):
        services.verify_service(f"{scheme}://matrix.example/15555555555/15555555556")

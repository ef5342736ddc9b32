"""Security headers of every answer; over TLS also the one that requires TLS."""

from collections.abc import AsyncIterator

import httpx
import pytest

from gridwright.content.table import default_spec
from gridwright.server.app import OPERATIONS
from gridwright.server.auth.service import COOKIE
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.wire.operation import Operation
from gridwright.server.wire.page_headers import SAFETY
from gridwright_lab.trials.live_server import LiveServer, open_live_server

pytestmark = pytest.mark.anyio

PROOF = {"name": "Ada", "password": "correct horse battery"}


@pytest.fixture(scope="module")
async def server() -> AsyncIterator[LiveServer]:
    async with open_live_server(with_worker=False) as server:
        yield server


def verify_safe(answer: httpx.Response) -> None:
    assert set(SAFETY) <= set(answer.headers), answer.request.url
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "cache-control" in answer.headers


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
async def test_every_route_answers_with_the_headers_of_a_page(
    server: LiveServer, operation: Operation
) -> None:
    """The headers do not depend on the status: most of these requests are refused."""
    path = operation.path.replace("{game_id}", await server.make(default_spec(seats=2).to_json()))
    path = path.replace("{edition}", "classic").replace("{", "").replace("}", "")
    # Without the body: that of a stream does not end.
    async with server.client.stream(operation.method, path) as answer:
        verify_safe(answer)


async def test_unknown_paths_are_answered_with_the_security_headers(server: LiveServer) -> None:
    for path in ("/openapi.json", "/docs", "/", "/api/unknown", "/metrics"):
        verify_safe(await server.client.get(path))
    verify_safe(await server.client.delete("/healthz"))


async def test_hsts_is_sent_with_an_https_origin(server: LiveServer) -> None:
    header = "strict-transport-security"
    async with open_live_server(with_worker=False, origin="https://games.example") as safe:
        for path in ("/", "/healthz", "/api/unknown", "/openapi.json"):
            assert (await safe.client.get(path)).headers[header] == "max-age=31536000"
            assert header not in (await server.client.get(path)).headers


@pytest.mark.parametrize(
    ("n_proxies", "told", "is_secure"),
    [
        (0, "https", False),
        (1, "https", True),
        (1, "http", False),
        (1, "", False),
        (1, "https, http", False),
        (1, "http, https", True),
        (2, "https", True),
        (2, "https, http", True),
        (2, "http, https", False),
    ],
)
async def test_a_cookie_is_for_tls_if_the_page_came_by_tls_through_our_proxies(
    n_proxies: int, told: str, is_secure: bool
) -> None:
    limiter = RateLimiter(None, n_proxies)
    async with open_live_server(with_worker=False, limiter=limiter) as server:
        head = {"x-forwarded-proto": told} if told else {}
        made = await server.client.post("/api/people", json=PROOF, headers=head)
        assert made.status_code == 201
        cookie = made.headers["set-cookie"]
        assert cookie.startswith(COOKIE)
        assert ("; Secure" in cookie) == is_secure
        asked = await server.client.post(
            "/api/sessions/passkey-options", headers={**head, "host": "games.example"}
        )
        assert asked.json()["options"]["rpId"] == "games.example"

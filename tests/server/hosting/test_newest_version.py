"""The version check is shown where a host configured a URL; no other URL is requested."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from gridwright.server.hosting.newest_version import AFTER_FAILURE, EVERY, NewestVersion, is_newer

pytestmark = pytest.mark.anyio


@contextmanager
def telling(status: int, body: str) -> Iterator[tuple[str, list[str]]]:
    """A URL with this answer, and the requested paths."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # The library's word.
            asked.append(self.path)
            self.send_response(status)
            if status == 302:
                self.send_header("location", "/elsewhere")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_words: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/newest", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("found", "running", "newer"),
    [
        ("1.4.3", "1.4.2", True),
        ("v1.10.0", "1.9.9", True),
        ("1.4.2", "1.4.2", False),
        ("1.4.1", "1.4.2", False),
        ("", "1.4.2", False),
        ("soon", "1.4.2", False),
    ],
)
def test_versions_are_compared_as_numbers(found: str, running: str, newer: bool) -> None:
    assert is_newer(found, running) is newer


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (200, "1.4.3\n", "1.4.3"),
        (200, '{"version": "1.5.0"}', "1.5.0"),
        (200, '{"tag_name": "v2.0.0"}', "2.0.0"),
        (200, "<html>1.4.3</html>", ""),
        (200, "1.0.0", ""),
        (302, "9.9.9", ""),
        (500, "9.9.9", ""),
        (200, "{broken", ""),
    ],
)
async def test_versions_in_answers(status: int, body: str, told: str) -> None:
    with telling(status, body) as (url, asked):
        newest = NewestVersion(url, "1.4.2", lambda: 5)
        await newest.ask()
        assert newest.newest() == told
        assert asked == ["/newest"], "a redirect was followed, or it was requested twice"


async def test_version_check_runs_once_a_day_and_is_off_without_a_url() -> None:
    now = 5
    silent = NewestVersion("", "1.4.2", lambda: now)
    assert silent.newest() == ""
    await silent.close()
    with telling(200, "1.4.3") as (url, asked):
        newest = NewestVersion(url, "1.4.2", lambda: now)
        for moment in (5, 6, 5 + EVERY - 1, 5 + EVERY, 6 + EVERY):
            now = moment
            newest.newest()
            await newest.close()
        assert len(asked) == 2
    now += EVERY
    newest.newest()
    await newest.close()
    now += AFTER_FAILURE - 1
    assert newest.newest() == "1.4.3", "an address that is away takes nothing back"
    await newest.close()

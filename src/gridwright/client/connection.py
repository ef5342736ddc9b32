"""HTTP requests to a server, with JSON bodies, retries and backoff."""

import http.client
import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

TIMEOUT_S: Final = 15.0
"""Seconds without a byte after which a connection counts as broken.

A stream sends a sign of life every five seconds.
"""
RETRY_FOR_S: Final = 120.0
"""Seconds for which a failed request is retried before Unreachable is raised."""
FIRST_PAUSE_S: Final = 0.05
"""Seconds before the first retry; each failure in a row doubles it."""
MAX_PAUSE_S: Final = 5.0
"""Longest pause between two retries in seconds, even if the server asks for a longer one."""
AGAIN: Final = frozenset({429, 502, 503, 504})
"""Status codes of a busy or absent server; the request had no effect, so it is retried."""
BROKEN: Final = (OSError, http.client.HTTPException, json.JSONDecodeError)
"""Exceptions of a broken connection, or of a response that is not JSON."""


class Refused(Exception):
    """The server refused the request; ``code`` is for programs, ``problem`` for people."""

    def __init__(self, status: int, code: str, problem: str) -> None:
        super().__init__(f"{code}: {problem}")
        self.status: Final = status
        self.code: Final = code


class Unreachable(Exception):
    """The server did not respond within the retry limit."""


class Pauses:
    """Exponential backoff with jitter: each failure in a row doubles the pause."""

    def __init__(self, retry_for_s: float) -> None:
        self._retry_for_s: Final = retry_for_s
        self._dice: Final = Random()
        self._pause = FIRST_PAUSE_S
        self._since = time.monotonic()

    def over(self) -> None:
        """Reset after a success: the next failure counts as the first."""
        self._pause = FIRST_PAUSE_S
        self._since = time.monotonic()

    def wait(self, problem: object, least: float = 0.0) -> None:
        """Sleep before the next retry. Raises Unreachable after ``retry_for_s`` of failures."""
        if time.monotonic() - self._since > self._retry_for_s:
            raise Unreachable(str(problem))
        time.sleep(max(least, self._pause * self._dice.uniform(0.5, 1.0)))
        self._pause = min(MAX_PAUSE_S, 2 * self._pause)


class Connection:
    """A server and a token. Requests are retried, so their effects must be idempotent."""

    def __init__(
        self, server: str, token: str, timeout: float = TIMEOUT_S, retry_for_s: float = RETRY_FOR_S
    ) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"expected a server such as http://127.0.0.1:8600, got {server!r}")
        self._host: Final = parts.hostname or ""
        self._port: Final = parts.port
        self._is_secure: Final = parts.scheme == "https"
        self._prefix: Final = parts.path.rstrip("/")
        self._token: Final = token
        self._timeout: Final = timeout
        self._retry_for_s: Final = retry_for_s
        self._kept: http.client.HTTPConnection | None = None

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def get(self, path: str) -> Any:
        return self.ask("GET", path)[1]

    def post(self, path: str, body: object, also: tuple[int, ...] = ()) -> Any:
        return self.ask("POST", path, body, also)[1]

    def ask(
        self, method: str, path: str, body: object = None, also: tuple[int, ...] = ()
    ) -> tuple[int, Any]:
        """Send a request until the server responds; return the status and the JSON body.

        Raises Refused for a status of 300 or more that is not in ``also``, and Unreachable after
        ``retry_for_s`` without a response.
        """
        pauses = Pauses(self._retry_for_s)
        while True:
            try:
                status, retry_after, found = self._ask_once(method, path, body)
            except BROKEN as error:
                self.close()
                pauses.wait(error)
                continue
            if status < 300 or status in also:
                return status, found
            refused = _refused(status, found)
            if status not in AGAIN:
                raise refused
            pauses.wait(refused, min(retry_after, MAX_PAUSE_S))

    def _ask_once(self, method: str, path: str, body: object) -> tuple[int, float, Any]:
        if self._kept is None:
            self._kept = self._connect()
        sent = None if body is None else json.dumps(body).encode()
        self._kept.request(method, self._prefix + path, sent, self._headers())
        with self._kept.getresponse() as answer:
            wait = answer.headers.get("retry-after", "")
            return answer.status, float(wait) if wait.isdigit() else 0.0, _json(answer)

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """Yield the lines of one stream until it ends. Raises Refused for any status but 200."""
        connection = self._connect()
        try:
            connection.request("GET", self._prefix + path, headers=self._headers())
            with connection.getresponse() as answer:
                if answer.status != 200:
                    raise _refused(answer.status, _json(answer))
                while line := answer.readline():
                    if not line.endswith(b"\n"):
                        return  # Half a line: the whole one comes with the next stream.
                    if line.strip():
                        yield json.loads(line)
        finally:
            connection.close()

    def pauses(self) -> Pauses:
        return Pauses(self._retry_for_s)

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=self._timeout)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._token}", "content-type": "application/json"}


def _json(answer: http.client.HTTPResponse) -> Any:
    """Return the JSON body. Raises IncompleteRead without a length: the header was cut off."""
    if answer.length is None:
        raise http.client.IncompleteRead(b"")
    return json.loads(answer.read())


def _refused(status: int, found: Any) -> Refused:
    record = found if isinstance(found, dict) else {}
    return Refused(status, str(record.get("code", "")), str(record.get("problem", status)))

"""A push service on this machine, and devices that open what it brings.

Devices open messages with an implementation that is not the server's own.
"""

import json
import os
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import http_ece  # type: ignore[import-untyped]  # It ships no types.
from cryptography.hazmat.primitives.asymmetric import ec

from gridwright.server.notices.web_push import public_text, to_base64

CREATED: Final = 201


class Device:
    """A browser that asked for an address to push to."""

    def __init__(self, address: str, server_key: str) -> None:
        self.address: Final = address
        self._server_key: Final = server_key
        self._private: Final = ec.generate_private_key(ec.SECP256R1())
        self._auth: Final = os.urandom(16)

    def subscription(self) -> dict[str, str]:
        """Return the subscription that its page sends to the server."""
        return {
            "kind": "push",
            "to": self.address,
            "key": public_text(self._private),
            "auth": to_base64(self._auth),
            "server_key": self._server_key,
        }

    def open(self, content: bytes) -> dict[str, Any]:
        """The message in what arrived; raises if it was not sealed for this device."""
        text = http_ece.decrypt(
            content, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(text)
        return found


class Arrived:
    """One request at a push service or webhook."""

    def __init__(self, path: str, headers: dict[str, str], content: bytes) -> None:
        self.path: Final = path
        self.headers: Final = headers
        self.content: Final = content


class Receiver:
    """Accepts all posts to this machine, and stores them by path."""

    def __init__(self) -> None:
        self.arrived: Final[dict[str, list[Arrived]]] = defaultdict(list)
        self.answers: Final[dict[str, int]] = {}
        """Status to answer with, by path; 201 for all others."""
        self.delays: Final[dict[str, float]] = {}
        """Seconds until the answer, by path."""
        self.n_delayed = 0
        self.lock: Final = threading.Lock()
        self.address = ""

    def take(self, arrived: Arrived) -> int:
        delay = self.delays.get(arrived.path, 0.0)
        if delay:
            self.n_delayed += 1
            time.sleep(delay)
        with self.lock:
            self.arrived[arrived.path].append(arrived)
            return self.answers.get(arrived.path, CREATED)

    def at(self, path: str) -> list[Arrived]:
        with self.lock:
            return list(self.arrived[path])


@contextmanager
def receiving(given: Receiver | None = None) -> Iterator[Receiver]:
    """A receiver that answers while the context lasts."""
    receiver = given or Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(receiver.take(Arrived(self.path, headers, content)))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_values: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        host, port = server.server_address[:2]
        receiver.address = f"http://{host!s}:{port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()

"""A private Redis server on a free port, which an experiment can stop and start."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

TIMEOUT_S = 20.0


class PrivateRedis:
    """A server that keeps nothing, so that one that was killed starts as empty as a new one."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process = self._launch()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start again after a stop, on the same port."""
        self._process = self._launch()

    def kill(self) -> None:
        """End it immediately, as a crash does."""
        self._process.kill()
        self._process.wait(TIMEOUT_S)

    def stop(self) -> None:
        """Kill the server: it stores nothing, so a shutdown has the same effect."""
        self.kill()

    def _launch(self) -> "subprocess.Popen[bytes]":
        options = {"port": str(self.port), "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        command = ["redis-server"]
        for name, value in options.items():
            command += [f"--{name}", value]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp"
        )
        until = time.monotonic() + TIMEOUT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return process
            except OSError as error:
                if process.poll() is not None or time.monotonic() > until:
                    process.kill()
                    process.wait()
                    raise AssertionError("the private Redis did not start") from error
                time.sleep(0.02)


@contextmanager
def private_redis() -> Iterator[PrivateRedis]:
    """A running server."""
    server = PrivateRedis()
    try:
        yield server
    finally:
        server.stop()

"""A private PostgreSQL server on a free port, which experiments can kill or configure unsafely."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

TIMEOUT_S = 60.0


class PrivatePostgres:
    """A server in a private folder, started as a child process so that it can be reaped.

    An unreaped dead server keeps its process id, and the next server in the same folder takes it
    for a running one.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._data = folder / "data"
        self._settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            **settings,
        }
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(
            [postgres_program("initdb"), "-D", str(self._data), *options],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
            **_as_postgres(),
        )
        self._process = self._launch()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start again after a kill."""
        self._process = self._launch()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(TIMEOUT_S)

    def kill(self) -> None:
        """End every process of the server immediately, as a crash does."""
        # Held still first: a process that it forks now would be overlooked, and keep its memory.
        self._process.send_signal(signal.SIGSTOP)
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self._process.pid)],
            check=True,
            capture_output=True,
            text=True,
        )
        self._process.kill()
        for pid in map(int, listed.stdout.split()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(TIMEOUT_S)

    def _launch(self) -> "subprocess.Popen[bytes]":
        options = [f"--{name}={value}" for name, value in self._settings.items()]
        process = subprocess.Popen(
            [postgres_program("postgres"), "-D", str(self._data), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **_as_postgres(),
        )
        ready = [postgres_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + TIMEOUT_S
        while subprocess.run(ready, check=False).returncode != 0:
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                process.wait()
                raise AssertionError("the private PostgreSQL did not start")
            time.sleep(0.05)
        return process


@contextmanager
def private_postgres(**settings: str) -> Iterator[PrivatePostgres]:
    """A running server with these settings."""
    folder = Path(tempfile.mkdtemp(prefix="gridwright-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        server = PrivatePostgres(folder, settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to be run by root."""
    owner: dict[str, Any] = {"cwd": "/"}
    if os.geteuid() == 0:
        owner |= {"user": "postgres", "group": "postgres", "extra_groups": []}
    return owner


def postgres_program(name: str) -> str:
    """Return the path of a PostgreSQL program: Debian keeps some of them off PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else name

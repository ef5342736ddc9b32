"""Server processes as an operator starts them: with a role, and stopped by a signal."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

TIMEOUT_S = 60.0
SERVE = ("-m", "gridwright.cli", "serve")
"""The product's own command; a sabotaged server has another."""
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


class ServerProcess:
    """One ``gridwright serve``; what it prints and logs goes to files, so that it never waits."""

    LIMITS = "0"
    """Everything comes from one address here, and the load is the experiment's."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *options: str,
        program: tuple[str, ...] = SERVE,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Start it; `environment` is added to the one of this process."""
        folder.mkdir(parents=True, exist_ok=True)
        self._out = folder / f"{name}.out"
        self.log = folder / f"{name}.log"
        command = [sys.executable, *program, "--port", "0"]
        command += ["--folder", str(folder), "--log", "json", *options]
        with self._out.open("wb") as out, self.log.open("wb") as log:
            # Neither undo nor analysis is used.
            swift = {"GRIDWRIGHT_HOLD": "0", "GRIDWRIGHT_ANALYSES": "0"}
            swift |= {**os.environ, **environment}
            swift["GRIDWRIGHT_LIMITS"] = self.LIMITS
            self.process = subprocess.Popen(command, stdout=out, stderr=log, env=swift)
        self.address = ""

    def wait_until_ready(self, timeout_s: float = TIMEOUT_S) -> None:
        """Return once it has printed its address."""
        until = time.monotonic() + timeout_s
        while not (found := _ADDRESS.search(self._out.read_text())):
            told = self._out.read_text() + self.log.read_text()
            assert self.process.poll() is None, told
            assert time.monotonic() < until, told
            time.sleep(0.02)
        self.address = found[0]

    def stop(self) -> None:
        """End it as a service manager does; it must end well."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(TIMEOUT_S) == 0, self.log.read_text()
        assert "Stopped" in self._out.read_text()

    def kill(self) -> None:
        """End it immediately, as a crash does."""
        self.process.kill()
        self.process.wait(TIMEOUT_S)

    def lines(self) -> list[dict[str, Any]]:
        """Its log."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@contextmanager
def started(
    folder: Path, programs: Mapping[str, tuple[str, ...]] | None = None, **servers: tuple[str, ...]
) -> Iterator[dict[str, ServerProcess]]:
    """Servers by name with their options, started together on one folder; all end well."""
    running = {
        name: ServerProcess(folder, name, *options, program=(programs or {}).get(name, SERVE))
        for name, options in servers.items()
    }
    try:
        for server in running.values():
            server.wait_until_ready()
        yield running
        for server in running.values():
            if server.process.poll() is None:
                server.stop()
    finally:
        for server in running.values():
            server.process.kill()
            server.process.wait(TIMEOUT_S)

"""CPU time until the product answers: a server's first response and lists, a game's first prompt.

Each start is a new process on a folder that an earlier process has filled, so tables are not
migrated, keys exist and modules have bytecode. The time is user and system of all threads of that
process, so it hardly depends on other load. A second tree takes turns with the loaded one.
"""

import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from gridwright.cli.data_folder import VARIABLE
from gridwright.content.table import default_spec
from gridwright.server.operations.settings import DATABASE_FILE, KEY_FILE
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright_lab.load.prepared import prepare_table
from gridwright_lab.load.sending import connected, send_flat_out
from gridwright_lab.trials.services.server_process import ServerProcess
from gridwright_lab.trials.thresholds import Threshold, Verdict

SERVE: Final = "CPU ms of serve to its first answer"
PLAY: Final = "CPU ms of play to its first prompt"
LISTS: Final[Mapping[str, str]] = {
    "CPU ms of the first list of live games": "/api/watch?limit=9",
    "CPU ms of the first list of running tables": "/api/tables?status=running&limit=12",
}
"""The first list that a server returns after its start; each in a start of its own."""
MAX_MS: Final[Mapping[str, int]] = {SERVE: 1_000, PLAY: 450, **dict.fromkeys(LISTS, 60)}
ALIVE: Final = "/healthz"
PROMPT: Final = b"Seat 0> "
N_TABLES: Final = 14
N_ORDERS: Final = 60
"""Orders of each table: about the middle of a game."""
N_LISTED: Final = 9
"""Games of the shortest list."""
LISTED_S: Final = 30.0


def measure_starts(n_starts: int, beside: Path | None = None) -> Verdict:
    """Return medians of `n_starts` starts, of the loaded tree next to their thresholds."""
    trees: dict[str, dict[str, str]] = {"": {}}
    if beside is not None:
        trees[f" ({beside})"] = {"PYTHONPATH": str(beside)}
    found: dict[str, list[float]] = {}
    n_listed = sys.maxsize
    with tempfile.TemporaryDirectory(prefix="gridwright-start-") as name:
        starts = {
            tree: _Starts(Path(name) / str(place), environment)
            for place, (tree, environment) in enumerate(trees.items())
        }
        for each in starts.values():
            asyncio.run(each.fill())
        for number in range(n_starts + 1):
            for tree, each in starts.items():
                spent = {PLAY: each.play()}
                for what, path in LISTS.items():
                    n_games = each.serve(what, path, spent)
                    n_listed = min(n_listed, n_games)
                if number:  # The first start may write bytecode.
                    for what, milliseconds in spent.items():
                        found.setdefault(what + tree, []).append(milliseconds)
    medians = {what: round(statistics.median(each), 1) for what, each in found.items()}
    thresholds = [Threshold(what, medians.pop(what), most=most) for what, most in MAX_MS.items()]
    thresholds.append(Threshold("games of the shortest list", n_listed, least=N_LISTED))
    return Verdict(thresholds, medians)


class _Starts:
    """Starts of one tree on a folder."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._folder: Final = folder
        # As installed packages have it: compiling the sources would take most of the time.
        bytecode = {
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        }
        self._environment: Final = {VARIABLE: str(folder), **bytecode, **environment}

    async def fill(self) -> None:
        """Play tables into the middle of their games, by orders to a server."""
        self._folder.mkdir()
        key = load_or_make_key(self._folder / KEY_FILE)
        url = f"sqlite:///{self._folder / DATABASE_FILE}"
        async with await open_store(url, upgrade=True) as store:
            tables = [
                await prepare_table(store, key, default_spec(), seed, listed=True)
                for seed in range(N_TABLES)
            ]
        for table in tables:
            assert table.play_on(N_ORDERS), "the game was over too soon"
        server = self._server("fill")
        try:
            async with connected(server.address, 1) as connections:
                await send_flat_out(connections, tables, float("inf"))
            until = time.monotonic() + LISTED_S
            while min(len(_get(server, path)) for path in LISTS.values()) < N_LISTED:
                assert time.monotonic() < until, server.log.read_text()
                await asyncio.sleep(0.1)
            server.stop()
        finally:
            server.kill()

    def serve(self, what: str, path: str, spent: dict[str, float]) -> int:
        """Start a server and read a list; add its times, and return the number of games."""
        server = self._server("start")
        try:
            _get(server, ALIVE)
            spent[SERVE] = first = _cpu_ms(server.process)
            began = time.perf_counter()
            games = _get(server, path)
            spent[what.removeprefix("CPU ")] = 1e3 * (time.perf_counter() - began)
            spent[what] = _cpu_ms(server.process) - first
            server.stop()
        finally:
            server.kill()
        return len(games)

    def _server(self, name: str) -> ServerProcess:
        options = ("--analyses",)  # As an operator starts it, unlike an experiment.
        server = ServerProcess(self._folder, name, *options, environment=self._environment)
        server.wait_until_ready()
        return server

    def play(self) -> float:
        """Begin a game against bots; return the CPU time to the first prompt."""
        command = [sys.executable, "-P", "-m", "gridwright.cli", "play"]
        with subprocess.Popen(
            command,
            env={**os.environ, **self._environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            told = b""
            while not told.endswith(PROMPT):
                more = os.read(process.stdout.fileno(), 65_536)
                assert more, told
                told += more
            spent = _cpu_ms(process)
            process.kill()
        return spent


def _get(server: ServerProcess, path: str) -> list[Any]:
    """Return the tables or games of a list; none for another path."""
    place = urlsplit(server.address)
    with closing(http.client.HTTPConnection(place.hostname or "", place.port)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status == http.client.OK, told
    listed: list[Any] = told.get("games", told.get("tables", []))
    return listed


def _cpu_ms(process: "subprocess.Popen[bytes]") -> float:
    """Return the CPU time of all threads of a process, from its clock (Linux)."""
    clock = ~process.pid << 3 | 2  # CPUCLOCK_SCHED of that process, see clock_getcpuclockid(3).
    return 1e3 * time.clock_gettime(clock)

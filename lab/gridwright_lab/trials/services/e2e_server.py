"""Nodes with a private database and Redis, for end-to-end tests in another language.

    gridwright-lab e2e-server --nodes 2

It prints one line of JSON with the addresses once all nodes answer. Then it reads commands, one per
line: `kill node 0`, `start node 0`, `kill redis` or `start redis`, and answers each with a line.
It stops at the end of its input, and leaves neither process nor database behind.
"""

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from gridwright_lab.trials.services.databases import fresh_database
from gridwright_lab.trials.services.private_redis import PrivateRedis, private_redis
from gridwright_lab.trials.services.server_process import ServerProcess

TIMEOUT_S: Final = 240.0
"""Seconds for a node to answer on a machine that also runs browsers."""


class E2eServer:
    """Whole nodes, each with a worker; one that was killed starts again at its old address."""

    def __init__(
        self, folder: Path, database: str, redis: PrivateRedis, n_nodes: int, limits: float
    ) -> None:
        self._folder: Final = folder
        self._database: Final = database
        self._redis: Final = redis
        self._limits: Final = limits
        self._n_launched = 0
        self._nodes: Final = [self._launch(0) for _node in range(n_nodes)]
        self.addresses: list[str] = []

    def open(self) -> None:
        """Return once every node answers."""
        for node in self._nodes:
            node.wait_until_ready(TIMEOUT_S)
        self.addresses = [node.address for node in self._nodes]

    def _launch(self, port: int) -> ServerProcess:
        self._n_launched += 1
        shared = ("--database", self._database, "--redis", self._redis.url)
        limits = ("--limits", str(self._limits))
        name = f"node-{self._n_launched}"
        return ServerProcess(self._folder, name, "--port", str(port), "--no-open", *shared, *limits)

    def orders(self) -> Mapping[str, Callable[[], None]]:
        """The commands by name."""
        found: dict[str, Callable[[], None]] = {
            "kill redis": self._redis.kill,
            "start redis": self._redis.start,
        }
        for number in range(len(self._nodes)):
            found[f"kill node {number}"] = partial(self._kill, number)
            found[f"start node {number}"] = partial(self._start, number)
        return found

    def _kill(self, number: int) -> None:
        self._nodes[number].kill()

    def _start(self, number: int) -> None:
        port = urlsplit(self.addresses[number]).port
        assert port is not None
        self._nodes[number] = self._launch(port)
        self._nodes[number].wait_until_ready(TIMEOUT_S)

    def end(self) -> None:
        """End every process, also after an error."""
        for node in self._nodes:
            node.kill()


def _say(answer: Mapping[str, object]) -> None:
    print(json.dumps(answer), flush=True)


def _leave(number: int, _frame: object) -> None:
    sys.exit(128 + number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the end of standard input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=int, default=1, help="how many nodes answer")
    parser.add_argument("--limits", type=float, default=1, help="as that of gridwright serve")
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, _leave)
    # Ctrl-C reaches every process of the terminal; the parent process closes the input then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="gridwright-e2e-")))
        database = opened.enter_context(fresh_database())
        redis = opened.enter_context(private_redis())
        server = E2eServer(folder, database, redis, chosen.nodes, chosen.limits)
        opened.callback(server.end)
        server.open()
        _say({"addresses": server.addresses})
        orders = server.orders()
        for line in sys.stdin:
            order = orders.get(line.strip())
            if order is None:
                _say({"problem": f"expected one of {', '.join(orders)}, got {line.strip()!r}"})
                continue
            order()
            _say({"done": line.strip()})
    return 0


if __name__ == "__main__":
    sys.exit(main())

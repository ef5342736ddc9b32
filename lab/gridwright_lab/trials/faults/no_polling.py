"""A sabotaged socket node: it trusts the messages of the bus and never polls the log.

``python -m gridwright_lab.trials.faults.no_polling`` takes the options of an experiment's servers.
"""

import argparse
import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.server.feature import NodeOptions
from gridwright.server.live.bus import Bus
from gridwright.server.node import Node, open_node
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.operations.metrics import Metrics
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.settings import Role, Settings
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.serving import serve
from gridwright.server.storage.keys import Secret

PROGRAM: Final = ("-m", "gridwright_lab.trials.faults.no_polling")
NEVER: Final = 86_400.0


def _open_deaf(
    database: str,
    secret: Secret,
    bus: Bus,
    metrics: Metrics,
    limiter: RateLimiter,
    clock: Clock,
    options: NodeOptions,
) -> AbstractAsyncContextManager[Node]:
    deaf = replace(options, poll_seconds=NEVER)
    return open_node(database, secret, bus, metrics, limiter, clock, deaf)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("host", "database", "redis", "log", "role"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    chosen = parser.parse_args()
    set_up_logs(LogForm(chosen.log))
    settings = Settings(
        folder=chosen.folder,
        port=chosen.port,
        database=chosen.database,
        redis=chosen.redis,
        role=Role(chosen.role),
        hold=0,
    )
    asyncio.run(serve(settings, partial(print, flush=True), _open_deaf))
    print("Stopped")


if __name__ == "__main__":
    main()

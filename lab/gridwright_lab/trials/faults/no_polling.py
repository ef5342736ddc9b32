"""A sabotaged socket node: it trusts the messages of the bus and never polls the log.

``python -m gridwright_lab.trials.faults.no_polling`` takes the options of an experiment's servers.
"""

import argparse
import asyncio
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.server import app
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright.server.operations.settings import Role, Settings
from gridwright.server.serving import serve

PROGRAM: Final = ("-m", "gridwright_lab.trials.faults.no_polling")
NEVER: Final = 86_400.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("host", "database", "redis", "log", "role"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    chosen = parser.parse_args()
    set_up_logs(LogForm(chosen.log))
    plain = app.socket_route
    setattr(app, "socket_route", partial(plain, poll_seconds=NEVER))  # noqa: B010  # Sabotage.
    settings = Settings(
        folder=chosen.folder,
        port=chosen.port,
        database=chosen.database,
        redis=chosen.redis,
        role=Role(chosen.role),
        hold=0,
    )
    asyncio.run(serve(settings, partial(print, flush=True)))
    print("Stopped")


if __name__ == "__main__":
    main()

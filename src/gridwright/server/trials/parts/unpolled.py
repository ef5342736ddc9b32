"""A sabotaged socket node, for trials alone: it trusts its hints and never asks the log by itself.

``python -m gridwright.server.trials.parts.unpolled`` takes the options of a trial's servers.
"""

import argparse
import asyncio
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.server.api import app
from gridwright.server.api.sockets import SocketRoute
from gridwright.server.logs import LogForm, set_up_logs
from gridwright.server.roles import Role
from gridwright.server.serving import serve
from gridwright.server.settings import Settings

PROGRAM: Final = ("-m", "gridwright.server.trials.parts.unpolled")
NEVER: Final = 86_400.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("host", "database", "redis", "log", "role"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    chosen = parser.parse_args()
    set_up_logs(LogForm(chosen.log))
    setattr(app, "SocketRoute", partial(SocketRoute, poll_seconds=NEVER))  # noqa: B010  # Sabotage.
    settings = Settings(
        folder=chosen.folder,
        port=chosen.port,
        database=chosen.database,
        redis=chosen.redis,
        role=Role(chosen.role),
    )
    asyncio.run(serve(settings, partial(print, flush=True)))
    print("Stopped")


if __name__ == "__main__":
    main()

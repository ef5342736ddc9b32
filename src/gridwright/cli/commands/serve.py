"""``gridwright serve``."""

import importlib.util
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gridwright.cli.errors import CommandFailed
from gridwright.cli.terminal import open_console

PARTS = (
    *("alembic", "argon2", "cryptography", "itsdangerous", "msgspec", "prometheus_client"),
    *("sqlalchemy", "starlette", "structlog", "uvicorn", "webauthn", "websockets"),
)
"""What only a server needs; an install without dependencies lacks it, and the command says so."""


def require_server_parts() -> None:
    """Raise CommandFailed, with what to install, unless the server's parts are here."""
    missing = [part for part in PARTS if importlib.util.find_spec(part) is None]
    if missing:
        raise CommandFailed("the server needs more parts: pip install gridwright")


class RoleName(StrEnum):
    """As in ``server.operations.roles``, which needs the server's parts to be imported."""

    ALL = "all"
    API = "api"
    WS = "ws"
    WORKER = "worker"


class LogName(StrEnum):
    """As in ``gridwright.server.operations.logs``."""

    TEXT = "text"
    JSON = "json"


def serve(
    folder: Annotated[
        Path,
        typer.Option("--folder", metavar="DIR", help="Where games and the server's key are kept."),
    ] = Path("gridwright-server"),
    host: Annotated[str, typer.Option("--host", help="Which address answers.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65_535, help="0 lets the system choose.")
    ] = 8600,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="GRIDWRIGHT_DATABASE",
            help="postgresql://… in place of a file in the folder.",
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            "--redis",
            metavar="URL",
            envvar="GRIDWRIGHT_REDIS",
            help="redis://… by which several processes hear of each other's moves.",
        ),
    ] = "",
    role: Annotated[
        RoleName,
        typer.Option("--role", help="Everything, or one part of many; parts need both addresses."),
    ] = RoleName.ALL,
    show: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the browser once tables are served; by default only from a terminal.",
        ),
    ] = None,
    traces: Annotated[
        str,
        typer.Option(
            "--traces",
            metavar="URL",
            envvar="GRIDWRIGHT_TRACES",
            help="http://…: a collector that takes OpenTelemetry traces over HTTP.",
        ),
    ] = "",
    origin: Annotated[
        str,
        typer.Option(
            "--origin",
            metavar="URL",
            envvar="GRIDWRIGHT_ORIGIN",
            help="How pages reach it, as https://games.example; else each request tells.",
        ),
    ] = "",
    limits: Annotated[
        float,
        typer.Option(
            "--limits",
            metavar="FACTOR",
            envvar="GRIDWRIGHT_LIMITS",
            help="Raise the limits of requests, as 10 for ten times as many; 0 for none.",
        ),
    ] = 1.0,
    proxies: Annotated[
        int,
        typer.Option(
            "--proxies",
            metavar="N",
            envvar="GRIDWRIGHT_PROXIES",
            help="How many proxies in front name the client in X-Forwarded-For.",
        ),
    ] = 0,
    hold: Annotated[
        int | None,
        typer.Option(
            "--hold",
            metavar="MS",
            envvar="GRIDWRIGHT_HOLD",
            help="How long bots and cards wait for an undo; else 2500 among bots, 1000 among "
            "people. A table may say otherwise.",
        ),
    ] = None,
    log: Annotated[
        LogName, typer.Option("--log", help="Lines for people or for machines, on standard error.")
    ] = LogName.TEXT,
) -> None:
    """Host tables: one process, a database file, bots, and an API over HTTP and sockets.

    Nothing else is needed. Every move is on disk before it is acknowledged; stop the server with
    Ctrl-C and start it again, and the tables go on.
    """
    require_server_parts()
    # Late, so that the other commands start without the server's parts.
    from gridwright.server.operations.collector import NoTraceParts
    from gridwright.server.operations.logs import LogForm, set_up_logs
    from gridwright.server.operations.roles import Role
    from gridwright.server.operations.settings import BadSettings, Settings
    from gridwright.server.serving import run as serve_tables
    from gridwright.server.storage.errors import StoreError

    console = open_console()

    def tell(address: str) -> None:
        told = f"Tables are served at {address}  (API: {address}/docs, stop with Ctrl-C)"
        if role is not RoleName.ALL:
            told = f"Role {role.value} answers at {address}"
        console.print(told, soft_wrap=True)
        if role is RoleName.ALL and (console.is_terminal if show is None else show):
            # A user without a browser on this machine has the address.
            webbrowser.open(address)

    set_up_logs(LogForm(log.value))
    settings = Settings(
        folder,
        host,
        port,
        database,
        redis,
        Role(role.value),
        traces=traces,
        origin=origin,
        limits=limits,
        proxies=proxies,
        hold=hold,
    )
    try:
        serve_tables(settings, tell)
    except (BadSettings, StoreError, NoTraceParts) as error:
        raise CommandFailed(str(error)) from error
    console.print("Stopped. Every acknowledged move is kept.")

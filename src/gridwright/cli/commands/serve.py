"""``gridwright serve``."""

import importlib.util
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from gridwright.cli.data_folder import OLD_FOLDER, data_folder, data_option
from gridwright.cli.errors import CommandFailed
from gridwright.cli.hosting.addresses import (
    EVERYWHERE,
    address_here,
    addresses_of_friends,
    draw_qr_code,
)
from gridwright.cli.hosting.ports import tell_port_problem
from gridwright.cli.hosting.settings_file import load_settings
from gridwright.cli.terminal import open_console

PARTS = (
    *("alembic", "argon2", "cryptography", "itsdangerous", "msgspec", "prometheus_client"),
    *("sqlalchemy", "starlette", "structlog", "uvicorn", "webauthn", "websockets"),
)
"""Packages that only a server needs; without them the command fails with what to install."""


def require_server_parts() -> None:
    """Raise CommandFailed, with what to install, unless the server's parts are here."""
    missing = [part for part in PARTS if importlib.util.find_spec(part) is None]
    if missing:
        raise CommandFailed("the server needs more parts: pip install gridwright")


class RoleName(StrEnum):
    """Roles as in ``server.operations.settings``, whose import needs the server's packages."""

    ALL = "all"
    API = "api"
    WS = "ws"
    WORKER = "worker"


class LogName(StrEnum):
    """Log formats as in ``gridwright.server.operations.logs``."""

    TEXT = "text"
    JSON = "json"


def serve(
    config: Annotated[  # noqa: ARG001  # Its callback does the work.
        Path | None,
        typer.Option(
            "--config",
            "-c",
            metavar="FILE",
            envvar="GRIDWRIGHT_CONFIG",
            help="A TOML file with any of the other options, as in `port = 8700`.",
            callback=load_settings,
            is_eager=True,
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        data_option("Where games and the server's key are kept."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            "-H",
            metavar="ADDRESS",
            envvar="GRIDWRIGHT_HOST",
            help="Which address answers; 0.0.0.0 lets friends in your network play.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port",
            "-P",
            metavar="N",
            min=0,
            max=65_535,
            envvar="GRIDWRIGHT_PORT",
            help="0 lets the system choose.",
        ),
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
        typer.Option(
            "--role",
            envvar="GRIDWRIGHT_ROLE",
            help="Everything, or one part of many; parts need both addresses.",
        ),
    ] = RoleName.ALL,
    show: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            envvar="GRIDWRIGHT_OPEN",
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
            help="How pages reach it, as https://games.example; default: the host of each request.",
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
    header_timeout: Annotated[
        float,
        typer.Option(
            "--header-timeout",
            metavar="S",
            envvar="GRIDWRIGHT_HEADER_TIMEOUT",
            help="Seconds that a client has for the head of a request.",
        ),
    ] = 10.0,
    body_timeout: Annotated[
        float,
        typer.Option(
            "--body-timeout",
            metavar="S",
            envvar="GRIDWRIGHT_BODY_TIMEOUT",
            help="Seconds that it has for the body.",
        ),
    ] = 30.0,
    idle_timeout: Annotated[
        float,
        typer.Option(
            "--idle-timeout",
            metavar="S",
            envvar="GRIDWRIGHT_IDLE_TIMEOUT",
            help="Seconds for which a connection is kept open without a request.",
        ),
    ] = 60.0,
    archive_after: Annotated[
        int,
        typer.Option(
            "--archive-after",
            metavar="DAYS",
            envvar="GRIDWRIGHT_ARCHIVE_AFTER",
            help="Move games to compressed files this number of days after their end; 0 for never.",
        ),
    ] = 0,
    analyses: Annotated[
        bool,
        typer.Option(
            "--analyses/--no-analyses",
            envvar="GRIDWRIGHT_ANALYSES",
            help="Look back at finished games: who could have won, and where it turned.",
        ),
    ] = True,
    mail: Annotated[
        str,
        typer.Option(
            "--mail",
            metavar="URL",
            envvar="GRIDWRIGHT_MAIL",
            help="smtp://user:password@host:587: who takes mails for people whose turn it is.",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            "--mail-from",
            metavar="ADDRESS",
            envvar="GRIDWRIGHT_MAIL_FROM",
            help="The address that these mails come from.",
        ),
    ] = "",
    notice_hosts: Annotated[
        str,
        typer.Option(
            "--notice-hosts",
            metavar="HOST:PORT,…",
            envvar="GRIDWRIGHT_NOTICE_HOSTS",
            help="Hosts of your own network that notices may go to, such as ntfy.lan:8080.",
        ),
    ] = "",
    newest_version: Annotated[
        str,
        typer.Option(
            "--newest-version",
            metavar="URL",
            envvar="GRIDWRIGHT_NEWEST_VERSION",
            help="An address with the newest version, requested once a day for the host's page; "
            "no request without it.",
        ),
    ] = "",
    boards: Annotated[
        Path | None,
        typer.Option(
            "--boards",
            metavar="DIR",
            envvar="GRIDWRIGHT_BOARDS",
            help="A board of your own to offer, or a folder of such boards.",
        ),
    ] = None,
    log: Annotated[
        LogName,
        typer.Option(
            "--log",
            envvar="GRIDWRIGHT_LOG",
            help="Lines for people or for machines, on standard error.",
        ),
    ] = LogName.TEXT,
) -> None:
    """Host tables: one process, a database file, bots, and an API over HTTP and sockets.

    Nothing else is needed. Every move is on disk before it is acknowledged; stop the server with
    Ctrl-C and start it again, and the tables continue. An option comes before its environment
    variable, that before the file of `--config`.
    """
    require_server_parts()
    if mail and not origin:
        # A link in a mail must not follow the Host header of a request.
        raise CommandFailed(
            "--mail needs --origin, the address that links in mails begin with, "
            "such as --origin https://games.example"
        )
    # Late, so that the other commands start without the server's parts.
    from gridwright.cli.boards.offering import offer_boards
    from gridwright.server.operations.collector import NoTraceParts
    from gridwright.server.operations.logs import LogForm, set_up_logs
    from gridwright.server.operations.settings import DATABASE_FILE, BadSettings, Role, Settings
    from gridwright.server.serving import run as serve_tables
    from gridwright.server.storage.errors import StoreError

    console = open_console()
    own = offer_boards(boards)
    if own:
        from gridwright.server.sheets.own_boards import encoded_board

        # Drawn before the first request for it.
        for board in own:
            encoded_board(board)
    home = data_folder() if folder is None else folder
    older = "" if database else _tell_older_tables(home, DATABASE_FILE)

    def tell(address: str) -> None:
        if role is not RoleName.ALL:
            console.print(f"Role {role.value} answers at {address}", soft_wrap=True)
            return
        here = address_here(address)
        friends = [origin] if origin else addresses_of_friends(address)
        _tell_addresses(console, here, friends, host in EVERYWHERE)
        console.print(f"Data is kept in {home.resolve()}", soft_wrap=True)
        if own:
            told = ", ".join(f"{board.id} ({board.content[:8]})" for board in own)
            console.print(f"Your own boards: {told}", soft_wrap=True)
        if older:
            console.print(Text(older, style="bold"), soft_wrap=True)
        if console.is_terminal if show is None else show:
            # A user without a browser on this machine has the address.
            webbrowser.open(here)

    set_up_logs(LogForm(log.value))
    settings = Settings(
        home,
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
        header_timeout=header_timeout,
        body_timeout=body_timeout,
        idle_timeout=idle_timeout,
        archive_after=archive_after,
        analyses=analyses,
        mail=mail,
        mail_from=mail_from,
        notice_hosts=tuple(
            place.strip().lower() for place in notice_hosts.split(",") if place.strip()
        ),
        newest_version=newest_version,
    )
    try:
        serve_tables(settings, tell)
    except (BadSettings, StoreError, NoTraceParts) as error:
        raise CommandFailed(str(error)) from error
    except OSError as error:
        problem = tell_port_problem(error, host, port)
        if problem is None:
            raise
        raise CommandFailed(problem) from error
    console.print("Stopped. Every acknowledged move is kept.")


def _tell_addresses(console: Console, here: str, friends: list[str], everywhere: bool) -> None:
    """Print the addresses for this machine and for friends; the latter as a QR code too."""
    told = f"Tables are served at {here}  (API: {here}/docs, stop with Ctrl-C)"
    console.print(told, soft_wrap=True)
    if not friends:
        way = "no network was found" if everywhere else "for friends add --host 0.0.0.0"
        console.print(f"Only this machine reaches it; {way}")
        return
    console.print(f"Friends open {' or '.join(friends)}", soft_wrap=True)
    if console.is_terminal and console.encoding.startswith("utf"):
        console.print(draw_qr_code(friends[0]))


def _tell_older_tables(home: Path, database_file: str) -> str:
    """Return a note about tables in the former folder; empty if there are none."""
    if not (OLD_FOLDER / database_file).exists() or (home / database_file).exists():
        return ""
    return (
        f"Older tables are in {OLD_FOLDER.resolve()} and stay there. "
        f"To continue them: gridwright serve --data {OLD_FOLDER}"
    )

"""Settings of a server process."""

import importlib.util
import re
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from gridwright.server.storage.addresses import sqlite_path
from gridwright.server.storage.errors import Malformed
from gridwright.table.terms import MAX_HOLD_MS


class Role(StrEnum):
    """The role of a process.

    Nodes share the store and exchange hints, so any number of each role may run; only
    ALL works alone.
    """

    ALL = "all"
    API = "api"
    """Creates tables, seats people, executes orders, answers reads."""
    WS = "ws"
    """Holds the sockets of watchers, and answers reads."""
    WORKER = "worker"
    """Runs due jobs: bots, clocks, reveals."""

    @property
    def takes_orders(self) -> bool:
        return self in (Role.ALL, Role.API)

    @property
    def answers_reads(self) -> bool:
        return self is not Role.WORKER

    @property
    def has_sockets(self) -> bool:
        return self in (Role.ALL, Role.WS)

    @property
    def does_what_is_due(self) -> bool:
        return self in (Role.ALL, Role.WORKER)


_ADDRESSES: Final = ("redis://", "rediss://", "unix://")

_PARTS: Final = ("redis", "limits")


class BadBusAddress(ValueError):
    """The address of the bus is not supported, or its extra is not installed."""


def verify_bus_address(url: str) -> None:
    """Raise BadBusAddress unless ``open_bus`` supports the address."""
    if url and not url.startswith(_ADDRESSES):
        # The address may contain a password, so it is not repeated.
        raise BadBusAddress("expected redis://…, rediss://… or unix://… as the address of Redis")
    if url and not all(importlib.util.find_spec(name) for name in _PARTS):
        raise BadBusAddress("Redis needs an extra: pip install 'gridwright[scale]'")


KEY_FILE: Final = "server.key"
DATABASE_FILE: Final = "games.db"
CLOCK_FILE: Final = "clock.json"
ARCHIVE_FOLDER: Final = "archive"
MAX_ARCHIVE_DAYS: Final = 36_500
_MAIL: Final = re.compile(r"smtps?://([^\s/@:]+(:[^\s/@]*)?@)?[A-Za-z0-9.\[\]:-]+")
_MAIL_FROM: Final = re.compile(r"[!-?A-~]+@[A-Za-z0-9.-]+")
_PLACE: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+):[0-9]{1,5}")
_WEB: Final = re.compile(r"https?://[!-~]+")
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?")
MAX_FACTOR: Final = 1_000_000
MAX_PROXIES: Final = 9
MAX_TIMEOUT_S: Final = 3_600


class BadSettings(ValueError):
    """Settings are invalid or inconsistent; the text says what was expected."""


class Settings(msgspec.Struct, frozen=True):
    """Addresses, shared services, role and limits of a node."""

    folder: Path
    """Folder of the key file and, unless an address is given, of the database."""
    host: str = "127.0.0.1"
    port: int = 8600
    database: str = ""
    redis: str = ""
    role: Role = Role.ALL
    traces: str = ""
    """Address of a collector of traces; empty for the one of the environment, or none."""
    origin: str = ""
    """Public origin, as ``https://games.example``; empty to use each request's.

    Required for mail.
    """
    limits: float = 1.0
    """Factor on the rate limits; 0 disables them."""
    proxies: int = 0
    """Number of trusted proxies in front, which forward the client's address."""
    hold: int | None = None
    """Undo window in milliseconds of new tables without one in their terms.

    Bots and cards wait for it. None derives it from the seats.
    """
    header_timeout: float = 10.0
    """Seconds that a client has for the header of a request."""
    body_timeout: float = 30.0
    """Seconds that it has for the body."""
    idle_timeout: float = 60.0
    """Seconds for which a connection without a request is kept open."""
    archive_after: int = 0
    """Days after its end until a worker moves a game to the archive; 0 for never."""
    analyses: bool = True
    """True if workers analyse finished games, in a separate process."""
    mail: str = ""
    """Mail server for notices, as ``smtp://user:password@host:587``; empty for none."""
    mail_from: str = ""
    """Sender address of mails."""
    notice_hosts: tuple[str, ...] = ()
    """Hosts and ports of the host's own network that notices may go to, as ``ntfy.lan:8080``."""
    newest_version: str = ""
    """URL of the newest version's number; empty to disable the check."""

    @property
    def key_file(self) -> Path:
        return self.folder / KEY_FILE

    @property
    def archive_folder(self) -> Path:
        return self.folder / ARCHIVE_FOLDER

    @property
    def clock_file(self) -> Path:
        return self.folder / CLOCK_FILE

    def database_address(self) -> str:
        """Address of the database: the given one, or that of a file in the folder."""
        return self.database or f"sqlite:///{(self.folder / DATABASE_FILE).resolve()}"


class NoticePlan(msgspec.Struct, frozen=True):
    """Settings of notices."""

    mail: str = ""
    """Mail server, as ``smtp://user:password@host:587``; empty for no mail."""
    mail_from: str = ""
    """Sender address of mails."""
    hosts: tuple[str, ...] = ()
    """Hosts and ports of the host's own network that notices may go to."""
    origin: str = ""
    """Public origin of the server, with which links start.

    Without it there is no mail, and other notices contain a path only.
    """
    allows_private: bool = False
    """True in tests, whose receivers are on loopback. No setting of a server sets it."""


def verify_settings(settings: Settings) -> None:
    """Raise BadSettings unless a node can be started with them.

    A node that is one of many must not start on a file or a bus that the others cannot reach: it
    would look healthy and lose its players.
    """
    if settings.origin and not _ORIGIN.fullmatch(settings.origin):
        raise BadSettings("expected an origin such as https://games.example, without a path")
    if not 0 <= settings.limits <= MAX_FACTOR:
        raise BadSettings(f"expected limits from 0 to {MAX_FACTOR}, got {settings.limits}")
    if not 0 <= settings.proxies <= MAX_PROXIES:
        raise BadSettings(f"expected 0 to {MAX_PROXIES} proxies, got {settings.proxies}")
    if settings.hold is not None and not 0 <= settings.hold <= MAX_HOLD_MS:
        raise BadSettings(f"expected a hold from 0 to {MAX_HOLD_MS}, got {settings.hold}")
    if not 0 <= settings.archive_after <= MAX_ARCHIVE_DAYS:
        told = f"expected 0 to {MAX_ARCHIVE_DAYS} days"
        raise BadSettings(f"{told} until a game is archived, got {settings.archive_after}")
    _verify_mail(settings)
    for place in settings.notice_hosts:
        if not _PLACE.fullmatch(place):
            raise BadSettings(f"expected a host and port such as ntfy.lan:8080, got {place!r}")
    if settings.newest_version and not _WEB.fullmatch(settings.newest_version):
        raise BadSettings("expected an http or https URL for the newest version")
    for name in ("header_timeout", "body_timeout", "idle_timeout"):
        seconds = getattr(settings, name)
        if not 0 < seconds <= MAX_TIMEOUT_S:
            told = name.replace("_", " ")
            raise BadSettings(f"expected a {told} up to {MAX_TIMEOUT_S} s, got {seconds}")
    try:
        path = sqlite_path(settings.database_address())
        verify_bus_address(settings.redis)
    except (Malformed, BadBusAddress) as error:
        raise BadSettings(str(error)) from error
    if settings.role is Role.ALL:
        return
    missing: list[str] = []
    if path is not None:
        missing.append("--database postgresql://…")
    if not settings.redis:
        missing.append("--redis redis://…")
    if missing:
        raise BadSettings(
            f"role {settings.role} is one of several processes; expected {' and '.join(missing)}"
        )


def _verify_mail(settings: Settings) -> None:
    if settings.mail and not _MAIL.fullmatch(settings.mail):
        # The value may contain a password.
        raise BadSettings("expected a mail server such as smtp://user:password@host:587")
    if settings.mail and not settings.origin:
        # Links in mails must not follow the Host header of a request.
        raise BadSettings(
            "expected --origin (such as https://games.example) with --mail: mails carry links"
        )
    if settings.mail and not _MAIL_FROM.fullmatch(settings.mail_from):
        raise BadSettings("expected an address that mails come from, such as grid@games.example")

"""A copy of a server's database, made while the server runs."""

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from gridwright.cli.errors import CommandFailed
from gridwright.fair.atomic_file import part_of, put_in_place, write_atomically
from gridwright.server.storage.archive_folder import ENDING

ENDINGS: Final = {"sqlite": ".db", "postgresql": ".dump"}
NAME: Final = re.compile(r"games-\d{8}T\d{6}Z\.(db|dump)")
"""File names that `back_up` gives; no other file of a folder is ever touched."""
SECRET: Final = 0o600


def back_up(database: str, sqlite: Path | None, folder: Path, now: datetime) -> Path:
    """Copy a database into a folder as a file of its own; a failure leaves nothing there."""
    kind = "postgresql" if sqlite is None else "sqlite"
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    file = folder / f"games-{stamp}{ENDINGS[kind]}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = part_of(file)
    fresh.unlink(missing_ok=True)
    # Made first, so that no other user can read it at any time.
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, SECRET))
    try:
        if sqlite is None:
            _dump(database, fresh)
        else:
            _copy(sqlite, fresh)
        put_in_place(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)
    return file


def forget_oldest(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups of a folder; returns what was removed."""
    found = sorted(each for each in folder.iterdir() if NAME.fullmatch(each.name))
    gone = found[:-keep]
    for each in gone:
        each.unlink()
    return gone


def copy_archive(archive: Path, folder: Path) -> int:
    """Copy archived games into a folder of backups; returns how many it did not have yet.

    A file of the archive never changes, so one that is there is not copied again.
    """
    n_copied = 0
    for file in sorted(archive.glob(f"*/*{ENDING}")):
        copy = folder / archive.name / file.parent.name / file.name
        if copy.exists():
            continue
        copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(copy, file.read_bytes(), SECRET)
        n_copied += 1
    return n_copied


def _copy(path: Path, fresh: Path) -> None:
    """Copy with SQLite's backup in one step, which holds up no server; raise CommandFailed."""
    if not path.is_file():
        raise CommandFailed(f"{path}: no such database")
    try:
        with (
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(fresh)) as target,
        ):
            source.backup(target)
            # One file and no log next to it, in any journal mode of the server.
            target.execute("PRAGMA journal_mode = DELETE")
            (told,) = target.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise CommandFailed(f"{path}: the backup failed; {error}") from error
    if told != "ok":
        raise CommandFailed(f"{path}: the copy is not sound; {told}")


def _dump(database: str, fresh: Path) -> None:
    """Dump with pg_dump, which sees one moment of the database; raise CommandFailed."""
    program = shutil.which("pg_dump")
    if program is None:
        raise CommandFailed("expected pg_dump, which comes with PostgreSQL's client programs")
    address = urlsplit(database)
    # Not on the command line, where other users of the machine would see the password.
    told = {
        "PGHOST": unquote(address.hostname or ""),
        "PGPORT": str(address.port or ""),
        "PGUSER": unquote(address.username or ""),
        "PGPASSWORD": unquote(address.password or ""),
        "PGDATABASE": unquote(address.path.lstrip("/")),
    }
    settings = {name: value for name, value in told.items() if value}
    schemas = [f"--schema={each}" for each in parse_qs(address.query).get("search_path", [])]
    done = subprocess.run(
        [program, "--format=custom", "--no-password", f"--file={fresh}", *schemas],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CommandFailed(f"pg_dump failed; {done.stderr.strip()}")

"""The same statement without the server: the upper bound of the database's rate."""

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage import statements
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.rows import entry_row, game_row
from gridwright.table.entries import Entry, Status
from gridwright_lab.trials.services.private_postgres import postgres_program

_GAME_ID: Final = "'bare-sql-game-' || :round || '-' || :client_id"
_VERSION: Final = ":version"
_COMMAND_ID: Final = "'0;2;c' || :version"
_PLACE: Final = re.compile(r"\$(\d+)")
_RATE: Final = re.compile(r"tps = ([\d.]+) ")


class BareSqlFailed(Exception):
    """pgbench failed."""


def append_script(entry: Entry) -> str:
    """Return a pgbench script of the append: each client continues its own game."""
    values = [_GAME_ID, _VERSION, *map(_literal, entry_row(entry, Status.RUNNING, None))]
    values[4] = _COMMAND_ID
    append = _PLACE.sub(lambda found: values[int(found[1]) - 1], statements.APPEND)
    return f"{append.strip()};\n\\set version :version + 1\n"


def _literal(value: object) -> str:
    if value is None or isinstance(value, int):
        return "NULL" if value is None else str(value)
    # A colon would be a variable of pgbench.
    text = str(value).replace("'", "''").replace(":", ";")
    return f"'{text}'"


async def make_bare_games(url: str, rounds: int, clients: int) -> None:
    """Create a game for each client of each round."""
    connection = await asyncpg.connect(url)
    try:
        for number in range(rounds):
            for client in range(clients):
                game_id = f"bare-sql-game-{number}-{client}"
                game = NewGame(game_id=game_id, rules="bare", spec="{}", created_at=0)
                await connection.execute(statements.CREATE, *game_row(game), None)
    finally:
        await connection.close()


def bare_rate(url: str, entry: Entry, number: int, clients: int, seconds: float) -> float:
    """Return appends per second of a round of pgbench. Raises BareSqlFailed."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        Path(script.name).write_text(append_script(entry), encoding="utf-8")
        options = [
            *("--no-vacuum", "--protocol=prepared", "--jobs=2", f"--client={clients}"),
            *(f"--time={max(1, round(seconds))}", "--define=version=0", f"--define=round={number}"),
            *(f"--file={script.name}", url),
        ]
        ran = subprocess.run(
            [postgres_program("pgbench"), *options],
            check=False,
            capture_output=True,
            text=True,
            timeout=seconds + 60,
        )
    found = _RATE.search(ran.stdout)
    if ran.returncode != 0 or found is None or "aborted" in ran.stderr:
        raise BareSqlFailed(ran.stderr[-500:] or ran.stdout[-500:])
    return float(found[1])


async def count_bare_entries(url: str, number: int) -> int:
    """Return the number of entries of a round, to show that the statements did append."""
    connection = await asyncpg.connect(url)
    try:
        counted = await connection.fetchval(
            "SELECT count(*) FROM event WHERE game_id LIKE $1", f"bare-sql-game-{number}-%"
        )
    finally:
        await connection.close()
    return int(counted)

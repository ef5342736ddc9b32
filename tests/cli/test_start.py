"""Modules that a start must not load: each takes longer than the command has to its first answer.

The times themselves are measured by ``gridwright-lab bench start``. The two starts take four
seconds of processor time.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from gridwright.cli.data_folder import VARIABLE
from gridwright.server.operations.settings import Settings
from gridwright.server.storage import load_or_make_key
from gridwright.server.storage.migrations.migrate import migrate

TOLD = "loaded.txt"
WATCHED = f"""\
import atexit, pathlib, sys
told = pathlib.Path(sys.argv.pop(1)) / {TOLD!r}
atexit.register(lambda: told.write_text("\\n".join(sys.modules)))
from gridwright.cli.main import main
main()
"""
"""The program, which writes the names of its modules at its end."""

NEITHER = (
    *("alembic", "sqlalchemy", "pydantic", "numpy", "matplotlib", "markdown_it"),
    *("gridwright_frozen", "gridwright_lab", "gridwright.arena", "gridwright.content.board_check"),
)
LATER_IN_SERVE = (
    *("webauthn", "OpenSSL", "cbor2", "resvg", "segno", "asyncpg", "redis"),
    *("opentelemetry", "gridwright.study"),
)
"""Libraries of routes that few servers use, or of extras."""
NOT_IN_PLAY = (
    *("asyncio", "starlette", "uvicorn", "cryptography", "structlog", "gridwright.server"),
    *("gridwright.table", "gridwright.insight", "gridwright.puzzles", "pygments"),
)


def program(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-P", "-c", WATCHED, str(folder), *words]


def loaded(folder: Path, names: tuple[str, ...]) -> list[str]:
    """Return those of the names that were loaded, with or without submodules."""
    found = (folder / TOLD).read_text().splitlines()
    assert "gridwright.cli.app" in found
    return [name for name in names if name in found]


def test_a_second_start_of_serve_loads_no_migrations_and_no_rare_parts(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    load_or_make_key(settings.key_file)
    asyncio.run(migrate(settings.database_address()))
    words = ("serve", "--port", "0", "--no-open", "--folder", str(tmp_path))
    with subprocess.Popen(program(tmp_path, *words), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://[0-9.:]+", server.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(f"{address[0]}/healthz", timeout=30) as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
    assert loaded(tmp_path, (*NEITHER, *LATER_IN_SERVE)) == []
    assert loaded(tmp_path, ("uvicorn", "gridwright.server.serving")) != []


@pytest.mark.parametrize("module", ["gridwright.server.storage.migrations.migrate"])
def test_the_watched_program_notices_a_module(tmp_path: Path, module: str) -> None:
    late = WATCHED.replace("from gridwright", f"import {module}\nfrom gridwright", 1)
    command = [sys.executable, "-P", "-c", late, str(tmp_path), "rules", "c6.4"]
    subprocess.run(command, check=True, capture_output=True)
    assert loaded(tmp_path, ("alembic", module)) == ["alembic", module]


def test_play_loads_no_server_to_its_first_prompt(tmp_path: Path) -> None:
    ran = subprocess.run(
        program(tmp_path, "play"),
        env={**os.environ, VARIABLE: str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Seat 0> " in ran.stdout
    assert loaded(tmp_path, (*NEITHER, *NOT_IN_PLAY)) == []
    assert loaded(tmp_path, ("gridwright.bots.registry",)) != []

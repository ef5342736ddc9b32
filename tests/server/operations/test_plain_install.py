"""The server without what many processes need: on a file it runs, and else it says what to do."""

import asyncio
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from gridwright.server.operations.settings import Settings
from gridwright.server.storage import load_or_make_key
from gridwright.server.storage.migrations.migrate import migrate

WITHOUT = "import sys; sys.modules.update(dict.fromkeys(('asyncpg', 'redis', 'uvloop')))"
PLAIN = f"{WITHOUT}; from gridwright.cli.main import main; main()"
"""The program in an environment that lacks the extra ``scale``."""
HINT = "pip install 'gridwright[scale]'"


def command(*words: str) -> list[str]:
    return [sys.executable, "-P", "-c", PLAIN, *words]


def test_a_plain_install_serves_from_a_file(tmp_path: Path) -> None:
    home = command("serve", "--port", "0", "--folder", str(tmp_path / "home"))
    with subprocess.Popen(home, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://[0-9.:]+", server.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(f"{address[0]}/readyz", timeout=30) as answer:
            assert answer.status == 200
        server.terminate()
        assert server.wait(30) == 0


@pytest.mark.parametrize(
    ("option", "address", "told"),
    [
        ("--database", "postgresql://missing@127.0.0.1:1/none", "PostgreSQL needs an extra"),
        ("--redis", "redis://127.0.0.1:1", "Redis needs an extra"),
    ],
)
@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("admin", "reset-password", "ada")])
def test_a_missing_extra_is_named_with_its_install_command(
    tmp_path: Path, words: tuple[str, ...], option: str, address: str, told: str
) -> None:
    settings = Settings(tmp_path)
    load_or_make_key(settings.key_file)
    asyncio.run(migrate(settings.database_address()))
    done = subprocess.run(
        command(*words, "--folder", str(tmp_path), option, address),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"gridwright: {told}: {HINT}\n"

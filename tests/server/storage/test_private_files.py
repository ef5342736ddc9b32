"""Files of a server are private: folder, database, SQLite's other files, keys."""

import os
import stat
from pathlib import Path

import httpx
import pytest

from gridwright.cli.data_folder import VARIABLE, games_folder
from gridwright.content.table import default_spec
from gridwright.server.storage.private_files import others_may_read
from gridwright_lab.trials.services.server_process import started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only there files have such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def _lax_umask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_new_server_keeps_everything_to_itself(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    # The laboratory keeps its logs in a folder of its own, so that the server makes this one.
    with started(tmp_path / "logs", home=("--data", str(data))) as servers:
        spec = default_spec("card", seats=2).to_json()
        made = httpx.post(f"{servers['home'].address}/api/tables", json={"spec": spec})
        assert made.status_code == 201
        assert mode(data) == 0o700
        found = {file.name: mode(file) for file in data.iterdir()}
        assert set(found) >= {"games.db", "games.db-wal", "server.key"}
        assert set(found.values()) == {0o600}
        assert [line["event"] for line in servers["home"].lines()] == ["serving"]


def test_the_mode_of_an_older_database_is_kept_and_logged(tmp_path: Path) -> None:
    with started(tmp_path, home=()):
        pass
    database = tmp_path / "games.db"
    database.chmod(0o644)
    assert others_may_read(database)
    with started(tmp_path, home=()) as servers:
        assert "others may read the database" in [each["event"] for each in servers["home"].lines()]
    assert mode(database) == 0o644


def test_the_data_folder_is_always_created_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    assert games_folder().is_dir()
    assert mode(tmp_path / "data") == 0o700

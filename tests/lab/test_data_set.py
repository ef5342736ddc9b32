"""Sets of bot games as Parquet: the same on every machine, and what their moves lead to."""

import json
import re
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gridwright.arena.cells import gather_cells
from gridwright.fair.commit import SEED_BYTES
from gridwright.study.table import open_table
from gridwright_lab.data_set.rows import SCHEMA, verify_row
from gridwright_lab.data_set.write import BOTS, SERIES, main, plan_games, write_rows

CARD = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "data-set.md").read_text("utf-8")
SAMPLE = Path(__file__).resolve().parents[2] / "docs" / "data" / "games-1000.parquet"
FEW = ["--games", "6", "--bots", "l0,l1", "--cell", "card:2", "--cell", "classic:3"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("set") / "games.parquet"
    assert main([*FEW, "--workers", "1", "--out", str(path)]) == 0
    return path


def test_one_command_writes_the_same_file_however_many_processes_play(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = tmp_path / "games.parquet"
    assert main([*FEW, "--workers", "2", "--out", str(again), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["games"], told["bytes"]) == (True, 6, again.stat().st_size)
    assert again.read_bytes() == file.read_bytes()
    assert not list(tmp_path.glob(".*"))


def test_a_row_is_a_whole_game_that_its_seed_deals(file: Path) -> None:
    table = pq.read_table(file)
    assert table.schema.equals(SCHEMA)
    for row in table.to_pylist():
        assert len(row["seed"]) == SEED_BYTES
        assert len(row["bots"]) == len(row["places"]) == row["seats"]
        spec = gather_cells([f"{row['edition']}/{row['preset']}/{row['board']}:{row['seats']}"])
        again = open_table(spec[0].spec, row["game_id"], row["seed"], {})
        for move in row["moves"]:
            if not move.startswith("chance "):
                again.play(move)
        assert again.moves == row["moves"]
        assert again.ranking == row["places"]


def test_a_file_is_verified_by_playing_it_again(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--verify", str(file)]) == 0
    rows = pq.read_table(file).to_pylist()
    for name, value in (("scores", [99, 99]), ("moves", [*rows[0]["moves"][:-1], "0 pass"])):
        wrong = tmp_path / f"{name}.parquet"
        write_rows(wrong, [{**rows[0], name: value}])
        assert main(["--verify", str(wrong), "--json"]) == 1
        assert not json.loads(capsys.readouterr().out.splitlines()[-1])["ok"]
    with pytest.raises(pa.ArrowInvalid):
        write_rows(tmp_path / "bad.parquet", [{**rows[0], "seats": 1_000}])
    verify_row(rows[0])


def test_cells_come_in_turn_and_every_bot_has_every_seat() -> None:
    cells = gather_cells(["card:2", "classic:3"])
    places = list(plan_games(cells, ["l0", "l1", "easy"], 300, SERIES))
    assert Counter(place.fixture.cell for place in places) == {cells[0]: 150, cells[1]: 150}
    assert len({(place.fixture.cell, place.deal) for place in places}) == 300
    pairs = Counter(place.fixture.bots for place in places if place.fixture.cell == cells[0])
    assert len(pairs) == 9
    assert min(pairs.values()) > 5


def test_the_card_shows_how_to_read_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its commands run with those of all guides; here its Python reads what they write."""
    monkeypatch.chdir(tmp_path)
    words = re.findall(r"^\$ gridwright-lab data-set (--games.*)$", CARD, re.MULTILINE)
    assert main(words[0].split()) == 0
    (code,) = re.findall(r"^```python\n(.*?)^```", CARD, re.MULTILINE | re.DOTALL)
    capsys.readouterr()
    exec(compile(code, "docs/guide/data-set.md", "exec"), {})
    assert "rounds" in capsys.readouterr().out


def test_the_card_explains_every_column() -> None:
    assert [name for name in SCHEMA.names if f"`{name}`" not in CARD] == []


def test_the_sample_in_the_repository_is_the_beginning_of_the_set() -> None:
    rows = pq.read_table(SAMPLE).to_pylist()
    assert len(rows) == 1_000
    places = plan_games(gather_cells(["all:all"]), BOTS.split(","), 1_000, SERIES)
    for row, place in zip(rows, places, strict=True):
        assert row["bots"] == place.fixture.seating(place.deal, place.place)
        assert row["edition"] == place.fixture.cell.edition
    for row in rows[::50]:
        verify_row(row)

"""The games that the browser's fold is tried on are those that the engine plays."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.table import HASHED, rules_identity, rules_sheet
from gridwright.protocol.records import RECORDS
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.fold_export import (
    document,
    every_event,
    fresh_games,
    main,
    write,
)
from gridwright_lab.conformance.sampling.tables import list_tables

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "web" / "tests" / "fold" / "sample.json.gz"
MAX_BYTES = 300_000


def read(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


def test_the_committed_sample_is_what_the_engine_plays_today() -> None:
    sample = read(SAMPLE)
    corpus = Corpus([ROOT / folder for folder in Corpus.FOLDERS])
    names = [game["name"] for game in sample["games"]]
    games = iter([(name, corpus.transcript(name)) for name in names])
    again = document(games, each_event=True)
    assert json.loads(json.dumps(again)) == sample
    assert SAMPLE.stat().st_size <= MAX_BYTES


def test_every_event_of_the_wire_is_exported_with_its_fields() -> None:
    told = every_event()
    assert set(told) == set(RECORDS.events)
    for word, fields in told.items():
        assert fields == list(RECORDS.events[word].__struct_fields__)


@pytest.mark.parametrize("edition", ["card", "classic", "deluxe"])
def test_the_rules_identity_can_be_computed_from_a_sheet(edition: str) -> None:
    for table in list_tables(edition)[::9]:
        sheet = rules_sheet(table)
        hashed = {part: sheet[part] for part in HASHED}
        text = json.dumps(hashed, sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(text.encode("ascii")).hexdigest() == rules_identity(table)


def test_a_sheet_hides_money_where_the_table_does() -> None:
    tables = [table for table in list_tables() if table.hidden_money]
    assert tables
    opening = rules_sheet(tables[0])["opening"]
    assert set(opening["money"]) == {-1}


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.json.gz", "other.json.gz"):
        write(tmp_path / name, document(fresh_games(1, 3)))
    assert (tmp_path / "one.json.gz").read_bytes() == (tmp_path / "other.json.gz").read_bytes()


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json"
    folder = str(ROOT / "tests" / "golden")
    assert (
        main([str(file), "--golden", folder, "--recorded", str(tmp_path), "--games", "card-2"]) == 0
    )
    assert capsys.readouterr().out.startswith("1 games, ")
    assert [game["name"] for game in json.loads(file.read_text())["games"]] == ["card-2"]

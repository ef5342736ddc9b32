"""The files that the architecture asks contributors to read are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text()
TABLE = TEXT[TEXT.index("Read these five files first") :].split("\n\n")[1]
ROWS = TABLE.splitlines()[2:]


def named_files(row: str) -> list[str]:
    return re.findall(r"`([^`]+)`", row)


def test_there_is_a_row_for_each_kind_of_contributor() -> None:
    assert len(ROWS) >= 6


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_each_row_names_five_files_that_exist(row: str) -> None:
    names = named_files(row)
    assert len(names) == 5
    for name in names:
        places = [ROOT / name, ROOT / "src" / "gridwright" / name]
        assert any(place.is_file() for place in places), name

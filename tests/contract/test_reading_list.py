"""The files that the architecture asks contributors to read are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text()
LIST = TEXT[TEXT.index("Read these five files first") :].split("\n\n")[1]
ITEMS = LIST.removeprefix("- ").split("\n- ")


def named_files(item: str) -> list[str]:
    return re.findall(r"`([^`]+)`", item)


def test_there_is_an_item_for_each_kind_of_contributor() -> None:
    assert len(ITEMS) >= 6


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.split("**")[1])
def test_each_item_names_five_files_that_exist(item: str) -> None:
    names = named_files(item)
    assert len(names) == 5
    for name in names:
        places = [ROOT / name, ROOT / "src" / "gridwright" / name]
        assert any(place.is_file() for place in places), name

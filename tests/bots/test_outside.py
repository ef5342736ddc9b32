"""Bots of others, by address and by entry point."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.bots.outside import announced, load_outside
from gridwright.bots.random_bot import RandomBot
from gridwright.bots.registry import BOTS, UnknownBotError, bot_names, find_bot

MODULE = """
from gridwright.bots.random_bot import RandomBot

class Mine(RandomBot):
    pass

class Weighed(RandomBot):
    def __init__(self):
        super().__init__()
        self.digest = "w1"

READY = RandomBot()
NO_BOT = 7

def fails():
    raise OSError("no weights")
"""
ANNOUNCED = """\
[gridwright.bots]
mine = outside_bots:Mine
hard = outside_bots:Mine
l2 = outside_bots:Mine
bad,name = outside_bots:Mine
gone = outside_bots:Gone
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module with bots on the path, and a distribution that announces some of them."""
    (tmp_path / "outside_bots.py").write_text(MODULE)
    info = tmp_path / "outside_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ANNOUNCED)
    monkeypatch.syspath_prepend(tmp_path)
    _forget()
    yield tmp_path
    sys.modules.pop("outside_bots", None)
    _forget()


def _forget() -> None:
    announced.cache_clear()
    load_outside.cache_clear()


@pytest.mark.usefixtures("folder")
def test_an_address_finds_a_class_an_instance_or_a_function() -> None:
    mine = find_bot("outside_bots:Mine")
    assert isinstance(mine, RandomBot)
    assert mine is find_bot("outside_bots:Mine")
    assert isinstance(find_bot("outside_bots:READY"), RandomBot)


@pytest.mark.usefixtures("folder")
def test_a_bot_has_the_name_it_was_found_by() -> None:
    for name in ("outside_bots:Mine", "mine"):
        assert find_bot(name).name == name
        assert find_bot(find_bot(name).name) is find_bot(name)


def test_changed_code_has_another_digest(folder: Path) -> None:
    assert find_bot("outside_bots:Weighed").digest == "w1"
    before = find_bot("outside_bots:Mine").digest
    assert len(before) == 64
    (folder / "outside_bots.py").write_text(MODULE + "\n# Changed.\n")
    _forget()
    assert find_bot("outside_bots:Mine").digest not in ("", before)


@pytest.mark.usefixtures("folder")
def test_entry_points_are_listed_after_our_own_and_replace_none() -> None:
    assert bot_names() == [*BOTS, "gone", "mine"]
    assert find_bot("hard") is BOTS["hard"]
    assert find_bot("l2") is BOTS["hard"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("outside_bots:NO_BOT", "expected a gridwright.Bot at outside_bots:NO_BOT, got 7"),
        ("outside_bots:fails", r"got OSError\('no weights'\)"),
        ("outside_bots:Nothing", "got AttributeError"),
        ("no_such_module:Bot", "got ModuleNotFoundError"),
        ("gone", "expected a bot at outside_bots:Gone, got AttributeError"),
        (":", "expected a bot at :, got"),
        ("mime", "expected a bot of .*mine, or module:Class, got 'mime'"),
    ],
)
def test_what_is_no_bot_is_refused_by_name(name: str, told: str) -> None:
    with pytest.raises(UnknownBotError, match=told):
        find_bot(name)

"""Faults of an overlay."""

from pathlib import Path

import pytest

from gridwright.content.table import ContentError, build_rules, default_spec, register_overlay
from tests.content.conftest import Write

REFUSED: list[tuple[str, dict[str, str], str, str, str]] = [
    (
        "unknown key",
        {"edition": "[contractor]\nthird = [1]\n"},
        "deluxe/edition.toml",
        "contractor.third",
        "unknown key; expected one of first, later",
    ),
    (
        "lists of unequal length",
        {"edition": "[contractor]\nlater = [0, 1, 2]\n"},
        "deluxe/edition.toml",
        "contractor.later",
        "expected a list of 6; came one of 3",
    ),
    (
        "the shipped list does not fit any more",
        {"edition": "[contractor]\nfirst = [1, 2]\n"},
        "deluxe/edition.toml",
        "contractor.later",
        "expected a list of 2; came one of 6",
    ),
    (
        "wrong type",
        {"edition": 'money = "much"\n'},
        "deluxe/edition.toml",
        "money",
        'expected a table; came "much"',
    ),
    (
        "no TOML",
        {"edition": "money = much\n"},
        "deluxe/edition.toml",
        "",
        "expected TOML; ",
    ),
    (
        "a key of the second plant of the overlay",
        {"plants": "plants = [{ number = 3, need = 1 }, { number = 50, out = 8 }]\n"},
        "deluxe/plants.toml",
        "plants[1].out",
        "unknown key",
    ),
    (
        "a plant twice",
        {"plants": "plants = [{ number = 50, output = 8 }, { number = 50, output = 9 }]\n"},
        "deluxe/plants.toml",
        "plants[1]",
        "duplicate plant 50; expected each once",
    ),
    (
        "an incomplete plant",
        {"plants": "plants = [{ number = 51, output = 8 }]\n"},
        "deluxe/plants.toml",
        "plants[0].kinds",
        "missing key",
    ),
    (
        "a plant without a number",
        {"plants": "plants = [{ output = 8 }]\n"},
        "deluxe/plants.toml",
        "plants[0].number",
        "missing key",
    ),
    (
        "a plant that is none",
        {"plants": "plants = [50]\n"},
        "deluxe/plants.toml",
        "plants[0]",
        "expected a table; came 50",
    ),
    (
        "a plant that contradicts its card",
        {"plants": "plants = [{ number = 11, kinds = ['gas'] }]\n"},
        "deluxe/plants.toml",
        "plants[0].need",
        "expected 0 exactly for a plant that burns nothing; came 0",
    ),
    (
        "a link to a missing city",
        {"europe": 'links = [{ from = "london", to = "mars", cost = 99 }]\n'},
        "deluxe/boards/europe/board.toml",
        "links[0].to",
        'unknown city "mars"',
    ),
    (
        "an incomplete board",
        {"atlantis": 'id = "atlantis"\n'},
        "deluxe/boards/atlantis/board.toml",
        "name",
        "missing key",
    ),
    (
        "a wrong card total",
        {"decks": "[decks.europe.removed.dark]\n4 = 2\n"},
        "deluxe/decks.toml",
        "decks.europe",
        "wrong card total: expected 13",
    ),
    (
        "a stranger among the presets",
        {"presets": '[presets.asia]\nname = "Asia"\n'},
        "deluxe/presets.toml",
        "presets.asia.boards",
        "missing key",
    ),
    (
        "a file that fits its own key but no other",
        {"edition": 'kinds = ["coal", "gas", "oil", "thorium"]\n'},
        "",
        "",
        "expected figures that fit the shipped ones; came deluxe/edition.toml: tokens.totals",
    ),
    (
        "nothing",
        {"edition": "[contractor]\nfirst = [5, 10, 15, 20, 25, 30]\n"},
        "",
        "",
        "expected at least one change; came the shipped figures",
    ),
    (
        "nothing but a link the other way round",
        {"europe": 'links = [{ from = "vlaanderen", to = "london", cost = 15 }]\n'},
        "",
        "",
        "expected at least one change; came the shipped figures",
    ),
]


@pytest.mark.parametrize(
    ("texts", "file", "path", "problem"),
    [each[1:] for each in REFUSED],
    ids=[each[0] for each in REFUSED],
)
def test_refused(texts: dict[str, str], file: str, path: str, problem: str, write: Write) -> None:
    folder = write(**texts)
    with pytest.raises(ContentError) as caught:
        register_overlay(folder)
    assert (caught.value.file, caught.value.path) == (str(folder / file), path)
    assert caught.value.problem.startswith(problem)


STRANGERS = [
    ("deluxe/contractor.toml", "unknown file; expected one of edition.toml, plants.toml"),
    ("edition.toml", "unknown file"),
    ("deluxe/maps/europe.toml", "unknown file"),
    ("deluxe/boards/old/europe.toml", "unknown file"),
]


@pytest.mark.parametrize(("file", "problem"), STRANGERS)
def test_unknown_files_are_refused(file: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        register_overlay(tmp_path)
    assert caught.value.file == str(path)
    assert caught.value.problem.startswith(problem)


def test_unknown_and_incomplete_editions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "delux").mkdir()
    (tmp_path / "delux" / "plants.toml").write_text("", encoding="utf-8")
    with pytest.raises(ContentError, match=r'delux: unknown edition "delux"; expected one of'):
        register_overlay(tmp_path)
    (tmp_path / "delux" / "edition.toml").write_text("", encoding="utf-8")
    with pytest.raises(ContentError, match=rf"^delux/decks\.toml: expected a file in {tmp_path};"):
        register_overlay(tmp_path)


def test_no_overlay_at_all(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"missing: expected a folder; there is none$"):
        register_overlay(tmp_path / "missing")
    (tmp_path / "README.md").write_text("Our figures.", encoding="utf-8")
    with pytest.raises(ContentError, match=r"expected files such as deluxe/edition\.toml"):
        register_overlay(tmp_path)


def test_a_refused_overlay_is_not_known(write: Write) -> None:
    digest = register_overlay(write(edition="[money]\nstart = 60\n"))
    with pytest.raises(ContentError):
        register_overlay(write("bad", edition="[contractor]\nfirst = []\n"))
    assert build_rules(default_spec("deluxe", content=digest)).start_money == 60

"""One bad board for each kind of fault: it is refused with a sentence that helps."""

import re
from pathlib import Path

import pytest

from gridwright.content.board_check.check import check_folder
from gridwright.content.errors import ContentError
from gridwright.content.table import register_overlay
from tests.boards.own.new_boards import Edit, edited_board, new_board, replaced, without_lines

CITY = '{ id = "aldmoor", name = "Aldmoor", region = "moors", x = 312, y = 73 }'
LINK = '{ from = "aldmoor", to = "harrowgill", cost = 15 }'
MOORS = '{ id = "moors", label = "The Moors" }'
SMALL_TABLE = """
[seat_tables.own]
source = "made up"
confidence = "reconstruction"
[seat_tables.own.rows]
2 = { regions = 3, plant_limit = 4, step_two_cities = 10, end_cities = 21 }
"""

RICH = """
[incomes.own]
source = "made up"
confidence = "reconstruction"
payments = [10, 2000000]
[settings.original]
income = "own"
"""

FAULTS: list[tuple[str, list[Edit], str]] = [
    ("not-toml", [replaced('id = "moorland"', 'id = "moorland')], "missing quotation mark"),
    ("not-toml", [replaced(f"{LINK},", LINK)], "the end of the line above"),
    ("unknown-key", [replaced("adjacent = [", "adjacant = [")], "did you mean adjacent?"),
    ("missing-key", [without_lines("presets =")], "`presets` is missing"),
    ("program", [replaced("presets =", 'brings = { board = "X" }\npresets =')], "remove it"),
    ("bad-id", [replaced('id = "moorland"', 'id = "Moor land"')], 'as in "my-island"'),
    ("bad-id", [replaced('id = "moorland"', f'id = "{"x" * 41}"')], "at most 40"),
    ("bad-id", [replaced('id = "moorland"', 'id = "moor-recharged"')], "second printings"),
    ("hidden-letters", [replaced('"Moorland"', '"Moor\\u0007land"')], "take them away"),
    ("hidden-letters", [replaced('"Aldmoor"', '"Ald\\u202emoor"')], "take them away"),
    ("taken-id", [replaced('id = "moorland"', 'id = "germany"')], "give yours another one"),
    ("empty-name", [replaced('name = "Moorland"', 'name = ""')], "write a name"),
    ("unknown-confidence", [replaced('"reconstruction"', '"sure"')], "one of certain, high"),
    ("no-preset", [replaced('["original", "recharged"]', "[]")], 'as in ["original"]'),
    ("unknown-preset", [replaced('"recharged"]', '"recharge"]')], "did you mean recharged?"),
    ("not-a-list", [replaced("regions = [", "regions = 6\nother = [")], "write a list"),
    ("not-a-table", [replaced(LINK, '"aldmoor harrowgill 15"')], "write it in braces"),
    ("region-twice", [replaced(MOORS, f"{MOORS}, {MOORS}")], "is named twice"),
    (
        "empty-region",
        [replaced(MOORS, f'{MOORS}, {{ id = "isle", label = "I" }}')],
        "remove the region",
    ),
    ("unknown-item-key", [replaced(CITY, CITY.replace("y =", "yy = 1, y ="))], "did you mean y?"),
    ("missing-item-key", [replaced(LINK, LINK.replace(", cost = 15", ""))], "lacks `cost`"),
    ("no-position", [replaced(CITY, CITY.replace(", x = 312", ""))], "where it is"),
    ("bad-position", [replaced(CITY, CITY.replace("312", '"312"'))], "write a number"),
    ("city-twice", [replaced(CITY, f"{CITY}, {CITY}")], '"aldmoor" is named twice'),
    ("same-name", [replaced('name = "Aldmoor"', 'name = "Windle"')], "so rename one"),
    ("bad-item-id", [replaced('id = "aldmoor"', 'id = "Ald moor"')], "small letters"),
    ("long-name", [replaced('"Aldmoor"', '"Aldmoor beyond the seven hills"')], "shorten it"),
    ("unknown-region", [replaced(CITY, CITY.replace("moors", "mors"))], "did you mean moors?"),
    ("unknown-region", [replaced(CITY, CITY.replace('"moors"', "[]"))], "in the region a list"),
    ("unknown-region", [replaced('["lakes", "moors"]', '["lakes", {}]')], "the region a table"),
    ("outside", [replaced(CITY, CITY.replace("312", f"1{'0' * 400}"))], "at inf, 73"),
    ("outside", [replaced(CITY, CITY.replace("312", "nan"))], "at nan, 73"),
    ("outside", [replaced(CITY, CITY.replace("312", "1e300"))], "at 1e+300, 73"),
    ("outside", [replaced(CITY, CITY.replace("312", "3120"))], "outside the drawing"),
    ("same-place", [replaced(CITY, CITY.replace("312, y = 73", "56, y = 307"))], "same place"),
    ("unknown-city", [replaced(LINK, LINK.replace("aldmoor", "aldmor"))], "did you mean aldmoor?"),
    ("unknown-city", [replaced(LINK, LINK.replace('"aldmoor"', "[]"))], "leads to a list"),
    ("link-twice", [replaced(LINK, f"{LINK}, {LINK}")], "counts both ways"),
    ("link-to-itself", [replaced(LINK, LINK.replace("harrowgill", "aldmoor"))], "same city"),
    ("bad-cost", [replaced("cost = 15", "cost = -2")], "a whole number from 0 up"),
    ("absurd-cost", [replaced("cost = 15", "cost = 150")], "write at most 60"),
    ("no-link", [without_lines('from = "windle"', 'to = "windle"')], 'leads to the city "windle"'),
    (
        "not-connected",
        [
            without_lines('from = "windle"', 'to = "windle"', 'from = "aldmoor"'),
            replaced("links = [", 'links = [\n{ from = "windle", to = "aldmoor", cost = 5 },'),
        ],
        'from "aldmoor" and "windle" to the other cities',
    ),
    ("missing-border", [without_lines('["lakes", "moors"]')], 'add ["lakes", "moors"] there'),
    ("border-without-link", [replaced("adjacent = [", 'adjacent = [["cape", "moors"],')], "touch"),
    ("pair-twice", [replaced("adjacent = [", 'adjacent = [["moors", "lakes"],')], "twice"),
    ("not-a-pair", [replaced('["lakes", "moors"]', '["lakes"]')], "write two regions"),
    (
        "uneven-regions",
        [
            without_lines('region = "cape"'),
            replaced(CITY, f"{CITY}, {CITY}".replace("moors", "cape", 1)),
        ],
        "make them more alike",
    ),
    ("bad-spaces", [replaced("[10, 15, 20]", "[20, 15]")], "write costs = [10, 15, 20]"),
    ("bad-layout", [without_lines("width = 1000")], "write width and height"),
    ("bad-layout", [replaced("width = 1000", f"width = 1{'0' * 400}")], "100 to 10000 each"),
    (
        "bad-figures",
        [replaced(CITY, CITY.replace("x =", f"lat = 1{'0' * 400}, lon = 0, x ="))],
        "large",
    ),
    ("absurd-income", [lambda text: text + RICH], "at most 1000"),
    ("bad-figures", [lambda text: text + SMALL_TABLE], "seat_tables.own.rows"),
]


@pytest.mark.parametrize(("kind", "edits", "words"), FAULTS, ids=[kind for kind, _, _ in FAULTS])
def test_a_bad_board_is_refused_with_a_sentence(
    kind: str, edits: list[Edit], words: str, tmp_path: Path
) -> None:
    checked = check_folder(edited_board(tmp_path, *edits))
    assert not checked.is_good
    told = {fault.kind: fault for fault in checked.faults}
    assert kind in told, [str(fault) for fault in checked.faults]
    assert words in told[kind].sentence
    assert told[kind].file == "board.toml"


def test_there_are_twenty_kinds_of_fault() -> None:
    assert len({kind for kind, _, _ in FAULTS}) >= 20


def test_a_new_board_has_no_fault(tmp_path: Path) -> None:
    checked = check_folder(new_board(tmp_path))
    assert checked.faults == []
    assert checked.is_good
    assert {each.seats for each in checked.seatings} == {2, 3, 4, 5, 6}


def test_all_faults_are_reported_together_with_their_lines(tmp_path: Path) -> None:
    folder = edited_board(
        tmp_path,
        replaced("cost = 15", "cost = -2"),
        replaced(CITY, CITY.replace("moors", "mors")),
        replaced("[10, 15, 20]", "[20, 15]"),
    )
    faults = check_folder(folder).faults
    assert [fault.kind for fault in faults] == ["unknown-region", "bad-cost", "bad-spaces"]
    lines = (folder / "board.toml").read_text().splitlines()
    for fault, piece in zip(faults, ('"mors"', "cost = -2", "[20, 15]"), strict=True):
        assert piece in lines[fault.line - 1]


def test_a_folder_without_a_board(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "missing"):
        (fault,) = check_folder(tmp_path / name).faults
        assert fault.kind == "no-file"
        assert "gridwright board new" in fault.sentence


@pytest.mark.parametrize(
    ("kind", "content", "words"),
    [
        ("not-text", b'id = "\xff"', "UTF-8"),
        ("not-text", b'\xef\xbb\xbfid = "moorland"', "byte order mark"),
        ("too-large", b"#" * 100_001, "at most 100000"),
        ("not-toml", b"x = 1" + b"0" * 5000, "smaller numbers"),
        ("not-toml", b"x = " + b"[" * 5000 + b"]" * 5000, "fewer brackets"),
    ],
)
def test_a_file_that_cannot_be_read(kind: str, content: bytes, words: str, tmp_path: Path) -> None:
    folder = new_board(tmp_path)
    (folder / "board.toml").write_bytes(content)
    (fault,) = check_folder(folder).faults
    assert fault.kind == kind
    assert words in fault.sentence


@pytest.mark.parametrize("content", [b"x = 1" + b"0" * 5000, b"x = " + b"[" * 5000 + b"]" * 5000])
def test_figures_that_cannot_be_read(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_bytes(content)
    with pytest.raises(ContentError, match="expected TOML"):
        register_overlay(tmp_path)


def test_a_city_at_the_place_of_others_is_reported_once(tmp_path: Path) -> None:
    """A board without positions has one fault for each city, not for each pair of them."""
    folder = edited_board(tmp_path, lambda text: re.sub(r"x = \d+, y = \d+", "x = 9, y = 9", text))
    assert [fault.kind for fault in check_folder(folder).faults] == ["same-place"] * 41


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("bad-words", '{"map.board.moorland": "Moorland",}'),
        ("bad-words", '["Moorland"]'),
        ("bad-words", "[" * 100_000),
        ("bad-words", "1" * 5000),
        ("unknown-word", '{"map.region.moorland.mors": "The Moors"}'),
    ],
)
def test_words_that_cannot_be_read(kind: str, text: str, tmp_path: Path) -> None:
    folder = new_board(tmp_path)
    (folder / "words.en.json").write_text(text, encoding="utf-8")
    (fault,) = check_folder(folder).faults
    assert (fault.kind, fault.file) == (kind, "words.en.json")


REGIONS = ("moors", "lakes", "cape", "coast", "vale", "downs")


def without_regions(*gone: str) -> Edit:
    """The board without some regions, their cities and everything that names them."""
    cities = {
        line.split('"')[1]
        for line in _template().splitlines()
        if any(f'region = "{region}"' in line for region in gone)
    }
    return without_lines(*(f'"{name}"' for name in (*gone, *cities)))


def _template() -> str:
    import gridwright.cli.boards

    return (Path(gridwright.cli.boards.__file__).parent / "template/board.toml").read_text()


def without_words(folder: Path) -> None:
    for path in folder.glob("words.*.json"):
        path.unlink()


def test_too_few_regions_for_many_players(tmp_path: Path) -> None:
    folder = edited_board(tmp_path, without_regions("cape", "downs"))
    without_words(folder)
    checked = check_folder(folder)
    assert {fault.kind for fault in checked.faults} == {"too-few-regions"}
    assert "with 5 players 5 regions are in play" in checked.faults[0].sentence


def test_too_few_cities_for_two_players(tmp_path: Path) -> None:
    folder = edited_board(tmp_path, without_lines('"windle"'))
    (fault,) = check_folder(folder).faults
    assert fault.kind == "too-few-cities"
    assert "with 2 players the game ends at 21 cities" in fault.sentence


def test_regions_that_never_hang_together(tmp_path: Path) -> None:
    """Every city has one link, to the first city of the next region around a ring."""
    checked = check_folder(edited_board(tmp_path, _in_a_ring))
    assert {fault.kind for fault in checked.faults} == {"no-choice"}
    assert "no 3 of yours hang together" in checked.faults[0].sentence


def _in_a_ring(text: str) -> str:
    cities = [
        (line.split('"')[1], REGIONS.index(line.split('"')[5]))
        for line in text.splitlines()
        if ", region =" in line
    ]
    hubs = [next(city for city, region in cities if region == wanted) for wanted in range(6)]
    links = [
        f'{{ from = "{city}", to = "{hubs[(region + 1) % 6]}", cost = 5 }},'
        for city, region in cities
    ]
    borders = [f'["{REGIONS[place]}", "{REGIONS[(place + 1) % 6]}"],' for place in range(6)]
    lines = [
        line for line in text.splitlines() if "from =" not in line and not line.startswith('  ["')
    ]
    bare = "\n".join(lines)
    return bare.replace("adjacent = [", "adjacent = [" + "".join(borders)).replace(
        "links = [", "links = [" + "\n".join(links)
    )

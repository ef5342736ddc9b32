"""The list of editions, and games with other data."""

import json
from pathlib import Path

import pytest

from gridwright.content.table import (
    NO_BOARD,
    list_boards,
    list_figures,
    list_house_rules,
    list_presets,
)
from gridwright.fair.transcript import parse_transcript
from tests.cli.conftest import Run, is_one_line, write_figures

TABLE = ("--edition", "deluxe", "--seats", "2", "--contractor")


@pytest.mark.parametrize("edition", ["classic", "deluxe", "card"])
def test_lists_what_can_be_played(run: Run, edition: str) -> None:
    outcome = run("content", edition)
    assert outcome.code == 0, outcome.err
    assert outcome.lines[0] == f"{edition}, 2 to 6 seats"
    boards = [board for board in list_boards(edition) if board != NO_BOARD]
    names = [*list_presets(edition), *boards, *list_house_rules(edition)]
    for name in names:
        assert name in outcome.out
    assert "source" not in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80
    (told,) = json.loads(run("content", edition, "--json").out)["editions"]
    assert [preset["id"] for preset in told["presets"]] == list_presets(edition)
    assert [board["id"] for board in told["boards"]] == list_boards(edition)
    assert told["house_rules"] == list_house_rules(edition)
    assert "figures" not in told


@pytest.mark.parametrize("edition", ["classic", "deluxe", "card"])
def test_words_begin_in_one_column(run: Run, edition: str) -> None:
    names = {*list_presets(edition), *list_boards(edition)}
    lines = run("content", edition).lines
    lines = lines[: lines.index("House rules")]
    begins = set()
    for line in lines[1:]:
        if line.startswith("  "):
            name = line.split()[0]
            is_first = line[2] != " "
            assert not is_first or name in names
            begins.add(len(line) - len(line[2 + len(name) if is_first else 0 :].lstrip()))
    assert len(begins) == 1


def test_lists_every_edition(run: Run) -> None:
    told = json.loads(run("content", "--json").out)
    assert [each["edition"] for each in told["editions"]] == ["classic", "card", "deluxe"]
    europe = told["editions"][2]["boards"][0]
    assert (europe["cities"], europe["links"], len(europe["regions"])) == (49, 104, 7)
    assert run("content").lines[0].startswith("classic")


@pytest.mark.parametrize("edition", ["classic", "deluxe", "card"])
def test_sources_of_every_table(run: Run, edition: str) -> None:
    outcome = run("content", edition, "--provenance")
    figures = list_figures(edition)
    assert outcome.lines[-1].startswith(f"{len(figures)} tables: ")
    made_up = [each for each in figures if each.provenance.confidence == "reconstruction"]
    origins = {(each.file, each.provenance, each.path.rpartition(".")[0]) for each in made_up}
    assert outcome.out.count(": RECONSTRUCTION\n") == len(origins)
    words = " ".join(outcome.out.split())
    for figure in figures:
        assert figure.file in words
        assert figure.path.rpartition(".")[2] in words
    assert max(len(line) for line in outcome.lines) <= 80
    (told,) = json.loads(run("content", edition, "--provenance", "--json").out)["editions"]
    assert [each["table"] for each in told["figures"]] == [each.path for each in figures]
    assert sum(each["reconstruction"] for each in told["figures"]) == len(made_up)


def test_reconstructions_of_the_deluxe_game(run: Run) -> None:
    out = run("content", "deluxe", "--provenance").out
    for table in ("trust", "contractor", "seat_tables.plain-two-players"):
        assert f"deluxe/edition.toml {table}: RECONSTRUCTION" in out
    same = "deluxe/edition.toml refills.europe-plain, north-america-plain: RECONSTRUCTION"
    assert same in " ".join(out.split())


def test_reconstructions_of_the_card_game(run: Run) -> None:
    """Plants and fuel cards are our own but for three plants; what holds them together is not."""
    out = run("content", "card", "--provenance").out
    assert "card/edition.toml contractor: RECONSTRUCTION" in out
    assert "card/fuel_cards.toml: RECONSTRUCTION" in out
    assert (
        "card/edition.toml money, income, points, plant_limits: certain\n    the rule book" in out
    )
    for plant in ("7a", "8a", "12"):
        assert f"card/plants.toml plants.{plant}: certain" in out
    assert "  card/plants.toml plants.3, 4a, 4b, 5a, 5b, 6, 7b, 8b," in out


def test_an_edition_without_a_board(run: Run) -> None:
    outcome = run("content", "card")
    assert outcome.lines[1:3] == ["Presets", "  standard            without a board"]
    assert "Boards" not in outcome.out


def test_corrected_data_are_listed_with_their_source(run: Run, tmp_path: Path) -> None:
    folder = str(write_figures(tmp_path))
    out = run("content", "deluxe", "--provenance", "--content", folder).out
    assert "deluxe/edition.toml contractor: certain\n    read from the cards of our box" in out
    told = json.loads(run("content", "--content", folder, "--json").out)
    assert len(told["content"]) == 64


def test_an_edition_that_is_not_there(run: Run) -> None:
    outcome = run("content", "chess")
    assert outcome.code == 2
    assert is_one_line(outcome.err)


def test_a_game_with_corrected_data_is_played_and_replayed(run: Run, tmp_path: Path) -> None:
    figures = ("--content", str(write_figures(tmp_path)))
    outcome = run("new", "--out", "t.txt", *TABLE, *figures)
    assert outcome.code == 0, outcome.err
    assert f"gridwright play t.txt --content {figures[1]}" in outcome.out.replace("\n", "")
    begun = parse_transcript((tmp_path / "t.txt").read_text())
    assert len(begun.table.content) == 64
    assert f"--content {figures[1]}" in run("play", "t.txt", *figures).out
    outcome = run("play", "t.txt", "--random", "all", "--random-seed", "1", *figures)
    assert outcome.code == 0, outcome.err
    assert run("verify", "t.txt", *figures).code == 0
    assert run("replay", "t.txt", "--round", "2", *figures).code == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_many_games_with_corrected_data(run: Run, tmp_path: Path, workers: str) -> None:
    """Processes of their own know the figures too."""
    folder = str(write_figures(tmp_path))
    words = ("--out", "games", "--games", "2", "--workers", workers)
    outcome = run("simulate", *words, *TABLE, "--content", folder)
    assert outcome.code == 0, outcome.err
    assert run("verify", "games", "--content", folder).code == 0


OTHER = "[contractor]\nfirst = [3, 6, 9, 12, 15, {}]\n"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (101, ["play", "t.txt", "--random", "all"]),
        (102, ["replay", "t.txt"]),
        (103, ["verify", "t.txt"]),
        (104, ["verify", "t.txt", "--unfinished", "--json"]),
    ],
)
def test_a_game_is_refused_without_its_data(
    run: Run, tmp_path: Path, number: int, words: list[str]
) -> None:
    """Figures are known to a process for good, so each case has a digest that is in no file."""
    write_figures(tmp_path, OTHER.format(number))
    run("new", "--out", "t.txt", *TABLE, "--content", "figures")
    file = tmp_path / "t.txt"
    digest = parse_transcript(file.read_text()).table.content
    unknown = f"{number}{digest[3:]}"
    file.write_text(file.read_text().replace(digest, unknown))
    outcome = run(*words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    for word in ("t.txt: this table was made with other figures", "--content", unknown):
        assert word in outcome.err
    assert not outcome.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[contractor]\nfirst = 3\n", "contractor.first"),
        ("[money]\ntip = 3\n", "tip"),
        ("not toml", "edition.toml"),
    ],
)
@pytest.mark.parametrize("command", ["new", "content", "simulate"])
def test_figures_that_cannot_be_used_are_refused_in_one_line(
    run: Run, tmp_path: Path, command: str, text: str, told: str
) -> None:
    folder = str(write_figures(tmp_path, text))
    out = ("--out", "games") if command == "simulate" else ()
    outcome = run(command, "--content", folder, *out)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err

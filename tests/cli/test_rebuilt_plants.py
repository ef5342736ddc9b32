"""The terminal says how many plants are from print, and marks the others."""

from pathlib import Path

from gridwright.content.library import load_library
from gridwright.content.table import default_spec
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript
from tests.cli.conftest import Run
from tests.cli.test_typed_deck import deck_of

PLANTS = load_library("card").plants
N_PRINTED = len(PLANTS.cards) - len(PLANTS.rebuilt())
LINE = f"Figures partly rebuilt: {N_PRINTED} of {len(PLANTS.cards)} plants from print"


def test_a_table_has_the_line_and_marks_its_cards(run: Run) -> None:
    lines = run("new", "--edition", "card", "--seats", "3", "--out", "game.txt").lines
    assert f" * {LINE}" in lines
    market = "\n".join(lines[: lines.index(f" * {LINE}")])
    titles = [part.split()[0] for part in market.split("╭─ ")[1:]]
    assert len(titles) == 8
    for title in titles:
        assert title.endswith("*") == (title.rstrip("*") in PLANTS.rebuilt())


def test_rules_and_verification_have_the_line(run: Run, tmp_path: Path) -> None:
    assert f"{LINE}." in run("rules", "--edition", "card").lines
    text = format_transcript(random_transcript(default_spec("card"), 5))
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert run("verify", "game.txt").lines[-1] == f"  {LINE}"


def test_no_line_where_all_plants_are_from_print(run: Run, tmp_path: Path) -> None:
    assert "rebuilt" not in run("rules").out
    assert "rebuilt" not in run("new", "--seats", "3", "--out", "classic.txt").out
    deck_of(tmp_path)
    assert run("content", "card", "--check", "deck.csv", "--write", "my-box").code == 0
    words = ("--edition", "card", "--content", "my-box", "--out", "own.txt")
    out = run("new", *words).out
    assert "rebuilt" not in out
    assert "*" not in out

"""The deck of a box, typed in by the steps of the guide, checked, written and played."""

import shlex
from pathlib import Path

from gridwright.content.table import load_game, register_overlay
from gridwright.fair.transcript import parse_transcript
from tests.cli.conftest import Run
from tools.docs.console import Commands, File, read_page

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide" / "own-deck.md"


def test_a_deck_entered_by_the_guide_plays_to_its_end_and_verifies(
    run: Run, tmp_path: Path
) -> None:
    printed = ""
    for step in read_page(GUIDE.read_text(encoding="utf-8")):
        if isinstance(step, File):
            (tmp_path / step.name).write_text(step.text, encoding="utf-8")
        elif not step.excuse:
            for command in step.commands:
                _program, *words = shlex.split(command.line)
                outcome = run(*words)
                assert outcome.code == 0, outcome.out + outcome.err
                printed = outcome.out
    assert printed.startswith("game.txt: good")
    transcript = parse_transcript((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert transcript.table.content == register_overlay(tmp_path / "my-box")
    names = load_game(transcript.table, transcript.rules).rules.deck.plants
    assert max(plant.number for plant in names) == 40


def deck_of(tmp_path: Path, *changes: tuple[str, str]) -> None:
    (text,) = [step.text for step in read_page(GUIDE.read_text()) if isinstance(step, File)]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "deck.csv").write_text(text, encoding="utf-8")


def test_the_check_shown_in_the_guide_is_what_it_prints(run: Run, tmp_path: Path) -> None:
    dropped = [
        ("33,big,none,0,11\n", ""),
        ("34,big,uranium,1,12\n", ""),
        ("35,big,coal,1,12\n", ""),
    ]
    dropped += [("36,big,gas,2,14\n", ""), ("40,big,oil,2,14\n", "")]
    slips = [("7,small,gas,2,7", "7,small,gass,2,7"), ("9,small,none,0,6", "9,small,none,1,6")]
    deck_of(tmp_path, *slips, *dropped)
    outcome = run("content", "card", "--check", "deck.csv")
    assert outcome.code == 1
    (shown,) = [
        command.shown
        for step in read_page(GUIDE.read_text(encoding="utf-8"))
        if isinstance(step, Commands) and step.excuse.startswith("it ends with exit code 1")
        for command in step.commands
    ]
    assert len(outcome.lines) == len(shown)
    for line, expected in zip(outcome.lines, shown, strict=True):
        assert line.startswith(expected.split("…")[0])


def test_a_deck_with_a_fault_writes_nothing(run: Run, tmp_path: Path) -> None:
    deck_of(tmp_path, ("3,small,oil,2,5\n", ""))
    outcome = run("content", "card", "--check", "deck.csv", "--write", "my-box")
    assert outcome.code == 1
    assert outcome.lines == ["deck.csv: 41 of 42 plants", "  missing: 1 with the small back"]
    assert not (tmp_path / "my-box").exists()


def test_a_card_twice_is_only_pointed_out(run: Run, tmp_path: Path) -> None:
    deck_of(tmp_path, ("4,small,gas,1,4", "4,small,coal,2,5"))
    outcome = run("content", "card", "--check", "deck.csv")
    assert outcome.code == 0
    assert "  line 4: the same card as in line 3; right if the box has two of it" in outcome.lines


def test_a_file_of_a_host_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    deck_of(tmp_path)
    target = tmp_path / "my-box" / "card" / "plants.toml"
    words = ("content", "card", "--check", "deck.csv", "--write", "my-box")
    assert (run(*words).code, run(*words).code) == (0, 0)
    target.write_text("plants = []\n", encoding="utf-8")
    outcome = run(*words)
    assert outcome.code == 2
    assert "left as it is" in outcome.err
    assert target.read_text() == "plants = []\n"


def test_misuse_is_one_line(run: Run, tmp_path: Path) -> None:
    deck_of(tmp_path)
    assert "expected an edition" in run("content", "--check", "deck.csv").err
    assert "expected --check FILE" in run("content", "card", "--write", "my-box").err
    assert run("content", "card", "--check", "none.csv").code == 2
    assert "unknown edition" in run("content", "cards", "--check", "deck.csv").err
    (tmp_path / "deck.csv").write_bytes(b"\xff\xfe")
    assert "UTF-8" in run("content", "card", "--check", "deck.csv").err
    (tmp_path / "deck.csv").write_bytes(b"x" * 200_000)
    assert "expected at most" in run("content", "card", "--check", "deck.csv").err

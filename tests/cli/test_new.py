"""Setting up a table."""

import json
import stat
from pathlib import Path

import pytest

from gridwright.fair.commit import opens
from gridwright.fair.transcript import parse_transcript
from tests.cli.conftest import Run, is_one_line


def test_deals_and_keeps_the_seed_apart(run: Run, tmp_path: Path) -> None:
    outcome = run("new", "--out", "t.txt", "--seats", "3", "--board", "germany")
    assert outcome.code == 0, outcome.err
    text = (tmp_path / "t.txt").read_text()
    secret = tmp_path / "t.txt.seed"
    seed = secret.read_text().strip()
    transcript = parse_transcript(text)
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert seed not in text
    assert len(bytes.fromhex(seed)) == 32
    assert opens(transcript.commitment, transcript.game_id, transcript.rules, bytes.fromhex(seed))
    assert transcript.closing is None
    assert transcript.table.board == "germany"
    assert any(move.startswith("chance order") for move in transcript.moves)
    assert "Plant market" in outcome.out
    assert "gridwright play t.txt" in outcome.out
    assert transcript.commitment.hex() in outcome.out
    assert seed not in outcome.out


def test_two_tables_differ(run: Run, tmp_path: Path) -> None:
    run("new", "--out", "a.txt")
    run("new", "--out", "b.txt")
    assert (tmp_path / "a.txt.seed").read_text() != (tmp_path / "b.txt.seed").read_text()
    assert (tmp_path / "a.txt").read_text() != (tmp_path / "b.txt").read_text()


def test_every_option_reaches_the_table(run: Run, tmp_path: Path) -> None:
    outcome = run(
        *("new", "--out", "t.txt", "--seed-file", "secret", "--seats", "3", "--json"),
        *("--preset", "original", "--board", "usa", "--contractor", "--hidden-money"),
        *("--regions", "brown,yellow,green", "--order", "2,0,1"),
        *("--house-rule", "dry-stack-ends", "--house-rule", "reference-income"),
        *("--contribute", f"1={'ab' * 16}"),
    )
    assert outcome.code == 0, outcome.err
    told = json.loads(outcome.out)
    assert told["table"] == {
        "edition": "classic",
        "preset": "original",
        "board": "usa",
        "seats": 3,
        "contractor": True,
        "hidden_money": True,
        "regions": ["brown", "green", "yellow"],
        "order": [2, 0, 1],
        "house_rules": ["dry-stack-ends", "reference-income"],
        "version": 3,
    }
    assert told["seed_file"] == "secret"
    assert (tmp_path / "secret").exists()
    assert parse_transcript((tmp_path / "t.txt").read_text()).contributions == (
        (1, bytes.fromhex("ab" * 16)),
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--board", "atlantis"], "atlantis"),
        (["--preset", "wild"], "wild"),
        (["--edition", "chess"], "chess"),
        (["--seats", "7"], "seats"),
        (["--preset", "original", "--board", "usa-recharged"], "usa-recharged"),
        (["--regions", "brown,brown"], "regions"),
        (["--regions", "brown"], "expected 4 regions"),
        (["--order", "0,1"], "order"),
        (["--order", "x"], "seats as in"),
        (["--house-rule", "free-beer"], "free-beer"),
        (["--contribute", "0=zz"], "--contribute"),
        (["--contribute", "9=" + "ab" * 16], "seat"),
        (["--contribute", "0=abcd"], "16 to 32"),
        (["--out", "missing/t.txt"], "missing"),
        (["--edition", "deluxe", "--board", "usa"], "europe"),
        (["--content", "missing"], "missing"),
        (["--edition", "card", "--board", "usa"], "--board: card is played without a board"),
        (["--edition", "card", "--regions", "draft"], "--regions: card has no board and no"),
        (["--edition", "card", "--regions", "brown"], "--regions: card has no board and no"),
        (["--edition", "card", "--house-rule", "free-beer"], "free-beer"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_in_one_line(
    run: Run, tmp_path: Path, words: list[str], told: str
) -> None:
    outcome = run("new", *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("board", ["europe", "north-america"])
def test_a_board_of_another_edition(run: Run, tmp_path: Path, board: str) -> None:
    outcome = run("new", "--out", "t.txt", "--edition", "deluxe", "--board", board, "--seats", "2")
    assert outcome.code == 0, outcome.err
    transcript = parse_transcript((tmp_path / "t.txt").read_text())
    assert (transcript.table.edition, transcript.table.board) == ("deluxe", board)
    assert sum(move.startswith("chance trust-region") for move in transcript.moves) == 1
    assert "  Trust  " in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80


@pytest.mark.parametrize("words", [[], ["--board", "none"]])
def test_a_game_without_a_board(run: Run, tmp_path: Path, words: list[str]) -> None:
    outcome = run("new", "--out", "t.txt", "--edition", "card", "--seats", "2", *words)
    assert outcome.code == 0, outcome.err
    assert "Round 1 · auctions ─" in outcome.lines[0]
    assert outcome.lines[0].endswith(" card · standard ──")
    transcript = parse_transcript((tmp_path / "t.txt").read_text())
    assert transcript.table.board == "none"
    assert sum(move.startswith("chance fuel") for move in transcript.moves) == 12
    assert "  Trust  " in outcome.out
    assert max(len(line) for line in outcome.lines) <= 80


def test_never_overwrites(run: Run, tmp_path: Path) -> None:
    run("new", "--out", "t.txt")
    before = (tmp_path / "t.txt").read_text(), (tmp_path / "t.txt.seed").read_text()
    outcome = run("new", "--out", "t.txt")
    assert outcome.code == 2
    assert "t.txt is there already" in outcome.err
    (tmp_path / "t.txt").unlink()
    assert "t.txt.seed is there already" in run("new", "--out", "t.txt").err
    assert (tmp_path / "t.txt.seed").read_text() == before[1]

"""A game around one keyboard."""

import re
import signal
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from gridwright.cli.errors import CommandFailed
from gridwright.cli.hotseat.game_loop import GameLoop
from gridwright.cli.hotseat.table_file import TableFile, open_table
from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.fair.record import RandomChooser
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from tests.cli.conftest import SEED, Run, is_one_line, make_table, start

ROUND_ONE = ["offer 3", "pass", "pass", "offer 4", "pass", "offer 5"]
"""Seat 0 buys plant 3, seat 1 plant 4, seat 2 plant 5, each at the minimum."""

STOP = ["finish", "finish"]
"""A warning comes first, as plants stand still; then the turn ends."""


def moves(file: Path) -> list[str]:
    """The actions of the seats."""
    return [
        move
        for move in parse_transcript(file.read_text(encoding="ascii")).moves
        if not move.startswith("chance")
    ]


def widest(lines: list[str]) -> int:
    """The longest line; what was typed ends no line here, so prompts stand before the answers."""
    return max(len(re.sub(r"^(Seat \d> )+", "", line)) for line in lines)


def typed(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_plays_to_the_end_through_the_keyboard(run: Run, tmp_path: Path) -> None:
    """A person who answers something in every phase, among random players."""
    file = make_table(tmp_path)
    answers = ["pass", "offer 3", "offer 4", "offer 5", "buy oil 2", "buy coal 2", "finish"]
    answers += ["run best"]
    outcome = run(
        *("play", "t.txt", "--random", "0,2", "--random-seed", "4"),
        typed=typed(answers * 300),
    )
    assert outcome.code == 0, outcome.err
    transcript = parse_transcript(file.read_text(encoding="ascii"))
    assert transcript.closing is not None
    assert transcript.closing.seed == SEED
    assert verify(transcript).ok
    assert "wins" in outcome.out or "share the win" in outcome.out
    assert "The seed is revealed in t.txt" in outcome.out
    assert any(move.startswith("1 run") for move in transcript.moves)
    assert widest(outcome.lines) <= 80
    again = run("play", "t.txt")
    assert again.code == 2
    assert "the game is over" in again.err


def test_random_players_alone_finish_a_game(run: Run, tmp_path: Path) -> None:
    spec = TableSpec("classic", "recharged", "germany-recharged", 2, contractor=True)
    file = make_table(tmp_path, spec)
    outcome = run("play", "t.txt", "--random", "all")
    assert outcome.code == 0, outcome.err
    assert verify(file.read_bytes()).ok
    assert run("verify", "t.txt").code == 0


def test_the_same_random_seed_plays_the_same_game(run: Run, tmp_path: Path) -> None:
    texts = []
    for _time in range(2):
        file = make_table(tmp_path)
        run("play", "t.txt", "--random", "all", "--random-seed", "8")
        texts.append(file.read_text())
    assert texts[0] == texts[1]


def test_words_and_numbers_and_amounts(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    lines = ["1", "7", "1 8", "drop", "2", "OFFER 4 5", "pass", "1"]
    outcome = run("play", "t.txt", typed=typed(lines))
    assert outcome.code == 0
    assert "opening bid, 3 to 50? " in outcome.out
    assert moves(file) == [
        *("0 offer 3 7", "1 bid 8", "2 drop", "0 drop"),
        *("0 offer 4 5", "2 drop", "2 offer 5 5"),
    ]
    assert "Seat 1 buys plant 3 for 8." in outcome.out
    assert "Everything played is kept. Continue: gridwright play t.txt" in outcome.out


def test_every_action_is_on_disk_immediately_and_play_continues(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    run("play", "t.txt", typed=typed([*ROUND_ONE[:3], "quit", "offer 4"]))
    assert moves(file) == ["0 offer 3 3", "1 drop", "2 drop"]
    outcome = run("play", "t.txt", typed=typed(ROUND_ONE[3:]))
    assert outcome.code == 0
    assert moves(file)[3:] == ["1 offer 4 4", "2 drop", "2 offer 5 5"]
    assert "Seat 2 buys plant 5 for 5." in outcome.out


def test_undo_reverts_the_action_and_reports_it(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    # Fuel is bought from last to first: the owner of plant 3 begins.
    lines = [*ROUND_ONE, "buy 2 oil", "undo", "undo", "buy oil", *STOP]
    outcome = run("play", "t.txt", typed=typed(lines))
    assert moves(file)[-4:] == ["0 buy oil 2", "0 take-back", "0 buy oil 1", "0 finish-buying"]
    assert "undo  take the last action back" in outcome.out
    assert "takes the last action back" in outcome.out
    assert "Nothing of this turn can be taken back." in outcome.out
    assert "c12.1" in outcome.out


def test_why_shows_the_clause_and_the_numbers(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    lines = [*ROUND_ONE, *STOP, *STOP, *STOP, "connect boston", "connect new york"]
    before = [*lines, "why connect miami", "why connect boston", "why finish", "connect miami"]
    outcome = run("play", "t.txt", typed=typed(before))
    assert "Not allowed: It costs" in outcome.out
    assert "c6.9" in outcome.out
    assert "A connection must be paid immediately from the money held." in outcome.out
    assert "house 10 and connection" in outcome.out
    assert "the money held is" in outcome.out
    assert "The seat has a house in Boston." in outcome.out
    assert "A seat has at most one house in a city." in outcome.out
    assert "Nothing forbids it." in outcome.out
    assert not any("miami" in move for move in moves(file))


def test_looking_things_up_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    before = file.read_text()
    lines = ["help", "?", "table", "map", "log", "links boston", "links atlantis", "rules c3.4"]
    lines += ["rules hybrid", "rules", "rules zzz", "why", "why fly", "", "fly to the moon"]
    lines += ["99", "1 x", "1 2 3", "buy", "bid", "why offer 40"]
    outcome = run("play", "t.txt", typed=typed(lines))
    assert outcome.code == 0
    assert file.read_text() == before
    for words in (
        "take the last purchase or connection of this turn back",
        "Board  houses by seat",
        "Nothing has happened yet.",
        "Boston: ",
        "no city is called 'atlantis'",
        "Bids are whole Elektro.",
        "any mix of its two kinds",
        "type a clause as in `rules c3.4`",
        "expected a number from 1 to 4, got '99'",
        "expected a whole amount, got 'x'",
        "Plant 40 is not in the current market.",
        "`help` lists what can be typed.",
    ):
        assert words in outcome.out, words
    assert widest(outcome.lines) <= 80


def test_a_wrong_amount_repeats_the_question(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    outcome = run("play", "t.txt", typed=typed(["1", "many", "1", "60", "1"]))
    assert "expected a number from 3 to 50, got 'many'" in outcome.out
    assert "The bid is 60; the money held is 50." in outcome.out
    assert moves(file) == []


def test_a_foreign_seed_or_a_changed_file_is_refused(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    secret = tmp_path / "t.txt.seed"
    secret.write_text("00" * 32)
    assert "does not hold the seed" in run("play", "t.txt").err
    secret.write_text("nonsense")
    assert "hexadecimal" in run("play", "t.txt").err
    secret.unlink()
    outcome = run("play", "t.txt")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert "is missing" in outcome.err
    secret.write_text(SEED.hex())
    original = file.read_text()
    run("play", "t.txt", typed=typed(ROUND_ONE[:3]))
    later = file.read_text()
    reveal = next(line for line in later.splitlines() if line.startswith("chance reveal"))
    file.write_text(later.replace(reveal, reveal.replace("13", "14")))
    assert "is not what its seed deals" in run("play", "t.txt").err
    file.write_text(original.replace("gridwright", "gridwrong"))
    assert "line 1" in run("play", "t.txt").err
    assert run("play", "missing.txt").code == 2


def test_seats_that_are_not_there_cannot_be_random(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    outcome = run("play", "t.txt", "--random", "0,3")
    assert outcome.code == 2
    assert "expected seats from 0 to 2" in outcome.err
    assert run("play", "t.txt", "--random", "me").code == 2


def test_nothing_is_written_over_another_program(tmp_path: Path) -> None:
    file = make_table(tmp_path)
    table = open_table(file, tmp_path / "t.txt.seed")
    other = open_table(file, tmp_path / "t.txt.seed")
    chooser = RandomChooser(Dice(1))
    other.play(chooser(other.recorder.game, other.recorder.history.state))
    other.save()
    kept = file.read_text()
    table.play(chooser(table.recorder.game, table.recorder.history.state))
    with pytest.raises(CommandFailed, match="changed by another program"):
        table.save()
    assert file.read_text() == kept


def test_the_screen_is_cleared_between_people_with_hidden_money(tmp_path: Path) -> None:
    spec = TableSpec("classic", "original", "usa", 3, hidden_money=True, order=(0, 1, 2))
    file = make_table(tmp_path, spec)
    table = open_table(file, tmp_path / "t.txt.seed")
    answers = iter(["offer 3", "", "pass", "", "pass", "", "quit"])
    asked: list[str] = []

    def read_line(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    console = Console(width=80, file=(tmp_path / "out").open("w"))
    loop = GameLoop(table, console, read_line, {}, hands_over=True)
    assert not loop.run()
    console.file.close()
    shown = (tmp_path / "out").read_text()
    assert asked == [
        "Seat 0> ",
        "Seat 1, press Enter when no one else is looking. ",
        "Seat 1> ",
        "Seat 2, press Enter when no one else is looking. ",
        "Seat 2> ",
        "Seat 1, press Enter when no one else is looking. ",
        "Seat 1> ",
    ]
    assert "hidden" in shown


def test_an_interrupt_leaves_a_good_file(tmp_path: Path) -> None:
    """Ctrl-C while the program waits for input."""
    file = make_table(tmp_path)
    # Open and silent: at the end of its input the program would leave before the signal.
    process = start(tmp_path, "play", "t.txt", stdin=subprocess.PIPE)
    assert process.stdout is not None
    assert any("offer 6" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 0
    parse_transcript(file.read_text(encoding="ascii"))


def test_an_illegal_action_is_not_written(tmp_path: Path) -> None:
    file = make_table(tmp_path)
    before = file.read_text()
    table: TableFile = open_table(file, tmp_path / "t.txt.seed")
    with pytest.raises(Exception, match=r"c3\.9"):
        table.play(PassAuction(0))
    table.save()
    assert file.read_text() == before

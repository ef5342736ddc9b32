"""``gridwright analyse``."""

import hashlib
import json
from io import StringIO
from pathlib import Path

from rich.console import Console

from gridwright.bots.bot_games import record_game
from gridwright.bots.registry import find_bot
from gridwright.cli.drawing.analysis import draw_analysis, tell_actions, tell_reason
from gridwright.content.table import default_spec
from gridwright.fair.transcript import format_transcript
from tests.cli.conftest import Run, is_one_line, make_table


def record_to(path: Path) -> None:
    seed = hashlib.sha256(b"analyse").digest()
    bots = [find_bot(name) for name in ("l1", "easy")]
    played = record_game(default_spec("card", seats=2), "analyse", seed, {}, bots)
    path.write_text(format_transcript(played), encoding="ascii")


def test_an_analysis_is_printed_in_words_and_as_json(run: Run, tmp_path: Path) -> None:
    record_to(tmp_path / "game.txt")
    found = json.loads(run("analyse", "game.txt", "--worlds", "2", "--json").out)
    console = Console(file=StringIO(), width=120)
    console.print(draw_analysis(found))
    assert isinstance(console.file, StringIO)
    told = console.file.getvalue()
    assert "Chance to win at the beginning of each round, in per cent" in told
    assert "Seat 1: costliest decisions" in told


def test_a_running_game_is_not_analysed(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    refused = run("analyse", "t.txt")
    assert refused.code == 2
    assert is_one_line(refused.err)


def test_reasons_are_built_from_numbers() -> None:
    reasons = [{"kind": "supplied", "better": 9, "played": 7}]
    finding = {"reasons": reasons, "future_better": {"round": 8}}
    assert tell_reason(finding) == " It supplies 9 cities instead of 7 in round 8."
    assert tell_reason({"reasons": []}) == ""
    assert tell_actions([{"do": "finish-building"}]) == "nothing built"
    assert tell_actions([{"do": "buy", "resource": "coal", "amount": 2}]) == "2 coal bought"

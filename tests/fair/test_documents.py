"""The program in the document does what the document says."""

import re
import subprocess
import sys
from pathlib import Path

from gridwright.content.table import default_spec
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dealing.md"


def run_program(folder: Path, text: str) -> list[str]:
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    script, game = folder / "check.py", folder / "game.txt"
    script.write_text(program, encoding="utf-8")
    game.write_text(text, encoding="ascii")
    command = [sys.executable, str(script), str(game)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_program_finds_the_promise_and_the_order(tmp_path: Path) -> None:
    for number, seats in [(0, 2), (4, 6), (9, 4)]:
        transcript = random_transcript(default_spec(seats=seats), number)
        order = transcript.moves[0].removeprefix("chance ")
        text = format_transcript(transcript)
        assert run_program(tmp_path, text) == ["commitment holds", order]
        changed = text.replace(f"game random-{number}", "game random-99")
        assert run_program(tmp_path, changed)[0] == "commitment BROKEN"

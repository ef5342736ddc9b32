"""One game checked twice: by ``gridwright verify --receipt``, and by the browser's own module."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from gridwright.fair.receipt import check_receipt, parse_receipt
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import Report, verify

ROOT: Final = Path(__file__).parents[4]
PROGRAM: Final = ROOT / "web/tools/fair-verdicts.mjs"
FAILED: Final = 1


def by_library(transcript: str, receipt: dict[str, Any]) -> Report:
    """Run the checks of the command line in this process."""
    kept = parse_receipt(json.dumps(receipt))
    return Report((*verify(transcript).checks, *check_receipt(kept, parse_transcript(transcript))))


def by_command(transcript: str, receipt: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Return exit code and output of ``gridwright verify --receipt``, as a player runs it."""
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder:
        game, kept = Path(folder) / "game.txt", Path(folder) / "receipt.json"
        game.write_text(transcript, encoding="ascii")
        kept.write_text(json.dumps(receipt), encoding="ascii")
        command = [sys.executable, "-m", "gridwright.cli", "verify", "--json"]
        ran = subprocess.run(
            [*command, "--receipt", str(kept), str(game)],
            capture_output=True,
            check=False,
            env=dict(os.environ),
        )
        return ran.returncode, json.loads(ran.stdout)


def by_browser_module(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the verdict of ``web/src/fair/check.ts`` on each game: ``isFair`` and failed steps."""
    return _ask_browser_module(games)


def regions_by_browser_module(rules: list[dict[str, Any]]) -> list[list[int]]:
    """Return the sets of regions that ``web/src/fair/redeal.ts`` would draw from, by table."""
    return [answer["regions"] for answer in _ask_browser_module([{"rules": r} for r in rules])]


def _ask_browser_module(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if not lines:
        return []
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    ran = subprocess.run(
        ["node", str(PROGRAM)],
        input=text.encode(),
        capture_output=True,
        check=False,
        cwd=ROOT / "web",
    )
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr.decode()[-2_000:])
    return [json.loads(line) for line in ran.stdout.decode().splitlines() if line.startswith("{")]

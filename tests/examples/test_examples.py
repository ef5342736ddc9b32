"""The examples run, each in a short form."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gridwright_lab.trials.live_server import open_live_server

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(folder: Path, *words: str, code: int = 0, **environment: str) -> str:
    """Run a program in a folder with the package under test; return its output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "agg", **environment},
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_a_first_bot_plays_a_game(tmp_path: Path) -> None:
    told = run(tmp_path, str(EXAMPLES / "first_bot.py")).splitlines()
    assert told[0].startswith("<Table classic germany, 3 seats: over")
    assert len(told) == 4


def test_a_tournament_has_a_line_for_each_match(tmp_path: Path) -> None:
    words = ("--deals", "2", "--workers", "1", "--cell", "card:2")
    told = run(tmp_path, str(EXAMPLES / "tournament.py"), *words).splitlines()
    assert len(told) == 3
    assert all(line.endswith("faults 0") for line in told)
    assert sum("first_bot:Eager" in line for line in told) == 2


def test_training_writes_weights_and_curve_and_the_arena_seats_what_was_learned(
    tmp_path: Path,
) -> None:
    few = ("--minutes", "0.02", "--every", "1", "--eval-deals", "1", "--deals", "1", "--bar", "0")
    told = json.loads(run(tmp_path, str(EXAMPLES / "ppo.py"), *few, "--seed", "3", "--out", "p"))
    assert told["ok"]
    assert told["seed"] == 3
    assert told["games"] == 2
    rows = (tmp_path / "p" / "curve.csv").read_text().splitlines()
    assert rows[0] == "minutes,updates,decisions,games,entropy,l0,l1"
    assert len(rows) >= 3
    assert "<svg" in (tmp_path / "p" / "curve.svg").read_text()
    match = "arena match --bot ppo_bot:learned --against l0 --cell card:2 --deals 1 --workers 1"
    paths = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    weights = str(tmp_path / "p" / "ppo.npz")
    words = ("-P", "-m", "gridwright", *match.split(), "--json")
    found = json.loads(run(tmp_path, *words, PYTHONPATH=paths, GRIDWRIGHT_PPO=weights))
    assert found["matches"][0]["games"] == 2


def test_training_against_a_bot_continues_where_it_stopped(tmp_path: Path) -> None:
    few = ("--minutes", "0.005", "--every", "1", "--eval-deals", "1", "--deals", "1", "--bar", "0")
    words = (str(EXAMPLES / "ppo_against.py"), *few, "--games", "4", "--steps", "12", "--out", "p")
    told = json.loads(run(tmp_path, *words, "--imitate", "2"))
    assert told["ok"]
    rows = (tmp_path / "p" / "curve.csv").read_text().splitlines()
    assert rows[0] == "minutes,updates,games,entropy,share"
    again = json.loads(run(tmp_path, *words, "--resume"))
    assert again["updates"] > told["updates"]
    assert (tmp_path / "p" / "curve.csv").read_text().startswith("\n".join(rows))


def test_a_missed_bar_sets_the_exit_code(tmp_path: Path) -> None:
    few = ("--minutes", "0", "--eval-deals", "1", "--deals", "1", "--bar", "1.1")
    assert not json.loads(run(tmp_path, str(EXAMPLES / "ppo.py"), *few, code=1))["ok"]


@pytest.mark.parametrize(
    ("words", "token"),
    [((), "gwp_x"), (("http://127.0.0.1:8600",), ""), (("a", "b", "c"), "gwp_x")],
)
def test_program_without_its_arguments_prints_its_usage(
    tmp_path: Path, words: tuple[str, ...], token: str
) -> None:
    errors = failed(tmp_path, *words, token=token)
    assert "python examples/program.py http://127.0.0.1:8600 [table]" in errors
    assert "Traceback" not in errors


def test_program_with_a_bad_address_says_so(tmp_path: Path) -> None:
    errors = failed(tmp_path, "127.0.0.1:8600", token="gwp_x")
    assert errors.startswith("program.py: expected a server such as http://127.0.0.1:8600, got")
    assert len(errors.splitlines()) == 1


@pytest.mark.anyio
async def test_program_with_a_bad_token_says_so(tmp_path: Path, anyio_backend: str) -> None:
    assert anyio_backend == "asyncio"
    async with open_live_server() as server:
        errors = await asyncio.to_thread(failed, tmp_path, server.address, token="gwp_wrong")
    assert re.fullmatch(r"program\.py: \w+: .+\n", errors)


def failed(folder: Path, *words: str, token: str) -> str:
    """Return the errors that ``program.py`` prints when it fails."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "program.py"), *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "GRIDWRIGHT_TOKEN": token},
    )
    assert done.returncode == 1
    return done.stderr


def test_the_notebook_draws_its_plots(tmp_path: Path) -> None:
    """Its code, cell by cell, without the program that shows it."""
    notebook = json.loads((EXAMPLES / "transcripts.ipynb").read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in cells)
    script = tmp_path / "cells.py"
    script.write_text("\n".join("".join(cell["source"]) for cell in cells), encoding="utf-8")
    run(tmp_path, str(script), N_GAMES="2")
    assert {file.name for file in tmp_path.glob("*.svg")} == {"rounds.svg", "verbs.svg"}

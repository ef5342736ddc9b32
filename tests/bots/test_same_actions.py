"""Compiled bots do what the interpreted ones do, and think the same to the last bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.same_actions import PLAYERS, digests
from tests.loaded_engine import IS_COMPILED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def interpreted() -> dict[str, str]:
    """The same games from the sources, in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.bots.same_actions"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not IS_COMPILED, reason="there is nothing to compare the sources with")
def test_games_of_every_bot_are_the_same(interpreted: dict[str, str]) -> None:
    compiled = {name: digest for bot in PLAYERS for name, digest in digests(bot).items()}
    assert len(compiled) == 3 * len(PLAYERS)
    assert compiled == interpreted


def test_another_game_has_another_digest() -> None:
    """The compared digests differ between bots and between editions."""
    found = [*digests("l0").values(), *digests("l1").values()]
    assert len(set(found)) == 6

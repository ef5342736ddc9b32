"""A board is a folder: what the made-up ones bring is played, seen, folded and encoded."""

import gzip
import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.cli.drawing.names import Names, draw_parts
from gridwright.content.clauses import load_board_clauses
from gridwright.content.identity import describe_rules, rules_identity
from gridwright.content.table import TableSpec, build_game, build_rules, list_boards
from gridwright.engine.codec import observation_values
from gridwright.engine.digest import digest
from gridwright.engine.errors import REFUSALS
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.envs.turn_env import TurnEnv
from gridwright.fair.derive import derive_keys
from gridwright_lab.conformance.fuzz.walk import FULL, LIGHT, walk
from gridwright_lab.conformance.game_under_test import GameUnderTest
from tests.boards.made_up import (
    FOLDS,
    HERE,
    content_of,
    edition_of,
    files_of,
    fold_document,
    names,
    sheet_of,
    specs_of,
)
from tests.bots.players import QUICK
from tests.content.test_map_drawings import differences
from tests.loaded_engine import in_parts, sized

ROOT = HERE.parents[1]
N_GAMES = sized(compiled=200, interpreted=20)
FULLY = 10
"""One game in this number is checked with every law at every position."""
SHARES = 5
EVERY_COMMIT = 2
"""Shares run at every commit; the first has the games with every law. The nightly run has all."""

every_board = pytest.mark.parametrize("board", names())


@every_board
@pytest.mark.parametrize("share", in_parts(SHARES, every_commit=EVERY_COMMIT))
def test_games_keep_every_law(board: str, share: int) -> None:
    """Played, replayed, written, taken back and folded for every viewer, without a failure."""
    games = [build_game(spec) for spec in specs_of(board)]
    checks: Counter[str] = Counter()
    for seed in range(share, N_GAMES, SHARES):
        level = FULL if seed % FULLY == 0 else LIGHT
        walked = walk(GameUnderTest(games[seed % len(games)]), seed, level)
        assert walked.failures == [], seed
        checks.update(walked.checks)
    assert checks.total() > 100


@every_board
def test_the_parts_are_public_digested_and_part_of_the_identity(board: str) -> None:
    spec = specs_of(board)[0]
    game = build_game(spec)
    state = game.new_state()
    own = [part["name"] for part in sheet_of(board)["parts"]]
    for viewer in (SPECTATOR, 0, 1):
        seen = observation_values(observe(game, state, viewer))
        assert isinstance(seen["parts"], dict)
        assert sorted(seen["parts"]) == sorted(own)
    changed = state.copy()
    row = changed.parts.rows()
    row[0] = [number + 1 for number in row[0]]
    changed.parts.restore(row)
    assert digest(changed) != digest(state)
    told = describe_rules(game.rules)
    assert [name for name, _opening, _tokens in told["parts"]] == own
    assert told["brings"]
    assert told["figures"]
    assert rules_identity(spec)


@every_board
@pytest.mark.parametrize("bot", QUICK)
def test_every_bot_finishes(board: str, bot: str) -> None:
    for number, spec in enumerate(specs_of(board)[1::4]):
        game = build_game(spec)
        keys = derive_keys(bytes(32), f"{board}-{number}", {})
        last = play_game(game, keys, [find_bot(bot)] * spec.seats)
        assert game.is_over(last)


@every_board
def test_environments_encode_it(board: str) -> None:
    env = TurnEnv(specs_of(board)[2])
    layout = env.table.layout
    env.reset(7)
    dice = random.Random(7)
    own = [part["name"] for part in sheet_of(board)["parts"]]
    changes: Counter[str] = Counter()
    for _step in range(1500):
        if env.actor < 0:
            env.reset()
        seen = observe(env.table.game, env.episode.state, 0)
        vector = env.observe(0)
        assert vector.shape == (layout.size,)
        for name, row in zip(seen.parts.names(), seen.parts.rows(), strict=True):
            assert vector[layout[f"parts_{name}"]] * 5 == pytest.approx(row)
            changes[name] += any(row)
        env.step(int(dice.choice(np.flatnonzero(env.mask()))))
    assert all(changes[name] for name in own)


@every_board
def test_the_games_for_the_browser_are_what_the_engine_plays_today(board: str) -> None:
    file = HERE / board / FOLDS
    games = json.loads(gzip.decompress(file.read_bytes()))
    assert json.loads(json.dumps(fold_document(board))) == games
    told = {event[0] for game in games["games"] for step in game["steps"] for event in step[1]}
    assert {"part_changed", "parts_restored"} <= told


@every_board
def test_every_clause_has_a_test_and_every_refusal_a_clause(board: str) -> None:
    clauses = load_board_clauses(files_of(board) / "clauses.md")
    tests = "".join(read(file) for file in sorted((HERE / board).glob("test_*.py")))
    tested = set(re.findall(r"def test_(b_[a-z_]+_\d+)_", tests))
    wanted = {number.replace("-", "_").replace(".", "_") for number in clauses}
    assert tested == wanted
    rules = build_rules(specs_of(board)[0])
    own = {code: clause for code, clause in rules.clauses.items() if clause.startswith("b-")}
    assert own
    assert set(own.values()) <= set(clauses)
    assert set(rules.clauses) >= set(REFUSALS)


@every_board
def test_the_drawing_numbers_as_the_engine_does(board: str) -> None:
    drawing = json.loads(read(files_of(board) / "drawing.json"))
    assert differences(build_rules(specs_of(board)[0]).board, drawing) == []


@every_board
def test_everything_of_its_own_has_words(board: str) -> None:
    words = {
        language: json.loads(read(files_of(board) / f"words.{language}.json"))
        for language in ("en", "de")
    }
    sheet = sheet_of(board)
    game = build_game(specs_of(board)[0])
    shared = build_game(TableSpec("classic", "original", "usa", 2))
    phases = {phase.NAME for phase in game.phases} - {phase.NAME for phase in shared.phases}
    wanted = {
        f"map.board.{board}",
        *(f"phase.{phase}" for phase in phases),
        *(f"refused.{code}" for code in sheet["clauses"] if code not in REFUSALS),
        *(f"part.{part['name']}" for part in sheet["parts"]),
        *(f"map.region.{board}.{region['id']}" for region in sheet["regions"]),
    }
    for told in words.values():
        assert set(told) == wanted
        assert all(told.values())


@every_board
def test_no_other_file_knows_the_board(board: str) -> None:
    """Adding the board changed no file but documents, and the wheel does not contain it."""
    assert board not in list_boards(edition_of(board))
    assert board in list_boards(edition_of(board), content=content_of(board))
    folders = [ROOT / "src", ROOT / "lab", ROOT / "web" / "src", ROOT / "tools"]
    files = [
        file
        for folder in folders
        for ending in ("py", "toml", "ts", "svelte", "json", "md")
        for file in folder.rglob(f"*.{ending}")
    ]
    assert len(files) > 500
    assert [file for file in files if board in read(file)] == []


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@every_board
def test_the_terminal_draws_its_parts(board: str) -> None:
    spec = specs_of(board)[0]
    game = build_game(spec)
    drawn = draw_parts(observe(game, game.new_state(), 0), Names(spec, game))
    words = json.loads(read(files_of(board) / "words.en.json"))
    assert drawn is not None
    assert all(words[f"part.{part['name']}"] in drawn.plain for part in sheet_of(board)["parts"])

"""Whole games that show a rule of a shipped board, packed in ``tests/boards/golden.txt.xz``.

They are found by trying numbers until a random game shows what is wanted: a test module that
ends with ``record(BOARD, GOLDEN)`` writes its games when it is run,
``python -m tests.boards.NAME.test_NAME``; ``check_golden`` replays them.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from gridwright.content.table import load_game
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.fair.record import play
from gridwright.fair.transcript import Transcript, format_transcript, parse_transcript
from gridwright.fair.verify import verify
from gridwright_lab.conformance.golden.wanted import RandomChooser
from gridwright_lab.conformance.replay.pack import PACK_SUFFIX, game_name, read_pack, write_pack
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from tests.boards.shipped import spec_of

PACK = Path(__file__).with_name(f"golden{PACK_SUFFIX}")
MAX_NUMBERS = 400
MAX_ACTIONS = 3_000

Sign = Callable[[Game, State, str, list[Event]], bool]
"""True if an action shows what is wanted: the position after it, its text, what happened."""
Golden = tuple[str, int, Sign]
"""Preset, seats, and what the game shows."""


def key_of(board: str, name: str) -> str:
    return f"{board} {name}"


def key(transcript: str) -> str | None:
    """Return the key of a game in the pack: games of two boards may have the same name."""
    name = game_name(transcript)
    board = re.search(r'^table \{"board":"([^"]+)"', transcript, re.MULTILINE)
    return None if name is None or board is None else key_of(board[1], name)


@cache
def read_golden() -> dict[str, str]:
    return read_pack(PACK, key)


def signs(transcript: Transcript, sign: Sign) -> int:
    """Return how often a game shows what is wanted."""
    history = History(load_game(transcript.table, transcript.rules))
    notation = Notation(history.game.rules)
    shown = 0
    for line in transcript.moves:
        events = history.play_watched(notation.parse(line))
        shown += sign(history.game, history.state, line, events)
    return shown


def record(board: str, games: Mapping[str, Golden]) -> None:
    """Write the first game that shows each; the games of other boards stay."""
    texts = {
        key_of(board, name): format_transcript(look_for(board, name, golden))
        for name, golden in games.items()
    }
    others = {
        each: text for each, text in read_golden().items() if not each.startswith(key_of(board, ""))
    }
    write_pack(PACK, {**others, **texts}, key)


def look_for(board: str, name: str, golden: Golden) -> Transcript:
    preset, seats, sign = golden
    spec = spec_of(board, preset, seats)
    for number in range(MAX_NUMBERS):
        seed = f"{board} {name} {number}".encode("ascii").ljust(32, b".")[:32]
        player = RANDOM_PLAYERS[number % len(RANDOM_PLAYERS)]
        transcript = play(spec, name, seed, {}, RandomChooser(player, Dice(number)), MAX_ACTIONS)
        if transcript.closing is not None and signs(transcript, sign) > 0:
            return transcript
    raise LookupError(f"{name}: no game shows it")


def check_golden(board: str, name: str, golden: Golden) -> Transcript:
    """The game is sound, fairly dealt, written as it is today, and shows what is wanted."""
    preset, seats, sign = golden
    text = read_golden()[key_of(board, name)]
    transcript = parse_transcript(text)
    table = transcript.table
    assert (table.board, table.preset, table.seats) == (board, preset, seats)
    assert format_transcript(transcript) == text
    report = verify(transcript)
    assert report.ok, str(report)
    assert signs(transcript, sign) > 0
    return transcript

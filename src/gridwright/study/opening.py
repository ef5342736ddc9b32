"""Create tables, bots and environments: the functions behind ``import gridwright``."""

import hashlib
import os
import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from gridwright.bots.contract import Bot
from gridwright.bots.registry import find_bot
from gridwright.content.table import DEFAULT_EDITION, DEFAULT_SEATS, default_spec
from gridwright.engine.notation import CHANCE_WORD
from gridwright.fair.atomic_file import write_atomically
from gridwright.fair.commit import SECRET_MODE, SEED_BYTES, format_seed, opens, read_seed, seed_path
from gridwright.fair.replay import replay
from gridwright.fair.transcript import format_transcript, parse_transcript
from gridwright.study.table import Table, open_table

if TYPE_CHECKING:
    from gridwright.envs.batch import BatchEnv
    from gridwright.envs.turn_env import TurnEnv


def new(
    edition: str = DEFAULT_EDITION,
    *,
    board: str | None = None,
    preset: str | None = None,
    seats: int = DEFAULT_SEATS,
    seed: int | bytes | None = None,
    **options: Any,
) -> Table:
    """Return the table of a new game. The same seed and moves give the same game.

    Without a seed, a random one is drawn. ``options`` are the other fields of ``TableSpec``:
    ``contractor``, ``hidden_money``, ``regions``, ``order`` and ``house_rules``. Raises
    ContentError for an unknown choice.
    """
    spec = replace(default_spec(edition, preset, board, seats), **options)
    if isinstance(seed, int):
        label = f"gridwright seed {seed}"
        return open_table(spec, f"seed-{seed}", hashlib.sha256(label.encode("ascii")).digest(), {})
    game_id = f"table-{secrets.token_hex(8)}"
    return open_table(spec, game_id, secrets.token_bytes(SEED_BYTES) if seed is None else seed, {})


def load(path: str | os.PathLike[str]) -> Table:
    """Load a transcript, verify every move and checkpoint, and return the table at its last line.

    The seed of an unfinished game is read from the file next to it, ``NAME.seed``. Without a seed
    the game can be studied, but the caller must play the draws of chance. Raises TranscriptError or
    SeedFileError for an invalid file, and ValueError for a seed of another game.
    """
    file = Path(path)
    transcript = parse_transcript(file.read_bytes().decode("latin-1"))
    replay(transcript)
    seed: bytes | None = None
    if transcript.closing is not None:
        seed = transcript.closing.seed
    elif seed_path(file).exists():
        seed = read_seed(seed_path(file))
    if seed is not None and not opens(
        transcript.commitment, transcript.game_id, transcript.rules, seed
    ):
        raise ValueError(f"{file}: expected the seed that the game is committed to, got another")
    table = open_table(
        transcript.table,
        transcript.game_id,
        seed,
        dict(transcript.contributions),
        transcript.commitment,
        transcript.rules,
    )
    for move in transcript.moves:
        if seed is None or not move.startswith(f"{CHANCE_WORD} "):
            table.play(move)
    if table.moves != transcript.moves:
        raise ValueError(f"{file} is not what its seed deals; `gridwright verify` says where")
    return table


def save(table: Table, path: str | os.PathLike[str]) -> None:
    """Write the game as a transcript that ``load`` and the command line read.

    The seed of an unfinished game is written to ``NAME.seed`` next to it; keep that file secret.
    """
    file = Path(path)
    if table.seed is not None and not table.is_over:
        # Write the seed first: a game without its seed could never continue.
        write_atomically(seed_path(file), format_seed(table.seed), SECRET_MODE)
    write_atomically(file, format_transcript(table.transcript()).encode("ascii"))


def bot(name: str) -> Bot:
    """Return the bot with a name such as ``hard`` or an address such as ``my_module:MyBot``.

    Raises UnknownBotError if there is none.
    """
    return find_bot(name)


@overload
def env(edition: str = ..., *, n_games: None = ..., **choices: Any) -> "TurnEnv": ...
@overload
def env(edition: str = ..., *, n_games: int, **choices: Any) -> "BatchEnv": ...
def env(
    edition: str = DEFAULT_EDITION, *, n_games: int | None = None, **choices: Any
) -> "TurnEnv | BatchEnv":
    """Return an environment for learning: one game turn by turn, or a batch of ``n_games``.

    ``choices`` are those of ``new`` (except the seed, which ``reset`` takes), ``reward`` and
    ``longest``. Needs the extra ``envs``.
    """
    if n_games is None:
        from gridwright.envs.turn_env import TurnEnv

        return TurnEnv(edition=edition, **choices)
    from gridwright.envs.batch import BatchEnv

    return BatchEnv(n_games, edition=edition, **choices)

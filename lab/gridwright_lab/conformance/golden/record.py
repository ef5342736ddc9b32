"""Records golden games: ``gridwright-lab golden --write``.

Each game is found by trying numbers until it shows the events of the plan. The search depends on
nothing but the plan and the rules, so it finds the same games on every machine.
"""

import argparse
import hashlib
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import list_editions, load_game
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.fair.record import play
from gridwright.fair.transcript import Transcript, format_transcript
from gridwright_lab.conformance.golden.plan import GOLDEN
from gridwright_lab.conformance.golden.wanted import Wanted, random_chooser
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.pack import PACK_SUFFIX, read_pack, write_pack
from gridwright_lab.conformance.sampling.coverage import Coverage
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from gridwright_lab.conformance.sampling.tables import option_name, recorded_tables, short_name

INDEX: Final = "index.toml"
MAX_NUMBERS: Final = 4_000
MAX_ACTIONS: Final = 3_000


class NotFound(Exception):
    """No number gave a game with the wanted events."""


def record(wanted: Wanted, number: int) -> Transcript:
    """Record one game. Its name and number decide everything random in it."""
    name = wanted.name
    seed = hashlib.sha256(f"gridwright game {name} {number}".encode("ascii")).digest()
    chooser = wanted.chooser(Dice(int.from_bytes(seed[:4], "big")))
    contributions = {
        seat: hashlib.sha256(f"seat {seat} of {name}".encode("ascii")).digest()[:16]
        for seat in range(number % (wanted.table.seats + 1))
    }
    return play(wanted.table, name, seed, contributions, chooser, MAX_ACTIONS)


def coverage_of(transcript: Transcript) -> set[str]:
    """Return the coverage of a recorded game, by replaying it."""
    history = History(load_game(transcript.table, transcript.rules))
    notation = Notation(history.game.rules)
    coverage = Coverage(history.game)
    for line in transcript.moves:
        phase = history.state.phase
        action = notation.parse(line)
        coverage.watch(phase, action, history.play_watched(action), history.state)
    return coverage.found


def find(wanted: Wanted) -> tuple[Transcript, set[str]]:
    """Return the shortest of the first few finished games with the wanted events."""
    candidates: list[tuple[int, int, Transcript, set[str]]] = []
    for number in range(MAX_NUMBERS):
        transcript = record(wanted, number)
        if transcript.closing is None:
            continue
        coverage = coverage_of(transcript)
        if coverage.issuperset(wanted.shows):
            candidates.append((len(transcript.body), number, transcript, coverage))
            if len(candidates) == wanted.n_candidates:
                break
    if not candidates:
        raise NotFound(f"{wanted.name}: no game shows {', '.join(wanted.shows)}")
    best = min(candidates, key=lambda candidate: candidate[:2])
    return best[2], best[3]


def write_golden(folder: Path, edition: str | None = None, missing: bool = False) -> Iterator[str]:
    """Record every game of the plan, or those of an edition, and the index; yield each name.

    With ``missing`` only games that do not exist: recorded ones are not changed.
    """
    index = folder / INDEX
    kept = (edition or missing) and index.exists()
    entries = tomllib.loads(index.read_text("ascii")) if kept else {}
    chosen = [wanted for wanted in GOLDEN if edition in (None, wanted.table.edition)]
    games = _read_packs(folder, edition, missing)
    for wanted in chosen:
        table = wanted.table
        if wanted.name in games[table.edition]:
            continue
        transcript, coverage = find(wanted)
        games[table.edition][wanted.name] = format_transcript(transcript)
        entries[wanted.name] = {
            "table": f"{short_name(table, ' ')} {option_name(table)}",
            "actions": len(transcript.moves),
            "shows": sorted(coverage),
        }
        yield wanted.name
    head = (
        "# What each recorded game shows; a test replays it and compares.\n"
        "# Written by `gridwright-lab golden --write`.\n"
    )
    _write_packs(folder, games)
    texts = [_entry(wanted.name, entries[wanted.name]) for wanted in GOLDEN]
    index.write_text(head + "".join(texts), "ascii")


def _entry(name: str, facts: dict[str, Any]) -> str:
    quoted = " ".join([f'"{mark}",' for mark in facts["shows"]])
    words = textwrap.fill(
        quoted, 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    return (
        f"\n[{name}]\n"
        f'table = "{facts["table"]}"\n'
        f"actions = {facts['actions']}\n"
        f"shows = [\n{words}\n]\n"
    )


def write_recorded(
    folder: Path, edition: str | None = None, missing: bool = False
) -> Iterator[str]:
    """Record one game at each table of the matrix, or of an edition; yields each name.

    With ``missing`` only at tables without a game, of any rules version.
    """
    games = _read_packs(folder, edition, missing)
    for place, table in enumerate(recorded_tables(edition)):
        name = f"{short_name(table)}-{option_name(table)}".replace("+", "-and-")
        if name in games[table.edition]:
            continue
        player = RANDOM_PLAYERS[place % len(RANDOM_PLAYERS)]
        wanted = Wanted(name, table, random_chooser(player, takes_back=True), ())
        transcript, _marks = find(wanted)
        games[table.edition][name] = format_transcript(transcript)
        yield name
    _write_packs(folder, games)


def _read_packs(folder: Path, edition: str | None, missing: bool) -> dict[str, dict[str, str]]:
    """Return the games to keep, by edition and name: all of them with ``missing``, else none."""
    games: dict[str, dict[str, str]] = {}
    for name in list_editions() if edition is None else [edition]:
        pack = folder / f"{name}{PACK_SUFFIX}"
        games[name] = read_pack(pack) if missing and pack.exists() else {}
    return games


def _write_packs(folder: Path, games: dict[str, dict[str, str]]) -> None:
    """Write one pack for each edition."""
    for edition, texts in games.items():
        write_pack(folder / f"{edition}{PACK_SUFFIX}", texts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--golden", type=Path, default=Corpus.FOLDERS[0])
    parser.add_argument("--recorded", type=Path, default=Corpus.FOLDERS[1])
    parser.add_argument("--edition", choices=list_editions(), help="[default: all]")
    parser.add_argument("--write", action="store_true", required=True)
    parser.add_argument(
        "--missing", action="store_true", help="only games that are not there; others stay"
    )
    chosen = parser.parse_args(arguments)
    n_games = 0
    for names in (
        write_golden(chosen.golden, chosen.edition, chosen.missing),
        write_recorded(chosen.recorded, chosen.edition, chosen.missing),
    ):
        for name in names:
            n_games += 1
            print(name, flush=True)
    print(f"{n_games} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Whole games kept as examples: ``python -m gridwright.conformance.golden --write`` records them.

Each game is found by trying numbers until it shows what the plan wants. The search depends on
nothing but the plan and the rules, so it finds the same games on every machine.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gridwright.conformance.golden_plan import GOLDEN, Wanted, tempered
from gridwright.conformance.marks import Marks
from gridwright.conformance.matrix import list_tables, option_name, short_name
from gridwright.conformance.recorded import Corpus
from gridwright.conformance.temperament import TEMPERAMENTS
from gridwright.content.table import build_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.offers import Dice
from gridwright.fair.record import play
from gridwright.fair.transcript import Transcript, format_transcript

INDEX: Final = "index.toml"
MOST_NUMBERS: Final = 4_000
MOST_ACTIONS: Final = 3_000


class NotFound(Exception):
    """No number gave a game that shows what is wanted."""


def record(wanted: Wanted, number: int) -> Transcript:
    """One recorded game. The name and the number decide everything that is random in it."""
    name = wanted.name
    seed = hashlib.sha256(f"gridwright game {name} {number}".encode("ascii")).digest()
    chooser = wanted.chooser(Dice(int.from_bytes(seed[:4], "big")))
    contributions = {
        seat: hashlib.sha256(f"seat {seat} of {name}".encode("ascii")).digest()[:16]
        for seat in range(number % (wanted.table.seats + 1))
    }
    return play(wanted.table, name, seed, contributions, chooser, MOST_ACTIONS)


def marks_of(transcript: Transcript) -> set[str]:
    """What a recorded game shows, by playing it again."""
    history = History(build_game(transcript.table))
    notation = Notation(history.game.rules)
    marks = Marks(history.game)
    for line in transcript.moves:
        phase = history.state.phase
        action = notation.parse(line)
        marks.watch(phase, action, history.play_watched(action), history.state)
    return marks.found


def find(wanted: Wanted) -> tuple[Transcript, set[str]]:
    """The shortest of the first few finished games that show what is wanted."""
    candidates: list[tuple[int, int, Transcript, set[str]]] = []
    for number in range(MOST_NUMBERS):
        transcript = record(wanted, number)
        if transcript.closing is None:
            continue
        marks = marks_of(transcript)
        if marks.issuperset(wanted.shows):
            candidates.append((len(transcript.body), number, transcript, marks))
            if len(candidates) == wanted.n_candidates:
                break
    if not candidates:
        raise NotFound(f"{wanted.name}: no game shows {', '.join(wanted.shows)}")
    best = min(candidates, key=lambda candidate: candidate[:2])
    return best[2], best[3]


def write_golden(folder: Path) -> Iterator[str]:
    """Record every game of the plan and the index of what they show; yields each name."""
    entries: list[str] = []
    _clear(folder)
    for wanted in GOLDEN:
        transcript, marks = find(wanted)
        (folder / f"{wanted.name}.txt").write_text(format_transcript(transcript), "ascii")
        entries.append(_entry(wanted, transcript, marks))
        yield wanted.name
    head = (
        "# What each recorded game shows; a test replays it and compares.\n"
        "# Written by `python -m gridwright.conformance.golden --write`.\n"
    )
    (folder / INDEX).write_text(head + "".join(entries), "ascii")


def _entry(wanted: Wanted, transcript: Transcript, marks: set[str]) -> str:
    table = transcript.table
    words = "".join([f'    "{mark}",\n' for mark in sorted(marks)])
    return (
        f"\n[{wanted.name}]\n"
        f'table = "{short_name(table, " ")} {option_name(table)}"\n'
        f"actions = {len(transcript.moves)}\n"
        f"shows = [\n{words}]\n"
    )


def write_recorded(folder: Path) -> Iterator[str]:
    """Record one game at each table of the matrix; yields each name."""
    _clear(folder)
    for place, table in enumerate(list_tables()):
        name = f"{short_name(table)}-{option_name(table)}".replace("+", "-and-")
        temperament = TEMPERAMENTS[place % len(TEMPERAMENTS)]
        wanted = Wanted(name, table, tempered(temperament, takes_back=True), ())
        transcript, _marks = find(wanted)
        (folder / f"{name}.txt").write_text(format_transcript(transcript), "ascii")
        yield name


def _clear(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.txt"):
        file.unlink()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--golden", type=Path, default=Corpus.FOLDERS[0])
    parser.add_argument("--recorded", type=Path, default=Corpus.FOLDERS[1])
    parser.add_argument("--write", action="store_true", required=True)
    chosen = parser.parse_args(arguments)
    n_games = 0
    for names in (write_golden(chosen.golden), write_recorded(chosen.recorded)):
        for name in names:
            n_games += 1
            print(name, flush=True)
    print(f"{n_games} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())

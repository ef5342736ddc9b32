"""Replay recorded games: ``gridwright-lab replay tests/golden tests/recorded``.

One line for each game, the same on every machine and Python: no times, no paths.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gridwright.engine.digest import digest
from gridwright.fair.replay import replay
from gridwright.fair.transcript import TranscriptError
from gridwright_lab.conformance.replay.corpus import Corpus


@dataclass(frozen=True)
class Replayed:
    """Result of a replay: the digest of the last position, or the reason of a failure."""

    name: str
    digest: str
    n_actions: int
    problem: str

    def to_json(self) -> str:
        facts: dict[str, str | int] = {
            "game": self.name,
            "digest": self.digest,
            "actions": self.n_actions,
        }
        if self.problem:
            facts["problem"] = self.problem
        return json.dumps(facts)

    def __str__(self) -> str:
        return f"{self.name} {self.digest or self.problem}"


def replay_game(corpus: Corpus, name: str) -> Replayed:
    """Replay one game with all its checkpoints. A game that is not over has no digest."""
    try:
        transcript = corpus.transcript(name)
        history = replay(transcript)
    except TranscriptError as error:
        return Replayed(name, "", 0, str(error))
    if transcript.closing is None:
        return Replayed(name, "", len(history.log), "expected a finished game")
    return Replayed(name, digest(history.state), len(history.log), "")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    parser.add_argument(
        "--part", type=_part, default=slice(None), metavar="K/N", help="every Nth game from the Kth"
    )
    chosen = parser.parse_args(arguments)
    corpus = Corpus(chosen.folders)
    names = corpus.names()[chosen.part]
    n_wrong = 0
    for name in names:
        found = replay_game(corpus, name)
        print(found.to_json() if chosen.json else found)
        if found.problem:
            n_wrong += 1
            print(found, file=sys.stderr)
    if not names:
        print("replay: expected transcripts, found none", file=sys.stderr)
    return 1 if n_wrong or not names else 0


def _part(text: str) -> slice:
    number, _slash, parts = text.partition("/")
    if not 1 <= int(number) <= int(parts):
        raise ValueError(f"expected 1/1 to {parts}/{parts}, got {text}")
    return slice(int(number) - 1, None, int(parts))


if __name__ == "__main__":
    sys.exit(main())

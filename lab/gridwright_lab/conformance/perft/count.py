"""Counts positions by depth from fixed ones, so that a change of the rules cannot go unnoticed.

``gridwright-lab perft`` compares with the stored counts, ``--write`` stores new ones. Levels are
complete except the last, which ends when the budget of nodes is spent.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import list_editions
from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.sampling.positions import kind_of

PRIME: Final = (1 << 61) - 1
MAX_NODES: Final = 1_000
MAX_DEPTH: Final = 12
N_POSITIONS: Final = 150


@dataclass(frozen=True)
class Counts:
    """Counts below one position."""

    nodes: tuple[int, ...]
    """``nodes[d - 1]``: positions after d actions; the last level may be cut off."""
    digest_sum: int
    """Sum of the digests of all of them, modulo PRIME."""
    divide: tuple[tuple[str, int], ...]
    """Each first action and the number of nodes below and including it."""


def count_nodes(game: Game, root: State, most_nodes: int = MAX_NODES) -> Counts:
    """Count level by level in the order of ``legal``, until the budget is spent."""
    notation = Notation(game.rules)
    roots = [notation.text(action) for action in game.legal(root)]
    below = [0] * len(roots)
    level = [(0, root)]
    nodes: list[int] = []
    total = 0
    digests = 0
    while level and total < most_nodes and len(nodes) < MAX_DEPTH:
        after: list[tuple[int, State]] = []
        for place, state in _children(game, level, not nodes):
            after.append((place, state))
            below[place] += 1
            digests = (digests + int(digest(state), 16)) % PRIME
            if total + len(after) == most_nodes:
                break
        if after:
            nodes.append(len(after))
        total += len(after)
        level = after
    return Counts(tuple(nodes), digests, tuple(zip(roots, below, strict=True)))


def _children(
    game: Game, level: list[tuple[int, State]], is_root: bool
) -> Iterator[tuple[int, State]]:
    silent = EventLog(False)
    for place, state in level:
        for each, action in enumerate(game.legal(state)):
            child = state.copy()
            game.apply(child, action, silent)
            yield each if is_root else place, child


@dataclass(frozen=True)
class Fixed:
    """A stored position, the place where it occurs in a recorded game, and its counts."""

    transcript: str
    at: int
    kind: str
    counts: Counts

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.transcript,
            "at": self.at,
            "kind": self.kind,
            "nodes": list(self.counts.nodes),
            "digest_sum": self.counts.digest_sum,
            "divide": dict(self.counts.divide),
        }

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Fixed":
        divide = tuple(plain["divide"].items())
        counts = Counts(tuple(plain["nodes"]), plain["digest_sum"], divide)
        return cls(plain["game"], plain["at"], plain["kind"], counts)


def compare(expected: Counts, found: Counts) -> list[str]:
    """Return the differences as text: counts by depth, then every first action that differs."""
    problems: list[str] = []
    if expected.nodes != found.nodes:
        problems.append(f"nodes by depth: expected {expected.nodes}, got {found.nodes}")
    if expected.digest_sum != found.digest_sum:
        problems.append(f"digests: expected {expected.digest_sum}, got {found.digest_sum}")
    if problems:
        before, after = dict(expected.divide), dict(found.divide)
        for action in sorted(before.keys() | after.keys()):
            mark = " " if before.get(action) == after.get(action) else "!"
            problems.append(
                f"{mark} {action}: expected {before.get(action)}, got {after.get(action)}"
            )
    return problems


def load_positions(file: Path) -> list[Fixed]:
    document = json.loads(file.read_text(encoding="ascii"))
    return [Fixed.from_json(plain) for plain in document["positions"]]


def write_positions(file: Path, positions: list[Fixed]) -> None:
    lines = [json.dumps(fixed.to_json(), separators=(",", ":")) for fixed in positions]
    head = f'{{"most_nodes":{MAX_NODES},"positions":[\n'
    file.write_text(head + ",\n".join(lines) + "\n]}\n", encoding="ascii")


def check_position(corpus: Corpus, fixed: Fixed, most_nodes: int = MAX_NODES) -> list[str]:
    """Return the differences from the stored counts, nothing if all agree."""
    history = corpus.history_at(fixed.transcript, fixed.at)
    found = count_nodes(history.game, history.state, most_nodes)
    return compare(fixed.counts, found)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=Path, default=Path("tests/perft/positions.json"))
    parser.add_argument("--games", type=Path, nargs="+", default=list(Corpus.FOLDERS))
    parser.add_argument("--write", action="store_true", help="choose new positions and store them")
    parser.add_argument(
        "--edition", choices=list_editions(), help="only its positions, when writing"
    )
    parser.add_argument(
        "--version", type=int, help="only positions of this rules version, when writing"
    )
    parser.add_argument("--count", type=int, default=N_POSITIONS, help="positions, when writing")
    chosen = parser.parse_args(arguments)
    corpus = Corpus(chosen.games)
    if chosen.write:
        from gridwright_lab.conformance.perft.count import choose_positions

        names = corpus.names(chosen.edition)
        if chosen.version is not None:
            names = [
                name for name in names if corpus.transcript(name).table.version == chosen.version
            ]
        positions: list[Fixed] = []
        if chosen.positions.exists():
            kept = load_positions(chosen.positions)
            positions = [fixed for fixed in kept if fixed.transcript not in names]
        for name, at, kind, history in choose_positions(corpus, names, chosen.count):
            counts = count_nodes(history.game, history.state)
            positions.append(Fixed(name, at, kind, counts))
        write_positions(chosen.positions, positions)
        n_nodes = sum(sum(fixed.counts.nodes) for fixed in positions)
        print(f"{len(positions)} positions, {n_nodes} nodes")
        return 0
    n_wrong = 0
    positions = load_positions(chosen.positions)
    for fixed in positions:
        problems = check_position(corpus, fixed)
        n_wrong += bool(problems)
        for problem in problems:
            print(f"{fixed.transcript} at {fixed.at}: {problem}")
    print(f"{len(positions)} positions, {n_wrong} wrong")
    return 1 if n_wrong or not positions else 0


if __name__ == "__main__":
    sys.exit(main())


def choose_positions(
    corpus: Corpus, names: list[str], n_positions: int
) -> Iterator[tuple[str, int, str, History]]:
    """Yield one position from each of some games: name, actions before it, kind and the game there.

    In each game it is the first position of the kind that was taken least often so far.
    """
    taken: Counter[str] = Counter()
    for place in range(n_positions):
        # Games are sorted by table, so equal steps visit all presets, boards and seats.
        name = names[place * len(names) // n_positions]
        first: dict[str, int] = {}
        for at, history in enumerate(corpus.histories(name)):
            if not history.game.is_over(history.state):
                first.setdefault(kind_of(history.game, history.state), at)
        kind = min(first, key=lambda each: (taken[each], -first[each]))
        taken[kind] += 1
        yield name, first[kind], kind, corpus.history_at(name, first[kind])

"""Self-play of the loaded tree and of another one, in turns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gridwright.cli.errors import CommandFailed
from gridwright_lab.bench.other_engine import bench_in, last_words, take_turns
from gridwright_lab.bench.self_play import TreeSpeeds, measure_turn


@dataclass(frozen=True)
class SelfPlay:
    """Values of the loaded tree, and of another one if requested."""

    here: TreeSpeeds
    beside: TreeSpeeds | None
    least: float = 0.0
    """Minimum of every ratio."""

    @property
    def ratios(self) -> list[float]:
        """Ratios of the loaded tree's speeds to the other's, value by value."""
        if self.beside is None:
            return []
        pairs = zip(self.here.speeds, self.beside.speeds, strict=True)
        return [speed.per_second / other.per_second for speed, other in pairs]

    @property
    def plays_the_same(self) -> bool:
        """True if both trees play the same games."""
        if self.beside is None:
            return True
        pairs = zip(self.here.speeds, self.beside.speeds, strict=True)
        return all(speed.digest == other.digest for speed, other in pairs)

    @property
    def ok(self) -> bool:
        """True if every ratio reaches its threshold; then games must be the same as well."""
        if self.least == 0.0:
            return True
        return self.plays_the_same and all(ratio >= self.least for ratio in self.ratios)

    def to_json(self) -> dict[str, Any]:
        told = self.here.to_json()
        if self.beside is not None:
            told["beside"] = self.beside.to_json()
            told["ratios"] = [round(ratio, 3) for ratio in self.ratios]
            told["least_ratio"] = self.least
            told["same_games"] = self.plays_the_same
            told["ok"] = self.ok
        return told


def measure_self_play(
    bots: Sequence[str],
    editions: Sequence[str],
    seconds: float,
    n_turns: int,
    tree: Path | None = None,
    least: float = 0.0,
) -> SelfPlay:
    """Return the best of `n_turns` turns, taken alternately by this tree and another one."""
    here, beside = take_turns(
        n_turns,
        partial(measure_turn, bots, editions, seconds),
        None if tree is None else partial(_turn_in, tree, bots, editions, seconds),
        TreeSpeeds.better,
    )
    return SelfPlay(here, beside, least)


def _turn_in(
    tree: Path, bots: Sequence[str], editions: Sequence[str], seconds: float
) -> TreeSpeeds:
    words = ["self-play", "--json", "--turns", "1", "--seconds", str(seconds)]
    words += [word for bot in bots for word in ("--bot", bot)]
    words += [word for edition in editions for word in ("--edition", edition)]
    done = bench_in(tree.resolve(), *words)
    try:
        return TreeSpeeds.from_json(json.loads(done.stdout))
    except (ValueError, LookupError):
        raise CommandFailed(f"--beside: {tree} failed: {last_words(done.stderr)}") from None

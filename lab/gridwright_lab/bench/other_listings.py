"""Listing with the loaded engine and with that of another tree, in turns."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from gridwright.cli.errors import CommandFailed
from gridwright_lab.bench.listing import Listings, measure_listings
from gridwright_lab.bench.other_engine import bench_in, last_words, take_turns

BAR: Final = 1.5
"""Minimum ratio of the loaded engine's speed to the other one's."""


@dataclass(frozen=True)
class Compared:
    """Values of the loaded tree, and of another one if requested."""

    here: Listings
    beside: Listings | None

    @property
    def ratios(self) -> list[float]:
        """Ratios of the loaded tree's speed to the other's, by edition."""
        if self.beside is None:
            return []
        pairs = zip(self.here.listed, self.beside.listed, strict=True)
        return [each.per_second / other.per_second for each, other in pairs]

    @property
    def ok(self) -> bool:
        """True if every ratio reaches the threshold, or if there is no other tree."""
        return all(ratio >= BAR for ratio in self.ratios)

    def to_json(self) -> dict[str, Any]:
        told = {"ok": self.ok, **self.here.to_json()}
        if self.beside is not None:
            told["beside"] = self.beside.to_json()
            told["ratios"] = [round(ratio, 3) for ratio in self.ratios]
            told["bar"] = BAR
        return told


def compare_listings(
    editions: Sequence[str], seconds: float, n_turns: int, tree: Path | None = None
) -> Compared:
    """Measure in turns; trees that do not play the same games are refused."""
    here, beside = take_turns(
        n_turns,
        partial(measure_listings, editions, seconds),
        None if tree is None else partial(_turn_in, tree, editions, seconds),
        Listings.better,
    )
    if beside is not None:
        for own, other in zip(here.listed, beside.listed, strict=True):
            if own.digest != other.digest:
                raise CommandFailed(f"--beside: {tree} plays other games: {own.edition}")
    return Compared(here, beside)


def _turn_in(tree: Path, editions: Sequence[str], seconds: float) -> Listings:
    words = ["engine", "--listed", "--json", "--turns", "1", "--seconds", str(seconds)]
    words += [word for edition in editions for word in ("--edition", edition)]
    done = bench_in(tree.resolve(), *words)
    try:
        return Listings.from_json(json.loads(done.stdout))
    except (ValueError, LookupError):
        raise CommandFailed(f"--beside: {tree} failed: {last_words(done.stderr)}") from None

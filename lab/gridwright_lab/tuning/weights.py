"""Tune the weights of a profile: ``gridwright-lab tune weights --state tune.json``.

After each generation the search is written to the file; the same command continues from there. All
candidates of a generation play the same deals from every seat, and each generation other deals.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from gridwright.bots.profiles import NAMES as PROFILES
from gridwright.bots.profiles import load_profile
from gridwright.bots.registry import BOTS
from gridwright.content.table import default_spec, list_editions
from gridwright_lab.tuning.evaluation import NAMES, Evaluation, read_point, with_point
from gridwright_lab.tuning.evolution import Evolution

FIRST_SPREAD: Final = 0.3
LEAST_SCALE: Final = 0.05
"""Axes are measured in the size of the weight they begin with, at least this."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play generations; print the weights of the middle as a table of a profile."""
    parser = argparse.ArgumentParser(prog="gridwright-lab tune weights")
    parser.add_argument("--profile", choices=PROFILES, default="hard")
    parser.add_argument("--against", choices=list(BOTS), default="l1")
    parser.add_argument("--edition", choices=list_editions(), default="classic")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--candidates", type=int, default=12)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--state", type=Path, required=True, help="where the search is kept")
    chosen = parser.parse_args(arguments)
    if min(chosen.deals, chosen.generations) < 1 or chosen.candidates < 4:
        parser.error("expected at least one deal, one generation and four candidates")
    evaluation = Evaluation(
        default_spec(chosen.edition, None, None, chosen.seats), chosen.against, chosen.deals
    )
    profile = load_profile(chosen.profile)
    kind = evaluation.kind
    start = read_point(profile, kind, chosen.seats)
    scales = [max(LEAST_SCALE, abs(number)) for number in start]
    search = _load(chosen.state, len(start), chosen.candidates)

    def weights_at(point: list[float]) -> list[float]:
        return [
            first + scale * move for first, scale, move in zip(start, scales, point, strict=True)
        ]

    while search.generation < chosen.generations:
        points = search.ask()
        scores = [
            evaluation.score(
                with_point(profile, kind, chosen.seats, weights_at(point)), search.generation
            )
            for point in points
        ]
        search.tell(points, scores)
        chosen.state.write_text(json.dumps(asdict(search)), "utf-8")
        print(
            f"generation {search.generation} of {chosen.generations}: best {max(scores):.3f}, "
            f"mean {sum(scores) / len(scores):.3f}, sigma {search.sigma:.3f}",
            file=sys.stderr,
        )
    print(f"[weights.{kind}-{chosen.seats}]")
    for name, number in zip(NAMES[kind], weights_at(search.mean), strict=True):
        print(f"{name} = {max(0.0, number):.4f}")
    return 0


def _load(path: Path, n_axes: int, n_candidates: int) -> Evolution:
    if path.exists():
        return Evolution(**json.loads(path.read_text("utf-8")))
    return Evolution([0.0] * n_axes, FIRST_SPREAD, n_candidates)


if __name__ == "__main__":
    sys.exit(main())

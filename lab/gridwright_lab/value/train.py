"""Train the model of chances: ``gridwright-lab value train --data FILE... --out model.json``.

A part of the games of ``--data`` is held out: it shows how far training came and sets the
temperatures. Games of other bots (``--more``) only help to learn.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from gridwright.bots.value.loading import AT_CARDS, ON_BOARD, read_model
from gridwright_lab.value.fit import fit, with_temperatures
from gridwright_lab.value.model_file import model_text
from gridwright_lab.value.prediction import Fitted, averaged
from gridwright_lab.value.samples import Samples, joined, load_samples

HELD_OUT: Final = 8
"""One game in this many is held out."""

WEIGHT: Final = 3
"""Weight of a game of the evaluated bots, relative to other games."""


def split_games(samples: Samples, seed: int) -> tuple[Samples, Samples]:
    """Split samples into those to learn from and those held out; a game is never in both."""
    games = np.unique(samples.game)
    drawn = np.random.default_rng(seed).permutation(games)
    is_held = np.isin(samples.game, drawn[: max(1, len(games) // HELD_OUT)])
    return samples.chosen(~is_held), samples.chosen(is_held)


def load_all(paths: Sequence[Path]) -> Samples:
    """The samples of several files."""
    return joined([load_samples(path) for path in paths])


def to_learn(learned: Samples, more: Samples | None, weight: int) -> Samples:
    """Training set: games of the evaluated bots repeated by their weight, others once."""
    if more is None or not more.n_positions:
        return learned
    return joined([*[learned] * weight, more])


def parted(samples: Samples) -> dict[str, Samples]:
    """The samples of each network: boards and cards have little in common."""
    on_board = samples.on_board()
    return {ON_BOARD: samples.chosen(on_board), AT_CARDS: samples.chosen(~on_board)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Train a network for boards and one for cards, and write the model."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--more", type=Path, nargs="+", help="games of other bots")
    parser.add_argument(
        "--weight", type=int, default=WEIGHT, help="of a game of --data beside those"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--units", type=int, default=12, help="hidden units of each member")
    parser.add_argument("--members", type=int, default=2, help="networks whose scores are averaged")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    started = time.monotonic()
    samples = load_all(chosen.data)
    more = parted(load_all(chosen.more)) if chosen.more else {}
    networks: dict[str, Fitted] = {}
    told: dict[str, object] = {}
    for name, part in parted(samples).items():
        learned, held_out = split_games(part, chosen.seed)
        learned = to_learn(learned, more.get(name), chosen.weight)
        found = [
            fit(learned, held_out, chosen.units, chosen.epochs, chosen.seed + member)
            for member in range(chosen.members)
        ]
        fitted = with_temperatures(averaged([member for member, _curve in found]), held_out)
        networks[name] = fitted
        told[name] = {
            "positions": learned.n_positions,
            "held_out": held_out.n_positions,
            "losses": [[round(loss, 4) for loss in curve] for _member, curve in found],
            "temperatures": [round(float(each), 3) for each in fitted.temperatures],
        }
    text = model_text(networks)
    chosen.out.write_text(text, "utf-8")
    told["model"] = read_model(text).name
    told["bytes"] = len(text)
    told["seconds"] = round(time.monotonic() - started, 1)
    if chosen.json:
        print(json.dumps(told))
    else:
        for key, value in told.items():
            print(f"{key}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

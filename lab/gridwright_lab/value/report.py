"""Judge a model on held-out games: ``gridwright-lab value report --model M --data D --train T...``.

Beside it stand two simpler models, fitted to the games of ``--train`` (what training was given as
``--data``) and of ``--more``: one that looks at the present standing alone, and a linear one that
sees all columns. Exit code 1 if a threshold is missed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from gridwright.bots.value.columns import COLUMNS
from gridwright.bots.value.loading import read_model
from gridwright_lab.trials.thresholds import Threshold, Verdict
from gridwright_lab.value.calibration import calibrate, draw
from gridwright_lab.value.fit import fit
from gridwright_lab.value.model_file import read_networks
from gridwright_lab.value.prediction import Fitted, losses, predict
from gridwright_lab.value.samples import Array, Samples
from gridwright_lab.value.train import WEIGHT, load_all, parted, split_games, to_learn

STANDING: Final = ["money", "cities", "supply now useful", "points"]
"""Features that a player would count."""
N_EPOCHS: Final = 12
SIMPLER_RATE: Final = 0.01
"""A model without a hidden layer may take larger steps; with small ones it would not arrive."""
LEAST_CASES: Final = 200
MAX_ERROR: Final = 3
"""Points of a hundred."""


def simpler_models(samples: Samples, more: Samples | None) -> dict[str, dict[str, Fitted]]:
    """Models without a hidden layer, by name and network."""
    standing = np.array([name in STANDING for name in COLUMNS])
    found: dict[str, dict[str, Fitted]] = {"standing": {}, "linear": {}}
    others = parted(more) if more is not None else {}
    for network, part in parted(samples).items():
        if part.n_positions:
            learned, held_out = split_games(part, 1)
            learned = to_learn(learned, others.get(network), WEIGHT)
            for name, used in (("standing", standing), ("linear", standing | True)):
                found[name][network], _curve = fit(
                    learned, held_out, 0, N_EPOCHS, used=used, rate=SIMPLER_RATE
                )
    return found


def table_of(cell: str) -> str:
    """Edition and number of seats of a cell: ``classic:4``."""
    path, _colon, seats = cell.partition(":")
    return f"{path.partition('/')[0]}:{seats}"


def gap_over_games(samples: Samples, gaps: Array) -> tuple[float, float]:
    """The mean and its standard error, drawn over games."""
    _games, place = np.unique(samples.game, return_inverse=True)
    by_game = np.bincount(place, gaps - gaps.mean())
    return float(gaps.mean()), float(np.sqrt((by_game**2).sum())) / len(gaps)


def compare(samples: Samples, models: dict[str, dict[str, Fitted]]) -> list[dict[str, Any]]:
    """Return the losses of each model and of equal chances, by edition and number of seats."""
    tables = np.array([table_of(str(cell)) for cell in samples.cells])[samples.cell]
    rows: list[dict[str, Any]] = []
    for network, part in parted(samples).items():
        if not part.n_positions:
            continue
        named = np.array([table_of(str(cell)) for cell in part.cells])[part.cell]
        won = np.append(part.won.astype(np.float64), 0.0)[part.places()]
        by_model = {
            name: losses(predict(networks[network], part), won) for name, networks in models.items()
        }
        for table in sorted(set(tables) & set(named)):
            inside = named == table
            chosen = part.chosen(inside)
            row: dict[str, Any] = {
                "table": str(table),
                "games": len(np.unique(chosen.game)),
                "positions": chosen.n_positions,
                "uniform": round(float(np.log(chosen.seats).mean()), 4),
            }
            for name, found in by_model.items():
                row[name] = round(float(found[inside].mean()), 4)
            for name in by_model:
                if name != "value":
                    gaps = by_model["value"][inside] - by_model[name][inside]
                    mean, error = gap_over_games(chosen, gaps)
                    row[f"minus_{name}"] = round(mean, 4)
                    row[f"minus_{name}_error"] = round(error, 4)
            rows.append(row)
    return rows


def all_chances(samples: Samples, networks: dict[str, Fitted]) -> Array:
    """``chances[position, seat]`` by the network of each position."""
    found = np.zeros((samples.n_positions, 6))
    on_board = samples.on_board()
    for (network, part), wanted in zip(parted(samples).items(), (on_board, ~on_board), strict=True):
        if part.n_positions:
            found[wanted] = predict(networks[network], part)
    return found


def evaluate(
    samples: Samples, train: Samples, more: Samples | None, text: str, plot: Path | None
) -> Verdict:
    """Return values next to thresholds; write the drawing if requested."""
    networks = read_networks(text)
    name = read_model(text).name
    rows = compare(samples, {"value": networks, **simpler_models(train, more)})
    bins = calibrate(samples, all_chances(samples, networks))
    thresholds: list[Threshold] = []
    for row in rows:
        for other in ("standing", "linear"):
            title = f"log-loss at {row['table']} minus that of {other}"
            thresholds.append(Threshold(title, row[f"minus_{other}"], most=0))
    for each in bins:
        if each.cases >= LEAST_CASES:
            title = f"calibration error at {10 * each.tenth} to {10 * each.tenth + 10} %"
            thresholds.append(Threshold(title, abs(each.error), most=MAX_ERROR))
    if plot is not None:
        plot.write_text(draw(bins, name), "utf-8")
    figures = {
        "model": name,
        "bots": [str(bot) for bot in samples.bots],
        "losses": rows,
        "calibration": [each.to_json() for each in bins],
    }
    return Verdict(thresholds, figures)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print figures and thresholds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="held-out games")
    parser.add_argument(
        "--train", type=Path, nargs="+", required=True, help="games to fit simpler models to"
    )
    parser.add_argument("--more", type=Path, nargs="+", help="games of other bots")
    parser.add_argument("--plot", type=Path, help="where to draw the calibration, as SVG")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    verdict = evaluate(
        load_all(chosen.data),
        load_all(chosen.train),
        load_all(chosen.more) if chosen.more else None,
        chosen.model.read_text("utf-8"),
        chosen.plot,
    )
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Pack puzzles: ``gridwright-lab puzzles pack --found work.jsonl --out puzzles.jsonl.gz``.

Every puzzle is replayed: its actions and options must be legal, its best option clearly ahead by
both measurements, with a reason against each other option. Puzzles that simple solvers find are
left out until no solver exceeds its share. Prints the figures next to the thresholds.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import load_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.insight.turns import played_out
from gridwright.puzzles.collection import THEMES, pack
from gridwright_lab.puzzles.screening import LEAST_ERRORS, LEAST_LEAD, MAX_LEAD
from gridwright_lab.puzzles.solvers import MAX_SHARES
from gridwright_lab.trials.thresholds import Threshold, Verdict

LEAST_PUZZLES: Final = 300
Record = dict[str, Any]


def fault_of(record: Record) -> str:
    """Return the fault of a puzzle; empty if there is none."""
    game = load_game(TableSpec.from_json(record["spec"]), record["rules"])
    notation = Notation(game.rules)
    history = History(game)
    for line in record["lines"]:
        history.play(notation.parse(line))
    state = history.state
    if state.actor != record["seat"]:
        return f"expected seat {record['seat']} to act, got {state.actor}"
    for option in record["options"]:
        actions = [notation.parse(line) for line in option["lines"]]
        if played_out(game, state, actions) is None:
            return f"cannot be played: {option['lines']}"
    others = [option for place, option in enumerate(record["options"]) if place != record["best"]]
    if not others:
        return "expected two options or more"
    for option in others:
        if not option["reasons"]:
            return f"expected a reason against {option['lines']}"
        for name, (ahead, error) in option["checks"].items():
            if ahead < LEAST_LEAD or ahead < LEAST_ERRORS * error:
                return f"not clear: {name} {ahead} ± {error}"
    least = min(option["checks"]["planned"][0] for option in others)
    return "" if least <= MAX_LEAD else f"too plain: {least} ahead"


def choose(records: Sequence[Record]) -> list[Record]:
    """Leave out puzzles, most of them of common themes, until no solver exceeds its share."""
    kept = list(records)
    while kept:
        excess = {
            solver: 100 * share - MAX_SHARES[solver] for solver, share in shares_of(kept).items()
        }
        over = [solver for solver, by in excess.items() if by > 0.0]
        if not over:
            break
        themes = Counter(record["theme"] for record in kept)
        worst = max(
            kept,
            key=lambda record: (
                sum(record["solved"][solver] * excess[solver] for solver in over),
                themes[record["theme"]],
                record["id"],
            ),
        )
        kept.remove(worst)
    return kept


def shares_of(records: Sequence[Record]) -> dict[str, float]:
    """Return the share of the puzzles that each solver finds."""
    return {
        solver: sum(record["solved"][solver] for record in records) / max(1, len(records))
        for solver in MAX_SHARES
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--found", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="values and thresholds as JSON")
    chosen = parser.parse_args(arguments)
    records: dict[str, Record] = {}
    for path in chosen.found:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            records.setdefault(record["id"], record)
    faults = {name: fault_of(record) for name, record in records.items()}
    sound = [record for name, record in sorted(records.items()) if not faults[name]]
    good = choose(sound)
    good.sort(key=lambda record: (record["spec"]["edition"], record["spec"]["board"], record["id"]))
    data = pack(good)
    chosen.out.write_bytes(data)
    themes = Counter(record["theme"] for record in good)
    thresholds = [
        Threshold("puzzles", len(good), LEAST_PUZZLES),
        Threshold("faulty puzzles", len(records) - len(sound)),
        Threshold("themes", len(themes), len(THEMES)),
    ]
    thresholds += [
        Threshold(f"solved by {solver}, %", round(100 * share, 1), most=MAX_SHARES[solver])
        for solver, share in shares_of(good).items()
    ]
    values = {
        "bytes": len(data),
        "left out": len(sound) - len(good),
        "by theme": dict(themes.most_common()),
        "by edition": dict(Counter(record["spec"]["edition"] for record in good).most_common()),
    }
    findings = [f"{name}: {fault}" for name, fault in faults.items() if fault]
    return Verdict(thresholds, values, findings).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

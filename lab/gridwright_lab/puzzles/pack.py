"""Pack puzzles: ``gridwright-lab puzzles pack --found work.jsonl --out puzzles.jsonl.gz``.

Every puzzle is replayed: its actions and options must be legal, its best option ahead in both runs.
Prints the number of puzzles per theme next to the thresholds.
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
from gridwright_lab.puzzles.screening import LEAST_ERRORS, LEAST_LEAD
from gridwright_lab.trials.thresholds import Threshold, Verdict

LEAST_PUZZLES: Final = 300
LEAST_OF_THEME: Final = 30
N_RUNS: Final = 2


def fault_of(record: dict[str, Any]) -> str:
    """Return the faults of a puzzle; empty if there is none."""
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
    chances = [option["chance"] for option in record["options"]]
    if len(chances) < 2 or record["best"] != 0 or chances[0] - max(chances[1:]) < LEAST_LEAD:
        return f"expected the first option to be best, got {chances}"
    checks = record["checks"]
    if len({check["seed"] for check in checks}) < N_RUNS:
        return "expected two independent runs"
    for check in checks:
        if check["lead"] < LEAST_LEAD or check["lead"] < LEAST_ERRORS * check["error"]:
            return f"not clear: {check}"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--found", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="values and thresholds as JSON")
    chosen = parser.parse_args(arguments)
    records: dict[str, dict[str, Any]] = {}
    for path in chosen.found:
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            records.setdefault(record["id"], record)
    faults = {name: fault_of(record) for name, record in records.items()}
    good = [record for name, record in sorted(records.items()) if not faults[name]]
    good.sort(key=lambda record: (record["spec"]["edition"], record["spec"]["board"], record["id"]))
    data = pack(good)
    chosen.out.write_bytes(data)
    themes = Counter(record["theme"] for record in good)
    thresholds = [Threshold("puzzles", len(good), LEAST_PUZZLES)]
    thresholds += [
        Threshold(f"of the theme {theme}", themes[theme], LEAST_OF_THEME) for theme in THEMES
    ]
    thresholds.append(Threshold("faulty puzzles", len(records) - len(good)))
    findings = [f"{name}: {fault}" for name, fault in faults.items() if fault]
    return Verdict(thresholds, {"bytes": len(data)}, findings).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Generate the positions of the course: games of a bot that never changes, evaluated by play-outs.

    python -m tools.make_lessons               # on the compiled tree it takes a few minutes
    python -m tools.make_lessons --worlds 64   # a quick look, which writes nothing

The text of the lessons is in the client's word files (``lesson.json``), step by step.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from gridwright.puzzles.collection import LESSONS as FILE_NAME
from gridwright.puzzles.collection import pack
from tools.lesson_recipes import LESSONS
from tools.position_record import record_of

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "gridwright" / "puzzles" / FILE_NAME
WORLDS = 400
LEAST_LEAD = 0.05
"""Limits for a lesson's answer to be clearly right."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--worlds", type=int, default=WORLDS)
    chosen = parser.parse_args()
    records: list[dict[str, Any]] = []
    is_clear = True
    for lesson, recipes in LESSONS.items():
        for recipe in recipes:
            record = {"lesson": lesson, **record_of(recipe, chosen.worlds)}
            chances = [option["chance"] for option in record["options"]]
            lead = chances[0] - max(chances[1:])
            is_clear = is_clear and record["best"] == 0 and lead >= LEAST_LEAD
            print(recipe.name, f"lead {lead:.3f}", chances, flush=True)
            records.append(record)
    if not is_clear:
        print("expected the first option of each step to be clearly best", file=sys.stderr)
        return 1
    if chosen.worlds >= WORLDS:
        FILE.write_bytes(pack(records))
    return 0


if __name__ == "__main__":
    sys.exit(main())

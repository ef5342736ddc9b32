"""Random legal choices at every table: ``gridwright-lab masked-walk --steps 100000``.

Each choice is drawn from the mask alone. The engine verifies every resulting action.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from gridwright.content.table import TableSpec
from gridwright.engine.errors import IllegalAction
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.turn_env import TurnEnv
from gridwright_lab.conformance.sampling.tables import recorded_tables, shuffled

STEPS: Final = 100_000
STEPS_AT_TABLE: Final = 400
"""Steps at a table: about a game of average length, so that every part of it occurs."""


@dataclass
class Walked:
    """Counts of a walk."""

    steps: int = 0
    games: int = 0
    refused: int = 0
    empty: int = 0
    """Positions in which a seat must act and the mask is empty."""
    tables: set[TableSpec] = field(default_factory=set)
    families: Counter[str] = field(default_factory=Counter)
    """Choices by edition and family."""

    @property
    def ok(self) -> bool:
        return self.steps > 0 and self.refused == 0 and self.empty == 0

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "steps": self.steps,
            "games": self.games,
            "tables": len(self.tables),
            "refused": self.refused,
            "empty": self.empty,
            "families": dict(sorted(self.families.items())),
        }


def walk(n_steps: int, seed: int = 0) -> Walked:
    """Take ``n_steps`` steps, table after table; a long walk covers all tables."""
    walked = Walked()
    dice = random.Random(seed)
    tables = shuffled(recorded_tables())
    n_turns = -(-n_steps // STEPS_AT_TABLE)
    # Fewer steps than tables would leave some out, so each gets its share.
    n_at_table = STEPS_AT_TABLE if n_turns >= len(tables) else max(1, n_steps // len(tables))
    place = 0
    while walked.steps < n_steps:
        spec = tables[place % len(tables)]
        _walk_table(walked, spec, min(n_at_table, n_steps - walked.steps), place, dice)
        place += 1
    return walked


def _walk_table(
    walked: Walked, spec: TableSpec, n_steps: int, seed: int, dice: random.Random
) -> None:
    env = TurnEnv(spec)
    env.reset(seed)
    walked.tables.add(spec)
    walked.games += 1
    family_of = env.table.index.family_of
    families = env.table.index.families
    for _step in range(n_steps):
        if env.actor < 0:
            env.reset()
            walked.games += 1
        marked = np.flatnonzero(env.mask())
        if len(marked) == 0:
            walked.empty += 1
            return
        choice = int(marked[dice.randrange(len(marked))])
        try:
            env.step(choice)
        except (IllegalAction, NotMarkedError):
            walked.refused += 1
            return
        walked.steps += 1
        walked.families[f"{spec.edition} {families[family_of[choice]].name}"] += 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    walked = walk(chosen.steps, chosen.seed)
    if chosen.json:
        print(json.dumps(walked.to_json(), indent=1))
    else:
        told = walked.to_json()
        print(f"{told['steps']} steps, {told['games']} games, {told['tables']} tables")
        for name in ("refused", "empty"):
            print(f"{name}: {told[name]} (bar 0)")
    return 0 if walked.ok else 1


if __name__ == "__main__":
    sys.exit(main())

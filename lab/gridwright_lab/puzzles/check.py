"""Puzzles judged from outside: ``gridwright-lab puzzles check``.

The best option of shipped puzzles and the second are measured again by games to the end, played by
a bot that took no part in their making, in worlds of its own.
"""

import argparse
import sys
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from gridwright.bots.registry import find_bot
from gridwright.bots.search.contract import known_to
from gridwright.bots.search.lines import Line
from gridwright.fair.draw import Stream
from gridwright.puzzles.collection import load_collection
from gridwright.puzzles.puzzle import Puzzle
from gridwright_lab.trials.command import pool_map
from gridwright_lab.trials.insight.findings import Outsider
from gridwright_lab.trials.thresholds import Threshold, Verdict

OUTSIDER: Final = "normal"
PUZZLES: Final = 25
PLAY_OUTS: Final = 1_000
"""Games after each of the two options."""
REFUTED_ERRORS: Final = 2.0


def judge(puzzle: Puzzle, n_worlds: int, outsider_name: str) -> dict[str, Any]:
    """Return the lead of the best option over the second by the outsider."""
    game, history, notation = puzzle.play()
    ranked = sorted(puzzle.options, key=lambda option: -option.chance)
    best, second = [Line([notation.parse(line) for line in option.lines]) for option in ranked[:2]]
    bot = find_bot(outsider_name)
    brains = [bot.sit(game.rules, seat, Stream(bytes(32))) for seat in range(puzzle.spec.seats)]
    outsider = Outsider(game, brains, puzzle.seat)
    known = known_to(game, history.state, puzzle.seat)
    lead, error = outsider.lead(known, best, second, n_worlds)
    return {"id": puzzle.puzzle_id, "told": puzzle.lead, "lead": lead, "error": error}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=PUZZLES)
    parser.add_argument("--play-outs", type=int, default=PLAY_OUTS)
    parser.add_argument("--seed", default="check", help="chooses the puzzles")
    parser.add_argument("--outsider", default=OUTSIDER, help="bot that plays to the end")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="values and thresholds as JSON")
    chosen = parser.parse_args(arguments)

    def drawn(puzzle: Puzzle) -> bytes:
        return sha256(f"{chosen.seed} {puzzle.puzzle_id}".encode()).digest()

    puzzles = sorted(load_collection().puzzles.values(), key=drawn)[: chosen.puzzles]
    tasks = [(puzzle, chosen.play_outs, chosen.outsider) for puzzle in puzzles]
    found = list(pool_map(chosen.jobs, judge, tasks))
    refuted = [each for each in found if each["lead"] < -REFUTED_ERRORS * each["error"]]
    return Verdict(
        [
            Threshold("puzzles judged", len(found), chosen.puzzles),
            Threshold("refuted", len(refuted)),
        ],
        {"same sign": sum([each["lead"] > 0.0 for each in found])},
        [
            f"{each['id']}: told {each['told']:.3f}, measured {each['lead']:.3f} "
            f"± {each['error']:.3f}"
            for each in found
            if each["lead"] <= 0.0
        ],
    ).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

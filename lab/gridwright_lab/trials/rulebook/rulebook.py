"""Rule books compared with random games: ``gridwright-lab trial rulebook``.

Random games are played on each board of the classic edition, with each preset and number of seats.
A predicate per clause reads its text and compares it with the public events. A predicate that no
game exercised proves nothing and does not count.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec, list_boards, list_presets, list_seats
from gridwright_lab.trials.command import pool_map, trial_parser
from gridwright_lab.trials.rulebook import (  # noqa: F401  # Each registers its predicates.
    own_building,
    own_fuel,
    own_korea_india,
    own_market,
    shared_building,
    shared_fuel,
    shared_market,
)
from gridwright_lab.trials.rulebook.record import play
from gridwright_lab.trials.rulebook.registry import Key, Tally, check
from gridwright_lab.trials.thresholds import Threshold, Verdict

EDITION: Final = "classic"
LEAST_EXERCISED: Final = 150
GAMES: Final = 480
SEED: Final = 0


def tables() -> list[TableSpec]:
    """Return every preset, board and number of seats, so that any few are of many kinds."""
    seats = list_seats(EDITION)
    boards = [
        (preset, board)
        for preset in list_presets(EDITION)
        for board in list_boards(EDITION, preset)
    ]
    return [
        default_spec(EDITION, preset, board, seats[(place + turn) % len(seats)])
        for turn in range(len(seats))
        for place, (preset, board) in enumerate(boards)
    ]


def plan(n_games: int, seed: int) -> Iterator[tuple[TableSpec, int]]:
    """Yield tables with the seeds of their games; each table before any repeats."""
    every = tables()
    for number in range(n_games):
        yield every[number % len(every)], seed * 1_000_000 + number


def play_and_check(spec: TableSpec, seed: int) -> dict[Key, Tally]:
    """Play one game and check the clauses that its rule book lists."""
    found: dict[Key, Tally] = {}
    check(play(spec, seed), found)
    return found


def add(total: dict[Key, Tally], found: dict[Key, Tally]) -> None:
    for key, tally in found.items():
        sum_ = total.setdefault(key, Tally())
        sum_.held += tally.held
        sum_.failed += tally.failed
        sum_.example = sum_.example or tally.example


def evaluate(total: dict[Key, Tally], n_games: int) -> Verdict:
    exercised = {key: tally for key, tally in total.items() if tally.held + tally.failed}
    failed = {key: tally for key, tally in exercised.items() if tally.failed}
    never = sorted(" ".join(key) for key in total.keys() - exercised.keys())
    own = {key for key in exercised if key[1].startswith("b-")}
    return Verdict(
        [
            Threshold("predicates exercised", len(exercised), LEAST_EXERCISED),
            Threshold("predicates contradicted", len(failed)),
        ],
        {
            "games": n_games,
            "predicates": len(total),
            "clauses of boards among those exercised": len({key[:2] for key in own}),
            "checks": sum(tally.held + tally.failed for tally in exercised.values()),
            "never exercised": never,
        },
        [
            f"{' '.join(key)}: {tally.failed} of {tally.held + tally.failed}, {tally.example}"
            for key, tally in sorted(failed.items())
        ],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    chosen = parser.parse_args(arguments)
    total: dict[Key, Tally] = {}
    games = list(islice(plan(chosen.games, chosen.seed), chosen.games))
    for found in pool_map(chosen.jobs, play_and_check, games):
        add(total, found)
    return evaluate(total, len(games)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

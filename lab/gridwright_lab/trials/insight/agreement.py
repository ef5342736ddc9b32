"""The same game analysed with two seeds, and one analysis against itself."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.arena.cells import Cell
from gridwright.insight.analysis import Analysis
from gridwright.insight.moves import walk
from gridwright.insight.settings import InsightSettings
from gridwright_lab.trials.insight.games import play

SEEDS: Final = (1, 2)
PARTS: Final = ("luck", "own", "others")
LEAST_PART: Final = 2e-6
"""Tolerance of a sum of parts of an account, which are rounded to millionths."""


@dataclass(frozen=True)
class Twice:
    """One game, analysed twice."""

    n_seats: int
    costliest: list[tuple[int | None, int | None]]
    """Move of a seat's costliest decision in either run, by seat; None without a finding."""
    seconds: list[float]
    """CPU time of each analysis."""
    n_wrong: int
    """Number of accounts that do not add up."""
    differences: list[float]
    """Differences of the parts of the accounts between the two runs."""
    n_findings: int
    n_contradicted: int
    """Findings whose chance after the move is not that of the course."""
    n_senseless: int
    """Reasons whose numbers speak for the played line."""


def analyse_twice(cell: Cell, deal: int, n_worlds: int) -> Twice:
    """Analyse one game with two seeds."""
    game, log = play(cell, deal)
    records: list[dict[str, Any]] = []
    seconds: list[float] = []
    for seed in SEEDS:
        start = time.process_time()
        settings = InsightSettings(n_worlds, seed)
        records.append(Analysis(game, walk(game, log), settings, None).record([]))
        seconds.append(time.process_time() - start)
    moves = [[costliest(record, seat) for record in records] for seat in range(game.rules.n_seats)]
    accounts = zip(*[record["account"] for record in records], strict=True)
    return Twice(
        game.rules.n_seats,
        [(first, second) for first, second in moves],
        seconds,
        sum([n_wrong(record["account"]) for record in records]),
        [abs(one[part] - other[part]) for one, other in accounts for part in PARTS],
        sum([len(record["findings"]) for record in records]),
        sum([n_contradicted(record) for record in records]),
        sum([n_senseless(record) for record in records]),
    )


def costliest(record: dict[str, Any], seat: int) -> int | None:
    """Return the move of a seat's costliest decision."""
    for finding in record["findings"]:
        if finding["seat"] == seat:
            return int(finding["move"])
    return None


def n_wrong(accounts: Sequence[dict[str, Any]]) -> int:
    """Return the number of accounts that do not add up, along a seat or over the seats."""
    wrong = 0
    for account in accounts:
        told = account["start"] + sum([account[part] for part in PARTS])
        if abs(told - account["result"]) > LEAST_PART:
            wrong += 1
    luck = sum([account["luck"] for account in accounts])
    decided = sum([account["own"] + account["others"] for account in accounts])
    is_off = abs(luck) > LEAST_PART or abs(decided) > len(accounts) * LEAST_PART
    return int(wrong) + int(is_off)


def n_contradicted(record: dict[str, Any]) -> int:
    """Return the number of findings that contradict the course before or after the decision."""
    moves = [point["move"] for point in record["course"]]
    found = 0
    for finding in record["findings"]:
        place = moves.index(finding["move"])
        before, after = (
            record["course"][each]["chances"][finding["seat"]] for each in (place, place + 1)
        )
        found += finding["better"]["chance"] != before or finding["played"]["chance"] != after
    return found


def n_senseless(record: dict[str, Any]) -> int:
    """Return the number of reasons whose numbers do not speak for the better line."""
    found = 0
    for finding in record["findings"]:
        for reason in finding["reasons"]:
            better, played = reason["better"], reason["played"]
            found += better >= played if reason["kind"] == "place" else better <= played
    return found

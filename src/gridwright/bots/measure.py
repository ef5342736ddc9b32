"""How often a bot wins: ``python -m gridwright.bots.measure --bot l1 --against l0``.

One candidate sits among copies of the other bot, and every deal is played from every seat, so luck
of seat and cards cancels: two equal bots share exactly evenly. What is drawn again for the interval
is deals, not games, because the games of a deal have their cards in common.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from typing import Final

from gridwright.bots.registry import BOTS, find_bot
from gridwright.bots.table import play_game
from gridwright.content.table import (
    ContentError,
    TableSpec,
    build_game,
    default_spec,
    list_editions,
)
from gridwright.fair.derive import derive_keys

BAR: Final = 0.9
N_RESAMPLES: Final = 2_000
N_WORKERS: Final = 2
CHUNK: Final = 5
"""Deals that a worker takes at a time."""


@dataclass(frozen=True)
class Measured:
    """What a series of deals gave."""

    bot: str
    against: str
    edition: str
    preset: str
    board: str
    seats: int
    series: str
    deals: int
    games: int
    unfinished: int
    """Games that were broken off; they count as lost."""
    share: float
    low: float
    high: float
    bar: float
    passed: bool
    seconds_per_game: float


@dataclass(frozen=True)
class Deal:
    """One deal from every seat: the candidate's wins, a tie being part of one, of as many games."""

    wins: Fraction
    games: int
    unfinished: int
    seconds: float


def play_deal(spec: TableSpec, bot: str, against: str, series: str, number: int) -> Deal:
    """One deal, the same cards and the same streams of the seats each time."""
    started = time.process_time()
    game = build_game(spec)
    label = f"gridwright measure {series} {spec.edition} {spec.board} {spec.seats} {number}"
    keys = derive_keys(hashlib.sha256(label.encode()).digest(), f"deal-{number}", {})
    wins = Fraction(0)
    unfinished = 0
    for seat in range(spec.seats):
        bots = [find_bot(bot if each == seat else against) for each in range(spec.seats)]
        ranking = play_game(game, keys, bots).ranking
        if not ranking:
            unfinished += 1
        elif ranking[seat] == 1:
            wins += Fraction(1, ranking.count(1))
    return Deal(wins, spec.seats, unfinished, time.process_time() - started)


def interval(shares: Sequence[float], resamples: int = N_RESAMPLES) -> tuple[float, float]:
    """The middle 95 % of the mean when deals are drawn again; the same at every call."""
    dice = random.Random(len(shares))
    means = sorted(
        [sum(dice.choices(shares, k=len(shares))) / len(shares) for each in range(resamples)]
    )
    return means[resamples * 25 // 1000], means[resamples * 975 // 1000 - 1]


def measure(
    spec: TableSpec,
    bot: str,
    against: str,
    deals: int,
    series: str = "main",
    workers: int = N_WORKERS,
    bar: float = BAR,
) -> Measured:
    """Play the first so many deals of a series."""
    play = partial(play_deal, spec, bot, against, series)
    if workers == 1:
        played = [play(number) for number in range(deals)]
    else:
        with ProcessPoolExecutor(workers) as pool:
            played = list(pool.map(play, range(deals), chunksize=CHUNK))
    games = sum(deal.games for deal in played)
    share = sum((deal.wins for deal in played), Fraction(0)) / games
    low, high = interval([float(deal.wins / deal.games) for deal in played])
    return Measured(
        bot=bot,
        against=against,
        edition=spec.edition,
        preset=spec.preset,
        board=spec.board,
        seats=spec.seats,
        series=series,
        deals=deals,
        games=games,
        unfinished=sum(deal.unfinished for deal in played),
        share=float(share),
        low=low,
        high=high,
        bar=bar,
        passed=float(share) >= bar,
        seconds_per_game=round(sum(deal.seconds for deal in played) / games, 4),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was measured; 1 if the bar was missed."""
    parser = argparse.ArgumentParser(prog="gridwright.bots.measure")
    parser.add_argument("--bot", choices=list(BOTS), default="l1")
    parser.add_argument("--against", choices=list(BOTS), default="l0")
    parser.add_argument("--edition", choices=list_editions(), default="classic")
    parser.add_argument("--preset")
    parser.add_argument("--board")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--series", default="main", help="other names are other deals")
    parser.add_argument("--workers", type=int, default=N_WORKERS)
    parser.add_argument("--bar", type=float, default=BAR)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    if chosen.deals < 1 or chosen.workers < 1:
        parser.error("expected at least one deal and one worker")
    try:
        spec = default_spec(chosen.edition, chosen.preset, chosen.board, chosen.seats)
        build_game(spec)
    except ContentError as error:
        parser.error(str(error))
    found = measure(
        spec,
        chosen.bot,
        chosen.against,
        chosen.deals,
        chosen.series,
        chosen.workers,
        chosen.bar,
    )
    print(json.dumps(asdict(found)) if chosen.json else _in_words(found))
    return 0 if found.passed else 1


def _in_words(found: Measured) -> str:
    verdict = "reaches" if found.passed else "misses"
    return (
        f"{found.bot} against {found.seats - 1} × {found.against}, {found.edition}: "
        f"wins {found.share:.1%} [{found.low:.1%}, {found.high:.1%}] "
        f"of {found.games} games from {found.deals} deals, {verdict} {found.bar:.0%}"
    )


if __name__ == "__main__":
    sys.exit(main())

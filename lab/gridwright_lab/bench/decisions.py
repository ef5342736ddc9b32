"""Thinking time of bots: CPU time of each decision in games of one bot against itself."""

import hashlib
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game, default_spec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys
from gridwright_lab.bench.measure import engine_kind

MOST: Final = {0: 1.0, 1: 5.0}
"""Milliseconds within which 95 of 100 decisions must be made, by level of the bot."""
MAX_PLANNER_MS: Final = 50.0


@dataclass(frozen=True)
class Thinking:
    """The decisions of one bot in one edition."""

    bot: str
    edition: str
    seats: int
    threshold: float
    milliseconds: list[float]
    """Ascending, one per decision: offers, observation and choice."""

    def quantile(self, part: float) -> float:
        last = len(self.milliseconds) - 1
        return self.milliseconds[min(last, int(part * len(self.milliseconds)))]

    @property
    def ok(self) -> bool:
        return self.quantile(0.95) <= self.threshold

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "edition": self.edition,
            "seats": self.seats,
            "decisions": len(self.milliseconds),
            "median_milliseconds": round(self.quantile(0.5), 3),
            "p95_milliseconds": round(self.quantile(0.95), 3),
            "longest_milliseconds": round(self.milliseconds[-1], 3),
            "bar": self.threshold,
            "ok": self.ok,
        }


@dataclass(frozen=True)
class Decisions:
    """All bots and editions."""

    found: list[Thinking]

    @property
    def ok(self) -> bool:
        return all(each.ok for each in self.found)

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "engine": engine_kind(),
            "python": platform.python_version(),
            "bots": [each.to_json() for each in self.found],
        }


def measure_decisions(
    bots: Sequence[str], editions: Sequence[str], seats: int, n_games: int
) -> Decisions:
    """Play `n_games` games of each edition with each bot at all seats."""
    found: list[Thinking] = []
    for bot in bots:
        threshold = MOST.get(find_bot(bot).level, MAX_PLANNER_MS)
        for edition in editions:
            game = build_game(default_spec(edition, seats=seats))
            taken = sorted(
                [each for number in range(n_games) for each in _decisions(game, bot, number)]
            )
            found.append(Thinking(bot, edition, seats, threshold, taken))
    return Decisions(found)


def _decisions(game: Game, bot: str, number: int) -> Iterator[float]:
    """Yield the milliseconds of every decision of a game."""
    label = f"decisions {game.rules.edition} {game.rules.n_seats} {number}"
    keys = derive_keys(hashlib.sha256(label.encode()).digest(), f"game-{number}", {})
    seats = seat_bots(game, keys, [find_bot(bot)] * game.rules.n_seats)
    dealer = Dealer(game, keys)
    state = game.new_state()
    while not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), EventLog(False))
            continue
        began = time.thread_time_ns()
        action = seats[state.actor].act(state)
        yield (time.thread_time_ns() - began) / 1e6
        game.apply(state, action, EventLog(False))

"""Decisions of the engine with every legal action listed, in CPU time of one core.

Games are random: one of the listed actions is taken, and chance is sampled. A turn repeats the same
games as often as the time allows, so that two trees are measured on the same ones.
"""

import hashlib
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gridwright.content.table import build_game
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NO_ACTOR
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.base import EventLog
from gridwright_lab.bench.measure import engine_kind, table_of

N_GAMES: Final = 8


@dataclass(frozen=True)
class Listed:
    """One edition."""

    edition: str
    per_second: float
    digest: str
    """Digest of every list and choice of the games, as text."""


@dataclass(frozen=True)
class Listings:
    """All editions under the engine of one tree."""

    engine: str
    python: str
    listed: list[Listed]

    def better(self, other: "Listings") -> "Listings":
        """Return the larger one of each two values."""
        pairs = zip(self.listed, other.listed, strict=True)
        best = [max(one, two, key=lambda each: each.per_second) for one, two in pairs]
        return replace(self, listed=best)

    def to_json(self) -> dict[str, Any]:
        listed = [
            {
                "edition": each.edition,
                "decisions_per_second": round(each.per_second, 1),
                "digest": each.digest,
            }
            for each in self.listed
        ]
        return {"engine": self.engine, "python": self.python, "listed": listed}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Listings":
        listed = [
            Listed(each["edition"], each["decisions_per_second"], each["digest"])
            for each in plain["listed"]
        ]
        return cls(plain["engine"], plain["python"], listed)


def measure_listings(editions: Sequence[str], seconds: float) -> Listings:
    """Measure each edition once, for about `seconds`."""
    listed: list[Listed] = []
    for edition in editions:
        game = build_game(table_of(edition))
        digest = _digest(game)  # Warms up: the same games as in the timed run.
        listed.append(Listed(edition, _rate(game, seconds), digest))
    return Listings(engine_kind(), platform.python_version(), listed)


def _rate(game: Game, seconds: float) -> float:
    n_decisions = 0
    began = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        for number in range(1, N_GAMES + 1):
            n_decisions += play_listed(game, number)
        elapsed = time.process_time() - began
    return n_decisions / elapsed


def play_listed(game: Game, number: int) -> int:
    """Play a whole game; return the number of decisions of seats."""
    dice = Dice(number)
    state = game.new_state()
    silence = EventLog(False)
    n_decisions = 0
    while (actor := state.actor) != NO_ACTOR:
        if actor == CHANCE:
            action = game.offers(state)[0].sample(dice)
        else:
            actions = game.legal(state)
            action = actions[dice.below(len(actions))]
            n_decisions += 1
        game.apply(state, action, silence)
    return n_decisions


def _digest(game: Game) -> str:
    """Return a digest of the same games as text."""
    notation = Notation(game.rules)
    told = hashlib.sha256()
    for number in range(1, N_GAMES + 1):
        dice = Dice(number)
        state = game.new_state()
        while state.actor != NO_ACTOR:
            if state.actor == CHANCE:
                actions = [game.offers(state)[0].sample(dice)]
                action = actions[0]
            else:
                actions = game.legal(state)
                action = actions[dice.below(len(actions))]
            lines = [notation.text(each) for each in [*actions, action]]
            told.update("\n".join(lines).encode())
            game.apply(state, action, EventLog(False))
    return told.hexdigest()

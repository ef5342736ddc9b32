"""A confirmed decision as a record that the product reads."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from gridwright.bots.search.lines import Line
from gridwright.content.spec import TableSpec
from gridwright.content.table import rules_identity
from gridwright.engine.game import Game
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    OfferPlant,
    PassAuction,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, FinishBuilding
from gridwright.insight.futures import Reason
from gridwright_lab.puzzles.screening import Confirmed, Lead

EASY: Final = 1500
"""Rating of a puzzle whose best option is just far enough ahead, and that every bot finds."""
A_POINT: Final = 10
MAX_OFFSET: Final = 340
END_CITIES: Final = 6
"""Cities before the end of the game at which the end-game begins."""
MISSED: Final = {"l1": 120, "hard": 200}


def theme_of(game: Game, state: State, best: Action) -> str:
    """Return the theme of a puzzle."""
    limits = game.rules.limits
    if isinstance(best, DropOut):
        return "overbidding"
    if not game.rules.board.n_cities:
        return "card"
    if isinstance(best, Bid | OfferPlant | PassAuction | ScrapPlant):
        is_full = len(state.plants[state.actor]) >= limits.plant_limit
        return "last-plant" if is_full else "auction"
    if max(state.grid.n_cities) >= limits.end_cities - END_CITIES:
        return "end-game"
    return "building" if isinstance(best, ConnectCity | FinishBuilding) else "fuel"


def record_of(
    spec: TableSpec, game: Game, log: Sequence[Action], found: Confirmed
) -> dict[str, Any]:
    """Return the puzzle as plain values, its options in a random order."""
    notation = Notation(game.rules)
    decision = found.decision
    lines = [notation.text(action) for action in log[: decision.move]]
    name = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:10]

    def told(line: Line) -> list[str]:
        return [notation.text(action) for action in line.actions]

    best: dict[str, Any] = {
        "lines": told(found.best),
        "chance": round(found.chance, 4),
        "error": round(found.error, 4),
        "reasons": [],
    }
    others: list[dict[str, Any]] = [
        {
            "lines": told(each.line),
            "chance": round(each.chance, 4),
            "error": round(each.error, 4),
            "reasons": [_told_reason(reason) for reason in each.reasons],
            "checks": {"planned": _told_lead(each.planned), "quick": _told_lead(each.quick)},
        }
        for each in found.others
    ]
    options = sorted([best, *others], key=lambda option: _shuffled(name, option["lines"]))
    return {
        "id": name,
        "theme": theme_of(game, decision.state, found.best.actions[0]),
        "spec": spec.to_json(),
        "rules": rules_identity(spec),
        "lines": lines,
        "seat": decision.seat,
        "options": options,
        "best": options.index(best),
        "round": found.round,
        "solved": {solver: round(share, 3) for solver, share in found.solved.items()},
        "difficulty": _difficulty(found),
    }


def _difficulty(found: Confirmed) -> int:
    """Return the initial rating, by the lead over the second and the bots that find the best."""
    points = 100 * (found.chance - found.others[0].chance)
    missed = sum(rating * (1.0 - found.solved[bot]) for bot, rating in MISSED.items())
    return EASY - min(MAX_OFFSET, int(A_POINT * (points - 6))) + round(missed)


def _told_reason(reason: Reason) -> list[Any]:
    return [reason.kind, reason.better, reason.played]


def _told_lead(lead: Lead) -> list[float]:
    return [round(lead[0], 4), round(lead[1], 4)]


def _shuffled(name: str, lines: Sequence[str]) -> bytes:
    return hashlib.sha256("\n".join([name, *lines]).encode()).digest()

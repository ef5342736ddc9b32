"""A confirmed decision as a record that the product reads."""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from gridwright.bots.contract import Brain
from gridwright.bots.registry import find_bot
from gridwright.bots.rollout.policy import SILENT
from gridwright.bots.seated_bot import choose_or_search
from gridwright.content.spec import TableSpec
from gridwright.content.table import rules_identity
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.draw import Stream
from gridwright.insight.decisions import Decision
from gridwright.insight.facts import find_facts
from gridwright.insight.turns import key_of
from gridwright_lab.puzzles.screening import Confirmed

EASY: Final = 1500
"""Rating of a puzzle whose best option is just far enough ahead, and that every bot finds."""
A_POINT: Final = 10
MAX_OFFSET: Final = 400
MISSED_BY_GREEDY: Final = 120
MISSED_BY_PLANNER: Final = 200


def theme_of(game: Game, decision: Decision, last_round: int) -> str:
    """Return the theme of a puzzle."""
    if not game.rules.board.n_cities:
        return "card"
    if decision.state.round >= last_round:
        return "end-game"
    return "auction" if decision.kind in ("auction", "purchase") else decision.kind


def record_of(
    spec: TableSpec,
    game: Game,
    log: Sequence[Action],
    decision: Decision,
    found: Confirmed,
    theme: str,
) -> dict[str, Any]:
    """Return the puzzle as plain values."""
    notation = Notation(game.rules)
    lines = [notation.text(action) for action in log[: decision.move]]
    text = "\n".join([*lines, theme])
    second = Decision(
        decision.move,
        decision.seat,
        decision.kind,
        decision.state,
        found.lines[1].actions,
        decision.price,
    )
    facts = find_facts(game, second, found.lines[0].actions, found.is_exact)
    facts["round"] = decision.state.round
    return {
        "id": hashlib.sha256(text.encode()).hexdigest()[:10],
        "theme": theme,
        "spec": spec.to_json(),
        "rules": rules_identity(spec),
        "lines": lines,
        "seat": decision.seat,
        "options": [
            {
                "lines": [notation.text(action) for action in line.actions],
                "up_to": 0,
                "chance": round(found.chances[place], 4),
                "error": round(found.errors[place], 4),
            }
            for place, line in enumerate(found.lines)
        ],
        "best": 0,
        "facts": facts,
        "checks": found.checks,
        "difficulty": difficulty(game, decision, found),
    }


def difficulty(game: Game, decision: Decision, found: Confirmed) -> int:
    """Return the initial rating, by the lead over the second and the bots that find the best."""
    points = 100 * (found.chances[0] - found.chances[1])
    rating = EASY - min(MAX_OFFSET, int(A_POINT * (points - 6)))
    best = key_of(found.lines[0].actions)
    if key_of(_turn(game, decision.state, "l1")) != best:
        rating += MISSED_BY_GREEDY
    if key_of(_turn(game, decision.state, "hard")) != best:
        rating += MISSED_BY_PLANNER
    return rating


def _turn(game: Game, state: State, name: str) -> list[Action]:
    """Return the bot's actions until the current turn ends."""
    seat = state.actor
    brain: Brain = find_bot(name).sit(game.rules, seat, Stream(bytes(32)))
    now = state.copy()
    found: list[Action] = []
    is_long = game.phases[state.phase].NAME in ("resources", "building")
    while now.actor == seat and now.phase == state.phase:
        action = choose_or_search(brain, game, now, game.offers(now))
        found.append(action)
        game.apply(now, action, SILENT)
        if now.actor == CHANCE or not is_long:
            break
    return found

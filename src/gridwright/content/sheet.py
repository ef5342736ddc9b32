"""Everything about a table that is fixed before the first card, as plain values for a browser."""

from typing import Any, Final

from gridwright.content.identity import resolve
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import TableSpec
from gridwright.content.table import build_game
from gridwright.engine.codec import observation_values
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe

HASHED: Final = ("spec", "rules")
"""The parts from which the rules identity is taken; the others follow from them."""


def rules_sheet(spec: TableSpec, root: Root = CONTENT_ROOT) -> dict[str, Any]:
    """Spec and rules as the rules identity hashes them, the phases, and the first position.

    ``opening`` is what a spectator sees before anything is drawn: the position that the first event
    of a game is folded into.
    """
    game = build_game(spec, root)
    return {
        **resolve(spec, root),
        "phases": [phase.NAME for phase in game.phases],
        "first_of_round": game.first_of_round,
        "opening": observation_values(observe(game, game.new_state(), SPECTATOR)),
    }

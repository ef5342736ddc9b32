"""The decisions of a game as flat records."""

from collections.abc import Sequence
from typing import Any

from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.base import Action


def list_decisions(
    game: Game, game_id: str, log: Sequence[Action], ranking: Sequence[int]
) -> list[dict[str, Any]]:
    """Return a record for each action of a seat, with what the seat had when it decided.

    The records are computed by replaying the log.
    """
    again = History(game)
    notation = Notation(game.rules)
    found: list[dict[str, Any]] = []
    for action in log:
        state = again.state
        seat = action.seat
        if seat != CHANCE:
            found.append(
                {
                    "game": game_id,
                    "decision": len(found) + 1,
                    "round": state.round,
                    "step": state.step,
                    "phase": game.phases[state.phase].NAME,
                    "seat": seat,
                    "verb": action.WORD,
                    "move": notation.text(action).split(" ", 1)[1],
                    "money": state.money[seat],
                    "cities": state.grid.n_cities[seat],
                    "plants": " ".join(notation.cards[plant] for plant in state.plants[seat]),
                    "score": game.scoring.scores(state)[seat],
                    "place": ranking[seat] if ranking else None,
                }
            )
        again.play(action)
    return found

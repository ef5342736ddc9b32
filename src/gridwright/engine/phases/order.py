"""The player order of a round."""

from typing import ClassVar

from gridwright.engine.phases.base import DONE, Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.setup import OrderSet


class PlayerOrderPhase(Phase):
    """A round begins; from the second on the order is set anew (c2.1)."""

    NAME: ClassVar[str] = "player-order"

    def enter(self, state: State, log: EventLog) -> None:
        if state.round > 1:
            set_order(state, log)

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE


def set_order(state: State, log: EventLog) -> None:
    """Most cities first, then the largest plant. Ids ascend with the plants' numbers."""
    ranks: list[tuple[int, int, int]] = []
    for seat in range(len(state.money)):
        owned = state.plants[seat]
        largest = owned[-1] if owned else -1
        ranks.append((-state.grid.n_cities[seat], -largest, seat))
    ranks.sort()
    order = [rank[2] for rank in ranks]
    if order != state.order:
        state.order = order
        if log.wanted:
            log.add(OrderSet(order))

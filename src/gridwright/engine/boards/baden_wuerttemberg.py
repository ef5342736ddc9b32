"""Baden-Württemberg: the order is set after the auctions."""

from typing import ClassVar

from gridwright.engine.phases.base import DONE, Phase
from gridwright.engine.phases.setup import PlayerOrderPhase, set_order
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


class OldOrder(PlayerOrderPhase):
    """A round that begins in the order of the last one (b-baden-wuerttemberg.1)."""

    def enter(self, state: State, log: EventLog) -> None:
        pass


class OrderAfterAuctions(Phase):
    """Order by most cities, then largest plant, including new ones (b-baden-wuerttemberg.1)."""

    NAME: ClassVar[str] = "order-after-auctions"

    def enter(self, state: State, log: EventLog) -> None:
        set_order(state, log)

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE

"""Blocked spaces: houses of the Trust that are built at the start."""

from typing import ClassVar

from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import NOTHING_DUE, TRUST_CITY_DUE
from gridwright.engine.phases.base import DONE, NO_NUMBERS, Phase
from gridwright.engine.policies import build_for_trust
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.setup import DrawTrustCity, MayDrawTrustCity


class BlockedSpacesPhase(Phase):
    """Draws cities, each among those whose first space has the next price."""

    NAME: ClassVar[str] = "blocked-spaces"

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = 0
        state.due = TRUST_CITY_DUE

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE if state.due == NOTHING_DUE else CHANCE

    def offers(self, state: State) -> list[Offer]:
        return [MayDrawTrustCity(self._cities(state))]

    def _cities(self, state: State) -> list[int]:
        price = self.rules.trust.blocked[state.turn]
        grid = state.grid
        return [
            city
            for city in grid.area.cities
            if grid.n_houses[city] == 0 and grid.sites[city] == price
        ]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, DrawTrustCity):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if action.city not in self._cities(state):
            raise self.refuse("impossible_outcome", {"city": action.city})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, DrawTrustCity)
        build_for_trust(self.rules.board, state, NONE, action.city, log)
        state.turn += 1
        if state.turn == len(self.rules.trust.blocked):
            state.due = NOTHING_DUE

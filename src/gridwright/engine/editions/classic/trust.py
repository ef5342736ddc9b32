"""The Trust of the classic game's second edition (c10)."""

from typing import ClassVar, Final

from gridwright.engine.ids import FAR
from gridwright.engine.masks import members
from gridwright.engine.phases.base import DONE, NO_NUMBERS, Phase
from gridwright.engine.policies import BoardTrust
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.trust import MayPlaceTrust, PlaceTrustHouse

LAST_STEP: Final = 3


class ClassicTrust(BoardTrust):
    """A Trust that improves its smallest plant, alternates hybrid fuel and follows the players."""

    def row_with(self, plants: list[int], taken: int) -> list[int]:
        if len(plants) == self.rules.trust.plant_limit and taken < plants[0]:  # c10.4
            return []
        return sorted([*plants, taken])

    def fuelled_order(self, plants: list[int]) -> list[int]:
        return plants  # c10.5: ascending, as they lie

    def hybrid_kind(self, state: State, wanted: list[int], place: int) -> int:
        fuel = self.rules.fuel
        return fuel.first if place % 2 == 0 else fuel.second  # c10.5

    def follow(self, state: State, seat: int, city: int, log: EventLog) -> None:
        if state.trust.n_houses and self._has_space(state, city):
            self.build(state, seat, city, log)  # c10.6

    def _has_space(self, state: State, city: int) -> bool:
        """Return whether a space is left in a city, open or not; some cities have only one."""
        n_houses = state.grid.n_houses[city]
        return self.rules.board.site_cost(city, n_houses, LAST_STEP) < FAR


class TrustHousesPhase(Phase):
    """The players place the Trust's first houses (c10.3)."""

    NAME: ClassVar[str] = "trust-houses"

    def __init__(self, rules: Rules, trust: BoardTrust) -> None:
        super().__init__(rules)
        self.trust: Final = trust

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = 0

    def proceed(self, state: State, log: EventLog) -> int:
        placements = self.rules.trust.placements
        if state.turn == len(placements):
            return DONE
        return state.order[placements[state.turn]]

    def offers(self, state: State) -> list[Offer]:
        return [MayPlaceTrust(state.actor, self._cities(state))]

    def _cities(self, state: State) -> list[int]:
        """Return the cities for the next house: all at first, then those next to an earlier one.

        If no open city is next to one, all again.
        """
        area = state.grid.area
        held = self._held(state)
        beside = 0
        for city in members(held):
            beside |= area.neighbours[city]
        sites = state.grid.sites
        free = [city for city in area.cities if not held >> city & 1 and sites[city] < FAR]
        return [city for city in free if beside >> city & 1] or free

    def _held(self, state: State) -> int:
        held = 0
        for city in state.grid.area.cities:
            if state.grid.n_houses[city]:
                held |= 1 << city
        return held

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, PlaceTrustHouse):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if not 0 <= action.city < self.rules.board.n_cities:
            raise self.refuse("unknown_name", {"city": action.city})
        if not state.grid.area.holds(action.city):
            raise self.refuse("out_of_play", {"city": action.city})
        if state.grid.sites[action.city] == FAR:
            raise self.refuse("space_taken", {"city": action.city})
        if action.city not in self._cities(state):
            raise self.refuse("not_next_to_trust", {"city": action.city})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, PlaceTrustHouse)
        self.trust.build(state, action.seat, action.city, log)
        state.turn += 1
        state.takebacks += 1

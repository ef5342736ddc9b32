"""Building phase (c6): seats connect cities in reverse order."""

from typing import ClassVar, Final

from gridwright.engine.errors import IllegalAction
from gridwright.engine.houses import begin_step, join_network, place_house
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.market import SETTLE, STEP_TWO_CHANGE, PlantMarket
from gridwright.engine.masks import largest
from gridwright.engine.network import build_path
from gridwright.engine.phases.base import AGAIN, DONE, GAME_OVER, NO_NUMBERS, Phase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.building import (
    CityConnected,
    ConnectCity,
    FinishBuilding,
    MayConnect,
    build_connections,
)
from gridwright.engine.vocabulary.turn import TurnFinished

NO_TURN: Final = -1
"""Value of `state.turn` when no seat is left to build: the phase closes."""


class BuildingPhase(Phase):
    """Seats connect cities, last to first; then the game may end or step 2 may begin (c6)."""

    NAME: ClassVar[str] = "building"

    def __init__(self, rules: Rules, market: PlantMarket, trust: TrustPolicy) -> None:
        super().__init__(rules)
        self.market: Final = market
        self.trust: Final = trust
        # Read for every offer; a native field is faster than one of the settings.
        self._within_capacity: Final = rules.settings.network_within_capacity
        self._idle_round_ends: Final = rules.settings.idle_round_ends
        self._finish_offers: Final = [MayDo(FinishBuilding(seat)) for seat in range(rules.n_seats)]
        self._connections: Final = [
            build_connections(seat, rules.board.n_cities) for seat in range(rules.n_seats)
        ]

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = self.rules.n_seats - 1
        if state.round < self.rules.settings.first_building_round:  # c6.10
            state.turn = NO_TURN
        elif self._idle_round_ends:
            state.is_idle = self._no_plant_is_left(state)

    def proceed(self, state: State, log: EventLog) -> int:
        while state.turn > NO_TURN:
            seat = state.order[state.turn]
            if state.takebacks or self._can_build(state, seat):
                return seat
            state.turn -= 1  # c6.13
        return self._close(state, log)

    def _close(self, state: State, log: EventLog) -> int:
        if largest(state.grid.n_cities) >= cities_to_end(self.rules, state):  # c9.1
            return GAME_OVER
        if (state.is_dry and self.rules.settings.dry_stack_ends) or self._is_stuck(state):  # c9.5
            return GAME_OVER
        if state.is_idle:  # c9.7
            return GAME_OVER
        if state.step == 1 and state.next_step == 0 and self.is_step_two_due(state):
            begin_step(self.rules.board, state, 2, log)
            self.market.resize(state, 2, log)
            state.tasks = [STEP_TWO_CHANGE]
            return AGAIN
        return DONE

    def _no_plant_is_left(self, state: State) -> bool:
        """Return whether market and stack are empty, so that no plant will ever come."""
        return not state.market and state.stack.top_back == NONE

    def _is_stuck(self, state: State) -> bool:
        """Return whether no plant will ever come and no network may grow without one (c9.6)."""
        if not self._no_plant_is_left(state):
            return False
        for seat in range(self.rules.n_seats):
            if self.room_to_build(state, seat) > 0:
                return False
        return True

    def is_step_two_due(self, state: State) -> bool:
        """Return whether some seat's network starts step 2 (c8.2)."""
        return 0 < self.rules.limits.step_two_cities <= largest(state.grid.n_cities)

    def _can_build(self, state: State, seat: int) -> bool:
        money = state.money[seat]
        grid = state.grid
        if self.room_to_build(state, seat) <= 0:
            return False
        reach = grid.reach[seat]
        sites = grid.sites
        network = grid.networks[seat]
        for city in self.candidates(state, seat):
            if reach[city] + sites[city] <= money and not network >> city & 1:
                return True
        return False

    def candidates(self, state: State, seat: int) -> list[int]:
        """Return the cities that a seat may consider now. By default all in play (c6.8)."""
        return state.grid.area.cities

    def refuse_candidate(self, state: State, seat: int, city: int) -> IllegalAction:
        """Return the refusal of a city that is in play but not a candidate."""
        return self.refuse("out_of_play", {"city": city})

    def room_to_build(self, state: State, seat: int) -> int:
        """Return the number of further cities that a network may have (c6.11)."""
        if not self._within_capacity:
            return FAR
        output_of = self.rules.fuel.output_of
        output = 0
        for plant in state.plants[seat]:
            output += output_of[plant]
        return output - state.grid.n_cities[seat]

    def offers(self, state: State) -> list[Offer]:
        seat = state.actor
        finish = self._finish_offers[seat]
        if self.room_to_build(state, seat) <= 0:
            return [finish]
        money = state.money[seat]
        grid = state.grid
        reach = grid.reach[seat]
        sites = grid.sites
        network = grid.networks[seat]
        cities: list[int] = []
        costs: list[int] = []
        for city in self.candidates(state, seat):
            cost = reach[city] + sites[city]
            if cost <= money and not network >> city & 1:
                cities.append(city)
                costs.append(cost)
        if not cities:
            return [finish]
        return [MayConnect(seat, cities, costs, self._connections[seat]), finish]

    def verify(self, state: State, action: Action) -> None:
        if isinstance(action, FinishBuilding):
            return
        if not isinstance(action, ConnectCity):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        seat = action.seat
        city = action.city
        self.verify_site(state, seat, city)
        self.verify_payment(state, seat, city, state.grid.reach[seat][city])

    def verify_site(self, state: State, seat: int, city: int) -> None:
        """Raise `IllegalAction` unless a seat with enough money could build in a city now."""
        grid = state.grid
        if not 0 <= city < self.rules.board.n_cities:
            raise self.refuse("unknown_name", {"city": city})
        if not grid.area.holds(city):
            raise self.refuse("out_of_play", {"city": city})
        if grid.networks[seat] >> city & 1:
            raise self.refuse("already_connected", {"city": city})
        if city not in self.candidates(state, seat):
            raise self.refuse_candidate(state, seat, city)
        if grid.sites[city] == FAR:
            numbers = {"city": city, "houses": grid.n_houses[city], "step": state.step}
            raise self.refuse("no_open_space", numbers)
        if self.room_to_build(state, seat) <= 0:
            raise self.refuse("beyond_capacity", {"cities": grid.n_cities[seat]})

    def verify_payment(self, state: State, seat: int, city: int, connection: int) -> None:
        """Raise `IllegalAction` unless a seat can pay the house and this connection."""
        house = state.grid.sites[city]
        if house + connection > state.money[seat]:
            numbers = {
                "cost": house + connection,
                "house": house,
                "connection": connection,
                "money": state.money[seat],
            }
            raise self.refuse("cannot_pay_connection", numbers)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, ConnectCity):
            seat = action.seat
            city = action.city
            path = self.path(state, seat, city) if log.wanted else [city]
            self.connect(state, seat, city, state.grid.reach[seat][city], path, log)
        else:
            state.takebacks = 0
            if log.wanted:
                log.add(TurnFinished(action.seat))
            state.turn -= 1

    def path(self, state: State, seat: int, city: int) -> list[int]:
        """Return the cities along the connection that `ConnectCity` pays, including both ends."""
        return build_path(state.grid.area, state.grid.networks[seat], city)

    def extensions(self, state: State, seat: int) -> list[int]:
        """Return the cities whose path a seat may pay by `ExtendNetwork`. By default none."""
        return []

    def extension_cost(self, state: State, seat: int, city: int) -> int:
        """Return the cost of the path to one of these cities, without the house."""
        return state.grid.reach[seat][city]

    def connect(
        self, state: State, seat: int, city: int, connection: int, path: list[int], log: EventLog
    ) -> None:
        """Build a house in a city, and pay it and the connection."""
        house = state.grid.sites[city]
        state.money[seat] -= house + connection
        state.takebacks += 1
        space = place_house(self.rules.board, state, seat, city)
        join_network(state, seat, city)
        state.is_idle = False
        if log.wanted:
            log.add(CityConnected(seat, city, space, house, connection, path))
        if space == 0:
            self.trust.follow(state, seat, city, log)  # c10.6
        state.tasks.append(SETTLE)

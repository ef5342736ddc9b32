"""Japan: two networks, which begin in the start cities."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import FAR
from gridwright.engine.market import PlantMarket
from gridwright.engine.masks import members
from gridwright.engine.network import Area, Board, cheapest_paths, path_from
from gridwright.engine.parts import Parts
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, MayExtend

STARTS: Final = ("fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama")
N_BEGINNINGS: Final = 2
"""Number of networks of a seat."""
BEGINNINGS: Final = 0
"""Index of the part in the board's file: networks begun by seat, from rules version 3 on."""


class StartCities(Board):
    """A board whose networks begin in certain cities (b-japan.1)."""

    def area(self, regions: int) -> Area:
        plain = cheapest_paths(self, regions)
        starts = [city for city in plain.cities if self.cities[city] in STARTS]
        return StartArea(plain, starts)


class StartArea(Area):
    """Cities in play; the costs of connections depend on the houses, not on their order."""

    def __init__(self, plain: Area, starts: list[int]) -> None:
        super().__init__(
            plain.regions, plain.cities, plain.distances, plain.first_steps, plain.neighbours
        )
        self.starts: Final = starts
        """Start cities in play, ascending."""
        groups: list[int] = []
        for city in starts:
            group = 0
            for other in starts:
                if plain.distances[city][other] == 0:
                    group |= 1 << other
            if group not in groups:
                groups.append(group)
        self.groups: Final = groups
        """Masks of start cities with free connections between them: they count as one."""

    def beginnings(self, network: int, seat: int, parts: Parts) -> int:
        """Return the number of networks that a seat has begun.

        It is recorded from rules version 3 on; before that the houses alone tell it.
        """
        rows = parts.rows()
        return rows[BEGINNINGS][seat] if rows else self._groups_in(network)

    def _groups_in(self, network: int) -> int:
        return len([group for group in self.groups if network & group])

    def may_start(self, network: int) -> bool:
        """Return whether a network of these cities may begin once more, by its houses."""
        return self._groups_in(network) < N_BEGINNINGS

    def starts_new_network(self, network: int, city: int) -> bool:
        if network == 0:
            return True
        if city not in self.starts or not self.may_start(network):
            return False
        row = self.distances[city]
        return min([row[owned] for owned in members(network)]) > 0

    def is_order_free(self) -> bool:
        return False  # The first two start cities are free, all later ones have a price.

    def first_reach(self) -> list[int]:
        return self._with_starts([FAR] * len(self.neighbours))

    def reach_of(self, network: int, seat: int, parts: Parts) -> list[int]:
        if network == 0:
            return self.first_reach()
        paths = self._paths(network)
        is_left = self.beginnings(network, seat, parts) < N_BEGINNINGS
        return self._with_starts(paths) if is_left else paths

    def way(self, network: int, city: int) -> int:
        """Return the cost of the cheapest path from a network, FAR without one."""
        return min([self.distances[start][city] for start in members(network)], default=FAR)

    def reach_after(self, reach: list[int], network: int, city: int) -> list[int]:
        row = self.distances[city]
        if network == 0:
            return self._with_starts(row[:])
        joined = network | 1 << city
        if self.may_start(network) and not self.may_start(joined):
            # The last start was made: connections that were free now have their price.
            return self._paths(joined)
        return [reach[end] if reach[end] < row[end] else row[end] for end in range(len(row))]

    def _with_starts(self, reach: list[int]) -> list[int]:
        for city in self.starts:
            reach[city] = 0
        return reach

    def _paths(self, network: int) -> list[int]:
        """Return the cheapest paths from any city of a network."""
        reach = [FAR] * len(self.neighbours)
        for city in members(network):
            row = self.distances[city]
            reach = [reach[end] if reach[end] < row[end] else row[end] for end in range(len(row))]
        return reach


class StartBuilding(BuildingPhase):
    """Building from start cities, and only in them in round 1 (b-japan.1, b-japan.3).

    From rules version 3 on a seat may pay the path to a start city and keep the beginning for
    later (b-japan.8).
    """

    def __init__(self, rules: Rules, market: PlantMarket, trust: TrustPolicy) -> None:
        super().__init__(rules, market, trust)
        self.is_recorded: Final = len(rules.parts) > BEGINNINGS
        """True if the position records the beginnings, so that one can be kept."""

    def candidates(self, state: State, seat: int) -> list[int]:
        area = start_area(state)
        n_cities = state.grid.n_cities[seat]
        if state.round > 1 and n_cities > 0:
            return area.cities
        if n_cities >= self.rules.figures["first_round_cities"][0] and state.round == 1:
            return []
        return area.starts

    def refuse_candidate(self, state: State, seat: int, city: int) -> IllegalAction:
        if self.candidates(state, seat):
            return self.refuse("no_start_city", {"city": city})
        return self.refuse("enough_for_round_one", {"cities": state.grid.n_cities[seat]})

    def extensions(self, state: State, seat: int) -> list[int]:
        grid = state.grid
        area = start_area(state)
        network = grid.networks[seat]
        if not self.is_recorded or network == 0:
            return []
        if area.beginnings(network, seat, state.parts) >= N_BEGINNINGS:
            return []
        if self.room_to_build(state, seat) <= 0:
            return []
        able = self.candidates(state, seat)
        return [
            city
            for city in area.starts
            if city in able
            and not network >> city & 1
            and grid.sites[city] < FAR
            and 0 < area.way(network, city) < FAR
        ]

    def extension_cost(self, state: State, seat: int, city: int) -> int:
        return start_area(state).way(state.grid.networks[seat], city)

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        seat = state.actor
        cities: list[int] = []
        costs: list[int] = []
        for city in self.extensions(state, seat):
            cost = self.extension_cost(state, seat, city) + state.grid.sites[city]
            if cost <= state.money[seat]:
                cities.append(city)
                costs.append(cost)
        if cities:
            found.append(MayExtend(seat, cities, costs))
        return found

    def verify(self, state: State, action: Action) -> None:
        if not self.is_recorded or not isinstance(action, ExtendNetwork):
            super().verify(state, action)
            return
        seat = action.seat
        city = action.city
        self.verify_site(state, seat, city)
        if city not in self.extensions(state, seat):
            raise self.refuse("no_beginning_to_keep", {"city": city})
        self.verify_payment(state, seat, city, self.extension_cost(state, seat, city))

    def path(self, state: State, seat: int, city: int) -> list[int]:
        network = state.grid.networks[seat]
        if network == 0 or self._begins(state, seat, city):
            return [city]
        return path_from(state.grid.area, network, city)

    def _begins(self, state: State, seat: int, city: int) -> bool:
        """Return whether `ConnectCity` begins a network there: less is paid than the path."""
        return state.grid.reach[seat][city] < self.extension_cost(state, seat, city)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        seat = action.seat
        grid = state.grid
        if isinstance(action, ExtendNetwork):
            city = action.city
            cost = self.extension_cost(state, seat, city)
            path = path_from(grid.area, grid.networks[seat], city) if log.wanted else [city]
            self.connect(state, seat, city, cost, path, log)
        elif isinstance(action, ConnectCity) and self.is_recorded:
            begins = self._begins(state, seat, action.city)
            super().apply(state, action, log)
            if begins:
                row = board_parts(state).row(BEGINNINGS)[:]
                row[seat] += 1
                change_part(state, BEGINNINGS, row, log)
        else:
            super().apply(state, action, log)
            return
        # What is free now depends on what was begun, not on the houses alone.
        grid.reach[seat] = grid.area.reach_of(grid.networks[seat], seat, state.parts)


def start_area(state: State) -> StartArea:
    """Return the area of a position on this board."""
    area = state.grid.area
    assert isinstance(area, StartArea)
    return area

"""The cost of a house and a connection, computed naively from a board's file and an observation."""

from functools import cache

import networkx as nx

from gridwright.engine.game import Game
from gridwright.engine.ids import NONE, SPECTATOR
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import MayConnect
from tests.boards.shipped import sheet_of
from tests.kit.table import Table


class Seen:
    """A position as a spectator sees it, by the names of cities."""

    def __init__(self, game: Game, state: State) -> None:
        self.seen: Observation = observe(game, state, SPECTATOR)
        self.board = game.rules.board.name
        self.file = sheet_of(self.board)
        regions = game.rules.board.regions
        self.regions = {
            region for place, region in enumerate(regions) if self.seen.regions >> place & 1
        }
        names = game.rules.board.cities
        n_spaces = game.rules.board.n_spaces
        self.houses = {
            city: [
                owner
                for owner in self.seen.spaces[place * n_spaces : (place + 1) * n_spaces]
                if owner != NONE
            ]
            for place, city in enumerate(names)
        }
        self._owned = [
            [city for city, owners in self.houses.items() if seat in owners]
            for seat in range(game.rules.n_seats)
        ]
        self.region_of = {city["id"]: city["region"] for city in self.file["cities"]}
        self.in_play = sorted(
            city for city, region in self.region_of.items() if region in self.regions
        )

    def owned(self, seat: int) -> list[str]:
        return self._owned[seat]

    def paths(self, seat: int) -> dict[str, int]:
        """The cheapest path from any city of a seat to each city that can be reached."""
        owned = frozenset(self.owned(seat))
        return shortest_paths(self.board, tuple(self.in_play), owned) if owned else {}

    def house(self, city: str) -> int | None:
        """Return what the next house in a city costs; None if no space is open."""
        costs, steps = self.file["spaces"]["costs"], [1, 2, 3]
        for own in self.file["spaces"].get("own", []):
            if city in own["cities"]:
                costs, steps = own["costs"], own["steps"]
        n_built = len(self.houses[city])
        if n_built >= len(costs) or self.seen.step < steps[n_built]:
            return None
        return int(costs[n_built])


@cache
def network(board: str, cities: tuple[str, ...]) -> "nx.Graph[str]":
    """The links between some cities, as the file has them."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(cities)
    for link in sheet_of(board)["links"]:
        if link["from"] in graph and link["to"] in graph:
            graph.add_edge(link["from"], link["to"], weight=link["cost"])
    return graph


# Networks change slowly: most positions have those of the position before.
@cache
def shortest_paths(board: str, cities: tuple[str, ...], owned: frozenset[str]) -> dict[str, int]:
    return dict(nx.multi_source_dijkstra_path_length(network(board, cities), set(owned)))


def offered(table: Table) -> dict[str, int]:
    """City and cost of everything that the actor may connect."""
    names = table.notation.cities
    for offer in table.offers():
        if isinstance(offer, MayConnect):
            return dict(zip([names[city] for city in offer.cities], offer.costs, strict=True))
    return {}

"""One position on a board as a planner reads it; expensive values are computed on first use."""

from typing import Final

from gridwright.bots.planner.temper import likings_of
from gridwright.bots.profiles.weights import NO_TASTE, Taste, Weights
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.extension import Sites, greedy_extension, read_sites
from gridwright.engine.network import Area, build_area, empty_area
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

NEIGHBOURS: Final = 4
"""Plants whose numbers differ by at most this are averaged for the output of a number."""
SITES_AHEAD: Final = 14
FAR_SITE: Final = 30.0
"""Cost of a city without a known open site."""


class BoardFacts:
    """Facts that a seat computes once per game, from the rules and the regions."""

    def __init__(self, rules: Rules, taste: Taste = NO_TASTE) -> None:
        self.rules: Final = rules
        self.taste: Final = taste
        self.likings: Final = likings_of(taste, rules)
        """``likings[plant]``: the seat's liking for a plant."""
        plants = rules.deck.plants
        highest = max([plant.number for plant in plants])
        self.usual_outputs: Final = [
            self._usual_output(number) for number in range(highest + NEIGHBOURS)
        ]
        self._area = empty_area(rules.board)
        self._site_costs: Final[dict[int, tuple[list[int], int, int, list[float]]]] = {}
        """Last result by seat, with the houses, step and regions that it follows from."""

    def _usual_output(self, number: int) -> float:
        near = [
            plant.output
            for plant in self.rules.deck.plants
            if abs(plant.number - number) <= NEIGHBOURS
        ]
        return sum(near) / len(near) if near else 0.0

    def usual_output(self, number: float) -> float:
        """Return the usual output of a plant with about this number."""
        low = max(0, min(int(number), len(self.usual_outputs) - 2))
        part = min(1.0, max(0.0, number - low))
        return self.usual_outputs[low] * (1.0 - part) + self.usual_outputs[low + 1] * part

    def area(self, regions: int) -> Area:
        """Return the cities in play with all paths between them."""
        if self._area.regions != regions:
            self._area = build_area(self.rules.board, regions)
        return self._area

    def sites(self, seen: Observation, seat: int) -> Sites:
        """Return the sites where a seat may build."""
        return read_sites(self.rules.board, self.area(seen.regions), seen, seat, seen.step)

    def site_costs(self, seen: Observation, seat: int) -> list[float]:
        """Return the costs of a seat's next cities; recomputed after houses were built."""
        known = self._site_costs.get(seat)
        if (
            known is not None
            and known[0] == seen.spaces
            and known[1] == seen.step
            and known[2] == seen.regions
        ):
            return known[3]
        board = self.rules.board
        steps = greedy_extension(self.sites(seen, seat), SITES_AHEAD)
        # A site may cost only the connection.
        costs = [max(1.0, float(cost)) for cost, _city in steps]
        last = board.space_costs[min(1, board.n_spaces - 1)]
        usual = last + (sum(costs) / len(costs) - board.space_costs[0]) if costs else FAR_SITE
        # Sites of the next step are added when these run out.
        costs += [max(usual, costs[-1] if costs else usual)] * SITES_AHEAD
        self._site_costs[seat] = (seen.spaces[:], seen.step, seen.regions, costs)
        return costs


class Position(SeatView):
    """A position on a board."""

    def __init__(self, facts: BoardFacts, weights: Weights, seen: Observation, seat: int) -> None:
        super().__init__(facts.rules, seen, seat)
        self.facts: Final = facts
        self.weights: Final = weights
        self.n_cities: Final = seen.n_cities[seat]
        self._site_costs: Final[dict[int, list[float]]] = {}
        self._worths: list[int] | None = None
        self._sites: Sites | None = None

    @property
    def worths(self) -> list[int]:
        """Cost of the next unit of each kind, times ten, so that small differences count."""
        if self._worths is None:
            prices = self.prices
            self._worths = [
                5 * prices.usual(kind, 2) if prices.on_sale(kind) else 10 * prices.dearest(kind)
                for kind in range(self.rules.fuel.n_kinds)
            ]
        return self._worths

    @property
    def sites(self) -> Sites:
        """Return the sites where the seat may build now."""
        if self._sites is None:
            self._sites = self.facts.sites(self.seen, self.seat)
        return self._sites

    def site_costs(self, seat: int) -> list[float]:
        """Return the costs of the next cities of a seat in their order, in the present position."""
        if seat not in self._site_costs:
            self._site_costs[seat] = self.facts.site_costs(self.seen, seat)
        return self._site_costs[seat]

    def offered_number(self) -> float:
        """Approximate number of the largest plant that may be bought now."""
        numbers = self.rules.deck.numbers
        offered = [
            numbers[plant]
            for plant in self.seen.market[: self.seen.current_size]
            if plant != self.rules.deck.step_card
        ]
        return float(max(offered, default=max(numbers[:-1])))

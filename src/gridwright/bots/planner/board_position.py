"""One position on a board as a planner reads it; expensive values are computed on first use."""

from typing import Final

from gridwright.bots.planner.fleet import Fleets
from gridwright.bots.planner.next_sites import NextSites
from gridwright.bots.planner.temper import likings_of
from gridwright.bots.profiles.weights import NO_TASTE, Taste, Weights
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.extension import Sites, sites_seen
from gridwright.bots.solvers.prices import Prices
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

NEIGHBOURS: Final = 4
"""Plants whose numbers differ by at most this are averaged for the output of a number."""
MAX_ROUNDS: Final = 11
"""Maximum number of rounds in a projection."""
TOP_SHARE: Final = 0.8
"""The plants on offer come near to this fraction of the highest number."""
BEYOND_END: Final = 3
"""Cities beyond the number that ends the game that may still decide it."""


class LaterPlants:
    """The plant that a seat may buy in each coming round."""

    def __init__(
        self, number: float, weights: Weights, prices: list[float], outputs: list[float]
    ) -> None:
        self.number: Final = number
        """Number of the one now."""
        self.weights: Final = weights
        self.prices: Final = prices
        self.outputs: Final = outputs


class BoardFacts:
    """Facts that a seat computes once per game, from the rules and the regions."""

    def __init__(
        self, rules: Rules, taste: Taste = NO_TASTE, next_sites: NextSites | None = None
    ) -> None:
        """``next_sites``: shared with other seats."""
        self.rules: Final = rules
        self.taste: Final = taste
        self.likings: Final = likings_of(taste, rules)
        """``likings[plant]``: the seat's liking for a plant."""
        self.usual_outputs: Final = _usual_outputs(rules)
        self.most_cities: Final = rules.limits.end_cities + BEYOND_END
        """A seat with more cities has no advantage of them."""
        self.pays: Final = [rules.payment(n) for n in range(self.most_cities + 2)]
        """``pays[n]``: pay for n cities."""
        self.next_sites: Final = next_sites or NextSites(rules.board)
        self._later_plants: LaterPlants | None = None
        self._fleets: Fleets | None = None

    def usual_output(self, number: float) -> float:
        """Return the usual output of a plant with about this number."""
        low = max(0, min(int(number), len(self.usual_outputs) - 2))
        part = min(1.0, max(0.0, number - low))
        return self.usual_outputs[low] * (1.0 - part) + self.usual_outputs[low + 1] * part

    def later_plants(self, number: float, weights: Weights) -> LaterPlants:
        """Return the plants of coming rounds, if the largest on offer has this number."""
        found = self._later_plants
        if found is None or found.number != number or found.weights is not weights:
            premium = 1.0 + weights.upgrade_premium
            top = TOP_SHARE * (len(self.usual_outputs) - 1)
            prices: list[float] = []
            outputs: list[float] = []
            later = number
            for _turn in range(MAX_ROUNDS):
                prices.append(later * premium)
                outputs.append(self.usual_output(later))
                later += weights.upgrade_growth * max(0.0, top - later)
            found = LaterPlants(number, weights, prices, outputs)
            self._later_plants = found
        return found

    def fleets(self, prices: Prices) -> Fleets:
        """Return the fleets at these prices of fuel; those known from before if they are equal."""
        found = self._fleets
        if found is None or not prices.are_like(found.prices):
            found = Fleets(self.rules, prices, self.pays)
            self._fleets = found
        return found


def _usual_outputs(rules: Rules) -> list[float]:
    """Return ``outputs[number]``: the mean output of the plants with about this number."""
    numbers = rules.deck.numbers
    n_plants = len(rules.deck.plants)
    highest = 0
    for plant in range(n_plants):
        highest = max(highest, numbers[plant])
    sums = [0] * (highest + NEIGHBOURS)
    counts = sums[:]
    for plant in range(n_plants):
        first = max(0, numbers[plant] - NEIGHBOURS)
        end = min(len(sums), numbers[plant] + NEIGHBOURS + 1)
        for number in range(first, end):
            sums[number] += rules.fuel.output_of[plant]
            counts[number] += 1
    return [sums[i] / counts[i] if counts[i] else 0.0 for i in range(len(sums))]


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
        self._fleets: Fleets | None = None
        self._by_cities: list[int] = []

    @property
    def later_plants(self) -> LaterPlants:
        """The plants that seats may buy in coming rounds."""
        return self.facts.later_plants(self.offered_number(), self.weights)

    @property
    def fleets(self) -> Fleets:
        """Fleets at the prices of fuel when the seats before this one have bought."""
        if self._fleets is None:
            self._fleets = self.facts.fleets(self.later_prices)
        return self._fleets

    @property
    def by_cities(self) -> list[int]:
        """All seats, that with the most cities first."""
        if not self._by_cities:
            ranks = sorted([(-n_cities, seat) for seat, n_cities in enumerate(self.seen.n_cities)])
            self._by_cities = [seat for _rank, seat in ranks]
        return self._by_cities

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
            self._sites = sites_seen(self.rules.board, self.seen, self.seat)
        return self._sites

    def site_costs(self, seat: int) -> list[float]:
        """Return the costs of the next cities of a seat in their order, in the present position."""
        if seat not in self._site_costs:
            self._site_costs[seat] = self.facts.next_sites.costs(self.seen, seat)
        return self._site_costs[seat]

    def offered_number(self) -> float:
        """Approximate number of the largest plant that may be bought now."""
        deck = self.rules.deck
        market = self.seen.market
        largest = 0
        for place in range(min(self.seen.current_size, len(market))):
            plant = market[place]
            if plant != deck.step_card and deck.numbers[plant] > largest:
                largest = deck.numbers[plant]
        # Without a plant on offer, the largest of all.
        return float(largest or deck.numbers[deck.step_card - 1])

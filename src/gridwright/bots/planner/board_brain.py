"""The planner at one seat of a board."""

from typing import Final

from gridwright.bots.orders import order_run
from gridwright.bots.planner.advising import AdvisingBrain, Measure
from gridwright.bots.planner.auction import AuctionSkill
from gridwright.bots.planner.board_position import BoardFacts, Position
from gridwright.bots.planner.building import BuildingSkill
from gridwright.bots.planner.fuel import FuelSkill
from gridwright.bots.planner.next_sites import NextSites
from gridwright.bots.planner.temper import Noise
from gridwright.bots.profiles.weights import NO_TASTE, Taste, Weights
from gridwright.bots.skills import Skills
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.bots.solvers.extension import greedy_extension
from gridwright.engine.network import build_area
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.setup import DraftRegion, MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust, PlaceTrustHouse
from gridwright.fair.draw import Stream


class ProductionSkill:
    """Runs plants."""

    def run(self, position: Position, offer: MayRun) -> Action:
        """Return the best run; hybrids burn the fuel that is cheaper to buy again."""
        fuel = position.rules.fuel
        worths = position.worths
        incomes = offer.incomes()
        best: tuple[int, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            first = cheapest_share(fuel, run, worths)
            burned = fuel.burned_by(run, first)
            cost = sum([worths[kind] * amount for kind, amount in enumerate(burned)])
            # Stored fuel is worth most of its price, because it cannot be sold.
            rank = (20 * incomes[place] - cost, -run.tokens)
            position.thoughts.append(((run.plants, first), rank[0] / 20))
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)


class PreparationSkill:
    """Prefers short links for itself and long ones for the Trust."""

    def draft(self, position: Position, offer: MayDraft) -> Action:
        """Return the region with the shortest links among those in play and within itself."""
        lengths = [(self._mean_link(position, region), region) for region in offer.regions]
        return DraftRegion(offer.seat, min(lengths)[1])

    def _mean_link(self, position: Position, region: int) -> float:
        board = position.rules.board
        chosen = position.seen.regions | 1 << region
        costs = [
            cost
            for a, b, link in board.links
            if region in (board.city_regions[a], board.city_regions[b])
            and chosen >> board.city_regions[a] & chosen >> board.city_regions[b] & 1
            for cost in (board.way(link, a), board.way(link, b))
        ]
        return sum(costs) / len(costs) if costs else float("inf")

    def place_trust(self, position: Position, offer: MayPlaceTrust) -> Action:
        """Return the city with the most expensive links, so that the cheap ones stay open."""
        distances = build_area(position.rules.board, position.seen.regions).distances
        ranks = [
            (-min([row[city] for row in distances if row[city] > 0]), city) for city in offer.cities
        ]
        return PlaceTrustHouse(offer.seat, min(ranks)[1])


class BoardBrain(AdvisingBrain[Position]):
    """Caches do not affect its play: a brain seated in the middle of a game plays the same."""

    def __init__(
        self,
        weights: Weights,
        nodes: int,
        rules: Rules,
        seat: int,
        stream: Stream,
        taste: Taste = NO_TASTE,
        next_sites: NextSites | None = None,
    ) -> None:
        self._seat: Final = seat
        self._weights: Final = weights
        self._facts: Final = BoardFacts(rules, taste, next_sites)
        self._auction: Final = AuctionSkill(Noise(stream.word(), weights.noise))
        super().__init__(
            Skills(
                auction=self._auction,
                fuel=FuelSkill(),
                building=BuildingSkill(nodes),
                production=ProductionSkill(),
                preparation=PreparationSkill(),
            )
        )

    def look(self, seen: Observation) -> Position:
        return Position(self._facts, self._weights, seen, self._seat)

    def measure(self, view: Position, offer: Offer) -> Measure:
        # A first city is judged by what the network costs, a run by what it pays.
        is_first = isinstance(offer, MayConnect) and view.n_cities == 0
        return "money" if is_first or isinstance(offer, MayRun) else "cities"

    def limit(self, view: Position, _offer: Offer, plant: int) -> int | None:
        return self._auction.limit(view, plant)

    def fleet(self, view: Position, plant: int, price: int) -> list[int]:
        return self._auction.fleet(view, plant, price)

    def sites(self, view: Position, n_cities: int) -> list[int]:
        return [city for _cost, city in greedy_extension(view.sites, n_cities)]

"""The planner at one seat of a board."""

from typing import Final

from gridwright.bots.orders import order_run
from gridwright.bots.skills import SkilledBrain, Skills
from gridwright.bots.solvers.best_run import cheapest_share
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.setup import DraftRegion, MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust, PlaceTrustHouse
from gridwright_frozen.hard_2026_11.auction import AuctionSkill
from gridwright_frozen.hard_2026_11.board_position import BoardFacts, Position
from gridwright_frozen.hard_2026_11.building import BuildingSkill
from gridwright_frozen.hard_2026_11.fuel import FuelSkill
from gridwright_frozen.hard_2026_11.weights import Weights


class PreparationSkill:
    """Wants short links for itself and long ones for the Trust."""

    def draft(self, position: Position, offer: MayDraft) -> Action:
        """The region with the shortest links among those in play and within itself."""
        lengths = [self._mean_link(position, region) for region in offer.regions]
        place = min(range(len(lengths)), key=lambda place: (lengths[place], offer.regions[place]))
        return DraftRegion(offer.seat, offer.regions[place])

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
        """The city that is dearest to reach, so that the cheap ones stay open."""
        distances = position.facts.area(position.seen.regions).distances
        ranks = [
            (-min([row[city] for row in distances if row[city] > 0]), city) for city in offer.cities
        ]
        return PlaceTrustHouse(offer.seat, min(ranks)[1])


class ProductionSkill:
    """Runs plants."""

    def run(self, position: Position, offer: MayRun) -> Action:
        """The best run; hybrids burn what is cheaper to buy again."""
        fuel = position.rules.fuel
        worths = position.worths
        incomes = offer.incomes()
        best: tuple[int, int] | None = None
        chosen = (0, 0)
        for place, run in enumerate(offer.runs):
            first = cheapest_share(fuel, run, worths)
            burned = fuel.burned_by(run, first)
            cost = sum([worths[kind] * amount for kind, amount in enumerate(burned)])
            # Fuel that is kept saves most of its price, for it cannot be sold.
            rank = (20 * incomes[place] - cost, -run.tokens)
            if best is None or rank > best:
                best = rank
                chosen = (run.plants, first)
        return order_run(offer, *chosen)


class BoardBrain(SkilledBrain[Position]):
    """Its caches only save time: a brain seated in the middle of a game plays the same."""

    def __init__(self, weights: Weights, nodes: int, rules: Rules, seat: int) -> None:
        self._seat: Final = seat
        self._weights: Final = weights
        self._facts: Final = BoardFacts(rules)
        super().__init__(
            Skills(
                auction=AuctionSkill(),
                fuel=FuelSkill(),
                building=BuildingSkill(nodes),
                production=ProductionSkill(),
                preparation=PreparationSkill(),
            )
        )

    def look(self, seen: Observation) -> Position:
        return Position(self._facts, self._weights, seen, self._seat)

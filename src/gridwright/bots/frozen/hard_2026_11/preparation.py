"""Before the first round: regions to play in, houses for the Trust. Ties go to the smallest id."""

from gridwright.bots.frozen.hard_2026_11.position import Position
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.setup import DraftRegion, MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust, PlaceTrustHouse


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

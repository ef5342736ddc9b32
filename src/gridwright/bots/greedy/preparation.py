"""Choices before the first round: regions to play in, houses for the Trust."""

from typing import Final

from gridwright.bots.greedy.greedy_position import GreedyPosition
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.setup import DraftRegion, MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust, PlaceTrustHouse
from gridwright.fair.draw import Stream


class PreparationSkill:
    """Prefers short links for itself and long ones for the Trust."""

    def __init__(self, stream: Stream) -> None:
        self._stream: Final = stream

    def draft(self, position: GreedyPosition, offer: MayDraft) -> Action:
        """Return the region with the shortest links among those in play and within itself."""
        board = position.rules.board
        lengths: list[float] = []
        for region in offer.regions:
            chosen = position.seen.regions | 1 << region
            costs = [
                cost
                for a, b, link in board.links
                if region in (board.city_regions[a], board.city_regions[b])
                and chosen >> board.city_regions[a] & chosen >> board.city_regions[b] & 1
                for cost in (board.way(link, a), board.way(link, b))
            ]
            lengths.append(sum(costs) / len(costs) if costs else float("inf"))
        return DraftRegion(offer.seat, self._any(offer.regions, lengths, min(lengths)))

    def place_trust(self, position: GreedyPosition, offer: MayPlaceTrust) -> Action:
        """Return the city with the most expensive links, so that the cheap ones stay open."""
        ways = [way for row in position.building_costs.links for way in row]
        lengths = [
            min([cost for cost, end in ways if end == city], default=0) for city in offer.cities
        ]
        return PlaceTrustHouse(
            offer.seat, self._any(offer.cities, [float(each) for each in lengths], max(lengths))
        )

    def _any(self, items: list[int], ranks: list[float], wanted: float) -> int:
        equal = [item for item, rank in zip(items, ranks, strict=True) if rank == wanted]
        return equal[self._stream.below(len(equal))] if len(equal) > 1 else equal[0]

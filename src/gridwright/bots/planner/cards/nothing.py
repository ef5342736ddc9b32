"""Decisions that never come where there is no board."""

from gridwright.bots.planner.cards.position import CardPosition
from gridwright.engine.actions import Action
from gridwright.engine.offers import MayConnect, MayDraft, MayPlaceTrust


class NoBuilding:
    """There are no cities."""

    def connect(self, _position: CardPosition, _offer: MayConnect) -> Action | None:
        return None


class NoPreparation:
    """There is nothing to choose before the first round."""

    def draft(self, _position: CardPosition, _offer: MayDraft) -> Action | None:
        return None

    def place_trust(self, _position: CardPosition, _offer: MayPlaceTrust) -> Action | None:
        return None

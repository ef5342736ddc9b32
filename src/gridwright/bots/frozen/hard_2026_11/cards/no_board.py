"""Empty skills for the decisions that a game without a board never asks."""

from gridwright.bots.frozen.hard_2026_11.cards.position import CardPosition
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.setup import MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust


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

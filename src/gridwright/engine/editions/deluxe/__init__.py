"""The deluxe board game."""

from gridwright.engine.board_classes import SHARED_CLASSES, BoardClasses
from gridwright.engine.board_game import build_board_game
from gridwright.engine.editions.deluxe.trust import DeluxeTrust, TrustRegionPhase
from gridwright.engine.game import Game
from gridwright.engine.rules import Rules


def build(rules: Rules, classes: BoardClasses = SHARED_CLASSES) -> Game:
    """Return the game for one table's rules."""
    trust = DeluxeTrust(rules)
    return build_board_game(rules, trust, TrustRegionPhase(rules, trust), classes)

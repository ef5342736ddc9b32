"""The card game: no board, fuel on cards."""

from gridwright.engine.board_classes import SHARED_CLASSES, BoardClasses
from gridwright.engine.editions.card.bureaucracy import CardBureaucracyPhase
from gridwright.engine.editions.card.buying import CardBuyingPhase
from gridwright.engine.editions.card.depot import opening_depot
from gridwright.engine.editions.card.fuel_deals import OpeningFuelPhase
from gridwright.engine.editions.card.market import CardAuctionPhase, CardMarket
from gridwright.engine.editions.card.order import PointScoring
from gridwright.engine.editions.card.trust import choose_trust
from gridwright.engine.game import Game
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.setup import OpeningMarketPhase, OrderLotPhase
from gridwright.engine.policies import choose_contractor, choose_discount
from gridwright.engine.rules import Rules


def build(rules: Rules, classes: BoardClasses = SHARED_CLASSES) -> Game:
    """Return the game for one table's rules."""
    discount = choose_discount(rules)
    contractor = choose_contractor(rules)
    trust = choose_trust(rules)
    market = CardMarket(rules, classes.obsolete(rules), discount, trust)
    deals = OpeningFuelPhase(rules)
    setup: list[Phase] = [OrderLotPhase(rules), OpeningMarketPhase(rules, market), deals]
    round_: list[Phase] = [
        CardAuctionPhase(rules, market, classes.access(rules), discount, contractor, trust),
        CardBuyingPhase(rules, trust),
        CardBureaucracyPhase(rules, trust, deals),
    ]
    depot = opening_depot(rules.cards, rules.n_seats, rules.settings.opening_singles)
    return Game(rules, setup + round_, len(setup), market, PointScoring(rules), depot)

"""The classic board game."""

from gridwright.engine.game import Game
from gridwright.engine.market import PlantMarket
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.order import PlayerOrderPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.phases.setup import (
    OpeningMarketPhase,
    OrderLotPhase,
    RegionsPhase,
    TrustHousesPhase,
)
from gridwright.engine.policies import (
    AccessPolicy,
    BoardTrust,
    Contractor,
    ContractorPolicy,
    DiscountPolicy,
    DiscountToken,
    ObsoleteByCities,
    ObsoletePolicy,
    TrustPolicy,
)
from gridwright.engine.rules import Rules


def build(rules: Rules) -> Game:
    """The game for one table's rules."""
    numbers = [plant.number for plant in rules.deck.plants]
    obsolete = ObsoleteByCities(numbers) if rules.obsolete_plants else ObsoletePolicy()
    discount = DiscountToken(numbers) if rules.discount_token else DiscountPolicy()
    contractor = ContractorPolicy()
    if rules.options.contractor:
        contractor = Contractor(rules.contractor_first, rules.contractor_later)
    trust = BoardTrust(rules) if rules.trust.plays else TrustPolicy()
    market = PlantMarket(rules, obsolete, discount, trust)
    setup: list[Phase] = [
        OrderLotPhase(rules),
        RegionsPhase(rules),
        OpeningMarketPhase(rules),
        TrustHousesPhase(rules),
    ]
    round_: list[Phase] = [
        PlayerOrderPhase(rules),
        AuctionPhase(rules, market, AccessPolicy(), discount, contractor, trust),
        ResourcesPhase(rules, trust),
        BuildingPhase(rules, market, trust),
        BureaucracyPhase(rules, trust),
    ]
    return Game(rules, setup + round_, len(setup), market)

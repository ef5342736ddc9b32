"""How a board game is put together: the phases and policies that the editions share."""

from gridwright.engine.game import Game
from gridwright.engine.market import PlantMarket
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.order import PlayerOrderPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.phases.setup import OpeningMarketPhase, OrderLotPhase, RegionsPhase
from gridwright.engine.policies import (
    AccessPolicy,
    Contractor,
    ContractorPolicy,
    DiscountPolicy,
    DiscountToken,
    ObsoleteByCities,
    ObsoletePolicy,
    TrustPolicy,
)
from gridwright.engine.rules import Rules


def build_board_game(rules: Rules, trust: TrustPolicy, trust_setup: Phase) -> Game:
    """The game for one table's rules, with the edition's own Trust."""
    numbers = [plant.number for plant in rules.deck.plants]
    obsolete = ObsoleteByCities(numbers) if rules.obsolete_plants else ObsoletePolicy()
    discount = DiscountToken(numbers) if rules.discount_token else DiscountPolicy()
    contractor = ContractorPolicy()
    if rules.options.contractor:
        contractor = Contractor(rules.contractor_first, rules.contractor_later)
    party = trust if rules.trust.plays else TrustPolicy()
    market = PlantMarket(rules, obsolete, discount, party)
    setup: list[Phase] = [
        OrderLotPhase(rules),
        RegionsPhase(rules),
        OpeningMarketPhase(rules),
        trust_setup,
    ]
    round_: list[Phase] = [
        PlayerOrderPhase(rules),
        AuctionPhase(rules, market, AccessPolicy(), discount, contractor, party),
        ResourcesPhase(rules, party),
        BuildingPhase(rules, market, party),
        BureaucracyPhase(rules, party),
    ]
    return Game(rules, setup + round_, len(setup), market)

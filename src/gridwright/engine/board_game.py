"""How a board game is put together: the phases and policies that the editions share."""

from gridwright.engine.game import Game
from gridwright.engine.market import PlantMarket
from gridwright.engine.parts import NO_PARTS
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.order import PlayerOrderPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.phases.setup import OpeningMarketPhase, OrderLotPhase, RegionsPhase
from gridwright.engine.policies import (
    AccessPolicy,
    ObsoleteByCities,
    ObsoletePolicy,
    TrustPolicy,
    choose_contractor,
    choose_discount,
)
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import Scoring


def build_board_game(rules: Rules, trust: TrustPolicy, trust_setup: Phase) -> Game:
    """The game for one table's rules, with the edition's own Trust."""
    obsolete = ObsoletePolicy()
    if rules.obsolete_plants:
        obsolete = ObsoleteByCities(rules.deck.numbers)
    discount = choose_discount(rules)
    contractor = choose_contractor(rules)
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
    return Game(rules, setup + round_, len(setup), market, Scoring(rules), NO_PARTS)

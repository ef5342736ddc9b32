"""Assembly of a board game: the phases and policies that the editions share."""

from gridwright.engine.board_classes import BoardClasses
from gridwright.engine.board_parts import opening_parts
from gridwright.engine.game import Game
from gridwright.engine.phases.base import Phase
from gridwright.engine.phases.blocked_spaces import BlockedSpacesPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.phases.setup import OpeningMarketPhase, OrderLotPhase, RegionsPhase
from gridwright.engine.phases.two_markets import TwoMarketsBureaucracy, TwoMarketsPhase
from gridwright.engine.policies import (
    ObsoleteByCities,
    ObsoletePolicy,
    TrustPolicy,
    choose_contractor,
    choose_discount,
)
from gridwright.engine.rules import Rules


def build_board_game(
    rules: Rules, trust: TrustPolicy, trust_setup: Phase, classes: BoardClasses
) -> Game:
    """Return the game for one table's rules, with the edition's Trust and the board's classes."""
    obsolete = classes.obsolete(rules)
    if rules.settings.obsolete_plants and classes.obsolete is ObsoletePolicy:
        obsolete = ObsoleteByCities(rules)
    discount = choose_discount(rules)
    contractor = choose_contractor(rules)
    party = trust if rules.trust.plays else TrustPolicy()
    market = classes.market(rules, obsolete, discount, party)
    resources: type[ResourcesPhase] = classes.resources
    bureaucracy: type[BureaucracyPhase] = classes.bureaucracy
    if rules.market.second is not None:
        if resources is ResourcesPhase:
            resources = TwoMarketsPhase
        if bureaucracy is BureaucracyPhase:
            bureaucracy = TwoMarketsBureaucracy
    setup: list[Phase] = [
        OrderLotPhase(rules),
        RegionsPhase(rules),
        OpeningMarketPhase(rules, market),
        trust_setup,
    ]
    if rules.trust.blocked:
        setup.insert(2, BlockedSpacesPhase(rules))
    shared: list[Phase] = [
        classes.order(rules),
        classes.auction(rules, market, classes.access(rules), discount, contractor, party),
        resources(rules, party),
        classes.building(rules, market, party),
        bureaucracy(rules, party),
    ]
    before = _with_added(rules, setup, classes)
    phases = before + _with_added(rules, shared, classes)
    scoring = classes.scoring(rules)
    return Game(rules, phases, len(before), market, scoring, opening_parts(rules))


def _with_added(rules: Rules, phases: list[Phase], classes: BoardClasses) -> list[Phase]:
    """Return the phases, with those of the board inserted before the ones that it names."""
    found: list[Phase] = []
    for phase in phases:
        for added in classes.added:
            if added.before == phase.NAME:
                found.append(added.phase(rules))
        found.append(phase)
    return found

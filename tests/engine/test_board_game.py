"""A board's own classes are built into its game."""

from gridwright.content.table import build_rules, default_spec
from gridwright.engine.board_classes import SHARED, AddedPhase, BoardClasses
from gridwright.engine.board_parts import BoardParts
from gridwright.engine.editions import classic
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import ladders_seen, observe
from gridwright.engine.phases.setup import PlayerOrderPhase
from gridwright.engine.policies import ObsoleteByCities, ObsoletePolicy
from gridwright.engine.rules import PartRules


def test_phases_stand_before_those_that_they_name() -> None:
    rules = build_rules(default_spec())
    added = [
        AddedPhase(PlayerOrderPhase, "building"),
        AddedPhase(PlayerOrderPhase, "opening-market"),
        AddedPhase(PlayerOrderPhase, "building"),
    ]
    shared = classic.build(rules)
    game = classic.build(rules, BoardClasses(added=added))
    names = [phase.NAME for phase in game.phases]
    assert names[: game.first_of_round] == [
        *("order-lot", "regions", "player-order", "opening-market", "trust-houses")
    ]
    assert names[game.first_of_round :] == [
        *("player-order", "auction", "resources", "player-order", "player-order"),
        *("building", "bureaucracy"),
    ]
    assert len(shared.phases) == len(game.phases) - 3


def test_a_board_may_bring_each_class_that_is_shared() -> None:
    classes = BoardClasses()
    assert {name: getattr(classes, name) for name in SHARED} == SHARED


def test_a_rule_of_obsolete_plants_that_a_board_brings_comes_first() -> None:
    rules = build_rules(default_spec())
    assert rules.settings.obsolete_plants
    assert type(classic.build(rules).market.obsolete) is ObsoleteByCities
    own = classic.build(rules, BoardClasses(obsolete=ObsoletePolicy))
    assert type(own.market.obsolete) is ObsoleteByCities
    other = classic.build(rules, BoardClasses(obsolete=ObsoleteByCities))
    assert type(other.market.obsolete) is ObsoleteByCities


def test_parts_that_the_rules_cannot_produce_are_found() -> None:
    rules = [PartRules("barge", [1, 0], True), PartRules("snow", [0], False)]
    assert BoardParts(rules, [[0, 1], [-3]]).problems([]) == []
    assert BoardParts(rules, [[0, -1], [0]]).problems([]) == ["barge: [0, -1]"]
    assert BoardParts(rules, [[0, 1], [0, 0]]).problems([]) == ["snow: [0, 0]"]
    assert [BoardParts(rules, [[2, 1], [5]]).tokens(kind) for kind in (0, 1)] == [2, 1]


def test_seats_pay_the_printed_prices_unless_a_board_says_otherwise() -> None:
    game = classic.build(build_rules(default_spec()))
    seen = observe(game, game.new_state(), 0)
    printed = game.rules.market.ladders
    assert [ladders_seen(game.rules, seen, seat) for seat in (0, 3, SPECTATOR)] == [printed] * 3

"""Sheet of a table: its content as sent to clients."""

from functools import lru_cache
from typing import Final

import msgspec

from gridwright.content.library import load_library
from gridwright.content.table import (
    TableSpec,
    board_layout,
    build_game,
    build_rules,
    find_figures,
    rules_sheet,
)
from gridwright.engine.notation import Notation
from gridwright.engine.parts import Parts
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import MarketRules, Rules
from gridwright.protocol.observation import Observation
from gridwright.protocol.sheet import (
    CityFace,
    FuelCardFace,
    LadderFace,
    PlantFace,
    RegionFace,
    SecondMarketFace,
    TableSheet,
)

FIRST_SEAT: Final = 0


@lru_cache(maxsize=256)
def build_sheet(spec: TableSpec, identity: str) -> TableSheet:
    """Return the sheet for a rules identity. Equal tables share one."""
    root = find_figures(spec, identity)
    fixed = rules_sheet(spec, root)
    rules = build_rules(spec, root)
    layout = board_layout(spec.board, spec.edition, root, spec.content)
    library = load_library(spec.edition, root, spec.content)
    rebuilt = frozenset(library.plants.rebuilt())
    names = Notation(rules).cards
    market = rules.market
    return TableSheet(
        spec=fixed["spec"],
        rules=fixed["rules"],
        opening=msgspec.convert(fixed["opening"], Observation),
        board_name=layout.name,
        preset_name=library.presets.presets[spec.preset].name,
        phases=fixed["phases"],
        first_of_round=fixed["first_of_round"],
        kinds=market.kinds,
        hybrid_kinds=[rules.fuel.first, rules.fuel.second],
        plants=_plants(rules, names, rebuilt),
        step_card=rules.deck.step_card_name,
        backs=rules.deck.backs,
        regions=[RegionFace(region.id, region.label) for region in layout.regions],
        cities=[
            CityFace(city.id, city.name, rules.board.city_regions[place])
            for place, city in enumerate(layout.cities)
        ],
        links=rules.board.links,
        space_costs=rules.board.space_costs,
        ladders=_ladders(market, market.ladders),
        step_ladders=_step_ladders(rules, build_game(spec, root).new_state().parts),
        refills=market.refills,
        second_market=_second_market(rules),
        fuel_cards=_fuel_cards(rules),
        columns=rules.cards.prices,
        n_slots=rules.cards.n_slots,
        income=rules.income,
        n_regions=rules.limits.n_regions,
        plant_limit=rules.limits.plant_limit,
        step_two_cities=rules.limits.step_two_cities,
        end_cities=rules.limits.end_cities,
        trust_plays=rules.trust.plays,
    )


def _ladders(market: MarketRules, ladders: list[Ladder]) -> list[LadderFace]:
    """Return the price ladders; a fuel without tokens on the board has no spaces."""
    return [
        LadderFace(ladder.prices, ladder.store_price, ladder.n_closed)
        if market.token_totals[kind] or ladder.store_price
        else LadderFace([], 0, 0)
        for kind, ladder in enumerate(ladders)
    ]


def _step_ladders(rules: Rules, parts: Parts) -> list[list[LadderFace]]:
    """Return the prices by step for a seat without a city, unless they are always the same."""
    market = rules.market
    by_step = [
        _ladders(
            market,
            [
                rules.prices.ladder(FIRST_SEAT, kind, step, 0, parts)
                for kind in range(len(market.ladders))
            ],
        )
        for step in range(1, len(market.refills) + 1)
    ]
    printed = _ladders(market, market.ladders)
    return by_step if any(ladders != printed for ladders in by_step) else []


def _plants(rules: Rules, names: list[str], rebuilt: frozenset[str]) -> list[PlantFace]:
    return [
        PlantFace(
            names[card],
            plant.number,
            plant.kinds,
            plant.need,
            plant.storage,
            plant.output,
            plant.back,
            names[card] in rebuilt,
        )
        for card, plant in enumerate(rules.deck.plants)
    ]


def _second_market(rules: Rules) -> SecondMarketFace | None:
    second = rules.market.second
    if second is None:
        return None
    return SecondMarketFace(
        rules.parts[second.part].name,
        rules.parts[second.sides].name,
        _ladders(rules.market, second.ladders),
        second.refills,
    )


def _fuel_cards(rules: Rules) -> list[FuelCardFace]:
    cards = rules.cards
    return [
        FuelCardFace(
            cards.names[card], cards.kind_of[card], cards.units_of[card], card >= cards.n_printed
        )
        for card in range(cards.n_cards)
    ]

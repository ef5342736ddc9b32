"""The sheet of a table: content as clients are told it."""

from functools import lru_cache

import msgspec

from gridwright.content.library import load_library
from gridwright.content.sheet import rules_sheet
from gridwright.content.table import (
    TableSpec,
    board_layout,
    build_rules,
    find_figures,
)
from gridwright.engine.notation import Notation
from gridwright.engine.rules import Rules
from gridwright.protocol.observation import Observation
from gridwright.protocol.sheet import (
    CityFace,
    FuelCardFace,
    LadderFace,
    PlantFace,
    RegionFace,
    TableSheet,
)


@lru_cache(maxsize=256)
def build_sheet(spec: TableSpec, identity: str) -> TableSheet:
    """The sheet of a table that began under a rules identity. Equal tables share one."""
    root = find_figures(spec, identity)
    fixed = rules_sheet(spec, root)
    rules = build_rules(spec, root)
    layout = board_layout(spec.board, spec.edition, root, spec.content)
    presets = load_library(spec.edition, root, spec.content).presets.presets
    names = Notation(rules).cards
    market = rules.market
    return TableSheet(
        spec=fixed["spec"],
        rules=fixed["rules"],
        opening=msgspec.convert(fixed["opening"], Observation),
        board_name=layout.name,
        preset_name=presets[spec.preset].name,
        phases=fixed["phases"],
        first_of_round=fixed["first_of_round"],
        kinds=market.kinds,
        hybrid_kinds=[rules.fuel.first, rules.fuel.second],
        plants=_plants(rules, names),
        step_card=rules.deck.step_card_name,
        backs=rules.deck.backs,
        regions=[RegionFace(region.id, region.label) for region in layout.regions],
        cities=[
            CityFace(city.id, city.name, rules.board.city_regions[place])
            for place, city in enumerate(layout.cities)
        ],
        links=rules.board.links,
        space_costs=rules.board.space_costs,
        ladders=[LadderFace(ladder.prices, ladder.store_price) for ladder in market.ladders],
        refills=market.refills,
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


def _plants(rules: Rules, names: list[str]) -> list[PlantFace]:
    return [
        PlantFace(
            names[card],
            plant.number,
            plant.kinds,
            plant.need,
            plant.storage,
            plant.output,
            plant.back,
        )
        for card, plant in enumerate(rules.deck.plants)
    ]


def _fuel_cards(rules: Rules) -> list[FuelCardFace]:
    cards = rules.cards
    return [
        FuelCardFace(
            cards.names[card], cards.kind_of[card], cards.units_of[card], card >= cards.n_printed
        )
        for card in range(cards.n_cards)
    ]

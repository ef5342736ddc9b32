"""The fingerprint of everything that decides play."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from gridwright.content.assembly import build_rules
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.spec import TableSpec
from gridwright.engine.rules import Rules


@lru_cache(maxsize=1024)
def rules_identity(spec: TableSpec, root: Path = CONTENT_ROOT) -> str:
    """SHA-256 over the spec and every number of its rules, as canonical JSON.

    It is taken from the rules and not from the files, so comments, sources and the order of tables
    do not change it. Clauses of refusals are left out: they name reasons and decide nothing.
    """
    text = json.dumps(resolve(spec, root), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def resolve(spec: TableSpec, root: Path = CONTENT_ROOT) -> dict[str, Any]:
    """What the fingerprint is taken from: whoever has it can compute it again."""
    return {"spec": spec.to_json(), "rules": describe_rules(build_rules(spec, root))}


def describe_rules(rules: Rules) -> dict[str, Any]:
    """The rules as plain values, every number that decides play exactly once."""
    plain = {
        "edition": rules.edition,
        "preset": rules.preset,
        "version": rules.version,
        "n_seats": rules.n_seats,
        "board": _describe_board(rules),
        "deck": _describe_deck(rules),
        "market": _describe_market(rules),
        "hybrid": [rules.fuel.first, rules.fuel.second],
        "trust": {
            "plays": rules.trust.plays,
            "n_houses": rules.trust.n_houses,
            "placements": rules.trust.placements,
            "plant_limit": rules.trust.plant_limit,
        },
        "options": {
            "contractor": rules.options.contractor,
            "hidden_money": rules.options.hidden_money,
            "region_choice": rules.options.region_choice,
            "given_regions": rules.options.given_regions,
            "given_order": rules.options.given_order,
        },
        "start_money": rules.start_money,
        "n_regions": rules.n_regions,
        "plant_limit": rules.plant_limit,
        "step_two_cities": rules.step_two_cities,
        "end_cities": rules.end_cities,
        "income": rules.income,
        "obsolete_plants": rules.obsolete_plants,
        "discount_token": rules.discount_token,
        "n_idle_removed": rules.n_idle_removed,
        "step_two_replaces": rules.step_two_replaces,
        "scrapped_under_stack": rules.scrapped_under_stack,
        "first_building_round": rules.first_building_round,
        "network_within_capacity": rules.network_within_capacity,
        "dry_stack_ends": rules.dry_stack_ends,
        "cities_break_ties": rules.cities_break_ties,
        "contractor_first": rules.contractor_first,
        "contractor_later": rules.contractor_later,
    }
    if rules.cards.n_cards:
        # Games were recorded before there were fuel cards, and keep their identity.
        plain["cards"] = _describe_cards(rules)
        plain["money_per_point"] = rules.money_per_point
    return plain


def _describe_board(rules: Rules) -> dict[str, Any]:
    board = rules.board
    return {
        "name": board.name,
        "cities": board.cities,
        "regions": board.regions,
        "city_regions": board.city_regions,
        "links": [list(link) for link in board.links],
        "region_neighbours": board.region_neighbours,
        "space_costs": board.space_costs,
    }


def _describe_deck(rules: Rules) -> dict[str, Any]:
    deck = rules.deck
    return {
        "plants": [
            [plant.number, plant.kinds, plant.need, plant.storage, plant.output, plant.back]
            for plant in deck.plants
        ],
        "backs": deck.backs,
        "step_card_back": deck.back_of[deck.step_card],
        "opening_market": deck.opening_market,
        "n_opening_drawn": deck.n_opening_drawn,
        "pools": deck.pools,
        "counts": deck.counts,
        "market_sizes": deck.market_sizes,
        "current_sizes": deck.current_sizes,
    }


def _describe_market(rules: Rules) -> dict[str, Any]:
    market = rules.market
    return {
        "kinds": market.kinds,
        "ladders": [[ladder.prices, ladder.store_price] for ladder in market.ladders],
        "token_totals": market.token_totals,
        "opening_tokens": market.opening_tokens,
        "refills": market.refills,
        "closing_plants": market.closing_plants,
    }


def _describe_cards(rules: Rules) -> dict[str, Any]:
    cards = rules.cards
    return {
        "kind_of": cards.kind_of,
        "units_of": cards.units_of,
        "opening": cards.opening,
        "first_pile": cards.first_pile,
        "second_pile": cards.second_pile,
        "prices": cards.prices,
        "n_slots": cards.n_slots,
    }

"""From a choice of table to the engine's rules."""

from pathlib import Path

from gridwright.content.boards import BoardSheet
from gridwright.content.decks import Deck
from gridwright.content.document import one_of, shown
from gridwright.content.edition import Edition
from gridwright.content.groups import STEP_CARD
from gridwright.content.library import Library, load_library
from gridwright.content.presets import Settings
from gridwright.content.shelf import CONTENT_ROOT
from gridwright.content.spec import DRAFT, RANDOM, TableSpec, refuse
from gridwright.engine.fuel import FuelRules
from gridwright.engine.masks import mask_of
from gridwright.engine.network import Board, region_choices
from gridwright.engine.plants import Plant
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import (
    REGIONS_BY_LOT,
    REGIONS_DRAFTED,
    REGIONS_GIVEN,
    DeckRules,
    MarketRules,
    Options,
    Rules,
    TrustRules,
)


def build_rules(spec: TableSpec, root: Path = CONTENT_ROOT) -> Rules:
    """The rules of a table, or ContentError naming the field that cannot be played."""
    library = load_library(spec.edition, root, spec.content)
    edition = library.edition
    settings = _resolve_settings(library, spec)
    sheet = library.boards[spec.board]
    row = edition.seat_tables[settings.seat_table][spec.seats]
    board = _build_board(sheet)
    plants = _build_plants(library, library.decks[settings.deck])
    trust_plays = spec.seats in settings.trust_seats
    return Rules(
        edition=edition.id,
        preset=spec.preset,
        version=edition.rules_version,
        n_seats=spec.seats,
        board=board,
        deck=_build_deck(library.decks[settings.deck], plants, spec.seats),
        market=_build_market(edition, settings, sheet, plants, spec.seats),
        fuel=FuelRules(
            plants,
            len(edition.kinds),
            edition.kinds.index(edition.hybrid[0]),
            edition.kinds.index(edition.hybrid[1]),
        ),
        trust=TrustRules(
            trust_plays,
            edition.trust.n_houses if trust_plays else 0,
            list(edition.trust.placements) if trust_plays else [],
            edition.trust.plant_limit if trust_plays else 0,
        ),
        options=_build_options(spec, board, row.n_regions),
        clauses=dict(edition.clauses),
        start_money=edition.start_money,
        n_regions=row.n_regions,
        plant_limit=row.plant_limit,
        step_two_cities=row.step_two_cities,
        end_cities=row.end_cities,
        income=list(edition.incomes[settings.income]),
        obsolete_plants=settings.obsolete_plants,
        discount_token=settings.discount_token,
        n_idle_removed=settings.n_idle_removed,
        step_two_replaces=settings.step_two_replaces,
        scrapped_under_stack=settings.scrapped_under_stack,
        first_building_round=settings.first_building_round,
        network_within_capacity=settings.network_within_capacity,
        dry_stack_ends=settings.dry_stack_ends,
        cities_break_ties=settings.cities_break_ties,
        contractor_first=list(edition.contractor_first),
        contractor_later=list(edition.contractor_later),
    )


def _resolve_settings(library: Library, spec: TableSpec) -> Settings:
    """The preset as changed by the board and then by the house rules, which have the last word."""
    presets = library.presets
    if spec.preset not in presets.presets:
        refuse("preset", _unknown("preset", spec.preset, list(presets.presets)))
    preset = presets.presets[spec.preset]
    if spec.board not in preset.boards:
        refuse("board", _unknown(f'board of preset "{preset.id}"', spec.board, preset.boards))
    if spec.seats not in library.edition.seats:
        refuse("seats", f"expected {one_of(library.edition.seats)}; came {spec.seats}")
    settings = preset.settings
    changes = library.boards[spec.board].settings
    if spec.preset in changes:
        settings = settings.replaced(changes[spec.preset])
    for place, rule in enumerate(spec.house_rules):
        if rule not in presets.house_rules:
            problem = _unknown("house rule", rule, list(presets.house_rules))
            refuse(f"house_rules[{place}]", problem)
        settings = settings.replaced(presets.house_rules[rule][spec.preset])
    return settings


def _unknown(what: str, name: str, names: list[str] | tuple[str, ...]) -> str:
    return f"unknown {what} {shown(name)}; expected {one_of(names)}"


def _build_board(sheet: BoardSheet) -> Board:
    cities = [city.id for city in sheet.cities]
    regions = [region.id for region in sheet.regions]
    neighbours = [0] * len(regions)
    for one, other in sheet.adjacent:
        neighbours[regions.index(one)] |= 1 << regions.index(other)
        neighbours[regions.index(other)] |= 1 << regions.index(one)
    return Board(
        name=sheet.id,
        cities=cities,
        regions=regions,
        city_regions=[regions.index(city.region) for city in sheet.cities],
        links=[
            (cities.index(link.ends[0]), cities.index(link.ends[1]), link.cost)
            for link in sheet.links
        ],
        region_neighbours=neighbours,
        space_costs=list(sheet.space_costs),
    )


def _build_plants(library: Library, deck: Deck) -> list[Plant]:
    kinds = library.edition.kinds
    return [
        Plant(
            card.number,
            [kinds.index(kind) for kind in card.kinds],
            card.need,
            card.storage,
            card.output,
            deck.backs.index(deck.back_of[card.number]),
        )
        for card in library.plants.cards
    ]


def _build_deck(deck: Deck, plants: list[Plant], n_seats: int) -> DeckRules:
    card_of = {plant.number: card for card, plant in enumerate(plants)}
    card_of[STEP_CARD] = len(plants)
    pools: list[int] = []
    counts: list[int] = []
    for layer in deck.layers:
        by_back = [layer.n_cards(n_seats, back) for back in deck.backs]
        # A layer may be there only for some numbers of seats.
        if sum(by_back) > 0:
            pools.append(mask_of([card_of[number] for number in layer.cards]))
            counts.extend(by_back)
    return DeckRules(
        plants=plants,
        backs=list(deck.backs),
        step_card_back=deck.backs.index(deck.back_of[STEP_CARD]),
        opening_market=sorted(card_of[number] for number in deck.opening_market),
        n_opening_drawn=deck.n_opening_drawn,
        pools=pools,
        counts=counts,
        market_sizes=list(deck.market_sizes),
        current_sizes=list(deck.current_sizes),
    )


def _build_market(
    edition: Edition, settings: Settings, sheet: BoardSheet, plants: list[Plant], n_seats: int
) -> MarketRules:
    kinds = list(edition.kinds)
    closing = [
        mask_of([kinds.index(kind) for kind in sheet.closing_plants.get(plant.number, ())])
        for plant in plants
    ]
    return MarketRules(
        kinds=kinds,
        ladders=[
            Ladder(list(prices), sheet.store_prices.get(kind, 0))
            for kind, prices in zip(kinds, edition.ladders, strict=True)
        ],
        token_totals=list(edition.token_totals),
        opening_tokens=list(edition.opening_tokens[settings.opening_tokens]),
        refills=[list(row) for row in edition.refills[settings.refill][n_seats]],
        closing_plants=closing,
    )


def _build_options(spec: TableSpec, board: Board, n_regions: int) -> Options:
    choices = region_choices(board, n_regions)
    if not choices:
        refuse("board", f"expected {n_regions} regions in one network; none of {board.name}")
    given = 0
    choice = REGIONS_GIVEN
    if spec.regions == RANDOM:
        choice = REGIONS_BY_LOT
    elif spec.regions == DRAFT:
        choice = REGIONS_DRAFTED
    else:
        given = _given_regions(spec, board, n_regions, choices)
    order: list[int] = []
    if not isinstance(spec.order, str):
        order = list(spec.order)
        if sorted(order) != list(range(spec.seats)):
            refuse("order", f"expected the seats 0 to {spec.seats - 1}, each once; came {order}")
    return Options(spec.contractor, spec.hidden_money, choice, given, order)


def _given_regions(spec: TableSpec, board: Board, n_regions: int, choices: list[int]) -> int:
    for place, region in enumerate(spec.regions):
        if region not in board.regions:
            refuse(f"regions[{place}]", _unknown("region", region, board.regions))
    given = mask_of([board.regions.index(region) for region in spec.regions])
    if given not in choices:
        refuse(
            "regions",
            f"expected {n_regions} regions that hang together; "
            f"came {', '.join(spec.regions) or 'none'}",
        )
    return given

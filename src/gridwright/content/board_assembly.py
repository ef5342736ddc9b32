"""The part of a table's rules that follows from a board and fuel tokens."""

from gridwright.content.board_figures import BoardFigures
from gridwright.content.board_rules import Part
from gridwright.content.boards import BoardSheet
from gridwright.content.second_markets import build_second_market
from gridwright.content.spec import DRAFT, RANDOM, TableSpec, refuse, refuse_unknown
from gridwright.content.table_figures import ChosenTable, TableFigures
from gridwright.engine.fuel import FuelRules
from gridwright.engine.masks import mask_of
from gridwright.engine.network import Board, CitySpaces, region_choices
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import (
    REGIONS_BY_LOT,
    REGIONS_DRAFTED,
    REGIONS_GIVEN,
    MarketRules,
    PartRules,
    TrustRules,
)
from gridwright.engine.second_market import TwoMarketPrices


def build_board_figures(table: ChosenTable, figures: BoardFigures) -> TableFigures:
    """Return the numbers of a game with a board, given those of the board."""
    sheet = table.sheet
    limits = figures.seat_tables[table.preset.seat_table][table.spec.seats]
    numbers = {name: list(rows[table.spec.seats]) for name, rows in sheet.numbers.items()}
    board = build_board(sheet, numbers)
    region_choice, given_regions = _chosen_regions(table.spec, board, limits.n_regions)
    trust = figures.trust
    blocked = list(sheet.blocked.get(table.spec.seats, ()))
    market = _build_market(table, figures)
    return TableFigures(
        board=board,
        market=market,
        fuel=FuelRules(table.plants, len(table.library.edition.kinds), *table.hybrid()),
        trust=TrustRules(
            table.trust_plays,
            len(blocked) + (trust.n_houses if table.trust_plays else 0),
            list(trust.placements) if table.trust_plays else [],
            trust.plant_limit if table.trust_plays else 0,
            blocked,
        ),
        limits=limits,
        income=list(figures.incomes[table.preset.income]),
        region_choice=region_choice,
        given_regions=given_regions,
        uncounted=mask_of([table.cards.names().index(name) for name in sheet.uncounted_plants]),
        parts=[
            _build_part(part, table, board)
            for part in sheet.parts
            if part.since <= table.spec.version
        ],
        figures=numbers,
        prices=_build_prices(sheet, market, board, numbers),
    )


def _build_prices(
    sheet: BoardSheet, market: MarketRules, board: Board, numbers: dict[str, list[int]]
) -> PricePolicy:
    """Return the board's own prices, or those of two markets, or the printed ones."""
    kind = sheet.brought.classes.prices
    if market.second is not None and kind is PricePolicy:
        return TwoMarketPrices(market.ladders, board, numbers, market.second)
    return kind(market.ladders, board, numbers)


def _build_part(part: Part, table: ChosenTable, board: Board) -> PartRules:
    n_each = {
        "seat": table.spec.seats,
        "city": board.n_cities,
        "kind": len(table.library.edition.kinds),
    }
    opening = [part.start] * n_each[part.each] if part.each else list(part.numbers)
    return PartRules(part.name, opening, part.holds_tokens)


def build_board(sheet: BoardSheet, figures: dict[str, list[int]] | None = None) -> Board:
    cities = [city.id for city in sheet.cities]
    regions = [region.id for region in sheet.regions]
    entries = [city.enter for city in sheet.cities]
    neighbours = [0] * len(regions)
    for one, other in sheet.adjacent:
        neighbours[regions.index(one)] |= 1 << regions.index(other)
        neighbours[regions.index(other)] |= 1 << regions.index(one)
    return sheet.brought.classes.board(
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
        own_spaces=[
            CitySpaces(cities.index(city), list(spaces.costs), list(spaces.steps))
            for spaces in sheet.own_spaces
            for city in spaces.cities
        ],
        figures=figures,
        apart=[mask_of([regions.index(each) for each in mass]) for mass in sheet.landmasses],
        entries=entries if any(entries) else [],
        passages=[sheet.passage] * len(cities) if sheet.passage else [],
        flat=sheet.flat_connection,
    )


def _build_market(table: ChosenTable, figures: BoardFigures) -> MarketRules:
    kinds = list(table.library.edition.kinds)
    sheet = table.sheet
    closing = sheet.closing_plants
    opening = figures.opening_tokens[table.preset.opening_tokens]
    ladders = figures.prices(table.preset.ladder)
    for kind, tokens, total, prices in zip(
        kinds, opening, figures.token_totals, ladders, strict=True
    ):
        if tokens > min(total, len(prices)):
            refuse("board", f"expected at most {min(total, len(prices))} {kind}; came {tokens}")
    return MarketRules(
        kinds=kinds,
        ladders=[
            Ladder(list(prices), sheet.store_prices.get(kind, 0))
            for kind, prices in zip(kinds, ladders, strict=True)
        ],
        token_totals=list(figures.token_totals),
        opening_tokens=list(opening),
        refills=[list(row) for row in figures.refills[table.preset.refill][table.spec.seats]],
        closing_plants=[
            mask_of([kinds.index(kind) for kind in closing[name].kinds_of(table.spec.preset)])
            if name in closing
            else 0
            for name in table.cards.names()
        ],
        second=build_second_market(sheet.second_market, table.spec.seats),
    )


def _chosen_regions(spec: TableSpec, board: Board, n_regions: int) -> tuple[int, int]:
    """Return the way the regions are chosen, and the mask of given ones."""
    choices = region_choices(board, n_regions)
    if not choices:
        refuse("board", f"expected {n_regions} regions in one network; none of {board.name}")
    if spec.regions == RANDOM:
        return REGIONS_BY_LOT, 0
    if spec.regions == DRAFT:
        return REGIONS_DRAFTED, 0
    for place, region in enumerate(spec.regions):
        if region not in board.regions:
            refuse_unknown(f"regions[{place}]", "region", region, board.regions)
    given = mask_of([board.regions.index(region) for region in spec.regions])
    if given not in choices:
        refuse(
            "regions",
            f"expected {n_regions} regions that hang together; "
            f"came {', '.join(spec.regions) or 'none'}",
        )
    return REGIONS_GIVEN, given

"""The part of a table's rules that fuel cards decide, where there is no board."""

from collections import Counter

from gridwright.content.board_assembly import build_board
from gridwright.content.card_figures import CardFigures
from gridwright.content.decks import N_STEPS
from gridwright.content.document import shown
from gridwright.content.fuel_cards import FuelCard, FuelCardSheet
from gridwright.content.spec import RANDOM, refuse
from gridwright.content.table_figures import ChosenTable, TableFigures
from gridwright.engine.fuel import PooledFuelRules, SummedFuelRules
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.rules import Limits, MarketRules, TrustRules


def build_card_figures(table: ChosenTable, figures: CardFigures) -> TableFigures:
    """Figures of a game without a board."""
    spec = table.spec
    if spec.regions != RANDOM:
        regions = spec.regions if isinstance(spec.regions, str) else list(spec.regions)
        refuse("regions", f'expected "{RANDOM}", for there are none; came {shown(regions)}')
    kinds = list(table.library.edition.kinds)
    storage = SummedFuelRules if table.preset.settings.summed_storage else PooledFuelRules
    return TableFigures(
        board=build_board(table.library.boards[spec.board]),
        market=_build_market(kinds, len(table.plants)),
        fuel=storage(table.plants, len(kinds), *table.hybrid()),
        trust=TrustRules(
            table.trust_plays, 0, [], figures.trust_plant_limit if table.trust_plays else 0
        ),
        limits=Limits(0, figures.plant_limit, 0, 0),
        income=_build_income(table, figures),
        cards=_build_cards(table, kinds, figures.fuel),
        money_per_point=figures.money_per_point,
    )


def _build_market(kinds: list[str], n_plants: int) -> MarketRules:
    """A market without a single token: fuel is in the columns of the cards."""
    return MarketRules(
        kinds=kinds,
        ladders=[],
        token_totals=[0] * len(kinds),
        opening_tokens=[0] * len(kinds),
        refills=[[0] * len(kinds) for step in range(N_STEPS)],
        closing_plants=[0] * n_plants,
    )


def _build_income(table: ChosenTable, figures: CardFigures) -> list[int]:
    """The payment for each output: the output, up to the best plants, with a lowest payment."""
    outputs = sorted((plant.output for plant in table.plants), reverse=True)
    most = sum(outputs[: figures.plant_limit])
    return [max(output, figures.minimum_income) for output in range(most + 1)]


def _build_cards(table: ChosenTable, kinds: list[str], sheet: FuelCardSheet) -> FuelCards:
    n_seats = table.spec.seats
    opening = sheet.opening(n_seats)
    piles = [
        Counter(_printed(card, kinds) for card in pile)
        for pile in (opening, sheet.first_pile, sheet.second_pile)
    ]
    printed = sorted(set().union(*piles))
    first, second, third = ([pile[card] for card in printed] for pile in piles)
    return FuelCards(
        kinds=kinds,
        kind_of=[kind for kind, _ in printed],
        units_of=[units for _, units in printed],
        opening=first,
        first_pile=second,
        second_pile=third,
        prices=list(sheet.prices),
        n_slots=sheet.slots(table.preset.columns)[n_seats],
        second_waits=table.preset.settings.second_pile_waits,
    )


def _printed(card: FuelCard, kinds: list[str]) -> tuple[int, int]:
    """Return kind and units, which identify a card."""
    return kinds.index(card.kind), card.units

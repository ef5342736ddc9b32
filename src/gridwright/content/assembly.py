"""Builds the engine's rules from a table spec."""

from collections.abc import Sequence
from dataclasses import replace

from gridwright.content.board_assembly import build_board_figures
from gridwright.content.board_figures import BoardFigures
from gridwright.content.boards import BoardSheet
from gridwright.content.card_assembly import build_card_figures
from gridwright.content.card_figures import CardFigures
from gridwright.content.cards import PlantCards
from gridwright.content.decks import Deck
from gridwright.content.document import one_of
from gridwright.content.groups import STEP_CARD
from gridwright.content.library import Library, load_library
from gridwright.content.presets import PresetRules
from gridwright.content.shelf import CONTENT_ROOT, Root
from gridwright.content.spec import TableSpec, refuse, refuse_unknown
from gridwright.content.table_figures import ChosenTable, TableFigures
from gridwright.engine.fuel import Plant
from gridwright.engine.masks import mask_of
from gridwright.engine.rules import DeckRules, Options, Rules


def build_rules(spec: TableSpec, root: Root = CONTENT_ROOT) -> Rules:
    """Return the rules of a table. Raises ContentError with the field that cannot be played."""
    library = load_library(spec.edition, root, spec.content)
    edition = library.edition
    preset = resolve_preset(library, spec)
    sheet = library.boards[spec.board]
    cards = sheet.plants or library.plants
    deck = _find_deck(library, sheet, preset)
    plants = _build_plants(edition.kinds, cards, deck)
    figures = _build_figures(ChosenTable(spec, library, preset, plants))
    return Rules(
        edition=edition.id,
        preset=spec.preset,
        version=spec.version,
        n_seats=spec.seats,
        board=figures.board,
        deck=_build_deck(cards, deck, plants, spec.seats),
        market=figures.market,
        fuel=figures.fuel,
        trust=figures.trust,
        options=Options(
            spec.contractor,
            spec.hidden_money,
            figures.region_choice,
            figures.given_regions,
            _given_order(spec),
        ),
        clauses={**edition.clauses, **sheet.clauses},
        start_money=edition.start_money,
        limits=figures.limits,
        income=figures.income,
        settings=preset.settings,
        contractor_first=list(edition.contractor_first),
        contractor_later=list(edition.contractor_later),
        cards=figures.cards,
        money_per_point=figures.money_per_point,
        brings=dict(sheet.brought.names),
        parts=figures.parts,
        uncounted=figures.uncounted,
        figures=figures.figures,
        prices=figures.prices,
    )


def resolve_preset(library: Library, spec: TableSpec) -> PresetRules:
    """Return the preset, changed by the board and then by the house rules, which take precedence.

    Differences of an earlier version of the rules are part of the preset.
    """
    presets = library.presets
    if spec.preset not in presets.presets:
        refuse_unknown("preset", "preset", spec.preset, list(presets.presets))
    preset = presets.presets[spec.preset]
    if spec.board not in preset.boards:
        refuse_unknown("board", f'board of preset "{preset.id}"', spec.board, preset.boards)
    if spec.seats not in library.edition.seats:
        refuse("seats", f"expected {one_of(library.edition.seats)}; came {spec.seats}")
    newest = library.edition.rules_version
    if not 1 <= spec.version <= newest:
        refuse("version", f"expected a rules version from 1 to {newest}; came {spec.version}")
    rules = presets.as_of(spec.preset, spec.version)
    sheet = library.boards[spec.board]
    if spec.preset in sheet.settings:
        rules = rules.replaced(sheet.settings[spec.preset])
    for place, rule in enumerate(spec.house_rules):
        if rule not in presets.house_rules:
            names = list(presets.house_rules)
            refuse_unknown(f"house_rules[{place}]", "house rule", rule, names)
        rules = rules.replaced({**presets.house_rules[rule], **sheet.house_rules.get(rule, {})})
    if spec.seats not in rules.trust_seats:
        rules = rules.replaced({"trust_follows_first": False})
    return rules


def _build_figures(table: ChosenTable) -> TableFigures:
    figures = table.sheet.figures or table.library.figures
    if isinstance(figures, CardFigures):
        return build_card_figures(table, figures)
    return build_board_figures(table, figures)


def _find_deck(library: Library, sheet: BoardSheet, preset: PresetRules) -> Deck:
    if preset.deck in sheet.decks:
        return sheet.decks[preset.deck]
    if sheet.plants is not None:
        refuse("board", f"expected a deck of the board's own plants; came {preset.deck}")
    return library.decks[preset.deck]


def _build_plants(kinds: Sequence[str], cards: PlantCards, deck: Deck) -> list[Plant]:
    return [
        Plant(
            card.name.number,
            [kinds.index(kind) for kind in card.kinds],
            card.need,
            card.storage,
            card.output,
            deck.backs.index(deck.back_of[card.name]),
        )
        for card in cards.cards
    ]


def _build_deck(cards: PlantCards, deck: Deck, plants: list[Plant], n_seats: int) -> DeckRules:
    card_of = {name: card for card, name in enumerate(cards.names())}
    card_of[STEP_CARD] = len(plants)
    pools: list[int] = []
    counts: list[int] = []
    for layer in deck.layers:
        by_back = [layer.n_cards(n_seats, back) for back in deck.backs]
        # A layer may exist only for some numbers of seats.
        if sum(by_back) > 0 and layer.ascending:
            for name in sorted(layer.cards, key=card_of.__getitem__):
                pools.append(1 << card_of[name])
                counts.extend(int(back == deck.back_of[name]) for back in deck.backs)
        elif sum(by_back) > 0:
            pools.append(mask_of([card_of[name] for name in layer.cards]))
            counts.extend(by_back)
    return DeckRules(
        plants=plants,
        backs=list(deck.backs),
        step_card_back=deck.backs.index(deck.back_of[STEP_CARD]),
        opening_market=sorted(card_of[name] for name in deck.opening_market),
        n_opening_drawn=deck.n_opening_drawn[n_seats],
        kept=mask_of([card_of[name] for name in deck.kept]),
        pools=pools,
        counts=counts,
        market_sizes=list(deck.market_sizes[n_seats]),
        current_sizes=list(deck.current_sizes[n_seats]),
        step_card_name=deck.step_card_name,
        n_mixed=deck.n_mixed,
    )


def _given_order(spec: TableSpec) -> list[int]:
    """Return the seats in the order of round 1, empty if it is drawn by lot."""
    if isinstance(spec.order, str):
        return []
    order = list(spec.order)
    if sorted(order) != list(range(spec.seats)):
        refuse("order", f"expected the seats 0 to {spec.seats - 1}, each once; came {order}")
    return order


def changes(spec: TableSpec, rule: str) -> bool:
    """Return whether a house rule changes anything at a table with this number of seats."""
    return _decided(replace(spec, house_rules=(rule,))) != _decided(spec)


def _stacked(deck: Deck, n_seats: int) -> tuple[object, ...]:
    """Return what a deck of a game without a board decides for a number of seats."""
    counts = [[layer.n_cards(n_seats, back) for back in deck.backs] for layer in deck.layers]
    return (deck.opening_market, [layer.cards for layer in deck.layers], counts)


def _decided(spec: TableSpec) -> tuple[object, ...]:
    """The settings of a table, and the rows that it takes from the tables they name."""
    library = load_library(spec.edition, content=spec.content)
    preset = resolve_preset(library, spec)
    figures = library.boards[spec.board].figures or library.figures
    trust_plays = spec.seats in preset.trust_seats
    if not isinstance(figures, BoardFigures):
        stacked = _stacked(library.decks[preset.deck], spec.seats)
        slots = figures.fuel.slots(preset.columns)[spec.seats]
        return preset.settings, stacked, slots, trust_plays
    return (
        *(preset.settings, preset.deck, trust_plays),
        figures.seat_tables[preset.seat_table][spec.seats],
        figures.incomes[preset.income],
        figures.refills[preset.refill][spec.seats],
        figures.opening_tokens[preset.opening_tokens],
        figures.prices(preset.ladder),
    )

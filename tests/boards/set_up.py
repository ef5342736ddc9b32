"""Helpers for boards that differ by their set-up: fuel, links, layers of the stack, plants."""

from collections.abc import Iterator

from gridwright.content.table import build_rules
from gridwright.engine.game import Game
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample
from tests.boards.shipped import positions_of, rules_of, tables_of
from tests.kit.scenario import opening
from tests.kit.table import Table

KINDS = ["coal", "oil", "garbage", "uranium"]
PLANTS = [*range(3, 41), 42, 44, 46, 50]
"""The numbers of the classic plants."""
PLUGS = PLANTS[:13]
SOCKETS = PLANTS[13:]
ECOLOGICAL = {13, 18, 22, 27, 33, 37, 44, 50}
"""Plants that burn nothing, as their cards show."""
STEP_3 = 0

OUT = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
"""The number of plants of the first edition that are removed at random, by seats."""
PLUGS_OUT = {2: 1, 3: 2, 4: 1, 5: 0, 6: 0}
SOCKETS_OUT = {2: 5, 3: 6, 4: 3, 5: 0, 6: 0}
N_REMOVED = {
    "original": OUT,
    "recharged": {seats: PLUGS_OUT[seats] + SOCKETS_OUT[seats] for seats in OUT},
}

Layer = tuple[list[int], dict[str, int]]
Refill = dict[int, list[list[int]]]
"""Amounts of each kind by number of seats and step."""


def dealt(board: str, preset: str, seats: int) -> Table:
    """A new game, once chance has laid out everything."""
    table = opening(board=board, preset=preset, seats=seats)
    while table.actor < 0:
        table.deal()
    return table


def check_opening(board: str, **tokens: int) -> None:
    for spec in tables_of(board):
        rules = build_rules(spec)
        assert dict(zip(KINDS, rules.market.opening_tokens, strict=True)) == tokens


def check_refill(board: str, table: Refill) -> None:
    for spec in tables_of(board):
        assert build_rules(spec).market.refills == table[spec.seats]


def check_plants(board: str, numbers: list[int]) -> None:
    for spec in tables_of(board):
        assert [plant.number for plant in build_rules(spec).deck.plants] == numbers


def check_links(board: str, costs: dict[tuple[str, str], int | None]) -> None:
    """Return the cost of some links; None where there is none."""
    found = rules_of(board, "original", 4).board
    named = {frozenset((found.cities[a], found.cities[b])): cost for a, b, cost in found.links}
    for ends, cost in costs.items():
        assert named.get(frozenset(ends)) == cost, ends


def opening_numbers(rules: Rules) -> list[int]:
    """The plants that lie open before the first card is drawn."""
    return [rules.deck.numbers[card] for card in rules.deck.opening_market]


def numbers(rules: Rules, mask: int) -> list[int]:
    """The cards of a mask by number; the Step 3 card is 0 and comes last."""
    found = [plant.number for card, plant in enumerate(rules.deck.plants) if mask >> card & 1]
    return [*found, STEP_3] if mask >> rules.deck.step_card & 1 else found


def layers_of(rules: Rules) -> list[Layer]:
    """The layers before the first card: what each may hold, and how many it holds by back."""
    deck = rules.deck
    return [
        (
            numbers(rules, pool),
            {
                back: deck.counts[layer * deck.n_backs + place]
                for place, back in enumerate(deck.backs)
                if deck.counts[layer * deck.n_backs + place]
            },
        )
        for layer, pool in enumerate(deck.pools)
    ]


def without(cards: list[int], *gone: int) -> list[int]:
    return [card for card in cards if card not in gone]


def seen_plants(game: Game, state: State) -> set[int]:
    """Plants that lie open or left the game before everyone's eyes, by number."""
    plants = game.rules.deck.plants
    cards = {*state.market, *state.trust.plants, *(each for row in state.plants for each in row)}
    cards |= {card for card in range(len(plants)) if state.gone >> card & 1}
    return {plants[card].number for card in cards if card < len(plants)}


def dealt_plants(board: str) -> Iterator[tuple[Game, State, set[int], set[int]]]:
    """Random positions with the plants that were seen and those of a stack that may be there."""
    stream = Stream(board.encode("ascii"))
    for game, state in positions_of(board):
        plants = game.rules.deck.plants
        hidden = resample(game, state, stream)
        stacked = {plants[card].number for card in hidden if card < len(plants)}
        yield game, state, seen_plants(game, state), stacked


def check_none_is_missing(board: str, kept: set[int]) -> None:
    """Each of them was seen, or is in a possible stack; others may be missing."""
    asked = 0
    missing: set[int] = set()
    for _game, _state, seen, stacked in dealt_plants(board):
        asked += 1
        assert seen | stacked >= kept
        missing |= set(PLANTS) - seen - stacked
    assert asked >= 1000
    assert len(missing) > 15

"""The fuel markets of two boards with prices from 1 to 9."""

from gridwright.content.table import build_rules
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.fuel import ResourcesBought
from tests.boards.set_up import KINDS
from tests.boards.shipped import positions_of, tables_of
from tests.kit.scenario import scenario
from tests.kit.table import only

SPACES = {
    "coal": [4, 4, 4, 2, 2, 2, 2, 2, 2],
    "oil": [2, 2, 2, 2, 2, 2, 2, 2, 4],
    "garbage": [3, 3, 3, 3, 3, 3, 3, 3, 0],
    "uranium": [1, 1, 1, 1, 1, 1, 2, 2, 2],
}
"""The spaces of each price."""


def check_prices(board: str) -> None:
    for spec in tables_of(board):
        rules = build_rules(spec)
        for kind, ladder in zip(KINDS, rules.market.ladders, strict=True):
            spaces = [[price] * many for price, many in enumerate(SPACES[kind], 1)]
            assert ladder.prices == [price for row in spaces for price in row]
        assert rules.market.token_totals == [24, 24, 24, 12]


def check_last_oil(board: str, preset: str) -> None:
    table = scenario(board=board, preset=preset, seats=3).owns(0, 7).tokens(oil=5).at("resources")
    before = table.money(0)
    table.do("0 buy oil 1")
    assert before - table.money(0) == 8
    table.do("0 buy oil 1")
    assert before - table.money(0) == 8 + 9


def check_tokens(board: str) -> None:
    """No market in random positions holds more than its spaces, and every token is somewhere."""
    asked = 0
    for game, state in positions_of(board):
        asked += 1
        held = [*state.fuel, state.trust.fuel]
        for kind, name in enumerate(KINDS):
            assert state.tokens[kind] <= sum(SPACES[name])
            owned = sum(row[kind] for row in held)
            total = state.tokens[kind] + state.supply[kind] + owned
            assert total == game.rules.market.token_totals[kind]
    assert asked >= 1000


def paid_nine(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(event.cost == 9 * event.amount for event in only(events, ResourcesBought))

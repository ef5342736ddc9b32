"""A quote says what the engine does: the same cost, the same way, the same refusal."""

from collections import Counter

import pytest

from gridwright.aids.quotes import quote_cities
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import (
    CityConnected,
    ConnectCity,
    ExtendNetwork,
    MayConnect,
    MayExtend,
)
from gridwright.protocol.quotes import CityQuote
from tests.engine.random_play import TABLES, play, table_name

BOARDS = [spec for spec in TABLES if spec.board != "none"]
MOST = 900
EVERY_REFUSAL = {
    "out_of_play",
    "already_connected",
    "no_open_space",
    "beyond_capacity",
    "cannot_pay_connection",
}
OF_A_BOARD = {"japan": {"no_start_city", "enough_for_round_one"}}


def refusal_of(game: Game, state: State, seat: int, city: int) -> tuple[str, str, dict[str, int]]:
    with pytest.raises(IllegalAction) as caught:
        game.verify(state, ConnectCity(seat, city))
    return caught.value.code, caught.value.clause, caught.value.numbers


def check_offered(game: Game, state: State, offer: MayConnect, quotes: list[CityQuote]) -> None:
    """Check that offered cities are quoted at the offered costs and paid as quoted."""
    possible = [quote for quote in quotes if quote.refusal is None]
    assert [quote.city for quote in possible] == offer.cities
    assert [(quote.house or 0) + (quote.connection or 0) for quote in possible] == offer.costs
    for quote in possible:
        after, events = game.step(state, ConnectCity(offer.seat, quote.city))
        paid = next(event for event in events if isinstance(event, CityConnected))
        assert (paid.house, paid.connection) == (quote.house, quote.connection)
        assert paid.path == quote.path
        assert state.money[offer.seat] - after.money[offer.seat] == paid.house + paid.connection


def check_builder(history: History, told: Counter[str]) -> None:
    """Every city of the seat that builds, against the engine."""
    game, state = history.game, history.state
    seat = state.actor
    quotes = quote_cities(game, state, seat)
    assert [quote.city for quote in quotes] == list(range(game.rules.board.n_cities))
    offers = [offer for offer in game.offers(state) if isinstance(offer, MayConnect)]
    for offer in offers:
        check_offered(game, state, offer, quotes)
    for quote in quotes:
        if quote.refusal is None:
            assert offers
            continue
        told[quote.refusal.code] += 1
        refusal = (quote.refusal.code, quote.refusal.clause, quote.refusal.numbers)
        assert refusal_of(game, state, seat, quote.city) == refusal


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_quotes_are_what_the_engine_does(spec: TableSpec) -> None:
    told: Counter[str] = Counter()
    builders = 0
    for seed in range(2):
        for history, action in play(spec, seed, MOST):
            if isinstance(action, ConnectCity):
                builders += 1
                check_builder(history, told)
    assert builders > 5
    wanted = EVERY_REFUSAL if spec.preset == "reference" else EVERY_REFUSAL - {"beyond_capacity"}
    wanted = wanted | OF_A_BOARD.get(spec.board, set())
    assert {"out_of_play", "already_connected"} <= set(told) <= wanted


def test_the_price_of_the_other_way_is_what_the_engine_takes() -> None:
    """On Japan the path to a start city may be paid although a network may begin there."""
    japan = next(spec for spec in BOARDS if spec.board == "japan")
    n_paid = 0
    for history, _action in (each for seed in range(4) for each in play(japan, seed, MOST)):
        game, state = history.game, history.state
        offered = [offer for offer in game.offers(state) if isinstance(offer, MayExtend)]
        if not offered:
            continue
        seat = state.actor
        quotes = {quote.city: quote for quote in quote_cities(game, state, seat) if quote.extension}
        assert set(quotes) >= set(offered[0].cities)
        for city, cost in zip(offered[0].cities, offered[0].costs, strict=True):
            after, events = game.step(state, ExtendNetwork(seat, city))
            paid = next(event for event in events if isinstance(event, CityConnected))
            assert (paid.house, paid.connection) == (quotes[city].house, quotes[city].extension)
            assert state.money[seat] - after.money[seat] == cost
            assert quotes[city].connection == 0
            n_paid += 1
    assert n_paid > 5


def test_quotes_of_a_waiting_seat_equal_those_of_its_turn() -> None:
    waited = 0
    for history, _action in play(BOARDS[0], 5, MOST):
        game, state = history.game, history.state
        if state.round == 0 or game.is_over(state):
            continue
        for seat in range(BOARDS[0].seats):
            if seat == state.actor or not state.grid.networks[seat]:
                continue
            waited += 1
            reach = state.grid.reach[seat]
            for quote in quote_cities(game, state, seat):
                assert quote.connection in (None, reach[quote.city])
                if quote.path:
                    assert state.grid.networks[seat] >> quote.path[0] & 1
                    assert quote.path[-1] == quote.city
    assert waited > 20


def test_a_quote_does_not_depend_on_the_money_of_others() -> None:
    """Others may have any money: the quotes of a seat stay as they are (c11.3)."""
    compared = 0
    for history, _action in play(BOARDS[1], 3, MOST):
        state = history.state
        if state.round == 0 or compared > 40:
            continue
        richer = state.copy()
        richer.money[1] += 500
        assert quote_cities(history.game, richer, 0) == quote_cities(history.game, state, 0)
        compared += 1
    assert compared > 10


def test_before_the_first_round_after_the_end_and_for_spectators_nothing_is_quoted() -> None:
    game = build_game(BOARDS[0])
    assert quote_cities(game, game.new_state(), 0) == []
    history = None
    for history, _action in play(BOARDS[0], 1):
        assert quote_cities(game, history.state, SPECTATOR) == []
    assert history is not None
    assert history.game.is_over(history.state)
    assert quote_cities(history.game, history.state, 0) == []


def test_a_game_without_a_board_has_no_quotes() -> None:
    card = next(spec for spec in TABLES if spec.board == "none")
    for history, _action in play(card, 1, 60):
        assert quote_cities(history.game, history.state, 0) == []

"""A sealed limit wins the plant and pays the price of an open auction."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwright.content.table import build_game, default_spec
from gridwright.engine.game import Game
from gridwright.engine.notation import Notation
from gridwright.engine.phases.base import Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant
from gridwright.engine.vocabulary.base import EventLog
from gridwright.table.bid_limits import Beyond, BidLimit, answer, decode_limit, encode_limit
from tests.loaded_engine import by_night

N_CASES = by_night(10_000, 500)
GAMES: dict[tuple[int, bool], tuple[Game, State]] = {}


def first_auction(n_seats: int, hidden: bool) -> tuple[Game, State]:
    """A classic game in which seat 0 is to open; the caller gets a copy."""
    if (n_seats, hidden) not in GAMES:
        spec = default_spec(seats=n_seats)
        order = tuple(range(n_seats))
        game = build_game(replace(spec, order=order, regions="random", hidden_money=hidden))
        state = game.new_state()
        while state.actor < 0:
            game.apply(state, game.legal(state)[0], EventLog(False))
        GAMES[n_seats, hidden] = game, state
    game, state = GAMES[n_seats, hidden]
    return game, state.copy()


def phase_of(game: Game, state: State) -> Phase:
    return game.phases[state.phase]


def open_auction(limits: list[int], money: list[int], opening: int) -> tuple[int, int]:
    """Seat 0 opens; clockwise each raises by one as long as it can and will. Winner and price."""
    inside = [True] * len(limits)
    leader, price, asked = 0, opening, 1 % len(limits)
    while sum(inside) > 1:
        if inside[asked] and asked != leader:
            if price + 1 <= min(limits[asked], money[asked]):
                leader, price = asked, price + 1
            else:
                inside[asked] = False
        asked = (asked + 1) % len(limits)
    return leader, price


@settings(max_examples=N_CASES)
@given(st.data())
def test_winner_and_price_are_those_of_the_open_auction(data: st.DataObject) -> None:
    n_seats = data.draw(st.integers(2, 6))
    game, state = first_auction(n_seats, data.draw(st.booleans()))
    notation = Notation(game.rules)
    state.money = data.draw(st.lists(st.integers(4, 40), min_size=n_seats, max_size=n_seats))
    limits = data.draw(st.lists(st.integers(0, 45), min_size=n_seats, max_size=n_seats))
    opening = data.draw(st.integers(4, state.money[0]))
    expected = open_auction(limits, state.money, opening)
    money = state.money[:]
    plant = notation.cards.index("4")
    silence = EventLog(False)
    game.apply(state, OfferPlant(0, plant, opening), silence)
    while plant in state.market:
        seat = state.actor
        action = answer(phase_of(game, state), state, notation, seat, BidLimit("4", limits[seat]))
        assert action is not None
        game.verify(state, action)
        game.apply(state, action, silence)
    (winner,) = [seat for seat in range(n_seats) if state.plants[seat]]
    assert (winner, money[winner] - state.money[winner]) == expected


def test_a_limit_raises_by_one_until_exhausted() -> None:
    game, state = first_auction(3, False)
    notation = Notation(game.rules)
    game.apply(state, OfferPlant(0, notation.cards.index("4"), 4), EventLog(False))
    assert answer(phase_of(game, state), state, notation, 1, BidLimit("4", 9)) == Bid(1, 5)
    assert answer(phase_of(game, state), state, notation, 1, BidLimit("4", 5)) == Bid(1, 5)
    assert answer(phase_of(game, state), state, notation, 1, BidLimit("4", 4)) == DropOut(1)
    assert answer(phase_of(game, state), state, notation, 1, BidLimit("4", 4, Beyond.ASK)) is None


def test_a_limit_is_for_its_plant_and_its_seat_alone() -> None:
    game, state = first_auction(3, False)
    notation = Notation(game.rules)
    assert answer(phase_of(game, state), state, notation, 0, BidLimit("4", 9)) is None
    game.apply(state, OfferPlant(0, notation.cards.index("4"), 4), EventLog(False))
    assert answer(phase_of(game, state), state, notation, 1, BidLimit("5", 9)) is None
    assert answer(phase_of(game, state), state, notation, 2, BidLimit("4", 9)) is None


def test_a_limit_survives_its_box_and_bad_ones_do_not() -> None:
    limit = BidLimit("4a", 23, Beyond.ASK)
    assert decode_limit(encode_limit(limit)) == limit
    for bad in (b"{}", b'{"plant":"4","up_to":-1}', b'{"plant":"4","up_to":9,"beyond":"cry"}'):
        with pytest.raises(msgspec.ValidationError):
            decode_limit(bad)

"""Effects of winning a plant, compared with the engine's results."""

import pytest

from gridwright.aids.winning import given_up, winning
from gridwright.bots.seat_view import SeatView
from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import MayBid, MayOffer
from tests.engine.random_play import TABLES, play, table_name

MOST = 700


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_auction_quotes_equal_the_effect_of_buying_the_plant(spec: TableSpec) -> None:
    n_full = n_fuel = 0
    for history, _action in play(spec, 6, MOST):
        game, state = history.game, history.state
        if state.actor == CHANCE or state.round == 0:
            continue
        plants = [
            plant
            for offer in game.offers(state)
            if isinstance(offer, MayBid | MayOffer)
            for plant in ([state.auction.lot] if isinstance(offer, MayBid) else offer.plants)
        ]
        seat = state.actor
        view = SeatView(game.rules, observe(game, state, seat), seat)
        outputs = game.rules.fuel.output_of
        for plant in plants:
            told = winning(view, plant)
            after = game.rules.n_counted([*state.plants[seat], plant])
            is_full = after > game.rules.limits.plant_limit
            assert (told.gives_up in state.plants[seat]) == is_full
            mines = game.rules.uncounted
            supplied = [0 if mines >> each & 1 else outputs[each] for each in range(len(outputs))]
            assert told.power_before == sum(supplied[each] for each in state.plants[seat])
            lost = supplied[told.gives_up] if is_full else 0
            assert told.power_after == told.power_before - lost + supplied[plant]
            if mines >> plant & 1 or not any(game.rules.fuel.needs([plant])):
                assert told.fuel == 0, "a plant without fuel costs none"
            if game.rules.board.n_cities:
                n_cities = state.grid.n_cities[seat]
                paid = game.rules.payment(min(told.power_after, n_cities))
                assert (told.income_after, told.is_points) == (paid, False)
            n_full += is_full
            n_fuel += bool(told.fuel)
            richer = state.copy()
            richer.money = [money + 77 for money in state.money]
            again = SeatView(game.rules, observe(game, richer, seat), seat)
            assert winning(again, plant) == told, "does not depend on the money of others"
    assert n_full > 3
    assert n_fuel > 3


def test_the_plant_that_gives_least_would_go() -> None:
    for history, _action in play(default_spec(seats=2), 6, MOST):
        state = history.state
        rules = history.game.rules
        for seat in range(2):
            view = SeatView(rules, observe(history.game, state, seat), seat)
            other = max(set(range(len(rules.fuel.output_of))) - set(state.plants[seat]))
            gone = given_up(view, other)
            if gone != NONE:
                outputs = [rules.fuel.output_of[plant] for plant in state.plants[seat]]
                assert rules.fuel.output_of[gone] == min(outputs)

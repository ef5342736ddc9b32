"""Seat outlooks, compared with the engine's results."""

from collections.abc import Iterator

import pytest

from gridwright.aids.outlook import following, refilled, seat_outlooks
from gridwright.content.table import TableSpec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayBid, MayOffer
from gridwright.engine.vocabulary.base import Event, MayDo
from gridwright.engine.vocabulary.building import FinishBuilding, MayConnect
from gridwright.engine.vocabulary.fuel import FinishBuying, MarketRefilled
from gridwright.engine.vocabulary.production import CitiesSupplied
from tests.engine.random_play import TABLES, play, table_name

BOARDS = [spec for spec in TABLES if spec.board != "none"]
MOST = 700


def moments(spec: TableSpec, seed: int) -> Iterator[tuple[Game, State, list[Event]]]:
    """Yield positions of a random game from round 1 on, with the events of the next action."""
    for history, action in play(spec, seed, MOST):
        if history.state.round > 0:
            _after, events = history.game.step(history.state, action)
            yield history.game, history.state, events


def seat_after(game: Game, state: State, action: FinishBuying | FinishBuilding) -> int:
    """Return the actor after the action, or CHANCE if the phase has ended."""
    after, _events = game.step(state, action)
    return after.actor if after.phase == state.phase else CHANCE


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_the_next_actor_is_among_the_following_seats(spec: TableSpec) -> None:
    n_checked = 0
    for game, state, _events in moments(spec, seed=5):
        if state.actor == CHANCE:
            continue
        finishing = [
            offer.action
            for offer in game.offers(state)
            if isinstance(offer, MayDo) and isinstance(offer.action, FinishBuying | FinishBuilding)
        ]
        if not finishing:
            continue
        n_checked += 1
        then = seat_after(game, state, finishing[0])
        follow = following(game, state)
        assert state.actor not in follow
        assert then == CHANCE or then in follow
    assert n_checked > 10


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_seat_outlooks_equal_offered_costs_and_paid_income(
    spec: TableSpec,
) -> None:
    n_offered = n_paid = 0
    for game, state, events in moments(spec, seed=6):
        if state.actor == CHANCE:
            continue
        seats = seat_outlooks(game, state)
        for offer in game.offers(state):
            if isinstance(offer, MayConnect):
                costs = seats[offer.seat].cities
                assert [costs[city] for city in offer.cities] == offer.costs
                n_offered += 1
        for event in events:
            if isinstance(event, CitiesSupplied) and event.seat == state.actor:
                assert event.income <= seats[event.seat].income_now
                assert seats[event.seat].income_now <= seats[event.seat].income
                n_paid += 1
    assert n_offered > 5
    assert n_paid > 5


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_the_refill_is_what_then_comes_if_nothing_is_burned(spec: TableSpec) -> None:
    n_refills = 0
    for game, state, events in moments(spec, seed=7):
        amounts, prices = refilled(game, state)
        assert all(price >= 0 for price in prices)
        for event in events:
            if isinstance(event, MarketRefilled):
                # What the last seat burned is in the supply by then.
                assert all(new >= old for new, old in zip(event.amounts, amounts, strict=True))
                n_refills += 1
    assert n_refills > 1


def test_fuel_that_is_lacking_is_priced_by_the_ladder() -> None:
    spec = TableSpec("classic", "original", "usa", 3)
    told = [
        seat
        for game, state, _events in moments(spec, seed=9)
        for seat in seat_outlooks(game, state)
    ]
    assert any(seat.lack for seat in told)
    assert all(seat.supplied >= seat.supplied_now for seat in told)
    # A seat that lacks no fuel supplies its maximum now.
    assert all(seat.supplied == seat.supplied_now for seat in told if seat.lack == 0)


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_may_bid_is_set_during_auctions_only(
    spec: TableSpec,
) -> None:
    n_open = n_out = 0
    for game, state, _events in moments(spec, seed=8):
        if state.actor == CHANCE:
            continue
        told = [seat.may_bid for seat in seat_outlooks(game, state)]
        offers = game.offers(state)
        if any(isinstance(offer, MayBid | MayOffer) for offer in offers):
            assert told[state.actor]
            n_open += 1
        n_out += not any(told)
    assert n_open > 5
    assert n_out > 5


@pytest.mark.parametrize("spec", BOARDS, ids=table_name)
def test_outlooks_do_not_depend_on_money(spec: TableSpec) -> None:
    for game, state, _events in moments(spec, seed=10):
        richer = state.copy()
        richer.money = [money + 77 for money in state.money]
        assert seat_outlooks(game, richer) == seat_outlooks(game, state)

"""Runs that are set side by side, held against what the engine then does."""

from collections.abc import Iterator

import pytest

from gridwright.aids.outlook import FuelWorth
from gridwright.aids.power_choices import MAX_COMPARED, compare_runs
from gridwright.bots.seat_view import SeatView
from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.production import MayRun, RunPlants
from gridwright.protocol.quotes import PowerChoices
from tests.engine.random_play import TABLES, play, table_name
from tests.kit.scenario import Scenario, scenario

on_every_table = pytest.mark.parametrize("spec", TABLES, ids=table_name)


def choices_of(game: Game, state: State) -> PowerChoices:
    view = SeatView(game.rules, observe(game, state, state.actor), state.actor)
    told = compare_runs(view, game.offers(state), FuelWorth(game, state, view))
    assert told is not None
    return told


def turns_to_run(spec: TableSpec, seed: int) -> Iterator[tuple[Game, State, MayRun]]:
    for history, _action in play(spec, seed, 900):
        game, state = history.game, history.state
        offers = [] if state.actor == CHANCE else game.offers(state)
        if offers and isinstance(offers[0], MayRun):
            yield game, state, offers[0]


@on_every_table
def test_each_run_earns_and_burns_as_quoted(spec: TableSpec) -> None:
    n_told = 0
    for game, state, offer in turns_to_run(spec, 11):
        told = choices_of(game, state)
        assert len(told.runs) == len(offer.runs)
        for run, choice in zip(offer.runs, told.runs, strict=True):
            assert run.low <= choice.first <= run.high
            assert len(choice.burns) == run.high - run.low + 1
            if game.rules.board.n_cities:
                after = state.copy()
                action = RunPlants(offer.seat, run.plants, choice.first)
                game.phases[state.phase].apply(after, action, EventLog(False))
                held, left = state.fuel[offer.seat], after.fuel[offer.seat]
                assert after.money[offer.seat] == state.money[offer.seat] + choice.income
                assert choice.burns[choice.first - run.low] == [
                    had - has for had, has in zip(held, left, strict=True)
                ]
            n_told += 1
    assert n_told > 20


@on_every_table
def test_the_best_run_comes_first_and_nothing_last(spec: TableSpec) -> None:
    n_compared = 0
    for game, state, offer in turns_to_run(spec, 12):
        told = choices_of(game, state)
        compared = [offer.runs[place] for place in told.compared]
        assert compared[0] is offer.best()
        assert compared[-1].plants == 0
        assert len({run.plants for run in compared}) == len(compared) <= MAX_COMPARED
        lesser = [told.runs[place].less for place in told.compared]
        assert lesser == sorted(lesser)
        n_compared += len(compared) > 2
    assert n_compared > 1


@on_every_table
def test_power_choices_do_not_depend_on_the_money_of_others(spec: TableSpec) -> None:
    """Power choices do not depend on the money of other seats."""
    n_told = 0
    for game, state, _offer in turns_to_run(spec, 13):
        richer = state.copy()
        for seat in range(spec.seats):
            if seat != state.actor:
                richer.money[seat] += 77
        assert choices_of(game, richer) == choices_of(game, state)
        n_told += 1
    assert n_told > 3


def test_a_hybrid_burns_the_fuel_that_is_cheaper_after_the_refill() -> None:
    """Coal is the first kind. What is dearer to buy again is kept."""
    for coal, oil, first in ((20, 4, 2), (2, 18, 0)):
        position = scenario(board="usa").owns(0, 5).fuel(0, coal=2, oil=2)
        table = position.tokens(coal=coal, oil=oil).n_cities(0, 1).order(0, 1, 2).at("bureaucracy")
        told = choices_of(table.game, table.state)
        best = told.runs[told.compared[0]]
        assert (best.n_hybrid, best.first) == (2, first)
        cheap, dear = sorted(told.prices[:2])
        assert cheap < dear


def plain(position: Scenario) -> bool:
    table = position.order(0, 1, 2).at("bureaucracy")
    return choices_of(table.game, table.state).is_plain


def test_the_best_run_is_plain_where_nothing_else_is_worth_a_thought() -> None:
    """Plant 4 burns 2 coal for one city, plant 3 2 oil, plant 5 2 of either, plant 13 nothing."""
    alone = scenario(board="usa").owns(0, 4).fuel(0, coal=2).n_cities(0, 1)
    assert plain(alone)
    both = scenario(board="usa").owns(0, 3, 4).fuel(0, coal=2, oil=2).n_cities(0, 1)
    assert not plain(both), "one of two is enough, and either would do"
    hybrid = scenario(board="usa").owns(0, 5).fuel(0, coal=2, oil=2).n_cities(0, 1)
    assert not plain(hybrid), "it can be fed otherwise"
    dear = scenario(board="usa").owns(0, 4).fuel(0, coal=2).tokens(coal=0).n_cities(0, 1)
    assert not plain(dear), "the fuel is worth more than the city pays"


@on_every_table
def test_a_plain_run_is_the_only_one_that_earns_as_much(spec: TableSpec) -> None:
    n_plain = 0
    for game, state, offer in turns_to_run(spec, 14):
        told = choices_of(game, state)
        if told.is_plain:
            best = told.compared[0]
            assert offer.runs[best] is offer.best()
            assert len(told.runs[best].burns) == 1
            compared = [told.runs[place] for place in told.compared[1:]]
            assert all(each.less > each.worth for each in compared)
            n_plain += 1
    assert n_plain > 1


def test_runs_are_compared_where_plants_must_run() -> None:
    spec = default_spec("classic", board="india", seats=4)
    n_forced = 0
    for game, state, offer in turns_to_run(spec, 3):
        told = choices_of(game, state)
        n_forced += all(run.plants for run in offer.runs)
        assert told.compared[0] == offer.runs.index(offer.best())
        assert len(set(told.compared)) == len(told.compared)
    assert n_forced

"""Skips that are plainly bad, with the numbers that the sentences need."""

from collections import Counter

import pytest

from gridwright.aids.outlook import FuelWorth
from gridwright.aids.power_choices import compare_runs
from gridwright.aids.warnings import find_warnings, has_built
from gridwright.bots.seat_view import SeatView
from gridwright.content.table import TableSpec
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.production import MayRun
from gridwright.protocol.warnings import (
    AnyWarning,
    BidLeavesLittle,
    CityMissing,
    FuelMissing,
    GameEnds,
    IncomeLost,
    PlantMissing,
)
from tests.engine.random_play import TABLES, play, table_name
from tests.kit.scenario import scenario
from tests.kit.table import Table

on_every_table = pytest.mark.parametrize("spec", TABLES, ids=table_name)


def warned(game: Game, state: State, built: bool = False) -> list[AnyWarning]:
    seen = SeatView(game.rules, observe(game, state, state.actor), state.actor)
    offers = game.offers(state)
    power = compare_runs(seen, offers, FuelWorth(game, state, seen))
    return find_warnings(seen, offers, power, built)


def warned_at(table: Table, built: bool = False) -> list[AnyWarning]:
    return warned(table.game, table.state, built)


def number_of(game: Game, plant: int) -> int:
    return game.rules.deck.plants[plant].number


# Plants


def test_no_plant_while_there_is_room_for_one() -> None:
    """You own 2 of 3 plants; 24 could be yours from 24."""
    position = scenario(board="usa").owns(0, 5, 13).fuel(0, coal=0).money(0, 200)
    table = position.market(3, 4, 22, 24, 30, 31, 32, 33).at("auction")
    (told,) = [each for each in warned_at(table) if isinstance(each, PlantMissing)]
    assert (told.plants, told.most_plants) == (2, 3)
    assert (number_of(table.game, told.plant), told.bid) == (24, 24)


def test_passing_needs_no_warning_with_all_plants_or_no_money() -> None:
    full = scenario(board="usa").owns(0, 5, 13, 15).money(0, 200).at("auction")
    assert not [each for each in warned_at(full) if isinstance(each, PlantMissing)]
    poor = scenario(board="usa").owns(0, 5).money(0, 2).at("auction")
    assert warned_at(poor) == []


def test_the_lowest_bid_that_leaves_no_fuel() -> None:
    """Bid 42, leaves 3; one run costs 11."""
    position = scenario(board="usa").owns(0, 20).owns(1, 4).n_cities(0, 5).n_cities(1, 1)
    position = position.money(0, 44).money(1, 100).market(16, 19, 22, 24, 30, 31, 32, 33)
    table = position.tokens(coal=15, oil=9, garbage=6).order(1, 0, 2, 3).at("auction")
    table.do("1 offer 24 40")
    while table.actor != 0:
        table.do(f"{table.actor} drop")
    (told,) = warned_at(table)
    assert isinstance(told, BidLeavesLittle)
    assert number_of(table.game, told.plant) == 24
    assert (told.bid, told.leaves) == (41, 3)
    # Five cities need plant 20: three of fifteen coal, which lie from 4 on.
    assert told.run_costs == 3 * 4
    easy = scenario(board="usa").owns(0, 20).n_cities(0, 5).fuel(0, coal=3).money(0, 44)
    table = easy.market(16, 19, 22, 24, 30, 31, 32, 33).at("auction")
    assert not [each for each in warned_at(table) if isinstance(each, BidLeavesLittle)]


# Cities


def test_no_city_while_more_can_be_powered() -> None:
    """You power 9 and own 6 cities. Duluth costs 15 and earns 9 more this round."""
    position = scenario(board="usa").owns(3, 33, 13).n_cities(3, 2).money(3, 60)
    table = position.at("building")
    (told,) = warned_at(table)
    assert isinstance(told, CityMissing)
    offer = table.game.offers(table.state)[0]
    costs = dict(zip(offer.cities, offer.costs, strict=True))  # type: ignore[attr-defined]
    assert (told.powers, told.cities) == (5, 2)
    assert told.cost == min(costs.values()) == costs[told.city]
    assert told.more == 44 - 33
    assert warned_at(table, built=True) == []


def test_building_nothing_needs_no_warning_without_spare_power() -> None:
    table = scenario(board="usa").owns(3, 13).n_cities(3, 2).money(3, 60).at("building")
    assert warned_at(table) == []


def test_has_built_survives_a_drawn_card() -> None:
    """The third city of the leader makes plant 3 obsolete (c4.4)."""
    position = scenario(board="usa").cities(3, "chicago", "detroit").owns(3, 30).money(3, 200)
    table = position.market(3, 4, 5, 6, 7, 8, 9, 10).at("building")
    history = History(table.game)
    history.state = table.state
    assert not has_built(history, 3)
    history.play(table.game.legal(history.state)[0])
    assert history.state.actor == CHANCE
    assert has_built(history, 3)
    history.play(table.game.legal(history.state)[0])
    assert history.state.actor == 3
    assert has_built(history, 3)
    assert not has_built(history, 2)


def test_a_game_is_not_ended_for_another_without_a_question() -> None:
    """17 cities end the game. You power 15, Hedy can power 17."""
    position = scenario(board="usa").step(2).n_cities(3, 16).n_cities(0, 15).money(3, 90)
    table = position.owns(3, 33, 37).owns(0, 50, 44, 18).at("building")
    told = [each for each in warned_at(table) if isinstance(each, GameEnds)]
    assert [(each.builds, each.cities, each.powers, each.seat) for each in told] == [(1, 17, 8, 0)]
    # Seat 0 has yet to build, so its plants alone are the limit.
    assert told[0].seat_powers == 6 + 5 + 2


def test_others_who_have_built_power_what_they_own() -> None:
    position = scenario(board="usa").step(2).n_cities(0, 16).n_cities(3, 9).money(0, 90)
    position = position.owns(0, 33, 37).owns(3, 50, 44, 18).money(3, 0)
    for seat in (1, 2):
        position = position.money(seat, 0)
    table = position.at("building")
    assert table.actor == 0
    (told,) = [each for each in warned_at(table) if isinstance(each, GameEnds)]
    assert (told.seat, told.seat_powers, told.powers) == (3, 9, 8)


# Running


@on_every_table
def test_running_fewer_plants_warns_if_the_loss_exceeds_the_fuel(spec: TableSpec) -> None:
    """Every offered run is carried out and compared with the best one."""
    n_told = n_silent = 0
    for history, _action in play(spec, 6, 900):
        game, state = history.game, history.state
        offers = game.offers(state)
        if state.actor == CHANCE or not offers or not isinstance(offers[0], MayRun):
            continue
        offer = offers[0]
        told = {each.run: each for each in warned(game, state) if isinstance(each, IncomeLost)}
        seat = state.actor
        seen = SeatView(game.rules, observe(game, state, seat), seat)
        worth_of = FuelWorth(game, state, seen)
        power = compare_runs(seen, offers, worth_of)
        assert power is not None
        firsts = [each.first for each in power.runs]
        best = ran(game, state, _run_of(offer, offer.runs.index(offer.best()), firsts))
        for place in range(len(offer.runs)):
            after = ran(game, state, _run_of(offer, place, firsts))
            less = best.money[seat] - after.money[seat]
            kept = [
                max(0, after.fuel[seat][kind] - best.fuel[seat][kind])
                for kind in range(game.rules.fuel.n_kinds)
            ]
            worth = worth_of.of(kept)
            assert (place in told) == (less > worth), (less, worth)
            if place in told:
                each = told[place]
                assert (each.less, each.kept, each.worth) == (less, kept, worth)
                n_told += 1
            else:
                n_silent += 1
    assert n_told > 5
    assert n_silent > 5


def _run_of(offer: MayRun, place: int, firsts: list[int]) -> Action:
    """A run of the offer as an action that burns so much of the first kind."""
    wanted = (offer.runs[place].plants, firsts[place])
    return next(each for each in offer.actions() if _chosen(each) == wanted)


def _chosen(action: Action) -> tuple[int, int]:
    return action.plants, action.first  # type: ignore[attr-defined]


def ran(game: Game, state: State, action: Action) -> State:
    """The position right after a run, before anything is refilled."""
    after = state.copy()
    game.phases[state.phase].apply(after, action, EventLog(False))
    return after


# All of them


@on_every_table
def test_warnings_know_no_money_but_the_own_and_no_card_of_the_stack(spec: TableSpec) -> None:
    kinds: Counter[str] = Counter()
    for history, _action in play(spec, 8, 600):
        game, state = history.game, history.state
        if state.actor < 0 or state.round == 0:
            continue
        told = warned(game, state)
        kinds.update(type(each).__name__ for each in told)
        richer = state.copy()
        for seat in range(spec.seats):
            if seat != state.actor:
                richer.money[seat] += 77
        assert warned(game, richer) == told
    assert {"IncomeLost", "PlantMissing", "BidLeavesLittle"} <= set(kinds)


def test_every_warning_has_a_tag_of_its_own() -> None:
    kinds = (FuelMissing, CityMissing, PlantMissing, IncomeLost, GameEnds, BidLeavesLittle)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)

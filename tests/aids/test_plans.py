"""A plan costs what building its cities one by one in the best order costs."""

from collections.abc import Iterator, Sequence

import pytest

from gridwright.aids.plans import plan_cities
from gridwright.aids.quotes import quote_cities
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NO_ACTOR
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.building import CityConnected, ConnectCity, FinishBuilding
from gridwright.protocol.plans import Plan
from tests.boards.made_up import specs_of
from tests.engine.random_play import TABLES, play, table_name
from tests.kit.scenario import scenario
from tests.loaded_engine import sized

RICH = 10_000
N_PLANS = sized(compiled=40, interpreted=12)
"""Plans of each board."""
BOARDS = [
    TableSpec("classic", "original", "usa", 4),
    TableSpec("classic", "original", "germany", 3),
    TableSpec("classic", "recharged", "germany-recharged", 2, order=(1, 0)),
    TableSpec("classic", "reference", "usa", 5),
    TableSpec("deluxe", "europe", "europe", 2),
    TableSpec("deluxe", "north-america", "north-america", 4),
    next(spec for spec in specs_of("skerry") if spec.seats == 3),
]
on_every_board = pytest.mark.parametrize("spec", BOARDS, ids=table_name)


def building_of(game: Game) -> BuildingPhase:
    return next(phase for phase in game.phases if isinstance(phase, BuildingPhase))


def turns_to_build(spec: TableSpec, seed: int) -> Iterator[tuple[Game, State]]:
    """Positions of a random game in which the actor may build."""
    for history, _action in play(spec, seed, 900):
        game, state = history.game, history.state
        if game.phases[state.phase].NAME == "building" and state.actor != CHANCE:
            yield game, state


def cities_to_plan(game: Game, state: State, dice: Dice, n_cities: int) -> list[int]:
    """Some cities in which the actor could build if it had the money."""
    rich = made_rich(state)
    quotes = quote_cities(game, rich, state.actor)
    able = [quote.city for quote in quotes if quote.refusal is None]
    chosen: list[int] = []
    while able and len(chosen) < n_cities:
        chosen.append(able.pop(dice.below(len(able))))
    return chosen


def made_rich(state: State) -> State:
    rich = state.copy()
    rich.money[state.actor] = RICH
    return rich


def positions(spec: TableSpec, sizes: Sequence[int]) -> Iterator[tuple[Game, State, list[int]]]:
    """Positions with cities to plan, a few of each game."""
    dice = Dice(17)
    n_found = 0
    for seed in range(100):
        for place, (game, state) in enumerate(turns_to_build(spec, seed)):
            room = building_of(game).room_to_build(state, state.actor)
            size = min(sizes[n_found % len(sizes)], room)
            cities = cities_to_plan(game, state, dice, size)
            if place % 5 == seed % 5 and cities:
                yield game, state, cities
                n_found += 1
            if n_found == N_PLANS:
                return


def build_one(game: Game, state: State, city: int) -> tuple[State, list[CityConnected]]:
    """The position after a house, with any card that has to be drawn for it."""
    seat = state.actor
    after, events = game.step(state, ConnectCity(seat, city))
    while after.actor == CHANCE:
        game.apply(after, game.legal(after)[0], EventLog(False))
    return after, [event for event in events if isinstance(event, CityConnected)]


def cheapest_by_brute_force(game: Game, state: State, cities: Sequence[int]) -> int:
    """The least that any order costs, built one by one."""
    if not cities:
        return 0
    costs: list[int] = []
    for city in cities:
        after, (built,) = build_one(game, state, city)
        rest = [other for other in cities if other != city]
        costs.append(built.house + built.connection + cheapest_by_brute_force(game, after, rest))
    return min(costs)


def price_in_order(game: Game, state: State, cities: Sequence[int]) -> int:
    total = 0
    for city in cities:
        state, (built,) = build_one(game, state, city)
        total += built.house + built.connection
    return total


def check_walk(game: Game, state: State, plan: Plan) -> State:
    """Build as the plan says, with money for all of it; every city costs what it says there."""
    now = made_rich(state)
    total = 0
    for each in plan.cities:
        now, (built,) = build_one(game, now, each.city)
        total += built.house + built.connection
        assert (each.house, each.connection, each.path, each.total) == (
            built.house,
            built.connection,
            built.path,
            total,
        )
    return now


@on_every_board
def test_a_plan_costs_as_little_as_any_order(spec: TableSpec) -> None:
    n_plans = 0
    for game, state, cities in positions(spec, (2, 3, 4, 1, 5)):
        plan = plan_cities(game, state, state.actor, cities)
        assert plan.is_exact
        assert sorted(each.city for each in plan.cities) == sorted(cities)
        assert plan.total == cheapest_by_brute_force(game, made_rich(state), cities)
        check_walk(game, state, plan)
        n_plans += 1
    assert n_plans == N_PLANS


@on_every_board
def test_no_order_tried_of_many_cities_is_cheaper_than_the_plan(spec: TableSpec) -> None:
    dice = Dice(3)
    for place, (game, state, cities) in enumerate(positions(spec, (9, 12))):
        plan = plan_cities(game, state, state.actor, cities)
        assert plan.is_exact
        check_walk(game, state, plan)
        for _try in range(30):
            shuffled = cities[:]
            left = [shuffled.pop(dice.below(len(shuffled))) for _city in cities]
            assert price_in_order(game, made_rich(state), left) >= plan.total
        if place == 3:
            break


@on_every_board
def test_the_affordable_part_of_a_plan_is_what_the_engine_builds(spec: TableSpec) -> None:
    n_short = 0
    for game, state, cities in positions(spec, (5, 3)):
        plan = plan_cities(game, state, state.actor, cities)
        assert plan.left == state.money[state.actor] - plan.total
        now = state
        for place, each in enumerate(plan.cities):
            if place == plan.fits:
                assert each.refusal is not None
                assert each.refusal.code == "cannot_pay_connection"
                assert each.refusal.numbers["money"] == now.money[state.actor]
                n_short += 1
                break
            assert each.refusal is None
            assert now.actor == state.actor or place == 0
            if now.actor != state.actor:
                break
            now, _events = build_one(game, now, each.city)
        assert (plan.fits == len(plan.cities)) == (plan.left >= 0)
    assert n_short > 3


@on_every_board
def test_the_other_cities_are_quoted_after_the_plan(spec: TableSpec) -> None:
    n_changed = 0
    for game, state, cities in positions(spec, (3,)):
        rich = made_rich(state)
        plan = plan_cities(game, rich, state.actor, cities)
        after = check_walk(game, state, plan)
        after.money[state.actor] = plan.left
        expected = quote_cities(game, after, state.actor)
        assert plan.others == [quote for quote in expected if quote.city not in cities]
        before = quote_cities(game, rich, state.actor)
        n_changed += plan.others != [quote for quote in before if quote.city not in cities]
        for each in plan.cities:
            alone = before[each.city]
            assert each.alone == (alone.house or 0) + (alone.connection or 0)
    assert n_changed > 3


def test_an_order_of_ones_own_is_priced_as_it_is() -> None:
    n_dearer = 0
    for game, state, cities in positions(BOARDS[0], (4,)):
        chosen = plan_cities(game, state, state.actor, cities, is_chosen=True)
        best = plan_cities(game, state, state.actor, cities)
        assert [each.city for each in chosen.cities] == cities
        assert chosen.total == price_in_order(game, made_rich(state), cities)
        assert chosen.is_exact == (chosen.total == best.total)
        n_dearer += chosen.total > best.total
    assert n_dearer > 3


@on_every_board
def test_a_plan_quotes_the_result_of_the_building_phase(spec: TableSpec) -> None:
    told: set[str] = set()
    for game, state, cities in positions(spec, (4, 6)):
        rich = made_rich(state)
        plan = plan_cities(game, rich, state.actor, cities)
        now = check_walk(game, state, plan)
        best = game.scoring.best_output(now, state.actor)
        assert plan.powers == min(best, now.grid.n_cities[state.actor])
        step, building = now.step, now.phase
        while now.phase == building and now.actor != NO_ACTOR:
            if now.actor == CHANCE:
                game.apply(now, game.legal(now)[0], EventLog(False))
            else:
                now, _events = game.step(now, FinishBuilding(now.actor))
        whats = {trigger.what for trigger in plan.triggers}
        was_due = max(state.grid.n_cities) >= game.rules.limits.end_cities
        if "game-end" in whats:
            assert game.is_over(now)
            assert plan.income is None
        else:
            assert plan.income == game.rules.payment(plan.powers)
            assert was_due or not game.is_over(now) or now.is_dry or not state.stack.counts
        if "step-two" in whats:
            assert step == 1
            assert game.is_over(now) or now.step >= 2
        told |= whats
    assert told or spec.preset == "reference"


def test_a_waiting_seat_can_plan_and_has_no_income_before_fuel_is_bought() -> None:
    n_waiting = 0
    for history, _action in play(BOARDS[0], 5, 700):
        game, state = history.game, history.state
        if state.round == 0 or game.is_over(state):
            continue
        phase = game.phases[state.phase].NAME
        for seat in range(BOARDS[0].seats):
            able = [each.city for each in quote_cities(game, state, seat) if not each.refusal]
            if seat == state.actor or len(able) < 2:
                continue
            before = state.copy()
            plan = plan_cities(game, state, seat, able[:2])
            assert (state.money, state.grid.spaces) == (before.money, before.grid.spaces)
            assert (plan.seat, len(plan.cities)) == (seat, 2)
            n_waiting += 1
            if phase == "building":
                assert plan.powers is not None
            elif phase == "resources":
                has_bought = state.order.index(seat) > state.turn
                assert (plan.powers is not None) == has_bought
            else:
                assert plan.powers is None
    assert n_waiting > 20


def test_a_plan_does_not_depend_on_the_money_of_others() -> None:
    for game, state, cities in positions(BOARDS[1], (3,)):
        richer = state.copy()
        for seat in range(BOARDS[1].seats):
            if seat != state.actor:
                richer.money[seat] += 500
        assert plan_cities(game, richer, state.actor, cities) == plan_cities(
            game, state, state.actor, cities
        )


def test_cities_that_cannot_be_built_are_named_with_the_rule() -> None:
    table = (
        scenario(board="usa").cities(3, "chicago", "detroit").cities(2, "buffalo").at("building")
    )
    game, state = table.game, table.state
    cities = [game.rules.board.cities.index(name) for name in ("chicago", "buffalo", "cincinnati")]
    if not state.grid.area.holds(cities[2]):
        pytest.fail("expected Cincinnati in play")
    plan = plan_cities(game, state, state.actor, [*cities, 999, cities[2]])
    assert [each.city for each in plan.cities] == [cities[2]]
    told = {each.city: each.refusal.code for each in plan.refused}
    assert told == {
        cities[0]: "already_connected",
        cities[1]: "no_open_space",
        999: "unknown_name",
    }


def test_nothing_is_planned_before_the_game_after_it_and_without_a_board() -> None:
    game = build_game(BOARDS[0])
    assert plan_cities(game, game.new_state(), 0, [1, 2]).cities == []
    *_course, (history, _last) = play(BOARDS[0], 1)
    assert history.game.is_over(history.state)
    assert plan_cities(history.game, history.state, 0, [1, 2]).cities == []
    card = next(spec for spec in TABLES if spec.board == "none")
    for history, _action in play(card, 1, 60):
        assert plan_cities(history.game, history.state, 0, [1]).cities == []

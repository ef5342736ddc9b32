"""Quotes of fuel purchases, compared with the engine's results."""

from collections.abc import Iterator

import pytest

from gridwright.aids.fuel_choices import FuelAdvice, advise_on_fuel
from gridwright.aids.powering import Powering
from gridwright.bots.seat_view import SeatView
from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard
from gridwright.engine.fuel import best_run
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying, MayBuy
from gridwright.protocol.fuel import FuelChoices, FuelLevel, FuelPurchase
from tests.boards.made_up import specs_of
from tests.engine.random_play import TABLES, play, table_name
from tests.kit.scenario import scenario

SPECS = [*TABLES, next(spec for spec in specs_of("skerry") if spec.seats == 3)]
on_every_table = pytest.mark.parametrize("spec", SPECS, ids=table_name)


def view_of(game: Game, state: State) -> SeatView:
    return SeatView(game.rules, observe(game, state, state.actor), state.actor)


def advice_of(game: Game, state: State) -> FuelAdvice:
    advice = advise_on_fuel(view_of(game, state), state.grid.area, game.offers(state))
    assert advice is not None
    return advice


def turns_to_buy(spec: TableSpec, n_turns: int = 60) -> Iterator[tuple[Game, State]]:
    """Positions of random games in which the actor may buy fuel."""
    for seed in range(10):
        for history, _action in play(spec, seed, 700):
            game, state = history.game, history.state
            if any(isinstance(offer, MayBuy | MayBuyCard) for offer in game.offers(state)):
                yield game, state
                n_turns -= 1
            if not n_turns:
                return


def buy(game: Game, state: State, purchase: FuelPurchase) -> State:
    """Carry out a whole purchase, action by action."""
    seat = state.actor
    actions: list[Action] = [BuyCard(seat, each.card, each.price) for each in purchase.cards]
    if not actions:
        wanted = [(kind, amount) for kind, amount in enumerate(purchase.amounts) if amount]
        actions = [BuyResources(seat, kind, amount) for kind, amount in wanted]
    for action in actions:
        state, _events = game.step(state, action)
    return state


def powered(game: Game, state: State, seat: int) -> int:
    """The most that the seat's plants give with its fuel."""
    fuel = game.rules.fuel
    runs = fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
    return best_run(runs, sum(fuel.output_of[plant] for plant in state.plants[seat])).output


def looked_up(choices: FuelChoices, bought: list[int]) -> FuelLevel:
    """Return the level that a client looks up for a purchase."""
    fitting = [
        level
        for level in choices.levels
        if all(least <= amount for least, amount in zip(level.amounts, bought, strict=True))
    ]
    return fitting[-1]


@on_every_table
def test_each_purchase_powers_the_cities_of_its_level(spec: TableSpec) -> None:
    dice = Dice(1)
    n_bought = n_levels = 0
    for game, state in turns_to_buy(spec):
        seat = state.actor
        choices = advice_of(game, state).choices
        powering = Powering(view_of(game, state), state.grid.area)
        now = state
        while now.actor == seat:
            bought = [now.fuel[seat][kind] - state.fuel[seat][kind] for kind in range(4)]
            level = looked_up(choices, bought)
            output = powered(game, now, seat)
            paid = state.money[seat] - now.money[seat]
            if not game.rules.parts:  # A board's own parts may pay something back.
                assert paid >= level.price
            assert powering.cities(output, state.money[seat] - paid) <= level.cities <= output
            assert level.income == powering.income(level.cities)
            n_levels += level is not choices.levels[0]
            options = game.offers(now)
            action = options[dice.below(len(options))].sample(dice)
            now, _events = game.step(now, action)
            n_bought += 1
    assert n_bought > 60
    assert n_levels > 5


@on_every_table
def test_levels_are_few_and_begin_with_no_purchase(spec: TableSpec) -> None:
    for game, state in turns_to_buy(spec):
        choices = advice_of(game, state).choices
        first = choices.levels[0]
        assert (sum(first.amounts), first.price) == (0, 0)
        incomes = [level.income for level in choices.levels]
        assert incomes == sorted(incomes)
        assert len(choices.levels) <= 40
        for level in choices.levels:
            assert level.price <= state.money[state.actor]
            if level.better is not None:
                assert choices.levels[level.better].income > level.income


@on_every_table
def test_one_run_reaches_the_best_level_at_its_price(spec: TableSpec) -> None:
    n_runs = 0
    for game, state in turns_to_buy(spec):
        seat = state.actor
        choices = advice_of(game, state).choices
        best = choices.levels[-1]
        if choices.one_run is None:
            assert sum(choices.levels[-1].amounts) == 0 or len(choices.levels) > 1
            continue
        after = buy(game, state, choices.one_run)
        assert powered(game, after, seat) >= best.cities
        if not game.rules.parts:
            assert state.money[seat] - after.money[seat] == choices.one_run.price
        same = [level.price for level in choices.levels if level.income == best.income]
        assert choices.one_run.price == min(same)
        n_runs += 1
    assert n_runs > 3


@on_every_table
def test_filling_leaves_nothing_that_could_be_bought(spec: TableSpec) -> None:
    n_filled = 0
    for game, state in turns_to_buy(spec):
        seat = state.actor
        choices = advice_of(game, state).choices
        assert choices.fill is not None
        after = buy(game, state, choices.fill)
        gained = [after.fuel[seat][kind] - state.fuel[seat][kind] for kind in range(4)]
        assert gained == choices.fill.amounts
        if not game.rules.parts:
            assert state.money[seat] - after.money[seat] == choices.fill.price
            assert [type(offer).__name__ for offer in game.offers(after)] == ["MayDo"]
        n_filled += 1
    assert n_filled > 10


@on_every_table
def test_a_joint_room_is_what_two_kinds_fill_together(spec: TableSpec) -> None:
    n_rooms = 0
    for game, state in turns_to_buy(spec, 150):
        seat = state.actor
        for joint in advice_of(game, state).choices.joint_rooms:
            fuel, capacity = game.rules.fuel, state.capacity[seat]
            for first in range(12):
                for second in range(12):
                    held = state.fuel[seat][:]
                    held[joint.kinds[0]] += first
                    held[joint.kinds[1]] += second
                    alone = first <= fuel.room(capacity, state.fuel[seat], joint.kinds[0])
                    alone = alone and second <= fuel.room(
                        capacity, state.fuel[seat], joint.kinds[1]
                    )
                    if game.rules.cards.n_cards == 0 and alone:
                        assert fuel.fits(capacity, held) == (first + second <= joint.most)
                        n_rooms += 1
    assert n_rooms > 50 or spec.board == "none"


def test_missing_fuel_is_reported_with_its_numbers() -> None:
    """Plant 21 (2 coal or oil) stands still: 64 instead of 73."""
    position = (
        scenario(board="usa").owns(3, 13, 18, 21).n_cities(3, 6).money(3, 20).order(0, 1, 2, 3)
    )
    table = position.tokens(oil=10, coal=2).at("resources")
    game, state = table.game, table.state
    assert state.actor == 3
    advice = advice_of(game, state)
    missing = advice.missing
    assert missing is not None
    (plant,) = missing.plants
    assert game.rules.deck.plants[plant].number == 21
    assert (missing.cities, missing.income) == (3, 44)
    assert missing.possible_cities > 3
    assert advice.choices.one_run is not None
    assert (missing.price, missing.amounts) == (
        advice.choices.one_run.price,
        advice.choices.one_run.amounts,
    )
    after = buy(game, state, FuelPurchase(missing.amounts, [], missing.price))
    again = advise_on_fuel(view_of(game, after), after.grid.area, game.offers(after))
    assert again is None or again.missing is None


def test_fuel_that_costs_more_than_it_earns_is_not_missed() -> None:
    position = scenario(board="usa").owns(3, 13, 4).n_cities(3, 1).money(3, 40)
    table = position.tokens(coal=2).at("resources")
    assert table.state.actor == 3
    # One city is powered by the wind already, and the money builds none that coal would power.
    advice = advice_of(table.game, table.state)
    assert advice.choices.levels[0].cities == 1
    rich = scenario(board="usa").owns(3, 13, 4).n_cities(3, 1).money(3, 90).tokens(coal=12)
    told = advice_of(rich.game, rich.at("resources").state)
    assert told.missing is not None


def test_missing_fuel_counts_the_cities_a_seat_can_build() -> None:
    table = scenario(board="usa").owns(3, 5).round(2).money(3, 50).at("resources")
    advice = advice_of(table.game, table.state)
    assert advice.missing is not None
    assert advice.missing.possible_cities == 1
    assert (advice.missing.income, advice.missing.possible_income) == (10, 22)


def test_in_the_last_round_at_cards_output_counts_for_points() -> None:
    n_last = 0
    for seed in range(12):
        for history, action in play(TABLES[8], seed):
            game, state = history.game, history.state
            offers = game.offers(state)
            if not isinstance(action, BuyCard | FinishBuying) or len(offers) < 2:
                continue
            advice = advice_of(game, state)
            if advice.missing is not None and advice.missing.is_points:
                assert advice.missing.income == advice.missing.cities
                n_last += 1
    assert n_last > 0


@on_every_table
def test_choices_know_no_money_but_the_own(spec: TableSpec) -> None:
    for game, state in turns_to_buy(spec, 30):
        richer = state.copy()
        for seat in range(spec.seats):
            if seat != state.actor:
                richer.money[seat] += 77
        assert advice_of(game, richer) == advice_of(game, state)

"""The row of one seat in a position.

Costs of further cities are those of the cheapest single ones: exact for the first, and a fast
approximation for the others.
"""

from typing import Final

from gridwright.bots.value.columns import PHASES
from gridwright.bots.value.tariff import Tariff
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.rules import Rules
from gridwright.engine.state import State

N_SITES: Final = 7
"""Number of the cheapest sites in a row."""
MAX_COST: Final = 60
"""Cost of a city that cannot be connected."""
AUCTION: Final = PHASES.index("auction")
BUREAUCRACY: Final = PHASES.index("bureaucracy")


def end_cities(rules: Rules, state: State) -> int:
    """Return the number of cities that ends the game; 0 without a board, or without an area yet."""
    return min(rules.limits.end_cities, len(state.grid.area.cities))


def city_costs(state: State, seat: int) -> list[int]:
    """Return the costs of the cheapest sites for the seat, ascending."""
    grid = state.grid
    network = grid.networks[seat]
    reach = grid.reach[seat]
    sites = grid.sites
    costs: list[int] = []
    worst = FAR
    for city in grid.area.cities:
        cost = sites[city] + reach[city]
        if cost < worst and not network >> city & 1:
            place = len(costs)
            costs.append(cost)
            while place > 0 and costs[place - 1] > cost:
                costs[place] = costs[place - 1]
                place -= 1
            costs[place] = cost
            if len(costs) > N_SITES:
                costs.pop()
                worst = costs[N_SITES - 1]
    return costs


def _has_acted(state: State, seat: int, place: int, phase: int) -> bool:
    """Return True if a seat had its turn in this phase."""
    if phase == AUCTION:
        return state.auction.out >> seat & 1 == 1
    if phase == BUREAUCRACY:
        return place < state.turn
    return phase > 0 and place > state.turn


def _better_output(rules: Rules, state: State, money: int, outputs: list[int]) -> int:
    """Return the output that the best plant on sale would add, paid at its number."""
    most = 0
    deck = rules.deck
    n_current = min(state.current_size, len(state.market))
    for place in range(n_current):
        card = state.market[place]
        if card != deck.step_card and deck.numbers[card] <= money:
            output = rules.fuel.output_of[card]
            if output > most:
                most = output
    if len(outputs) >= rules.limits.plant_limit > 0:
        most -= outputs[len(outputs) - 1]
    return max(0, most)


def seat_row(
    game: Game,
    state: State,
    seat: int,
    tariff: Tariff,
    place: int,
    phase: int,
    end: int,
    on_board: float,
) -> list[float]:
    """Return the numbers of one seat, by ``columns.SEAT_COLUMNS``.

    ``on_board`` is 1, or 0 in games without cities: it disables the columns about cities.
    """
    rules = game.rules
    auction = state.auction
    money = state.money[seat]
    plants = state.plants[seat]
    held = state.fuel[seat]
    n_cities = state.grid.n_cities[seat]
    outputs = [rules.fuel.output_of[plant] for plant in plants]
    outputs.sort(reverse=True)
    output = sum(outputs)
    supply = game.scoring.best_output(state, seat) if plants else 0
    useful = rules.useful(output, n_cities)
    supply_useful = rules.useful(supply, n_cities)
    to_buy = tariff.run_cost(plants, held)
    after_fuel = money - to_buy
    costs = city_costs(state, seat)
    sums = [0.0, 0.0, 0.0, 0.0, 0.0]
    total = 0
    n_reached = 0
    for n in range(N_SITES):
        total += costs[n] if n < len(costs) else MAX_COST
        if n < 5:
            sums[n] = float(total)
        if n < len(costs) and total <= after_fuel:
            n_reached = n + 1
    prospect = rules.useful(output, n_cities + n_reached)
    points = 0.0
    if rules.money_per_point:
        points = supply + money / rules.money_per_point
    largest = rules.deck.numbers[plants[len(plants) - 1]] if plants else 0
    leads = auction.leader == seat
    return [
        money / 100.0,
        (float(money) ** 0.5) / 10.0,
        n_cities / 10.0,
        output / 10.0,
        outputs[0] / 5.0 if len(outputs) > 0 else 0.0,
        outputs[1] / 5.0 if len(outputs) > 1 else 0.0,
        outputs[2] / 5.0 if len(outputs) > 2 else 0.0,
        len(outputs) / 4.0,
        supply / 10.0,
        supply_useful / 10.0,
        to_buy / 20.0,
        tariff.run_cost(plants, [0] * len(held)) / 20.0,
        sum(held) / 10.0,
        place / (rules.n_seats - 1),
        sums[0] / 20.0 * on_board,
        sums[1] / 40.0 * on_board,
        sums[2] / 60.0 * on_board,
        sums[4] / 100.0 * on_board,
        n_reached / 5.0,
        rules.payment(supply_useful) / 50.0,
        rules.payment(useful) / 50.0,
        useful / 10.0,
        prospect / 10.0,
        (output - n_cities) / 10.0 * on_board,
        after_fuel / 100.0,
        points / 20.0,
        largest / 50.0,
        _better_output(rules, state, money, outputs) / 5.0,
        (end - n_cities) / 10.0 * on_board,
        on_board if n_cities + n_reached >= end else 0.0,
        1.0 if _has_acted(state, seat, place, phase) else 0.0,
        1.0 if state.actor == seat else 0.0,
        1.0 if leads else 0.0,
        auction.bid / 50.0 if leads else 0.0,
        float(auction.contenders >> seat & 1),
    ]

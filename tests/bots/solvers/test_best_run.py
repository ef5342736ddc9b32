"""The best run against every arrangement of fuel on plants."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from gridwright.bots.solvers.best_run import best_run, most_supplied
from gridwright.engine.fuel import FuelRules, Plant, PooledFuelRules

KINDS: tuple[list[int], ...] = ([], [0], [1], [2], [0, 1])
Built = tuple[list[Plant], list[list[int]]]


@st.composite
def owners(draw: st.DrawFn) -> Built:
    """Plants with fuel laid on each."""
    plants: list[Plant] = []
    stored: list[list[int]] = []
    for number in range(draw(st.integers(0, 3))):
        kinds = draw(st.sampled_from(KINDS))
        need = draw(st.integers(1, 2)) if kinds else 0
        plants.append(Plant(number, kinds, need, 2 * need, draw(st.integers(1, 4)), 0))
        room = 2 * need
        row = [0, 0, 0]
        for kind in kinds:
            row[kind] = draw(st.integers(0, room))
            room -= row[kind]
        stored.append(row)
    return plants, stored


def arrangements(plants: list[Plant], held: list[int]) -> list[list[list[int]]]:
    """Every way to lay the fuel on the plants, token by token."""
    ways: list[list[list[int]]] = [[]]
    for plant in plants:
        choices = [
            list(row)
            for row in product(range(5), repeat=3)
            if sum(row) <= plant.storage
            and all(amount == 0 or kind in plant.kinds for kind, amount in enumerate(row))
        ]
        ways = [
            [*way, row]
            for way in ways
            for row in choices
            if all(sum([each[k] for each in way]) + row[k] <= held[k] for k in range(3))
        ]
    return [way for way in ways if all(sum([r[k] for r in way]) == held[k] for k in range(3))]


def by_trying(built: Built, demand: int, worths: list[int], pooled: bool) -> tuple[int, int]:
    """The most that can be supplied, and the least worth that it burns."""
    plants, stored = built
    held = [sum([row[kind] for row in stored]) for kind in range(3)]
    ways = [[held] * len(plants)] if pooled else arrangements(plants, held)
    found = {(0, 0)}
    for way in ways:
        burns = [
            [None]
            + [
                row
                for row in product(range(5), repeat=3)
                if sum(row) == plant.need
                and all(n == 0 or kind in plant.kinds for kind, n in enumerate(row))
                and all(row[kind] <= way[place][kind] for kind in range(3))
            ]
            for place, plant in enumerate(plants)
        ]
        for chosen in product(*burns):
            total = [sum([row[k] for row in chosen if row is not None]) for k in range(3)]
            if all(total[k] <= held[k] for k in range(3)):
                output = sum([p.output for p, row in zip(plants, chosen, strict=True) if row])
                cost = sum([total[k] * worths[k] for k in range(3)])
                found.add((-min(output, demand), cost))
    most, cost = min(found)
    return -most, cost


@given(owners(), st.integers(0, 8), st.lists(st.integers(0, 9), min_size=3, max_size=3))
def test_no_run_supplies_more_or_burns_less(built: Built, demand: int, worths: list[int]) -> None:
    plants, stored = built
    held = [sum([row[kind] for row in stored]) for kind in range(3)]
    for pooled in (False, True):
        fuel = (PooledFuelRules if pooled else FuelRules)(plants, 3, 0, 1)
        owned = list(range(len(plants)))
        best = best_run(fuel, owned, fuel.capacity(owned), held, demand, worths)
        assert (best.supplied, best.cost) == by_trying(built, demand, worths, pooled)
        most = sum([plant.output for plant in plants])
        assert most_supplied(fuel, owned, held) == by_trying(built, most, worths, pooled)[0]

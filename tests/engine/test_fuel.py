"""Fuel that plants hold and burn, compared with tokens laid on each plant by hand."""

from functools import cache
from itertools import product

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from gridwright.content.table import build_rules, default_spec
from gridwright.engine.fuel import FuelRules, Plant, Run, best_run
from gridwright.engine.masks import members
from tests.engine.layouts import can_hold, first_burned, layouts

N_KINDS = 3
PAIRS = [(0, 1), (1, 2), (2, 0)]
"""Pairs of kinds that hybrids mix; neither the pair nor the order of its ids must matter."""


@cache
def classic_plants() -> FuelRules:
    return build_rules(default_spec()).fuel


@cache
def classic_numbers() -> list[int]:
    return [plant.number for plant in classic_plants().plants]


class Holding:
    """Some plants of an edition and fuel for them."""

    def __init__(self, fuel: FuelRules, held: tuple[int, ...]) -> None:
        self.fuel = fuel
        self.ids = list(range(len(fuel.plants)))
        self.capacity = fuel.capacity(self.ids)
        self.held = held

    def __repr__(self) -> str:
        plants = [(plant.kinds, plant.need, plant.storage) for plant in self.fuel.plants]
        return f"Holding({plants}, pair {self.fuel.first} {self.fuel.second}, held {self.held})"


@st.composite
def plants_and_fuel(draw: st.DrawFn, most_plants: int = 4) -> Holding:
    """Up to four plants, and a holding that they may or may not be able to hold."""
    first, second = draw(st.sampled_from(PAIRS))
    kinds = st.sampled_from([[], [0], [1], [2], [first, second], [first, second]])
    plants = []
    for number in range(draw(st.integers(0, most_plants))):
        burns = draw(kinds)
        need = draw(st.integers(1, 2)) if burns else 0
        storage = draw(st.sampled_from([need, 2 * need]))
        plants.append(Plant(number, burns, need, storage, draw(st.integers(1, 4)), 0))
    held = draw(st.tuples(*[st.integers(0, 5)] * N_KINDS))
    return Holding(FuelRules(plants, N_KINDS, first, second), held)


@st.composite
def laid_fuel(draw: st.DrawFn) -> Holding:
    """Plants and a holding that fits, built by filling each plant."""
    holding = draw(plants_and_fuel())
    held = [0] * N_KINDS
    for plant in holding.fuel.plants:
        room = plant.storage
        for kind in plant.kinds:
            amount = draw(st.integers(0, room))
            held[kind] += amount
            room -= amount
    return Holding(holding.fuel, tuple(held))


def more(held: tuple[int, ...], kind: int, amount: int) -> tuple[int, ...]:
    return tuple(each + amount * (place == kind) for place, each in enumerate(held))


@given(plants_and_fuel())
def test_capacity_counts_room_by_kind_and_then_on_hybrids(holding: Holding) -> None:
    plants = holding.fuel.plants
    for kind in range(N_KINDS):
        single = [plant.storage for plant in plants if plant.kinds == [kind]]
        assert holding.capacity[kind] == sum(single)
    hybrids = [plant.storage for plant in plants if len(plant.kinds) == 2]
    assert holding.capacity[N_KINDS] == sum(hybrids)
    burnable = sorted({kind for plant in plants for kind in plant.kinds})
    assert holding.fuel.burnable(holding.capacity) == burnable


@given(st.one_of(plants_and_fuel(), laid_fuel()))
def test_c5_5_a_holding_fits_if_it_can_be_laid_somehow(holding: Holding) -> None:
    fits = holding.fuel.fits(holding.capacity, list(holding.held))
    assert fits == can_hold(holding.fuel.plants, holding.held)


@given(laid_fuel())
def test_room_is_the_most_that_can_still_be_laid(holding: Holding) -> None:
    plants = holding.fuel.plants
    for kind in range(N_KINDS):
        room = holding.fuel.room(holding.capacity, list(holding.held), kind)
        assert can_hold(plants, more(holding.held, kind, room))
        assert not can_hold(plants, more(holding.held, kind, room + 1))


@given(plants_and_fuel())
def test_overflow_is_the_least_that_must_go(holding: Holding) -> None:
    fuel = holding.fuel
    pair = (fuel.first, fuel.second)
    losses = [
        lost
        for lost in product(*[range(amount + 1) for amount in holding.held])
        if can_hold(fuel.plants, tuple(map(int.__sub__, holding.held, lost)))
    ]
    least = min(map(sum, losses))
    overflow = fuel.overflow(holding.capacity, list(holding.held))
    assert sum(overflow) == least
    for lost in losses:
        if sum(lost) == least:
            assert overflow[N_KINDS] == sum(lost[kind] for kind in pair)
            for kind in range(N_KINDS):
                assert overflow[kind] == (0 if kind in pair else lost[kind])


@given(laid_fuel(), st.data())
def test_c3_14_only_what_cannot_be_moved_off_a_scrapped_plant_is_lost(
    holding: Holding, data: st.DataObject
) -> None:
    """The owner first moves as much as possible off the plant; what is still on it is lost."""
    fuel = holding.fuel
    assume(fuel.plants)
    scrapped = data.draw(st.sampled_from(holding.ids))
    on_scrapped = {layout[scrapped] for layout in layouts(fuel.plants, holding.held)}
    least = min(map(sum, on_scrapped))
    losses = {pile for pile in on_scrapped if sum(pile) == least}
    kept = fuel.capacity([plant for plant in holding.ids if plant != scrapped])
    held = list(holding.held)
    low, high = fuel.first_lost_range(kept, held, scrapped)
    surplus = fuel.overflow(kept, held)
    for_sure = surplus[:N_KINDS]
    found = set()
    for first in range(low, high + 1):
        lost = for_sure[:]
        lost[fuel.first] += first
        lost[fuel.second] += surplus[N_KINDS] - first
        found.add(tuple(lost))
    assert found == losses


def runs_by_hand(holding: Holding) -> dict[int, set[int]]:
    """Return the first-kind tokens hybrids may burn, by mask of plants that can run together.

    Fuel burns on the plant on which it lies, in some layout of everything held (c7.2).
    """
    fuel = holding.fuel
    every_layout = list(layouts(fuel.plants, holding.held))
    found: dict[int, set[int]] = {}
    for mask in range(1 << len(fuel.plants)):
        running = members(mask)
        plants = [fuel.plants[place] for place in running]
        burned: set[int] = set()
        for layout in every_layout:
            piles = tuple(layout[place] for place in running)
            burned |= first_burned(plants, piles, fuel.first)
        if burned:
            found[mask] = burned
    return found


SHUT_OUT = Holding(
    FuelRules([Plant(4, [0], 2, 4, 1, 0), Plant(5, [0, 1], 2, 4, 1, 0)], N_KINDS, 0, 1), (2, 4, 0)
)
"""Oil fills the hybrid, so no coal can be there: it may burn two oil and no coal."""


@given(laid_fuel())
@example(SHUT_OUT)
def test_c7_2_plants_burn_only_what_fits_on_them_before_burning(holding: Holding) -> None:
    by_hand = runs_by_hand(holding)
    runs = holding.fuel.runs(holding.ids, holding.capacity, list(holding.held))
    assert runs[0].plants == 0
    assert [run.plants for run in runs] == sorted({run.plants for run in runs})
    assert {run.plants: set(range(run.low, run.high + 1)) for run in runs} == by_hand
    for run in runs:
        running = [holding.fuel.plants[plant] for plant in members(run.plants)]
        assert run.output == sum(plant.output for plant in running)
        assert run.tokens == sum(plant.need for plant in running)


@given(laid_fuel())
@example(SHUT_OUT)
def test_hybrid_range_is_empty_exactly_when_the_plants_cannot_run(holding: Holding) -> None:
    fuel = holding.fuel
    by_hand = runs_by_hand(holding)
    for mask in range(1 << len(fuel.plants)):
        burned = [0] * (N_KINDS + 1)
        for plant in (fuel.plants[place] for place in members(mask)):
            if plant.kinds:
                burned[N_KINDS if len(plant.kinds) == 2 else plant.kinds[0]] += plant.need
        # That single-kind plants have their fuel is not this method's question.
        if any(burned[kind] > holding.held[kind] for kind in range(N_KINDS)):
            continue
        low, high = fuel.hybrid_range(
            holding.capacity,
            list(holding.held),
            burned[fuel.first],
            burned[fuel.second],
            burned[N_KINDS],
        )
        assert set(range(low, high + 1)) == by_hand.get(mask, set())


@given(laid_fuel())
@example(SHUT_OUT)
def test_can_run_if_any_plant_can(holding: Holding) -> None:
    can_run = holding.fuel.can_run(holding.ids, holding.capacity, list(holding.held))
    assert can_run == (len(runs_by_hand(holding)) > 1)


@given(laid_fuel(), st.integers(0, 12))
def test_best_run_supplies_most_and_then_burns_least(holding: Holding, n_cities: int) -> None:
    runs = holding.fuel.runs(holding.ids, holding.capacity, list(holding.held))
    best = best_run(runs, n_cities)
    scores = [(min(run.output, n_cities), -run.tokens) for run in runs]
    assert best in runs
    assert (min(best.output, n_cities), -best.tokens) == max(scores)


def test_best_run_of_nothing_to_supply_burns_nothing() -> None:
    nothing = [0] * (N_KINDS + 1)
    runs = [Run(0, 0, 0, 0, 0, nothing), Run(1, 0, 0, 3, 2, nothing)]
    assert best_run(runs, 0).plants == 0


@given(laid_fuel())
def test_arrange_is_one_of_the_layouts(holding: Holding) -> None:
    stored = holding.fuel.arrange(holding.ids, list(holding.held))
    assert tuple(map(tuple, stored)) in set(layouts(holding.fuel.plants, holding.held))


@given(laid_fuel(), st.data())
def test_burned_takes_what_the_running_plants_need(holding: Holding, data: st.DataObject) -> None:
    fuel = holding.fuel
    runs = fuel.runs(holding.ids, holding.capacity, list(holding.held))
    run = data.draw(st.sampled_from(runs))
    first = data.draw(st.integers(run.low, run.high))
    burned = fuel.burned(holding.ids, run.plants, first)
    running = [fuel.plants[plant] for plant in members(run.plants)]
    for kind in range(N_KINDS):
        needed = sum(plant.need for plant in running if plant.kinds == [kind])
        if kind in (fuel.first, fuel.second):
            hybrids = sum(plant.need for plant in running if len(plant.kinds) == 2)
            needed += first if kind == fuel.first else hybrids - first
        assert burned[kind] == needed <= holding.held[kind]


def plants_called(*numbers: int) -> list[int]:
    return [classic_numbers().index(number) for number in numbers]


@st.composite
def classic_fuel(draw: st.DrawFn) -> Holding:
    """Three real cards, hybrids more often than others."""
    hybrids = [
        plant
        for plant in range(len(classic_numbers()))
        if len(classic_plants().plants[plant].kinds) == 2
    ]
    card = st.one_of(st.sampled_from(hybrids), st.integers(0, len(classic_numbers()) - 1))
    cards = sorted(draw(st.sets(card, max_size=3)))
    fuel = FuelRules(
        [classic_plants().plants[card] for card in cards],
        classic_plants().n_kinds,
        classic_plants().first,
        classic_plants().second,
    )
    held = [0] * classic_plants().n_kinds
    for plant in fuel.plants:
        room = plant.storage
        for kind in plant.kinds:
            amount = draw(st.integers(0, room))
            held[kind] += amount
            room -= amount
    return Holding(fuel, tuple(held))


@settings(max_examples=50)
@given(classic_fuel())
def test_c7_2_real_plants_run_as_laid_by_hand(holding: Holding) -> None:
    runs = holding.fuel.runs(holding.ids, holding.capacity, list(holding.held))
    found = {run.plants: set(range(run.low, run.high + 1)) for run in runs}
    assert found == runs_by_hand(holding)


def test_c7_2_oil_that_fills_a_hybrid_keeps_coal_out() -> None:
    """Plant 4 holds coal, plant 5 is full of oil: plant 5 burns oil or nothing."""
    owned = plants_called(4, 5)
    runs = classic_plants().runs(owned, classic_plants().capacity(owned), [4, 4, 0, 0])
    mixes = {tuple(members(run.plants)): (run.low, run.high) for run in runs}
    assert mixes == {(): (0, 0), (1,): (0, 0), (2,): (0, 0), (1, 2): (0, 0)}
    runs = classic_plants().runs(owned, classic_plants().capacity(owned), [4, 3, 0, 0])
    mixes = {tuple(members(run.plants)): (run.low, run.high) for run in runs}
    assert mixes[(2,)] == (0, 1)

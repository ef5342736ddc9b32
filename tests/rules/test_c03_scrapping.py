"""Clauses c3.12 to c3.14 and c3.23: a plant too many, and its fuel."""

import pytest

from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import MayScrap, ScrapPlant
from tests.kit import STEP_3, Table, facts, scenario
from tests.rules.layouts import holdings, loads, plant_called
from tests.rules.presets import ALL, DELUXE, cast


def card(table: Table, number: int) -> int:
    """The id of a plant, as refusals name it."""
    return table.game.rules.plant_called(number)


@pytest.mark.clause("d3.11")
@pytest.mark.parametrize(
    ("preset", "seats", "owned"),
    [
        ("original", 2, (20, 25, 26, 31)),
        ("reference", 2, (20, 25, 26, 31)),
        ("recharged", 2, (20, 25, 26)),
        ("original", 4, (20, 25, 26)),
        ("reference", 4, (20, 25, 26)),
        ("recharged", 4, (20, 25, 26)),
        ("europe", 4, (20, 25, 26)),
        ("north-america", 2, (20, 25, 26)),
    ],
)
def test_c3_12_one_plant_too_many_is_given_up_immediately(
    preset: str, seats: int, owned: tuple[int, ...]
) -> None:
    """The seat gives up an older plant before anything else happens, never the new one."""
    table = scenario(preset=preset, seats=seats).owns(0, *owned).at("auction")
    table.buy(0, 4, 50)
    assert table.actor == 0
    assert table.legal() == [f"0 scrap {number}" for number in owned]
    refusal = table.refused("0 scrap 4")
    assert facts(refusal) == (
        table.clause("c3.12", "d3.11"),
        "must_keep_new_plant",
        {"plant": card(table, 4)},
    )
    refusal = table.refused("0 scrap 50")
    assert facts(refusal) == (
        table.clause("c3.12", "d3.11"),
        "cannot_scrap",
        {"plant": card(table, 50)},
    )
    assert facts(table.refused("0 pass")) == (table.clause("c12.5", "d12.4"), "wrong_phase", {})
    table.do(f"0 scrap {owned[1]}")
    assert table.plants(0) == sorted({4, *owned} - {owned[1]})
    assert table.actor == CHANCE


@pytest.mark.clause("d3.11")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_12_up_to_the_limit_nothing_is_given_up(preset: str) -> None:
    """The third plant is simply added."""
    table = scenario(preset=preset, seats=3).owns(0, 20, 25).at("auction")
    table.do("0 offer 4 50")
    assert table.plants(0) == [4, 20, 25]
    assert table.actor == CHANCE


@pytest.mark.clause("d3.11")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c3_12_a_buyer_who_was_outside_the_choice_scraps_too(preset: str) -> None:
    """The buyer gives up a plant, even if another seat offered."""
    table = scenario(preset=preset, seats=3).owns(2, 20, 25, 26).at("auction")
    table.do("0 offer 3 3", "1 drop", "2 bid 4", "0 drop")
    assert table.actor == 2
    table.do("2 scrap 26")
    assert table.plants(2) == [3, 20, 25]
    table.deal()
    assert table.actor == 0


@pytest.mark.clause("d3.11")
@pytest.mark.parametrize("preset", ["original", "recharged", *DELUXE])
def test_c3_13_a_plant_given_up_leaves_the_game(preset: str) -> None:
    """A plant given up is in no hand, on no market and in no stack."""
    table = scenario(preset=preset, seats=3).owns(0, 20, 25, 26).at("auction")
    table.do("0 offer 4 50", "0 scrap 25")
    assert 25 in table.gone()
    assert not any(25 in layer for layer in table.layers())


def test_c3_13_reference_a_plant_given_up_goes_under_the_stack() -> None:
    """Below everything, the Step 3 card included."""
    table = scenario(preset="reference", seats=3).owns(0, 20, 25, 26).at("auction")
    n_cards = table.state.stack.size()
    table.buy(0, 4, 50)
    table.do("0 scrap 25")
    assert table.layers()[-2:] == [[STEP_3], [25]]
    assert table.state.stack.size() == n_cards + 1
    assert 25 not in table.gone()


def scrap_offer(table: Table, number: int) -> tuple[int, int, list[int]]:
    """Return the proposed loss of the first kind with a plant, and the further possible loss."""
    (offer,) = table.offers()
    assert isinstance(offer, MayScrap)
    place = offer.plants.index(card(table, number))
    return offer.lows[place], offer.highs[place], offer.mores[place]


def lost_with(table: Table, line: str) -> tuple[int, int, int]:
    """The plant that an action gives up, and what is lost with it of each hybrid kind."""
    fuel = table.game.rules.fuel
    action = table.notation.parse(line)
    assert isinstance(action, ScrapPlant)
    after, _events = table.game.step(table.state, action)
    before = table.state.fuel[0]
    number = table.game.rules.deck.plants[action.plant].number
    lost = [held - kept for held, kept in zip(before, after.fuel[0], strict=True)]
    return (number, lost[fuel.first], lost[fuel.second])


def scrapping(preset: str, *owned: int, new: int = 0, version: int = 2, **fuel: int) -> Table:
    """Seat 0 bought the new plant, unless named one without fuel, and has to give up one."""
    winds = (24, 28, 31, 44) if preset in DELUXE else (13, 33, 37, 44)
    new = new or winds[0]
    market = [number for number in winds if number != new]
    built = (
        scenario(preset=preset, seats=3, version=version)
        .owns(0, *owned)
        .fuel(0, **fuel)
        .money(0, 99)
    )
    table = built.step(3).market(new, *market).at("auction")
    table.buy(0, new, 99)
    return table


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_fuel_of_a_scrapped_plant_is_kept_as_far_as_it_fits(preset: str) -> None:
    """Five tokens on plants for four and six: one goes to the supply."""
    part = cast(preset)
    fuel = {part.first: 5, part.third: 2}
    table = scrapping(preset, part.two, part.three, part.third_two, **fuel)
    supply = table.supply().get(part.first, 0)
    refusal = table.refused(f"0 scrap {part.three}")
    numbers = {"lost": 0, "least": 1, "most": 5}
    assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    table.do(f"0 scrap {part.three} 1")
    assert table.fuel(0) == {part.first: 4, part.third: 2}
    assert table.supply()[part.first] == supply + 1


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_nothing_is_lost_where_all_fits(preset: str) -> None:
    """The larger plant holds what lay on the smaller one."""
    part = cast(preset)
    table = scrapping(preset, part.two, part.three, part.third_two, **{part.first: 5})
    table.do(f"0 scrap {part.two}")
    assert table.fuel(0) == {part.first: 5}


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_the_new_plant_takes_fuel_over(preset: str) -> None:
    """Fuel moves from the scrapped plant to the one just bought."""
    part = cast(preset)
    new = 39 if preset in DELUXE else 25
    owned = (part.two, part.third_two, part.winds[1])
    table = scrapping(preset, *owned, new=new, **{part.first: 4})
    table.do(f"0 scrap {part.two}")
    assert table.fuel(0) == {part.first: 4}


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_fuel_that_no_plant_burns_is_lost(preset: str) -> None:
    """All of a kind goes to the supply with the only plant that burns it."""
    part = cast(preset)
    fuel = {part.third: 3, part.first: 2}
    table = scrapping(preset, part.two, part.third_two, part.winds[1], **fuel)
    supply = table.supply()[part.third]
    table.do(f"0 scrap {part.third_two}")
    assert table.fuel(0) == {part.first: 2}
    assert table.supply()[part.third] == supply + 3


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("lost", range(5))
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_the_owner_chooses_what_is_lost_with_a_hybrid(preset: str, lost: int) -> None:
    """Two full hybrids, the smaller one goes: four tokens are lost, any mix of the two kinds."""
    part = cast(preset)
    fuel = {part.first: 4, part.second: 6}
    table = scrapping(preset, part.hybrid, part.big_hybrid, part.winds[1], **fuel)
    assert [line for line in table.legal() if f"scrap {part.hybrid}" in line] == [
        f"0 scrap {part.hybrid}",
        *[f"0 scrap {part.hybrid} {first}" for first in range(1, 5)],
    ]
    refusal = table.refused(f"0 scrap {part.hybrid} 5")
    numbers = {"lost": 5, "least": 0, "most": 4}
    assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    supply = table.supply()
    table.do(f"0 scrap {part.hybrid} {lost}")
    assert table.fuel(0).get(part.first, 0) == 4 - lost
    assert table.fuel(0).get(part.second, 0) == 2 + lost
    assert table.supply().get(part.first, 0) == supply.get(part.first, 0) + lost
    assert table.supply().get(part.second, 0) == supply.get(part.second, 0) + 4 - lost


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_the_choice_is_bounded_by_what_is_there(preset: str) -> None:
    """One of the first kind on two hybrids: at most that one is lost, so the rest of the second."""
    part = cast(preset)
    fuel = {part.first: 1, part.second: 9}
    table = scrapping(preset, part.hybrid, part.big_hybrid, part.winds[1], **fuel)
    refusal = table.refused(f"0 scrap {part.hybrid} 2")
    numbers = {"lost": 2, "least": 0, "most": 1}
    assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    table.do(f"0 scrap {part.hybrid} 1")
    assert table.fuel(0) == {part.second: 6}


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_what_a_kept_plant_holds_for_itself_need_not_be_lost(preset: str) -> None:
    """The first kind has its own plant, so only the second is lost with the hybrid."""
    part = cast(preset)
    fuel = {part.first: 4, part.second: 4}
    table = scrapping(preset, part.two, part.hybrid, part.winds[1], **fuel)
    assert scrap_offer(table, part.hybrid)[:2] == (0, 0)
    table.do(f"0 scrap {part.hybrid}")
    assert table.fuel(0) == {part.first: 4}


@pytest.mark.clause("d3.12")
@pytest.mark.parametrize("scraps_first", [True, False])
@pytest.mark.parametrize("preset", ALL)
def test_c3_14_a_plant_of_one_kind_leaves_no_choice(preset: str, scraps_first: bool) -> None:
    """The plant can only have held its own kind; the hybrid keeps its fuel of the other."""
    part = cast(preset)
    scrapped = part.two if scraps_first else part.second_two
    lost = 4 if scraps_first else 0
    fuel = {part.first: 2 + lost, part.second: 6 - lost}
    table = scrapping(preset, scrapped, part.hybrid, part.winds[1], **fuel)
    assert scrap_offer(table, scrapped) == (lost, lost, [0])
    for wrong in {0, 1, 2, 3, 4, 5} - {lost}:
        refusal = table.refused(f"0 scrap {scrapped} {wrong}")
        numbers = {"lost": wrong, "least": lost, "most": lost}
        assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    table.do(f"0 scrap {scrapped} {lost}")
    assert table.fuel(0) == {part.first: 2, part.second: 2}


@pytest.mark.clause("d3.21")
@pytest.mark.parametrize("preset", ALL)
def test_c3_23_fuel_may_go_with_its_plant_although_it_would_fit(preset: str) -> None:
    """Five tokens fit the plant that stays; as many may go as could be on the one that goes."""
    part = cast(preset)
    table = scrapping(preset, part.two, part.three, part.third_two, **{part.first: 5})
    assert scrap_offer(table, part.two)[:2] == (0, 0)
    lines = [line for line in table.legal() if line.startswith(f"0 scrap {part.two}")]
    assert lines[1:5] == [f"0 scrap {part.two} {lost}" for lost in (1, 2, 3, 4)]
    refusal = table.refused(f"0 scrap {part.two} 5")
    numbers = {"lost": 5, "least": 0, "most": 4}
    assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    supply = table.supply().get(part.first, 0)
    table.do(f"0 scrap {part.two} 3")
    assert table.fuel(0) == {part.first: 2}
    assert table.supply()[part.first] == supply + 3


@pytest.mark.clause("d3.21")
@pytest.mark.parametrize("preset", ALL)
def test_c3_23_the_other_kind_is_said_as_more(preset: str) -> None:
    """A plant that burns another kind than the first: how many go beyond those that must."""
    part = cast(preset)
    table = scrapping(preset, part.third_two, part.two, part.winds[1], **{part.third: 3})
    assert scrap_offer(table, part.third_two) == (0, 0, [0])
    fuel = {part.second: 3}
    table = scrapping(preset, part.second_two, part.hybrid, part.winds[1], **fuel)
    assert scrap_offer(table, part.second_two) == (0, 0, [3])
    refusal = table.refused(f"0 scrap {part.second_two} 0 4")
    numbers = {"lost": 4, "least": 0, "most": 3}
    assert facts(refusal) == (table.clause("c3.14", "d3.12"), "wrong_fuel_lost", numbers)
    table.do(f"0 scrap {part.second_two} 0 2")
    assert table.fuel(0) == {part.second: 1}


@pytest.mark.clause("d3.21")
@pytest.mark.parametrize("preset", ALL)
def test_c3_23_the_first_version_kept_everything_that_fits(preset: str) -> None:
    """A table that was made before keeps the rules that it was made under."""
    part = cast(preset)
    plants = (part.two, part.three, part.third_two)
    table = scrapping(preset, *plants, version=1, **{part.first: 5})
    assert scrap_offer(table, part.two) == (0, 0, [0])
    table.refused(f"0 scrap {part.two} 1")


@pytest.mark.clause("d3.12", "d3.21")
@pytest.mark.parametrize(
    ("preset", "owned", "new"),
    [
        *[
            ("original", owned, new)
            for owned in [
                *((4, 5, 12), (3, 4, 5), (5, 12, 29), (9, 12, 29), (3, 5, 9), (4, 10, 29)),
            ]
            for new in (13, 25)
        ],
        *[
            ("europe", owned, new)
            for owned in [(5, 35, 14), (5, 10, 35), (6, 8, 35), (14, 19, 35), (8, 22, 35)]
            for new in (24, 39)
        ],
    ],
)
def test_c3_23_every_choice_can_be_laid_out(preset: str, owned: tuple[int, ...], new: int) -> None:
    """Allowed is what can be on the scrapped plant while all else fits the others.

    What loses the fewest comes first in the offer; under the first version that was all there is.
    """
    rules = scenario(preset=preset, seats=3).game.rules
    part = cast(preset)
    plants = [plant_called(rules, number) for number in (*owned, new)]
    possible = holdings(rules, plants[:-1])
    fullest = max(first + second for first, second in possible)
    for first, second in sorted(each for each in possible if fullest - sum(each) in (0, 3)):
        fuel = {part.first: first, part.second: second}
        table = scrapping(preset, *owned, new=new, **fuel)
        before = scrapping(preset, *owned, new=new, version=1, **fuel)
        all_lost: set[tuple[int, int, int]] = set()
        fewest: list[str] = []
        for scrapped in sorted(plants[:-1], key=lambda plant: plant.number):
            kept = holdings(rules, [plant for plant in plants if plant is not scrapped])
            losses = [
                (lost_first, lost_second)
                for lost_first, lost_second in loads(rules, scrapped)
                if (first - lost_first, second - lost_second) in kept
            ]
            all_lost |= {(scrapped.number, *lost) for lost in losses}
            least = min(sum(lost) for lost in losses)
            choices = sorted(lost[0] for lost in losses if sum(lost) == least)
            fewest += [f"0 scrap {scrapped.number} {lost}".removesuffix(" 0") for lost in choices]
            low, high, _mores = scrap_offer(table, scrapped.number)
            assert (low, high) == (choices[0], choices[-1])
        assert before.legal() == fewest
        assert {lost_with(table, line) for line in table.legal()} == all_lost
        assert len(table.legal()) == len(all_lost)

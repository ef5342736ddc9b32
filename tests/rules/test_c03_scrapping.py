"""Clauses c3.12 to c3.14: a plant too many, and its fuel."""

from typing import Final

import pytest

from gridwright.engine.ids import CHANCE
from tests.kit import STEP_3, Table, facts, scenario
from tests.rules.layouts import holdings, loads, plant_called

PRESETS: Final = ("original", "recharged", "reference")


def card(table: Table, number: int) -> int:
    """The id of a plant, as refusals name it."""
    return table.game.rules.plant_called(number)


@pytest.mark.parametrize(
    ("preset", "seats", "owned"),
    [
        ("original", 2, (20, 25, 26, 31)),
        ("reference", 2, (20, 25, 26, 31)),
        ("recharged", 2, (20, 25, 26)),
        ("original", 4, (20, 25, 26)),
        ("reference", 4, (20, 25, 26)),
        ("recharged", 4, (20, 25, 26)),
    ],
)
def test_c3_12_one_plant_too_many_is_given_up_at_once(
    preset: str, seats: int, owned: tuple[int, ...]
) -> None:
    """Before anything else happens, and never the new one."""
    table = scenario(preset=preset, seats=seats).owns(0, *owned).at("auction")
    table.do("0 offer 4 50")
    assert table.actor == 0
    assert table.legal() == [f"0 scrap {number}" for number in owned]
    refusal = table.refused("0 scrap 4")
    assert facts(refusal) == ("c3.12", "must_keep_new_plant", {"plant": card(table, 4)})
    refusal = table.refused("0 scrap 50")
    assert facts(refusal) == ("c3.12", "cannot_scrap", {"plant": card(table, 50)})
    assert facts(table.refused("0 pass")) == ("c12.5", "wrong_phase", {})
    table.do(f"0 scrap {owned[1]}")
    assert table.plants(0) == sorted({4, *owned} - {owned[1]})
    assert table.actor == CHANCE


def test_c3_12_up_to_the_limit_nothing_is_given_up() -> None:
    """The third plant is simply added."""
    table = scenario(seats=3).owns(0, 20, 25).at("auction")
    table.do("0 offer 4 50")
    assert table.plants(0) == [4, 20, 25]
    assert table.actor == CHANCE


def test_c3_12_a_buyer_who_was_outside_the_choice_scraps_too() -> None:
    """The buyer gives up a plant, whoever offered."""
    table = scenario(seats=3).owns(2, 20, 25, 26).at("auction")
    table.do("0 offer 3 3", "1 drop", "2 bid 4", "0 drop")
    assert table.actor == 2
    table.do("2 scrap 26")
    assert table.plants(2) == [3, 20, 25]
    table.reveal(13)
    assert table.actor == 0


@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c3_13_a_plant_given_up_leaves_the_game(preset: str) -> None:
    """It is in no hand, on no market and in no stack."""
    table = scenario(preset=preset, seats=3).owns(0, 20, 25, 26).at("auction")
    table.do("0 offer 4 50", "0 scrap 25")
    assert 25 in table.gone()
    assert not any(25 in layer for layer in table.layers())


def test_c3_13_reference_a_plant_given_up_goes_under_the_stack() -> None:
    """Below everything, the Step 3 card included."""
    table = scenario(preset="reference", seats=3).owns(0, 20, 25, 26).at("auction")
    n_cards = table.state.stack.size()
    table.do("0 offer 4 50", "0 scrap 25")
    assert table.layers()[-2:] == [[STEP_3], [25]]
    assert table.state.stack.size() == n_cards + 1
    assert 25 not in table.gone()


def scrapping(preset: str, *owned: int, new: int = 13, **fuel: int) -> Table:
    """Seat 0 bought the new plant and has to give up one."""
    market = [number for number in (13, 33, 37, 44) if number != new]
    built = scenario(preset=preset, seats=3).owns(0, *owned).fuel(0, **fuel).money(0, 99)
    table = built.step(3).market(new, *market).at("auction")
    table.do(f"0 offer {new} 99")
    return table


@pytest.mark.parametrize("preset", PRESETS)
def test_c3_14_fuel_of_a_scrapped_plant_is_kept_as_far_as_it_fits(preset: str) -> None:
    """Five coal on 4 and 8: plant 4 holds four of them, one goes to the supply."""
    table = scrapping(preset, 4, 8, 14, coal=5, garbage=2)
    assert "coal" not in table.supply()
    refusal = table.refused("0 scrap 8")
    assert facts(refusal) == ("c3.14", "wrong_fuel_lost", {"lost": 0, "least": 1, "most": 1})
    table.do("0 scrap 8 1")
    assert table.fuel(0) == {"coal": 4, "garbage": 2}
    assert table.supply()["coal"] == 1


def test_c3_14_nothing_is_lost_where_all_fits() -> None:
    """Plant 8 holds the coal that lay on plant 4."""
    table = scrapping("original", 4, 8, 14, coal=5)
    table.do("0 scrap 4")
    assert table.fuel(0) == {"coal": 5}


def test_c3_14_the_new_plant_takes_fuel_over() -> None:
    """Coal moves from the scrapped plant to the one just bought."""
    table = scrapping("original", 4, 14, 22, new=25, coal=4)
    table.do("0 scrap 4")
    assert table.fuel(0) == {"coal": 4}


def test_c3_14_fuel_that_no_plant_burns_is_lost() -> None:
    """All garbage goes to the supply with the only garbage plant."""
    table = scrapping("original", 4, 14, 22, garbage=3, coal=2)
    supply = table.supply()["garbage"]
    table.do("0 scrap 14")
    assert table.fuel(0) == {"coal": 2}
    assert table.supply()["garbage"] == supply + 3


@pytest.mark.parametrize("lost", range(5))
@pytest.mark.parametrize("preset", PRESETS)
def test_c3_14_the_owner_chooses_what_is_lost_with_a_hybrid(preset: str, lost: int) -> None:
    """Two full hybrids, one goes: four tokens are lost, any mix of coal and oil."""
    table = scrapping(preset, 5, 12, 22, coal=4, oil=4)
    assert [line for line in table.legal() if "scrap 5" in line] == [
        "0 scrap 5",
        *[f"0 scrap 5 {coal}" for coal in range(1, 5)],
    ]
    refusal = table.refused("0 scrap 5 5")
    assert facts(refusal) == ("c3.14", "wrong_fuel_lost", {"lost": 5, "least": 0, "most": 4})
    oil_in_supply = table.supply().get("oil", 0)
    table.do(f"0 scrap 5 {lost}")
    assert table.fuel(0).get("coal", 0) == 4 - lost
    assert table.fuel(0).get("oil", 0) == lost
    assert table.supply().get("coal", 0) == lost
    assert table.supply().get("oil", 0) == oil_in_supply + 4 - lost


def test_c3_14_the_choice_is_bounded_by_what_is_there() -> None:
    """One coal and seven oil on two hybrids: at most that coal is lost, so at least three oil."""
    table = scrapping("original", 5, 12, 22, coal=1, oil=7)
    refusal = table.refused("0 scrap 5 2")
    assert facts(refusal) == ("c3.14", "wrong_fuel_lost", {"lost": 2, "least": 0, "most": 1})
    table.do("0 scrap 5 1")
    assert table.fuel(0) == {"oil": 4}


def test_c3_14_what_a_kept_plant_holds_for_itself_cannot_be_lost() -> None:
    """Coal has its own plant, so only oil is lost with the hybrid."""
    table = scrapping("original", 4, 5, 22, coal=4, oil=4)
    refusal = table.refused("0 scrap 5 1")
    assert facts(refusal) == ("c3.14", "wrong_fuel_lost", {"lost": 1, "least": 0, "most": 0})
    table.do("0 scrap 5")
    assert table.fuel(0) == {"coal": 4}


@pytest.mark.parametrize(
    ("owned", "scrapped", "fuel", "lost"),
    [
        ((4, 5, 22), 4, {"coal": 6, "oil": 2}, 4),
        ((3, 5, 22), 3, {"coal": 2, "oil": 6}, 0),
    ],
)
def test_c3_14_a_plant_of_one_kind_leaves_no_choice(
    owned: tuple[int, ...], scrapped: int, fuel: dict[str, int], lost: int
) -> None:
    """Only that kind can have lain on it; the hybrid keeps what it holds of the other."""
    table = scrapping("original", *owned, **fuel)
    for wrong in {0, 1, 2, 3, 4, 5} - {lost}:
        refusal = table.refused(f"0 scrap {scrapped} {wrong}")
        numbers = {"lost": wrong, "least": lost, "most": lost}
        assert facts(refusal) == ("c3.14", "wrong_fuel_lost", numbers)
    table.do(f"0 scrap {scrapped} {lost}")
    assert table.fuel(0) == {"coal": 2, "oil": 2}


@pytest.mark.parametrize(
    "owned", [(4, 5, 12), (3, 4, 5), (5, 12, 29), (9, 12, 29), (3, 5, 9), (4, 10, 29)]
)
@pytest.mark.parametrize("new", [13, 25])
def test_c3_14_every_choice_can_be_laid_out(owned: tuple[int, ...], new: int) -> None:
    """Allowed is what can lie on the scrapped plant while all else fits the others, and no more."""
    rules = scenario(seats=3).game.rules
    plants = [plant_called(rules, number) for number in (*owned, new)]
    possible = holdings(plants[:-1])
    fullest = max(coal + oil for coal, oil in possible)
    for coal, oil in sorted(each for each in possible if fullest - sum(each) in (0, 3)):
        table = scrapping("original", *owned, new=new, coal=coal, oil=oil)
        expected = []
        for scrapped in plants[:-1]:
            kept = holdings([plant for plant in plants if plant is not scrapped])
            losses = [
                (lost_coal + lost_oil, lost_coal)
                for lost_coal, lost_oil in loads(scrapped)
                if (coal - lost_coal, oil - lost_oil) in kept
            ]
            least = min(losses)[0]
            choices = sorted(lost_coal for total, lost_coal in losses if total == least)
            expected += [f"0 scrap {scrapped.number} {lost}".removesuffix(" 0") for lost in choices]
        assert table.legal() == expected

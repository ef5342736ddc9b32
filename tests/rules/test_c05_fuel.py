"""Clauses c5: fuel."""

from itertools import product
from typing import Final

import pytest

from gridwright.engine.notation import NotationError
from tests.kit import Scenario, Table, facts, scenario
from tests.rules.layouts import holdings, plant_called

PRESETS: Final = ("original", "recharged", "reference")


def buyer(preset: str = "original") -> Scenario:
    """A table at which seat 0 buys fuel last and has money enough."""
    return scenario(preset=preset, seats=3).money(0, 500)


def most(table: Table, kind: str) -> int:
    """The most tokens of a kind that are offered."""
    prefix = f"{table.actor} buy {kind} "
    return max(
        (int(line.removeprefix(prefix)) for line in table.legal() if line.startswith(prefix)),
        default=0,
    )


def test_c5_1_a_seat_buys_as_often_as_it_likes() -> None:
    """Any kinds in any order, until it finishes; only then the next seat is asked."""
    table = buyer().owns(0, 8, 7, 14).owns(1, 10).order(1, 0, 2).at("resources")
    for kind in ("coal", "oil", "coal", "garbage", "oil", "coal"):
        assert table.actor == 0
        table.do(f"0 buy {kind} 1")
    assert table.fuel(0) == {"coal": 3, "oil": 2, "garbage": 1}
    refusal = table.refused("1 buy coal 1")
    assert facts(refusal) == ("c12.3", "not_your_turn", {"seat": 1, "actor": 0})
    table.do("0 finish-buying")
    assert table.actor == 1


def test_c5_1_a_seat_may_buy_nothing() -> None:
    """Finishing at once is allowed."""
    table = buyer().owns(0, 8).at("resources")
    table.do("0 finish-buying")
    assert table.fuel(0) == {}
    assert table.phase == "building"


@pytest.mark.parametrize(
    ("kind", "tokens", "amount", "cost"),
    [
        ("coal", 24, 3, 3),
        ("coal", 24, 6, 1 + 1 + 1 + 2 + 2 + 2),
        ("coal", 11, 5, 5 + 5 + 6 + 6 + 6),
        ("oil", 18, 4, 3 + 3 + 3 + 4),
        ("garbage", 6, 6, 7 + 7 + 7 + 8 + 8 + 8),
        ("uranium", 2, 2, 14 + 16),
        ("uranium", 5, 4, 8 + 10 + 12 + 14),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_c5_2_the_cheapest_tokens_go_first(
    preset: str, kind: str, tokens: int, amount: int, cost: int
) -> None:
    """Each token costs its space, and the market is emptied from the cheap end."""
    plants = {"coal": (8, 4), "oil": (7,), "garbage": (30,), "uranium": (11, 17)}[kind]
    at_once = buyer(preset).owns(0, *plants).tokens(**{kind: tokens}).at("resources")
    supply = at_once.supply()
    at_once.do(f"0 buy {kind} {amount}")
    assert at_once.money(0) == 500 - cost
    assert at_once.tokens().get(kind, 0) == tokens - amount
    assert at_once.supply() == supply
    one_by_one = buyer(preset).owns(0, *plants).tokens(**{kind: tokens}).at("resources")
    one_by_one.do(*[f"0 buy {kind} 1"] * amount)
    assert one_by_one.money(0) == 500 - cost


@pytest.mark.parametrize("preset", PRESETS)
def test_c5_3_a_plant_holds_twice_what_it_burns(preset: str) -> None:
    """For every plant: that much of its kinds, and nothing of another kind."""
    rules = buyer(preset).game.rules
    for plant in rules.deck.plants:
        built = buyer(preset).owns(0, plant.number).owns(1, 3 if plant.number != 3 else 7)
        table = built.tokens(coal=24, oil=24, garbage=24, uranium=12).order(1, 2, 0).at("resources")
        if not plant.kinds:
            assert table.actor == 1
            continue
        assert table.actor == 0
        for kind, name in enumerate(table.notation.kinds):
            room = 2 * plant.need if kind in plant.kinds else 0
            assert most(table, name) == room, (plant.number, name)
            refusal = table.refused(f"0 buy {name} {room + 1}")
            assert facts(refusal) == ("c5.3", "no_room", {"amount": room + 1, "room": room})


def test_c5_3_what_is_held_already_takes_room() -> None:
    """The limit is on the holding, not on a purchase."""
    table = buyer().owns(0, 8).fuel(0, coal=4).at("resources")
    refusal = table.refused("0 buy coal 3")
    assert facts(refusal) == ("c5.3", "no_room", {"amount": 3, "room": 2})
    table.do("0 buy coal 2")
    assert table.fuel(0) == {"coal": 6}
    assert table.refused("0 buy coal 1").numbers == {"amount": 1, "room": 0}


def test_c5_3_plants_of_one_kind_add_up() -> None:
    """Two coal plants hold what both hold."""
    table = buyer().owns(0, 4, 8).at("resources")
    assert most(table, "coal") == 10


@pytest.mark.parametrize("coal", range(5))
@pytest.mark.parametrize("preset", PRESETS)
def test_c5_4_a_hybrid_holds_any_mix(preset: str, coal: int) -> None:
    """Plant 5 holds four tokens of coal and oil together."""
    table = buyer(preset).owns(0, 5).fuel(0, coal=coal).at("resources")
    if coal == 4:
        assert table.phase == "building"
        return
    assert most(table, "coal") == 4 - coal
    assert most(table, "oil") == 4 - coal
    table.do(f"0 buy oil {4 - coal}")
    assert sum(table.fuel(0).values()) == 4
    refusal = table.refused("0 buy oil 1")
    assert facts(refusal) == ("c5.3", "no_room", {"amount": 1, "room": 0})


@pytest.mark.parametrize("oil", range(3))
@pytest.mark.parametrize("preset", PRESETS)
def test_c5_4_a_hybrid_burns_any_mix(preset: str, oil: int) -> None:
    """Plant 5 burns two tokens of coal and oil together."""
    table = scenario(preset=preset, seats=3).owns(0, 5).fuel(0, coal=2, oil=2).at("bureaucracy")
    table.do(f"0 run 5 {2 - oil}")
    assert table.fuel(0).get("coal", 0) == oil
    assert table.fuel(0).get("oil", 0) == 2 - oil


def test_c5_5_fuel_moves_to_make_room() -> None:
    """Coal that could lie on the hybrid moves to the coal plant when oil comes."""
    table = buyer().owns(0, 4, 5).fuel(0, coal=4).at("resources")
    assert most(table, "coal") == 4
    assert most(table, "oil") == 4
    table.do("0 buy oil 3")
    assert most(table, "coal") == 1
    assert most(table, "oil") == 1
    table.do("0 buy coal 1")
    refusal = table.refused("0 buy oil 1")
    assert facts(refusal) == ("c5.3", "no_room", {"amount": 1, "room": 0})


def test_c5_5_fuel_moves_between_old_and_new_plants() -> None:
    """A new coal plant takes over coal from the hybrid, which then holds more oil."""
    table = scenario(seats=2).owns(0, 5).fuel(0, coal=4).money(1, 0).at("auction")
    table.do("0 offer 4 4")
    table.reveal(13)
    table.do("1 pass")
    assert table.phase == "resources"
    assert most(table, "oil") == 4


@pytest.mark.parametrize(
    "plants", [(4, 5), (3, 5), (5, 12), (3, 4, 5), (3, 4, 29), (5, 29, 13), (4, 10, 29)]
)
def test_c5_5_a_holding_is_allowed_if_it_can_be_laid_out(plants: tuple[int, ...]) -> None:
    """The engine's answer equals that of trying every arrangement."""
    rules = buyer().game.rules
    capacity = rules.fuel.capacity([rules.plant_called(number) for number in plants])
    possible = holdings([plant_called(rules, number) for number in plants])
    for coal, oil in product(range(15), repeat=2):
        held = [coal, oil, 0, 0]
        assert rules.fuel.fits(capacity, held) == ((coal, oil) in possible), held
    for coal, oil in possible:
        for kind, (dc, do) in enumerate(((1, 0), (0, 1))):
            room = 0
            while (coal + dc * (room + 1), oil + do * (room + 1)) in possible:
                room += 1
            assert rules.fuel.room(capacity, [coal, oil, 0, 0], kind) == room


@pytest.mark.parametrize("preset", PRESETS)
def test_c5_6_nobody_buys_more_than_the_market_offers(preset: str) -> None:
    """Three garbage on the market are three garbage, though the supply has more."""
    table = buyer(preset).owns(0, 30).tokens(garbage=3).at("resources")
    refusal = table.refused("0 buy garbage 4")
    assert facts(refusal) == ("c5.6", "sold_out", {"amount": 4, "on_sale": 3})
    table.do("0 buy garbage 3")
    assert table.supply()["garbage"] == 21
    refusal = table.refused("0 buy garbage 1")
    assert facts(refusal) == ("c5.6", "sold_out", {"amount": 1, "on_sale": 0})


def test_c5_6_nobody_buys_more_than_the_money_pays() -> None:
    """Three coal cost 3, the fourth 2 more."""
    table = buyer().owns(0, 8).money(0, 4).at("resources")
    assert most(table, "coal") == 3
    refusal = table.refused("0 buy coal 4")
    assert facts(refusal) == ("c5.6", "cannot_pay_fuel", {"cost": 5, "money": 4})
    table.do("0 buy coal 3")
    assert table.money(0) == 1
    refusal = table.refused("0 buy coal 1")
    assert facts(refusal) == ("c5.6", "cannot_pay_fuel", {"cost": 2, "money": 1})


def test_c5_6_the_last_elektro_may_be_spent() -> None:
    """A purchase may cost all the money held."""
    table = buyer().owns(0, 8).money(0, 5).at("resources")
    table.do("0 buy coal 4")
    assert table.money(0) == 0


def test_c5_7_fuel_is_neither_sold_nor_thrown_away() -> None:
    """The fuel turn knows buying and finishing only."""
    table = buyer().owns(0, 5, 14).fuel(0, coal=2, garbage=1).at("resources")
    verbs = {line.split()[1] for line in table.legal()}
    assert verbs == {"buy", "finish-buying"}
    for line in ("0 sell coal 1", "0 discard coal 1", "0 buy coal -1"):
        with pytest.raises(NotationError):
            table.notation.parse(line)
    refusal = table.refused("0 buy coal 0")
    assert facts(refusal) == ("c12.6", "unknown_name", {"resource": 0, "amount": 0})


def test_c5_7_fuel_that_is_not_burned_stays() -> None:
    """A token too few for a run is still there in the next round."""
    table = scenario(seats=2).owns(0, 4).fuel(0, coal=1).owns(1, 13).at("bureaucracy")
    table.do("1 run 13")
    table.deal()
    assert (table.phase, table.state.round) == ("auction", 3)
    assert table.fuel(0) == {"coal": 1}


@pytest.mark.parametrize(
    ("plants", "coal", "garbage", "money"),
    [
        pytest.param((13,), 0, 6, 500, id="nothing-to-burn"),
        pytest.param((), 0, 6, 500, id="no-plant"),
        pytest.param((4,), 4, 6, 500, id="no-room"),
        pytest.param((14,), 0, 0, 500, id="sold-out"),
        pytest.param((14,), 0, 6, 6, id="no-money"),
    ],
)
def test_c5_8_who_cannot_buy_is_not_asked(
    plants: tuple[int, ...], coal: int, garbage: int, money: int
) -> None:
    """Without fuel to buy, room for it or money for it the turn passes by itself."""
    built = buyer().owns(0, *plants).fuel(0, coal=coal).tokens(garbage=garbage).money(0, money)
    table = built.owns(1, 8).order(1, 0, 2).at("resources")
    assert (table.phase, table.actor) == ("resources", 1)


def test_c5_8_a_purchase_can_be_taken_back_before_the_turn_ends() -> None:
    """A seat that could buy no more is still asked while its purchase can be taken back."""
    table = buyer().owns(0, 4).money(0, 5).at("resources")
    table.do("0 buy coal 4")
    assert (table.phase, table.actor) == ("resources", 0)
    assert table.legal() == ["0 finish-buying"]
    table.do("0 take-back")
    assert (table.money(0), table.fuel(0)) == (5, {})
    table.do("0 buy coal 4", "0 finish-buying")
    assert table.phase != "resources"

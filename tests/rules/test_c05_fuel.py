"""Clauses c5: fuel."""

from itertools import product

import pytest

from gridwright.engine.notation import NotationError
from tests.kit import Scenario, Table, facts, scenario
from tests.rules.layouts import holdings, plant_called
from tests.rules.presets import ALL, CLASSIC, DELUXE, cast


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


@pytest.mark.clause("d5.1")
@pytest.mark.parametrize("preset", ALL)
def test_c5_1_a_seat_buys_as_often_as_it_likes(preset: str) -> None:
    """Any kinds in any order, until it finishes; only then the next seat has its turn."""
    part = cast(preset)
    built = buyer(preset).owns(0, part.three, part.second_two, part.third_two)
    table = built.owns(1, part.two).order(1, 0, 2).at("resources")
    first, second, third = part.first, part.second, part.third
    for kind in (first, second, first, third, second, first):
        assert table.actor == 0
        table.do(f"0 buy {kind} 1")
    assert table.fuel(0) == {first: 3, second: 2, third: 1}
    refusal = table.refused(f"1 buy {first} 1")
    numbers = {"seat": 1, "actor": 0}
    assert facts(refusal) == (table.clause("c12.3", "d12.3"), "not_your_turn", numbers)
    table.do("0 finish-buying")
    assert table.actor == 1


@pytest.mark.clause("d5.1")
@pytest.mark.parametrize("preset", ALL)
def test_c5_1_a_seat_may_buy_nothing(preset: str) -> None:
    """Finishing immediately is allowed."""
    table = buyer(preset).owns(0, cast(preset).three).at("resources")
    table.do("0 finish-buying")
    assert table.fuel(0) == {}
    assert table.phase == "building"


CLASSIC_COSTS = [
    ("coal", 24, 3, 3),
    ("coal", 24, 6, 1 + 1 + 1 + 2 + 2 + 2),
    ("coal", 11, 5, 5 + 5 + 6 + 6 + 6),
    ("oil", 18, 4, 3 + 3 + 3 + 4),
    ("garbage", 6, 6, 7 + 7 + 7 + 8 + 8 + 8),
    ("uranium", 2, 2, 14 + 16),
    ("uranium", 5, 4, 8 + 10 + 12 + 14),
]
DELUXE_COSTS = [
    ("coal", 27, 6, 4 * 1 + 2 * 2),
    ("coal", 23, 5, 4 * 2 + 3),
    ("coal", 5, 5, 7 + 8 + 8 + 9 + 9),
    ("gas", 18, 4, 3 + 3 + 3 + 4),
    ("oil", 16, 3, 3 + 3 + 4),
    ("oil", 5, 5, 8 + 9 + 9 + 9 + 9),
    ("uranium", 4, 4, 8 + 8 + 9 + 9),
    ("uranium", 7, 3, 6 + 7 + 7),
]
COSTS = [
    *[(preset, *each) for preset in CLASSIC for each in CLASSIC_COSTS],
    *[(preset, *each) for preset in DELUXE for each in DELUXE_COSTS],
]


@pytest.mark.clause("d5.2")
@pytest.mark.parametrize(("preset", "kind", "tokens", "amount", "cost"), COSTS)
def test_c5_2_the_cheapest_tokens_go_first(
    preset: str, kind: str, tokens: int, amount: int, cost: int
) -> None:
    """Each token costs its space, and the market is emptied from the cheap end."""
    plants = {"coal": (8, 4), "oil": (7,), "garbage": (30,), "uranium": (11, 17)}
    if preset in DELUXE:
        plants = {"coal": (9, 33), "gas": (34,), "oil": (38,), "uranium": (13, 37)}
    together = buyer(preset).owns(0, *plants[kind]).tokens(**{kind: tokens}).at("resources")
    supply = together.supply()
    together.do(f"0 buy {kind} {amount}")
    assert together.money(0) == 500 - cost
    assert together.tokens().get(kind, 0) == tokens - amount
    assert together.supply() == supply
    one_by_one = buyer(preset).owns(0, *plants[kind]).tokens(**{kind: tokens}).at("resources")
    one_by_one.do(*[f"0 buy {kind} 1"] * amount)
    assert one_by_one.money(0) == 500 - cost


@pytest.mark.clause("d5.3")
@pytest.mark.parametrize("preset", ALL)
def test_c5_3_a_plant_holds_twice_what_it_burns(preset: str) -> None:
    """Every plant holds twice what it burns of its own kinds, and nothing of another kind."""
    rules = buyer(preset).game.rules
    totals = dict(zip(rules.market.kinds, rules.market.token_totals, strict=True))
    for plant in rules.deck.plants:
        built = buyer(preset).owns(0, plant.number).owns(1, 3 if plant.number != 3 else 7)
        table = built.tokens(**totals).order(1, 2, 0).at("resources")
        if not plant.kinds:
            assert table.actor == 1
            continue
        assert table.actor == 0
        for kind, name in enumerate(table.notation.kinds):
            room = 2 * plant.need if kind in plant.kinds else 0
            assert most(table, name) == room, (plant.number, name)
            refusal = table.refused(f"0 buy {name} {room + 1}")
            numbers = {"amount": room + 1, "room": room}
            assert facts(refusal) == (table.clause("c5.3", "d5.3"), "no_room", numbers)


@pytest.mark.clause("d5.3")
@pytest.mark.parametrize("preset", ALL)
def test_c5_3_what_is_held_already_takes_room(preset: str) -> None:
    """The limit is on the holding, not on a purchase."""
    part = cast(preset)
    kind = part.first
    table = buyer(preset).owns(0, part.three).fuel(0, **{kind: 4}).at("resources")
    refusal = table.refused(f"0 buy {kind} 3")
    numbers = {"amount": 3, "room": 2}
    assert facts(refusal) == (table.clause("c5.3", "d5.3"), "no_room", numbers)
    table.do(f"0 buy {kind} 2")
    assert table.fuel(0) == {kind: 6}
    assert table.refused(f"0 buy {kind} 1").numbers == {"amount": 1, "room": 0}


@pytest.mark.clause("d5.3")
@pytest.mark.parametrize("preset", ALL)
def test_c5_3_plants_of_one_kind_add_up(preset: str) -> None:
    """Two plants of a kind hold what both hold."""
    part = cast(preset)
    table = buyer(preset).owns(0, part.two, part.three).at("resources")
    assert most(table, part.first) == 10


@pytest.mark.clause("d5.4")
@pytest.mark.parametrize("held", range(5))
@pytest.mark.parametrize("preset", ALL)
def test_c5_4_a_hybrid_holds_any_mix(preset: str, held: int) -> None:
    """A hybrid that burns two holds four tokens of its kinds together."""
    part = cast(preset)
    table = buyer(preset).owns(0, part.hybrid).fuel(0, **{part.first: held}).at("resources")
    if held == 4:
        assert table.phase == "building"
        return
    assert most(table, part.first) == 4 - held
    assert most(table, part.second) == 4 - held
    assert most(table, part.third) == 0
    table.do(f"0 buy {part.second} {4 - held}")
    assert sum(table.fuel(0).values()) == 4
    refusal = table.refused(f"0 buy {part.second} 1")
    numbers = {"amount": 1, "room": 0}
    assert facts(refusal) == (table.clause("c5.3", "d5.3"), "no_room", numbers)


@pytest.mark.clause("d5.4")
@pytest.mark.parametrize("n_second", range(3))
@pytest.mark.parametrize("preset", ALL)
def test_c5_4_a_hybrid_burns_any_mix(preset: str, n_second: int) -> None:
    """The hybrid burns two tokens of its kinds together."""
    part = cast(preset)
    built = scenario(preset=preset, seats=3).owns(0, part.hybrid)
    table = built.fuel(0, **{part.first: 2, part.second: 2}).at("bureaucracy")
    table.do(f"0 run {part.hybrid} {2 - n_second}")
    assert table.fuel(0).get(part.first, 0) == n_second
    assert table.fuel(0).get(part.second, 0) == 2 - n_second


@pytest.mark.clause("d5.5")
@pytest.mark.parametrize("preset", ALL)
def test_c5_5_fuel_moves_to_make_room(preset: str) -> None:
    """Fuel that could be on the hybrid moves to the plant of its own kind when the other comes."""
    part = cast(preset)
    first, second = part.first, part.second
    built = buyer(preset).owns(0, part.two, part.hybrid).fuel(0, **{first: 4})
    table = built.at("resources")
    assert most(table, first) == 4
    assert most(table, second) == 4
    table.do(f"0 buy {second} 3")
    assert most(table, first) == 1
    assert most(table, second) == 1
    table.do(f"0 buy {first} 1")
    refusal = table.refused(f"0 buy {second} 1")
    numbers = {"amount": 1, "room": 0}
    assert facts(refusal) == (table.clause("c5.3", "d5.3"), "no_room", numbers)


@pytest.mark.clause("d5.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c5_5_fuel_moves_between_old_and_new_plants(preset: str) -> None:
    """A new plant takes fuel over from the hybrid, which then holds more of its other kind."""
    part = cast(preset)
    built = scenario(preset=preset, seats=2).owns(0, part.hybrid).fuel(0, **{part.first: 4})
    table = built.money(1, 0).at("auction")
    table.do(f"0 offer {part.two} {part.two}")
    table.deal()
    table.do("1 pass")
    table.deal()
    assert table.phase == "resources"
    assert most(table, part.second) == 4


LAYOUTS = [
    *[
        ("original", plants)
        for plants in [
            *((4, 5), (3, 5), (5, 12), (3, 4, 5), (3, 4, 29), (5, 29, 13), (4, 10, 29)),
        ]
    ],
    *[
        ("europe", plants)
        for plants in [(5, 35), (10, 35), (8, 35), (5, 10, 35), (6, 14, 22), (22, 35, 24)]
    ],
]


@pytest.mark.clause("d5.5")
@pytest.mark.parametrize(("preset", "plants"), LAYOUTS)
def test_c5_5_a_holding_is_allowed_if_it_can_be_laid_out(
    preset: str, plants: tuple[int, ...]
) -> None:
    """The engine's answer equals that of trying every arrangement."""
    rules = buyer(preset).game.rules
    fuel = rules.fuel
    capacity = fuel.capacity([rules.plant_called(number) for number in plants])
    possible = holdings(rules, [plant_called(rules, number) for number in plants])

    def holding(first: int, second: int) -> list[int]:
        held = [0] * fuel.n_kinds
        held[fuel.first] = first
        held[fuel.second] = second
        return held

    for first, second in product(range(15), repeat=2):
        held = holding(first, second)
        assert fuel.fits(capacity, held) == ((first, second) in possible), held
    for first, second in possible:
        for kind, (df, ds) in ((fuel.first, (1, 0)), (fuel.second, (0, 1))):
            room = 0
            while (first + df * (room + 1), second + ds * (room + 1)) in possible:
                room += 1
            assert fuel.room(capacity, holding(first, second), kind) == room


@pytest.mark.clause("d5.6")
@pytest.mark.parametrize("preset", ALL)
def test_c5_6_no_one_buys_more_than_the_market_offers(preset: str) -> None:
    """Three tokens on the market are three, though the supply has more."""
    part = cast(preset)
    kind = part.third
    table = buyer(preset).owns(0, part.third_two).tokens(**{kind: 3}).at("resources")
    supply = table.supply()[kind]
    refusal = table.refused(f"0 buy {kind} 4")
    numbers = {"amount": 4, "on_sale": 3}
    assert facts(refusal) == (table.clause("c5.6", "d5.6"), "sold_out", numbers)
    table.do(f"0 buy {kind} 3")
    assert table.supply()[kind] == supply
    refusal = table.refused(f"0 buy {kind} 1")
    numbers = {"amount": 1, "on_sale": 0}
    assert facts(refusal) == (table.clause("c5.6", "d5.6"), "sold_out", numbers)


@pytest.mark.clause("d5.6")
@pytest.mark.parametrize("preset", ALL)
def test_c5_6_no_one_buys_more_than_the_money_pays(preset: str) -> None:
    """Three tokens cost 3, the fourth 2 more."""
    part = cast(preset)
    kind = part.first
    built = buyer(preset).owns(0, part.three).money(0, 4).tokens(**{kind: 24})
    table = built.at("resources")
    assert most(table, kind) == 3
    refusal = table.refused(f"0 buy {kind} 4")
    numbers = {"cost": 5, "money": 4}
    assert facts(refusal) == (table.clause("c5.6", "d5.6"), "cannot_pay_fuel", numbers)
    table.do(f"0 buy {kind} 3")
    assert table.money(0) == 1
    refusal = table.refused(f"0 buy {kind} 1")
    numbers = {"cost": 2, "money": 1}
    assert facts(refusal) == (table.clause("c5.6", "d5.6"), "cannot_pay_fuel", numbers)


@pytest.mark.clause("d5.6")
@pytest.mark.parametrize("preset", ALL)
def test_c5_6_the_last_elektro_may_be_spent(preset: str) -> None:
    """A purchase may cost all the money held."""
    part = cast(preset)
    built = buyer(preset).owns(0, part.three).money(0, 5).tokens(**{part.first: 24})
    table = built.at("resources")
    table.do(f"0 buy {part.first} 4")
    assert table.money(0) == 0


@pytest.mark.clause("d5.6", "d12.4")
@pytest.mark.parametrize("preset", ALL)
def test_c5_7_fuel_is_neither_sold_nor_thrown_away(preset: str) -> None:
    """The fuel turn knows buying and finishing only."""
    part = cast(preset)
    built = buyer(preset).owns(0, part.hybrid, part.third_two)
    table = built.fuel(0, **{part.first: 2, part.third: 1}).at("resources")
    verbs = {line.split()[1] for line in table.legal()}
    assert verbs == {"buy", "finish-buying"}
    for line in ("0 sell coal 1", "0 discard coal 1", "0 buy coal -1"):
        with pytest.raises(NotationError):
            table.notation.parse(line)
    refusal = table.refused("0 buy coal 0")
    numbers = {"resource": 0, "amount": 0}
    assert facts(refusal) == (table.clause("c12.6", "d12.4"), "unknown_name", numbers)


@pytest.mark.clause("d5.6")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c5_7_fuel_that_is_not_burned_stays(preset: str) -> None:
    """A token too few for a run is still there in the next round."""
    built = scenario(preset=preset, seats=2).owns(0, 4).fuel(0, coal=1)
    table = built.owns(1, cast(preset).winds[0]).at("bureaucracy")
    table.do(f"1 run {cast(preset).winds[0]}")
    table.deal()
    assert (table.phase, table.state.round) == ("auction", 3)
    assert table.fuel(0) == {"coal": 1}


@pytest.mark.clause("d5.1")
@pytest.mark.parametrize(
    ("plants", "coal", "uranium", "money"),
    [
        pytest.param(("wind",), 0, 4, 500, id="nothing-to-burn"),
        pytest.param((), 0, 4, 500, id="no-plant"),
        pytest.param((4,), 4, 4, 500, id="no-room"),
        pytest.param(("uranium",), 0, 0, 500, id="sold-out"),
        pytest.param(("uranium",), 0, 1, 8, id="no-money"),
    ],
)
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c5_8_who_cannot_buy_is_not_asked(
    preset: str, plants: tuple[int | str, ...], coal: int, uranium: int, money: int
) -> None:
    """The turn passes automatically if there is no fuel to buy, no room for it or no money."""
    part = cast(preset)
    named = {"wind": part.winds[0], "uranium": part.uranium[0]}
    owned = [named.get(str(plant), plant) for plant in plants]
    built = buyer(preset).owns(0, *map(int, owned)).fuel(0, coal=coal)
    built.tokens(uranium=uranium).money(0, money)
    table = built.owns(1, part.three).order(1, 0, 2).at("resources")
    assert (table.phase, table.actor) == ("resources", 1)


@pytest.mark.clause("d5.1", "d12.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c5_8_a_purchase_can_be_taken_back_before_the_turn_ends(preset: str) -> None:
    """A seat that can buy nothing more still decides while its purchase can be taken back."""
    cost = 8 if preset in DELUXE else 5
    table = buyer(preset).owns(0, 4).money(0, cost).at("resources")
    table.do("0 buy coal 4")
    assert (table.phase, table.actor) == ("resources", 0)
    assert table.legal() == ["0 finish-buying"]
    table.do("0 take-back")
    assert (table.money(0), table.fuel(0)) == (cost, {})
    table.do("0 buy coal 4", "0 finish-buying")
    assert table.phase != "resources"

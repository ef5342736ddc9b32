"""Clauses c11: options."""

from typing import Any, Final

import pytest

from gridwright.content.table import ContentError, TableSpec, build_rules, default_spec
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import ContractorAdvanced, PlantBought, PlantScrapped
from gridwright.engine.vocabulary.setup import DrawOrder, MayOrder
from gridwright.engine.vocabulary.turn import GameEnded
from tests.kit import Scenario, Table, facts, only, opening, scenario
from tests.kit.scenario import edition_of
from tests.rules.presets import ALL, DELUXE

MARKET: Final = (11, 12, 14, 16, 17, 18, 19, 20)


def contractor(preset: str, card: int, **options: Any) -> Scenario:
    """Three seats with three plants each; seat 0 offers first."""
    built = scenario(preset=preset, seats=3, contractor=True, **options).contractor(card)
    built.owns(0, 3, 4, 5).owns(1, 6, 7, 8).owns(2, 9, 10, 13).market(*MARKET)
    return built.stack(top=[22, 24, 25, 26])


def buy_and_scrap(table: Table, plant: int, scrapped: int) -> PlantScrapped:
    """The chooser buys a plant at its number and gives one up; a card is drawn for it."""
    seat = table.actor
    table.do(f"{seat} offer {plant} {plant}")
    while table.state.auction.scrapper != seat:
        table.do(f"{table.actor} drop")
    (event,) = only(table.do(f"{seat} scrap {scrapped}"), PlantScrapped)
    table.deal()
    return event


@pytest.mark.clause("d11.1")
@pytest.mark.parametrize(
    ("card", "first", "later"),
    [(0, 5, 0), (1, 10, 5), (2, 15, 5), (3, 20, 10), (4, 25, 10), (5, 30, 15)],
)
@pytest.mark.parametrize("preset", ALL)
def test_c11_1_the_contractor_pays_for_a_plant_given_up(
    preset: str, card: int, first: int, later: int
) -> None:
    """The first seat of the phase the higher amount, each later one the lower."""
    table = contractor(preset, card).at("auction")
    paid = [buy_and_scrap(table, 16, 3), buy_and_scrap(table, 17, 6), buy_and_scrap(table, 18, 9)]
    assert [(event.seat, event.paid) for event in paid] == [(0, first), (1, later), (2, later)]
    assert table.state.money == [50 - 16 + first, 50 - 17 + later, 50 - 18 + later]


@pytest.mark.parametrize("preset", ["original", "reference"])
def test_c11_1_two_players_with_four_plants_are_paid_for_the_fifth(preset: str) -> None:
    """The fourth plant is simply added (c1.11); the fifth pushes one out and is paid for."""
    built = scenario(preset=preset, seats=2, contractor=True).contractor(0).market(*MARKET)
    table = built.owns(0, 3, 4, 5).owns(1, 6, 7, 8, 9).stack(top=[22, 24]).at("auction")
    table.do("0 offer 16 16", "1 drop")
    assert table.plants(0) == [3, 4, 5, 16]
    table.deal()
    event = buy_and_scrap(table, 17, 6)
    assert (event.seat, event.paid) == (1, 5)


@pytest.mark.clause("d11.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_1_the_new_plant_is_paid_before(preset: str) -> None:
    """The contractor's payment cannot be bid."""
    table = contractor(preset, 5).money(0, 15).at("auction")
    refusal = table.refused("0 offer 16 16")
    assert facts(refusal) == (
        table.clause("c3.4", "d3.4"),
        "bid_above_money",
        {"bid": 16, "money": 15},
    )
    table.do("0 offer 14 15", "1 drop", "2 drop")
    assert table.money(0) == 0
    table.do("0 scrap 3")
    assert table.money(0) == 30


@pytest.mark.clause("d11.1")
@pytest.mark.parametrize("preset", ALL)
def test_c11_1_nothing_is_paid_without_the_option(preset: str) -> None:
    """The plant leaves for nothing."""
    built = scenario(preset=preset, seats=3).owns(0, 3, 4, 5).market(*MARKET)
    table = built.stack(top=[22]).at("auction")
    event = buy_and_scrap(table, 16, 3)
    assert (event.paid, table.money(0)) == (0, 50 - 16)


@pytest.mark.clause("d11.1")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_1_nothing_is_paid_for_plants_that_leave_otherwise(preset: str) -> None:
    """A seat with fewer plants gives up none, and obsolete plants are no one's."""
    built = (
        scenario(preset=preset, seats=3, contractor=True)
        .owns(0, 3, 4)
        .market(*MARKET)
        .stack(top=[22])
    )
    table = built.at("auction")
    events = table.do("0 offer 11 11", "1 drop", "2 drop")
    assert only(events, PlantScrapped) == []
    assert table.money(0) == 39


@pytest.mark.clause("d11.2")
@pytest.mark.parametrize("card", range(6))
@pytest.mark.parametrize("preset", ALL)
def test_c11_2_the_top_card_leaves_after_a_phase_in_which_it_paid(preset: str, card: int) -> None:
    """One card a phase, however many scrapped; the sixth stays."""
    table = contractor(preset, card).at("auction")
    buy_and_scrap(table, 16, 3)
    assert table.state.contractor == card
    buy_and_scrap(table, 17, 6)
    events = table.do("2 pass")
    events += table.deal()
    assert table.state.contractor == min(card + 1, 5)
    moved = [event.card for event in only(events, ContractorAdvanced)]
    assert moved == ([card + 1] if card < 5 else [])


@pytest.mark.clause("d11.2")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_2_the_top_card_leaves_also_if_it_would_have_paid_nothing(preset: str) -> None:
    """A later seat's 0 is paid by the first card; a phase with a scrapped plant moves it on."""
    table = contractor(preset, 0).at("auction")
    buy_and_scrap(table, 16, 3)
    assert buy_and_scrap(table, 17, 6).paid == 0
    table.do("2 pass")
    table.deal()
    assert table.state.contractor == 1


@pytest.mark.clause("d11.2")
@pytest.mark.parametrize("preset", ALL)
def test_c11_2_the_card_stays_if_no_seat_scrapped(preset: str) -> None:
    """Buying without giving up a plant moves nothing."""
    built = scenario(preset=preset, seats=3, contractor=True).contractor(2).market(*MARKET)
    table = built.stack(top=[22, 24]).at("auction")
    table.do("0 offer 16 16", "1 drop", "2 drop")
    table.deal()
    table.do("1 pass", "2 pass")
    table.deal()
    assert table.phase != "auction"
    assert table.state.contractor == 2


def seen_money(table: Table) -> dict[int, list[int]]:
    """The money that each viewer sees."""
    viewers = [SPECTATOR, *range(table.game.rules.n_seats)]
    return {viewer: observe(table.game, table.state, viewer).money for viewer in viewers}


def rich_and_poor(preset: str, **options: Any) -> Scenario:
    return (
        scenario(preset=preset, seats=3, **options)
        .money(0, 40)
        .money(1, 11)
        .money(2, 70)
        .market(*MARKET)
    )


@pytest.mark.clause("d11.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_3_open_money_is_seen_by_everyone(preset: str) -> None:
    """Money is open unless the table says otherwise."""
    assert not default_spec(edition_of(preset, None), preset).hidden_money
    table = rich_and_poor(preset).at("auction")
    assert set(map(tuple, seen_money(table).values())) == {(40, 11, 70)}


@pytest.mark.clause("d11.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_3_hidden_money_is_seen_by_its_owner_only(preset: str) -> None:
    """A spectator sees none."""
    table = rich_and_poor(preset, hidden_money=True).at("auction")
    assert seen_money(table) == {
        SPECTATOR: [HIDDEN, HIDDEN, HIDDEN],
        0: [40, HIDDEN, HIDDEN],
        1: [HIDDEN, 11, HIDDEN],
        2: [HIDDEN, HIDDEN, 70],
    }


@pytest.mark.clause("d11.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_3_every_payment_is_public(preset: str) -> None:
    """The price of a plant is an event for all, with hidden money too."""
    table = rich_and_poor(preset, hidden_money=True).stack(top=[22]).at("auction")
    (bought,) = only(table.do("0 offer 11 12", "1 drop", "2 drop"), PlantBought)
    assert (bought.seat, bought.price) == (0, 12)
    assert seen_money(table)[0] == [28, HIDDEN, HIDDEN]


@pytest.mark.clause("d11.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_3_hidden_money_does_not_tell_who_is_poor(preset: str) -> None:
    """Seat 1 cannot pay, but has a turn; with open money it has none (c3.7)."""
    table = rich_and_poor(preset, hidden_money=True).at("auction")
    table.do("0 offer 11 20")
    assert (table.actor, table.legal()) == (1, ["1 drop"])
    table = rich_and_poor(preset).at("auction")
    table.do("0 offer 11 20")
    assert table.actor == 2


@pytest.mark.clause("d11.3")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_3_hidden_money_is_open_after_the_end(preset: str) -> None:
    """Hidden money is shown at the end, because it decides ties."""
    built = rich_and_poor(preset, hidden_money=True).step(3).n_cities(2, 17)
    table = built.market(37, 39, 40, 42, 44, 50).at("building")
    assert seen_money(table)[0] == [40, HIDDEN, HIDDEN]
    events = []
    while table.phase == "building":
        events += table.do(f"{table.actor} finish-building")
    assert [event.money for event in only(events, GameEnded)] == [[40, 11, 70]]
    assert set(map(tuple, seen_money(table).values())) == {(40, 11, 70)}


@pytest.mark.clause("d11.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_7_the_order_is_drawn_by_lot(preset: str) -> None:
    """Any order of the seats, and nothing else."""
    table = opening(preset=preset, seats=4)
    assert table.actor == CHANCE
    (offer,) = table.offers()
    assert isinstance(offer, MayOrder)
    orders = [action.order for action in offer.actions() if isinstance(action, DrawOrder)]
    assert len({tuple(order) for order in orders}) == 24
    for order in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 0]):
        refusal = table.refused_action(DrawOrder(order))
        assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", {})
    table.act(DrawOrder([3, 1, 0, 2]))
    table.deal()
    assert (table.state.order, table.actor) == ([3, 1, 0, 2], 3)


@pytest.mark.clause("d11.5")
@pytest.mark.parametrize("preset", ["original", *DELUXE])
def test_c11_7_the_order_may_be_given(preset: str) -> None:
    """A given order must name each seat once, and no lot is drawn for it."""
    table = opening(preset=preset, seats=4, order=(3, 1, 0, 2))
    assert table.state.order == [3, 1, 0, 2]
    assert not isinstance(table.offers()[0], MayOrder)
    with pytest.raises(ContentError, match=r"^table: order"):
        opening(preset=preset, seats=4, order=(0, 1, 2))


HOUSE_RULES: Final = (
    "reference-income",
    "reference-refill",
    "no-building-in-round-1",
    "network-within-capacity",
    "scrapped-under-stack",
    "dry-stack-ends",
)


def figures(preset: str, *house_rules: str) -> dict[str, object]:
    """Return what each house rule decides, at a table of three."""
    spec = default_spec(preset=preset, seats=3)
    rules = build_rules(
        TableSpec(spec.edition, preset, spec.board, spec.seats, house_rules=house_rules)
    )
    return {
        "reference-income": rules.income,
        "reference-refill": rules.market.refills,
        "no-building-in-round-1": rules.settings.first_building_round,
        "network-within-capacity": rules.settings.network_within_capacity,
        "scrapped-under-stack": rules.settings.scrapped_under_stack,
        "dry-stack-ends": rules.settings.dry_stack_ends,
    }


@pytest.mark.parametrize("rule", HOUSE_RULES)
@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c11_8_each_house_rule_can_be_switched_on_alone(preset: str, rule: str) -> None:
    """The rule brings the number of ``reference`` and leaves all others as they are."""
    plain = figures(preset)
    reference = figures("reference")
    changed = figures(preset, rule)
    assert plain[rule] != reference[rule]
    assert changed == {**plain, rule: reference[rule]}


@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c11_8_all_house_rules_together_are_those_of_reference(preset: str) -> None:
    """All house rules together give ``reference``, and change nothing on ``reference`` itself."""
    assert figures(preset, *HOUSE_RULES) == figures("reference")
    assert figures("reference", *HOUSE_RULES) == figures("reference")


@pytest.mark.parametrize("preset", ["original", "recharged"])
def test_c11_8_house_rules_are_played(preset: str) -> None:
    """One example of each in play; its clause has the whole rule."""

    def house(rule: str) -> Scenario:
        return scenario(preset=preset, seats=3, house_rules=(rule,)).market(*MARKET)

    table = house("reference-income").n_cities(0, 5).owns(0, 33).at("bureaucracy")
    table.do("0 run 33")
    assert table.money(0) == 50 + 15
    table = house("reference-refill").step(2).tokens(uranium=0).at("bureaucracy")
    assert table.tokens()["uranium"] == 2
    table = house("no-building-in-round-1").round(1).owns(0, 33).at("building")
    assert table.phase == "bureaucracy"
    table = house("network-within-capacity").owns(2, 13).n_cities(2, 1).owns(1, 33).at("building")
    assert table.actor == 1
    table = house("scrapped-under-stack").owns(0, 3, 4, 5).at("auction")
    table.do("0 offer 16 16", "1 drop", "2 drop", "0 scrap 3")
    assert table.layers()[-1] == [3]
    table = house("dry-stack-ends").dry().stack(rest=()).at("building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert table.phase == "over"

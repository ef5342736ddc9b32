"""The deluxe preset that follows its text exactly: d1.13, d1.14, d8.8 and d11.6."""

from typing import Any, Final

import pytest

from gridwright.content.identity import describe_rules
from gridwright.content.table import build_rules, default_spec
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.turn import StepBegan
from tests.kit import STEP_3, Scenario, Table, only, opening, scenario

BOARDS: Final = ("europe", "north-america")
SEATS: Final = (2, 3, 4, 5, 6)
COAL: Final = [
    price
    for price, size in zip(range(1, 9), (4, 4, 4, 3, 3, 3, 2, 2), strict=True)
    for _space in range(size)
]
OTHER_OPENING: Final = {
    "europe": {"gas": 18, "oil": 16, "uranium": 4},
    "north-america": {"gas": 18, "oil": 14, "uranium": 2},
}
LIGHT: Final = [*range(20, 41), 42, 44, 46, 50]
RULES: Final = (
    *("coal-to-8", "light-from-20", "step-three-at-once"),
    "money-alone-breaks-ties",
)


def reference(board: str, **options: Any) -> Scenario:
    return scenario("deluxe", preset="reference", board=board, **options)


def dealt(board: str, seats: int, preset: str = "reference", **options: Any) -> Table:
    """A table after set-up, as the first auction is due."""
    table = opening("deluxe", preset=preset, board=board, seats=seats, **options)
    table.deal()
    return table


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_d1_13_coal_opens_on_every_space_from_2_to_8(board: str, seats: int) -> None:
    """21 tokens, of which the first costs 2; the other kinds are as printed."""
    table = dealt(board, seats)
    assert table.tokens() == {"coal": 21} | OTHER_OPENING[board]
    assert table.supply()["coal"] == 27 - 21
    ladder = table.game.rules.market.ladders[0]
    assert ladder.prices == COAL
    assert COAL[-21:][0] == 2
    assert ladder.next_price(table.state.tokens[0], 0) == 2


@pytest.mark.parametrize("board", BOARDS)
def test_d1_13_a_refill_ends_with_the_25_spaces(board: str) -> None:
    """Two tokens of coal have no space; they stay in the supply."""
    table = reference(board, seats=6).tokens(coal=24).step(2).at("bureaucracy")
    table.deal()
    assert table.tokens()["coal"] == 25


@pytest.mark.parametrize("board", BOARDS)
def test_d1_13_the_last_token_costs_8(board: str) -> None:
    """No coal is ever sold for 9."""
    table = reference(board, seats=3).owns(0, 9).money(0, 50).tokens(coal=1).at("resources")
    table.do("0 buy coal 1")
    assert table.money(0) == 42


@pytest.mark.parametrize(
    ("seats", "n_dark", "n_light"),
    [
        (2, 1, 5),
        (3, 2, 6),
        (4, 1, 3),
        (5, 0, 0),
        (6, 0, 0),
    ],
)
@pytest.mark.parametrize("board", BOARDS)
def test_d1_14_the_cards_continue_at_20(board: str, seats: int, n_dark: int, n_light: int) -> None:
    """Plants 16 to 19 are in no layer and on no market; as many as ever are removed unseen."""
    table = dealt(board, seats)
    possible = {card for layer in table.layers() for card in layer}
    assert not possible & {16, 17, 18, 19}
    assert set(LIGHT) <= possible
    assert table.state.stack.size() == 13 + 25 - n_dark - n_light + 1 - len(table.market())


@pytest.mark.parametrize("board", BOARDS)
def test_d8_8_the_step_3_card_takes_effect_in_the_auctions(board: str) -> None:
    """Card and smallest plant leave, step 3 begins, and all six plants are on offer immediately."""
    market = (20, 21, 22, 23, 30, 31, 32, 33)
    table = reference(board, seats=3).step(2).market(*market).stack(top=[STEP_3]).at("auction")
    table.do("0 offer 22 50")
    events = table.reveal(STEP_3) + table.deal()
    assert [event.step for event in only(events, StepBegan)] == [3]
    assert (table.phase, table.actor, table.state.step) == ("auction", 1, 3)
    assert table.market() == table.current() == [21, 23, 30, 31, 32, 33]
    assert {20, STEP_3} <= set(table.gone())
    table.do("1 offer 33 33")


@pytest.mark.parametrize("board", BOARDS)
def test_d8_8_three_houses_fit_and_the_upkeep_is_that_of_step_3(board: str) -> None:
    """The rest of the round is played in step 3."""
    market = (20, 21, 22, 23, 30, 31, 32, 33)
    built = reference(board, seats=3).step(2).market(*market).stack(top=[STEP_3, 40])
    table = built.at("auction")
    table.do("0 offer 22 50")
    table.reveal(STEP_3)
    table.deal()
    table.do("1 pass", "2 pass")
    table.deal()
    assert table.state.step == 3
    assert table.phase != "auction"
    while table.state.round == 2 and table.actor >= 0:
        table.do(next(line for line in table.legal() if "finish" in line or "nothing" in line))
        table.deal()
    assert table.state.market_size == 6


@pytest.mark.parametrize("board", BOARDS)
def test_d8_8_the_change_of_step_2_comes_first(board: str) -> None:
    """d8.6 holds here too: the smallest leaves twice, and in North America one is drawn between."""
    market = (11, 12, 13, 14, 22, 23, 30, 31, 32)[: 9 if board == "europe" else 8]
    table = reference(board, seats=3).market(*market).stack(top=[STEP_3, 40]).at("auction")
    table.do("0 offer 14 50")
    table.reveal(STEP_3)
    table.deal()
    assert table.state.step == 3
    assert {11, 12} <= set(table.gone())
    assert len(table.market()) == 6
    assert table.current() == table.market()


@pytest.mark.parametrize("preset", BOARDS)
def test_d8_8_other_presets_wait_for_the_end_of_the_phase(preset: str) -> None:
    """The card is on the market until then (d8.3)."""
    market = (20, 21, 22, 23, 30, 31, 32, 33)
    built = scenario(preset=preset, seats=3).step(2).market(*market)
    table = built.stack(top=[STEP_3]).at("auction")
    table.do("0 offer 22 50")
    table.reveal(STEP_3)
    table.deal()
    assert (table.state.step, STEP_3 in table.market()) == (2, True)


@pytest.mark.parametrize("board", BOARDS)
def test_d9_4_money_alone_breaks_ties(board: str) -> None:
    """Equal in supply and money with one, two and seventeen cities: the win is shared."""
    for options, ranking in (({}, [1, 1, 1]), ({"version": 2}, [3, 2, 1])):
        built = reference(board, seats=3, **options).step(3).market(40, 42, 44, 46, 50)
        built.n_cities(0, 1).n_cities(1, 2).n_cities(2, 17)
        table = built.money(0, 70).money(1, 70).money(2, 70).at("building")
        while table.phase == "building":
            table.do(f"{table.actor} finish-building")
        assert (table.phase, table.state.ranking) == ("over", ranking)


@pytest.mark.parametrize("board", BOARDS)
def test_d9_2_the_best_powering_is_scored_and_nothing_is_paid(board: str) -> None:
    """The game ends with the building phase; its owner does not choose the plants that run."""
    built = reference(board, seats=3).step(3).market(40, 42, 44, 46, 50).n_cities(2, 17)
    table = built.owns(2, 33, 36).fuel(2, coal=3).money(2, 7).at("building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert table.phase == "over"
    assert table.money(2) == 7
    assert table.game.scoring.scores(table.state)[2] > 0


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_d11_6_the_house_rules_together_are_the_preset(board: str, seats: int) -> None:
    """The house rules together are the preset, and each alone is one of its differences."""
    preset = default_spec("deluxe", "reference", board, seats)
    published = default_spec("deluxe", board, board, seats)
    rules = [
        describe_rules(build_rules(spec)) | {"preset": ""}
        for spec in (preset, published, with_rules(published, *RULES))
    ]
    assert rules[0] == rules[2] != rules[1]
    changed = [
        {key for key, value in with_one.items() if value != rules[1].get(key)}
        for with_one in [
            describe_rules(build_rules(with_rules(published, rule))) | {"preset": ""}
            for rule in RULES
        ]
    ]
    assert changed == [{"market"}, {"deck"}, {"step_three_at_once"}, {"cities_break_ties"}]


def with_rules(spec: Any, *rules: str) -> Any:
    return type(spec).from_json(spec.to_json() | {"house_rules": list(rules)})


@pytest.mark.parametrize("board", BOARDS)
def test_d11_6_two_may_play_it_without_the_trust(board: str) -> None:
    """The house rule takes the figures of the board, in any preset."""
    plain = ("plain-two-players",)
    tables = [dealt(board, 2, preset=preset, house_rules=plain) for preset in ("reference", board)]
    refills = [table.game.rules.market.refills for table in tables]
    assert refills[0] == refills[1]
    assert not tables[0].game.rules.trust.plays
    assert tables[0].actor != CHANCE

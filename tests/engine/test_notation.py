"""Actions as text and as records: there and back, and everything that is neither."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.content.table import TableSpec, build_rules, default_spec
from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, Produce
from gridwright.engine.ids import NONE
from gridwright.engine.notation import MAX_AMOUNT, Notation, NotationError, plant_names
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.production import DeclineSale, RunPlants
from gridwright.engine.vocabulary.setup import DraftRegion, DrawOrder, DrawRegions
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack
from tests.engine.random_play import TABLES, play, table_name


@cache
def recharged_rules() -> Rules:
    return build_rules(default_spec(board="germany-recharged", seats=3))


@cache
def its_notation() -> Notation:
    return Notation(recharged_rules())


@dataclass
class Form:
    """One action in its three forms; it is built when a test asks for it."""

    build: Callable[[], Action]
    text: str
    values: dict[str, object]


def plant(number: int) -> int:
    return recharged_rules().plant_called(number)


def city(name: str) -> int:
    return recharged_rules().board.cities.index(name)


def region(name: str) -> int:
    return recharged_rules().board.regions.index(name)


def n_plants() -> int:
    return len(recharged_rules().deck.plants)


FORMS = [
    Form(
        lambda: DraftRegion(2, region("red")),
        "2 draft red",
        {"do": "draft", "seat": 2, "region": "red"},
    ),
    Form(
        lambda: PlaceTrustHouse(0, city("essen")),
        "0 place-trust essen",
        {"do": "place-trust", "seat": 0, "city": "essen"},
    ),
    Form(
        lambda: OfferPlant(1, plant(13), 14),
        "1 offer 13 14",
        {"do": "offer", "seat": 1, "plant": "13", "bid": 14},
    ),
    Form(lambda: PassAuction(0), "0 pass", {"do": "pass", "seat": 0}),
    Form(lambda: Bid(1, 27), "1 bid 27", {"do": "bid", "seat": 1, "amount": 27}),
    Form(lambda: DropOut(2), "2 drop", {"do": "drop", "seat": 2}),
    Form(
        lambda: ScrapPlant(0, plant(5), 0),
        "0 scrap 5",
        {"do": "scrap", "seat": 0, "plant": "5", "lost": 0, "more": 0},
    ),
    Form(
        lambda: ScrapPlant(0, plant(5), 2),
        "0 scrap 5 2",
        {"do": "scrap", "seat": 0, "plant": "5", "lost": 2, "more": 0},
    ),
    Form(
        lambda: BuyResources(1, 3, 2),
        "1 buy uranium 2",
        {"do": "buy", "seat": 1, "resource": "uranium", "amount": 2},
    ),
    Form(lambda: ChangeMarket(2), "2 change-market", {"do": "change-market", "seat": 2}),
    Form(lambda: FinishBuying(1), "1 finish-buying", {"do": "finish-buying", "seat": 1}),
    Form(
        lambda: ConnectCity(2, city("essen")),
        "2 connect essen",
        {"do": "connect", "seat": 2, "city": "essen"},
    ),
    Form(
        lambda: ExtendNetwork(2, city("essen")),
        "2 extend essen",
        {"do": "extend", "seat": 2, "city": "essen"},
    ),
    Form(lambda: DeclineSale(2), "2 decline-sale", {"do": "decline-sale", "seat": 2}),
    Form(lambda: FinishBuilding(2), "2 finish-building", {"do": "finish-building", "seat": 2}),
    Form(
        lambda: RunPlants(0, 0, 0),
        "0 run nothing",
        {"do": "run", "seat": 0, "plants": "nothing", "first": 0},
    ),
    Form(
        lambda: RunPlants(0, 1 << plant(5) | 1 << plant(50), 1),
        "0 run 5+50 1",
        {"do": "run", "seat": 0, "plants": "5+50", "first": 1},
    ),
    Form(lambda: TakeBack(1), "1 take-back", {"do": "take-back", "seat": 1}),
    Form(
        lambda: DrawOrder([2, 0, 1]),
        "chance order 2+0+1",
        {"do": "order", "seat": "chance", "order": "2+0+1"},
    ),
    Form(
        lambda: DrawRegions(1 << region("red")),
        "chance regions red",
        {"do": "regions", "seat": "chance", "regions": "red"},
    ),
    Form(
        lambda: RevealCard(plant(40), 1),
        "chance reveal 40 socket",
        {"do": "reveal", "seat": "chance", "card": "40", "next_back": "socket"},
    ),
    Form(
        lambda: RevealCard(n_plants(), NONE),
        "chance reveal step-3 nothing",
        {"do": "reveal", "seat": "chance", "card": "step-3", "next_back": "nothing"},
    ),
    Form(
        lambda: ShuffleStack(0),
        "chance shuffle plug",
        {"do": "shuffle", "seat": "chance", "next_back": "plug"},
    ),
]


def test_every_kind_has_a_form_here() -> None:
    words = {form.build().WORD for form in FORMS}
    assert len(words) == 20
    assert words == {str(form.values["do"]) for form in FORMS}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.text)
def test_an_action_is_written_and_read(form: Form) -> None:
    action = form.build()
    assert its_notation().text(action) == form.text
    assert its_notation().parse(form.text) == action
    assert its_notation().to_values(action) == form.values
    assert its_notation().from_values(form.values) == action


def test_text_may_have_spaces_and_the_zero_that_may_be_left_out() -> None:
    assert its_notation().parse("  1   bid  27\n") == Bid(1, 27)
    assert its_notation().parse("0 scrap 5 0") == ScrapPlant(0, plant(5), 0)
    assert its_notation().parse("0 run 5 0") == RunPlants(0, 1 << plant(5), 0)


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_every_action_of_a_game_comes_back(spec: TableSpec) -> None:
    notation = Notation(build_rules(spec))
    kinds = set()
    for history, action in play(spec, seed=3):
        for each in [action, *history.game.legal(history.state)[:20]]:
            assert notation.parse(notation.text(each)) == each
            assert notation.from_values(notation.to_values(each)) == each
        kinds.add(type(action))
    on_a_board = {BuyResources, ConnectCity, RunPlants}
    with_cards = {BuyCard, DealFuel, Produce}
    assert kinds >= {OfferPlant, RevealCard, *(with_cards if notation.fuel_cards else on_a_board)}


MALFORMED = [
    "",
    " ",
    "0",
    "pass",
    "0 0",
    "x pass",
    "-1 pass",
    "+1 pass",
    "01 pass",
    "3 pass",
    "99999999999999999999 pass",
    "²  pass",
    "٣ pass",
    "0 Pass",
    "0 fly",
    "0 pass 1",
    "0 pass pass",
    "0 bid",
    "0 bid 1 2",
    "0 bid -1",
    "0 bid 1.5",
    "0 bid 1e3",
    "0 bid 1_000",
    "0 bid 007",
    "0 bid ten",
    "0 bid 0x10",
    "0 bid \uff11\uff12",
    "0 bid 100000000",
    "0 offer 13",
    "0 offer 14 14 14",
    "0 offer 2 14",
    "0 offer 51 51",
    "0 offer step-3 51",
    "0 offer 013 14",
    "0 offer nothing 14",
    "0 scrap",
    "0 scrap 5 1 1 1",
    "0 scrap step-3",
    "0 buy coal",
    "0 buy wind 1",
    "0 buy 1 coal",
    "0 buy Coal 1",
    "0 buy nothing 1",
    "0 connect",
    "0 connect paris",
    "0 connect Essen",
    "0 connect essen koeln",
    "0 place-trust nothing",
    "0 draft blue+red",
    "0 draft white",
    "0 run",
    "0 run 5+5",
    "0 run 50+5",
    "0 run 5+",
    "0 run +5",
    "0 run 5+nothing",
    "0 run nothing+nothing",
    "0 run step-3",
    "0 run 5 1 1",
    "0 finish",
    "0 take-back 1",
    "chance pass",
    "chance bid 3",
    "chance take-back",
    "0 shuffle plug",
    "0 order 0+1+2",
    "0 reveal 40 socket",
    "chance order",
    "chance order 0+1+3",
    "chance order 0,1,2",
    "chance order 0+1+",
    "chance regions",
    "chance regions nothing",
    "chance regions red+red",
    "chance reveal 40",
    "chance reveal 40 card",
    "chance reveal nothing socket",
    "chance shuffle",
    "chance shuffle 0",
    "CHANCE shuffle plug",
]


@pytest.mark.parametrize("line", MALFORMED)
def test_text_that_names_no_action(line: str) -> None:
    with pytest.raises(NotationError, match=r"expected|is not an action"):
        its_notation().parse(line)


def test_regions_and_plants_are_named_in_order() -> None:
    names = recharged_rules().board.regions
    assert its_notation().parse(f"chance regions {names[0]}+{names[1]}") == DrawRegions(0b11)
    with pytest.raises(NotationError, match="in order and each once"):
        its_notation().parse(f"chance regions {names[1]}+{names[0]}")


def test_chance_is_not_a_seat_in_an_order() -> None:
    with pytest.raises(NotationError):
        its_notation().parse("chance order chance+0+1")


def test_amounts_go_up_to_the_largest_one() -> None:
    assert its_notation().parse(f"0 bid {MAX_AMOUNT}") == Bid(0, MAX_AMOUNT)
    with pytest.raises(NotationError, match=f"up to {MAX_AMOUNT}"):
        its_notation().parse(f"0 bid {MAX_AMOUNT + 1}")
    with pytest.raises(NotationError, match=f"up to {MAX_AMOUNT}"):
        its_notation().from_values({"do": "bid", "seat": 0, "amount": MAX_AMOUNT + 1})


BID: dict[str, Any] = {"do": "bid", "seat": 0, "amount": 3}
REVEAL: dict[str, Any] = {"do": "reveal", "seat": "chance", "card": "40", "next_back": "socket"}
RECORDS: dict[str, dict[str, Any]] = {
    "empty": {},
    "no verb": {"seat": 0, "amount": 3},
    "no seat": {"do": "bid", "amount": 3},
    "no amount": {"do": "bid", "seat": 0},
    "extra field": {**BID, "plant": "13"},
    "extra field of a bare verb": {"do": "pass", "seat": 0, "why": "poor"},
    "unknown verb": {**BID, "do": "fly"},
    "verb with another case": {**BID, "do": "Bid"},
    "verb as a number": {**BID, "do": 5},
    "verb as true": {**BID, "do": True},
    "verb of chance by a seat": {**REVEAL, "seat": 0},
    "verb of chance by a seat as text": {**REVEAL, "seat": "0"},
    "verb of a seat by chance": {**BID, "seat": "chance"},
    "seat as text": {**BID, "seat": "0"},
    "seat as true": {**BID, "seat": True},
    "seat as false": {**BID, "seat": False},
    "seat below zero": {**BID, "seat": -1},
    "seat too large": {**BID, "seat": 3},
    "huge seat": {**BID, "seat": 10**30},
    "amount as text": {**BID, "amount": "3"},
    "amount as true": {**BID, "amount": True},
    "amount below zero": {**BID, "amount": -3},
    "huge amount": {**BID, "amount": 10**30},
    "plant as a number": {"do": "offer", "seat": 0, "plant": 13, "bid": 14},
    "plant unknown": {"do": "offer", "seat": 0, "plant": "2", "bid": 14},
    "plant empty": {"do": "offer", "seat": 0, "plant": "", "bid": 14},
    "plant with spaces": {"do": "offer", "seat": 0, "plant": " 13", "bid": 14},
    "city unknown": {"do": "connect", "seat": 0, "city": "paris"},
    "city as a number": {"do": "connect", "seat": 0, "city": 0},
    "kind unknown": {"do": "buy", "seat": 0, "resource": "wind", "amount": 1},
    "kind as a number": {"do": "buy", "seat": 0, "resource": 0, "amount": 1},
    "region unknown": {"do": "draft", "seat": 0, "region": "white"},
    "plants twice": {"do": "run", "seat": 0, "plants": "5+5", "first": 0},
    "plants out of order": {"do": "run", "seat": 0, "plants": "50+5", "first": 0},
    "plants as a mask": {"do": "run", "seat": 0, "plants": 3, "first": 0},
    "mix left out": {"do": "run", "seat": 0, "plants": "5"},
    "mix below zero": {"do": "run", "seat": 0, "plants": "5", "first": -1},
    "loss left out": {"do": "scrap", "seat": 0, "plant": "5", "more": 0},
    "card unknown": {**REVEAL, "card": "step-4"},
    "back unknown": {**REVEAL, "next_back": "card"},
    "back as minus one": {**REVEAL, "next_back": -1},
    "order with a stranger": {"do": "order", "seat": "chance", "order": "0+1+3"},
    "regions as a mask": {"do": "regions", "seat": "chance", "regions": 7},
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_that_names_no_action(name: str) -> None:
    with pytest.raises(NotationError):
        its_notation().from_values(RECORDS[name])


STRANGE: list[Any] = [None, 1.0, 1.5, float("nan"), [], [1], {}, {"a": 1}, b"3", (1,)]


@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize("field", ["do", "seat", "amount"])
def test_a_value_that_is_neither_a_name_nor_a_whole_number(field: str, value: Any) -> None:
    with pytest.raises(NotationError):
        its_notation().from_values({**BID, field: value})


@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize("field", ["card", "next_back"])
def test_a_name_that_is_no_text(field: str, value: Any) -> None:
    with pytest.raises(NotationError):
        its_notation().from_values({**REVEAL, field: value})


@pytest.mark.parametrize("value", [10**5000, -(10**5000)], ids=["positive", "negative"])
@pytest.mark.parametrize(
    ("record", "field"),
    [(BID, "do"), (BID, "seat"), (BID, "amount"), (REVEAL, "seat"), (REVEAL, "card")],
    ids=["verb", "seat", "amount", "dealer", "name"],
)
def test_a_number_too_long_to_be_written_out(
    record: dict[str, Any], field: str, value: int
) -> None:
    """Python itself refuses to write a number of more than 4300 digits."""
    with pytest.raises(NotationError):
        its_notation().from_values({**record, field: value})


@given(st.text(max_size=30))
def test_any_other_text_is_refused_and_never_worse(line: str) -> None:
    try:
        action = its_notation().parse(line)
    except NotationError:
        return
    assert its_notation().parse(its_notation().text(action)) == action


WORDS = st.sampled_from(
    [*{word for form in FORMS for word in form.text.split()}, "5+50", "-1", "00", "x", "1" * 9]
)


@given(st.lists(WORDS, max_size=5))
def test_words_of_the_table_in_any_order(words: list[str]) -> None:
    try:
        action = its_notation().parse(" ".join(words))
    except NotationError:
        return
    assert its_notation().parse(its_notation().text(action)) == action


def test_plants_are_called_by_their_numbers() -> None:
    names = plant_names(recharged_rules())
    assert names[:3] == ["3", "4", "5"]
    assert names[-2:] == ["50", "step-3"]
    assert len(set(names)) == len(names) == n_plants() + 1

"""Canonical JSON, and records of events, offers and observations."""

import json
from collections.abc import Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gridwright.content.table import TableSpec
from gridwright.engine.codec import Json, canonical, event_values, observation_values, offer_values
from gridwright.engine.editions.card.vocabulary import MayBuyCard, MayDealFuel, MayProduce
from gridwright.engine.fuel import FuelRules, Run
from gridwright.engine.fuel_cards import NO_FUEL_CARDS
from gridwright.engine.history import History
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.resources import Ladder
from gridwright.engine.stack import Stack
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.auction import (
    AuctionsBegan,
    MayBid,
    MayOffer,
    MayScrap,
    PassAuction,
    PlantRanges,
)
from gridwright.engine.vocabulary.base import Event, MayDo, Offer, OneOf
from gridwright.engine.vocabulary.building import MayConnect, MayExtend
from gridwright.engine.vocabulary.fuel import MayBuy
from gridwright.engine.vocabulary.market import MayReveal, MayShuffle
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.setup import (
    MayChooseRegions,
    MayDraft,
    MayDrawTrustCity,
    MayDrawTrustRegion,
    MayOrder,
)
from gridwright.engine.vocabulary.trust import MayPlaceTrust
from gridwright.engine.vocabulary.turn import PartsRestored, StepBegan, TakenBack, TurnFinished
from tests.engine.random_play import TABLES, play, table_name

TEXT = st.text(st.characters(exclude_categories=[]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
@example('"\\/\n\r\t\b\f')
@example("".join(chr(code) for code in range(0x20)) + "\x7f\x80\xa0")
@example("\u2028\uffff\U00010000\U0001f50c\U0010ffff")
@example("\ud800\udc00\udfff")
@example({"b": 1, "a": {"\U0001f50c": [], "\uffff": {}}, "": None, "A": -1, "é": 10**40})
def test_canonical_is_what_the_standard_library_writes(value: Any) -> None:
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"))


@given(JSON)
def test_canonical_is_ascii_and_reads_back(value: Any) -> None:
    text = canonical(value)
    assert text.isascii()
    # The standard library joins a lone high and a lone low surrogate when it reads them.
    assert json.dumps(json.loads(text), sort_keys=True) == json.dumps(value, sort_keys=True)


def test_escapes() -> None:
    assert canonical("\n\r\t") == '"\\n\\r\\t"'
    assert canonical("\x00\x1f\x7f") == '"\\u0000\\u001f\\u007f"'
    assert canonical('/"\\') == '"/\\"\\\\"'


def watch(spec: TableSpec, seed: int) -> Iterator[tuple[History, list[Event]]]:
    """A random game: the position and what happened before it."""
    history: History | None = None
    for history, action in play(spec, seed):
        _after, events = history.game.step(history.state, action)
        yield history, events
    assert history is not None
    yield history, []


def check_record(record: Any) -> None:
    """A record survives the standard library, and only holds what JSON can."""
    text = canonical(record)
    assert json.loads(text) == record
    assert text == json.dumps(record, sort_keys=True, separators=(",", ":"))


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_everything_that_is_shown_is_json(spec: TableSpec) -> None:
    for history, events in watch(spec, seed=7):
        for event in events:
            record = event_values(event)
            check_record(record)
            assert record["event"] == event.WORD
            assert set(record) == {"event", *[field.name for field in event.FIELDS]}
        for offer in history.game.offers(history.state):
            check_record(offer_values(offer))
        if len(history.log) % 5 == 0:
            check_record(observation_values(observe(history.game, history.state, 0)))


OFFERS = {
    *(MayDo, MayDraft, MayPlaceTrust, MayOffer, MayBid, MayScrap, MayBuy, MayConnect, MayRun),
    MayExtend,
    *(MayOrder, MayChooseRegions, MayDrawTrustRegion, MayDrawTrustCity, MayReveal, MayShuffle),
    *(MayBuyCard, MayProduce, MayDealFuel),
}
WORDS = {
    *("pass", "drop", "finish-buying", "finish-building", "draft", "place-trust", "offer", "bid"),
    *("scrap", "buy", "connect", "run", "order", "regions", "trust-region", "reveal", "shuffle"),
    *("buy-card", "produce", "fuel", "extend", "decline-sale"),
}


WATER = Ladder([1, 1, 2, 3], 0)
RUN = Run(0b101, 0, 2, 4, 3, [0, 0, 0])
IDLE = Run(0, 0, 0, 0, 0, [0, 0, 0])
RECORDS: list[tuple[Offer, dict[str, Json]]] = [
    (MayDo(PassAuction(3)), {"offer": "pass", "seat": 3}),
    (MayDraft(1, [0, 4]), {"offer": "draft", "seat": 1, "regions": [0, 4]}),
    (MayPlaceTrust(0, [7]), {"offer": "place-trust", "seat": 0, "cities": [7]}),
    (
        MayOffer(2, [3, 5], [3, 6], [9, 6]),
        {"offer": "offer", "seat": 2, "plants": [3, 5], "lows": [3, 6], "highs": [9, 6]},
    ),
    (MayBid(1, 8, 40), {"offer": "bid", "seat": 1, "low": 8, "high": 40}),
    (
        MayScrap(2, [3], [0], [1], [[2, 1, 0]]),
        {
            "offer": "scrap",
            "seat": 2,
            "plants": [3],
            "lows": [0],
            "highs": [1],
            "mores": [[2, 1, 0]],
        },
    ),
    (
        MayBuy(0, 1, 3, WATER, 3),
        {"offer": "buy", "seat": 0, "resource": 1, "costs": [1, 3, 6]},
    ),
    (
        MayConnect(4, [2, 9], [10, 25]),
        {"offer": "connect", "seat": 4, "cities": [2, 9], "costs": [10, 25]},
    ),
    (
        MayExtend(4, [2, 9], [13, 30]),
        {"offer": "extend", "seat": 4, "cities": [2, 9], "costs": [13, 30]},
    ),
    (
        MayRun(5, [IDLE, RUN], 3, [10, 20, 30, 40, 50]),
        {
            "offer": "run",
            "seat": 5,
            "runs": [[0, 0, 0, 0], [0b101, 0, 2, 4]],
            "incomes": [10, 40],
            "best": 0b101,
        },
    ),
    (MayOrder(3), {"offer": "order", "seats": 3}),
    (MayChooseRegions([7, 11]), {"offer": "regions", "choices": [7, 11]}),
    (MayDrawTrustRegion([1, 5]), {"offer": "trust-region", "regions": [1, 5]}),
    (MayDrawTrustCity([1, 5]), {"offer": "trust-city", "cities": [1, 5]}),
    (MayReveal(0b110, [1, 0]), {"offer": "reveal", "cards": 0b110, "next_counts": [1, 0]}),
    (MayShuffle([4, 2]), {"offer": "shuffle", "next_counts": [4, 2]}),
    (
        MayBuyCard(2, [0, 3], [2, 4], [1, 2]),
        {"offer": "buy-card", "seat": 2, "cards": [0, 3], "prices": [2, 4], "kept": [1, 2]},
    ),
    (
        MayProduce(1, [IDLE, RUN], [1, 1, 2, 3, 4], FuelRules([], 2, 0, 1), NO_FUEL_CARDS, []),
        {
            "offer": "produce",
            "seat": 1,
            "runs": [[0, 0, 0, 0], [0b101, 0, 2, 4]],
            "incomes": [1, 4],
            "best": 0b101,
        },
    ),
    (MayDealFuel([2, 0, 1]), {"offer": "fuel", "counts": [2, 0, 1]}),
]


def test_records_of_offers_name_every_choice_and_cost() -> None:
    assert {type(offer) for offer, record in RECORDS} == OFFERS
    for offer, record in RECORDS:
        assert offer_values(offer) == record


Kind = TypeVar("Kind")


def subclasses(kind: type[Kind]) -> set[type[Kind]]:
    """Every kind of the engine; tests may have made up others."""
    found = {kind}
    for each in kind.__subclasses__():
        if each.__module__.startswith("gridwright."):
            found |= subclasses(each)
    return found


def test_every_kind_of_offer_and_event_occurs_in_some_game() -> None:
    """No kind of offer or event is missing from the games that these tests encode."""
    assert subclasses(Offer) - {Offer, OneOf, PlantRanges} == OFFERS
    kinds = subclasses(Event) - {Event}
    assert len({kind.WORD for kind in kinds}) == len(kinds)
    assert set(VOCABULARY.events.values()) == kinds
    assert {*VOCABULARY.offers.values(), MayDo} == OFFERS
    # Parts change and spaces are blocked on boards that have some (tests/boards).
    of_boards: set[type] = {PartsRestored, PartChanged, MayDrawTrustCity}
    missing: set[type] = {*OFFERS, *kinds} - {TakenBack} - of_boards
    words: set[str] = set()
    seed = 0
    while missing and seed < 20:
        for spec in TABLES:
            for history, happened in watch(spec, seed):
                offers = history.game.offers(history.state)
                missing -= {type(each) for each in [*happened, *offers]}
                words |= {str(offer_values(offer)["offer"]) for offer in offers}
        seed += 1
    assert missing == set()
    assert words == WORDS


def test_events_are_compared_by_what_they_say() -> None:
    assert StepBegan(2) == StepBegan(2)
    assert hash(StepBegan(2)) == hash(StepBegan(2))
    assert StepBegan(2) != StepBegan(3)
    assert StepBegan(2) != TurnFinished(2)
    assert StepBegan(2) != 2
    assert AuctionsBegan() == AuctionsBegan()
    assert repr(StepBegan(2)) == "StepBegan(step=2)"


def test_a_taken_back_action_is_json() -> None:
    check_record(
        event_values(TakenBack(1, 3, [2, 0, 0, 0], [0] * 4, [[0, 0, 0, 0]], [], [3, 4], 9, True))
    )


def test_an_observation_record_holds_every_field() -> None:
    history, _events = next(iter(watch(TABLES[3], seed=1)))
    seen = observe(history.game, history.state, 0)
    record = observation_values(seen)
    nested = {"stack", "auction", "trust"}
    flat = {name for name in record if name not in nested}
    inside: set[str] = set()
    for name in nested:
        part = record[name]
        assert isinstance(part, dict)
        inside |= {f"trust_{field}" if name == "trust" else field for field in part}
    assert flat | inside == fields(seen) - {"stack"} | fields(seen.stack) - {"n_backs"}


def fields(part: Observation | Stack) -> set[str]:
    """The attributes of an object, interpreted or compiled."""
    return {name for name in dir(part) if name[0].islower() and not callable(getattr(part, name))}

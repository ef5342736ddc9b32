"""Sentences: every event and every refusal has one."""

import string

import pytest

from gridwright.cli.drawing.events import Teller, tell
from gridwright.cli.drawing.names import PHASES, Names, counted, joined
from gridwright.cli.drawing.refusal_sentences import (
    FUEL_CARD_REASONS,
    REASONS,
    tell_numbers,
    tell_refusal,
)
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.editions.card.vocabulary import (
    ElectricityProduced,
    FuelCardBought,
    FuelDealt,
    FuelLost,
    FuelMoved,
    FuelReshuffled,
    LastRoundSet,
    TrustBurnedCards,
    TrustTookCards,
)
from gridwright.engine.errors import REFUSALS, IllegalAction
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined
from gridwright.engine.vocabulary.turn import GameEnded, PhaseBegan, TurnPassed
from gridwright.fair.record import random_transcript

SILENT = {
    "PhaseBegan",
    "TurnPassed",
    "CardRevealed",
    "AuctionsBegan",
    "AuctionClosed",
    "ScrapAsked",
    "PartsRestored",
}
"""Events covered by headings, the turn or another sentence."""

TABLES = [
    TableSpec("classic", "original", "usa", 6, contractor=True),
    TableSpec("classic", "recharged", "germany-recharged", 2, contractor=True, regions="draft"),
    TableSpec("classic", "recharged", "germany-recharged", 4),
    TableSpec("classic", "reference", "usa", 3),
    TableSpec("deluxe", "europe", "europe", 2, contractor=True),
    TableSpec("deluxe", "north-america", "north-america", 4),
    TableSpec("card", "standard", "none", 2, contractor=True),
    TableSpec("card", "standard", "none", 5),
]
SPEC = TABLES[0]
CARD_SPEC = TABLES[-1]
CARD_EVENTS = {
    "FuelDealt",
    "FuelCardBought",
    "ElectricityProduced",
    "FuelLost",
    "FuelMoved",
    "FuelReshuffled",
    "TrustTookCards",
    "TrustBurnedCards",
    "LastRoundSet",
}


def test_every_event_has_a_sentence_or_is_silent_on_purpose() -> None:
    told: set[str] = set()
    silent: set[str] = set()
    for spec in TABLES:
        game = build_game(spec)
        names = Names(spec, game)
        notation = Notation(game.rules)
        for number in (1, 2):
            history = History(game)
            for line in random_transcript(spec, number).moves:
                for event in history.play_watched(notation.parse(line)):
                    sentence = tell(event, names)
                    (told if sentence else silent).add(type(event).__name__)
                    if sentence:
                        assert sentence[0].isupper(), sentence
                        assert sentence.endswith("."), sentence
                        assert "  " not in sentence, sentence
    # A plant given up leaves the game without a second sentence.
    assert silent - told == SILENT
    known = {kind.__name__ for kind in VOCABULARY.events.values()}
    assert known >= told | silent
    assert len(told) > 25
    assert told >= CARD_EVENTS


def sentences_of(lines: list[Event], spec: TableSpec = CARD_SPEC) -> list[str]:
    names = Names(spec, build_game(spec))
    return [tell(event, names) for event in lines]


def test_fuel_cards_in_words() -> None:
    cards = build_game(CARD_SPEC).rules.cards
    coal = cards.names.index("coal-3")
    single = cards.names.index("gas-single")
    turns = [cards.turn(cards.face(coal, 3), 2), cards.turn(cards.face(single, 1), 1)]
    assert sentences_of(
        [
            FuelDealt(coal, 1),
            FuelCardBought(2, coal, 1, 3, 2),
            FuelCardBought(2, coal, 1, 1, 2),
            FuelCardBought(2, single, 0, 1, 1),
            ElectricityProduced(0, 0b11, turns, 9),
            ElectricityProduced(0, 0b1, [], 6),
            ElectricityProduced(0, 0, [], 1),
            FuelLost(1, turns[:1]),
            FuelMoved([[coal, 2, 1], [coal, 3, 2], [coal, 3, 2]]),
            FuelReshuffled(2),
            TrustTookCards([[coal, 1, 2], [single, 0, 1]]),
            TrustBurnedCards(),
            LastRoundSet(12, True),
            CardJoined(build_game(CARD_SPEC).rules.deck.step_card),
        ]
    ) == [
        "New fuel: for 2 coal-3.",
        "Seat 2 buys coal-3 for 2.",
        "Seat 2 buys coal-3 for 2, 2 of it spilled.",
        "Seat 2 buys a single gas for 1.",
        "Seat 0 runs plants 3 and 4a, burns coal-3 from 3 to 1 and a single gas and earns 9.",
        "Seat 0 runs plant 3 and earns 6.",
        "Seat 0 runs no plant and earns 1.",
        "Seat 1 loses fuel without room: coal-3 from 3 to 1.",
        "Fuel gets cheaper: from 3 to 2 coal-3; from 4 to 3 coal-3 and coal-3.",
        "The discarded fuel cards are shuffled and are the stack now, time 2.",
        "The Trust takes coal-3 from column 2 (1 spilled) and a single gas from column 1.",
        "The Trust gives up all its fuel.",
        "Round 12 is the last.",
        "The end card joins the market.",
    ]


def test_fuel_dealt_in_a_row_is_one_sentence() -> None:
    names = Names(CARD_SPEC, build_game(CARD_SPEC))
    teller = Teller(names)
    for card, column in ((2, 1), (0, 1), (4, 2)):
        assert teller.sentences(FuelDealt(card, column)) == []
    dealt = "New fuel: for 2 coal-1 and coal-3; for 3 gas-2."
    assert teller.sentences(TurnPassed(0, 0)) == []
    assert teller.sentences(FuelReshuffled(1))[0] == dealt
    teller.sentences(FuelDealt(2, 3))
    assert teller.sentences(PhaseBegan(3, 1)) == ["New fuel: for 4 coal-3."]
    assert teller.sentences(PhaseBegan(4, 1)) == []


def test_winners_by_points_or_cities() -> None:
    end = GameEnded([21, 21, 4], [37, 37, 50], [1, 1, 3])
    assert sentences_of([end]) == ["Seats 0 and 1 share the win: 21 points, 37 Elektro."]
    end = GameEnded([3, 1], [37, 50], [1, 2])
    assert sentences_of([end], SPEC) == ["Seat 0 wins: 3 cities supplied, 37 Elektro."]


def test_every_refusal_has_a_sentence() -> None:
    assert set(REASONS) == set(REFUSALS)
    assert set(FUEL_CARD_REASONS) < set(REASONS)


@pytest.mark.parametrize(
    ("code", "numbers", "sentence"),
    [
        ("sold_out", {"card": 2, "price": 3}, "There is no coal-3 on sale for 3."),
        ("sold_out", {"card": 11, "price": 1}, "There is no single coal on sale for 1."),
        ("sold_out", {"amount": 3, "on_sale": 2}, "Wanted 3; on sale 2."),
        ("no_room", {"kind": 1, "room": 0}, "The plants have no room for more gas."),
        ("no_room", {"amount": 3, "room": 1}, "Wanted 3; the plants have room for 1."),
        ("unknown_name", {"card": 99, "price": 9}, "There is no card 99 for 9 at this table."),
        ("cannot_pay_fuel", {"cost": 3, "money": 2}, "It costs 3; the money held is 2."),
        (
            "wrong_cards_turned",
            {"units": 3},
            "The cards named must be held and make up the 3 units burned.",
        ),
    ],
)
def test_refusals_name_fuel_cards(code: str, numbers: dict[str, int], sentence: str) -> None:
    names = Names(CARD_SPEC, build_game(CARD_SPEC))
    assert tell_numbers(IllegalAction("k5.6", code, numbers), names) == sentence


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_shows_its_numbers(code: str) -> None:
    """Filled with numbers no name stays empty; without them the code itself is printed."""
    fields = [name for _text, name, _form, _kind in string.Formatter().parse(REASONS[code]) if name]
    numbers = {name: 2 for name in fields if name != "facts"}
    names = Names(SPEC, build_game(SPEC))
    sentence = tell_numbers(IllegalAction("c1.1", code, numbers), names)
    assert "{" not in sentence
    assert sentence[0].isupper() or sentence[0].isdigit()
    if numbers:
        assert code in tell_numbers(IllegalAction("c1.1", code, {}), names)


def test_an_unknown_code_is_printed_as_it_is() -> None:
    assert tell_numbers(IllegalAction("c1.1", "odd", {"n": 3})) == "odd (n 3)"


def test_a_refusal_quotes_its_clause() -> None:
    refusal = IllegalAction("c3.4", "bid_above_money", {"bid": 60, "money": 50})
    assert tell_refusal(refusal) == (
        "c3.4 Bids are whole Elektro. No seat bids more than the money held. "
        "The bid is 60; the money held is 50."
    )
    refusal = IllegalAction("d5.6", "sold_out", {"amount": 4, "on_sale": 3})
    assert tell_refusal(refusal).startswith("d5.6 No seat buys more than the market offers")


@pytest.mark.parametrize("spec", TABLES, ids=lambda spec: f"{spec.board}-{spec.seats}")
def test_every_phase_has_a_name(spec: TableSpec) -> None:
    names = Names(spec, build_game(spec))
    assert {phase.NAME for phase in names.game.phases} <= set(PHASES)


def test_names_of_a_table() -> None:
    names = Names(SPEC, build_game(SPEC))
    assert names.letters == ["C", "O", "G", "U"]
    assert Names(TABLES[-1], build_game(TABLES[-1])).letters == ["C", "G", "O", "U"]
    assert names.fuel([2, 0, 1, 0]) == "2 coal and 1 garbage"
    assert names.fuel([0, 0, 0, 0]) == "nothing"
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert counted(1, "city", "cities") == "1 city"
    assert counted(3, "game") == "3 games"

"""Sentences: every event and every refusal has one."""

import string

import pytest

from gridwright.cli.drawing.events import tell
from gridwright.cli.drawing.names import PHASES, Names, counted, joined
from gridwright.cli.drawing.refusals import REASONS, tell_numbers, tell_refusal
from gridwright.content.table import TableSpec, build_game
from gridwright.engine import events
from gridwright.engine.errors import REFUSALS, IllegalAction
from gridwright.engine.events import Event
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.fair.record import random_transcript

SILENT = {
    "PhaseBegan",
    "TurnPassed",
    "CardRevealed",
    "AuctionsBegan",
    "AuctionClosed",
    "ScrapAsked",
}
"""What headings, the turn or another sentence tell."""

TABLES = [
    TableSpec("classic", "original", "usa", 6, contractor=True),
    TableSpec("classic", "recharged", "germany-recharged", 2, contractor=True, regions="draft"),
    TableSpec("classic", "recharged", "germany-recharged", 4),
    TableSpec("classic", "reference", "usa", 3),
    TableSpec("deluxe", "europe", "europe", 2, contractor=True),
    TableSpec("deluxe", "north-america", "north-america", 4),
]
SPEC = TABLES[0]


def test_every_event_that_happens_is_told_or_silent_on_purpose() -> None:
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
    known = {
        name
        for name, value in vars(events).items()
        if isinstance(value, type) and issubclass(value, Event) and value is not Event
    }
    assert known >= told | silent
    assert len(told) > 25


def test_every_refusal_has_a_sentence() -> None:
    assert set(REASONS) == set(REFUSALS)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_tells_its_numbers(code: str) -> None:
    """Filled with numbers no name stays empty; without them the code itself is told."""
    fields = [name for _text, name, _form, _kind in string.Formatter().parse(REASONS[code]) if name]
    numbers = {name: 2 for name in fields if name != "facts"}
    names = Names(SPEC, build_game(SPEC))
    sentence = tell_numbers(IllegalAction("c1.1", code, numbers), names)
    assert "{" not in sentence
    assert sentence[0].isupper() or sentence[0].isdigit()
    if numbers:
        assert code in tell_numbers(IllegalAction("c1.1", code, {}), names)


def test_an_unknown_code_is_told_as_it_is() -> None:
    assert tell_numbers(IllegalAction("c1.1", "odd", {"n": 3})) == "odd (n 3)"


def test_a_refusal_quotes_its_clause() -> None:
    refusal = IllegalAction("c3.4", "bid_above_money", {"bid": 60, "money": 50})
    assert tell_refusal(refusal) == (
        "c3.4 Bids are whole Elektro. Nobody bids more than the money held. "
        "The bid is 60; the money held is 50."
    )
    refusal = IllegalAction("d5.6", "sold_out", {"amount": 4, "on_sale": 3})
    assert tell_refusal(refusal).startswith("d5.6 Nobody buys more than the market offers")


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

"""A made-up action, offer and event, all in one module, appear in every form there is."""

import json
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.codec import canonical, event_values, observation_values, offer_values
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.invariants import check
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.topics import TOPICS, VOCABULARY
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.topic import Topic, Vocabulary
from gridwright.envs.action_builder import ActionBuilder, NotMarkedError
from gridwright.envs.action_index import build_index
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.families import build_families
from gridwright.protocol.records import RECORDS, Records
from gridwright.protocol.schema import json_schema
from tests.loaded_engine import IS_COMPILED

if IS_COMPILED:
    pytest.skip("compiled classes have no interpreted subclasses", allow_module_level=True)

from tests.kit.made_up_topic import (
    MADE_UP,
    FuelReturned,
    KeepFuel,
    MayReturnFuel,
    ReturnFuel,
    game_with_returns,
)

SPEC = TableSpec("classic", "original", "usa", 3)
COAL = 0


@cache
def made_up_game() -> Game:
    return game_with_returns(build_game(SPEC))


@cache
def made_up_notation() -> Notation:
    return Notation(made_up_game().rules, MADE_UP)


def play(seed: int) -> Iterator[tuple[History, list[Offer], Action]]:
    """A random game with what is offered and done at each position."""
    history = History(made_up_game())
    dice = Dice(seed)
    while not made_up_game().is_over(history.state):
        offers = made_up_game().offers(history.state)
        action = offers[dice.below(len(offers))].sample(dice)
        yield history, offers, action


def asked_for_fuel() -> tuple[State, list[Offer]]:
    """A position in which a seat can give fuel back."""
    for history, offers, action in play(3):
        if isinstance(offers[0], MayReturnFuel):
            return history.state, offers
        history.play(action)
    raise AssertionError("no one ever held fuel")


def test_a_made_up_action_is_written_and_read() -> None:
    action = ReturnFuel(2, COAL)
    assert made_up_notation().text(action) == "2 return-fuel coal"
    assert made_up_notation().parse("2 return-fuel coal") == action
    values = {"do": "return-fuel", "seat": 2, "resource": "coal"}
    assert made_up_notation().to_values(action) == values
    assert made_up_notation().from_values(dict(values)) == action
    assert made_up_notation().parse("1 keep-fuel") == KeepFuel(1)
    with pytest.raises(NotationError, match="expected one of coal, "):
        made_up_notation().parse("2 return-fuel wood")
    with pytest.raises(NotationError, match=r"expected one of bid, .*got 'return-fuel'"):
        Notation(made_up_game().rules).parse("2 return-fuel coal")


def test_a_made_up_action_has_a_key_and_a_name() -> None:
    assert ReturnFuel(2, COAL).key() == (30, 2, COAL)
    assert ReturnFuel(2, COAL) == ReturnFuel(2, COAL) != ReturnFuel(2, COAL + 1)
    assert repr(ReturnFuel(2, COAL)) == f"ReturnFuel(2, {COAL})"


def test_made_up_events_and_offers_have_records() -> None:
    event = FuelReturned(1, COAL, 2, [[1, 0, 0, 0]])
    told = {"event": "fuel_returned", "seat": 1, "resource": COAL, "paid": 2}
    assert event_values(event) == {**told, "stored": [[1, 0, 0, 0]]}
    shown = {"offer": "return-fuel", "seat": 1, "resources": [COAL]}
    assert offer_values(MayReturnFuel(1, [COAL])) == shown
    assert offer_values(MayDo(KeepFuel(1))) == {"offer": "keep-fuel", "seat": 1}


def test_the_schema_lists_a_made_up_action() -> None:
    records = Records(MADE_UP)
    parts = json_schema(records)["$defs"]
    for union, name in (
        ("Do", "DoReturnFuel"),
        ("Offer", "MayReturnFuel"),
        ("Event", "FuelReturned"),
    ):
        assert {"$ref": f"#/$defs/{name}"} in parts[union]["anyOf"]
    assert parts["DoReturnFuel"]["properties"]["resource"] == {"type": "string"}
    assert parts["DoReturnFuel"]["description"] == ReturnFuel.ABOUT
    assert parts["MayKeepFuel"]["required"] == ["offer", "seat"]
    assert list(parts["FuelReturned"]["properties"])[1:] == ["seat", "resource", "paid", "stored"]
    assert parts["HappenedFrame"]["properties"]["events"]["items"] == {"$ref": "#/$defs/Event"}
    kept = json_schema()["$defs"]
    for name in kept:
        assert name in {"Do", "Offer", "Event"} or parts[name] == kept[name]
    event = FuelReturned(1, COAL, 2, [])
    typed = msgspec.convert(event_values(event), records.events["fuel_returned"])
    assert msgspec.json.decode(msgspec.json.encode(typed)) == event_values(event)
    assert "fuel_returned" not in RECORDS.events


def test_a_made_up_event_folds_and_changes_the_digest() -> None:
    n_returned = 0
    lines: list[str] = []
    viewers = (0, SPECTATOR)
    seen = [observe(made_up_game(), History(made_up_game()).state, viewer) for viewer in viewers]
    for history, _offers, action in play(5):
        before = digest(history.state)
        lines.append(made_up_notation().text(action))
        for event in history.play_watched(action):
            for each in seen:
                event.fold(made_up_game().rules, each)
        for viewer, each in zip(viewers, seen, strict=True):
            fresh = observation_values(observe(made_up_game(), history.state, viewer))
            assert observation_values(each) == fresh
            assert json.loads(canonical(fresh)) == fresh
        check(made_up_game(), history.state)
        assert digest(history.state) != before
        n_returned += isinstance(action, ReturnFuel)
    assert n_returned > 5
    again = History(made_up_game())
    for line in lines:
        again.play(made_up_notation().parse(line))
    assert digest(again.state) == digest(history.state)


def test_a_made_up_action_has_choices_behind_all_others() -> None:
    known = build_index(made_up_game().rules)
    lookup = ActionLookup(made_up_game().rules, MADE_UP)
    index = lookup.index
    kinds = list(made_up_game().rules.market.kinds)
    assert [index.name(choice) for choice in range(index.size)] == [
        *[known.name(choice) for choice in range(known.size)],
        *[f"return-fuel {kind}" for kind in kinds],
        "keep-fuel",
    ]

    state, offers = asked_for_fuel()
    builder = ActionBuilder(lookup)
    builder.ask(offers, state.actor, state.plants[state.actor])
    row = bytearray(lookup.size)
    builder.mark(row)
    marked = {index.name(choice) for choice in range(index.size) if row[choice]}
    held = [kinds[kind] for kind, amount in enumerate(state.fuel[state.actor]) if amount]
    assert marked == {"keep-fuel", *[f"return-fuel {kind}" for kind in held]}
    for offer in offers:
        for action in offer.actions():
            (choice,) = builder.choices_for(action)
            assert row[choice]
            assert builder.take(choice) == action
    missing = next(kind for kind in kinds if kind not in held)
    with pytest.raises(NotMarkedError):
        builder.take(index.number(f"return-fuel {missing}"))


def test_words_and_numbers_are_used_once() -> None:
    for topic in (
        Topic([ReturnFuel, ReturnFuel], [], [], []),
        Topic([ReturnFuel], [MayReturnFuel, MayReturnFuel], [], []),
        Topic([], [], [FuelReturned, FuelReturned], []),
    ):
        with pytest.raises(ValueError, match=r"expected .*(ReturnFuel|FuelReturned)"):
            Vocabulary([*TOPICS, topic])


def test_an_action_in_parts_needs_questions() -> None:
    """Forgetting them is an error, not an action that no one can choose."""

    class Paired(ReturnFuel):
        KIND = 29
        WORD = "return-two"
        FIELDS = (*ReturnFuel.FIELDS, *ReturnFuel.FIELDS)

    class MayPair(MayReturnFuel):
        ACTION = Paired

    vocabulary = Vocabulary([*TOPICS, Topic([Paired], [MayPair], [], [])])
    with pytest.raises(ValueError, match="expected questions for the parts of 'return-two'"):
        build_families(made_up_game().rules, vocabulary)
    assert len(build_families(made_up_game().rules)) == len(
        build_families(made_up_game().rules, VOCABULARY)
    )

"""Every record that the engine can make has a type on the wire, and fits it."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

import msgspec
import pytest

from gridwright.content.table import TableSpec, build_game, default_spec, list_editions
from gridwright.engine.codec import event_values, observation_values, offer_values
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Action, ChanceAction, Event
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.protocol.observation import Observation
from gridwright.protocol.records import RECORDS, event_record
from gridwright.protocol.schema import json_schema
from gridwright_lab.conformance.sampling.random_players import BUILDER

DOS, OFFERS, EVENTS = RECORDS.actions, RECORDS.offers, RECORDS.events
EXACT_IN_A_BROWSER = 2**53
SPECS = [
    *[default_spec(edition, seats=seats) for edition in list_editions() for seats in (2, 4)],
    TableSpec("classic", "recharged", "germany-recharged", 3, contractor=True, regions="draft"),
]


Kind = TypeVar("Kind", Event, Action)


def subclasses(kind: type[Kind]) -> list[type[Kind]]:
    """Every kind of the engine below this one that has a word; tests may have made up others."""
    found: list[type[Kind]] = []
    waiting = [kind]
    while waiting:
        below: list[type[Kind]] = waiting.pop().__subclasses__()
        waiting.extend(below)
        found.extend(below)
    return [each for each in found if each.WORD and each.__module__.startswith("gridwright.")]


def test_every_event_has_a_type_with_its_fields_in_order() -> None:
    kinds = subclasses(Event)
    assert set(EVENTS) == {kind.WORD for kind in kinds}
    for kind in kinds:
        assert EVENTS[kind.WORD].__struct_fields__ == tuple([each.name for each in kind.FIELDS])
        assert EVENTS[kind.WORD].__name__ == kind.__name__


def test_every_action_of_a_seat_has_a_type() -> None:
    of_seats = [kind for kind in subclasses(Action) if not issubclass(kind, ChanceAction)]
    assert set(DOS) == {kind.WORD for kind in of_seats}


def played(spec: TableSpec, seed: int) -> Iterator[tuple[History, Action]]:
    """A game to its end, with what is done next at each position."""
    history = History(build_game(spec))
    dice = Dice(seed)
    while not history.game.is_over(history.state):
        state = history.state
        action: Action = BUILDER.choose(history.game.offers(state), dice)
        if state.takebacks and dice.below(6) == 0:
            action = TakeBack(state.actor)
        yield history, action


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.edition}-{spec.seats}")
def test_games_fit_their_types(spec: TableSpec) -> None:
    seen: Counter[str] = Counter()
    notation = Notation(build_game(spec).rules)
    for history, action in played(spec, 11):
        game, state = history.game, history.state
        if state.actor != CHANCE:
            for offer in game.offers(state):
                shown = offer_values(offer)
                typed = msgspec.convert(shown, OFFERS[str(shown["offer"])])
                assert msgspec.json.decode(msgspec.json.encode(typed)) == shown
                seen[f"offer {shown['offer']}"] += 1
            asked = notation.to_values(action)
            del asked["seat"]
            record = msgspec.convert(asked, DOS[action.WORD])
            assert msgspec.to_builtins(record) == asked
        for viewer in (0, SPECTATOR):
            values = observation_values(observe(game, state, viewer))
            told = msgspec.to_builtins(msgspec.convert(values, Observation, strict=True))
            assert told == values
        for event in history.play_watched(action):
            sent = msgspec.json.encode(event_record(event))
            assert msgspec.json.decode(sent) == event_values(event)
            again = msgspec.json.decode(sent, type=EVENTS[event.WORD])
            assert again == event_record(event)
            seen[event.WORD] += 1
    assert seen["game_ended"] == 1
    assert len(seen) > 20


def test_masks_are_exact_in_a_browser() -> None:
    for spec in SPECS:
        rules = build_game(spec).rules
        assert 1 << len(Notation(rules).cards) <= EXACT_IN_A_BROWSER
        assert 1 << len(rules.board.regions) <= EXACT_IN_A_BROWSER


def test_the_schema_lists_the_unions_by_name_and_leaves_no_record_open() -> None:
    parts = json_schema()["$defs"]
    happened = parts["HappenedFrame"]
    assert happened["properties"]["events"]["items"] == {"$ref": "#/$defs/Event"}
    assert set(happened["required"]) == set(happened["properties"])
    assert parts["TableView"]["properties"]["offers"]["items"] == {"$ref": "#/$defs/Offer"}
    assert len(parts["Event"]["anyOf"]) == len(EVENTS)
    assert len(parts["Offer"]["anyOf"]) == len(OFFERS)
    assert parts["ActOrder"]["properties"]["do"]["$ref"] == "#/$defs/Do"
    assert "expected" in parts["ActOrder"]["required"]
    assert "line" not in parts["ActOrder"]["required"]
    for name, part in parts.items():
        if "anyOf" not in part and "enum" not in part:
            assert part["properties"] is not None, name

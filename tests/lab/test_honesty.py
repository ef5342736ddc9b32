"""Hidden information changes no choice; a bot that uses it is noticed."""

import json

import pytest

from gridwright.bots.contract import Bot, Brain
from gridwright.content.table import build_game
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.draw import Stream
from gridwright_lab.honesty import another_world, examine, main, positions, tables


@pytest.mark.parametrize("name", ["l1", "normal", "hard"])
def test_other_worlds_lead_to_the_same_choices(name: str) -> None:
    found = examine(tables(), name, 120, 5)
    assert found.differing == 0
    assert found.stacks > found.positions
    assert found.passed


def test_worlds_differ_in_what_is_hidden_alone() -> None:
    game = build_game(tables()[0])
    source = positions(game, "l0", "tests")
    for _position in range(5):
        state, _keys = next(source)
        world, hidden = another_world(game, state, Stream(b"worlds"))
        assert world.money != state.money
        assert len(hidden) == state.stack.size()
        before, after = [observe(game, each, state.actor) for each in (state, world)]
        assert before.money == after.money
        assert before.market == after.market


def test_a_bot_that_counts_its_turns_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is no function of the position, so a new instance may choose differently."""
    turns: list[int] = []

    class Fickle(Bot):
        def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:  # noqa: ARG002
            return FickleBrain()

    class FickleBrain(Brain):
        def choose(self, seen: Observation, offers: list[Offer]) -> Action:  # noqa: ARG002
            turns.append(1)
            actions = [action for offer in offers for action in offer.actions()]
            return actions[len(turns) % len(actions)]

    fickle = Fickle("fickle", 0, "For tests.")
    monkeypatch.setattr("gridwright_lab.honesty.find_bot", lambda _name: fickle)
    assert examine(tables()[:1], "fickle", 10, 3).differing > 0


def test_the_command_prints_its_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bot", "l0", "--positions", "6", "--worlds", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["bot"], printed["positions"], printed["passed"]) == ("l0", 6, True)
    assert main(["--bot", "l1", "--positions", "3", "--worlds", "1"]) == 0
    assert "0 of 3 positions" in capsys.readouterr().out

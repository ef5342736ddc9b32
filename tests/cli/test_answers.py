"""Parsing of typed answers."""

from functools import cache

import pytest

from gridwright.cli.drawing.names import Names
from gridwright.cli.hotseat.answers import Answers, NeedsAmount
from gridwright.cli.hotseat.choices import list_choices
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.vocabulary.auction import MayScrap, ScrapPlant

SPEC = TableSpec(
    "classic", "original", "germany", 2, regions=("brown", "green", "yellow"), order=(0, 1)
)


@cache
def game_of_two() -> Game:
    return build_game(SPEC)


@cache
def its_notation() -> Notation:
    return Notation(game_of_two().rules)


TO_FUEL = ["0 offer 5 5", "1 drop", "1 offer 3 3"]
TO_BUILDING = [*TO_FUEL, "1 buy oil 2", "1 finish-buying", "0 buy coal 3", "0 finish-buying"]
TO_POWER = [*TO_BUILDING, "1 finish-building", "0 connect kiel", "0 finish-building"]


def played(lines: list[str]) -> History:
    """The game after some actions; cards come as they must in an opening."""
    history = History(game_of_two())
    for line in lines:
        _deal(history)
        history.play(its_notation().parse(line))
    _deal(history)
    return history


def _deal(history: History) -> None:
    while history.state.actor == -1:
        history.play(game_of_two().legal(history.state)[-1])


def understood(lines: list[str], line: str) -> str:
    history = played(lines)
    offers = game_of_two().offers(history.state)
    names = Names(SPEC, game_of_two())
    answers = Answers(names)
    action = answers.action(line, history.state.actor, offers, list_choices(offers, names))
    return its_notation().text(action)


@pytest.mark.parametrize(
    ("lines", "line", "meant"),
    [
        ([], "offer 3", "0 offer 3 3"),
        ([], "offer 3 9", "0 offer 3 9"),
        ([], "OFFER 3 9", "0 offer 3 9"),
        ([], "1 4", "0 offer 3 4"),
        ([], "offer 40", "0 offer 40 40"),
        ([], "pass", "0 pass"),
        ([], "done", "0 finish-building"),
        ([], "finish", "0 finish-buying"),
        (["0 offer 5 5"], "bid 7", "1 bid 7"),
        (["0 offer 5 5"], "pass", "1 drop"),
        (["0 offer 5 5"], "drop out", "1 drop"),
        (["0 offer 5 5"], "2", "1 drop"),
        (TO_FUEL, "buy 2 oil", "1 buy oil 2"),
        (TO_FUEL, "buy oil", "1 buy oil 1"),
        (TO_FUEL, "done", "1 finish-buying"),
        (TO_FUEL, "undo", "1 take-back"),
        (TO_BUILDING, "connect Köln", "1 connect koln"),
        (TO_BUILDING, "connect koeln", "1 connect koln"),
        (TO_BUILDING, "build frankfurt main", "1 connect frankfurt-main"),
        (TO_BUILDING, "connect FRANKFURT (ODER)", "1 connect frankfurt-oder"),
        (TO_BUILDING, "finish", "1 finish-building"),
        (TO_POWER, "run", "0 run 5 2"),
        (TO_POWER, "run nothing", "0 run nothing"),
        (TO_POWER, "run 5 2", "0 run 5 2"),
    ],
)
def test_understands(lines: list[str], line: str, meant: str) -> None:
    assert understood(lines, line) == meant


@pytest.mark.parametrize("line", ["fly", "offer", "offer x 3", "bid -1", "1 2 3", "0", "99", "1 a"])
def test_does_not_guess(line: str) -> None:
    with pytest.raises(NotationError):
        understood([], line)


def test_asks_for_the_amount_of_a_range() -> None:
    with pytest.raises(NeedsAmount) as needed:
        understood([], "1")
    assert (needed.value.choice.low, needed.value.choice.high) == (3, 50)


def test_the_list_names_everything_that_is_offered() -> None:
    """Each offered action can be reached by its number, with amounts inside the range."""
    for lines in ([], ["0 offer 5 5"], TO_FUEL, TO_BUILDING, TO_POWER):
        history = played(lines)
        offers = game_of_two().offers(history.state)
        choices = list_choices(offers, Names(SPEC, game_of_two()))
        reached = {choice.build(n).key() for choice in choices for n in (choice.low, choice.high)}
        assert reached <= {action.key() for action in game_of_two().legal(history.state)}, (
            "an end of a range that is not offered"
        )
        for offer in offers:
            assert any(offer.holds(choice.build(choice.low)) for choice in choices)


def test_fuel_may_go_with_a_plant_although_it_would_fit() -> None:
    """The choice that keeps all fuel comes first; each other way is a choice of its own (c3.23)."""
    rules = game_of_two().rules
    coal, hybrid = rules.plant_called(4), rules.plant_called(5)
    offer = MayScrap(0, [coal, hybrid], [0, 0], [0, 1], [[0, 0, 0], [2, 0]])
    choices = list_choices([offer], Names(SPEC, game_of_two()))
    assert [(choice.words, choice.detail) for choice in choices] == [
        ("scrap 4", ""),
        ("scrap 5", "losing 0 to 1 coal"),
        ("scrap 4", "losing 1 to 2 coal"),
        ("scrap 5", "losing 1 to 2 oil more"),
    ]
    built = [choices[0].build(0), choices[2].build(2), choices[3].build(1)]
    assert built == [ScrapPlant(0, coal, 0), ScrapPlant(0, coal, 2), ScrapPlant(0, hybrid, 0, 1)]
    assert all(offer.holds(action) for action in built)

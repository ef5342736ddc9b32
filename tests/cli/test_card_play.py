"""A card game around one keyboard."""

from functools import cache
from pathlib import Path

import pytest

from gridwright.cli.drawing.names import Names
from gridwright.cli.hotseat.answers import Answers
from gridwright.cli.hotseat.choices import list_choices
from gridwright.content.table import TableSpec, build_game
from gridwright.engine.editions.card.vocabulary import MayProduce, Produce
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.state import State
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from tests.cli.conftest import SEED, Run, make_table
from tests.cli.test_play import moves, typed, widest

SPEC = TableSpec("card", "standard", "none", 2, order=(0, 1))
TO_FUEL = ["offer 7a", "drop", "offer 4b"]
"""Seat 0 buys the hybrid 7a, the Trust takes a plant, seat 1 buys 4b, which burns oil."""
TO_POWER = [*TO_FUEL, "buy oil-3", "finish", "buy gas-2", "buy single oil", "finish"]

FUEL = """\
Fuel market                  12 cards in the stack, 4 discarded, 4 waiting aside
             for 1 each   for 2 ··   for 3   for 4    units   stack   discard
  C coal                             [2]                  2      14         3
  G gas                   [2]        [3]                  5      10         3
  O oil      1 single     [2]        [3]     [2][2]      10       1         3
  U uranium                          [1]     [1][2]       4       0         2

Seats     money  earned  produces  plants, what they burn and earn
▶ Seat 0      5       0         0  7a 3G/O → 8
  Trust                            6* 3C → 7
    coal 3: [3]
  Seat 1      9       0         4  4b* 1O → 4
    oil 2: [2/3]

   1 oil-single for 1     3 oil-2 for 2          5 oil-3 for 3     
   2 gas-2 for 2          4 gas-3 for 3          6 oil-2 for 4     
   7 finish
"""  # noqa: W291


def played(run: Run, tmp_path: Path, lines: list[str]) -> str:
    make_table(tmp_path, SPEC)
    outcome = run("play", "t.txt", typed=typed(lines))
    assert outcome.code == 0, outcome.err
    assert widest(outcome.lines) <= 80
    return outcome.out


def test_fuel_and_seats_line_by_line(run: Run, tmp_path: Path) -> None:
    assert FUEL in played(run, tmp_path, [*TO_FUEL, "buy oil-3", "finish"])


def test_plays_to_the_end_through_the_keyboard(run: Run, tmp_path: Path) -> None:
    """A person who answers something in every phase, against a random player and the Trust."""
    file = make_table(tmp_path, SPEC)
    answers = ["pass", "1", "2", "finish", "produce best", "1 9", "scrap 3", "3"]
    outcome = run(
        *("play", "t.txt", "--random", "1", "--random-seed", "4"), typed=typed(answers * 400)
    )
    assert outcome.code == 0, outcome.err
    transcript = parse_transcript(file.read_text(encoding="ascii"))
    assert transcript.closing is not None
    assert transcript.closing.seed == SEED
    assert verify(transcript).ok
    assert any(move.startswith("0 buy-card") for move in transcript.moves)
    assert any(move.startswith("0 produce") for move in transcript.moves)
    assert " points, " in outcome.out
    assert "Places    money  produces  points" in outcome.out
    assert widest(outcome.lines) <= 80


def test_buying_in_words(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "t.txt"
    lines = [*TO_FUEL, "buy oil 3", "undo", "2", "undo", "buy oil-3 for 3", "finish"]
    lines += ["buy gas 2", "finish", "finish"]
    out = played(run, tmp_path, lines)
    assert moves(file)[3:] == [
        *("1 buy-card oil-3 2", "1 take-back", "1 buy-card oil-3 2", "1 take-back"),
        *("1 buy-card oil-3 3", "1 finish-buying"),
        *("0 buy-card gas-2 2", "0 finish-buying"),
    ]
    assert "Seat 1 buys oil-3 for 3, 1 of it spilled." in out
    assert "2 oil-3 for 2 spills 1" in out


def test_why_a_card_cannot_be_bought(run: Run, tmp_path: Path) -> None:
    lines = [*TO_FUEL, "why buy coal-3", "why buy oil-1", "why buy oil-2 3", "why buy oil-2"]
    lines += ["finish", "finish", "buy oil-3", "why buy oil-2 4", "why buy coal"]
    out = played(run, tmp_path, lines)
    assert "Not allowed: The plants have no room for more coal." in out
    assert "k5.7   Cards are bought one at a time." in out
    assert "Not allowed: There is no oil-1 on sale for 4." in out
    assert "Not allowed: There is no oil-2 on sale for 3." in out
    assert "k5.6   No seat buys a card that is not in the column" in out
    assert "Nothing forbids it." in out
    assert "Not allowed: It costs 4; the money held is 3." in out
    assert "expected a fuel card as in coal-1 or coal-single, got 'coal'" in out


def test_producing_names_the_cards(run: Run, tmp_path: Path) -> None:
    lines = [*TO_POWER, "why produce 7a coal-3:3>1", "why produce 7a 1 gas-2:2>0"]
    lines += ["why produce 4b", "why run 7a 1", "produce 7a 2 oil-single:1>0,gas-2:2>0"]
    out = played(run, tmp_path, lines)
    assert "Not allowed: The cards named must be held and make up the 3 units burned." in out
    assert "k6.6   Burned units are turned down on cards of the owner's choice" in out
    assert "Not allowed: The hybrids would burn 1 of the first kind; it must be 2 to 2." in out
    assert "Not allowed: The seat does not own all of these plants." in out
    assert "Seat 0 runs plant 7a, burns gas-2 from 2 to 0 and a single oil and earns 8." in out
    assert moves(tmp_path / "t.txt")[-1] == "0 produce 7a 2 gas-2:2>0+oil-single:1>0"
    assert "2 produce 7a       earns 8, burns 3, most for the least" in out


def test_no_board_to_look_at(run: Run, tmp_path: Path) -> None:
    lines = ["map", "board", "links boston", "connect boston", "build here", "help", "rules k5.8"]
    out = played(run, tmp_path, [*lines, "rules coal", "rules", "log", "table"])
    assert out.count("there is no board at this table") == 5
    assert "produce 10 0 coal-3:3>1" in out
    assert "take the last purchase of this turn back" in out
    assert "links" not in out
    assert "Spill. Of a card that shows more" in out
    assert "type a clause as in `rules k3.4`" in out


# What is typed, at positions of a random game

FOUR = TableSpec("card", "standard", "none", 4)


@cache
def game_of_four() -> Game:
    return build_game(FOUR)


@cache
def its_notation() -> Notation:
    return Notation(game_of_four().rules)


@cache
def its_names() -> Names:
    return Names(FOUR, game_of_four())


@cache
def positions() -> list[State]:
    """The game whenever a seat has to choose."""
    history = History(game_of_four())
    found: list[State] = []
    for line in random_transcript(FOUR, 1).moves:
        if history.state.actor >= 0:
            found.append(history.state.copy())
        history.play(its_notation().parse(line))
    return found


@cache
def its_answers() -> Answers:
    return Answers(its_names())


def understood(state: State, line: str) -> str:
    offers = game_of_four().offers(state)
    choices = list_choices(offers, its_names())
    return its_notation().text(
        its_answers().action(line, state.actor, offers, choices, state.parts)
    )


def test_the_list_names_everything_that_is_offered() -> None:
    """Each choice is legal, and each offered card or set of plants is among them."""
    for state in positions():
        choices = list_choices(game_of_four().offers(state), its_names())
        reached = {choice.build(n).key() for choice in choices for n in (choice.low, choice.high)}
        legal = {action.key() for action in game_of_four().legal(state)}
        assert reached <= legal
        named = {choice.words for choice in choices}
        assert len(named) == len(choices)
        for offer in game_of_four().offers(state):
            assert any(offer.holds(choice.build(choice.low)) for choice in choices)


def test_every_offered_action_is_understood_as_it_is_written() -> None:
    for state in positions():
        for action in game_of_four().legal(state):
            line = its_notation().text(action).partition(" ")[2]
            assert understood(state, line) == its_notation().text(action)


def test_the_mix_follows_from_the_cards_that_are_named() -> None:
    """A player who names the cards need not say how much of each kind hybrids burn."""
    n_tried = 0
    for state in positions():
        for offer in game_of_four().offers(state):
            if not isinstance(offer, MayProduce):
                continue
            for action in offer.actions():
                assert isinstance(action, Produce)
                _seat, _verb, plants, _first, turns = (
                    its_notation().text(action) + " 0 -"
                ).split()[:5]
                if action.turns:
                    n_tried += 1
                    text = understood(state, f"run {plants} {turns}")
                    assert text == its_notation().text(action)
                    backwards = "+".join(reversed(turns.split("+")))
                    assert understood(state, f"produce {plants} {backwards}") == text
    assert n_tried > 5


def test_the_best_choice_is_found() -> None:
    for state in positions():
        for offer in game_of_four().offers(state):
            if isinstance(offer, MayProduce):
                best = its_notation().text(offer.suggestion())
                for line in ("produce", "run", "run best", "produce best"):
                    assert understood(state, line) == best


@pytest.mark.parametrize(
    "line", ["buy", "buy coal", "buy coal for 2", "buy coal 9", "buy coal-3 2 1", "produce 7a x>y"]
)
def test_does_not_guess(line: str) -> None:
    with pytest.raises(NotationError):
        understood(positions()[0], line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("buy coal-3 2", "buy-card coal-3 2"),
        ("buy coal 3 for 2", "buy-card coal-3 2"),
        ("buy 3 coal for 2", "buy-card coal-3 2"),
        ("BUY Coal 3 2", "buy-card coal-3 2"),
        ("buy single gas 1", "buy-card gas-single 1"),
        ("buy gas-single for 1", "buy-card gas-single 1"),
        ("buy-card oil-2 4", "buy-card oil-2 4"),
        ("produce nothing", "produce nothing"),
        ("produce 7a 1", "produce 7a 1"),
        ("produce 4a,7a 1 coal-3:3>2", "produce 4a+7a 1 coal-3:3>2"),
    ],
)
def test_understands(line: str, meant: str) -> None:
    state = positions()[0]
    assert understood(state, line) == f"{state.actor} {meant}"


def test_cards_are_named_where_there_is_a_choice() -> None:
    """The default turn of cards is shown next to the plants."""
    details = [
        choice.detail
        for state in positions()
        for choice in list_choices(game_of_four().offers(state), its_names())
        if choice.words.startswith("produce ")
    ]
    assert any(" from " in detail and ">" in detail for detail in details)
    assert any(" from " not in detail and "burns" in detail for detail in details)
    assert not any("cit" in detail for detail in details)

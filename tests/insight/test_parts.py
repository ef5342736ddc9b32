"""The parts of an analysis, each alone."""

import pytest

from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import QuickPlayers
from gridwright.bots.value.loading import load_model
from gridwright.content.spec import TableSpec
from gridwright.content.table import build_game
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.auction import PassAuction
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.record import RandomChooser
from gridwright.insight.account import CARDS, Node, draw_up
from gridwright.insight.comparing import Comparison, standard_error
from gridwright.insight.decisions import split
from gridwright.insight.ending import is_certain, solved
from gridwright.insight.moves import entry_of, walk
from gridwright.insight.turns import key_of, played_out
from gridwright_lab.trials.insight.solver import Solver, is_last_turn
from tests.insight.played import card_game


def test_a_move_is_found_in_the_entry_that_holds_it() -> None:
    assert [entry_of(move, [2, 0, 3]) for move in range(6)] == [0, 0, 2, 2, 2, 2]


def test_what_was_taken_back_is_no_moment() -> None:
    game = build_game(TableSpec("classic", "original", "usa", 3))
    history = History(game)
    choose = RandomChooser(Dice(5))
    dice = Dice(9)
    while not any(isinstance(action, TakeBack) for action in history.log):
        state = history.state
        if state.actor == CHANCE:
            history.play(game.offers(state)[0].sample(dice))
        else:
            history.play(choose(game, state))
    found = walk(game, history.log)
    assert len(found.moments) == len(history.log) - 2
    assert found.n_moves == len(history.log)
    assert found.moments[-1].move == len(history.log) - 3


def test_decisions_are_grouped_as_people_decide() -> None:
    played = card_game()
    walked = walk(played.game, played.log)
    decisions, draws = split(played.game, walked.moments, walked.last)
    turns = [(each.state.round, each.seat) for each in decisions if each.kind == "fuel"]
    assert len(turns) == len(set(turns))
    lots = [each for each in decisions if each.kind == "auction"]
    assert all(len(each.played) == 1 and each.price for each in lots)
    assert all(draw.before.actor == CHANCE != draw.after.actor for draw in draws)
    kinds = {each.kind for each in decisions}
    assert kinds >= {"purchase", "fuel", "power"}


def test_the_same_purchase_in_another_order_is_the_same_line() -> None:
    one: list[Action] = [BuyResources(0, 1, 2), BuyResources(0, 0, 1), BuyResources(0, 1, 1)]
    two: list[Action] = [BuyResources(0, 0, 1), BuyResources(0, 1, 3), FinishBuying(0)]
    assert key_of(one) == key_of(two) != key_of([BuyResources(0, 0, 1)])


def test_a_line_that_the_rules_refuse_has_no_end() -> None:
    played = card_game()
    state = walk(played.game, played.log).moments[-1].state
    assert played_out(played.game, state, [PassAuction(state.actor)]) is None


def test_hidden_money_does_not_change_a_comparison() -> None:
    """Hidden information decides nothing."""
    spec = TableSpec("card", "standard", "none", 3, hidden_money=True)
    game = build_game(spec)
    state = game.new_state()
    dice = Dice(4)
    while state.round < 2 or state.actor == CHANCE:
        game.apply(state, game.offers(state)[0].sample(dice), _silent())
    rich = state.copy()
    for seat in range(3):
        if seat != state.actor:
            rich.money[seat] += 50
    found = []
    for each in (state, rich):
        trial = Comparison(
            game, each, state.actor, [Line([])], load_model(), 7, QuickPlayers(game), 1
        )
        trial.run(3)
        found.append(trial.results)
    assert found[0] == found[1]


def _silent() -> EventLog:
    return EventLog(False)


def test_the_error_of_a_mean_shrinks_with_the_values() -> None:
    assert standard_error([0.5]) == 1.0
    assert standard_error([0.5, 0.5, 0.5]) == 0.0
    assert standard_error([0.0, 1.0] * 50) == pytest.approx(0.05, abs=0.001)


def test_luck_and_decisions_are_kept_apart() -> None:
    nodes = [
        Node(3, 0, [0.4, 0.6], [-0.1, 0.1]),
        Node(5, CARDS, [0.3, 0.7], [0.2, -0.2]),
        Node(6, 1, [0.5, 0.5], [0.3, -0.3]),
    ]
    first, second = draw_up(nodes, [1.0, 0.0])
    assert (first.start, first.own, first.others) == (0.5, -0.1, 0.3)
    assert first.luck == pytest.approx(0.1)
    assert first.rest == pytest.approx(1.0 - 0.5 - 0.1 + 0.1 - 0.3)
    assert (first.n_decisions, second.n_decisions) == (1, 1)
    assert first.luck + second.luck == pytest.approx(0.0)


def test_a_certain_end_is_played_as_well_as_brute_force_does() -> None:
    n_checked = 0
    for n_seats in (2, 3):
        played = card_game(n_seats)
        game = played.game
        for moment in walk(game, played.log).moments:
            state = moment.state
            if not is_last_turn(game, state):
                continue
            assert is_certain(game, state)
            seat = state.actor
            best = max(result.shares[seat] for _after, result in Solver(game, 9_000).turns(state))
            assert solved(game, state)[1][seat] == best
            n_checked += 1
    assert n_checked

"""The parts of an analysis, each alone."""

import pytest

from gridwright.bots.search.contract import known_to
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
from gridwright.insight.course import CARDS, Course
from gridwright.insight.decisions import split
from gridwright.insight.ending import is_certain, solved
from gridwright.insight.estimator import Estimator, Policy, Values, lead, standard_error
from gridwright.insight.moves import entry_of, walk
from gridwright.insight.turns import key_of, played_out
from gridwright_lab.trials.insight.solver import Solver, is_last_turn
from tests.insight.played import board_game, card_game


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
    decisions = split(played.game, walked.moments)
    turns = [(each.state.round, each.seat) for each in decisions if each.kind == "fuel"]
    assert len(turns) == len(set(turns))
    lots = [each for each in decisions if each.kind == "auction"]
    assert all(len(each.played) == 1 and each.price for each in lots)
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


def test_hidden_money_does_not_change_a_value_for_a_viewer() -> None:
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
    known = [known_to(game, each, state.actor) for each in (state, rich)]
    estimator = Estimator(Policy(game), load_model(), 7, 3, viewer=state.actor)
    assert estimator.value(known[0]).by_world == estimator.value(known[1]).by_world


def _silent() -> EventLog:
    return EventLog(False)


def test_the_error_of_a_mean_shrinks_with_the_values() -> None:
    assert standard_error([0.5]) == 1.0
    assert standard_error([0.5, 0.5, 0.5]) == 0.0
    assert standard_error([0.0, 1.0] * 50) == pytest.approx(0.05, abs=0.001)


def test_each_change_of_the_chances_belongs_to_who_caused_it() -> None:
    played = card_game(3)
    walked = walk(played.game, played.log)
    course = Course(Estimator(Policy(played.game), load_model(), 5, 2), walked)
    actors = [point.stretch.actor for point in course.points]
    assert CARDS in actors
    accounts = course.accounts()
    for seat, account in enumerate(accounts):
        own = sum(
            course.caused(place).means[seat] - point.values.means[seat]
            for place, point in enumerate(course.points)
            if point.stretch.actor == seat
        )
        assert account.own == pytest.approx(own)
        told = account.start + account.luck + account.own + account.others
        assert told == pytest.approx(course.result[seat])
        assert account.n_decisions == actors.count(seat)


def test_a_seat_that_plays_the_policy_changes_no_chance_in_the_same_round() -> None:
    played = board_game()
    game = played.game
    policy = Policy(game)
    estimator = Estimator(policy, load_model(), 5, 3)
    n_checked = 0
    for moment in walk(game, played.log).moments[::29]:
        state = moment.state
        if state.round < 1 or state.actor == CHANCE:
            continue
        after = state.copy()
        game.apply(after, policy.action(state), _silent())
        if after.round == state.round and after.actor != CHANCE:
            assert estimator.value(after).by_world == estimator.value(state).by_world
            n_checked += 1
    assert n_checked > 3


def test_a_lead_is_measured_world_by_world() -> None:
    one = Values([[0.5, 0.5], [0.9, 0.1]])
    other = Values([[0.4, 0.6], [0.8, 0.2]])
    ahead, error = lead(one, other, 0)
    assert ahead == pytest.approx(0.1)
    assert error == pytest.approx(0.0, abs=1e-9)


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

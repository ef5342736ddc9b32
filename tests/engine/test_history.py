"""The log, taking back, and events that keep an observation up to date."""

import pytest

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.codec import Json, observation_values
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.invariants import check
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.engine.vocabulary.turn import TakeBack
from tests.engine.random_play import TABLES, choose, table_name
from tests.kit import STEP_3, Table, scenario


def viewers(game: Game) -> list[int]:
    return [SPECTATOR, *range(game.rules.n_seats)]


def look(game: Game, state: State) -> list[Observation]:
    return [observe(game, state, viewer) for viewer in viewers(game)]


def as_values(seen: list[Observation]) -> list[dict[str, Json]]:
    return [observation_values(each) for each in seen]


def check_fold(game: Game, old: list[Observation], events: list[Event], new: State) -> None:
    """Old observations and what happened make the new ones, for every viewer."""
    for seen in old:
        for event in events:
            event.fold(game.rules, seen)
    assert as_values(old) == as_values(look(game, new))


def play_with_regrets(spec: TableSpec, seed: int) -> History:
    """A random game in which seats often take back; checks every fold and every undo."""
    history = History(build_game(spec))
    game = history.game
    dice = Dice(seed)
    kept: list[str] = []
    n_undone = 0
    while not game.is_over(history.state):
        state = history.state
        assert len(kept) == state.takebacks
        assert game.can_take_back(state, state.actor) == (state.takebacks > 0)
        before = look(game, state)
        undo = state.takebacks > 0 and dice.below(3) == 0
        action: Action = TakeBack(state.actor) if undo else choose(history, dice)
        fingerprint = digest(state)
        events = history.play_watched(action)
        check_fold(game, before, events, history.state)
        if undo:
            assert digest(history.state) == kept.pop()
            n_undone += 1
        elif action.can_be_taken_back() and history.state.takebacks:
            kept.append(fingerprint)
        else:
            kept = []
        check(game, history.state)
    assert n_undone >= 5
    return history


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_events_fold_and_undoing_restores_through_a_whole_game(spec: TableSpec) -> None:
    history = play_with_regrets(spec, seed=4)
    again = History(history.game)
    for action in history.log:
        again.play(action)
    assert digest(again.state) == digest(history.state)
    assert again.log == history.log


def undo(table: Table, seat: int) -> None:
    """Take back, and check that events tell every viewer so."""
    before = look(table.game, table.state)
    events = table.act(TakeBack(seat))
    check_fold(table.game, before, events, table.state)


def test_c12_1_purchases_are_taken_back_one_by_one_to_the_first() -> None:
    table = scenario(seats=3).owns(2, 4, 5, 11).fuel(2, coal=1).at("resources")
    digests = []
    for line in ("2 buy coal 2", "2 buy uranium 1", "2 buy oil 3", "2 buy coal 1"):
        digests.append(digest(table.state))
        table.do(line)
    assert table.state.takebacks == 4
    while digests:
        undo(table, 2)
        assert digest(table.state) == digests.pop()
    assert (table.fuel(2), table.money(2)) == ({"coal": 1}, 50)
    assert table.refused("2 take-back").code == "nothing_to_undo"


def test_c12_1_connections_are_taken_back_one_by_one() -> None:
    table = (
        scenario(seats=3, board="germany")
        .market(5, 6, 7, 8, 9, 10, 11, 12)
        .cities(2, "essen")
        .at("building")
    )
    digests = []
    for line in ("2 connect duisburg", "2 connect munster", "2 connect dortmund"):
        digests.append(digest(table.state))
        table.do(line)
    undo(table, 2)
    assert table.cities(2) == ["duisburg", "essen", "munster"]
    assert digest(table.state) == digests.pop()
    table.do("2 connect dortmund")
    undo(table, 2)
    undo(table, 2)
    undo(table, 2)
    assert digest(table.state) == digests[0]
    assert table.money(2) == 50


def test_c12_1_a_house_of_the_trust_goes_back_with_the_connection() -> None:
    table = scenario(preset="recharged", seats=2).cities(1, "dallas").at("building")
    houses = table.state.trust.n_houses
    before = digest(table.state)
    table.do("1 connect houston")
    assert table.state.trust.n_houses == houses - 1
    undo(table, 1)
    assert digest(table.state) == before


def test_c12_1_coal_of_the_store_goes_back_to_the_supply() -> None:
    table = scenario(board="usa-recharged", seats=3).owns(2, 8).tokens(coal=1).at("resources")
    before = digest(table.state)
    table.do("2 buy coal 3")
    assert table.tokens().get("coal", 0) == 0
    undo(table, 2)
    assert digest(table.state) == before
    assert (table.tokens()["coal"], table.supply()["coal"]) == (1, 23)


def test_c12_1_nothing_is_taken_back_after_a_card_was_revealed() -> None:
    table = (
        scenario(seats=3)
        .market(5, 6, 7, 8, 9, 10, 11, 12)
        .n_cities(2, 4)
        .money(2, 100)
        .at("building")
    )
    table.do(next(line for line in table.legal() if "connect" in line))
    assert table.actor == CHANCE
    refusal = table.refused("2 take-back")
    assert (refusal.clause, refusal.code) == ("c12.3", "not_your_turn")
    table.reveal(13)
    assert table.actor == 2
    refusal = table.refused("2 take-back")
    assert (refusal.clause, refusal.code) == ("c12.1", "nothing_to_undo")


def test_c12_1_nothing_is_taken_back_after_the_turn_was_finished() -> None:
    table = scenario(seats=3).owns(1, 4).owns(2, 10).at("resources")
    table.do("2 buy coal 1", "2 finish-buying")
    assert table.actor == 1
    assert table.refused("2 take-back").code == "not_your_turn"
    assert table.refused("1 take-back").code == "nothing_to_undo"
    table.do("1 buy coal 1", "1 take-back")
    assert table.refused("1 take-back").code == "nothing_to_undo"


def test_c12_1_no_one_takes_back_for_another_seat() -> None:
    table = scenario(seats=3).owns(1, 4).owns(2, 10).at("resources")
    table.do("2 buy coal 1")
    refusal = table.refused("1 take-back")
    assert (refusal.code, refusal.numbers) == ("not_your_turn", {"seat": 1, "actor": 2})
    assert table.game.can_take_back(table.state, 2)
    assert not table.game.can_take_back(table.state, 1)


def test_c12_1_an_obsolete_plant_that_was_not_replaced_comes_back() -> None:
    """An empty stack reveals no card, so the connection can be taken back."""
    table = (
        scenario(seats=3)
        .step(3)
        .market(5, 16, 17, 18, 19, 20)
        .stack(rest=())
        .n_cities(2, 4)
        .money(2, 100)
        .at("building")
    )
    before = digest(table.state)
    table.do(next(line for line in table.legal() if "connect" in line))
    assert table.market() == [16, 17, 18, 19, 20]
    assert STEP_3 in table.gone()
    undo(table, 2)
    assert digest(table.state) == before


def test_watching_changes_nothing() -> None:
    dice = Dice(3)
    silent = History(build_game(TABLES[2]))
    watched = History(build_game(TABLES[2]))
    for turn in range(150):
        action = choose(silent, dice)
        silent.play(action)
        events = watched.play_watched(action)
        assert events, f"turn {turn}: nothing happened"
        assert digest(silent.state) == digest(watched.state)


def test_a_refused_action_is_not_logged() -> None:
    history = History(build_game(TABLES[0]))
    before = digest(history.state)
    with pytest.raises(IllegalAction, match=r"^c12\.3 not_your_turn"):
        history.play(TakeBack(0))
    assert history.log == []
    assert digest(history.state) == before


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_a_kept_position_is_restored_with_its_take_backs(spec: TableSpec) -> None:
    """Kept before every action and restored at random, a game continues as if nothing had been."""
    game = build_game(spec)
    history = History(game)
    dice = Dice(11)
    for _action in range(300):
        if game.is_over(history.state):
            break
        kept, before = history.keep(), digest(history.state)
        n_actions, takebacks = len(history.log), history.state.takebacks
        for _later in range(1 + dice.below(3)):
            if not game.is_over(history.state):
                history.play(choose(history, dice))
        if dice.below(2) == 0:
            for _time in range(2):
                history.restore(kept)
                assert digest(history.state) == before
                assert len(history.log) == n_actions
                for place in range(takebacks):
                    history.play(TakeBack(history.state.actor))
                    assert history.state.takebacks == takebacks - 1 - place
            history.restore(kept)
    check(game, history.state)

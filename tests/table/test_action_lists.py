"""Several actions in one order: one log entry with all of them, or none."""

from functools import partial

import pytest

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.auction import DropOut
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.building import ConnectCity, FinishBuilding, MayConnect
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.table import commands
from gridwright.table.action_lists import RefusedInList, rehearse
from gridwright.table.commands import RefusedCommand
from gridwright.table.table import Table
from tests.engine.random_play import TABLES, play, table_name
from tests.kit.scenario import scenario
from tests.server.tables.lone_table import LoneTable

SPEC = TableSpec("classic", "original", "usa", 2, order=(0, 1))


def seated(spec: TableSpec = SPEC) -> LoneTable:
    lone = LoneTable(spec)
    lone.seat_people(*["Ada", "Bob", "Cyd", "Dan"][: spec.seats])
    return lone


def at_phase(name: str, turn: int) -> LoneTable:
    """Return a table after random play at which a seat is to act in the phase."""
    lone = seated()
    dice = Dice(5)
    for _action in range(200):
        table = lone.table
        if phase_of(table) == name and table.state.turn == turn and table.state.round > 1:
            return lone
        choices = offers(table)
        lone.act(table.notation.text(choices[dice.below(len(choices))].sample(dice)))
    raise AssertionError(f"expected {name}")


def at_building() -> LoneTable:
    """The first of two to build; the other can build too."""
    lone = at_phase("building", 1)
    assert len(offers(lone.table)) > 1
    return lone


def offers(table: Table) -> list[Offer]:
    return table.game.offers(table.state)


def phase_of(table: Table) -> str:
    return table.game.phases[table.state.phase].NAME


def parse(table: Table, *lines: str) -> list[Action]:
    return [table.notation.parse(f"{table.state.actor} {line}") for line in lines]


def connects(table: Table) -> list[str]:
    """A plan that can be paid: the cheapest city."""
    offer = offers(table)[0]
    assert isinstance(offer, MayConnect)
    city = offer.cities[offer.costs.index(min(offer.costs))]
    return [f"connect {table.notation.cities[city]}"]


def test_a_list_is_one_entry_with_all_its_lines() -> None:
    lone = at_building()
    table = lone.table
    seat, version = table.state.actor, table.version
    lines = [*connects(table), "finish-building"]
    events = lone.do(partial(commands.act_all, seat=seat, actions=parse(table, *lines)))
    assert table.version == version + 1
    assert lone.log[-1].entry.lines[:2] == tuple(f"{seat} {line}" for line in lines)
    assert [type(event).__name__ for event in events][:1] == ["CityConnected"]
    assert "TurnFinished" in [type(event).__name__ for event in events]
    for again in (lone.folded(), lone.folded(with_seed=False)):
        assert digest(again.state) == digest(table.state)
        assert again.lines == table.lines


def test_a_list_of_one_is_the_action() -> None:
    one, other = at_building(), at_building()
    seat = one.table.state.actor
    line = connects(one.table)[0]
    one.do(partial(commands.act_all, seat=seat, actions=parse(one.table, line)))
    other.act(f"{seat} {line}")
    assert [each.entry for each in one.log] == [each.entry for each in other.log]


@pytest.mark.parametrize(
    ("last", "code", "place"),
    [
        (("connect atlantis",), "", 0),
        (("bid 12",), "wrong_phase", 1),
        (("finish-building", "finish-building"), "wrong_phase", 2),
    ],
)
def test_a_list_with_an_illegal_action_is_refused_as_a_whole(
    last: tuple[str, ...], code: str, place: int
) -> None:
    lone = at_building()
    table = lone.table
    before, version, n_lines = digest(table.state), table.version, len(table.lines)
    lines = [*connects(table), *last]
    if not code:
        with pytest.raises(NotationError):
            parse(table, *lines)
        return
    with pytest.raises(RefusedInList) as caught:
        commands.act_all(table, table.state.actor, parse(table, *lines))
    assert (caught.value.illegal.code, caught.value.place) == (code, place)
    assert (digest(table.state), table.version, len(table.lines)) == (before, version, n_lines)


def test_the_second_of_two_that_cannot_both_be_paid_is_refused() -> None:
    lone = at_building()
    table = lone.table
    state = table.state
    city = connects(table)[0]
    with pytest.raises(RefusedInList) as caught:
        commands.act_all(table, state.actor, parse(table, city, city))
    assert (caught.value.illegal.code, caught.value.place) == ("already_connected", 1)


def test_a_list_takes_nothing_back_and_is_the_own_seats() -> None:
    table = at_building().table
    seat = table.state.actor
    city = parse(table, *connects(table))
    with pytest.raises(NotationError, match="take-back"):
        commands.act_all(table, seat, [*city, TakeBack(seat)])
    with pytest.raises(RefusedCommand) as caught:
        commands.act_all(table, 1 - seat, [*city, *city])
    assert caught.value.code == "other_seat"


def test_a_list_ends_with_its_phase() -> None:
    """The next phase may depend on cards that no player has seen."""
    lone = at_phase("building", 0)
    table = lone.table
    with pytest.raises(RefusedInList) as caught:
        commands.act_all(table, table.state.actor, parse(table, "finish-building", "run nothing"))
    assert (caught.value.place, caught.value.illegal.code) == (1, "wrong_phase")


def test_a_card_drawn_between_two_cities_is_in_the_entry() -> None:
    """The third city of the leader makes plant 3 obsolete, and another comes (c4.4)."""
    position = scenario(board="usa", seats=4).cities(3, "chicago", "detroit").money(3, 200)
    table = position.market(3, 4, 5, 6, 7, 8, 9, 10).owns(3, 30).at("building")
    game, state = table.game, table.state
    offer = game.offers(state)[0]
    assert isinstance(offer, MayConnect)
    actions: list[Action] = [ConnectCity(3, city) for city in offer.cities[:3]]
    rehearse(game, state, [*actions, FinishBuilding(3)])
    now, _events = game.step(state, actions[0])
    assert now.actor == CHANCE


def test_a_turn_that_ends_automatically_needs_no_finish() -> None:
    """A card drawn for the last city that can be paid ends the turn (c6.13)."""
    position = scenario(board="usa", seats=4).cities(3, "chicago", "detroit").owns(3, 30)
    position = position.market(3, 4, 5, 6, 7, 8, 9, 10)
    offer = position.money(3, 200).at("building").game.offers(position.at("building").state)[0]
    assert isinstance(offer, MayConnect)
    cost = min(offer.costs)
    table = position.money(3, cost).at("building")
    city = ConnectCity(3, offer.cities[offer.costs.index(cost)])
    finish = FinishBuilding(3)
    assert list(rehearse(table.game, table.state, [city, finish])) == [city]
    with pytest.raises(RefusedInList) as caught:
        rehearse(table.game, table.state, [city, finish, finish])
    assert caught.value.place == 1
    rich = position.money(3, 200).at("building")
    assert list(rehearse(rich.game, rich.state, [city, finish])) == [city, finish]


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_no_outcome_of_chance_decides_whether_a_list_is_legal(spec: TableSpec) -> None:
    """A list rehearsed with one outcome is legal with every other."""
    n_lists = n_chances = 0
    dice = Dice(9)
    for history, _action in play(spec, 4, 400):
        game, state = history.game, history.state
        if state.actor == CHANCE:
            continue
        now, actions = state.copy(), []
        while (now.actor, now.phase, now.round) == (state.actor, state.phase, state.round):
            choices = game.offers(now)
            actions.append(choices[dice.below(len(choices))].sample(dice))
            game.apply(now, actions[-1], EventLog(False))
            is_drawn = now.actor == CHANCE
            while now.actor == CHANCE:
                game.apply(now, game.offers(now)[0].sample(dice), EventLog(False))
            n_chances += is_drawn
            is_building = game.phases[now.phase].NAME == "building"
            if len(actions) == 6 or (is_drawn and not is_building):
                break
        rehearse(game, state, actions)
        n_lists += len(actions) > 1
    assert n_lists > 3
    assert n_chances > 3


def test_a_rehearsal_does_not_know_the_deal() -> None:
    """The refusal of a list does not depend on the seed: it reveals no card of the deal."""
    table = at_phase("bureaucracy", 1).table
    seat = table.state.actor
    told = set()
    for plant in table.notation.cards[:40]:
        try:
            action = table.notation.parse(f"{seat} offer {plant} 50")
        except NotationError:
            continue
        with pytest.raises(RefusedInList) as caught:
            commands.act_all(table, seat, [*parse(table, "run nothing"), action])
        told.add((caught.value.illegal.code, caught.value.place))
    assert told == {("wrong_phase", 1)}


def test_a_list_goes_past_a_drawn_card_only_while_building() -> None:
    """A seat that drops out may offer a plant next, but not one that was drawn in between."""
    n_drawn = 0
    for history, action in play(SPEC, 2):
        game, state = history.game, history.state
        if not isinstance(action, DropOut):
            continue
        after, _events = game.step(state, action)
        if after.actor != CHANCE:
            continue
        for outcome in game.legal(after):
            then, _events = game.step(after, outcome)
            if then.actor == action.seat:
                again = game.legal(then)[-1]
                with pytest.raises(RefusedInList) as caught:
                    rehearse(game, state, [action, again])
                assert (caught.value.place, caught.value.illegal.code) == (1, "wrong_phase")
                n_drawn += 1
    assert n_drawn > 0


def test_a_list_that_goes_otherwise_than_rehearsed_is_no_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table has already moved, so the error is no refusal and the table is not kept."""
    table = at_building().table
    monkeypatch.setattr(commands, "rehearse", lambda _game, _state, actions: actions)
    actions = parse(table, *connects(table), "bid 3")
    with pytest.raises(RuntimeError, match="rehearsed") as caught:
        commands.act_all(table, table.state.actor, actions)
    assert isinstance(caught.value.__cause__, IllegalAction)


def test_a_list_is_taken_back_as_one_order() -> None:
    lone = at_building()
    table = lone.table
    seat, before = table.state.actor, digest(table.state)
    actions = parse(table, *connects(table), "finish-building")
    lone.do(partial(commands.act_all, seat=seat, actions=actions))
    assert digest(table.state) != before
    lone.do(partial(commands.undo, seat=seat))
    assert digest(table.state) == before
    assert digest(lone.folded().state) == before

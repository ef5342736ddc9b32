"""Hints: what the strongest bot would do at the place of a person, with its reasons."""

from collections.abc import Iterator

import pytest

from gridwright.aids.hints import (
    advise,
    advise_by_search,
    with_outlook,
)
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot, seat_bots
from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.digest import digest
from gridwright.engine.editions.card.vocabulary import BuyCard
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.building import ConnectCity, FinishBuilding, MayConnect
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.table.action_lists import rehearse

CLASSIC = TableSpec("classic", "original", "usa", 3, hidden_money=True)
CARD = TableSpec("card", "standard", "none", 3)
BOARD_FOR_TWO = default_spec("classic", seats=2)
ME = 0


def positions(spec: TableSpec, most: int) -> Iterator[tuple[Game, State, Action]]:
    """Each decision of one seat in a game of strong bots, with what the bot there does."""
    game = build_game(spec)
    keys = derive_keys(bytes(range(32)), "hints", {})
    seats = seat_bots(game, keys, [find_bot("hard")] * spec.seats)
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    n_found = 0
    while n_found < most and not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), silence)
            continue
        action = seats[state.actor].act(state)
        if state.actor == ME:
            n_found += 1
            yield game, state, action
        game.apply(state, action, silence)


def is_part_of(action: Action, actions: list[Action]) -> bool:
    """Check that an action is one of the advised actions; fuel is advised as a whole."""
    if isinstance(action, BuyResources):
        kinds = {each.resource: each.amount for each in actions if isinstance(each, BuyResources)}
        return kinds.get(action.resource, 0) >= action.amount
    return action in actions


@pytest.mark.parametrize("spec", [CLASSIC, CARD], ids=["classic", "card"])
def test_a_hint_compares_its_line_with_the_plain_alternative(spec: TableSpec) -> None:
    n_compared = 0
    for game, state, _action in positions(spec, 24):
        before = digest(state)
        found = with_outlook(game, state, advise(game, state, ME))
        assert digest(state) == before
        if found.outlook is None:
            continue
        n_compared += 1
        assert list(found.alternative) != found.actions
        rehearse(game, state, list(found.alternative))
        assert found.outlook.sureness == "close" or found.outlook.chance > found.outlook.without
    assert n_compared > 5


def test_what_a_seat_cannot_know_does_not_change_its_hint() -> None:
    n_compared = 0
    for game, state, _action in positions(CLASSIC, 8):
        rich = state.copy()
        for seat in range(CLASSIC.seats):
            if seat != ME:
                rich.money[seat] += 40
        found = [with_outlook(game, each, advise(game, each, ME)) for each in (state, rich)]
        assert found[0].outlook == found[1].outlook
        n_compared += found[0].outlook is not None
    assert n_compared


@pytest.mark.parametrize(("spec", "most"), [(CLASSIC, 60), (CARD, 60)], ids=["classic", "card"])
def test_the_advice_is_what_the_bot_would_do(spec: TableSpec, most: int) -> None:
    seen: set[str] = set()
    for game, state, action in positions(spec, most):
        before = digest(state)
        advised = advise(game, state.copy(), ME)
        assert is_part_of(action, advised.actions)
        rehearse(game, state, advised.actions)
        assert digest(state) == before
        assert len(advised.others) <= 2
        assert all(other.behind >= 0 for other in advised.others)
        for other in advised.others:
            if other.actions:
                rehearse(game, state, other.actions)
        seen.add(advised.area)
    assert seen >= {"market", "auction", "fuel", "plants"}


def test_advice_has_the_numbers_of_its_kind() -> None:
    checked: set[type] = set()
    for game, state, action in positions(CLASSIC, 60):
        advised = advise(game, state.copy(), ME)
        numbers = advised.numbers
        checked.add(type(action))
        if isinstance(action, OfferPlant | Bid):
            assert numbers.cost is not None
            assert numbers.left == state.money[ME] - numbers.cost
            assert advised.limit is not None
            assert advised.limit >= numbers.cost
        elif isinstance(action, BuyResources | BuyCard | ConnectCity):
            after = state.copy()
            log = EventLog(False)
            for each in advised.actions:
                game.apply(after, each, log)
            if after.actor == CHANCE:
                continue
            assert numbers.left == after.money[ME]
            assert numbers.cost == state.money[ME] - after.money[ME]
        elif isinstance(action, PassAuction | DropOut | FinishBuying | FinishBuilding):
            assert advised.actions == [action]
    assert checked >= {OfferPlant, Bid, BuyResources, ConnectCity}


def test_searched_hint_builds_as_the_seated_expert_does() -> None:
    expert = find_bot("expert-8")
    keys = Keys(bytes(32))
    n_checked = 0
    for game, state, _action in positions(BOARD_FOR_TWO, 40):
        if not isinstance(game.offers(state)[0], MayConnect):
            continue
        seated = SeatedBot(expert, game, ME, keys)
        now, built, finish = state.copy(), [], FinishBuilding(ME)
        while (now.actor, now.phase, now.round) == (ME, state.phase, state.round):
            built.append(seated.act(now))
            game.apply(now, built[-1], EventLog(False))
        advised = advise_by_search(expert.name, keys, game, state.copy())
        assert advised.actions == ([each for each in built if each != finish] or [finish])
        n_checked += 1
    assert n_checked > 3


def test_nothing_hidden_is_in_the_advice() -> None:
    """Others' money is hidden at this table: with other sums the advice is the same."""
    n_checked = 0
    for game, state, _action in positions(CLASSIC, 40):
        other = state.copy()
        for seat in range(1, CLASSIC.seats):
            other.money[seat] += 7 * seat
        assert advise(game, state.copy(), ME) == advise(game, other, ME)
        n_checked += 1
    assert n_checked == 40

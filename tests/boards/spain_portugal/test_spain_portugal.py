"""The clauses of Spain & Portugal."""

import pytest

from gridwright.engine.board_parts import board_parts
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.market import CardJoined
from tests.boards.golden import check_golden, record
from tests.boards.plant_access import (
    NUCLEAR,
    check_access,
    check_trust_is_not_bound,
    cities_seen,
    kept_out,
)
from tests.boards.set_up import Refill, check_opening, check_refill
from tests.boards.shipped import both, every_seats, positions_of
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table, facts

BOARD = "spain-portugal"
REFILL: Refill = {
    2: [[3, 2, 1, 0], [4, 3, 2, 2], [2, 5, 3, 1]],
    3: [[4, 2, 1, 0], [5, 4, 2, 2], [2, 5, 3, 1]],
    4: [[4, 3, 2, 0], [6, 5, 3, 4], [3, 6, 4, 1]],
    5: [[4, 4, 3, 0], [7, 6, 3, 5], [3, 7, 5, 1]],
    6: [[6, 5, 3, 0], [8, 7, 5, 5], [4, 9, 6, 2]],
}
PORTUGAL = {"braga", "evora", "faro", "lisboa", "portimao", "porto", "setubal"}
LATE = [18, 22, 27]
STACKS = {
    "original": {2: 24, 3: 24, 4: 28, 5: 32, 6: 32},
    "recharged": {2: 26, 3: 24, 4: 28, 5: 32, 6: 32},
}
"""Cards in the stack after the opening market was laid out, the Step 3 card among them."""


def iberia(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def numbers(game: Game, cards: list[int]) -> list[int]:
    return [game.rules.deck.numbers[card] for card in cards]


def may_have(game: Game, state: State, seat: int, plant: int) -> bool:
    """The sentence again: all cities in Portugal, and none at all is all."""
    number = game.rules.deck.numbers[plant]
    return number not in NUCLEAR or not cities_seen(game, state, seat) <= PORTUGAL


@both
def test_b_spain_portugal_1_who_may_offer(preset: str) -> None:
    position = iberia(preset).money(0, 90).money(1, 90).money(2, 90).money(3, 90)
    position = position.cities(0, "faro", "lisboa").cities(1, "huelva").cities(2, "faro", "sevilla")
    table = position.market(11, 12, 14, 15, 16, 19, 20, 21).order(0, 1, 2, 3).at("auction")
    nuclear = table.game.rules.plant_called(11)
    refusal = table.refused("0 offer 11 11")
    assert facts(refusal) == ("b-spain-portugal.1", "only_in_portugal", {"plant": nuclear})
    table.do("0 offer 12 12")
    # Any other plant is for all.
    assert table.state.auction.contenders == 0b1111
    table.do("1 drop", "2 drop", "3 drop")
    table.deal()
    table.do("1 offer 11 11")
    # Seat 3 has no city.
    assert table.state.auction.contenders == 0b0110


def test_b_spain_portugal_1_the_trust_is_not_bound() -> None:
    check_trust_is_not_bound(BOARD, "faro")


def test_b_spain_portugal_1_in_random_positions() -> None:
    check_access(BOARD, may_have)


def before_step_two(preset: str) -> Table:
    """Seat 3 is about to build its seventh city; no one else can build."""
    names = ("madrid", "toledo", "cuenca", "albacete", "murcia", "ciudad-real")
    position = iberia(preset).cities(3, *names).money(3, 200).money(0, 0).money(1, 0).money(2, 0)
    return position.market(16, 17, 19, 20, 21, 23, 24, 25).order(0, 1, 2, 3).at("building")


@both
def test_b_spain_portugal_2_plant_18_comes_when_step_2_begins(preset: str) -> None:
    table = before_step_two(preset)
    assert board_parts(table.state).row(0) == LATE
    size = table.state.stack.size()
    table.do("3 connect caceres", "3 finish-building")
    while table.phase == "building":
        table.do(f"{table.actor} finish-building")
    assert table.state.step == 2
    assert board_parts(table.state).row(0)[0] == 0
    assert 18 in numbers(table.game, table.state.market)
    assert 16 not in numbers(table.game, table.state.market)
    # The other two come for the next two cards; until then the stack is not touched.
    table.deal()
    assert table.state.stack.size() >= size


@both
def test_b_spain_portugal_2_late_plants_come_before_the_stack(preset: str) -> None:
    position = iberia(preset).step(2).money(0, 99).money(1, 99).money(2, 99).cities(0, "madrid")
    table = position.market(16, 19, 20, 21, 24, 25, 26, 29).order(0, 1, 2, 3).at("auction")
    size = table.state.stack.size()
    for seat, plant, came in ((0, 19, 18), (1, 20, 22), (2, 21, 27)):
        for event in table.do(f"{seat} offer {plant} {plant}"):
            assert not isinstance(event, CardJoined)
        while table.state.auction.lot != NONE:
            table.do(f"{table.state.actor} drop")
        assert came in numbers(table.game, table.state.market)
        assert table.state.stack.size() == size
    assert board_parts(table.state).row(0) == [0, 0, 0]
    table.do("3 pass")
    table.deal()
    # With all three on the market the next card is one of the stack's.
    assert table.state.stack.size() <= size


@every_seats
@both
def test_b_spain_portugal_2_the_stack_is_without_late_plants(preset: str, seats: int) -> None:
    table = iberia(preset, seats).at("auction")
    game = table.game
    deck = game.rules.deck
    opening = deck.n_opening_drawn
    assert sum(deck.counts) - opening == STACKS[preset][seats]
    for pool in deck.pools:
        assert not any(pool >> game.rules.plant_called(number) & 1 for number in LATE)


def test_b_spain_portugal_2_late_plants_in_random_positions() -> None:
    """The late plants are absent in step 1; later they come in order, each to one place."""
    checked = 0
    came_at_all = 0
    for game, state in positions_of(BOARD, 20):
        checked += 1
        seen = observe(game, state, 0)
        waiting = seen.parts.rows()[0]
        out = [number for number, left in zip(LATE, waiting, strict=True) if left == 0]
        assert out == LATE[: len(out)]
        assert waiting == [0] * len(out) + LATE[len(out) :]
        held = [*seen.market, *(plant for row in seen.plants for plant in row)]
        held += [*seen.trust_plants, *(c for c in range(42) if seen.gone >> c & 1)]
        buried = [card for pool in seen.stack.pools for card in range(42) if pool >> card & 1]
        places = [*numbers(game, held), *numbers(game, buried)]
        assert [places.count(number) for number in LATE] == [number in out for number in LATE]
        if state.step == 1 and state.next_step == 0:
            assert out == []
        elif state.step > 1 and state.due == 0:
            assert len(out) >= 1
            came_at_all += 1
    assert checked >= 1000
    assert came_at_all >= 100


def test_b_spain_portugal_3_opening_market() -> None:
    check_opening(BOARD, coal=24, oil=18, garbage=9, uranium=8)


def test_b_spain_portugal_4_refill() -> None:
    check_refill(BOARD, REFILL)


def test_b_spain_portugal_4_no_uranium_in_step_1() -> None:
    """The market never has more uranium in step 1 than at the start."""
    first = [state for _game, state in positions_of(BOARD, 20) if state.step == 1]
    assert len(first) >= 300
    for state in first:
        assert state.tokens[3] <= 8
        bought = sum(held[3] for held in state.fuel) + state.trust.fuel[3]
        assert state.tokens[3] + bought <= 8


def last_came(game: Game, state: State, line: str, events: list[Event]) -> bool:
    """The third of the late plants came."""
    return any(
        isinstance(event, CardJoined) and game.rules.deck.numbers[event.card] == LATE[-1]
        for event in events
    )


GOLDEN = {
    "spain-portugal-nuclear": ("original", 4, kept_out(may_have)),
    "spain-portugal-wind": ("recharged", 3, last_came),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

"""The clauses of Korea, and its rules once more as naive predicates over what a viewer sees."""

from collections import Counter
from typing import Any

import pytest

from gridwright.aids.hints import advise
from gridwright.cli.drawing.events import tell
from gridwright.cli.drawing.glyphs import UNICODE
from gridwright.cli.drawing.ladders import draw_ladders
from gridwright.cli.drawing.names import Names
from gridwright.cli.drawing.refusal_sentences import tell_refusal
from gridwright.cli.hotseat.answers import Answers
from gridwright.cli.hotseat.choices import list_choices
from gridwright.content.table import TableSpec
from gridwright.engine.board_parts import board_parts
from gridwright.engine.codec import observation_values
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.invariants import BrokenInvariant, check
from gridwright.engine.observe import ladders_seen, observe, stock_seen
from gridwright.engine.phases.two_markets import TwoMarketsBureaucracy
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event, EventLog, MayDo
from gridwright.engine.vocabulary.fuel import ChangeMarket, MayBuy, ResourcesBought
from tests.boards.golden import check_golden, record
from tests.boards.shipped import PRESETS, both, positions_of, tables_of
from tests.envs.test_batch import compare
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import Table

BOARD = "korea"
NORTH = 0
SIDE = 1
COAL, OIL, GARBAGE, URANIUM = range(4)

PRICES = {
    "south": [
        [1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8],
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8],
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8],
        [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    ],
    "north": [
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 3, 4, 5, 6, 7, 8],
        [],
    ],
}
REFILLS = {
    "north": {
        2: ["110", "211", "111"],
        3: ["210", "211", "111"],
        4: ["211", "311", "222"],
        5: ["211", "321", "222"],
        6: ["321", "422", "333"],
    },
    "south": {
        2: ["2111", "2111", "2321"],
        3: ["2111", "3211", "2321"],
        4: ["3211", "3322", "2322"],
        5: ["3322", "4323", "3432"],
        6: ["4322", "5433", "3433"],
    },
}
"""Written down a second time, digit by digit."""


def korea(seats: int = 4, preset: str = "original") -> Scenario:
    return scenario(preset=preset, board=BOARD, seats=seats)


def buying(preset: str = "original") -> Table:
    """Seat 3 burns coal and uranium and buys first."""
    return korea(preset=preset).owns(3, 4, 11).owns(2, 3).money(3, 60).at("resources")


def north(table: Table) -> list[int]:
    return board_parts(table.state).row(NORTH)


def sides(table: Table) -> list[int]:
    return board_parts(table.state).row(SIDE)


# The clauses


@both
def test_b_korea_1_a_seat_buys_on_one_side_in_a_turn(preset: str) -> None:
    """A seat that bought in the South cannot go North; one that went North buys there."""
    table = buying(preset)
    assert sides(table) == [0, 0, 0, 0]
    table.do("3 buy coal 1")
    assert sides(table) == [0, 0, 0, 1]
    refusal = table.refused("3 change-market")
    assert (refusal.code, refusal.clause) == ("market_chosen", "b-korea.1")
    told = tell_refusal(refusal, Names(TableSpec("classic", preset, BOARD, 4), table.game))
    assert told.endswith("You have already chosen a market for this turn.")
    table.do("3 take-back")
    assert sides(table) == [0, 0, 0, 0]
    before = table.money(3)
    table.do("3 change-market")
    assert sides(table) == [0, 0, 0, 2]
    assert table.refused("3 change-market").code == "market_chosen"
    table.do("3 buy coal 3")
    assert before - table.money(3) == 1 + 1 + 2
    assert (north(table)[COAL], table.tokens()["coal"]) == (9, 12)
    table.do("3 take-back", "3 take-back")
    assert (north(table)[COAL], sides(table)) == (12, [0, 0, 0, 0])
    table.do("3 change-market", "3 buy coal 2", "3 finish-buying")
    # The next seat chooses again.
    assert (table.actor, sides(table)) == (2, [0, 0, 0, 0])


def test_b_korea_1_no_one_goes_where_nothing_can_be_bought() -> None:
    """The North is refused to a seat that has no money, no room or no tokens to buy there."""
    table = korea().owns(3, 11).money(3, 60).at("resources")
    refusal = table.refused("3 change-market")
    assert (refusal.code, refusal.clause) == ("nothing_for_sale", "b-korea.1")
    full = korea().owns(3, 4, 11).fuel(3, coal=4).money(3, 60).at("resources")
    assert full.refused("3 change-market").code == "nothing_for_sale"
    # A seat that can buy in the North alone has a turn; one that cannot has none (c5.8).
    sold_out = korea().owns(3, 4).tokens(coal=0).at("resources")
    assert sold_out.actor == 3
    assert [type(offer) for offer in sold_out.game.offers(sold_out.state)] == [MayDo, MayDo]
    assert korea().owns(3, 13).owns(2, 4).at("resources").actor == 2


def test_b_korea_2_the_north_sells_no_uranium() -> None:
    """A seat that went North cannot buy it; in the South it can."""
    table = buying()
    table.do("3 change-market")
    assert table.refused("3 buy uranium 1").code == "sold_out"
    table.do("3 take-back", "3 buy uranium 1")
    assert table.fuel(3)["uranium"] == 1


@pytest.mark.parametrize("spec", tables_of(BOARD), ids=lambda spec: f"{spec.preset}-{spec.seats}")
def test_b_korea_3_both_markets_have_ladders_of_their_own(spec: TableSpec) -> None:
    """South and North, kind by kind."""
    market = korea(spec.seats, spec.preset).game.rules.market
    assert [ladder.prices for ladder in market.ladders] == PRICES["south"]
    assert market.second is not None
    assert [ladder.prices for ladder in market.second.ladders] == PRICES["north"]
    table = buying()
    for viewer in range(4):
        seen = observe(table.game, table.state, viewer)
        assert [each.prices for each in ladders_seen(table.game.rules, seen, 3)] == PRICES["south"]
    table.do("3 change-market")
    seen = observe(table.game, table.state, 0)
    assert ladders_seen(table.game.rules, seen, 3)[COAL].prices == PRICES["north"][COAL]
    assert stock_seen(table.game.rules, seen, 3) == [12, 6, 2, 0]
    assert stock_seen(table.game.rules, seen, 0) == seen.tokens
    assert ladders_seen(table.game.rules, seen, SPECTATOR)[COAL].prices == PRICES["south"][COAL]


@pytest.mark.parametrize("spec", tables_of(BOARD), ids=lambda spec: f"{spec.preset}-{spec.seats}")
def test_b_korea_4_the_opening_markets(spec: TableSpec) -> None:
    """12, 12, 4 and 2 in the South; 12, 6 and 2 in the North; the rest is the supply."""
    game = korea(spec.seats, spec.preset).game
    state = game.new_state()
    assert state.tokens == [12, 12, 4, 2]
    assert board_parts(state).row(NORTH) == [12, 6, 2, 0]
    assert state.supply == [0, 6, 18, 10]


@pytest.mark.parametrize("spec", tables_of(BOARD), ids=lambda spec: f"{spec.preset}-{spec.seats}")
def test_b_korea_5_the_north_is_refilled_first(spec: TableSpec) -> None:
    """One supply: what the North takes is not there for the South."""
    game = korea(spec.seats, spec.preset).game
    phase = next(each for each in game.phases if isinstance(each, TwoMarketsBureaucracy))
    for step in (1, 2, 3):
        there = [int(digit) for digit in REFILLS["north"][spec.seats][step - 1]] + [0]
        here = [int(digit) for digit in REFILLS["south"][spec.seats][step - 1]]
        state = game.new_state()
        state.step = step
        state.tokens = [0, 0, 0, 0]
        board_parts(state).put(NORTH, [0, 0, 0, 0])
        # There is one coal more than the North takes, and oil for the North alone.
        state.supply = [there[COAL] + 1, there[OIL], 24, 12]
        phase.refill(state, EventLog(False))
        assert board_parts(state).row(NORTH) == there
        assert state.tokens == [1, 0, here[GARBAGE], here[URANIUM]]
    closed = game.new_state()
    closed.supply = [9, 9, 9, 9]
    closed.tokens = [0, 0, 0, 0]
    board_parts(closed).put(NORTH, [0, 0, 0, 0])
    closed.closed = 1 << OIL
    assert phase.second_refill(closed)[OIL] == phase.refill_of(closed)[OIL] == 0


def test_b_korea_6_the_trust_buys_in_the_south() -> None:
    """The tokens it takes leave the South; the North keeps everything."""
    position = korea(2, "recharged").trust(4).owns(0, 3).owns(1, 5).order(0, 1)
    table = position.at("resources")
    before = north(table)
    table.do("1 finish-buying")
    assert (table.tokens()["coal"], north(table)) == (10, before)


# The same once more, from the sentences


def naive_most(prices: list[int], stock: int, room: int, money: int) -> int:
    """Spaces are paid one by one, the cheapest token first."""
    lying = prices[len(prices) - stock :]
    bought = 0
    while bought < min(room, len(lying)) and sum(lying[: bought + 1]) <= money:
        bought += 1
    return bought


def naive_room(game: Game, seen: dict[str, Any], seat: int, kind: int) -> int:
    """Twice the need on each plant; coal and oil beyond their own plants are on hybrids."""
    own, shared, held = [0] * 4, 0, [0] * 4
    for place, plant in enumerate(seen["plants"][seat]):
        face = game.rules.deck.plants[plant]
        if len(face.kinds) == 2:
            shared += 2 * face.need
        elif face.kinds:
            own[face.kinds[0]] += 2 * face.need
        for each in range(4):
            held[each] += seen["stored"][seat][place][each]

    def fits(more: int) -> bool:
        now = [held[each] + more * (each == kind) for each in range(4)]
        over = [max(0, now[each] - own[each]) for each in range(4)]
        return over[COAL] + over[OIL] <= shared and over[GARBAGE] == over[URANIUM] == 0

    room = 0
    while room < 60 and fits(room + 1):
        room += 1
    return room


def naive_offers(game: Game, seen: dict[str, Any]) -> tuple[dict[int, int], bool]:
    """Return how many of each kind the actor may buy, and whether it may go North."""
    seat = seen["actor"]
    side = seen["parts"]["side"][seat]
    most = {}
    for place in ("south", "north"):
        stock = seen["tokens"] if place == "south" else seen["parts"]["north"]
        most[place] = {
            kind: naive_most(
                PRICES[place][kind],
                stock[kind],
                naive_room(game, seen, seat, kind),
                seen["money"][seat],
            )
            for kind in range(4)
        }
    here = most["north" if side == 2 else "south"]
    found = {kind: amount for kind, amount in here.items() if amount}
    return found, side == 0 and any(most["north"].values())


def test_a_second_reading_of_the_sides_agrees_on_random_positions() -> None:
    counts: Counter[str] = Counter()
    for game, state in positions_of(BOARD, 10, 1):
        if state.actor == CHANCE or game.phases[max(state.phase, 0)].NAME != "resources":
            continue
        seen = observation_values(observe(game, state, state.actor))
        offers = game.offers(state)
        bought = {each.resource: each.most for each in offers if isinstance(each, MayBuy)}
        changes = any(
            isinstance(each, MayDo) and isinstance(each.action, ChangeMarket) for each in offers
        )
        assert (bought, changes) == naive_offers(game, seen)
        counts["positions"] += 1
        counts[f"side {board_parts(state).row(SIDE)[state.actor]}"] += 1
        counts["only the North"] += changes and not bought
    assert counts["positions"] >= 1000
    assert all(counts[sign] for sign in ("side 0", "side 1", "side 2", "only the North"))


def naive_refill(
    step: int, seats: int, supply: list[int], there: list[int], here: list[int]
) -> tuple[list[int], list[int]]:
    """Token by token: the North while it has a claim, a space and a token; then the South."""
    supply, there, here = supply[:], there[:], here[:]
    for place, row in (("north", there), ("south", here)):
        for kind, digit in enumerate(REFILLS[place][seats][step - 1]):
            for _token in range(int(digit)):
                if supply[kind] > 0 and row[kind] < len(PRICES[place][kind]):
                    supply[kind] -= 1
                    row[kind] += 1
    return there, here


def test_a_second_reading_of_the_refill_agrees_on_random_positions() -> None:
    checked = 0
    scarce = 0
    for game, position in positions_of(BOARD, 10, 1):
        phase = next(each for each in game.phases if isinstance(each, TwoMarketsBureaucracy))
        state: State = position.copy()
        wanted = naive_refill(
            state.step,
            game.rules.n_seats,
            state.supply,
            board_parts(state).row(NORTH),
            state.tokens,
        )
        scarce += state.supply[COAL] == 1
        phase.refill(state, EventLog(False))
        assert (board_parts(state).row(NORTH), state.tokens) == wanted
        checked += 1
    assert checked >= 1000
    assert scarce


# What others see


def test_the_terminal_draws_both_markets_and_understands_their_names() -> None:
    table = buying()
    names = Names(TableSpec("classic", "original", BOARD, 4), table.game)
    drawn = draw_ladders(observe(table.game, table.state, 3), names, UNICODE).plain
    south, northern = drawn.split("\n\n")
    assert south.startswith("South")
    assert northern.startswith("North")
    assert "uranium" in south
    assert "uranium" not in northern
    offers = table.game.offers(table.state)
    choices = list_choices(offers, names)
    assert "buy in the North this turn" in [choice.words for choice in choices]
    assert Answers(names).action("north", 3, offers, choices) == ChangeMarket(3)
    told = [tell(event, names) for event in table.do("3 change-market")]
    assert "Seat 3 buys in the North this turn." in told


def test_a_hint_may_lead_to_the_north() -> None:
    """Coal is cheaper there, so the advice begins with the way there."""
    table = korea().owns(3, 4).owns(2, 3).money(3, 60).cities(3, "seoul").at("resources")
    actions = advise(table.game, table.state, 3).actions
    assert actions[0] == ChangeMarket(3)
    assert len(actions) > 1


def test_a_batch_sees_both_markets_as_a_single_game_does() -> None:
    compare(TableSpec("classic", "original", BOARD, 3), [1, 2], 700)


def test_too_many_tokens_in_the_north_are_found() -> None:
    table = buying()
    check(table.game, table.state)
    board_parts(table.state).put(NORTH, [12, 5, 2, 1])
    table.state.supply[OIL] += 1
    table.state.supply[URANIUM] -= 1
    with pytest.raises(BrokenInvariant, match="second market"):
        check(table.game, table.state)


# Whole games


def bought_in_the_north(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, ResourcesBought) and event.amount > 1 and event.from_supply
        for event in events
    )


GOLDEN = {
    "both-sides": ("original", 4, bought_in_the_north),
    "sides-against-the-trust": ("recharged", 2, bought_in_the_north),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


def test_both_printings_are_played() -> None:
    assert {spec.preset for spec in tables_of(BOARD)} == set(PRESETS)


if __name__ == "__main__":
    record(BOARD, GOLDEN)

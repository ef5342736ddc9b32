"""The clauses of Northern Europe."""

import pytest

from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PlantBought
from gridwright.engine.vocabulary.base import Event
from tests.boards.golden import check_golden, record
from tests.boards.plant_access import check_access, cities_seen, kept_out
from tests.boards.set_up import Refill, check_opening, check_refill
from tests.boards.shipped import both, positions_of, regions_in_play
from tests.kit.scenario import Scenario, scenario
from tests.kit.table import facts

BOARD = "northern-europe"
REFILL: Refill = {
    2: [[2, 1, 1, 1], [4, 2, 2, 2], [3, 3, 3, 2]],
    3: [[3, 2, 1, 1], [4, 2, 2, 2], [4, 3, 3, 2]],
    4: [[4, 2, 2, 2], [5, 3, 3, 3], [5, 4, 4, 2]],
    5: [[4, 3, 3, 2], [5, 4, 3, 4], [6, 5, 5, 3]],
    6: [[6, 4, 3, 2], [8, 5, 5, 4], [5, 6, 6, 4]],
}
REGIONAL = {
    32: ("brown", ["garbage"], 2, 6),
    44: ("brown", ["uranium"], 1, 7),
    19: ("orange", ["oil"], 2, 4),
    26: ("orange", ["oil"], 3, 5),
    18: ("pink", ["oil"], 1, 3),
    22: ("pink", [], 0, 3),
    10: ("purple", ["uranium"], 2, 3),
    39: ("purple", [], 0, 5),
    7: ("red", [], 0, 1),
    46: ("red", [], 0, 6),
    21: ("yellow", [], 0, 2),
    25: ("yellow", ["uranium"], 1, 4),
}
"""Plants by number: region, fuel and need of the region's version, and cities supplied."""
ELSEWHERE = {"red", "orange"}
"""Norway and Denmark."""


def north(preset: str = "original", seats: int = 4) -> Scenario:
    return scenario(board=BOARD, preset=preset, seats=seats)


def regions_seen(game: Game, state: State, seat: int) -> set[str]:
    board = game.rules.board
    places = [board.cities.index(city) for city in cities_seen(game, state, seat)]
    return {board.regions[board.city_regions[place]] for place in places}


def may_have(game: Game, state: State, seat: int, plant: int) -> bool:
    """The sentence again, written without the engine's rule."""
    burns = [game.rules.market.kinds[kind] for kind in game.rules.deck.plants[plant].kinds]
    return burns != ["uranium"] or bool(regions_seen(game, state, seat) - ELSEWHERE)


@both
def test_b_northern_europe_1_who_may_offer(preset: str) -> None:
    position = north(preset).money(0, 90).money(1, 90).money(2, 90).money(3, 90)
    position = position.cities(0, "oslo").cities(1, "malmo").cities(2, "oslo", "karlstad")
    table = position.market(11, 12, 14, 15, 16, 17, 20, 23).order(0, 1, 2, 3).at("auction")
    nuclear = table.game.rules.plant_called(11)
    refusal = table.refused("0 offer 11 11")
    assert facts(refusal) == ("b-northern-europe.1", "no_northern_nuclear", {"plant": nuclear})
    table.do("0 pass", "1 offer 11 11")
    # Seat 3 has no city.
    assert table.state.auction.contenders == 0b0110


def test_b_northern_europe_1_in_random_positions() -> None:
    check_access(BOARD, may_have)


@both
def test_b_northern_europe_2_in_random_positions(preset: str) -> None:
    """Every open or owned card with a regional number is the right one of the two."""
    checked = own = 0
    for game, state in positions_of(BOARD, 20):
        if game.rules.preset != preset or state.phase < game.first_of_round:
            continue
        seen = observe(game, state, 0)
        rows = [seen.market, seen.trust_plants, *seen.plants]
        for card in [each for row in rows for each in row]:
            number = game.rules.deck.numbers[card]
            checked += 1
            if number in REGIONAL:
                region, burns, need, output = REGIONAL[number]
                plant = game.rules.deck.plants[card]
                kinds = [game.rules.market.kinds[kind] for kind in plant.kinds]
                is_own = (kinds, plant.need, plant.output) == (burns, need, output)
                assert is_own == (region in regions_in_play(game, state))
                own += is_own
    assert checked >= 1000
    assert own >= 100


@pytest.mark.parametrize("regions", [("orange", "purple", "red"), ("brown", "pink", "yellow")])
def test_b_northern_europe_2_at_the_opening(regions: tuple[str, ...]) -> None:
    position = scenario(board=BOARD, preset="original", seats=3, regions=regions)
    state = position._base()
    names = [position._notation.cards[card] for card in state.market]
    swapped = "red" in regions
    tail = ["7b", "8", "9", "10b"] if swapped else ["7a", "8", "9", "10a"]
    assert names == ["3", "4", "5", "6", *tail]


def test_b_northern_europe_3_opening_market() -> None:
    check_opening(BOARD, coal=18, oil=18, garbage=12, uranium=6)


def test_b_northern_europe_4_refill() -> None:
    check_refill(BOARD, REFILL)


def regional_bought(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, PlantBought)
        and game.rules.deck.numbers[event.plant] in REGIONAL
        and event.plant != game.rules.plant_called(game.rules.deck.numbers[event.plant])
        for event in events
    )


GOLDEN = {
    "northern-europe-nuclear": ("original", 4, kept_out(may_have)),
    "northern-europe-regional": ("recharged", 3, regional_bought),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

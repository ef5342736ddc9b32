"""The clauses of Italy."""

from itertools import combinations

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.table import TableSpec, build_rules
from gridwright.engine.game import Game
from gridwright.engine.network import region_choices
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PlantBought
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.setup import RegionsChosen
from tests.boards.golden import check_golden, record
from tests.boards.set_up import check_opening
from tests.boards.shipped import both, positions_of, regions_in_play, rules_of
from tests.kit.scenario import scenario

BOARD = "italy"
SPLIT = {"red", "green", "blue"}
URANIUM = 3


def test_b_italy_1_much_garbage() -> None:
    check_opening(BOARD, coal=18, oil=15, garbage=12, uranium=2)


@both
def test_b_italy_2_three_regions_that_are_never_alone(preset: str) -> None:
    board = rules_of(BOARD, preset, 3).board
    chosen = [
        {board.regions[place] for place in range(6) if mask >> place & 1}
        for mask in region_choices(board, 3)
    ]
    assert SPLIT not in chosen
    # By touching regions alone seven trios would do.
    assert len(chosen) == 6
    with pytest.raises(ContentError, match="3 regions that hang together"):
        build_rules(TableSpec("classic", preset, BOARD, 3, regions=("blue", "green", "red")))


def hang_together(names: set[str], pairs: set[frozenset[str]]) -> bool:
    """Return whether things linked by pairs are in one piece, found by merging pieces."""
    pieces = [{name} for name in names]
    for one, other in combinations(sorted(names), 2):
        if frozenset((one, other)) in pairs:
            first = next(piece for piece in pieces if one in piece)
            second = next(piece for piece in pieces if other in piece)
            if first is not second:
                first |= second
                pieces.remove(second)
    return len(pieces) == 1


def test_b_italy_2_in_random_positions() -> None:
    """The cities in play hang together, found again from the list of links."""
    asked = 0
    found: dict[frozenset[str], bool] = {}
    for game, state in positions_of(BOARD):
        regions = regions_in_play(game, state)
        if len(regions) < game.rules.limits.n_regions:
            continue
        board = game.rules.board
        asked += 1
        assert regions != SPLIT
        if frozenset(regions) not in found:
            inside = {
                city
                for place, city in enumerate(board.cities)
                if board.regions[board.city_regions[place]] in regions
            }
            pairs = {frozenset((board.cities[a], board.cities[b])) for a, b, _cost in board.links}
            found[frozenset(regions)] = hang_together(inside, pairs)
    assert asked >= 1000
    assert all(found.values())


@pytest.mark.parametrize(("preset", "closed"), [("original", 0), ("recharged", 1 << URANIUM)])
def test_b_italy_3_plant_39_ends_the_refill_in_the_second_printing(
    preset: str, closed: int
) -> None:
    position = scenario(board=BOARD, preset=preset, seats=3).step(2).money(0, 90)
    table = position.market(36, 37, 38, 39, 40, 42, 44, 46).order(0, 1, 2).at("auction")
    table.buy(0, 39, 50)
    assert table.state.closed == closed


def test_b_italy_3_the_trust_does_not_count() -> None:
    position = scenario(board=BOARD, preset="recharged", seats=2).money(0, 90).money(1, 90)
    table = position.market(36, 37, 38, 39, 40, 42, 44, 46).order(0, 1).at("auction")
    table.do("0 pass")
    assert 39 in table.trust_plants()
    assert table.state.closed == 0


def test_b_italy_3_in_random_positions() -> None:
    """Uranium is closed exactly where a seat has, or has given up, plant 39."""
    asked = closed = 0
    for game, state in positions_of(BOARD):
        asked += 1
        plant = game.rules.plant_called(39)
        owned = any(plant in row for row in state.plants)
        if game.rules.preset == "original":
            assert state.closed == 0
        elif owned:
            closed += 1
            assert state.closed == 1 << URANIUM
        elif not state.gone >> plant & 1:
            assert state.closed == 0
    assert asked >= 1000
    assert closed > 0


def sold_39(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(
        isinstance(event, PlantBought) and game.rules.deck.numbers[event.plant] == 39
        for event in events
    )


def three_regions(game: Game, state: State, line: str, events: list[Event]) -> bool:
    return any(isinstance(event, RegionsChosen) for event in events)


GOLDEN = {
    "italy-plant-39": ("recharged", 4, sold_39),
    "italy-three-regions": ("original", 3, three_regions),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games(name: str) -> None:
    check_golden(BOARD, name, GOLDEN[name])


if __name__ == "__main__":
    record(BOARD, GOLDEN)

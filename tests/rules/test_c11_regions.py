"""Clauses c11: which regions are in play."""

from typing import Final

import pytest

from gridwright.content.table import ContentError, TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import mask_of, members
from gridwright.engine.network import Board, is_connected, region_choices
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawRegions,
    MayChooseRegions,
    RegionsChosen,
)
from tests.kit import facts, only, opening
from tests.kit.scenario import edition_of

BOARDS: Final = (
    ("original", "usa"),
    ("original", "germany"),
    ("recharged", "usa-recharged"),
    ("recharged", "germany-recharged"),
    ("europe", "europe"),
    ("north-america", "north-america"),
)


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("preset", "board"), BOARDS)
def test_c11_4_regions_at_random(preset: str, board: str, seats: int) -> None:
    """The dealer may draw every choice of c1.4, each once, and no other."""
    table = opening(preset=preset, board=board, seats=seats, order=tuple(range(seats)))
    assert table.actor == CHANCE
    (offer,) = table.offers()
    assert isinstance(offer, MayChooseRegions)
    rules = table.game.rules
    assert offer.choices == region_choices(rules.board, rules.limits.n_regions)
    refusal = table.refused_action(DrawRegions(0b1))
    assert facts(refusal) == (table.clause("c12.2", "d12.2"), "impossible_outcome", {"regions": 1})
    chosen = offer.choices[-1]
    (event,) = only(table.act(DrawRegions(chosen)), RegionsChosen)
    assert event.regions == table.state.grid.area.regions == chosen


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize("board", ["usa", "europe", "north-america"])
def test_c11_4_each_choice_is_equally_likely(board: str) -> None:
    """Samples spread evenly over the choices."""
    table = opening(board=board, seats=3, order=(0, 1, 2))
    (offer,) = table.offers()
    assert isinstance(offer, MayChooseRegions)
    dice = Dice(1)
    drawn = [offer.sample(dice) for sample in range(200 * len(offer.choices))]
    counts = [drawn.count(DrawRegions(choice)) for choice in offer.choices]
    assert sum(counts) == len(drawn)
    assert 150 < min(counts) <= max(counts) < 250


def addable(board: Board, chosen: int, choices: list[int]) -> list[int]:
    """Regions that touch those chosen and leave a choice of c1.4 that holds them all."""
    return [
        region
        for region in range(len(board.regions))
        if not chosen >> region & 1
        and is_connected(board.region_neighbours, chosen | 1 << region)
        and any(choice & chosen == chosen and choice >> region & 1 for choice in choices)
    ]


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("preset", "board"), BOARDS)
def test_c11_5_drafted_regions_hang_together_and_can_be_completed(
    preset: str, board: str, seats: int
) -> None:
    """Each region that a draft may add touches the others."""
    game = build_game(
        TableSpec(
            edition_of(preset, board),
            preset,
            board,
            seats,
            regions="draft",
            order=tuple(range(seats)),
        )
    )
    rules = game.rules
    choices = region_choices(rules.board, rules.limits.n_regions)
    waiting = [game.new_state()]
    reached = {0}
    while waiting:
        state = waiting.pop()
        chosen = state.grid.area.regions
        offered = [each.region for each in game.legal(state) if isinstance(each, DraftRegion)]
        names = [rules.board.regions[region] for region in members(chosen)]
        assert offered == addable(rules.board, chosen, choices), f"after {names}"
        for region in offered:
            after, _events = game.step(state, DraftRegion(state.actor, region))
            regions = after.grid.area.regions
            if regions not in reached and len(members(regions)) < rules.limits.n_regions:
                reached.add(regions)
                waiting.append(after)


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize(
    ("board", "chosen"),
    [
        ("germany", ("red", "blue", "yellow", "purple")),
        ("europe", ("north", "east", "southeast", "south")),
        ("north-america", ("northeast", "mideast", "south", "mexico")),
    ],
)
def test_c11_5_players_draft_in_the_order_of_round_1(board: str, chosen: tuple[str, ...]) -> None:
    """One region each, in turn, until there are enough; then the game begins."""
    table = opening(board=board, seats=4, regions="draft", order=(2, 0, 3, 1))
    for seat, region in zip((2, 0, 3, 1), chosen, strict=True):
        assert (table.phase, table.actor) == ("regions", seat)
        (event,) = only(table.do(f"{seat} draft {region}"), RegionsChosen)
        assert event.seat == seat
    table.deal()
    assert table.phase == "auction"
    regions = [table.notation.regions[each] for each in members(table.state.grid.area.regions)]
    assert sorted(regions) == sorted(chosen)
    assert len(table.state.grid.area.cities) == 28


def test_c11_5_with_two_players_the_first_drafts_twice() -> None:
    """Three regions for two."""
    table = opening(board="germany", seats=2, regions="draft", order=(1, 0))
    table.do("1 draft red", "0 draft blue", "1 draft yellow")
    assert table.phase == "auction"


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize(
    ("board", "taken", "apart"),
    [
        ("germany", "red", "purple"),
        ("europe", "north", "south"),
        ("north-america", "northeast", "south"),
    ],
)
def test_c11_5_a_region_must_touch_those_chosen_and_be_free(
    board: str, taken: str, apart: str
) -> None:
    """One region does not touch the one that is taken."""
    table = opening(board=board, seats=3, regions="draft", order=(0, 1, 2))
    table.do(f"0 draft {taken}")
    clause = table.clause("c11.5", "d11.4")
    ids = {region: place for place, region in enumerate(table.notation.regions)}
    refusal = table.refused(f"1 draft {apart}")
    assert facts(refusal) == (clause, "regions_apart", {"region": ids[apart]})
    refusal = table.refused(f"1 draft {taken}")
    assert facts(refusal) == (clause, "region_taken", {"region": ids[taken]})


def test_c11_5_a_region_apart_is_refused_although_it_could_be_joined_later() -> None:
    """Brown touches neither cyan nor purple; yellow would join them as the fourth region."""
    table = opening(board="usa", seats=4, regions="draft", order=(0, 1, 2, 3))
    table.do("0 draft cyan", "1 draft purple")
    brown = table.notation.regions.index("brown")
    assert facts(table.refused("2 draft brown")) == ("c11.5", "regions_apart", {"region": brown})


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize(
    ("board", "given"),
    [
        ("germany", ("red", "blue", "yellow")),
        ("europe", ("north", "east", "centre")),
        ("north-america", ("northeast", "mideast", "midwest")),
    ],
)
def test_c11_6_given_regions_are_in_play(board: str, given: tuple[str, ...]) -> None:
    """No one draws or drafts."""
    table = opening(board=board, seats=3, regions=given, order=(0, 1, 2))
    regions = [table.notation.regions.index(each) for each in given]
    assert table.state.grid.area.regions == mask_of(regions)
    assert table.phase in ("opening-market", "auction")


@pytest.mark.clause("d11.4")
@pytest.mark.parametrize(
    ("board", "seats", "regions"),
    [
        ("germany", 3, ("red", "blue")),
        ("germany", 3, ("red", "blue", "yellow", "green")),
        ("germany", 3, ("brown", "blue", "purple")),
        ("germany", 3, ("red", "blue", "orange")),
        ("germany", 4, ("red", "blue", "yellow")),
        ("europe", 3, ("north", "east")),
        ("europe", 3, ("north", "south", "southeast")),
        ("europe", 3, ("north", "east", "orange")),
        ("north-america", 4, ("northeast", "mideast", "midwest")),
        ("north-america", 3, ("northeast", "mexico", "west")),
    ],
)
def test_c11_6_given_regions_must_be_possible(
    board: str, seats: int, regions: tuple[str, ...]
) -> None:
    """Given regions must touch each other and be as many as c1.4 says."""
    with pytest.raises(ContentError, match=r"^table: regions"):
        opening(board=board, seats=seats, regions=regions)

"""A match: fair by construction, repeatable, and counted by deals."""

from collections import Counter
from fractions import Fraction

import pytest

from gridwright.arena.cells import ALL, CellError, find_cells, gather_cells
from gridwright.arena.confidence import interval, interval_of_counts
from gridwright.arena.deals import SERIES as PREFIXES
from gridwright.arena.deals import SeriesError, deal_keys, deal_seed, verify_series
from gridwright.arena.fixtures import Fixture, league, match, mixed, self_play
from gridwright.arena.playing import Place, play_place
from gridwright.arena.records import STALL, Record
from gridwright.arena.tally import Tally
from gridwright.content.table import ContentError, list_editions
from tests.arena.matches import SERIES, cell_of, play_match
from tests.loaded_engine import sized


@pytest.mark.parametrize("edition", list_editions())
def test_l1_wins_against_three_l0(edition: str) -> None:
    found = play_match(f"{edition}:4", "l1", "l0", sized(10, 3))
    assert found.n_games == 4 * found.n_deals
    assert not found.faults
    assert found.share >= 0.9


@pytest.mark.parametrize("name", ["l0", "l1", "hard"])
@pytest.mark.parametrize("edition", list_editions())
def test_equal_bots_share_exactly(edition: str, name: str) -> None:
    found = play_match(f"{edition}:{3 if name == 'l0' else 2}", name, name, 1)
    assert found.counts == {Fraction(1, found.fixture.cell.seats): 1}


def test_every_seat_is_the_candidate_once() -> None:
    fixture = match(cell_of("card:3"), "l2", "l1")
    seatings = [fixture.seating(7, place) for place in range(fixture.n_games)]
    assert seatings == [["hard", "l1", "l1"], ["l1", "hard", "l1"], ["l1", "l1", "hard"]]


def test_bots_move_on_from_deal_to_deal() -> None:
    fixture = mixed(cell_of("card:3"), ["l0", "l1"])
    assert fixture.bots == ("l0", "l1", "l0")
    assert [fixture.seating(deal, 0) for deal in range(3)] == [
        ["l0", "l1", "l0"],
        ["l1", "l0", "l0"],
        ["l0", "l0", "l1"],
    ]
    assert fixture.n_games == 1
    assert set(self_play(cell_of("card:3"), "l1").bots) == {"l1"}


def test_a_league_has_every_pair_both_ways() -> None:
    cells = gather_cells(["card:2-3"])
    pairs = [(each.cell.seats, *each.bots) for each in league(cells, ["l0", "l1", "hard"])]
    assert [pair for pair in pairs if pair[0] == 2] == [
        (2, "l1", "l0"),
        (2, "hard", "l0"),
        (2, "hard", "l1"),
    ]
    assert len({pair for pair in pairs if pair[0] == 3}) == 6


def test_a_deal_differs_by_series_cell_and_number() -> None:
    cells = gather_cells(["card:2-3", "classic/original/all:2"])
    seeds = [deal_seed(cell, series, 5) for cell in cells for series in PREFIXES]
    seeds += [deal_seed(cells[0], PREFIXES[0], 6), deal_seed(cells[0], SERIES, 5)]
    assert len(set(seeds)) == len(seeds)
    key = deal_keys(cells[0], SERIES, 1).key("deck")
    assert key == deal_keys(cells[0], SERIES, 1).key("deck")
    assert key != deal_keys(cells[0], SERIES, 2).key("deck")


@pytest.mark.parametrize("name", ["", "main", "reserved/", "reserved/A", "reservedx"])
def test_series_have_names(name: str) -> None:
    with pytest.raises(SeriesError):
        verify_series(name)


def test_cells_by_text() -> None:
    assert str(cell_of("classic:4")) == "classic/original/usa:4"
    assert [cell.seats for cell in find_cells("card:2-4")] == [2, 3, 4]
    assert {cell.edition for cell in find_cells("all:3")} == set(list_editions())
    every = find_cells(f"{ALL}/{ALL}/{ALL}:{ALL}")
    assert len(every) == len(set(every)) > 40
    assert gather_cells(["card:2", "card:2-3"]) == find_cells("card:2-3")


@pytest.mark.parametrize(
    "text", ["classic", "classic:9", "classic:4-2", "a/b/c/d:4", ":4", "card:x"]
)
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(CellError):
        find_cells(text)


@pytest.mark.parametrize("text", ["chess:4", "classic/original/atlantis:4", "classic/nothing:4"])
def test_unknown_names_are_refused(text: str) -> None:
    with pytest.raises(ContentError):
        find_cells(text)


def _record(fixture: Fixture, place: int, ranking: list[int]) -> Record:
    zeros = [0] * fixture.cell.seats
    fault = "" if ranking else f"{STALL}: too long"
    return Record(0, 0, place, ranking, zeros, 1, zeros, zeros, [], 1, "", "", fault, "")


def test_ties_are_split_and_broken_off_games_are_lost() -> None:
    fixture = match(cell_of("card:3"), "l1", "l0")
    tally = Tally(fixture)
    tally.add(
        [
            _record(fixture, place, ranking)
            for place, ranking in enumerate([[1, 1, 3], [3, 1, 2], []])
        ]
    )
    assert tally.counts == {Fraction(1, 2): 1}
    assert tally.seat_wins == [Fraction(1, 6), Fraction(1, 2), 0]
    assert tally.faults == Counter({STALL: 1})


def test_a_game_that_dawdles_is_broken_off() -> None:
    place = Place(match(cell_of("card:2"), "l1", "l0"), 0, SERIES, 0, 0)
    broken = play_place(place, most_turns=20)
    assert broken.ranking == []
    assert broken.fault_kind == STALL
    assert broken.wins(0) == 0


def _shares(*values: float) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_the_interval_is_about_the_mean() -> None:
    shares = _shares(1.0, 0.75, 1.0, 0.5, 1.0, 0.75, 1.0, 1.0) * 10
    low, high = interval(shares)
    assert low < sum(shares) / len(shares) < high
    assert interval(shares) == (low, high)
    assert 0.05 < high - low < 0.1


def test_the_interval_has_the_width_that_theory_gives() -> None:
    low, high = interval(_shares(0.0, 1.0) * 500)
    assert (low + high) / 2 == pytest.approx(0.5, abs=0.005)
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / 1000**0.5, rel=0.06)


def test_more_deals_make_it_narrower() -> None:
    few = interval(_shares(0.5, 1.0) * 10)
    many = interval(_shares(0.5, 1.0) * 200)
    assert many[1] - many[0] < (few[1] - few[0]) / 3


def test_many_deals_are_computed_as_they_would_be_drawn() -> None:
    counts = Counter({Fraction(0): 12_000, Fraction(1, 4): 5_000, Fraction(1): 3_000})
    drawn = interval_of_counts(counts, n_resamples=400)
    counts[Fraction(0)] += 1
    assert interval_of_counts(counts) == pytest.approx(drawn, abs=0.001)


def test_one_outcome_and_none() -> None:
    assert interval(_shares(0.25, 0.25)) == (0.25, 0.25)
    assert interval([]) == (0.0, 1.0)


def test_what_never_came_is_not_excluded() -> None:
    """Twenty lost deals still leave room for a share of 17 %: 0.83 to the power of 20 is 2.5 %."""
    assert interval(_shares(0.0) * 20) == pytest.approx((0.0, 0.168), abs=0.001)
    assert interval(_shares(1.0) * 20) == pytest.approx((0.832, 1.0), abs=0.001)

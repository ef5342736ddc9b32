"""Ratings of puzzles and people."""

from gridwright.puzzles.rating import HIGHEST, LOWEST, SUREST, Strength, rated

EVEN = Strength(1_500, 120)


def test_a_right_answer_raises_the_person_and_lowers_the_puzzle() -> None:
    person = Strength(1_500, 100)
    assert rated(person, EVEN, 1.0).rating > 1_500 > rated(person, EVEN, 0.0).rating
    assert rated(EVEN, person, 0.0).rating < 1_500 < rated(EVEN, person, 1.0).rating


def test_a_hard_puzzle_is_worth_more_than_an_easy_one() -> None:
    person = Strength(1_500, 100)
    hard = rated(person, Strength(1_900, 60), 1.0).rating - 1_500
    easy = rated(person, Strength(1_100, 60), 1.0).rating - 1_500
    assert hard > 2 * easy > 0


def test_the_new_move_fast_and_the_known_slowly() -> None:
    """Glickman's own example, of one game: 1500 (200) beats 1400 (30)."""
    assert rated(Strength(1_500, 200), Strength(1_400, 30), 1.0) == Strength(1_563, 175)
    new = rated(Strength(), EVEN, 1.0).rating - 1_500
    known = rated(Strength(1_500, SUREST), EVEN, 1.0).rating - 1_500
    assert new > 5 * known > 0


def test_ratings_stay_within_bounds() -> None:
    best = Strength(HIGHEST, 350)
    assert rated(best, Strength(HIGHEST, 50), 1.0).rating == HIGHEST
    assert rated(Strength(LOWEST, 350), Strength(LOWEST, 50), 0.0).rating == LOWEST
    sure = Strength(1_500, SUREST)
    assert rated(sure, sure, 1.0).deviation == SUREST

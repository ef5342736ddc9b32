"""Draws are uniform: no modulo bias, no favourite places. Biased variants must fail."""

from collections import Counter
from collections.abc import Iterator

import pytest

from gridwright.fair.draw import N_WORDS, Stream
from tests.fair import chi

LAST = N_WORDS - 1


class Told(Stream):
    """A stream whose words are given."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(b"")
        self.words: Iterator[int] = iter(words)

    def word(self) -> int:
        return next(self.words)


class NaiveSwap(Stream):
    """The biased variant: every place swaps with any place."""

    def shuffle(self, items: list[int]) -> None:  # type: ignore[override]  # A variant for ints.
        for place in range(len(items)):
            other = self.below(len(items))
            items[place], items[other] = items[other], items[place]


class PlainModulo(Stream):
    """The other biased variant: it keeps every word."""

    def below(self, bound: int) -> int:
        return self.word() % bound


@pytest.mark.parametrize(
    ("words", "bound", "drawn"),
    [
        ([0], 1, 0),
        ([LAST], 1, 0),
        ([LAST], 2, 1),
        ([LAST], N_WORDS, LAST),
        ([LAST, 5], 3, 2),  # 2³² leaves 1 over: the last word is thrown away.
        ([LAST - 1], 3, 2),
        ([LAST, LAST - 3, LAST - 4, 21], 10, 1),  # 2³² leaves 6 over.
        ([LAST - 5, LAST - 6], 10, 9),
        ([N_WORDS // 2 + 1, 7], N_WORDS // 2 + 1, 7),
        ([N_WORDS // 2], N_WORDS // 2 + 1, N_WORDS // 2),
    ],
)
def test_words_above_the_last_full_multiple_are_thrown_away(
    words: list[int], bound: int, drawn: int
) -> None:
    stream = Told(words)
    assert stream.below(bound) == drawn
    assert list(stream.words) == []


@pytest.mark.parametrize("bound", [0, -1, N_WORDS + 1])
def test_a_bound_without_a_fair_draw_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="expected a bound"):
        Stream(b"").below(bound)


def test_a_block_gives_eight_words() -> None:
    stream = Stream(b"key")
    assert len({stream.word() for _place in range(80)}) == 80


def lowest_third(stream: Stream) -> float:
    """Return the share of draws in the lowest third, for a bound of 3/4 of the word range."""
    bound = 3 * (N_WORDS // 4)
    n_draws = 3000
    return sum(stream.below(bound) < bound // 3 for _draw in range(n_draws)) / n_draws


def test_a_bound_that_hardly_fits_is_fair_and_plain_modulo_is_not() -> None:
    assert abs(lowest_third(Stream(b"third")) - 1 / 3) < 0.03
    assert abs(lowest_third(PlainModulo(b"third")) - 1 / 2) < 0.03


def orders_statistic(stream: Stream) -> float:
    counts: Counter[tuple[int, ...]] = Counter()
    for _shuffle in range(9600):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    return chi.statistic(counts.values(), 400)


def test_all_orders_of_four_are_equally_likely_and_naive_swaps_are_not() -> None:
    assert orders_statistic(Stream(b"orders")) < chi.limit(23)
    assert orders_statistic(NaiveSwap(b"orders")) > 3 * chi.limit(23)


def shuffle_statistics(stream: Stream, n_shuffles: int) -> tuple[float, float]:
    """Counts of 42 cards by place, and of pairs of neighbours, one pair from each shuffle."""
    places = [[0] * 42 for _card in range(42)]
    pairs: Counter[tuple[int, int]] = Counter()
    for shuffle in range(n_shuffles):
        items = list(range(42))
        stream.shuffle(items)
        for place, card in enumerate(items):
            places[card][place] += 1
        pairs[items[shuffle % 41], items[shuffle % 41 + 1]] += 1
    n_pairs = 42 * 41
    expected = n_shuffles / n_pairs
    missing = (n_pairs - len(pairs)) * expected
    return (
        chi.places_statistic(places, n_shuffles),
        chi.statistic(pairs.values(), expected) + missing,
    )


def check_deck(stream: Stream, n_shuffles: int) -> None:
    places, pairs = shuffle_statistics(stream, n_shuffles)
    print(f"{n_shuffles} shuffles: places {places:.0f}, pairs {pairs:.0f}")
    assert places < chi.limit(41 * 41)
    assert pairs < chi.limit(42 * 41 - 1)


def test_a_deck_is_shuffled_fairly() -> None:
    check_deck(Stream(b"deck"), 10_000)


def test_a_deck_shuffled_by_naive_swaps_is_noticed() -> None:
    places, _pairs = shuffle_statistics(NaiveSwap(b"deck"), 3_000)
    assert places > 1.5 * chi.limit(41 * 41)


@pytest.mark.slow
def test_a_million_decks_are_shuffled_fairly() -> None:
    check_deck(Stream(b"million"), 1_000_000)


def test_a_sample_is_the_top_of_a_shuffled_copy() -> None:
    items = list(range(10))
    sample = Stream(b"sample").sample(items, 4)
    Stream(b"sample").shuffle(items)
    assert sample == items[:4]


@pytest.mark.parametrize("n_items", [-1, 4])
def test_a_sample_larger_than_the_list_is_refused(n_items: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 3 items"):
        Stream(b"").sample([1, 2, 3], n_items)

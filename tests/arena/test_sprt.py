"""The sequential test decides, and errs as seldom as it promises."""

import random

import pytest

from gridwright.arena.sprt import (
    ACCEPTED,
    LEAST_DEALS,
    REJECTED,
    UNDECIDED,
    Hypotheses,
    HypothesesError,
    Sprt,
    best_fit,
    read_hypotheses,
)

MAX_DEALS = 20_000


def _test(seats: int, share: float, hypotheses: Hypotheses, dice: random.Random) -> Sprt:
    """A test of a candidate that wins each game of a deal with this probability."""
    sprt = Sprt(hypotheses)
    while sprt.verdict == UNDECIDED and sprt.n_deals < MAX_DEALS:
        sprt.add(sum([dice.random() < share for _seat in range(seats)]) / seats)
    return sprt


def _rate(n_series: int, seats: int, share: float, hypotheses: Hypotheses) -> float:
    """Return the share of series in which the second share is accepted."""
    dice = random.Random(seats)
    tests = [_test(seats, share, hypotheses, dice) for _series in range(n_series)]
    return sum([test.verdict == ACCEPTED for test in tests]) / n_series


@pytest.mark.parametrize(("seats", "shares"), [(4, "0.25:0.35"), (2, "0.5:0.65"), (4, "0.8:0.9")])
def test_errs_seldom(seats: int, shares: str) -> None:
    """An error rate of 5 % gives more than 12 errors in 120 series once in a hundred times."""
    hypotheses = read_hypotheses(shares)
    assert _rate(120, seats, hypotheses.first, hypotheses) <= 0.1
    assert _rate(120, seats, hypotheses.second, hypotheses) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "shares"), [(4, "0.25:0.3"), (3, "0.333:0.4"), (6, "0.167:0.22")]
)
def test_errs_as_promised(seats: int, shares: str) -> None:
    """An error rate of 5 % gives more than 70 errors in 1,000 series once in 400 times."""
    hypotheses = read_hypotheses(shares)
    assert _rate(1_000, seats, hypotheses.first, hypotheses) <= 0.07
    assert _rate(1_000, seats, hypotheses.second, hypotheses) >= 0.93


def test_what_is_plain_is_decided_soon() -> None:
    dice = random.Random(1)
    hypotheses = Hypotheses(0.25, 0.3)
    assert _test(4, 0.6, hypotheses, dice).n_deals < 40
    weak = _test(4, 0.05, hypotheses, dice)
    assert weak.verdict == REJECTED
    assert weak.n_deals < 80


def test_equal_deals_are_no_immediate_proof() -> None:
    sprt = Sprt(Hypotheses(0.25, 0.35))
    for _deal in range(LEAST_DEALS - 1):
        assert sprt.add(1.0) == UNDECIDED
    assert sprt.add(1.0) == ACCEPTED


def test_a_verdict_stands() -> None:
    sprt = Sprt(Hypotheses(0.4, 0.6))
    while sprt.add(1.0) == UNDECIDED:
        pass
    told = sprt.to_json()
    for _deal in range(50):
        sprt.add(0.0)
    assert sprt.to_json() == told


def test_the_best_distribution_is_what_was_seen() -> None:
    counts = {0.0: 3.0, 0.5: 4.0, 1.0: 3.0}
    assert best_fit(counts, 0.5) == pytest.approx(0.0, abs=1e-9)
    assert best_fit(counts, 0.4) < -0.1
    assert best_fit(counts, 0.3) < best_fit(counts, 0.4)


def test_with_two_outcomes_it_is_the_plain_ratio() -> None:
    """A coin has one distribution for each mean, so the ratio is that of the textbook."""
    from math import log

    ratio = best_fit({0.0: 6.0, 1.0: 4.0}, 0.6) - best_fit({0.0: 6.0, 1.0: 4.0}, 0.5)
    assert ratio == pytest.approx(4 * log(0.6 / 0.5) + 6 * log(0.4 / 0.5))


@pytest.mark.parametrize("text", ["", "0.3", "0.3:0.2", "0:0.5", "0.5:1", "a:b", "0.3:0.3"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(HypothesesError):
        read_hypotheses(text)

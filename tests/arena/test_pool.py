"""Work shared by processes."""

import pytest

from gridwright.arena.runners.pool import work_through


@pytest.mark.parametrize("n_workers", [1, 2])
def test_results_come_in_order(n_workers: int) -> None:
    assert list(work_through(abs, range(-20, 0), n_workers)) == list(range(20, 0, -1))


def test_one_item_needs_no_process() -> None:
    assert list(work_through(abs, [-3], 8)) == [3]
    assert list(work_through(abs, [], 8)) == []


def test_a_failure_reaches_the_caller() -> None:
    results = work_through(int, ["1", "2", "x", "4"], 2)
    assert next(results) == 1
    assert next(results) == 2
    with pytest.raises(ValueError, match="invalid literal"):
        next(results)


def test_stopping_early_stops_the_work() -> None:
    results = work_through(abs, range(1_000_000), 2)
    assert next(iter(results)) == 0
    del results  # A generator without references is closed, and that must not take long.

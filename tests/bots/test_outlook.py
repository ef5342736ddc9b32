"""Rates of the card game: a table that is checked when it is read."""

import pytest

from gridwright.bots.profiles.outlook import (
    COLUMNS,
    MAX_ROUNDS,
    OutlookError,
    fleet_part,
    load_outlooks,
    outlook_text,
    purse_part,
    read_outlooks,
)


def test_the_table_of_the_package_is_complete() -> None:
    outlooks = load_outlooks()
    assert sorted(outlooks) == [2, 3, 4, 5, 6]
    for outlook in outlooks.values():
        assert len(outlook.rows) == MAX_ROUNDS


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"base"', '"bass"', "expected the columns"),
        ("[seats-3]", "[seats-7]", "expected 8 rows of 17 rates"),
    ],
)
def test_a_wrong_table_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(OutlookError, match=said):
        read_outlooks(outlook_text().replace(old, new, 1))


def test_rates_lie_between_two_rows() -> None:
    outlook = load_outlooks()[4]
    assert outlook.rates(1) == outlook.rows[0]
    assert outlook.rates(99) == outlook.rows[-1]
    middle = outlook.rates(2.5)
    for rate, before, after in zip(middle, outlook.rows[1], outlook.rows[2], strict=True):
        assert rate == pytest.approx((before + after) / 2)


def test_before_the_end_card_is_seen_two_rounds_are_to_go_at_least() -> None:
    outlook = load_outlooks()[4]
    assert outlook.rounds(0) == 2.0
    assert 2.0 < outlook.rounds(8) < outlook.rounds(12) < outlook.rounds(99) == MAX_ROUNDS


def test_both_parts_fill_the_columns() -> None:
    columns = fleet_part([5, 9], [1, 0, 0, 0, 2]) + purse_part(25, [1, 2, 3, 4], 0.5)
    assert columns == [1, 9, 5, 0, 1, 0, 0, 0, 2, 25, 5, 0, 1, 2, 3, 4, 0.5]
    assert len(columns) == len(COLUMNS)

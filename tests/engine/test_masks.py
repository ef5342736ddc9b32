"""Bit masks, compared with sets."""

from hypothesis import given
from hypothesis import strategies as st

from gridwright.engine.masks import count, mask_of, members

ids = st.sets(st.integers(0, 80))


@given(ids)
def test_members_are_ascending_and_complete(chosen: set[int]) -> None:
    assert members(mask_of(list(chosen))) == sorted(chosen)


@given(ids)
def test_count_is_the_size_of_the_set(chosen: set[int]) -> None:
    assert count(mask_of(list(chosen))) == len(chosen)


@given(ids, ids)
def test_bit_operations_are_set_operations(one: set[int], other: set[int]) -> None:
    a = mask_of(list(one))
    b = mask_of(list(other))
    assert members(a | b) == sorted(one | other)
    assert members(a & b) == sorted(one & other)
    assert members(a & ~b) == sorted(one - other)


@given(st.integers(0, 1 << 90))
def test_mask_of_members_is_the_mask(mask: int) -> None:
    assert mask_of(members(mask)) == mask
    assert count(mask) == mask.bit_count()


def test_names_twice_are_one_member() -> None:
    assert mask_of([3, 3, 0]) == 0b1001
    assert members(0) == []
    assert count(0) == 0


def test_a_negative_number_is_no_mask() -> None:
    assert members(-1) == []
    assert count(-6) == 0

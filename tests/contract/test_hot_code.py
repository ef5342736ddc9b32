"""Modules that play-outs run through hold no call that mypyc makes slow."""

import pytest

from tools.check_hot_code import find_slow, main


@pytest.mark.parametrize(
    "line",
    [
        "x = min(a, b, c)",
        "x = max(ranks, key=value)",
        "x = min(range(3), key=lambda place: costs[place])",
        "x = max(value(each) for each in plants)",
        "x = any(each > 0 for each in held)",
        "x = max(a, min(b, c, d))",
    ],
)
def test_a_slow_call_is_found(line: str) -> None:
    assert [number for number, _text in find_slow(line)] == [1]


@pytest.mark.parametrize(
    "line",
    ["x = min(a, b)", "x = max(values)", "x = max(values, default=0)", "x = sum([1, 2])"],
)
def test_what_is_compiled_well_passes(line: str) -> None:
    assert list(find_slow(line)) == []


def test_the_modules_have_none() -> None:
    assert main() == 0

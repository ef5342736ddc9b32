"""The lowest versions are read from the product's own declaration, and each has a floor."""

import re
import tomllib

from tools.fresh_install import ROOT
from tools.try_lowest import TESTED, TOOLS, declared, tools

DATED = {"argon2-cffi", "cryptography", "pyarrow", "structlog", "tzdata"}
"""Their first number is a date, or counts releases, and says nothing about what breaks."""


def test_every_requirement_has_a_floor_and_most_a_cap() -> None:
    for line in declared():
        name, floor, cap = re.match(r"([\w-]+)(>=[\d.]+)?(,<\d+)?", line).groups()  # type: ignore[union-attr]  # It matches anything.
        assert floor, line
        assert bool(cap) == (name not in DATED), line


def test_the_versions_of_developers_are_within_them() -> None:
    """Users may install the versions that the other tests run with."""
    pins = dict(
        re.findall(
            r"^([\w-]+)==([\d.]+)", (ROOT / "requirements/dev.txt").read_text(), re.MULTILINE
        )
    )
    for line in declared():
        name, *bounds = re.findall(r"^[\w-]+|\d[\d.]*", line.partition(";")[0])
        pin = numbers(pins[name.replace("_", "-")])
        assert numbers(bounds[0]) <= pin, line
        if len(bounds) > 1:
            assert pin < numbers(bounds[1]), line


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def test_all_extras_are_in_all() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    (line,) = extras["all"]
    assert re.findall(r"[a-z]+", line.partition("[")[2]) == [
        name for name in extras if name != "all"
    ]
    assert line not in declared()


def test_the_tools_have_the_versions_of_developers() -> None:
    assert {line.partition("==")[0] for line in tools()} == TOOLS


def test_the_tests_are_there() -> None:
    assert all((ROOT / path).exists() for path in TESTED)

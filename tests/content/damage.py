"""Damaged content, and how the loader must complain about it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from gridwright.content.errors import ContentError
from gridwright.content.library import load_library


@dataclass(frozen=True)
class Damage:
    """One edit of one file, the key that the complaint must name, and how its problem begins."""

    name: str
    file: str
    old: str
    new: str
    key: str
    problem: str
    edition: str = "classic"


def verify_complaint(damage: Damage, root: Path) -> None:
    """Assert that the loader finds the damage under ``root``."""
    file = f"{damage.edition}/{damage.file}"
    with pytest.raises(ContentError) as caught:
        load_library(damage.edition, root)
    error = caught.value
    assert (error.file, error.path) == (file, damage.key)
    assert error.problem.startswith(damage.problem)
    place = f"{file}: {damage.key}" if damage.key else file
    assert str(error) == f"{place}: {error.problem}"

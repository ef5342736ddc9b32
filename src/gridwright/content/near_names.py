"""The name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The nearest name as the end of a sentence; empty if none is near."""
    near = get_close_matches(name, list(names), 1)
    return f"; did you mean {near[0]}?" if near else ""

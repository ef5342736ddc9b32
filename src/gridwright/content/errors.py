"""Errors in a content file or in a choice of table."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final


class ContentError(Exception):
    """Invalid content: the file, the key inside it, and what was expected.

    >>> try:
    ...     gridwright.new(board="atlantis")
    ... except gridwright.ContentError as error:
    ...     (error.file, error.path, error.problem[:24])
    ('table', 'board', 'unknown board "atlantis"')
    """

    def __init__(self, file: str, path: str, problem: str) -> None:
        super().__init__(file, path, problem)
        self.file: Final = file
        self.path: Final = path
        self.problem: Final = problem

    def __str__(self) -> str:
        place = f"{self.file}: {self.path}" if self.path else self.file
        return f"{place}: {self.problem}"


class UnknownRules(ContentError):
    """A rules identity of neither today's data nor any recorded state."""

    def __init__(self, rules: str, today: str) -> None:
        problem = f"expected figures with the identity {rules}; today's have {today}"
        super().__init__("rules", "", f"{problem}, and no recorded state has it")
        self.rules: Final = rules
        self.today: Final = today


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return the nearest name as the end of a sentence; empty if none is near."""
    near = get_close_matches(name, list(names), 1)
    return f"; did you mean {near[0]}?" if near else ""

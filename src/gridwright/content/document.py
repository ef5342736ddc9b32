"""A TOML file as a tree of nodes with their keys, so that errors name the key."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, NoReturn

from gridwright.content.errors import ContentError

Tree = dict[str, Any]
"""A parsed TOML file."""


class Node:
    """One value of a content file. Each method returns it validated or raises ContentError."""

    def __init__(self, file: str, path: str, value: object) -> None:
        self.file: Final = file
        self.path: Final = path
        self.value: Final = value

    def fail(self, problem: str) -> NoReturn:
        raise ContentError(self.file, self.path, problem)

    def _expected(self, what: str) -> NoReturn:
        self.fail(f"expected {what}; came {shown(self.value)}")

    def _child(self, key: str, value: object) -> "Node":
        return Node(self.file, f"{self.path}.{key}" if self.path else key, value)

    def entries(self) -> "dict[str, Node]":
        """Return a table with keys of any name, in the order of the file."""
        if not isinstance(self.value, dict):
            self._expected("a table")
        return {key: self._child(key, value) for key, value in self.value.items()}

    def table(self, required: Collection[str], optional: Collection[str] = ()) -> "dict[str, Node]":
        """Return a table with exactly the required keys and any of the optional ones."""
        nodes = self.entries()
        known = [*required, *optional]
        for key, node in nodes.items():
            if key not in known:
                node.fail(f"unknown key; expected {one_of(known)}")
        for key in required:
            if key not in nodes:
                self._child(key, None).fail("missing key")
        return nodes

    def items(self, n_items: int | None = None) -> "list[Node]":
        if not isinstance(self.value, list):
            self._expected("a list")
        if n_items is not None and len(self.value) != n_items:
            self.fail(f"expected a list of {n_items}; came one of {len(self.value)}")
        return [
            Node(self.file, f"{self.path}[{place}]", value)
            for place, value in enumerate(self.value)
        ]

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value.strip():
            self._expected("a text")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self._expected("true or false")
        return self.value

    def integer(self, low: int, high: int | None = None) -> int:
        """Return a whole number of at least ``low`` and, if given, at most ``high``."""
        wanted = f"a whole number from {low}" + (f" to {high}" if high is not None else " up")
        # A flag is an int to Python, but never a count.
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self._expected(wanted)
        if self.value < low or (high is not None and self.value > high):
            self._expected(wanted)
        return self.value

    def number(self) -> float:
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            self._expected("a number")
        try:
            return float(self.value)
        except OverflowError:
            self._expected("a number that is not as large")

    def choice(self, options: Collection[str], what: str) -> str:
        """Return one of the given names; ``what`` describes them in the error."""
        name = self.text()
        if name not in options:
            self.fail(f'unknown {what} "{name}"; expected {one_of(list(options))}')
        return name

    def name(self) -> str:
        """Return an id: lower-case ASCII letters, digits and hyphens."""
        name = self.text()
        letters = name.replace("-", "")
        if not (letters.isascii() and letters.isalnum() and letters == letters.lower()):
            self._expected("lower-case ASCII letters, digits and hyphens")
        return name


def distinct(nodes: Sequence[Node], values: Sequence[object], what: str) -> None:
    """Raise ContentError at the first node with a repeated value."""
    seen: set[object] = set()
    for node, value in zip(nodes, values, strict=True):
        if value in seen:
            node.fail(f"duplicate {what} {shown(value)}; expected each once")
        seen.add(value)


def one_of(names: Sequence[object]) -> str:
    """Return names in the form of an error message."""
    if not names:
        return "none"
    return "one of " + ", ".join(str(name) for name in names)


def shown(value: object) -> str:
    """Return a value in the form of an error message."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return str(value)


def load_document(root: Path, file: str) -> Node:
    """Parse one TOML file; ``file`` is its path below ``root``, as errors name it."""
    return Node(file, "", load_tree(root, file))


def load_tree(root: Path, file: str) -> Tree:
    return _load(root, file, "".join)


def load_head(root: Path, file: str) -> Tree:
    """Parse the lines of a TOML file above its first empty one."""
    return _load(root, file, lambda lines: "".join(takewhile(str.strip, lines)))


def _load(root: Path, file: str, text_of: Callable[[Iterable[str]], str]) -> Tree:
    try:
        with (root / file).open(encoding="utf-8", newline="") as stream:
            return _parse(text_of(stream))
    except FileNotFoundError:
        raise ContentError(file, "", f"expected a file in {root}; there is none") from None
    except (ValueError, RecursionError) as error:
        # Includes invalid TOML, numbers of too many digits, and brackets too deep.
        raise ContentError(file, "", f"expected TOML; {error}") from error


# States of the figures share most of their files. No reader changes a tree.
@lru_cache(maxsize=128)
def _parse(text: str) -> Tree:
    return tomllib.loads(text)

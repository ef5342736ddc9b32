"""Refuse shared code that asks which edition, preset or board it runs.

A difference belongs into data, a policy or a phase. A comparison with a name looks shorter once and
costs every edition after it. Editions' own modules are exempt: they are the edition.
"""

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "src" / "gridwright" / "engine"
CONTENT = ROOT / "src" / "gridwright" / "content"

ASKING = ("edition", "preset")
"""Attributes that only say what is played."""


def known_names(content: Path = CONTENT) -> set[str]:
    """The ids of every edition, preset and board."""
    names: set[str] = set()
    for edition in content.glob("*/edition.toml"):
        names.add(edition.parent.name)
        names.update(board.parent.name for board in edition.parent.glob("boards/*/board.toml"))
        presets = edition.parent / "presets.toml"
        if presets.exists():
            names.update(tomllib.loads(presets.read_text("utf-8"))["presets"])
    return names


def find_questions(source: str, names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comparison with a name."""
    known = set(names)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_asks(side, known) for side in sides):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Match):
            cases = [case.pattern for case in node.cases]
            if _is_asking(node.subject) or any(_asks(each, known) for each in cases):
                yield node.lineno, ast.unparse(node.subject)
        elif isinstance(node, ast.Subscript) and _is_asking(node.slice):
            yield node.lineno, ast.unparse(node)


def _asks(node: ast.AST, known: set[str]) -> bool:
    """Whether a side of a comparison is a name, holds one, or is an attribute that says one."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and each.value in known:
            return True
        if isinstance(each, ast.expr) and _is_asking(each):
            return True
    return False


def _is_asking(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        of_board = isinstance(node.value, ast.Attribute | ast.Name) and (
            getattr(node.value, "attr", getattr(node.value, "id", "")) == "board"
        )
        return node.attr in ASKING or (node.attr == "name" and of_board)
    return isinstance(node, ast.Name) and node.id in ASKING


def shared_files(engine: Path = ENGINE) -> list[Path]:
    return sorted(file for file in engine.rglob("*.py") if "editions" not in file.parts)


def main(files: list[Path] | None = None) -> int:
    names = known_names()
    failed = False
    for file in shared_files() if files is None else files:
        for line, text in find_questions(file.read_text("utf-8"), names):
            print(f"{file}:{line}: shared code asks what it runs: {text}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

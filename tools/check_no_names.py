"""Refuse shared code that asks which edition, preset or board it runs.

A difference belongs in data, a policy or a phase. A comparison with a name looks shorter once and
costs every edition after it. Editions' own modules are exempt: they are the edition.

Code that tests for a board asks the same question by proxy: `has_board`, `board.n_cities == 0`
or `scene.sheet.cities.length > 0`. All of Python and of the browser may hold `MAX_PROXIES` lines of
them: each is a place where an edition's own parts are chosen.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "src" / "gridwright" / "engine"
CONTENT = ROOT / "src" / "gridwright" / "content"

SOURCE = ROOT / "src"
WEB = ROOT / "web" / "src"

MAX_PROXIES = 25
"""Lines of Python and of the browser together."""

ASKING = ("edition", "preset")
"""Attributes that only say what is played."""


def known_names(content: Path = CONTENT) -> set[str]:
    """Return the ids of every edition, preset and board."""
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
    """Return whether a side of a comparison is or has a name, or is an attribute with one."""
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


def find_proxies(source: str) -> list[int]:
    """Return the lines of Python that ask whether there is a board."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            is_zero = any(isinstance(each, ast.Constant) and each.value == 0 for each in sides)
            if is_zero and len(sides) == 2 and any(_is_board_size(each) for each in sides):
                lines.add(node.lineno)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            lines.update(_tested(node.operand))
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            lines.update(_tested(node.test))
        elif isinstance(node, ast.BoolOp):
            for each in node.values:
                lines.update(_tested(each))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "bool" and node.args:
            lines.update(_tested(node.args[0]))
        name = getattr(node, "attr", None) or getattr(node, "id", None)
        if name in ("has_board", "_has_board"):
            lines.add(getattr(node, "lineno", 0))
    return sorted(lines)


def _tested(node: ast.expr) -> set[int]:
    return {node.lineno} if _is_board_size(node) else set()


def _is_board_size(node: ast.expr) -> bool:
    """Return whether an expression is the size or a list of a board, not of a seat's network."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "len" and node.args:
        node = node.args[0]
    if not isinstance(node, ast.Attribute) or node.attr not in ("n_cities", "cities", "links"):
        return False
    owner = ast.unparse(node.value).rpartition(".")[2].removeprefix("_")
    return owner in ("board", "layout", "sheet")


_WEB_PROXY = re.compile(
    r"\bhasBoard\b|\b(?:sheet|board|layout)\??\.cities\??\.length\s*[=!>]|\bboard\??\.n_cities\s*[=!><]"
    r"|\bboard\s*[!=]==?\s*'none'"
)


def find_web_proxies(source: str) -> list[int]:
    """Return the lines of TypeScript or Svelte that ask whether there is a board."""
    lines = source.splitlines()
    return [number for number, line in enumerate(lines, 1) if _WEB_PROXY.search(line)]


def proxies(source: Path = SOURCE, web: Path = WEB) -> Iterator[tuple[Path, int]]:
    """Yield the file and the line of each question by proxy; tests of the browser are left out."""
    for file in sorted(source.rglob("*.py")):
        for line in find_proxies(file.read_text("utf-8")):
            yield file, line
    for file in sorted([*web.rglob("*.ts"), *web.rglob("*.svelte")]):
        is_test = file.name.endswith((".test.ts", ".spec.ts")) or "tests" in file.parts
        if not is_test and file != web / "protocol" / "api.ts":
            for line in find_web_proxies(file.read_text("utf-8")):
                yield file, line


def shared_files(engine: Path = ENGINE) -> list[Path]:
    return sorted(file for file in engine.rglob("*.py") if "editions" not in file.parts)


def main(files: list[Path] | None = None) -> int:
    names = known_names()
    failed = False
    for file in shared_files() if files is None else files:
        for line, text in find_questions(file.read_text("utf-8"), names):
            print(f"{file}:{line}: shared code asks what it runs: {text}")
            failed = True
    return 1 if failed or not count_proxies() else 0


def count_proxies(source: Path = SOURCE, web: Path = WEB, most: int = MAX_PROXIES) -> bool:
    """Print the number of questions by proxy, and their lines if there are too many."""
    found = list(proxies(source, web))
    if len(found) > most:
        for file, line in found:
            print(f"{file}:{line}: asks whether there is a board; let the edition bring a part")
    print(f"{len(found)} lines ask for the edition by proxy (at most {most})")
    return len(found) <= most


if __name__ == "__main__":
    sys.exit(main())

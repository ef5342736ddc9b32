"""Refuse what is slow when compiled, in the modules that a play-out runs through at every step.

mypyc makes native code of ``min`` and ``max`` with two arguments. With three, a key or a generator
they box each number, call the builtin and unbox the result: an eighth of the planner's time went
there. A comparison, a loop or the place of the best in a list does the same.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOTS = ROOT / "src" / "gridwright" / "bots"
HOT = ("planner", "solvers", "rollout", "value")
"""Packages of the bots that are compiled and run in play-outs."""


def find_slow(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each call that is refused."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            is_choice = node.func.id in ("min", "max")
            has_generator = any(isinstance(each, ast.GeneratorExp) for each in node.args)
            has_key = any(each.arg == "key" for each in node.keywords)
            if has_generator or (is_choice and (has_key or len(node.args) > 2)):
                yield node.lineno, ast.unparse(node)


def main() -> int:
    """Print every such call; exit with 1 if there is one."""
    files = [file for package in HOT for file in sorted((BOTS / package).rglob("*.py"))]
    if not files:
        print(f"check_hot_code: expected modules in {', '.join(HOT)} of {BOTS}, found none")
        return 1
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text}"
        for file in files
        for line, text in find_slow(file.read_text("utf-8"))
    ]
    for each in found:
        print(each)
    if found:
        print("check_hot_code: compare, loop or take the place of the best in a list instead")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

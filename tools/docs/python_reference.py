"""The reference of the Python interface, from the docstrings of its names.

Signatures are read from the source, so that they are the same on every Python and machine.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

import gridwright
from tools.docs.markdown import table

_HEAD = """\
# Python

<!-- Written by `make docs-write` from the docstrings; changes made here are lost. -->

What `import gridwright` offers comes first: these names stay as they are until a new major version.
The modules below them can be used too, and change more freely.
"""
MODULES = (
    "gridwright.content.spec",
    "gridwright.content.table",
    "gridwright.engine.game",
    "gridwright.engine.history",
    "gridwright.engine.notation",
    "gridwright.bots.contract",
    "gridwright.bots.registry",
    "gridwright.bots.bot_games",
    "gridwright.fair.transcript",
    "gridwright.fair.replay",
    "gridwright.envs.turn_env",
    "gridwright.envs.batch",
    "gridwright.envs.pettingzoo",
    "gridwright.envs.open_spiel",
)
"""Modules that the guides use, from the figures of a table to environments."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PROPERTIES = ("property", "cached_property")


def public_names() -> list[str]:
    """The names of the package that are promised to stay."""
    return sorted(getattr(gridwright, "__all__", ["__version__"]))


def write_python() -> str:
    """The page."""
    lines = [_HEAD, "## gridwright\n", f"{_told(_tree(gridwright))}\n"]
    for name in public_names():
        lines += _describe(f"gridwright.{name}", _find(name))
    for name in MODULES:
        tree = _tree(import_module(name))
        lines.append(f"## {name}\n\n{_told(tree)}\n")
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                lines += _describe(f"{name}.{node.name}", node)
    return "\n".join(lines)


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _find(name: str) -> ast.ClassDef | ast.FunctionDef | None:
    """Where a name of the package is defined; None if it is a plain value."""
    value = getattr(gridwright, name)
    module = inspect.getmodule(value)
    if module is None:
        return None
    found = [
        node
        for node in _tree(module).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == value.__name__
    ]
    return found[-1]  # Overloads come before what they stand for.


def _describe(path: str, node: ast.ClassDef | ast.FunctionDef | None) -> Iterator[str]:
    yield f"### {path}\n"
    if node is None:
        yield "A text.\n"
        return
    if isinstance(node, ast.FunctionDef):
        yield f"```python\n{node.name}{_signature(node)}\n```\n\n{_told(node)}\n"
        return
    functions = [each for each in node.body if isinstance(each, FUNCTIONS)]
    made = next((each for each in functions if each.name == "__init__"), None)
    yield f"```python\nclass {node.name}{_signature(made) if made else ''}\n```\n\n{_told(node)}\n"
    rows = [_member(each) for each in functions if not each.name.startswith("_")]
    if rows:
        yield table(("member", "is"), rows)


def _member(node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[str, str]:
    kinds = [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
    called = "" if any(kind in PROPERTIES for kind in kinds) else _signature(node)
    return f"`{node.name}{called}`", _told(node)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The parameters with their types, and what comes back; without the object itself."""
    arguments = ast.unparse(node.args)
    if arguments.split(",")[0].split(":")[0] in ("self", "cls"):
        arguments = arguments.partition(",")[2].strip()
    returns = ast.unparse(node.returns) if node.returns is not None else "None"
    return f"({arguments})" + ("" if returns == "None" else f" -> {returns}")


def _told(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) -> str:
    """A docstring as Markdown."""
    return (ast.get_docstring(node) or "").replace("``", "`")

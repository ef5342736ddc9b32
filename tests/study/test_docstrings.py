"""The examples in the docstrings of public classes."""

import ast
import doctest
import io
from pathlib import Path

import gridwright

SOURCES = Path(gridwright.__file__).parent
CLASSES = {
    name: getattr(gridwright, name)
    for name in gridwright.__all__
    if isinstance(getattr(gridwright, name), type)
}


def docstring(found: type) -> str:
    """Return a class's docstring from its source: compiled classes have none."""
    file = SOURCES.parent.joinpath(*found.__module__.split(".")).with_suffix(".py")
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == found.__name__:
            return ast.get_docstring(node) or ""
    raise AssertionError(f"expected {found.__name__} in {file}")


def test_every_public_class_has_an_example() -> None:
    assert len(CLASSES) >= 6
    assert [name for name, found in CLASSES.items() if ">>> " not in docstring(found)] == []


def test_examples_run() -> None:
    """The examples share one namespace, as on one page: `Bot` uses the brain of `Brain`."""
    names = {"gridwright": gridwright}
    told = io.StringIO()
    for name, found in sorted(CLASSES.items(), key=lambda item: item[0] != "Brain"):
        test = doctest.DocTestParser().get_doctest(docstring(found), names, name, None, 0)
        results = doctest.DocTestRunner().run(test, out=told.write, clear_globs=False)
        names |= test.globs
        assert results.attempted
    assert told.getvalue() == ""

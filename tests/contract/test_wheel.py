"""The product's wheel carries the product alone, and imports what its extras declare."""

import ast
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.contract.fresh_checkout import add_page, copy_checkout
from tools import try_wheel
from tools.fresh_install import ROOT, build_wheel
from tools.try_wheel import evaluate, modules_of, needs_of, strangers

PACKAGE = ROOT / "src" / "gridwright"
SOURCES = sorted(path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*.py"))
CARRIED = "gridwright/content/rules"
RULES = ROOT / "docs" / "rules"
DOCUMENTS = [f"{CARRIED}/{path.relative_to(RULES).as_posix()}" for path in RULES.rglob("*.md")]
"""The rules documents, in each language, where the installed program looks for them."""
LABORATORY = {
    *("conformance", "frozen", "hard_2026_11", "honesty", "load", "masked_walk", "speed"),
    *("trials", "tuning"),
}
"""Names that modules of the laboratory have; none of the product's may take one."""
PACKAGES = {"gridwright_lab", "gridwright_frozen"}
"""Packages of the laboratory's distribution."""


def imported_packages(path: Path) -> set[str]:
    """Third-party packages that a module names in any import, nested ones too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module).split(".", maxsplit=1)[0])
    return found - set(sys.stdlib_module_names) - {"gridwright"}


def declared(folder: Path) -> set[str]:
    """The distributions that a project names, spelled as indexes compare them."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    lines = list(project["dependencies"])
    lines += [line for extra in project["optional-dependencies"].values() for line in extra]
    return {_spelled(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines}


def _spelled(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_wheel_carries_the_product_alone(tmp_path: Path) -> None:
    add_page(copy_checkout(tmp_path / "checkout"))
    with zipfile.ZipFile(build_wheel(tmp_path, tmp_path / "checkout")) as archive:
        names = archive.namelist()
    assert strangers(names) == []
    assert {name for name in names if name.endswith(".py")} == set(SOURCES)
    assert {name for name in names if name.startswith(f"{CARRIED}/")} == set(DOCUMENTS)
    parts = {part for name in modules_of(names) for part in name.split(".")}
    assert not parts & LABORATORY


def undeclared(package: Path, known: set[str]) -> set[str]:
    owners = packages_distributions()
    return {
        name
        for path in package.rglob("*.py")
        for name in imported_packages(path)
        if not known & {_spelled(owner) for owner in owners.get(name, [])}
    }


def test_every_import_is_declared() -> None:
    """A late import too: what is imported on demand has to be there on demand."""
    known = declared(ROOT)
    assert undeclared(PACKAGE, known) == set()
    known |= declared(ROOT / "lab")
    assert undeclared(ROOT / "lab", known) <= PACKAGES


def test_the_wheel_of_the_laboratory_carries_the_laboratory_alone(tmp_path: Path) -> None:
    with zipfile.ZipFile(build_wheel(tmp_path, ROOT / "lab")) as archive:
        names = archive.namelist()
    assert "gridwright_lab/trials/kill/kill.py" in names
    assert "gridwright_frozen/hard_2026_11/outlook.toml" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == PACKAGES


def test_every_module_is_imported_without_the_laboratory() -> None:
    code = f"import sys; sys.modules.update(dict.fromkeys({PACKAGES}))\n{try_wheel.IMPORT_ALL}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        input=json.dumps(modules_of(SOURCES)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == {}


def test_modules_without_an_extra_are_imported_without_its_packages() -> None:
    """A plain install is simulated; a module that needs an extra fails, so the blocking works."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [line for extra in extras.values() for line in extra]
    absent = {_spelled(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines}
    packages = [
        name
        for name, owners in packages_distributions().items()
        if {_spelled(owner) for owner in owners} <= absent - {"gridwright"}
    ]
    code = f"import sys; sys.modules.update(dict.fromkeys({packages!r}))\n{try_wheel.IMPORT_ALL}"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        input=json.dumps(modules_of(SOURCES)),
        capture_output=True,
        text=True,
        check=True,
    )
    failed = json.loads(done.stdout.splitlines()[-1])
    needing = {module for module in modules_of(SOURCES) if needs_of(module)}
    assert set(failed) <= needing
    for module in ("server.live.redis_bus", "server.storage.postgres", "arena.report.plots"):
        assert f"gridwright.{module}" in failed


def test_files_of_others_are_noticed() -> None:
    names = ["gridwright/engine/game.py", "gridwright-0.1.0.dist-info/METADATA"]
    assert strangers(names) == []
    others = ["gridwright_lab/honesty.py", "tests/conftest.py"]
    assert strangers([*names, *others]) == others


def test_each_module_needs_the_extras_of_its_closest_package() -> None:
    assert needs_of("gridwright.engine.game") == frozenset()
    assert needs_of("gridwright.server.node") == frozenset()
    assert needs_of("gridwright.server.storage.postgres") == {"scale"}
    assert needs_of("gridwright.envs.turn_env") == {"envs"}


@pytest.mark.parametrize(
    ("extras", "n_complaints"), [([], 0), (["arena"], 0), (["scale"], 1), (["arena", "scale"], 1)]
)
def test_a_module_fails_only_where_its_extras_are(extras: list[str], n_complaints: int) -> None:
    failed = {"gridwright.server.storage.postgres": "ModuleNotFoundError: No module named 'httpx'"}
    modules = ["gridwright.engine.game", "gridwright.server.storage.postgres"]
    assert len(evaluate(extras, modules, failed)) == n_complaints

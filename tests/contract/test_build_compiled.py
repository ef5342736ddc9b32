"""The compiled tree is built once, kept current, and refused when it is not compiled."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tools.build_compiled import (
    BESIDE_ENGINE,
    QUICK_LAYOUT,
    QUICK_LEVEL,
    ROOT,
    BuildError,
    Plan,
    build,
    check_imports,
    copy_sources,
    module_name,
)

STATE = """
class State:
    def __init__(self, money: list[int]) -> None:
        self.money = money

    def copy(self) -> "State":
        return State(self.money[:])
"""
CLASSIC = """
from tiny.engine.state import State

def richest(state: State) -> int:
    return max(state.copy().money)
"""
FROZEN_BRAIN = """
from tiny.engine.state import State
from tiny_frozen.capped import CAP

def bid(money: int) -> int:
    return min(State([money]).money[0], CAP)
"""


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    package = tmp_path / "src" / "tiny"
    files = {
        "__init__.py": "",
        "engine/__init__.py": "",
        "engine/state.py": STATE,
        "engine/editions/__init__.py": "",
        "engine/editions/classic.py": CLASSIC,
        "content/__init__.py": "",
        "content/facts.toml": "total = 24\n",
    }
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    rules = tmp_path / "docs" / "rules"
    (rules / "de").mkdir(parents=True)
    (rules / "classic.md").write_text("c1.1\n")
    (rules / "de" / "classic.md").write_text("c1.1, deutsch\n")
    return Plan(package, "engine", rules, tmp_path / "build")


def run_with(tree: Path, code: str) -> str:
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(tree)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def test_module_names() -> None:
    assert module_name(Path("tiny/engine/state.py")) == "tiny.engine.state"
    assert module_name(Path("tiny/engine/__init__.py")) == "tiny.engine"


@pytest.mark.meta
def test_build_reuse_and_refresh(plan: Plan) -> None:
    assert build(plan) is True
    code = """
from tiny.engine.editions.classic import richest
from tiny.engine import state
print(richest(state.State([3, 7])), state.__file__.endswith(".so"))
"""
    assert run_with(plan.tree, code) == "7 True"
    assert (plan.tree / "tiny/content/rules/classic.md").read_text() == "c1.1\n"
    assert (plan.tree / "tiny/content/rules/de/classic.md").read_text() == "c1.1, deutsch\n"

    facts = plan.package / "content" / "facts.toml"
    facts.write_text("total = 25\n")
    (plan.package / "content" / "more.toml").write_text("")
    assert build(plan) is False
    assert (plan.tree / "tiny/content/facts.toml").read_text() == "total = 25\n"
    assert (plan.tree / "tiny/content/more.toml").exists()

    (plan.package / "content" / "more.toml").unlink()
    assert build(plan) is False
    assert not (plan.tree / "tiny/content/more.toml").exists()

    before = plan.digest()
    (plan.package / "engine" / "state.py").write_text(STATE + "\nLIMIT = 3\n")
    assert plan.digest() != before


@pytest.mark.meta
def test_quick_builds_come_from_the_cache(plan: Plan, tmp_path: Path) -> None:
    quick = replace(plan, layout=QUICK_LAYOUT, level=QUICK_LEVEL, cache=tmp_path / "cache")
    assert quick.digest() != plan.digest()
    assert build(quick) is True
    code = (
        "from tiny.engine import state as s; print(s.__file__[-3:] == '.so', hasattr(s, 'LIMIT'))"
    )
    assert run_with(quick.tree, code) == "True False"
    elsewhere = replace(quick, out=tmp_path / "elsewhere")
    assert build(elsewhere) is False
    assert run_with(elsewhere.tree, code) == "True False"
    (plan.package / "engine" / "state.py").write_text(STATE + "\nLIMIT = 3\n")
    assert build(elsewhere) is True
    assert run_with(elsewhere.tree, code) == "True True"


def test_a_type_that_compiled_modules_import_is_part_of_the_digest(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = plan.package / "content" / "facts.py"
    facts.write_text("TOTAL: int = 24\n")
    other = plan.package / "content" / "other.py"
    other.write_text("TOTAL: int = 24\n")
    using = "\nfrom tiny.content.facts import TOTAL\n"
    (plan.package / "engine" / "state.py").write_text(STATE + using)
    assert plan.imported() == [
        Path("tiny/__init__.py"),
        Path("tiny/content/__init__.py"),
        Path("tiny/content/facts.py"),
    ]
    before = plan.digest()
    other.write_text("TOTAL: str = ''\n")
    assert plan.digest() == before
    facts.write_text("TOTAL: float = 24.0\n")
    changed = plan.digest()
    assert changed != before
    monkeypatch.setenv("CFLAGS", "-O0")
    assert plan.digest() != changed


@pytest.mark.meta
def test_modules_beside_the_subpackage(plan: Plan) -> None:
    folder = plan.package / "envs"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "walk.py").write_text("def longer(steps: int) -> int:\n    return steps + 1\n")
    (folder / "shown.py").write_text("")
    more = replace(plan, beside=["envs/walk.py"])
    assert more.digest() != plan.digest()
    assert more.sources() == [*plan.sources(), Path("tiny/envs/walk.py")]
    assert build(more) is True
    code = "from tiny.envs import shown, walk; print(walk.longer(1), walk.__file__, shown.__file__)"
    steps, walk, shown = run_with(plan.tree, code).split()
    assert (steps, walk.endswith(".so"), shown.endswith(".py")) == ("2", True, True)

    whole = replace(plan, beside=["envs"]).sources_beside()
    assert whole == [Path("tiny/envs", name) for name in ("shown.py", "walk.py")]
    with pytest.raises(BuildError, match=r"expected the module .*run\.py, found none"):
        replace(plan, beside=["envs/run.py"]).sources()


def test_folders_of_frozen_bots_are_compiled_in_the_same_tree(plan: Plan, tmp_path: Path) -> None:
    package = tmp_path / "lab" / "tiny_frozen"
    files = {
        "__init__.py": "from tiny_frozen.early import bid\n",
        "capped.py": "CAP: int = 2\n",
        "early/__init__.py": "from tiny_frozen.early.brain import bid\n",
        "early/brain.py": FROZEN_BRAIN,
        "early/weights.toml": "share = 1.0\n",
    }
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    frozen = replace(plan, frozen=package)
    assert frozen.sources() == [*plan.sources(), Path("tiny_frozen/early/brain.py")]
    assert frozen.imported() == [
        Path("tiny/__init__.py"),
        *(Path("tiny_frozen", name) for name in ("__init__.py", "capped.py", "early/__init__.py")),
    ]
    assert build(frozen) is True
    code = """
import tiny_frozen
from tiny_frozen import capped, early
from tiny_frozen.early import brain
print(tiny_frozen.bid(3), *(module.__file__[-3:] for module in (capped, early, brain)))
"""
    assert run_with(plan.tree, code) == "2 .py .py .so"
    assert (plan.tree / "tiny_frozen/early/weights.toml").read_text() == "share = 1.0\n"

    (package / "early/weights.toml").rename(package / "early/later.toml")
    assert build(frozen) is False
    kept = {path.name for path in (plan.tree / "tiny_frozen/early").glob("*.toml")}
    assert kept == {"later.toml"}

    before = frozen.digest()
    (package / "capped.py").write_text("CAP: int = 3\n")
    imported = frozen.digest()
    assert imported != before
    (package / "early/brain.py").write_text(FROZEN_BRAIN + "\nLIMIT = 3\n")
    assert frozen.digest() not in (before, imported)

    with pytest.raises(BuildError, match="expected folders of modules under"):
        replace(plan, frozen=tmp_path / "docs").sources()


def test_what_is_compiled_beside_the_engine_needs_nothing_that_is_installed(tmp_path: Path) -> None:
    """NumPy is missing where the matrix compiles. ``-S`` leaves out everything installed."""
    product = ROOT / "src" / "gridwright"
    frozen = ROOT / "lab" / "gridwright_frozen"
    plan = Plan(product, "engine", None, tmp_path, beside=BESIDE_ENGINE, frozen=frozen)
    sources = [*plan.sources_beside(), *plan.sources_frozen()]
    names = [module_name(source) for source in sources]
    assert "gridwright_frozen.hard_2026_11.cards.brain" in names
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "lab")])
    code = f"import importlib\nfor name in {names}: importlib.import_module(name)"
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_an_interpreted_tree_is_refused(plan: Plan, tmp_path: Path) -> None:
    tree = tmp_path / "plain"
    copy_sources(plan, tree)
    with pytest.raises(BuildError, match=r"expected tiny\.engine from a \.so file"):
        check_imports(plan, tree)


@pytest.mark.meta
def test_a_type_error_is_shown_and_leaves_no_tree(plan: Plan) -> None:
    (plan.package / "engine" / "state.py").write_text("LIMIT: int = 'three'\n")
    with pytest.raises(BuildError, match=r"state\.py:1: error: Incompatible types"):
        build(plan)
    assert not plan.tree.exists()


def test_an_empty_package_is_refused(plan: Plan) -> None:
    with pytest.raises(BuildError, match="found none"):
        Plan(plan.package, "motor", None, plan.out).sources()


WINDOWS = """
import subprocess, sys, types
locked = []
def locking(number, mode, n_bytes):
    locked.append((mode, n_bytes))
    if len(locked) < 3:
        raise OSError("Windows gave up waiting")
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_LOCK=1)
sys.modules["fcntl"] = None
sys.platform = "win32"
from tools.build_compiled import take
with open(sys.argv[1], "w") as lock:
    take(lock)
print(locked)
"""


def test_a_build_on_windows_waits_for_its_turn(tmp_path: Path) -> None:
    """Simulated: there is no fcntl, and its own lock gives up after a while."""
    command = [sys.executable, "-c", WINDOWS, str(tmp_path / "lock")]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert told == "[(1, 1), (1, 1), (1, 1)]\n"

"""The workflows call targets that exist, on the systems and Pythons that are promised."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gridwright_lab.conformance.replay.pack import read_folder
from tests.contract.fresh_checkout import ROOT
from tools.fresh_install import make_environment
from tools.run_steps import GROUPS, LAST, STEPS, plan
from tools.try_engine import GAMES

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYTHONS = [
    each.rpartition(" ")[2]
    for each in PROJECT["project"]["classifiers"]
    if each.startswith("Programming Language :: Python :: 3.")
]


def test_every_target_and_file_that_a_workflow_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE))
    called = [
        target
        for file in WORKFLOWS
        for target in re.findall(r"run: make ([a-z-]+)", file.read_text("utf-8"))
    ]
    assert set(called) == {"install-system", "system", "web", "dist"}
    assert set(called) <= targets
    assert "bash .ci/run" in (ROOT / ".github/workflows/check.yml").read_text("utf-8")


def test_the_groups_of_the_workflow_run_every_step() -> None:
    text = (ROOT / ".github/workflows/check.yml").read_text("utf-8")
    (line,) = re.findall(r"group: \[(.*)\]", text)
    assert tuple(line.split(", ")) == GROUPS
    plans = [plan([f"GROUP={group}"]) for group in GROUPS]
    assert {step for steps, _last in plans for step in steps} | {LAST} >= {
        step for step in STEPS if not step.builds
    }
    assert [last for _steps, last in plans if last is not None] == [LAST]


def test_each_system_and_each_python_is_tried() -> None:
    text = (ROOT / ".github/workflows/systems.yml").read_text("utf-8")
    assert re.findall(r"(ubuntu|macos|windows)-latest", text) == ["ubuntu", "macos", "windows"]
    (line,) = re.findall(r"python: \[(.*)\]", text)
    assert re.findall(r'"(.*?)"', line) == PYTHONS


def test_wheels_are_compiled_for_each_python_and_tried() -> None:
    settings = PROJECT["tool"]["cibuildwheel"]
    assert settings["build"] == [f"cp{each.replace('.', '')}-*" for each in PYTHONS]
    assert settings["environment"] == {"GRIDWRIGHT_COMPILED": "1"}
    (script,) = re.findall(r"\{project\}/(\S+)", settings["test-command"])
    assert (ROOT / script).is_file()
    assert len(read_folder(GAMES)) > 100


@pytest.mark.meta
def test_the_other_engine_is_refused() -> None:
    """The tests' own engine is one of the two, so one of the two names is wrong."""
    script = str(ROOT / "tools" / "try_engine.py")
    results = {
        engine: subprocess.run(
            [sys.executable, script, engine], capture_output=True, text=True, check=False
        )
        for engine in ("compiled", "interpreted")
    }
    refused = [each for each in results.values() if "expected the" in each.stdout]
    assert [each.returncode for each in refused] == [1]


def test_windows_has_its_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated: where an environment keeps its interpreter."""
    made: list[list[str]] = []
    monkeypatch.setattr("tools.fresh_install.run", made.append)
    assert make_environment(tmp_path).relative_to(tmp_path) == Path("bin/python")
    monkeypatch.setattr(sys, "platform", "win32")
    assert make_environment(tmp_path).relative_to(tmp_path) == Path("Scripts/python.exe")
    assert len(made) == 2

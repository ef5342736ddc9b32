"""The workflows call targets that exist, on the systems and Pythons that are promised."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gridwright_lab.conformance.replay.pack import read_folder
from tests.contract.fresh_checkout import ROOT
from tools.check_workflows import (
    ENVIRONMENT,
    PLATFORMS,
    REQUIREMENTS,
    audit,
    lint,
    promised_wheels,
    unpinned,
    verify_pins,
)
from tools.fresh_install import make_environment
from tools.install import make_environment as make_environment_of
from tools.install import python_of
from tools.release.distributions import SYSTEMS
from tools.release.notes import ReleaseError
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
    texts = "".join(file.read_text("utf-8") for file in WORKFLOWS)
    called = set(re.findall(r"run: make ([a-z-]+)", texts))
    wanted = {"install", "install-system", "system", "web", "dist", "pages", "release-files"}
    assert called == wanted
    assert called <= targets
    named = re.findall(
        r"(?:-r|--file|bash|uses:) (?:\./)?([\w.-]+/[\w./-]+\.\w+|deploy/\w+)", texts
    )
    assert {name for name in named if not (ROOT / name).is_file()} == set()
    assert {".github/workflows/wheels.yml", "requirements/release.txt"} <= set(named)
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
    assert settings["build-frontend"]["args"] == ["--no-isolation"], "what builds has hashes"
    for step in ("before-build", "before-test"):
        (file,) = re.findall(r"--require-hashes -r \{project\}/(\S+)", settings[step])
        assert (ROOT / file).is_file()
    (script,) = re.findall(r"\{project\}/(\S+)", settings["test-command"])
    assert (ROOT / script).is_file()
    assert len(read_folder(GAMES)) > 100


def test_only_jobs_that_wait_for_an_approval_can_publish() -> None:
    """A job of release.yml that writes has an environment, or makes a draft or an attestation."""
    for file in WORKFLOWS:
        jobs = re.split(
            r"^  (?=[a-z]+:$)", file.read_text("utf-8").partition("\njobs:\n")[2], flags=re.M
        )
        for job in filter(None, jobs):
            name = job.partition(":")[0].strip()
            rights = set(re.findall(r"^ +(\S+): write$", job, re.M))
            if rights and "uses: ./" not in job and name not in {"draft", "attest"}:
                assert "environment:" in job, f"{file.name}: {name} has {rights}"
    assert "secrets." not in "".join(file.read_text("utf-8") for file in WORKFLOWS)


@pytest.mark.parametrize(
    ("line", "is_pinned"),
    [
        ("      - uses: actions/checkout@" + "a" * 40 + " # v7.0.1", True),
        ("      - uses: actions/checkout@" + "a" * 40, False),
        ("      - uses: actions/checkout@v4", False),
        ("      - uses: actions/checkout@" + "a" * 39 + " # v7.0.1", False),
        ("    container: debian:12@sha256:" + "a" * 64, True),
        ("    container: debian:12", False),
        ("    uses: ./.github/workflows/wheels.yml", True),
    ],
)
def test_what_is_named_by_a_tag_alone_is_found(line: str, is_pinned: bool) -> None:
    assert (unpinned(f"jobs:\n{line}\n") == []) is is_pinned


def test_every_action_and_image_of_the_workflows_is_pinned() -> None:
    assert verify_pins(WORKFLOWS) > 30


def test_planned_wheels_are_those_of_the_classifiers() -> None:
    promised = promised_wheels(PYTHONS)
    assert len(promised) == len(PYTHONS) * len(SYSTEMS)
    assert {"cp311-manylinux_aarch64", "cp314-macosx_arm64", "cp313-win_amd64"} <= promised
    text = (ROOT / ".github/workflows/wheels.yml").read_text("utf-8")
    built = re.findall(r"archs: (.+)", text)
    assert built == [word for words in PLATFORMS.values() for word in words.split()]


@pytest.mark.meta
def test_faults_of_a_workflow_are_found(tmp_path: Path) -> None:
    text = (ROOT / ".github/workflows/image.yml").read_text("utf-8")
    (tmp_path / "image.yml").write_text(text.replace("needs: build", "needs: bild"))
    with pytest.raises(ReleaseError, match=r'needs job \\?"bild'):
        lint(tmp_path)
    strangers = text.replace('test -n "$IMAGE"', 'echo "${{ github.head_ref }}"')
    (tmp_path / "image.yml").write_text(strangers)
    make_environment_of(
        ENVIRONMENT, sys.executable, REQUIREMENTS, Path(sys.executable).parent / "uv"
    )
    with pytest.raises(ReleaseError, match="template-injection"):
        audit(tmp_path, python_of(ENVIRONMENT).parent)


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

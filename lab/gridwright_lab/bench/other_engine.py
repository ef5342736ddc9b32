"""The same measurement with the engine that is not loaded, in a separate process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import gridwright
import gridwright_lab
from gridwright.cli.errors import CommandFailed
from gridwright_lab.bench.editions import Compared
from gridwright_lab.bench.measure import Measured, engine_kind
from gridwright_lab.bench.thresholds import INTERPRETED


def other_tree() -> Path:
    """Return the folder from which Python imports the other engine, or fail with advice."""
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


def measure_other(tree: Path, edition: str, seconds: float) -> Measured:
    """Measure the engine of another tree, which must be of the other kind."""
    return Measured.from_json(_bench_in(tree, edition, seconds))


def compare_other(tree: Path, edition: str, seconds: float) -> Compared:
    """Compare editions under the engine of another tree, which must be of the other kind."""
    return Compared.from_json(_bench_in(tree, edition, seconds))


def _bench_in(tree: Path, edition: str, seconds: float) -> dict[str, Any]:
    done = bench_in(tree, "engine", "--json", "--seconds", str(seconds), "--edition", edition)
    found = read_engine(done.stdout, done.stderr)
    if found["engine"] == engine_kind():
        raise CommandFailed(f"--both: {tree} holds the same kind of engine, {found['engine']}")
    return found


def bench_in(tree: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of ``gridwright-lab bench`` on the product of another tree."""
    lab = Path(gridwright_lab.__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-P", "-m", "gridwright_lab", "bench", *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tree), str(lab)])},
        capture_output=True,
        text=True,
        check=False,
    )


def told_in(tree: Path, *words: str) -> dict[str, Any]:
    """Return the JSON of a command of ``bench`` on the product of a tree, or raise CommandFailed.

    A missed threshold is no failure.
    """
    done = bench_in(tree, *words, "--json")
    try:
        found: dict[str, Any] = json.loads(done.stdout)
        return found
    except ValueError:
        raise CommandFailed(f"{tree} failed: {last_words(done.stderr)}") from None


def loaded_tree() -> Path:
    """Return the folder from which Python imported the product."""
    return Path(gridwright.__file__).resolve().parent.parent


def last_words(errors: str) -> str:
    """Return the last line that a failed process printed as its error."""
    return (errors.strip().splitlines() or ["it printed nothing"])[-1]


def read_engine(output: str, errors: str) -> dict[str, Any]:
    """Return the output of the other process; raise CommandFailed with its last lines."""
    try:
        found: dict[str, Any] = json.loads(output)["engines"][0]
        return found
    except (ValueError, LookupError):
        raise CommandFailed(f"--both: the other engine failed: {last_words(errors)}") from None


Found = TypeVar("Found")


def verify_tree(tree: Path) -> None:
    """Raise CommandFailed unless the folder contains the product."""
    if not (tree / "gridwright").is_dir():
        raise CommandFailed(f"--beside: expected a folder with gridwright in it, got {tree}")


def take_turns(
    n_turns: int,
    here: Callable[[], Found],
    there: Callable[[], Found] | None,
    better: Callable[[Found, Found], Found],
) -> tuple[Found, Found | None]:
    """Return the best of `n_turns` turns, taken alternately by this tree and another one."""
    own = here()
    other = there() if there is not None else None
    for _turn in range(n_turns - 1):
        own = better(own, here())
        if there is not None and other is not None:
            other = better(other, there())
    return own, other

"""Install the pure and the compiled wheel into empty environments and compare them, side by side.

    python -m tools.try_compiled_wheel                     # this Python
    python -m tools.try_compiled_wheel --python 3.11 3.12 3.13
    python -m tools.try_compiled_wheel --json

Each program says which engine it runs. `gridwright-lab bench engine` measures both in turns: the
compiled engine must play at least five times as many games. Recorded games are replayed on both,
and every digest must be the same. Exit code 1 if anything falls short.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.build_hook import COMPILED
from tools.fresh_install import (
    ROOT,
    Failed,
    bare_environment,
    build_wheel,
    install,
    make_environment,
    programs_folder,
    run,
)
from tools.install_size import weigh
from tools.replay_matrix import REPLAY, MatrixError, count_games, find_python, version_of

RATIO_BAR = 5.0
LEAST_GAMES = 200
N_TURNS = 2
RATIOS = ("games_per_second", "moves_per_second", "copy_microseconds", "replay_milliseconds")
"""Compared values; the first has the threshold."""
PURE, NATIVE = "interpreted", "compiled"
"""Engines as `gridwright --version` names them."""


def is_rate(figure: str) -> bool:
    """More is better; otherwise it is a time."""
    return figure.endswith("_per_second")


@dataclass(frozen=True)
class Compared:
    """One Python with both wheels."""

    python: str
    megabytes: dict[str, float]
    """Size of the wheel, by engine."""
    figures: dict[str, dict[str, float]]
    """Values of the benchmark, by engine."""
    replays: dict[str, bytes]
    """Output of the replay of recorded games, by engine."""

    def ratio(self, key: str) -> float:
        slow, fast = self.figures[PURE][key], self.figures[NATIVE][key]
        return fast / slow if is_rate(key) else slow / fast

    def complaints(self) -> list[str]:
        found = []
        key = RATIOS[0]
        if self.ratio(key) < RATIO_BAR:
            found.append(f"{key}: expected {RATIO_BAR:g} ×, got {self.ratio(key):.1f} ×")
        if self.replays[PURE] != self.replays[NATIVE]:
            found.append("expected the same digests of recorded games from both engines")
        n_games = count_games(self.replays[PURE])
        if n_games < LEAST_GAMES:
            found.append(f"expected at least {LEAST_GAMES} games, got {n_games}")
        return [f"Python {self.python}: {each}" for each in found]

    def to_json(self) -> dict[str, Any]:
        return {
            "python": self.python,
            "wheel_megabytes": self.megabytes,
            "figures": self.figures,
            "ratios": {key: round(self.ratio(key), 2) for key in RATIOS},
            "bar": RATIO_BAR,
            "games_replayed": count_games(self.replays[PURE]),
            "same_digests": self.replays[PURE] == self.replays[NATIVE],
            "ok": not self.complaints(),
        }


def build_for(python: str, folder: Path, source: Path = ROOT) -> Path:
    """The compiled wheel for an interpreter, as a user of the sources builds it."""
    if python == sys.executable:
        return build_wheel(folder, source, compiled=True)
    # The compiler comes by the build's own requirements.
    pip = [sys.executable, "-m", "pip", "--python", python, "wheel", "-q", "--no-deps"]
    run([*pip, "-w", str(folder), str(source)], **{COMPILED: "1"})
    (wheel,) = folder.glob("*.whl")
    return wheel


def install_with_laboratory(home: Path, python: str, wheel: Path, laboratory: Path) -> Path:
    """Both distributions in an environment of their own; returns the folder of its programs."""
    inside = make_environment(home, python)
    install(inside, str(wheel))
    install(inside, "--no-deps", str(laboratory))
    return programs_folder(home)


def verify_engine(programs: Path, engine: str) -> None:
    told = run([str(programs / "gridwright"), "--version"]).strip()
    if not told.endswith(f"({engine} engine)"):
        raise Failed(f"expected the {engine} engine, got {told!r}")


def bench(programs: Path, seconds: float) -> dict[str, float]:
    """The figures of one run; whether its own bars are reached depends on the machine."""
    command = [str(programs / "gridwright-lab"), "bench", "engine", "--seconds", str(seconds)]
    done = subprocess.run(
        [*command, "--json"], env=bare_environment({}), capture_output=True, text=True, check=False
    )
    try:
        (measured,) = json.loads(done.stdout)["engines"]
    except ValueError as error:
        raise Failed(f"the benchmark ended with {done.returncode}: {done.stderr}") from error
    figures: dict[str, float] = measured["figures"]
    return figures


def bench_in_turns(places: dict[str, Path], seconds: float) -> dict[str, dict[str, float]]:
    """The best of each: other work on the machine only ever makes a run slower."""
    best: dict[str, dict[str, float]] = {engine: {} for engine in places}
    for _turn in range(N_TURNS):
        for engine, programs in places.items():
            for key, value in bench(programs, seconds).items():
                better = max if is_rate(key) else min
                best[engine][key] = better(value, best[engine].get(key, value))
    return best


def replay(programs: Path) -> bytes:
    """Replay recorded games of the checkout with installed code; return the output."""
    python = programs / ("python.exe" if sys.platform == "win32" else "python")
    done = subprocess.run(
        [python, "-I", *REPLAY],
        cwd=ROOT,
        env=bare_environment({}),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"the replay ended with {done.returncode}: {done.stderr[-800:]!r}")
    return done.stdout


def compare(python: str, folder: Path, seconds: float) -> Compared:
    """Build, install, measure and replay."""
    wheels = {
        PURE: build_wheel(folder / "wheels" / PURE),
        NATIVE: build_for(python, folder / "wheels" / NATIVE),
    }
    laboratory = build_wheel(folder / "wheels" / "lab", ROOT / "lab")
    places = {
        engine: install_with_laboratory(folder / "home" / engine, python, wheel, laboratory)
        for engine, wheel in wheels.items()
    }
    for engine, programs in places.items():
        verify_engine(programs, engine)
    return Compared(
        str(version_of(python)),
        {engine: round(weigh(wheel), 2) for engine, wheel in wheels.items()},
        bench_in_turns(places, seconds),
        {engine: replay(programs) for engine, programs in places.items()},
    )


def show(compared: Compared) -> None:
    sizes = ", ".join(f"{engine} {size:.2f} MB" for engine, size in compared.megabytes.items())
    print(f"Python {compared.python}: wheels {sizes}")
    for number, key in enumerate(RATIOS):
        values = " → ".join(f"{compared.figures[engine][key]:,.1f}" for engine in (PURE, NATIVE))
        bar = "" if number else f" (bar {RATIO_BAR:g} ×)"
        print(f"  {key}: {values}, {compared.ratio(key):.1f} ×{bar}")
    n_games = count_games(compared.replays[PURE])
    print(f"  {n_games} recorded games replayed on both")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", nargs="+", default=[], metavar="X.Y", help="else this one")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each timed run")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-compiled-"))
    found: list[Compared] = []
    complaints: list[str] = []
    try:
        for version in chosen.python or [""]:
            python = find_python(version) if version else sys.executable
            found.append(compare(python, folder / (version or "this"), chosen.seconds))
            complaints += found[-1].complaints()
            if not chosen.json:
                show(found[-1])
    except (Failed, MatrixError) as failed:
        complaints.append(str(failed))
    finally:
        shutil.rmtree(folder)
    if chosen.json:
        told = {"ok": not complaints, "complaints": complaints}
        print(json.dumps({**told, "pythons": [each.to_json() for each in found]}, indent=1))
    for complaint in complaints:
        print(f"try_compiled_wheel: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

"""Verify recorded games with the installed program, if it runs the engine that is expected.

    python tools/try_engine.py compiled

This is what a wheel is tried with on every system that it is built for. It needs the installed
product and the files of a checkout, no other tool.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from gridwright.cli.version import engine_kind

GAMES = Path(__file__).resolve().parent.parent / "tests" / "golden"


def main(arguments: Sequence[str]) -> int:
    (expected,) = arguments
    if engine_kind() != expected:
        print(f"try_engine: expected the {expected} engine, got the {engine_kind()} one")
        return 1
    # Isolated, so that no folder of the checkout comes before what is installed.
    command = [sys.executable, "-I", "-m", "gridwright", "verify", str(GAMES)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

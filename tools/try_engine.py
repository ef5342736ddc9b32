"""Verify recorded games with the installed program, if it runs the engine that is expected.

    python tools/try_engine.py compiled

Wheels are tested with it on every system that they are built for. Needs the installed product and
the files of a checkout, no other tool.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from gridwright.cli.version import engine_kind

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "tests" / "golden"


def main(arguments: Sequence[str]) -> int:
    (expected,) = arguments
    if engine_kind() != expected:
        print(f"try_engine: expected the {expected} engine, got the {engine_kind()} one")
        return 1
    # Last in the search path: only the reader of packs is taken from the checkout.
    sys.path.append(str(ROOT / "lab"))
    from gridwright_lab.conformance.replay.recordings import main as recordings

    with TemporaryDirectory() as folder:
        recordings(["--folders", str(GAMES), "--unpack", folder])
        # Isolated, so that no folder of the checkout shadows the installed product.
        command = [sys.executable, "-I", "-m", "gridwright", "verify", folder]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

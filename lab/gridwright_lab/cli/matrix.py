"""``gridwright-lab matrix``: the replay matrix of the checkout in which it is called."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gridwright.cli.errors import CommandFailed

TOOL: Final = Path("tools", "replay_matrix.py")


def main(arguments: Sequence[str]) -> int:
    """Run the matrix and return its exit code. Needs a checkout, to compile for each Python."""
    if not TOOL.is_file():
        raise CommandFailed(f"matrix: expected {TOOL} here; call it in a checkout")
    return subprocess.run(
        [sys.executable, "-m", "tools.replay_matrix", *arguments], check=False
    ).returncode

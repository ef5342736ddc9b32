"""The template of a bot: installed as a package, it plays by its own name."""

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_bot_template_is_installed_and_plays_by_its_name(tmp_path: Path) -> None:
    """The template is installed without dependencies, so that it uses this Gridwright."""
    words = ("-m", "pip", "install", "-qq", "--no-deps", "--no-build-isolation", "--no-index")
    quiet = ("--disable-pip-version-check", "--target", str(tmp_path / "site"))
    template = str(EXAMPLES / "bot-template")
    subprocess.run([sys.executable, *words, *quiet, template], check=True, cwd=tmp_path)
    paths = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    match = "arena match --bot tortoise --against l0 --cell card:2 --deals 2 --workers 1 --json"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gridwright", *match.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stderr
    assert '"tortoise"' in done.stdout

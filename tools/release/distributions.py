"""The distributions of a release: which there must be, their metadata, and a game on each wheel."""

import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from packaging.metadata import Metadata
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename

from tools.fresh_install import install, make_environment, programs_folder, run
from tools.release.notes import ReleaseError
from tools.replay_matrix import MatrixError, find_python

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCT, LABORATORY = "gridwright", "gridwright_lab"
SYSTEMS = {
    "Linux x86_64": r"manylinux\w+_x86_64",
    "Linux aarch64": r"manylinux\w+_aarch64",
    "macOS arm64": r"macosx_\w+_arm64",
    "Windows x86_64": r"win_amd64",
}
"""Systems with compiled wheels, and the platform in the name of a wheel."""
RESERVED = ".example"
"""End of the addresses that stand for ones not chosen yet."""
LABELS = {"Homepage", "Documentation", "Source", "Changelog", "Issues"}
SETUP = ["--board", "germany", "--seats", "3"]


def project(root: Path = ROOT) -> dict[str, Any]:
    """Return the table ``[project]`` of the product."""
    found: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def pythons(root: Path = ROOT) -> list[str]:
    """Return the Pythons that the product promises, by its classifiers."""
    listed = re.findall(r"Python :: (3\.\d+)$", "\n".join(project(root)["classifiers"]), re.M)
    return [str(version) for version in listed]


def verify_addresses(root: Path, must_exist: bool) -> str:
    """Return what the addresses are; raise ReleaseError if some are missing, or not chosen yet."""
    given: dict[str, str] = project(root).get("urls", {})
    if missing := sorted(LABELS - given.keys()):
        raise ReleaseError(f"expected {', '.join(missing)} in [project.urls] of pyproject.toml")
    for label, address in given.items():
        if urlsplit(address).scheme != "https":
            raise ReleaseError(f"expected an address with https for {label}, got {address!r}")
    waiting = [
        label
        for label, address in given.items()
        if (urlsplit(address).hostname or "").endswith(RESERVED)
    ]
    if waiting and must_exist:
        raise ReleaseError(
            f"expected addresses that exist in [project.urls], got {RESERVED} for "
            f"{', '.join(waiting)}: write the project's own (RELEASING.md)"
        )
    return f"{len(given)}, {len(waiting)} of them not chosen yet" if waiting else str(len(given))


def compiled_for(wheel: Path) -> tuple[str, str]:
    """Return Python and system of a compiled wheel; the system is empty if it is none of ours."""
    _name, _version, _build, tags = parse_wheel_filename(wheel.name)
    interpreters = {tag.interpreter for tag in tags}
    (interpreter,) = interpreters
    version = re.sub(r"^cp3", "3.", interpreter)
    systems = {
        system
        for system, pattern in SYSTEMS.items()
        for tag in tags
        if re.fullmatch(pattern, tag.platform)
    }
    return version, systems.pop() if len(systems) == 1 else ""


def missing_wheels(folder: Path, versions: Iterable[str]) -> list[str]:
    """Return the Pythons and systems without a compiled wheel."""
    compiled = [path for path in folder.glob("*.whl") if not path.stem.endswith("none-any")]
    there = {compiled_for(wheel) for wheel in compiled}
    wanted = [(version, system) for version in versions for system in SYSTEMS]
    return [
        f"Python {version} on {system}"
        for version, system in wanted
        if (version, system) not in there
    ]


def verify_set(folder: Path, version: str, root: Path = ROOT) -> None:
    """Raise ReleaseError unless every distribution of the release is there, and no other."""
    pure = {f"{name}-{version}-py3-none-any.whl" for name in (PRODUCT, LABORATORY)}
    sources = {f"{name}-{version}.tar.gz" for name in (PRODUCT, LABORATORY)}
    found = {path.name: path for path in [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]}
    if missing := sorted((pure | sources) - found.keys()):
        raise ReleaseError(f"expected {', '.join(missing)} among the files")
    if missing := missing_wheels(folder, pythons(root)):
        raise ReleaseError(f"expected compiled wheels for {', '.join(missing)}")
    for name in sorted(found.keys() - pure - sources):
        python, system = compiled_for(found[name]) if name.endswith(".whl") else ("", "")
        if not (name.startswith(f"{PRODUCT}-{version}-") and python in pythons(root) and system):
            raise ReleaseError(f"expected no {name}: it is for no promised Python and system")


def metadata_of(path: Path) -> bytes:
    """Return the metadata of a wheel or an sdist."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            (name,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
            return wheel.read(name)
    with tarfile.open(path) as archive:
        top = path.name.removesuffix(".tar.gz")
        found = archive.extractfile(f"{top}/PKG-INFO")
        if found is None:
            raise ReleaseError(f"expected {top}/PKG-INFO in {path.name}")
        return found.read()


def verify_metadata(path: Path, version: str) -> None:
    """Raise ReleaseError if a package index would refuse the file, or show it without its text."""
    try:
        # The class that the index itself validates uploads with.
        said = Metadata.from_email(metadata_of(path), validate=True)
    except ExceptionGroup as errors:
        listed = "; ".join(str(each) for each in errors.exceptions)
        raise ReleaseError(f"{path.name}: {listed}") from errors
    told = f"{said.name} {said.version}"
    wanted = f"{'gridwright-lab' if path.name.startswith(LABORATORY) else PRODUCT} {version}"
    if told != wanted:
        raise ReleaseError(f"expected {wanted} in {path.name}, got {told}")
    shown = {
        "a text": said.description,
        "text/markdown": said.description_content_type == "text/markdown",
        "a summary": said.summary,
        "a licence": said.license_expression,
        "a lowest Python": said.requires_python,
    }
    if missing := [name for name, there in shown.items() if not there]:
        raise ReleaseError(f"expected {', '.join(missing)} in the metadata of {path.name}")


def python_for(wheel: Path) -> str | None:
    """Return an interpreter of this machine that a wheel is for; None if there is none."""
    _name, _version, _build, tags = parse_wheel_filename(wheel.name)
    if wheel.stem.endswith("none-any"):
        return sys.executable
    platforms = {tag.platform for tag in sys_tags()}
    if not any(tag.platform in platforms for tag in tags):
        return None
    try:
        return find_python(compiled_for(wheel)[0])
    except MatrixError:
        return None


def try_wheel(wheel: Path, python: str, home: Path, beside: Sequence[Path] = ()) -> str:
    """Install a wheel in an empty environment and play a game; return what it says it is."""
    inside = make_environment(home, python)
    install(inside, *map(str, (*beside, wheel)))
    programs = programs_folder(home)
    if wheel.name.startswith(LABORATORY):
        return run([str(programs / "gridwright-lab"), "--version"]).strip()
    program, game = str(programs / PRODUCT), str(home / "game.txt")
    run([program, "new", "--out", game, *SETUP])
    run([program, "play", game, "--random", "all"])
    run([program, "verify", game])
    told = run([program, "--version"]).strip()
    wanted = "interpreted" if wheel.stem.endswith("none-any") else "compiled"
    if f"({wanted} engine)" not in told:
        raise ReleaseError(f"expected the {wanted} engine of {wheel.name}, got {told!r}")
    return told

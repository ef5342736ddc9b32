"""The released version, and its text in the changelog."""

import re
import subprocess
from pathlib import Path

VERSIONED = {
    "src/gridwright/__init__.py": r'^__version__ = "(.+)"$',
    "lab/gridwright_lab/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
}
"""Files that name the version, and the line that does."""
UNRELEASED = "Unreleased"


class ReleaseError(Exception):
    """Something stands against the release."""


def version_of(tag: str) -> str:
    """The version that a tag names."""
    found = re.fullmatch(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)", tag)
    if found is None:
        raise ReleaseError(f"expected a tag such as v1.2.3 or v1.2.3rc1, got {tag!r}")
    return found[1]


def named_versions(root: Path) -> dict[str, str]:
    """The version that each file names."""
    versions = {}
    for name, pattern in VERSIONED.items():
        found = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        if found is None:
            raise ReleaseError(f"expected a version in {name}, found none")
        versions[name] = found[1]
    return versions


def verify_version(root: Path, version: str) -> None:
    """Every file names the version of the tag."""
    for name, named in named_versions(root).items():
        if named != version:
            raise ReleaseError(f"expected {version} in {name}, as the tag says, got {named}")


def tag_is_set(root: Path, tag: str) -> bool:
    """Return whether git has the tag; raise unless it is on the released commit."""
    asked = ["git", "rev-parse", "--verify", "--quiet", f"refs/tags/{tag}^{{commit}}"]
    found = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False)
    if found.returncode:
        return False
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=True
    )
    if found.stdout != head.stdout:
        raise ReleaseError(f"expected {tag} on {head.stdout.strip()}, it is on {found.stdout}")
    return True


def notes_of(changelog: str, version: str, is_tagged: bool) -> str:
    """Return the changelog's section of a version; before it is tagged, the unreleased section."""
    sections = dict(re.findall(r"^## \[(.+?)\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.M | re.S))
    name = version if version in sections or is_tagged else UNRELEASED
    notes: str = sections.get(name, "").strip()
    if not notes:
        raise ReleaseError(f"expected words under [{name}] in CHANGELOG.md, found none")
    return notes

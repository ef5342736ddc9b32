"""Checksums of a release, and a statement of how its files were made.

The statement has the form of in-toto with SLSA's provenance. It is not signed: the publisher
of the release signs it, or the service that built it.
"""

import hashlib
import json
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tools.release.notes import ReleaseError

CHECKSUMS = "SHA256SUMS"
STATEMENT = "provenance.intoto.json"
TOOLS = ("build", "hatchling", "mypy")
BUILD_TYPE = "make release-dry"


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_checksums(folder: Path, names: Sequence[str]) -> None:
    """One line for each file, as ``sha256sum --check`` reads it."""
    lines = [f"{digest(folder / name)}  {name}\n" for name in sorted(names)]
    (folder / CHECKSUMS).write_text("".join(lines), "utf-8")


def commit_of(root: Path) -> str:
    asked = ["git", "rev-parse", "HEAD"]
    return subprocess.run(
        asked, cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def write_statement(folder: Path, root: Path, tag: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the statement: artifacts, commit and tools."""
    subjects = [
        {"name": name, "digest": {"sha256": digest(folder / name)}} for name in sorted(names)
    ]
    source = {"name": "gridwright", "digest": {"gitCommit": commit_of(root)}}
    tools = {name: version(name) for name in TOOLS}
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": subjects,
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {"tag": tag},
                "internalParameters": {"python": platform.python_version(), **tools},
                "resolvedDependencies": [source],
            },
            "runDetails": {"builder": {"id": f"{platform.system()} {platform.machine()}"}},
        },
    }
    (folder / STATEMENT).write_text(json.dumps(statement, indent=1) + "\n", "utf-8")
    return statement


def verify_release(folder: Path) -> int:
    """Every file is as checksums and statement say, and none is without; returns how many."""
    sums: dict[str, str] = {}
    for line in (folder / CHECKSUMS).read_text("utf-8").splitlines():
        told_digest, _spaces, name = line.partition("  ")
        sums[name] = told_digest
    told = json.loads((folder / STATEMENT).read_text("utf-8"))["subject"]
    stated = {each["name"]: each["digest"]["sha256"] for each in told}
    files = {path.name for path in folder.iterdir()} - {CHECKSUMS, STATEMENT}
    for name in files | sums.keys() | stated.keys():
        found = digest(folder / name) if name in files else "no file"
        if not found == sums.get(name) == stated.get(name):
            raise ReleaseError(
                f"expected one digest of {name}, got {found} from the file, "
                f"{sums.get(name)} from {CHECKSUMS}, {stated.get(name)} from the statement"
            )
    return len(files)

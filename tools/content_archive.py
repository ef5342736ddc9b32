"""Record today's figures, and keep the earlier ones: ``make content-archive``.

A game is played to its end by the figures that it began under. So every state of the figure files
is recorded in ``content/archive/states.json``, and a file that changes is kept there under its
digest. Without ``--write`` this only checks; CI does the same. With it, what is missing is taken
from git, and today's state is recorded.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gridwright import __version__
from gridwright.content.document import load_tree
from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from gridwright.content.recorded_figures import (
    ARCHIVE,
    STATES,
    RecordedFigures,
    archived_file,
    load_states,
    tree_digest,
)
from gridwright.content.shelf import CONTENT_ROOT, Root, figure_files
from gridwright.content.table import (
    TableSpec,
    list_boards,
    list_editions,
    list_house_rules,
    list_presets,
    list_seats,
    rules_identity,
)

ADVICE = "run `make content-archive` and commit what it writes"


def digests(root: Path) -> dict[str, str]:
    """Today's figure files by their digest."""
    return {file: tree_digest(load_tree(root, file)) for file in sorted(figure_files(root))}


def list_specs(root: Root) -> Iterator[TableSpec]:
    """Every plain table of every version, and each house rule once on every board."""
    for edition in list_editions(root):
        newest = load_library(edition, root).edition.rules_version
        all_seats = list_seats(edition, root)
        for preset in list_presets(edition, root):
            for board in list_boards(edition, preset, root):
                for seats in all_seats:
                    for version in range(1, newest + 1):
                        yield TableSpec(edition, preset, board, seats, version=version)
                for rule in list_house_rules(edition, root):
                    yield TableSpec(
                        edition, preset, board, all_seats[-1], house_rules=(rule,), version=newest
                    )


def tables_digest(root: Root) -> str:
    """SHA-256 over the rules identities of many tables: what the figures mean to the program.

    If it changes although the files did not, the program reads them otherwise than before.
    """
    found: list[str] = []
    for spec in list_specs(root):
        try:
            found.append(rules_identity(spec, root))
        except ContentError:
            found.append("refused")
    return hashlib.sha256("\n".join(found).encode("ascii")).hexdigest()


def read_manifest(root: Path) -> list[dict[str, Any]]:
    """The recorded states, the oldest first."""
    file = root / ARCHIVE / STATES
    if not file.is_file():
        return []
    states: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["states"]
    return states


def find_problems(root: Path) -> list[str]:
    """Return the faults that keep games of a recorded state, or of today, from being played."""
    states = read_manifest(root)
    if not states or states[-1]["files"] != digests(root):
        return [*_lost(root), f"today's figures are not recorded: {ADVICE}"]
    lost = _lost(root)
    if lost:
        return lost
    return [
        f"{recorded.name}: its tables are not those that were recorded; behaviour changes by a "
        "setting with a version, and earlier files must be read as before"
        for recorded, state in zip(load_states(root), reversed(states), strict=True)
        if tables_digest(recorded) != state["tables"]
    ]


def _lost(root: Path) -> list[str]:
    return [f"{error}" for _state, _file, _digest, error in _missing(root)]


def _missing(root: Path) -> Iterator[tuple[RecordedFigures, str, str, ContentError]]:
    """The files of recorded states that are neither today's nor in the archive."""
    for state in load_states(root):
        for file, digest in state.files:
            try:
                state.load_tree(file)
            except ContentError as error:
                yield state, file, digest, error


def keep_earlier(root: Path) -> list[str]:
    """Take files that recorded states lack from git; the names of those that it has not."""
    absent: list[str] = []
    for state, file, digest, _error in _missing(root):
        text = _from_git(root, file, digest)
        if text is None:
            absent.append(f"{state.name}: {file} with digest {digest} is in no commit")
        else:
            archived_file(root, digest).write_bytes(text)
    return absent


def _from_git(root: Path, file: str, digest: str) -> bytes | None:
    """The file in the newest commit that has it with this digest."""
    commits = _git(root, "log", "--all", "--format=%H", "--", file).decode("ascii").split()
    for commit in commits:
        try:
            text = _git(root, "show", f"{commit}:./{file}")
            tree = tomllib.loads(text.decode("utf-8"))
        except (subprocess.CalledProcessError, ValueError):
            continue  # The commit removed it, or it was no TOML then.
        if tree_digest(tree) == digest:
            return text
    return None


def _git(root: Path, *arguments: str) -> bytes:
    ran = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)
    return ran.stdout


def record(root: Path, name: str) -> str:
    """Add today's figures as a state, unless they are the last one; what was done."""
    states = read_manifest(root)
    files = digests(root)
    if states and states[-1]["files"] == files:
        return f"today's figures are those of {states[-1]['name']}"
    names = [state["name"] for state in states]
    name = name or (__version__ if __version__ not in names else f"{__version__}-{len(names) + 1}")
    if name in names:
        raise SystemExit(f"{name} is recorded already; choose another name")
    states.append({"name": name, "tables": tables_digest(root), "files": files})
    manifest = root / ARCHIVE / STATES
    manifest.parent.mkdir(exist_ok=True)
    manifest.write_text(manifest_text(states), encoding="utf-8")
    load_states.cache_clear()
    return f"recorded today's figures as {name}"


def manifest_text(states: Sequence[Any]) -> str:
    """Return the manifest with a line for each state."""
    lines = ",\n".join(json.dumps(state) for state in states)
    return f'{{"states": [\n{lines}\n]}}\n'


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="record, and keep what is missing")
    parser.add_argument("--name", default="", help="of the state; the version by default")
    parser.add_argument("--root", type=Path, default=CONTENT_ROOT, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.write:
        absent = keep_earlier(chosen.root)
        if not absent:
            print(record(chosen.root, chosen.name))
        problems = absent or find_problems(chosen.root)
    else:
        problems = find_problems(chosen.root)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Check the distributions in build/release, write the files that describe them, lay out the site.

    python -m tools.release.files --tag v0.2.0    # as CI does, with wheels of every system there
    python -m tools.release.files --pages         # build/docs/site and build/play to build/pages

Nothing is built and nothing is published. ``tools.release.dry_run`` builds first and ends here too.
The static site is the documentation, and below it the page without a server.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.docs.site import BUILD
from tools.fresh_install import Failed, install, make_environment
from tools.play import PLAY
from tools.release.distributions import (
    LABORATORY,
    python_for,
    try_wheel,
    verify_addresses,
    verify_metadata,
    verify_set,
)
from tools.release.notes import (
    ReleaseError,
    notes_of,
    tag_is_set,
    verify_version,
    version_of,
)
from tools.release.provenance import verify_release, write_checksums, write_statement
from tools.release.sbom import installed, write_sbom
from tools.web import BUILT

ROOT = Path(__file__).resolve().parent.parent.parent
RELEASE = ROOT / "build" / "release"
SBOM = "sbom.cdx.json"
NOTES = "notes.md"
PAGES = ROOT / "build" / "pages"
BELOW = "play"
"""Folder of the page without a server, below the documentation."""
LICENCES = f"{BELOW}/licences.md"
PYODIDE, NOTICES = "pyodide.asm.mjs", ("NOTICES.md", "NOTICES.txt")
"""A file of each folder with the browser's Python, and the names of its licences there."""
ABSOLUTE = re.compile(r'(?:src|href)="(/[^/"][^"]*)"')


def verify_tag(tag: str) -> tuple[str, str]:
    """Return version and changelog of a tag; raise ReleaseError if files name another version."""
    version = version_of(tag)
    verify_version(ROOT, version)
    is_tagged = tag_is_set(ROOT, tag)
    notes = notes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), version, is_tagged)
    where = "is on HEAD" if is_tagged else "is not set yet"
    print(f"version: {version}, tag {where}, {len(notes.splitlines())} lines of changelog")
    print(f"addresses: {verify_addresses(ROOT, is_tagged)}")
    return version, notes


def verify_all_metadata(version: str) -> int:
    """Check the metadata of each distribution; return how many there are."""
    found = sorted([*RELEASE.glob("*.whl"), *RELEASE.glob("*.tar.gz")])
    for path in found:
        verify_metadata(path, version)
    return len(found)


def try_wheels(folder: Path) -> list[str]:
    """Play a game on each wheel that this machine can install; return what each says it is."""
    wheels = sorted(RELEASE.glob("*.whl"))
    (pure,) = (
        each
        for each in wheels
        if each.name.endswith("none-any.whl") and LABORATORY not in each.name
    )
    told = []
    for number, wheel in enumerate(wheels):
        if python := python_for(wheel):
            beside = [pure] if wheel.name.startswith(LABORATORY) else []
            said = try_wheel(wheel, python, folder / f"wheel-{number}", beside)
            told.append(f"{wheel.name}: {said}")
    return told


def describe_parts(wheel: Path, folder: Path) -> int:
    """Write the bill of materials of a plain install; returns how many parts it has."""
    python = make_environment(folder / "plain")
    install(python, str(wheel))
    licences = (BUILT / "licences.md").read_text("utf-8")
    bill = write_sbom("gridwright", installed(python), licences)
    (RELEASE / SBOM).write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n", "utf-8")
    return len(bill["components"])


def describe(source: Path, tag: str, version: str, notes: str, folder: Path) -> None:
    """Write the bill of materials, notes, checksums and the statement of how files were made."""
    pure = RELEASE / f"gridwright-{version}-py3-none-any.whl"
    print(f"bill of materials: {describe_parts(pure, folder)} parts")
    (RELEASE / NOTES).write_text(f"# {version}\n\n{notes}\n", "utf-8")
    names = [path.name for path in RELEASE.iterdir()]
    write_checksums(RELEASE, names)
    write_statement(RELEASE, source, tag, names)


def lay_out(site: Path, play: Path, pages: Path) -> None:
    """Copy both builds side by side; raise ReleaseError if one is missing or hides the other."""
    for folder, target in ((site, "docs"), (play, "play")):
        if not (folder / "index.html").is_file():
            raise ReleaseError(f"expected {folder} with a page; run make {target} first")
    if (site / BELOW).exists():
        raise ReleaseError(
            f"expected no page named {BELOW} in the documentation: it would be hidden"
        )
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(site, pages)
    shutil.copytree(play, pages / BELOW)


def verify_pages(pages: Path) -> str:
    """Return what the site holds; raise ReleaseError if it would not work below another folder."""
    if not (pages / LICENCES).is_file():
        raise ReleaseError(f"expected {LICENCES} in {pages}")
    for folder in (path.parent for path in pages.rglob(PYODIDE)):
        if not any((folder / name).is_file() for name in NOTICES):
            raise ReleaseError(f"expected licences ({' or '.join(NOTICES)}) in {folder}")
    found = sorted(pages.rglob("*.html"))
    for page in found:
        # Only 404.html, which any folder shows, has to name the place of its files.
        absolute = ABSOLUTE.findall(page.read_text("utf-8"))
        if absolute and page.name != "404.html":
            raise ReleaseError(f"expected relative addresses in {page}, got {absolute[0]}")
    n_bytes = sum(file.stat().st_size for file in pages.rglob("*") if file.is_file())
    return f"{len(found)} pages, {n_bytes / 1e6:.1f} MB"


def finish_release(tag: str) -> None:
    """Check and describe what the forge has built; raise ReleaseError unless it is everything."""
    version, notes = verify_tag(tag)
    if not tag_is_set(ROOT, tag):
        raise ReleaseError(f"expected {tag} to be set")
    verify_set(RELEASE, version)
    print(f"metadata: {verify_all_metadata(version)} distributions")
    with tempfile.TemporaryDirectory(prefix="gridwright-release-") as name:
        folder = Path(name)
        for told in try_wheels(folder):
            print(f"a game on {told}")
        describe(ROOT, tag, version, notes, folder)
    n_files = verify_release(RELEASE)
    print(f"release: {n_files} files as both lists say; nothing was published")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--tag", help="the tag, which must be on HEAD")
    kind.add_argument("--pages", action="store_true", help="lay out the static site")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.pages:
            lay_out(BUILD / "site", PLAY, PAGES)
            print(f"pages: {verify_pages(PAGES)} in {PAGES}")
        else:
            finish_release(chosen.tag)
    except (ReleaseError, Failed) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

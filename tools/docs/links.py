"""Find dead links: in the repository's Markdown, and in the pages of the site as built.

    python -m tools.docs.links                  # the Markdown that git knows
    python -m tools.docs.links build/docs/site  # every page of a built site

A page of the site may also load nothing from elsewhere: readers may be offline, and no third party
may learn what they read.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tools.check_no_hosts import project_files
from tools.docs.markdown import anchors_of, is_elsewhere, links_of

ROOT = Path(__file__).resolve().parent.parent.parent
LOADING = {"img", "script", "iframe", "source", "video", "audio", "embed", "object"}
"""Tags whose address is fetched without a click; so is a ``link`` except of the kinds below."""
TELLING = {"canonical", "prev", "next", "alternate", "edit"}
"""Kinds of ``link`` that fetch nothing."""


@dataclass
class Findings:
    """Number of checked files and links, and the dead links."""

    n_files: int = 0
    n_links: int = 0
    complaints: list[str] = field(default_factory=list)


def markdown_files() -> list[Path]:
    """The project's Markdown."""
    return [path for path in project_files() if path.suffix == ".md"]


@cache
def _anchors_in(path: Path) -> set[str]:
    return anchors_of(path.read_text("utf-8"))


def check_markdown(files: Sequence[Path], root: Path = ROOT) -> Findings:
    """Each link of each document leads to a file, and to a heading of it if it names one."""
    found = Findings()
    for file in files:
        if not file.is_file():
            continue  # Removed, and not yet committed.
        found.n_files += 1
        for link in links_of(file.read_text("utf-8")):
            found.n_links += 1
            path, _hash, anchor = link.target.partition("#")
            meant = Path(os.path.normpath(file.parent / unquote(path))) if path else file
            where = f"{file.relative_to(root)}:{link.line}"
            if not meant.exists():
                found.complaints.append(f"{where}: no file {link.target}")
            elif anchor and meant.suffix == ".md" and anchor not in _anchors_in(meant):
                found.complaints.append(f"{where}: no heading for {link.target}")
    return found


@dataclass
class _Address:
    line: int
    tag: str
    value: str
    is_loaded: bool


class _Page(HTMLParser):
    """The ids of a page, and every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: list[_Address] = []
        self.draws_diagrams = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids.update(values[name] for name in ("id", "name") if values.get(name))
        # The theme fetches what draws these from elsewhere.
        self.draws_diagrams |= "mermaid" in values.get("class", "").split()
        for name in ("href", "src", "data", "poster"):
            if name in values:
                fetches_nothing = tag == "link" and values.get("rel", "") in TELLING
                is_loaded = (tag in LOADING or tag == "link") and not fetches_nothing
                address = _Address(self.getpos()[0], tag, values[name], is_loaded)
                self.addresses.append(address)


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text("utf-8"))


def check_site(site: Path) -> Findings:
    """Each address leads to a file of the site, and to an id of that page if it names one."""
    found = Findings()
    for file in sorted(site.rglob("*.html")):
        found.n_files += 1
        page = _page(file)
        where = str(file.relative_to(site))
        if page.draws_diagrams:
            found.complaints.append(f"{where}: a diagram is drawn by a script from elsewhere")
        for address in page.addresses:
            found.n_links += 1
            if is_elsewhere(address.value):
                if address.is_loaded and not address.value.startswith("data:"):
                    told = f"{where}:{address.line}: loads {address.value} from elsewhere"
                    found.complaints.append(told)
            elif problem := _problem(site, file, address.value):
                found.complaints.append(f"{where}:{address.line}: {problem} {address.value}")
    return found


def _problem(site: Path, file: Path, address: str) -> str:
    """Return the fault of an address within the site, empty if there is none."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    base = site if path.startswith("/") else file.parent
    meant = Path(os.path.normpath(base / path.lstrip("/"))) if path else file
    if meant.is_dir():
        meant = meant / "index.html"
    if not meant.is_relative_to(site) or not meant.is_file():
        return "no file"
    # The theme's own anchors begin with two underscores and need no target.
    wanted = unquote(parts.fragment)
    if wanted and not wanted.startswith("__") and meant.suffix == ".html":
        return "" if wanted in _page(meant).ids else "no anchor"
    return ""


def report(what: str, found: Findings) -> bool:
    """Print what was found; true if all is well and there was something to look at."""
    for complaint in found.complaints:
        print(complaint, file=sys.stderr)
    n_dead = len(found.complaints)
    print(f"{what}: {found.n_files} files, {found.n_links} links, {n_dead} dead (limit: 0)")
    if not found.n_links:
        print(f"{what}: expected some links, found none", file=sys.stderr)
    return not n_dead and found.n_links > 0


def main(arguments: Sequence[str]) -> int:
    if arguments:
        return 0 if all(report(name, check_site(Path(name))) for name in arguments) else 1
    return 0 if report("documents", check_markdown(markdown_files())) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

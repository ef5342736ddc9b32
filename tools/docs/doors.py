"""The plan of the site: its doors, the pages behind each, and what templates draw of them."""

import fnmatch
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

LONGEST_LIST: Final = 9
"""Pages in the list of a door, at most: the list is read, not searched."""


class PlanError(Exception):
    """The plan and the pages do not fit together."""


@dataclass(frozen=True)
class Door:
    """A group of pages for one kind of reader; its first page is the start page."""

    name: str
    title: str
    pages: tuple[tuple[str, str], ...]
    """Title and page of each entry of the list."""
    reference: tuple[tuple[str, str], ...] = ()
    """Title and page of each link below the list."""
    also: tuple[str, ...] = ()
    """Patterns of pages that belong to the door and are not in its list."""

    def described(self) -> dict[str, Any]:
        """Return what the templates read."""
        return {
            "name": self.name,
            "title": self.title,
            "pages": [{"title": title, "url": address(page)} for title, page in self.pages],
            "reference": [{"title": title, "url": address(page)} for title, page in self.reference],
        }


@dataclass(frozen=True)
class Plan:
    """Settings of the site, its doors, and the page before them."""

    settings: dict[str, Any]
    home: dict[str, str]
    doors: tuple[Door, ...]

    def place(self, pages: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return what each page is given: its door, its number in the list, its template.

        Raises PlanError for a page that the plan names and is not there, and for one that no door
        has.
        """
        given: dict[str, dict[str, Any]] = {self.home["page"]: {"template": self.home["template"]}}
        for door in self.doors:
            for number, (_title, page) in enumerate(door.pages, start=1):
                if page in given:
                    raise PlanError(f"expected {page} in one place of docs/site.toml, found two")
                given[page] = {"door": door.name, "number": number}
        named = {page.partition("#")[0] for door in self.doors for _, page in door.reference}
        if missing := sorted((named | set(given)) - set(pages)):
            raise PlanError(
                f"expected pages that docs/site.toml names, found no {', '.join(missing)}"
            )
        for page in pages:
            found = [door for door in self.doors if any(fits(page, each) for each in door.also)]
            if page not in given and found:
                given[page] = {"door": found[0].name, "number": 0}
        if left := sorted(set(pages) - set(given)):
            raise PlanError(f"expected a door of docs/site.toml for {', '.join(left)}")
        return given

    def navigation(self, given: dict[str, dict[str, Any]]) -> list[Any]:
        """Return the order of all pages: home, then door by door, pages without a number last."""
        order: list[Any] = [self.home["page"]]
        for door in self.doors:
            others = sorted(
                page
                for page, each in given.items()
                if each.get("door") == door.name and not each["number"]
            )
            order.append({door.title: [*({title: page} for title, page in door.pages), *others]})
        return order


def read_plan(path: Path) -> Plan:
    """Read docs/site.toml."""
    text = tomllib.loads(path.read_text("utf-8"))
    doors = tuple(
        Door(
            each["name"],
            each["title"],
            tuple((title, page) for title, page in each["pages"]),
            tuple((title, page) for title, page in each.get("reference", ())),
            tuple(each.get("also", ())),
        )
        for each in text["door"]
    )
    for door in doors:
        if len(door.pages) > LONGEST_LIST:
            raise PlanError(
                f"expected at most {LONGEST_LIST} pages in the list of {door.title}, "
                f"found {len(door.pages)}"
            )
    return Plan(text["settings"], text["home"], doors)


def fits(page: str, pattern: str) -> bool:
    """Return whether a pattern means a page: `*` stays in a folder, `**` goes below."""
    if "**" in pattern:
        return fnmatch.fnmatchcase(page, pattern.replace("**", "*"))
    return fnmatch.fnmatchcase(page, pattern) and page.count("/") == pattern.count("/")


def address(page: str) -> str:
    """Return the address of a page below the site, as in `guide/serving/#settings`."""
    path, hash_sign, anchor = page.partition("#")
    place = PurePosixPath(path)
    folder = place.parent if place.name == "index.md" else place.with_suffix("")
    return f"{'' if str(folder) == '.' else f'{folder}/'}{hash_sign}{anchor}"

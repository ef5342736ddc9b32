"""Instructions of a page: commands to type and files to write, in its order.

A block of kind ``console`` holds commands after ``$ `` and, below them, what they print. One with
``title="name"`` is a file to write. A comment above a block of commands says how it is run:

    <!-- not run: it takes an hour -->             left out, and counted
    <!-- run: until "Tables are at" -->            started, and stopped when it has printed that
    <!-- run: beside, until "Tables are at" -->    the same, but it stays until the end of the page
"""

import re
from dataclasses import dataclass

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>(?:not )?run: .*?) -->\n+)?"
    r"^```(?P<kind>\w+)(?P<more>[^\n]*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_TITLE = re.compile(r'title="([^"]+)"')
_UNTIL = re.compile(r'run: (?P<beside>beside, )?until "(?P<text>[^"]+)"')
_EXCUSE = re.compile(r"not run: (?P<why>.+)")
ANYTHING = "…"
"""Placeholder in a page for any output of a command."""


class PageError(Exception):
    """A page marks a block with an unknown word."""


@dataclass(frozen=True)
class Command:
    """A line to type, and the lines that must be among what it prints, in their order."""

    line: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Commands:
    """A block of commands, and how it is run."""

    commands: tuple[Command, ...]
    excuse: str = ""
    until: str = ""
    stays: bool = False


@dataclass(frozen=True)
class File:
    """A file that the reader writes."""

    name: str
    text: str


def read_page(text: str) -> list[Commands | File]:
    """Every block of commands and every file of a page."""
    steps: list[Commands | File] = []
    for found in _BLOCK.finditer(text):
        title = _TITLE.search(found["more"])
        if found["kind"] == "console":
            steps.append(_read_block(found["body"], found["mark"] or ""))
        elif title:
            steps.append(File(title[1], found["body"]))
    return steps


def _read_block(body: str, mark: str) -> Commands:
    commands: list[Command] = []
    for line in body.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            commands.append(Command(line[2:]))
        elif commands:
            last = commands.pop()
            commands.append(Command(last.line, (*last.shown, line)))
        elif line:
            raise PageError(f"expected a command after '$ ', got {line!r}")
    if not commands:
        raise PageError("expected a command in a console block, found none")
    if not mark:
        return Commands(tuple(commands))
    if excuse := _EXCUSE.fullmatch(mark):
        return Commands(tuple(commands), excuse=excuse["why"])
    if until := _UNTIL.fullmatch(mark):
        stays = until["beside"] is not None
        return Commands(tuple(commands), until=until["text"], stays=stays)
    raise PageError(f"expected a mark that tools/docs/console.py knows, got {mark!r}")


def missing_line(shown: tuple[str, ...], printed: str) -> str | None:
    """The first line that a page shows and the command did not print, if any."""
    lines = [line.strip() for line in printed.splitlines()]
    place = 0
    for line in (each.strip() for each in shown):
        if not line.strip(ANYTHING):
            continue
        pattern = re.compile(".*".join(map(re.escape, line.split(ANYTHING))))
        while place < len(lines) and not pattern.fullmatch(lines[place]):
            place += 1
        if place == len(lines):
            return line
        place += 1
    return None

"""Parsing of Markdown: its code, its links and the anchors of its headings."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
# Inline code comes first, so that a link shown in code is none. The last form is a reference
# definition, `[name]: target`; a footnote's name begins with `^`.
_PIECE = re.compile(
    r"(?P<code>`+[^`]*`+)"
    r"|(?:(?P<open>\]\()|(?P<name>^ {0,3}\[[^\]^][^\]]*\]:\s+))"
    r"(?P<target>[^()\s]+)(?P<close>(?(open)\)))"
)
_HEADING = re.compile(r"^#{1,6} +(?P<words>.*?)[ #]*$")
_LINKED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_ID = re.compile(r'\bid="([^"]+)"')


@dataclass(frozen=True)
class Link:
    """A target and the line that names it."""

    line: int
    target: str


def prose_lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each line with its number, and whether it is prose and not code between fences."""
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        found = FENCE.match(line)
        if found and (not fence or line.strip() == fence):
            fence = "" if fence else found[1]
            yield number, line, False
        else:
            yield number, line, not fence


def is_elsewhere(target: str) -> bool:
    """Return whether a target names another site, a mailbox or the like."""
    return re.match(r"[a-z][a-z0-9+.-]*:|//", target) is not None


def links_of(text: str) -> list[Link]:
    """Every link and picture outside of code, but those that lead elsewhere."""
    return [
        Link(number, found["target"])
        for number, line, is_prose in prose_lines(text)
        if is_prose
        for found in _PIECE.finditer(line)
        if found["target"] and not is_elsewhere(found["target"])
    ]


def change_links(text: str, change: Callable[[str], str]) -> str:
    """The text with each link's target as the function says."""

    def changed(found: re.Match[str]) -> str:
        target = found["target"]
        if not target or is_elsewhere(target):
            return found[0]
        return f"{found['open'] or found['name']}{change(target)}{found['close']}"

    return change_prose(text, lambda line: _PIECE.sub(changed, line))


def change_prose(text: str, change: Callable[[str], str]) -> str:
    """The text with each line of prose as the function says, and its code as it was."""
    lines = [change(line) if is_prose else line for _number, line, is_prose in prose_lines(text)]
    return "\n".join(lines) + "\n"


def slug(words: str) -> str:
    """The anchor of a heading, as code hosts and the site both make it."""
    plain = _LINKED.sub(r"\1", words).replace("`", "").replace("*", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors_of(text: str) -> set[str]:
    """The anchors of a page: its headings, numbered where they repeat, and what has an id."""
    anchors: set[str] = set()
    seen: dict[str, int] = {}
    for _number, line, is_prose in prose_lines(text):
        if not is_prose:
            continue
        anchors.update(_ID.findall(line))
        if heading := _HEADING.match(line):
            name = slug(heading["words"])
            count = seen.get(name, 0)
            seen[name] = count + 1
            anchors.add(f"{name}-{count}" if count else name)
    return anchors


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells, each of which may hold anything but tables."""
    lines = [list(head), ["---"] * len(head)]
    lines += [[" ".join(cell.replace("|", "\\|").split()) for cell in row] for row in rows]
    return "\n".join([*("| " + " | ".join(line) + " |" for line in lines), ""])

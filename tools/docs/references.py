"""The reference pages: generated from the program with the site, and not committed."""

from collections.abc import Callable
from typing import Final

from tools.docs.boards_reference import write_boards
from tools.docs.command_line_reference import write_command_line
from tools.docs.http_reference import write_groups, write_http, write_messages
from tools.docs.python_reference import write_python

FOLDER: Final = "docs/reference"
INDEX: Final = f"{FOLDER}/README.md"
"""The committed page. Documents link to its headings, which the site turns into the pages below."""

PAGES: Final[dict[str, tuple[str, Callable[[], str]]]] = {
    "boards": ("boards.md", write_boards),
    "commands": ("command-line.md", write_command_line),
    "http": ("http.md", write_http),
    "messages": ("http-messages.md", write_messages),
    "python": ("python.md", write_python),
}
"""Name of each page and the function that generates it, by heading of the index."""


def generate_references() -> dict[str, str]:
    """Return the text of each page by its path."""
    pages = {name: write() for name, write in PAGES.values()} | write_groups()
    return {f"{FOLDER}/{name}": text for name, text in pages.items()}


def resolve_heading(path: str, anchor: str) -> str | None:
    """Return the path of the generated page that a link to the index means, if it means one."""
    if path != INDEX or anchor not in PAGES:
        return None
    return f"{FOLDER}/{PAGES[anchor][0]}"

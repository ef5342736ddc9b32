"""The reference pages, which are generated and committed: write them, or find the stale ones."""

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

from tools.docs.boards_reference import write_boards
from tools.docs.command_line_reference import write_command_line
from tools.docs.http_reference import write_http, write_messages
from tools.docs.python_reference import write_python

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "reference"
MOST_SHOWN = 40

WRITERS: dict[str, Callable[[], str]] = {
    "boards.md": write_boards,
    "command-line.md": write_command_line,
    "http.md": write_http,
    "http-messages.md": write_messages,
    "python.md": write_python,
}
"""What writes each page."""


class StaleReference(Exception):
    """A committed reference is not what its source says now."""


def update_references(write: bool, folder: Path = FOLDER) -> None:
    """Write each page anew, or raise StaleReference for the first that differs."""
    for name, writer in WRITERS.items():
        path = folder / name
        text = writer()
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        committed = path.read_text("utf-8") if path.exists() else ""
        if text != committed:
            changes = unified_diff(committed.splitlines(), text.splitlines(), "committed", "now")
            shown = "\n".join(list(changes)[:MOST_SHOWN])
            told = f"docs/reference/{name} is out of date; run `make docs-write`\n{shown}"
            raise StaleReference(told)

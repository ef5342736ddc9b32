"""Refuse long lines and long paragraphs in architecture, guides, tutorials and READMEs.

    python tools/check_documents.py           # check
    python tools/check_documents.py --wrap    # break long lines of prose first

A line has at most 100 characters, a paragraph or list item at most 80 words, the README of a
package at most 60 lines. Code blocks, and rows or lines that are one link, are not counted.
"""

import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINE = 100
MAX_WORDS = 80
MAX_README_LINES = 60
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "RELEASING.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/boards.md",
    "docs/engine.md",
    "docs/glossary.md",
    "docs/index.md",
    "docs/start/*.md",
    "docs/help/*.md",
    "docs/guide/*.md",
    "docs/tutorials/*.md",
    "examples/README.md",
    "lab/README.md",
    "src/gridwright/**/README.md",
)

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>[-*] |\d+\. )?")
_LINK = re.compile(r"\]\([^)\s]*\)")


@dataclass
class Block:
    """Lines of prose that belong together, or lines that stay as they are."""

    lines: list[str]
    line: int
    is_prose: bool


def blocks(text: str) -> Iterator[Block]:
    """Yield paragraphs, list items, and the other lines one by one."""
    current: Block | None = None
    fenced = front = False
    for number, line in enumerate(text.splitlines(), start=1):
        if number == 1 and line == "---":
            front = True
        elif front:
            front = line != "---"
        plain = line.strip()
        if plain.startswith("```"):
            fenced = not fenced
        is_other = (
            fenced
            or front
            or not plain
            or plain.startswith(("```", "|", "#", "<", "!!!", "["))
            or plain == "---"
            or (line.startswith("    ") and (current is None or not current.is_prose))
        )
        if is_other:
            if current is not None:
                yield current
                current = None
            yield Block([line], number, is_prose=False)
        elif current is None or ((match := _ITEM.match(line)) and match["mark"]):
            if current is not None:
                yield current
            current = Block([line], number, is_prose=True)
        else:
            current.lines.append(line)
    if current is not None:
        yield current


def wrap(text: str) -> str:
    """Break the lines of prose at `MAX_LINE` characters."""
    lines: list[str] = []
    for block in blocks(text):
        if not block.is_prose or all(len(line) <= MAX_LINE for line in block.lines):
            lines += block.lines
            continue
        match = _ITEM.match(block.lines[0])
        assert match is not None
        first = match.group()
        words = " ".join(line.strip() for line in block.lines)[len(first.strip()) :].strip()
        lines += textwrap.wrap(
            words,
            MAX_LINE,
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join(lines) + "\n"


def problems(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the description of each line or paragraph that is too long."""
    fenced = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("```"):
            fenced = not fenced
        length = len(_LINK.sub("]", line)) if not line.startswith("[") else 0
        if length > MAX_LINE and not fenced and not line.startswith("    "):
            yield number, f"{length} characters, at most {MAX_LINE}"
    for block in blocks(text):
        n_words = len(" ".join(block.lines).split())
        if block.is_prose and n_words > MAX_WORDS:
            yield block.line, f"a paragraph of {n_words} words, at most {MAX_WORDS}"


def pages(root: Path = ROOT) -> list[Path]:
    return sorted({page for pattern in PAGES for page in root.glob(pattern)})


def main(arguments: Sequence[str] = ()) -> int:
    n_problems = 0
    for page in pages():
        text = page.read_text("utf-8")
        if "--wrap" in arguments and (wrapped := wrap(text)) != text:
            page.write_text(wrapped, "utf-8")
            text = wrapped
        name = page.relative_to(ROOT)
        found = list(problems(text))
        n_lines = len(text.splitlines())
        if name.parts[0] == "src" and page.name == "README.md" and n_lines > MAX_README_LINES:
            found.append((1, f"{n_lines} lines, at most {MAX_README_LINES}"))
        for line, problem in found:
            print(f"{name}:{line}: {problem}")
        n_problems += len(found)
    print(f"{n_problems} lines or paragraphs too long in {len(pages())} documents (threshold 0)")
    return 1 if n_problems or not pages() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The log in words."""

from collections.abc import Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text


class LogLine(Protocol):
    """A sentence and its heading."""

    @property
    def heading(self) -> str: ...
    @property
    def sentence(self) -> str: ...


def draw_log(entries: Sequence[LogLine], width: int) -> Text:
    """Sentences under the headings of their phases, wrapped with a hanging indent."""
    lines: list[Text] = []
    heading = ""
    for entry in entries:
        if entry.heading != heading:
            heading = entry.heading
            lines.append(Text.assemble((heading, "bold")))
        lines.extend(hanging(entry.sentence, 2, 4, width))
    return Text("\n").join(lines)


def hanging(sentence: str, indent: int, rest: int, width: int) -> list[Text]:
    """A sentence wrapped; its later lines stand further in."""
    pieces = Text(sentence).wrap(Console(width=width), width - rest)
    for piece in pieces:
        piece.rstrip()
    return [
        Text(" " * (indent if place == 0 else rest)) + piece for place, piece in enumerate(pieces)
    ]

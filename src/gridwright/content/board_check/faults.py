"""Faults of a board, each in one sentence that says how to fix it."""

from dataclasses import dataclass, field
from typing import Final

from gridwright.content.board_check.source_lines import SourceLines


@dataclass(frozen=True)
class Fault:
    """A fault, or a possible improvement."""

    kind: str
    """Stable name of this kind of fault, for programs."""
    file: str
    line: int
    """Line number from 1; 0 if it is about the whole file."""
    sentence: str
    is_advice: bool = False
    """True if the board can be played nevertheless."""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {self.sentence}"


@dataclass
class Faults:
    """The faults of one file as they are found."""

    file: str
    lines: SourceLines
    found: list[Fault] = field(default_factory=list)

    def add(self, kind: str, sentence: str, key: str = "", item: int | None = None) -> None:
        """Add a fault at a key of the file, or at an item of its list."""
        self._add(kind, sentence, key, item, False)

    def advise(self, kind: str, sentence: str, key: str = "", item: int | None = None) -> None:
        self._add(kind, sentence, key, item, True)

    def _add(self, kind: str, sentence: str, key: str, item: int | None, is_advice: bool) -> None:
        line = self.lines.line_of(key, item) if key else 0
        fault = Fault(kind, self.file, line, sentence, is_advice)
        if fault not in self.found:
            self.found.append(fault)

    def has_kind(self, *kinds: str) -> bool:
        return any(fault.kind in kinds for fault in self.found)


NO_LINES: Final = SourceLines("")
"""Lines for faults that are not about a line of a file."""

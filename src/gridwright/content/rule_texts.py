"""The text of a clause for one table: without what holds elsewhere, with the notes set apart.

The documents have all presets side by side. Text for some of them follows their names:
``: `europe`: nine cards ``, `` (`original`, `reference`) `` within a sentence, or rows of a table.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gridwright.content.clauses import ENGLISH

_NAMES: Final = r"(?:`[a-z-]+`(?:, | and | und )?)+"
_MARK: Final = re.compile(rf"({_NAMES}):\s+")
_NAME: Final = re.compile(r"`([a-z-]+)`")
_SENTENCE_END: Final = re.compile(r"(?:(?<=[.!?])|(?<=[.!?]\*)|(?<=[.!?]\*\*)) +(?=\S)")
_TITLE: Final = re.compile(r"\*[^*]+\.\*")
"""Title of an option at the start of its clause: ``*Money.*``"""
_IN_SENTENCE: Final = re.compile(r",[^,(]*(\((?:`[a-z-]+`(?:, )?)+\) )[^,.;]*")
"""Names in brackets, and the part of the sentence that holds for them alone."""
_PLACE: Final = re.compile(r"\s*[^\W\d_]+ `[a-z-]+`")
"""Nothing but a preposition and a name: what it is about follows after the comma."""
_SEATS: Final = re.compile(r"\d+(?:, \d+)*")
_OF_SEATS: Final = ("seats", "Spieler")
"""Headings over numbers of seats; other numbers are prices or plants."""
_CELL: Final = re.compile(r"(.*?)\s*\(((?:`[a-z-]+`(?:, )?)+) ([^)]*)\)")
_CELL_MARKS: Final = re.compile(r",? `[a-z-]+`(?:(?:,| and| und) `[a-z-]+`)*$")
_HERE: Final = {ENGLISH: "At this table: ", "de": "An diesem Tisch: "}
_SINCE: Final = re.compile(r"(?:Since|Seit): .*?(\d+)\.")
_RELATION: Final = re.compile(r"(Replaces|Changes|Ersetzt|Ändert): (.+)\.")


@dataclass(frozen=True)
class Reader:
    """The names of presets and boards that a text may have, and those whose text holds."""

    known: frozenset[str]
    own: frozenset[str]
    seats: int
    language: str = ENGLISH

    def is_of(self, names: Sequence[str]) -> bool:
        return any(name in self.own for name in names)

    def is_for_others(self, text: str) -> bool:
        names = [name for name in _NAME.findall(text) if name in self.known]
        return bool(names) and not self.is_of(names)


@lru_cache(maxsize=2048)
def names_in(markdown: str) -> frozenset[str]:
    """Return the names in a clause, its remarks left out."""
    rule = "\n".join("\n".join(block) for block in _blocks(markdown)[0])
    return frozenset(_NAME.findall(rule))


# The tables of a server have few combinations of names and seats.
@lru_cache(maxsize=8192)
def read_text(markdown: str, reader: Reader) -> str:
    """Return the Markdown of a clause for one table; empty if nothing of it holds there."""
    found = [
        _read_table(block, reader) if block[0].startswith("|") else _read_lines(block, reader)
        for block in _blocks(markdown)[0]
    ]
    return "\n\n".join(each for each in found if each)


def read_remarks(markdown: str) -> list[str]:
    """Return the remarks below a clause, without those on what it replaces or changes."""
    return [each for each in _blocks(markdown)[1] if not _RELATION.fullmatch(each)]


def read_relations(markdown: str, word: str) -> list[str]:
    """Return the clauses behind a word: those of ``- Replaces: c3.15, c3.16.`` in a remark."""
    found = [_RELATION.fullmatch(each) for each in _blocks(markdown)[1]]
    return [number for each in found if each and each[1] == word for number in each[2].split(", ")]


def read_since(markdown: str) -> int:
    """Return the rules version from which on a clause is played: its remark ``Since: …``, or 1."""
    found = [_SINCE.fullmatch(each) for each in _blocks(markdown)[1]]
    return max([int(each[1]) for each in found if each], default=1)


def _blocks(markdown: str) -> tuple[list[list[str]], list[str]]:
    """Paragraphs and tables as their lines, and the remarks in one line each."""
    blocks: list[list[str]] = []
    remarks: list[str] = []
    is_open = False
    in_remark = False
    for each in markdown.split("\n"):
        line = each.strip()
        is_row = line.startswith("|")
        if not line or (is_open and is_row != blocks[-1][0].startswith("|")):
            is_open = in_remark = False
        if line.startswith("- "):
            in_remark = True
            is_open = False
            remarks.append(line.removeprefix("- "))
        elif line and in_remark:
            remarks[-1] += f" {line}"
        elif line:
            if is_open:
                blocks[-1].append(line)
            else:
                blocks.append([line])
            is_open = True
    return blocks, remarks


def _read_lines(lines: Sequence[str], reader: Reader) -> str:
    sentences = [
        sentence
        for part in _parts(" ".join(lines), reader)
        for sentence in _SENTENCE_END.split(part)
        if sentence
    ]
    # An option of others goes with its title.
    if len(sentences) > 1 and _TITLE.fullmatch(sentences[0]) and reader.is_for_others(sentences[1]):
        return ""
    return " ".join(filter(None, (_read_sentence(each, reader) for each in sentences)))


def _parts(text: str, reader: Reader) -> list[str]:
    """Return the part for all tables, and those behind names of this one."""
    marks = [
        mark
        for mark in _MARK.finditer(text)
        if any(name in reader.known for name in _NAME.findall(mark[0]))
    ]
    plain = text[: marks[0].start() if marks else len(text)].strip()
    ends = [*(mark.start() for mark in marks), len(text)]
    own = [
        text[mark.end() : ends[place + 1]].strip()
        for place, mark in enumerate(marks)
        if reader.is_of(_NAME.findall(mark[0]))
    ]
    # A single mark behind a text for all tables introduces the difference of this table.
    differs = plain and len(marks) == 1
    said = [
        _HERE[reader.language] + each if differs else each[:1].upper() + each[1:] for each in own
    ]
    return [each for each in [plain, *said] if each]


def _read_sentence(sentence: str, reader: Reader) -> str:
    found = _IN_SENTENCE.search(sentence)
    if reader.is_for_others(sentence):
        return sentence.replace(found[0], "") if found else ""
    return _without_others(sentence.replace(found[1], "") if found else sentence, reader)


def _without_others(sentence: str, reader: Reader) -> str:
    """Leave out the pieces of a sentence for others, as in ``nine on `europe`, eight on ...``."""
    pieces = re.findall(r"[^,:]+[,:]?", sentence)
    kept: list[str] = []
    for place, piece in enumerate(pieces):
        before = pieces[place - 1][:-1] if place else ""
        follows_others = bool(_PLACE.fullmatch(before)) and reader.is_for_others(before)
        if not reader.is_for_others(piece) and not follows_others:
            kept.append(piece)
    if len(kept) == len(pieces):
        return sentence
    return re.sub(r"[,:.]$", "", "".join(kept)) + "."


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.sub(r"^\||\|$", "", line).split("|")]


def _read_table(lines: Sequence[str], reader: Reader) -> str:
    """Return the rows and the columns for the presets and the number of seats."""
    head, _, *rows = [_cells(line) for line in lines]
    above = ""
    named: list[list[str]] = []
    for row in rows:
        above = row[0] or above
        named.append([_read_cell(cell, reader) for cell in [above, *row[1:]]])
    has_seat_columns = (
        head[0] in _OF_SEATS and len(head) > 2 and all(map(_SEATS.fullmatch, head[1:]))
    )
    by_seats = None if has_seat_columns else _column_of_seats(head)
    mine = [
        row
        for row in named
        if not reader.is_for_others(row[0])
        and (by_seats is None or str(reader.seats) in row[by_seats].split(", "))
    ]
    if not mine:
        return ""
    columns = [
        column
        for column, cell in enumerate(head)
        if not has_seat_columns or column == 0 or cell == str(reader.seats)
    ]
    drawn = [head, ["---"] * len(head), *mine]
    return "\n".join("| " + " | ".join(row[each] for each in columns) + " |" for row in drawn)


def _column_of_seats(head: Sequence[str]) -> int | None:
    return next((column for column, cell in enumerate(head) if cell in _OF_SEATS), None)


def _read_cell(cell: str, reader: Reader) -> str:
    """Read a cell that may have another value for some: ``5 3 2 1 (`reference` 5 3 2 2)``."""
    found = _CELL.fullmatch(cell)
    if found:
        return found[3] if reader.is_of(_NAME.findall(found[2])) else found[1]
    return _CELL_MARKS.sub(
        lambda marks: "" if reader.is_of(_NAME.findall(marks[0])) else marks[0], cell
    )

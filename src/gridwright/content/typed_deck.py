"""A deck of plants that the owner of a box types in, one line for each card.

    number,back,fuel,need,pays
    3,small,coal,2,5
    8,small,none,0,6
    16,big,gas+oil,3,10

`read_deck` finds everything that is wrong with such a text, and what is missing. `plants_file` is
the file of an overlay that has these plants in place of the shipped ones.
"""

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.cards import LETTERS
from gridwright.content.document import one_of
from gridwright.content.errors import did_you_mean
from gridwright.content.library import load_library
from gridwright.content.merge import KEYS, REPLACES

COLUMNS: Final = ("number", "back", "fuel", "need", "pays")
NO_FUEL: Final = "none"
MAX_NUMBER: Final = 99
"""Largest number, need or payment that is taken for one on a card."""
STORED_RUNS: Final = 2
"""A plant stores fuel for as many runs."""

WRITTEN: Final = "# Written by `gridwright content EDITION --check FILE --write FOLDER`."
"""First line of a written file: only such a file is written again."""

_SEPARATORS: Final = ";\t,"


@dataclass(frozen=True)
class TypedPlant:
    """One line of the file."""

    line: int
    number: int
    back: str
    kinds: tuple[str, ...]
    need: int
    pays: int


@dataclass(frozen=True)
class Fault:
    """Something to correct in a line; line 0 is the whole file."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}" if self.line else self.problem


@dataclass(frozen=True)
class TypedDeck:
    """The plants that were read, and everything that is wrong or missing."""

    plants: tuple[TypedPlant, ...]
    faults: tuple[Fault, ...]
    doubts: tuple[Fault, ...]
    """Lines that may be right, but look like a slip."""
    n_expected: Mapping[str, int]
    """Number of plants by back, as the deck of the edition needs them."""

    @property
    def missing(self) -> dict[str, int]:
        """Number of plants that are not typed in yet, by back."""
        came = Counter(plant.back for plant in self.plants)
        left = {back: count - came[back] for back, count in self.n_expected.items()}
        return {back: count for back, count in left.items() if count > 0}

    @property
    def is_complete(self) -> bool:
        return not self.faults and not self.missing

    @property
    def n_cards(self) -> int:
        return sum(self.n_expected.values())


def read_deck(text: str, edition: str) -> TypedDeck:
    """Read a deck of an edition; never raises for what the text says."""
    library = load_library(edition)
    n_expected = Counter(card.back for card in library.plants.cards)
    reader = _Reader(library.edition.kinds, library.edition.hybrid, list(n_expected))
    reader.read(text)
    faults = [*reader.faults, *_surplus(reader.plants, n_expected)]
    return TypedDeck(
        tuple(reader.plants),
        tuple(sorted(faults, key=lambda fault: fault.line)),
        tuple(_repeated(reader.plants)),
        n_expected,
    )


def plants_file(deck: TypedDeck, source: str) -> str:
    """Return the text of ``plants.toml`` of an overlay with these plants and no others."""
    plants = sorted(deck.plants, key=lambda plant: plant.number)
    sharing = Counter(plant.number for plant in plants)
    named: Counter[int] = Counter()
    lines = [
        WRITTEN,
        f"source = {json.dumps(source)}",
        'confidence = "certain"',
        f'{REPLACES} = ["plants"]',
        "",
        "plants = [",
    ]
    for plant in plants:
        letter = LETTERS[named[plant.number]]
        named[plant.number] += 1
        is_alone = sharing[plant.number] == 1
        name = "" if is_alone else f'{KEYS["plants"].letter} = "{letter}", '
        lines.append(
            f"  {{ number = {plant.number}, {name}kinds = {json.dumps(list(plant.kinds))}, "
            f"need = {plant.need}, storage = {plant.need * STORED_RUNS}, output = {plant.pays}, "
            f'back = "{plant.back}", confidence = "certain" }},'
        )
    return "\n".join([*lines, "]", ""])


class _Reader:
    """Reads lines into plants and faults."""

    def __init__(self, kinds: Sequence[str], hybrid: Sequence[str], backs: Sequence[str]) -> None:
        self.backs: Final = backs
        self.fuels: Final[dict[str, tuple[str, ...]]] = {
            **{kind: (kind,) for kind in kinds},
            "+".join(hybrid): tuple(hybrid),
            NO_FUEL: (),
        }
        self.plants: Final[list[TypedPlant]] = []
        self.faults: Final[list[Fault]] = []

    def read(self, text: str) -> None:
        lines = [
            (number, line)
            for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
            if line.strip(_SEPARATORS + " ") and not line.lstrip().startswith("#")
        ]
        if not lines:
            self._add(0, f"expected a line of columns, {','.join(COLUMNS)}; found an empty file")
            return
        (first, header), *rest = lines
        separator = next((each for each in _SEPARATORS if each in header), ",")
        columns = [cell.lower() for cell in _cells(header, separator)]
        if sorted(columns) != sorted(COLUMNS):
            self._add(first, f'expected the columns {",".join(COLUMNS)}; found "{header.strip()}"')
            return
        for number, line in rest:
            self._read_line(number, _cells(line, separator), columns)

    def _add(self, line: int, problem: str) -> None:
        self.faults.append(Fault(line, problem))

    def _read_line(self, line: int, cells: Sequence[str], columns: Sequence[str]) -> None:
        if len(cells) != len(columns):
            self._add(line, f"expected {len(columns)} values; found {len(cells)}")
            return
        row = dict(zip(columns, cells, strict=True))
        n_faults = len(self.faults)
        number = self._count(line, "number", row["number"], 1)
        back = self._choice(line, "back", row["back"], self.backs)
        fuel = self._choice(line, "fuel", self._in_order(row["fuel"]), list(self.fuels))
        need = self._count(line, "need", row["need"], 0)
        pays = self._count(line, "pays", row["pays"], 1)
        if len(self.faults) > n_faults:
            return
        if fuel == NO_FUEL and need:
            self._add(line, f"need: expected 0 for a plant without fuel; found {need}")
        elif fuel != NO_FUEL and not need:
            self._add(line, f"need: expected 1 or more for a plant that burns {fuel}; found 0")
        else:
            self.plants.append(TypedPlant(line, number, back, self.fuels[fuel], need, pays))

    def _in_order(self, fuel: str) -> str:
        """Return a pair of fuels in the order of the edition, however it is written."""
        parts = fuel.replace("/", "+").split("+")
        for name, kinds in self.fuels.items():
            if sorted(part.strip() for part in parts) == sorted(kinds):
                return name
        return fuel

    def _count(self, line: int, column: str, cell: str, least: int) -> int:
        is_count = cell.isascii() and cell.isdigit() and len(cell) <= len(str(MAX_NUMBER))
        if is_count and int(cell) >= least:
            return int(cell)
        wanted = f"a whole number from {least} to {MAX_NUMBER}"
        self._add(line, f'{column}: expected {wanted}; found "{cell}"')
        return 0

    def _choice(self, line: int, column: str, cell: str, able: Sequence[str]) -> str:
        if cell not in able:
            near = did_you_mean(cell, able)
            self._add(line, f'{column}: expected {one_of(able)}; found "{cell}"{near}')
        return cell


def _cells(line: str, separator: str) -> list[str]:
    (cells,) = csv.reader([line], delimiter=separator)
    return [cell.strip() for cell in cells]


def _surplus(plants: Sequence[TypedPlant], n_expected: Mapping[str, int]) -> list[Fault]:
    """Return the lines beyond the number of cards with their back, or with their number."""
    faults: list[Fault] = []
    backs: Counter[str] = Counter()
    numbers: Counter[int] = Counter()
    for plant in plants:
        backs[plant.back] += 1
        numbers[plant.number] += 1
        most = n_expected[plant.back]
        if backs[plant.back] > most:
            found = f"expected {most} plants with the {plant.back} back; found one more"
            faults.append(Fault(plant.line, f"back: {found}"))
        if numbers[plant.number] == len(LETTERS) + 1:
            found = f"expected at most {len(LETTERS)} plants {plant.number}; found one more"
            faults.append(Fault(plant.line, f"number: {found}"))
    return faults


def _repeated(plants: Sequence[TypedPlant]) -> list[Fault]:
    """Return lines that say the same as an earlier one."""
    first: dict[tuple[object, ...], int] = {}
    doubts: list[Fault] = []
    for plant in plants:
        print_ = (plant.number, plant.back, plant.kinds, plant.need, plant.pays)
        if print_ in first:
            doubts.append(Fault(plant.line, f"the same card as in line {first[print_]}"))
        first.setdefault(print_, plant.line)
    return doubts

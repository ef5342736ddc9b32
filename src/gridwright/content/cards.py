"""The plant cards of an edition."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from gridwright.content.document import Node, distinct
from gridwright.content.provenance import (
    PROVENANCE,
    RECONSTRUCTION,
    REMARKS,
    Provenance,
    read_provenance,
    read_remarks,
)

LETTERS: Final = "abcdef"
"""Letters of the plants that share a number."""

NAME: Final = re.compile(rf"([1-9][0-9]*)([{LETTERS}])")


class PlantName(NamedTuple):
    """Name of a plant: its number, and a letter if others share it. Sorts in that order."""

    number: int
    twin: str = ""

    def __str__(self) -> str:
        return f"{self.number}{self.twin}"


@dataclass(frozen=True)
class PlantCard:
    """One plant as printed, but for the letter; ``back`` is the name of its back."""

    name: PlantName
    kinds: tuple[str, ...]
    need: int
    storage: int
    output: int
    back: str
    confidence: str = ""
    """Its own, or else that of its table; it never decides play."""

    @property
    def is_rebuilt(self) -> bool:
        """Whether its numbers were not found in print."""
        return self.confidence == RECONSTRUCTION


@dataclass(frozen=True)
class PlantCards:
    """Every plant of an edition, by name."""

    cards: tuple[PlantCard, ...]
    provenance: Provenance

    def names(self) -> list[PlantName]:
        return [card.name for card in self.cards]

    def rebuilt(self) -> list[str]:
        """Names of the plants whose numbers were not found in print."""
        return [str(card.name) for card in self.cards if card.is_rebuilt]


def read_plants(document: Node, kinds: Sequence[str], hybrid: Sequence[str]) -> PlantCards:
    nodes = document.table(["plants", *PROVENANCE])
    provenance = read_provenance(nodes)
    items = nodes["plants"].items()
    cards = [_read_plant(item, kinds, hybrid, provenance.confidence) for item in items]
    names = [card.name for card in cards]
    distinct(items, names, "plant")
    _verify_letters(items, names)
    return PlantCards(tuple(sorted(cards, key=lambda card: card.name)), provenance)


def read_plant_name(node: Node, names: Sequence[PlantName]) -> PlantName:
    """One of the given plants: a number, or with a letter, such as ``"5a"``."""
    found = NAME.fullmatch(node.value) if isinstance(node.value, str) else None
    name = PlantName(int(found[1]), found[2]) if found else PlantName(node.integer(1))
    if name not in names:
        node.fail(f"unknown plant {name}; expected a number of plants.toml")
    return name


def _read_plant(
    item: Node, kinds: Sequence[str], hybrid: Sequence[str], confidence: str
) -> PlantCard:
    nodes = item.table(["number", "kinds", "need", "storage", "output", "back"], ["twin", *REMARKS])
    read_remarks(nodes)
    burned = tuple(node.choice(kinds, "kind") for node in nodes["kinds"].items())
    if len(burned) > 1 and burned != tuple(hybrid):
        nodes["kinds"].fail(f"expected no kind, one kind or {list(hybrid)}; came {list(burned)}")
    need = nodes["need"].integer(0)
    if (need == 0) != (not burned):
        nodes["need"].fail(f"expected 0 exactly for a plant that burns nothing; came {need}")
    storage = nodes["storage"].integer(0)
    if storage < need or (need == 0 and storage > 0):
        nodes["storage"].fail(f"expected room for a run of {need}; came {storage}")
    twin = nodes["twin"].choice(list(LETTERS), "letter") if "twin" in nodes else ""
    return PlantCard(
        name=PlantName(nodes["number"].integer(1), twin),
        kinds=burned,
        need=need,
        storage=storage,
        output=nodes["output"].integer(0),
        back=nodes["back"].name(),
        confidence=nodes["confidence"].text() if "confidence" in nodes else confidence,
    )


def _verify_letters(items: Sequence[Node], names: Sequence[PlantName]) -> None:
    """Raise unless plants that share a number, and no others, are lettered from a on."""
    for item, name in zip(items, names, strict=True):
        found = sorted(each.twin for each in names if each.number == name.number)
        letters = list(LETTERS[: len(found)]) if len(found) > 1 else [""]
        if found != letters:
            expected = ", ".join(f"{name.number}{letter}" for letter in letters)
            came = ", ".join(f"{name.number}{letter}" for letter in found)
            item.fail(f"expected {expected} among the plants; came {came}")

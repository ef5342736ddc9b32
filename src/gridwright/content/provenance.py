"""Sources of figures, and their certainty."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gridwright.content.document import Node
from gridwright.content.merge import KEYS, thing_of
from gridwright.content.registry import OVERLAYS
from gridwright.content.shelf import CONTENT_ROOT, Root, load_shelf

RECONSTRUCTION: Final = "reconstruction"
"""The confidence of a number that was not found in print."""

CONFIDENCES: Final = ("certain", "high", "medium", "low", RECONSTRUCTION)
"""Degrees of certainty, from a printed number that was read to one that had to be made up."""

PROVENANCE: Final = ("source", "confidence")
"""The keys that every table of figures carries."""

REMARKS: Final = ("note", "confidence")
"""The keys that a thing of a list may carry if it is less or more sure than its table."""


@dataclass(frozen=True)
class Provenance:
    """The origin of a table of figures. It never decides play."""

    source: str
    confidence: str


def read_provenance(nodes: dict[str, Node]) -> Provenance:
    return Provenance(nodes["source"].text(), nodes["confidence"].choice(CONFIDENCES, "confidence"))


def read_remarks(nodes: dict[str, Node]) -> str:
    """The note of a thing, empty if it has none."""
    if "confidence" in nodes:
        nodes["confidence"].choice(CONFIDENCES, "confidence")
    return nodes["note"].text() if "note" in nodes else ""


@dataclass(frozen=True)
class FigureTable:
    """A table of figures, or a single thing that says itself how sure it is."""

    file: str
    """Below the folder of the content, such as ``deluxe/edition.toml``."""
    path: str
    """Empty for a whole file; a thing of a list stands by its name."""
    provenance: Provenance


def list_figures(edition: str, root: Root = CONTENT_ROOT, content: str = "") -> list[FigureTable]:
    """Every table of figures of an edition in the order of its files, with source and confidence.

    An overlay's corrections are listed with the source that they give, else with the shipped one.
    """
    shelf = load_shelf(edition, root, OVERLAYS.find(content))
    tables: list[FigureTable] = []
    for file in shelf.trees:
        tables.extend(_walk(shelf.document(file)))
    return tables


def _walk(node: Node, source_above: str = "") -> Iterator[FigureTable]:
    """The table itself, if it says how sure it is, and those inside it."""
    nodes = node.entries()
    # A single thing has a note in place of a source, or else the source of its list.
    origin = nodes.get("source", nodes.get("note"))
    source = origin.text() if origin else source_above
    if "confidence" in nodes:
        yield FigureTable(node.file, node.path, Provenance(source, nodes["confidence"].text()))
    for key, each in nodes.items():
        if isinstance(each.value, dict):
            yield from _walk(each)
        elif not node.path and key in KEYS:
            for item in each.items():
                name = " - ".join(thing_of(item.value, KEYS[key]))
                yield from _walk(Node(item.file, f"{key}.{name}", item.value), source)

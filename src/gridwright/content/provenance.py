"""Where a figure comes from and how sure it is."""

from dataclasses import dataclass
from typing import Final

from gridwright.content.document import Node

CONFIDENCES: Final = ("certain", "high", "medium", "low", "reconstruction")
"""From a printed figure that was read to one that had to be made up."""

PROVENANCE: Final = ("source", "confidence")
"""The keys that every table of figures carries."""


@dataclass(frozen=True)
class Provenance:
    """The origin of a table of figures. It never decides play."""

    source: str
    confidence: str


def read_provenance(nodes: dict[str, Node]) -> Provenance:
    return Provenance(nodes["source"].text(), nodes["confidence"].choice(CONFIDENCES, "confidence"))

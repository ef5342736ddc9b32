"""The plant cards of an edition."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridwright.content.document import Node, distinct
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance


@dataclass(frozen=True)
class PlantCard:
    """One plant as printed; ``back`` is the name of its back."""

    number: int
    kinds: tuple[str, ...]
    need: int
    storage: int
    output: int
    back: str


@dataclass(frozen=True)
class PlantCards:
    """Every plant of an edition, by ascending number."""

    cards: tuple[PlantCard, ...]
    provenance: Provenance

    def numbers(self) -> list[int]:
        return [card.number for card in self.cards]


def read_plants(document: Node, kinds: Sequence[str], hybrid: Sequence[str]) -> PlantCards:
    nodes = document.table(["plants", *PROVENANCE])
    items = nodes["plants"].items()
    cards = [_read_plant(item, kinds, hybrid) for item in items]
    distinct(items, [card.number for card in cards], "plant")
    return PlantCards(tuple(sorted(cards, key=lambda card: card.number)), read_provenance(nodes))


def _read_plant(item: Node, kinds: Sequence[str], hybrid: Sequence[str]) -> PlantCard:
    nodes = item.table(["number", "kinds", "need", "storage", "output", "back"])
    burned = tuple(node.choice(kinds, "kind") for node in nodes["kinds"].items())
    if len(burned) > 1 and burned != tuple(hybrid):
        nodes["kinds"].fail(f"expected no kind, one kind or {list(hybrid)}; came {list(burned)}")
    need = nodes["need"].integer(0)
    if (need == 0) != (not burned):
        nodes["need"].fail(f"expected 0 exactly for a plant that burns nothing; came {need}")
    storage = nodes["storage"].integer(0)
    if storage < need or (need == 0 and storage > 0):
        nodes["storage"].fail(f"expected room for a run of {need}; came {storage}")
    return PlantCard(
        number=nodes["number"].integer(1),
        kinds=burned,
        need=need,
        storage=storage,
        output=nodes["output"].integer(0),
        back=nodes["back"].name(),
    )

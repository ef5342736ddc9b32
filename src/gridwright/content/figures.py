"""Reading tables of figures, each of which says where it comes from."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from gridwright.content.document import Node
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance

Figures = TypeVar("Figures")


class FigureReader:
    """Reads tables of figures and keeps what they say about their origin."""

    def __init__(self) -> None:
        self.provenance: Final[dict[str, Provenance]] = {}

    def figures(
        self, node: Node, keys: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Node]:
        nodes = node.table([*keys, *PROVENANCE], optional)
        self.provenance[node.path] = read_provenance(nodes)
        return nodes

    def named(self, node: Node, key: str, read: Callable[[Node], Figures]) -> dict[str, Figures]:
        """Tables of figures of one shape, by name."""
        return {name: read(self.figures(each, [key])[key]) for name, each in node.entries().items()}


def read_by_kind(
    node: Node, kinds: Sequence[str], most: Sequence[int] | None = None
) -> tuple[int, ...]:
    """One amount for each kind, none of them above ``most``."""
    nodes = node.table(kinds)
    return tuple(
        nodes[kind].integer(0, most[place] if most else None) for place, kind in enumerate(kinds)
    )


def read_amounts(node: Node, n_items: int | None = None) -> tuple[int, ...]:
    amounts = tuple(item.integer(0) for item in node.items(n_items))
    if not amounts:
        node.fail("expected at least one amount; came none")
    return amounts

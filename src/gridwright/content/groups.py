"""Named groups of cards, from which decks are stacked."""

from collections.abc import Mapping
from typing import Final

from gridwright.content.cards import PlantCards, PlantName, read_plant_name
from gridwright.content.document import Node

STEP_CARD: Final = PlantName(0)
"""The Step 3 card, or another that ends the stack, among plants, whose numbers begin at 1."""

SELECTORS: Final = ("plants", "span", "back", "step_card")


def read_groups(node: Node, plants: PlantCards) -> dict[str, frozenset[PlantName]]:
    """The cards of each group, as names of plants and STEP_CARD."""
    nodes = node.entries()
    return {name: _resolve(name, nodes, plants, ()) for name in nodes}


def _resolve(
    name: str, groups: Mapping[str, Node], plants: PlantCards, above: tuple[str, ...]
) -> frozenset[PlantName]:
    if name in above:
        groups[name].fail("expected a group that does not depend on itself")
    nodes = groups[name].table([], [*SELECTORS, "without"])
    cards = _selected(groups[name], nodes, plants)
    if "without" in nodes:
        for item in nodes["without"].items():
            other = item.choice(groups, "group")
            cards -= _resolve(other, groups, plants, (*above, name))
    if not cards:
        groups[name].fail("expected at least one card; came none")
    return frozenset(cards)


def _selected(group: Node, nodes: Mapping[str, Node], plants: PlantCards) -> set[PlantName]:
    if not any(key in nodes for key in SELECTORS):
        group.fail(f"expected at least one of {', '.join(SELECTORS)}")
    names = plants.names()
    cards: set[PlantName] = set()
    if "plants" in nodes:
        cards.update(read_plant_name(item, names) for item in nodes["plants"].items())
    if "span" in nodes:
        low, high = (item.integer(1) for item in nodes["span"].items(2))
        cards.update(name for name in names if low <= name.number <= high)
    if "back" in nodes:
        back = nodes["back"].choice(sorted({card.back for card in plants.cards}), "back")
        cards.update(card.name for card in plants.cards if card.back == back)
    if "step_card" in nodes and nodes["step_card"].flag():
        cards.add(STEP_CARD)
    return cards

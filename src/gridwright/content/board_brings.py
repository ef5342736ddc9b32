"""The classes of a board with rules of its own."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

from gridwright.content.document import Node
from gridwright.engine.board_classes import SHARED, AddedPhase, BoardClasses
from gridwright.engine.phases.base import Phase

PHASES: Final = "phases"
BEFORE: Final = (
    *("order-lot", "regions", "opening-market"),
    *("player-order", "auction", "resources", "building", "bureaucracy"),
)
"""Phases, of the set-up and of a round, before which a board may insert its own."""


@dataclass(frozen=True)
class Brought:
    """Classes of a board, and their names for the rules identity."""

    names: Mapping[str, str]
    # They follow from the names and have no equality of their own.
    classes: BoardClasses = field(compare=False)


NOTHING_BROUGHT: Final = Brought({}, BoardClasses())


def read_brings(node: Node | None, board: str) -> Brought:
    """Return the classes of a board's own module that its file names."""
    if node is None:
        return NOTHING_BROUGHT
    nodes = node.table([], [*SHARED, PHASES])
    module = _module(node, board)
    names: dict[str, str] = {}
    found: dict[str, Any] = {}
    for key, each in nodes.items():
        if key != PHASES:
            names[key] = each.text()
            found[key] = _class(each, module, SHARED[key])
    added: list[AddedPhase] = []
    for item in nodes[PHASES].items() if PHASES in nodes else []:
        keys = item.table(["phase", "before"])
        before = keys["before"].choice(BEFORE, "phase")
        added.append(AddedPhase(_class(keys["phase"], module, Phase), before))
        names[f"{PHASES}.{len(added)}"] = f"{keys['phase'].text()} before {before}"
    return Brought(names, BoardClasses(**found, added=added))


def _module(node: Node, board: str) -> ModuleType:
    name = f"gridwright.engine.boards.{board.replace('-', '_')}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        node.fail(f"expected the module {name} for what the board brings; there is none")


def _class(node: Node, module: ModuleType, base: type[object]) -> Any:
    name = node.text()
    found = getattr(module, name, None)
    if not isinstance(found, type) or not issubclass(found, base):
        node.fail(
            f"expected a class of {module.__name__} derived from {base.__name__}; came {name}"
        )
    return found

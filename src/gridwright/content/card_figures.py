"""The figures of a game without a board, where fuel is printed on cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.document import Node
from gridwright.content.figures import FigureReader
from gridwright.content.fuel_cards import FuelCardSheet, read_fuel_cards
from gridwright.content.provenance import Provenance

CARD_SECTIONS: Final = ("income", "points", "plant_limits")
"""Sections of the edition's file beyond those of every edition."""


@dataclass(frozen=True)
class CardFigures:
    """Values of such a game in place of tokens, payments for cities and tables by seats."""

    minimum_income: int
    money_per_point: int
    plant_limit: int
    trust_plant_limit: int
    fuel: FuelCardSheet
    provenance: Mapping[str, Provenance]
    """Origins by the path of the table in the edition's file."""

    def table_names(self) -> dict[str, list[str]]:
        """Return the names that a preset may use, by setting."""
        return {"columns": list(self.fuel.other_slots)}


def read_card_figures(
    document: Node, fuel_cards: Node, kinds: Sequence[str], seats: Sequence[int]
) -> CardFigures:
    """The sections of an edition's file that only a game with fuel cards has, and those cards."""
    reader = FigureReader()
    nodes = document.entries()
    limits = reader.figures(nodes["plant_limits"], ["seat", "trust"])
    points = reader.figures(nodes["points"], ["money_per_point"])
    return CardFigures(
        minimum_income=reader.figures(nodes["income"], ["minimum"])["minimum"].integer(0),
        money_per_point=points["money_per_point"].integer(1),
        plant_limit=limits["seat"].integer(1),
        trust_plant_limit=limits["trust"].integer(1),
        fuel=read_fuel_cards(fuel_cards, kinds, seats),
        provenance=reader.provenance,
    )

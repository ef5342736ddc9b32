"""A game that is wanted as an example, and how it is looked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gridwright.conformance.temperament import Temperament
from gridwright.conformance.tempered import TemperedChooser
from gridwright.content.table import TableSpec
from gridwright.engine.offers import Dice
from gridwright.fair.record import Chooser

ChooserMaker: TypeAlias = Callable[[Dice], Chooser]


@dataclass(frozen=True)
class Wanted:
    """A game to be found by trying one number after the other."""

    name: str
    table: TableSpec
    chooser: ChooserMaker
    shows: tuple[str, ...]
    """Marks that it must have."""
    n_candidates: int = 8
    """Of so many games that show them the shortest is kept."""


def tempered(temperament: Temperament, takes_back: bool = False) -> ChooserMaker:
    """Seats of one temperament, which may take back what they did."""
    return lambda dice: TemperedChooser(temperament, dice, takes_back)

"""A golden game to look for: its table, its players, and what it must show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.fair.record import Chooser
from gridwright_lab.conformance.golden.random_chooser import RandomChooser
from gridwright_lab.conformance.sampling.random_players import RandomPlayer

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


def random_chooser(player: RandomPlayer, takes_back: bool = False) -> ChooserMaker:
    """One random player for all seats, which may take actions back."""
    return lambda dice: RandomChooser(player, dice, takes_back)

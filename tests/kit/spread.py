"""Some of all tables, named by their place: tests are collected without building a game."""

from dataclasses import dataclass

from gridwright.content.table import TableSpec
from gridwright_lab.conformance.sampling.tables import list_tables, spread_tables

N_TABLES = len(list_tables())
"""The number of tables: found from the rules alone, without a game."""


@dataclass(frozen=True)
class Pick:
    """A place in the shuffled list of all tables, or of those of an edition."""

    place: int
    edition: str | None = None

    def __str__(self) -> str:
        return f"{self.edition or 'any'}-{self.place}"

    def spec(self) -> TableSpec:
        return spread_tables(self.edition)[self.place]


def picks(n: int, edition: str | None = None) -> list[Pick]:
    """The first ``n`` tables."""
    return [Pick(place, edition) for place in range(n)]

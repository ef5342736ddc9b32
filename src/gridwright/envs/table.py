"""What all games at one table share: its game, the numbers of its choices, its layout."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.game import Game
from gridwright.envs.encoder import Encoder
from gridwright.envs.figures import Writer
from gridwright.envs.layout import Layout
from gridwright.envs.numbers import Numbers


class Table:
    """Never changed, so equal specs share one."""

    def __init__(self, spec: TableSpec) -> None:
        self.spec: Final = spec
        self.game: Final[Game] = build_game(spec)
        self.n_seats: Final = spec.seats
        self.numbers: Final = Numbers(self.game.rules)
        self.index: Final = self.numbers.index
        self.layout: Final = Layout(self.game)
        self.writer: Final = Writer(self.game)
        self.encoder: Final = Encoder(self.layout)


@lru_cache(maxsize=64)
def open_table(spec: TableSpec) -> Table:
    """The table of a spec."""
    return Table(spec)


def choose_table(
    edition: str = "classic",
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> TableSpec:
    """A table by names; what is left open is the plainest choice. Options are those of a spec."""
    return replace(default_spec(edition, preset, board, seats), **options)

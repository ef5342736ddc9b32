"""What all games with one table spec share: rules, action index, observation encoding."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.game import Game
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.encoder import Encoder
from gridwright.envs.features import FeatureWriter
from gridwright.envs.layout import Layout


class EnvTable:
    """Immutable, so environments with equal specs share one."""

    def __init__(self, spec: TableSpec) -> None:
        self.spec: Final = spec
        self.game: Final[Game] = build_game(spec)
        self.n_seats: Final = spec.seats
        self.lookup: Final = ActionLookup(self.game.rules)
        self.index: Final = self.lookup.index
        self.layout: Final = Layout(self.game)
        self.writer: Final = FeatureWriter(self.game)
        self.encoder: Final = Encoder(self.layout)


@lru_cache(maxsize=64)
def table_for(spec: TableSpec) -> EnvTable:
    """The shared table of a spec."""
    return EnvTable(spec)


def build_spec(
    edition: str = "classic",
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> TableSpec:
    """A spec by names. Omitted names get the default; options are those of ``TableSpec``."""
    return replace(default_spec(edition, preset, board, seats), **options)

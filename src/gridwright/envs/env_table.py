"""Shared data of all games with one table spec: rules, action index, observation encoding."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.game import Game
from gridwright.engine.topics import VOCABULARY
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.encoder import Encoder
from gridwright.envs.families import ANY
from gridwright.envs.features import FeatureWriter
from gridwright.envs.layout import Layout
from gridwright.envs.reach import Reach


class EnvTable:
    """Immutable, so environments with equal specs and options share one."""

    def __init__(self, spec: TableSpec, bids: str = ANY, reach: bool = False) -> None:
        """``bids``: bids that have a choice. ``reach``: True for observations with those fields."""
        self.spec: Final = spec
        self.bids: Final = bids
        self.game: Final[Game] = build_game(spec)
        self.n_seats: Final = spec.seats
        self.lookup: Final = ActionLookup(self.game.rules, VOCABULARY, bids)
        self.index: Final = self.lookup.index
        self.layout: Final = Layout(self.game, reach)
        self.reach: Final = Reach(self.game.rules) if reach else None
        self.writer: Final = FeatureWriter(self.game, self.reach)
        self.encoder: Final = Encoder(self.layout)


@lru_cache(maxsize=64)
def table_for(spec: TableSpec, bids: str = ANY, reach: bool = False) -> EnvTable:
    """The shared table of a spec and its options."""
    return EnvTable(spec, bids, reach)


def find_table(
    spec: TableSpec | None, bids: str = ANY, reach: bool = False, **table: Any
) -> EnvTable:
    """The shared table of a spec, or of names and options as ``build_spec`` takes them."""
    return table_for(spec if spec is not None else build_spec(**table), bids, reach)


def build_spec(
    edition: str = "classic",
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> TableSpec:
    """A spec by names. Omitted names get the default; options are those of ``TableSpec``."""
    return replace(default_spec(edition, preset, board, seats), **options)

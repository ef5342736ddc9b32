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
    """Data of one table spec and its options. Immutable, so equal environments share one."""

    def __init__(self, spec: TableSpec, bids: str = ANY, reach: bool = False) -> None:
        """``bids``: bids with a choice of their own.

        ``reach``: True to include the fields of reach.
        """
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
    """Return the shared table of a spec and its options."""
    return EnvTable(spec, bids, reach)


def find_table(
    spec: TableSpec | None, bids: str = ANY, reach: bool = False, **table: Any
) -> EnvTable:
    """Return the shared table of a spec, or of names and options as in ``build_spec``."""
    return table_for(spec if spec is not None else build_spec(**table), bids, reach)


def build_spec(
    edition: str = "classic",
    preset: str | None = None,
    board: str | None = None,
    seats: int = 4,
    **options: Any,
) -> TableSpec:
    """Return a spec by names.

    Omitted names get the default; ``options`` are those of ``TableSpec``.
    """
    return replace(default_spec(edition, preset, board, seats), **options)

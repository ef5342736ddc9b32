"""Snapshot of a batch: its games continue bit for bit after a restore. In memory alone."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from gridwright.envs.batch_games import BatchGame
from gridwright.envs.env_table import EnvTable


@dataclass(frozen=True)
class BatchSnapshot:
    """Copies of games, which restoring copies again, and of what the last step told."""

    table: EnvTable
    games: list[BatchGame]
    told: list[NDArray[Any]]

    def verify(self, table: EnvTable, n_games: int) -> None:
        """Raise ValueError unless a batch of this table and size can continue from here."""
        if table is not self.table:
            raise ValueError(f"expected a snapshot of {table.spec}, got one of {self.table.spec}")
        if n_games != len(self.games):
            raise ValueError(f"expected a snapshot of {n_games} games, got {len(self.games)}")

"""Telling a coincidence from a leak: whatever the log alone says is no secret.

A table without the key, folded from the log, knows neither the seed nor what a sealed bid says. If
it would tell a viewer the same words, nobody has learned anything from hearing them.
"""

from typing import Final

from gridwright.protocol.frames import encode
from gridwright.server.api import frames
from gridwright.server.service import Happened
from gridwright.server.store.contract import Store
from gridwright.server.tables.table import Table
from gridwright.server.trials.canaries import words_of


class LogWords:
    """Every word that a viewer can be told by a table that has nothing but the log."""

    def __init__(self, store: Store, game_id: str, viewer: int) -> None:
        self._store: Final = store
        self._game_id: Final = game_id
        self._viewer: Final = viewer
        self._table: Table | None = None
        self._words: Final[list[bytes]] = []

    async def words(self) -> list[bytes]:
        """The words up to the end of the log as it is now."""
        if self._table is None:
            self._table = Table(await self._store.load(self._game_id), None)
        table = self._table
        while entries := await self._store.entries(self._game_id, table.version):
            for logged in entries:
                happened = [Happened(logged, tuple(table.fold(logged)))]
                for frame in frames.happened_frames(table, happened, self._viewer):
                    self._words.extend(words_of(encode(frame)))
                self._words.extend(words_of(encode(frames.table_frame(table, self._viewer))))
                for line in logged.entry.lines:
                    self._words.extend(words_of(line.encode()))
        return self._words

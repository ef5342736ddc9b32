"""Distinguishes a false positive from a leak: public log contents are no secret.

A table folded from the log without the key knows neither the seed nor sealed bids. If it would
send a viewer the same words, those words leak nothing.
"""

from typing import Final

from gridwright.protocol.frames import encode
from gridwright.server.storage.contract import Store
from gridwright.table import view
from gridwright.table.table import Happened, Table
from gridwright_lab.trials.wire_secrecy.canaries import words_of


class LogWords:
    """Every word that a table with nothing but the log can send to a viewer."""

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
                for frame in view.happened_frames(table, happened, self._viewer):
                    self._words.extend(words_of(encode(frame)))
                self._words.extend(words_of(encode(view.table_frame(table, self._viewer))))
                for line in logged.entry.lines:
                    self._words.extend(words_of(line.encode()))
        return self._words

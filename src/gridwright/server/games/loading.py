"""Tables read from the store. One that cannot be read is set aside, and harms no other."""

from collections.abc import Callable, Sequence
from typing import Final

from gridwright.engine.vocabulary.base import Event
from gridwright.server.games.set_aside import SetAsideTables
from gridwright.server.games.table import Table
from gridwright.server.storage.contract import Store
from gridwright.server.storage.entries import LoggedEntry
from gridwright.server.storage.errors import Malformed, StoreUnavailable, UnknownGame
from gridwright.server.storage.limits import MAX_ENTRIES
from gridwright.server.storage.vault import SeedVault

Remember = Callable[[LoggedEntry, Sequence[Event]], None]
"""Told each entry that was folded, with what it did to the game."""


class TableLoader:
    """Builds tables from rows, seeds and logs. A node that finds one broken knows it for a while.

    A store that does not answer says nothing about a table, so its errors are passed on.
    """

    def __init__(self, store: Store, vault: SeedVault, aside: SetAsideTables) -> None:
        self._store: Final = store
        self._vault: Final = vault
        self._aside: Final = aside

    async def load(self, game_id: str) -> Table:
        """The table before its first entry; raises UnknownGame, Malformed or SetAside."""
        try:
            record = await self._store.load(game_id)
        except (UnknownGame, Malformed):
            self._aside.forget(game_id)
            raise
        try:
            return Table(record, await self._vault.seed(game_id))
        except (StoreUnavailable, UnknownGame):
            raise
        except Exception as error:
            # Its rules, its row or its seed: whatever it is, it is this table's alone.
            raise self._aside.note(record, error) from error

    async def catch_up(self, table: Table, remember: Remember) -> None:
        """Fold what the log has more; raises SetAside if it contradicts the rules or the seed."""
        while True:
            try:
                entries = await self._store.entries(table.game_id, table.version)
                for logged in entries:
                    remember(logged, table.fold(logged))
            except (StoreUnavailable, UnknownGame):
                raise
            except Exception as error:
                record = await self._store.load(table.game_id)
                raise self._aside.note(record, error) from error
            if len(entries) < MAX_ENTRIES:
                break
        self._aside.forget(table.game_id)

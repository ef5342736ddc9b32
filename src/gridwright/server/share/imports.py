"""Imports transcripts, one at a time on each node; stored before they are acknowledged."""

import asyncio
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from gridwright.server.share.importing import ImportedGame, game_id_of, import_game
from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import GameExists, UnknownGame
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService


class Imports:
    """Creates games from transcripts."""

    def __init__(self, store: Store, vault: SeedVault, service: TableService) -> None:
        self._store: Final = store
        self._vault: Final = vault
        self._service: Final = service
        self._busy: Final = asyncio.Lock()

    async def take(self, text: str) -> str:
        """Return the id of the game; raise BadTranscript."""
        text = text.replace("\r\n", "\n")
        if text.isascii() and await self._is_there(game_id_of(text)):
            return game_id_of(text)
        # Replays a whole game, so it runs in a thread: the event loop stays free for tables.
        async with self._busy:
            game = await asyncio.to_thread(import_game, text, self._service.now())
        return await self._keep(game)

    async def _is_there(self, game_id: str) -> bool:
        try:
            await self._store.load(game_id)
        except UnknownGame:
            return False
        return True

    async def _keep(self, game: ImportedGame) -> str:
        new = replace(game.new, box=self._vault.seal(game.new.game_id, game.seed))
        with suppress(GameExists):  # The same game was imported at the same time.
            await self._store.create_whole(new, game.log)
        return new.game_id

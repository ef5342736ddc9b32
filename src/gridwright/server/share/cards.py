"""Pictures for link previews: drawn on request and cached."""

import asyncio
import hashlib
from collections import OrderedDict
from typing import Final

import msgspec

from gridwright.server.share.card import draw_card
from gridwright.server.share.facts import CardFacts, facts_of
from gridwright.server.tables.service import TableService
from gridwright.table.table import Table

MAX_CACHED: Final = 200
"""Pictures in memory, of some 200 kB each: 40 MB, and 60 MB at most."""

AS_DRAWN: Final = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""Transformation that neither moves nor scales."""

Key = tuple[str, int, bool, str, str]


class Card(msgspec.Struct, frozen=True):
    """A picture and its cache key."""

    content: bytes
    digest: str


class Cards:
    """Draws one picture at a time.

    The renderer blocks all other threads of the process: tables wait for one picture, and never for
    two in a row.
    """

    def __init__(self, service: TableService) -> None:
        self._service: Final = service
        self._kept: Final[OrderedDict[Key, Card]] = OrderedDict()
        self._drawing: Final = asyncio.Lock()

    async def table_at(self, game_id: str, version: int | None) -> Table:
        """Return the table at a version; the current table without one, or beyond the last."""
        table = await self._service.load(game_id)
        if version is None or version >= table.version:
            return table
        past = await self._service.state_before(game_id, max(1, version) + 1)
        assert past is not None
        return past.table

    async def facts(self, game_id: str, version: int | None) -> CardFacts:
        return facts_of(await self.table_at(game_id, version))

    def kept(self, key: Key) -> Card | None:
        """Return the cached picture, or None."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    async def key(self, game_id: str, version: int | None, language: str, site: str) -> Key:
        """Return the cache key of a picture.

        A version never changes; before the first deal a table may.
        """
        table = await self._service.load(game_id)
        shown = table.version if version is None else min(max(1, version), table.version)
        return (game_id, shown, table.listed, language, site)

    async def draw(self, key: Key) -> Card:
        """Return the picture of a key; concurrent requests share one drawing."""
        async with self._drawing:
            found = self.kept(key)
            if found is not None:
                return found
            game_id, version, _listed, language, site = key
            facts = await self.facts(game_id, version)
            content = await asyncio.to_thread(render, facts, language, site)
            card = Card(content, hashlib.sha256(content).hexdigest()[:32])
            self._kept[key] = card
            if len(self._kept) > MAX_CACHED:
                self._kept.popitem(last=False)
            return card


def render(facts: CardFacts, language: str, site: str = "") -> bytes:
    """Render the card as PNG."""
    from resvg import render as rendered
    from resvg import usvg

    # The options belong to the thread that created them, and creating them takes no time: no font
    # is loaded, because a card consists of paths alone.
    drawing = usvg.Tree.from_str(draw_card(facts, language, site), usvg.Options.default())
    return rendered(drawing, AS_DRAWN)

"""Games to share: recorded ones, and a server that takes them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import httpx

from gridwright.server.app import build_app
from gridwright.server.node import Node, open_node
from gridwright.server.share.importing import ImportedGame, import_game
from gridwright.server.storage.games import GameRecord
from gridwright.table.table import Table
from gridwright_lab.conformance.replay.pack import PACK_SUFFIX, read_pack

RECORDED = Path(__file__).parents[2] / "recorded"
NAMES = {
    "classic": "recharged-usa-recharged-4-given-regions-and-given-order",
    "deluxe": "deluxe-north-america-4-plain",
    "card": "card-standard-none-2-contractor-and-given-order",
}
KEY = bytes(range(32))


def text_of(edition: str) -> str:
    return read_pack(RECORDED / f"{edition}{PACK_SUFFIX}")[NAMES[edition]]


@cache
def game_of(edition: str) -> ImportedGame:
    return import_game(text_of(edition), 1_000)


def table_at(edition: str, share: float, *, listed: bool = True) -> Table:
    """A table after some share of the entries of a recorded game."""
    game = game_of(edition)
    new = game.new
    record = GameRecord(new.game_id, 0, new.rules, new.spec, new.status, listed, 0, None, None)
    table = Table(record, None)
    for logged in game.log[: max(1, int(len(game.log) * share))]:
        table.fold(logged)
    return table


@asynccontextmanager
async def at_the_door(place: str) -> AsyncIterator[tuple[Node, httpx.AsyncClient]]:
    """A node on a database and a client of it."""
    async with open_node(place, KEY) as node:
        transport = httpx.ASGITransport(build_app(node))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://table.example"
        ) as client:
            yield node, client

"""Events of nodes of earlier versions, which know no outbox, beside a node of this version."""

import pytest

from gridwright.server.listing.watch_search import Search
from gridwright.server.live.bus import LocalBus
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.rows import entry_row
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.sqlite import SqliteStore
from gridwright.server.storage.statements import SQLITE_APPEND
from gridwright.table.entries import Status
from gridwright_lab.trials.ratings.finished_games import GameCopy, play_pattern
from tests.server.listing.public_tables import PublicTables
from tests.server.people.finished_games import ADA, BEN, add_people

pytestmark = pytest.mark.anyio

N_GAMES = 5
APPEND_OF_0009 = """\
WITH moved AS (
    UPDATE game
    SET version = version + 1, status = $3, deadline_at = $4, wake_at = $4
    WHERE game_id = $1 AND version = $2 AND status <> 'archived'
    RETURNING version
), ended AS (
    DELETE FROM claim USING moved WHERE game_id = $1
)
INSERT INTO event (game_id, version, command_id, seat, kind, lines, data, at, status, deadline_at)
SELECT $1, version, $5, $6, $7, $8, $9, $10, $3, $4 FROM moved
RETURNING version
"""
"""The whole append of schema revision 0009, before ratings and lists of finished games."""


def old_append(database: DatabaseStore) -> str:
    """Return the append of an earlier version; SQLite has one server, so it is this one's."""
    if isinstance(database, SqliteStore):
        return SQLITE_APPEND.replace("?", "$")
    return APPEND_OF_0009


async def write_as_old_node(store: ShardedStore, game_id: str, at: int) -> None:
    pattern = play_pattern("card", 2, 1)
    seated = [ADA, BEN]
    copy = GameCopy(game_id, pattern, seated, at)
    await store.create(copy.new_game())
    database = store.database_of(game_id)
    for version, entry in enumerate(copy.entries()):
        status = Status.RUNNING
        if version <= len(seated):
            status = Status.GATHERING
        elif entry.kind == "revealed":
            status = Status.FINISHED
        values = (game_id, version, *entry_row(entry, status, None))
        assert await database.change_one(old_append(database), *values)


async def test_games_of_an_older_node_are_listed_and_rated(store: ShardedStore) -> None:
    await add_people(store)
    tables = PublicTables(store, has_seeds=False)
    for number in range(N_GAMES):
        await write_as_old_node(store, f"g{number}", tables.clock())
    rater = Rater(store, RatingStore(store), tables.clock)
    ended = BoundReader("ratings", frozenset({EventKind.ENDED}), rater.read_event)
    listed = BoundReader("listing", tables.kinds, tables.sweep.read_event)
    await OutboxPump(store, [ended, listed], LocalBus(), tables.clock).drain()
    names = {f"g{number}" for number in range(N_GAMES)}
    page = await tables.watch.finished(Search(), 9)
    assert {game.game_id for game in page.games} == names
    order = await RatingStore(store).walk(0, 9)
    assert {stored.game.game_id for stored in order} == names
    assert len(order) == N_GAMES

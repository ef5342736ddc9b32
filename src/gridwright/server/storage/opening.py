"""Open a store by its address."""

from contextlib import AsyncExitStack
from pathlib import Path

from gridwright.server.storage.addresses import MAX_CONNECTIONS, require_driver, sqlite_path
from gridwright.server.storage.archive_folder import ArchiveFolder
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import SchemaMismatch
from gridwright.server.storage.migrations.revision import verify_revision
from gridwright.server.storage.sharded import ShardedStore, ShardMap
from gridwright.server.storage.sqlite import SqliteStore


async def open_store(
    database: str | ShardMap,
    *,
    upgrade: bool = False,
    connections: int = MAX_CONNECTIONS,
    archive: Path | None = None,
) -> ShardedStore:
    """Open one database by its address, or many by a map.

    One database is a map with one address, so every store is sharded. Raises UnsafeDatabase,
    SchemaMismatch, ShardMapError, NoDriver or StoreUnavailable. With ``upgrade`` the tables are
    first migrated to this program's revision, as for a server at home. Logs of archived games are
    read from the folder ``archive``.
    """
    shard_map = ShardMap.single(database) if isinstance(database, str) else database
    stores: dict[str, DatabaseStore] = {}
    async with AsyncExitStack() as opened:
        for url in shard_map.shards:
            try:
                await verify_revision(url)
            except SchemaMismatch:
                if not upgrade:
                    raise
                # Imported late, because few starts need it and it takes long to load.
                from gridwright.server.storage.migrations.migrate import migrate

                await migrate(url)
            stores[url] = await opened.enter_async_context(await open_database(url, connections))
        folder = None if archive is None else ArchiveFolder(archive)
        store = ShardedStore(shard_map, stores, folder)
        await store.verify_places()
        opened.pop_all()
    return store


async def open_database(url: str, connections: int = MAX_CONNECTIONS) -> DatabaseStore:
    """Open one database without checking its revision or its shards."""
    path = sqlite_path(url)
    if path is not None:
        return await SqliteStore.open(path)
    require_driver()
    from gridwright.server.storage.postgres import PostgresStore

    return await PostgresStore.open(url, connections)

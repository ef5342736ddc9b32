"""``gridwright admin archive``: finished games from the database to compressed files."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from gridwright.cli.commands.serve import require_server_parts
from gridwright.cli.data_folder import DatabaseOption, FolderOption, JsonOption, data_folder
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, open_notes, print_json

if TYPE_CHECKING:
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage.archiving import Moved

MAX_DAYS = 36_500
MS_PER_DAY = 86_400_000


def archive(
    game_id: Annotated[
        str, typer.Argument(metavar="[GAME]", help="The id of one table, however old.")
    ] = "",
    older_than: Annotated[
        int | None,
        typer.Option(
            "--older-than",
            metavar="DAYS",
            min=0,
            max=MAX_DAYS,
            help="All games without a change for this number of days since they ended.",
        ),
    ] = None,
    folder: FolderOption = None,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Move finished games to compressed files; the server still shows them.

    The files are in `archive` next to the key. A log leaves the database once its file was written,
    flushed and read back. An archived game takes no further entries. Exit code 1 if one stayed.
    """
    require_server_parts()
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage.errors import StoreError

    if bool(game_id) == (older_than is not None):
        raise CommandFailed("expected the id of a table, or --older-than DAYS")
    settings = Settings(folder or data_folder(), database=database)
    if not settings.key_file.exists():
        raise CommandFailed(f"{settings.key_file}: no server was ever started with this folder")
    try:
        moved = asyncio.run(_archive(settings, game_id, older_than or 0))
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    except OSError as error:
        raise CommandFailed(f"{settings.archive_folder}: {error.strerror}") from error
    if as_json:
        print_json(
            {
                "games": moved.n_games,
                "entries": moved.n_entries,
                "bytes": moved.n_bytes,
                "failed": moved.failed,
            }
        )
    else:
        told = f"{moved.n_games} games moved, {moved.n_entries:,} entries, {moved.n_bytes:,} bytes"
        open_console().print(told, highlight=False)
        for each in moved.failed:
            open_notes().print(f"{each}: stays in the database", soft_wrap=True)
    if moved.failed:
        raise typer.Exit(BAD)


async def _archive(settings: "Settings", game_id: str, days: int) -> "Moved":
    from gridwright.server.node import clock
    from gridwright.server.storage import open_store
    from gridwright.server.storage.archiving import Moved, archive_game, archive_older

    address, now = settings.database_address(), clock()
    async with await open_store(address, archive=settings.archive_folder) as store:
        if not game_id:
            # An entry of this very millisecond is older than nothing, with 0 days too.
            return await archive_older(store, max(0, now - days * MS_PER_DAY) + (days == 0), now)
        moved = Moved()
        await archive_game(store, game_id, now, moved)
        return moved

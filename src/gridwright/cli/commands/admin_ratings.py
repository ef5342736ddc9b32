"""``gridwright admin ratings``: ratings computed from the logs, compared with the stored ones."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from gridwright.cli.commands.serve import require_server_parts
from gridwright.cli.data_folder import DatabaseOption, FolderOption, JsonOption, data_folder
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, open_notes, print_json

if TYPE_CHECKING:
    from gridwright.server.operations.settings import Settings
    from gridwright.server.people.recomputing import Recomputed


def ratings(
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Rate finished games that have not been, and replace what differs. Stop the "
            "server before.",
        ),
    ] = False,
    folder: FolderOption = None,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Compute every rating from the logs again and compare; exit code 1 if one differs.

    Games are taken in the order in which they were rated. Those that ended before the server rated
    games are added by `--write`, the oldest first.
    """
    require_server_parts()
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage.errors import StoreError

    settings = Settings(folder or data_folder(), database=database)
    if not settings.key_file.exists():
        raise CommandFailed(f"{settings.key_file}: no server was ever started with this folder")
    try:
        found = asyncio.run(_recompute(settings, write))
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    if as_json:
        import msgspec

        print_json({"equal": found.is_equal, **msgspec.to_builtins(found)})
    else:
        console = open_console()
        for each in found.differences:
            console.print(each, soft_wrap=True, highlight=False)
        told = f"{found.games:,} games, {found.counted:,} of them rated, {found.ratings:,} ratings"
        console.print(f"{told}: {found.differing} differ", highlight=False)
        if found.written or found.added:
            notes = f"{found.added} games added, {found.written} replaced"
            open_notes().print(notes)
        elif found.waiting:
            open_notes().print(f"{found.waiting} finished games are not rated yet: --write")
        if found.unread:
            open_notes().print(f"{found.unread} games have no log to read; their results stand")
    if not found.is_equal and not write:
        raise typer.Exit(BAD)


async def _recompute(settings: "Settings", write: bool) -> "Recomputed":
    from gridwright.server.people.recomputing import Recomputing
    from gridwright.server.storage import open_store

    address = settings.database_address()
    async with await open_store(address, archive=settings.archive_folder) as store:
        return await Recomputing(store, write).run()

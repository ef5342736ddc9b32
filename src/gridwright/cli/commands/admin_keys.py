"""``gridwright admin rotate-keys``: a new key for a server, while the old ones still open."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from gridwright.cli.commands.serve import require_server_parts
from gridwright.cli.data_folder import DatabaseOption, FolderOption, JsonOption, data_folder
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, open_notes, print_json


def rotate_keys(
    folder: FolderOption = None,
    database: DatabaseOption = "",
    reseal: Annotated[
        bool,
        typer.Option("--reseal/--no-reseal", help="Seal seeds and addresses with the new key."),
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Make a new key: it seals and signs from now on, and the old ones still open.

    No one is signed out, and no ticket is lost. A running server reads the key automatically; where
    several machines serve, copy `server.key` to all of them and restart. Exit code 1 if a game's
    seed could not be opened.
    """
    require_server_parts()
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage.errors import StoreError

    settings = Settings(folder or data_folder(), database=database)
    if not settings.key_file.exists():
        raise CommandFailed(f"{settings.key_file}: no server was ever started with this folder")
    try:
        told = asyncio.run(_rotate(settings.key_file, settings.database_address(), reseal))
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    if as_json:
        print_json(told)
    else:
        _tell(told, settings.key_file)
    if told["broken"]:
        raise typer.Exit(BAD)


async def _rotate(key_file: Path, database: str, reseal: bool) -> dict[str, Any]:
    from gridwright.server.notices.channels import ChannelStore
    from gridwright.server.storage import SeedVault, open_store
    from gridwright.server.storage.key_file import add_key
    from gridwright.server.storage.resealing import Resealed
    from gridwright.server.storage.resealing import reseal as reseal_all

    # The database first: if it does not answer, nothing has changed.
    async with await open_store(database) as store:
        keys = add_key(key_file)
        vault = SeedVault(store, keys)
        found = await reseal_all(store, vault) if reseal else Resealed()
        if reseal:
            await ChannelStore(store.home, vault).reseal()
    return {"keys": len(keys.whole), "resealed": found.n_resealed, "broken": found.broken}


def _tell(told: dict[str, Any], key_file: Path) -> None:
    console = open_console()
    for game_id in told["broken"]:
        console.print(f"{game_id}: no key opens its seed", soft_wrap=True)
    console.print(f"{told['keys']} keys, {told['resealed']} games resealed")
    open_notes().print(f"keep a new copy of {key_file} in another place", soft_wrap=True)

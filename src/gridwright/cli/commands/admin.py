"""``gridwright admin``: looking after the tables of a server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridwright.cli.commands.serve import require_server_parts
from gridwright.cli.failure import BAD, CommandFailed, plain_errors
from gridwright.cli.terminal import open_console, open_notes, print_json

if TYPE_CHECKING:
    from gridwright.server.store.contract import Store
    from gridwright.server.store.vault import SeedVault

app = typer.Typer(no_args_is_help=True, help="Look after the tables of a server.")

FolderOption = Annotated[
    Path, typer.Option("--folder", metavar="DIR", help="The folder given to `gridwright serve`.")
]
DatabaseOption = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar="GRIDWRIGHT_DATABASE", help="As for serve."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The id of a table.")]

HOME = Path("gridwright-server")


@asynccontextmanager
async def _opened(folder: Path, database: str) -> "AsyncIterator[tuple[Store, SeedVault]]":
    from gridwright.server.settings import Settings
    from gridwright.server.store import SeedVault, load_key, open_store

    settings = Settings(folder, database=database)
    if not settings.key_file.exists():
        raise CommandFailed(f"{settings.key_file}: no server was ever started with this folder")
    key = load_key(settings.key_file)
    async with await open_store(settings.database_address()) as store:
        yield store, SeedVault(store, key)


def _run(folder: Path, database: str, work: "Callable[[Store, SeedVault], Awaitable[Any]]") -> Any:
    """Do something with the store of a server; what the store says is said in one line."""
    require_server_parts()
    from gridwright.server.store.errors import StoreError

    async def opened() -> Any:
        async with _opened(folder, database) as (store, vault):
            return await work(store, vault)

    try:
        return asyncio.run(opened())
    except StoreError as error:
        raise CommandFailed(str(error)) from error


def _when(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1_000, UTC).strftime("%Y-%m-%d %H:%M")


def list_tables(
    folder: FolderOption = HOME, database: DatabaseOption = "", as_json: JsonOption = False
) -> None:
    """List every table: id, status, how many entries its log has, and what is played."""

    async def work(store: "Store", _vault: "SeedVault") -> list[dict[str, Any]]:
        from gridwright.server.inspection import all_games

        return [
            {
                "game_id": record.game_id,
                "status": record.status.value,
                "version": record.version,
                "created": _when(record.created_at),
                "spec": record.spec,
            }
            async for record in all_games(store)
        ]

    found = _run(folder, database, work)
    if as_json:
        print_json(found)
        return
    console = open_console()
    for each in found:
        words = (each["game_id"], f"{each['status']:<10}", f"{each['version']:>5}", each["created"])
        console.print("  ".join(words), soft_wrap=True)
    open_notes().print(f"{len(found)} tables")


def show(game_id: GameArgument, folder: FolderOption = HOME, database: DatabaseOption = "") -> None:
    """Print what a spectator sees of a table, as JSON."""

    async def work(store: "Store", vault: "SeedVault") -> dict[str, Any]:
        from gridwright.server.inspection import load_table
        from gridwright.server.tables.view import view

        return dict(view(await load_table(store, vault, game_id)))

    print_json(_run(folder, database, work))


def export(
    game_id: GameArgument,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the transcript goes.")],
    folder: FolderOption = HOME,
    database: DatabaseOption = "",
) -> None:
    """Write a table's game as a transcript; that of a finished one can be verified by anybody."""

    async def work(store: "Store", vault: "SeedVault") -> str:
        from gridwright.fair.transcript import format_transcript
        from gridwright.server.inspection import load_table
        from gridwright.server.tables.export import export as export_table

        return format_transcript(export_table(await load_table(store, vault, game_id)))

    out.write_text(_run(folder, database, work), encoding="ascii")


def archive(
    game_id: GameArgument, folder: FolderOption = HOME, database: DatabaseOption = ""
) -> None:
    """Close the log of a finished game for good."""

    async def work(store: "Store", _vault: "SeedVault") -> None:
        await store.archive(game_id)

    _run(folder, database, work)


def check(
    folder: FolderOption = HOME, database: DatabaseOption = "", as_json: JsonOption = False
) -> None:
    """Fold every log again and verify every finished game; exit code 1 if one does not hold."""

    async def work(store: "Store", vault: "SeedVault") -> list[dict[str, Any]]:
        from gridwright.server.inspection import all_games
        from gridwright.server.inspection import check as check_table

        found: list[dict[str, Any]] = []
        async for record in all_games(store):
            finding = await check_table(store, vault, record)
            found.append(
                {
                    "game_id": finding.game_id,
                    "status": finding.status.value,
                    "version": finding.version,
                    "problem": finding.problem,
                }
            )
        return found

    found = _run(folder, database, work)
    broken = [each for each in found if each["problem"]]
    if as_json:
        print_json({"tables": len(found), "broken": broken})
    else:
        console = open_console()
        for each in broken:
            console.print(f"{each['game_id']}: {each['problem']}", soft_wrap=True)
        console.print(f"{len(found)} tables, {len(broken)} broken")
    if broken:
        raise typer.Exit(BAD)


app.command("list")(plain_errors(list_tables))
app.command("show")(plain_errors(show))
app.command("export")(plain_errors(export))
app.command("archive")(plain_errors(archive))
app.command("check")(plain_errors(check))

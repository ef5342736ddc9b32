"""``gridwright admin``: looking after the tables of a server, and after people's accounts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridwright.cli.command_groups import MARKUP, PlainGroup, add_command, help_without_command
from gridwright.cli.commands.admin_archive import archive
from gridwright.cli.commands.admin_keys import rotate_keys
from gridwright.cli.commands.admin_ratings import ratings
from gridwright.cli.commands.serve import require_server_parts
from gridwright.cli.data_folder import (
    OLD_FOLDER,
    DatabaseOption,
    FolderOption,
    JsonOption,
    data_folder,
)
from gridwright.cli.errors import BAD, CommandFailed
from gridwright.cli.terminal import open_console, open_notes, print_json

if TYPE_CHECKING:
    from gridwright.server.auth.records import Person
    from gridwright.server.storage.sharded import ShardedStore as Store
    from gridwright.server.storage.vault import SeedVault

app = typer.Typer(cls=PlainGroup, rich_markup_mode=MARKUP)


@app.callback(invoke_without_command=True)
def admin(context: typer.Context) -> None:
    """Look after the tables and people of a server."""
    help_without_command(context)


RedisOption = Annotated[
    str, typer.Option("--redis", metavar="URL", envvar="GRIDWRIGHT_REDIS", help="As for serve.")
]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The id of a table.")]


@asynccontextmanager
async def _opened(folder: Path | None, database: str) -> "AsyncIterator[tuple[Store, SeedVault]]":
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage import SeedVault, load_keys, open_store

    settings = Settings(folder or data_folder(), database=database)
    if not settings.key_file.exists():
        older = f"; older tables are in {OLD_FOLDER}: --data {OLD_FOLDER}"
        problem = f"{settings.key_file}: no server was ever started with this folder"
        raise CommandFailed(problem + (older if OLD_FOLDER.exists() else ""))
    keys = load_keys(settings.key_file)
    address = settings.database_address()
    async with await open_store(address, archive=settings.archive_folder) as store:
        yield store, SeedVault(store, keys)


def _run(
    folder: Path | None, database: str, work: "Callable[[Store, SeedVault], Awaitable[Any]]"
) -> Any:
    """Do something with the store of a server; what the store says is said in one line."""
    require_server_parts()
    from gridwright.server.operations.settings import BadBusAddress
    from gridwright.server.storage.errors import StoreError

    async def opened() -> Any:
        async with _opened(folder, database) as (store, vault):
            return await work(store, vault)

    try:
        return asyncio.run(opened())
    except (StoreError, BadBusAddress) as error:
        raise CommandFailed(str(error)) from error


def _when(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1_000, UTC).strftime("%Y-%m-%d %H:%M")


def list_tables(
    folder: FolderOption = None, database: DatabaseOption = "", as_json: JsonOption = False
) -> None:
    """List every table: id, status, how many entries its log has, and what is played."""

    async def work(store: "Store", _vault: "SeedVault") -> list[dict[str, Any]]:
        from gridwright.server.tables.inspection import all_games

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


def show(game_id: GameArgument, folder: FolderOption = None, database: DatabaseOption = "") -> None:
    """Print what a spectator sees of a table, as JSON."""

    async def work(store: "Store", vault: "SeedVault") -> dict[str, Any]:
        from gridwright.server.tables.inspection import load_table
        from gridwright.table.view import view

        return dict(view(await load_table(store, vault, game_id)))

    print_json(_run(folder, database, work))


def export(
    game_id: GameArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="Where the transcript goes.")
    ],
    folder: FolderOption = None,
    database: DatabaseOption = "",
) -> None:
    """Write a table's game as a transcript; that of a finished one can be verified by anyone."""

    async def work(store: "Store", vault: "SeedVault") -> str:
        from gridwright.fair.transcript import format_transcript
        from gridwright.server.tables.export import export_whole
        from gridwright.server.tables.inspection import load_table

        table = await load_table(store, vault, game_id)
        return format_transcript(await export_whole(store, table))

    out.write_text(_run(folder, database, work), encoding="ascii")


def check(
    folder: FolderOption = None, database: DatabaseOption = "", as_json: JsonOption = False
) -> None:
    """Fold every log again and verify every finished game; exit code 1 if one does not hold."""

    async def work(store: "Store", vault: "SeedVault") -> list[dict[str, Any]]:
        from gridwright.server.tables.inspection import all_games
        from gridwright.server.tables.inspection import check as check_table

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


def backup(
    out: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where backups are kept; best on another disk.")
    ],
    keep: Annotated[
        int | None,
        typer.Option(
            "--keep",
            metavar="N",
            min=1,
            help="Number of backups to keep; older ones are removed once the new one is there.",
        ),
    ] = None,
    folder: FolderOption = None,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Copy the database into a file of its own while the server runs, and archived games beside it.

    The key that running games are dealt with is not in it: keep one copy of `server.key` in another
    place. Both together tell the cards to come. PostgreSQL is copied by its own `pg_dump`.
    """
    require_server_parts()
    from gridwright.cli.hosting.backup import back_up, copy_archive, forget_oldest
    from gridwright.server.operations.settings import Settings
    from gridwright.server.storage.addresses import sqlite_path
    from gridwright.server.storage.errors import StoreError

    settings = Settings(folder or data_folder(), database=database)
    try:
        address = settings.database_address()
        file = back_up(address, sqlite_path(address), out, datetime.now(UTC))
        # After the database: a game that is archived meanwhile is in both, never in neither.
        n_copied = copy_archive(settings.archive_folder, out)
        _note_backup(address, file)
    except StoreError as error:
        raise CommandFailed(str(error)) from error
    gone = [] if keep is None else forget_oldest(out, keep)
    if as_json:
        removed = [str(each) for each in gone]
        sizes = {"bytes": file.stat().st_size, "archived": n_copied}
        print_json({"file": str(file), **sizes, "removed": removed})
        return
    open_console().print(str(file), soft_wrap=True, highlight=False)
    told = f"{file.stat().st_size:,} bytes, {len(gone)} older ones removed"
    if n_copied:
        told += f", {n_copied} archived games copied"
    open_notes().print(f"{told}; keep a copy of {settings.key_file} in another place")


def _note_backup(address: str, file: Path) -> None:
    """Record the backup for the host's page; a failure does not affect the copy."""
    from gridwright.server.hosting.store import BACKUP, HostStore
    from gridwright.server.node import clock
    from gridwright.server.storage import open_store
    from gridwright.server.storage.errors import StoreError

    async def note() -> None:
        async with await open_store(address, connections=1) as store:
            await HostStore(store).note(clock(), BACKUP, "", file.name, file.stat().st_size)

    try:
        asyncio.run(note())
    except StoreError as error:
        # It is of another version, or the server is writing just now.
        told = f"not noted for the host's page: {error}"
        open_notes().print(told, markup=False, highlight=False)


def host(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="By which the person signs in."),
    ],
    is_removed: Annotated[
        bool, typer.Option("--take-away", help="The person is no longer a host of the server.")
    ] = False,
    folder: FolderOption = None,
    database: DatabaseOption = "",
) -> None:
    """Make a person a host of the server, with access to the page /host.

    No one is a host until this command names one. Further hosts can be named on that page.
    """

    async def work(store: "Store", _vault: "SeedVault") -> bool:
        from gridwright.server.accounts.names import folded_name
        from gridwright.server.accounts.store import AccountStore
        from gridwright.server.hosting.store import HostStore
        from gridwright.server.node import clock

        found = await AccountStore(store.home).by_name(folded_name(name))
        if found is None:
            return False
        hosts = HostStore(store)
        person = found[0]
        if is_removed:
            await hosts.remove_host(person.person_id)
        else:
            await hosts.make_host(person.person_id, clock())
        await hosts.note(clock(), "unmade_host" if is_removed else "made_host", "", person.name)
        return True

    if not _run(folder, database, work):
        raise CommandFailed("no account has that name; register on the page first")
    told = "is no longer a host of the server" if is_removed else "looks after the server: /host"
    open_notes().print(f"{name} {told}", markup=False, highlight=False)


def people(
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    folder: FolderOption = None,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """List all accounts: id, since when, and the name."""

    async def work(store: "Store", _vault: "SeedVault") -> "tuple[int, list[Person]]":
        from gridwright.server.accounts.store import AccountStore

        kept = AccountStore(store.home)
        found: list[Person] = []
        while not count and (page := await kept.walk(after=found[-1].person_id if found else "")):
            found += page
        return await kept.count(), found

    n_people, found = _run(folder, database, work)
    rows = [
        {"person_id": each.person_id, "created": _when(each.created_at), "name": each.name}
        for each in found
    ]
    if as_json:
        print_json({"count": n_people} if count else {"count": n_people, "people": rows})
        return
    console = open_console()
    if count:
        console.print(str(n_people))
        return
    for row in rows:
        # A name may hold what looks like markup.
        console.print("  ".join(row.values()), soft_wrap=True, markup=False, highlight=False)
    open_notes().print(f"{n_people} people")


def reset_password(
    name: Annotated[str, typer.Argument(metavar="NAME", help="By which the person signs in.")],
    folder: FolderOption = None,
    database: DatabaseOption = "",
    redis: RedisOption = "",
) -> None:
    """Set a random password and print it, once. Sessions end, and passkeys are removed.

    Give it to the person by a way that only they read; they change it when they are back in.
    """

    async def work(store: "Store", _vault: "SeedVault") -> str | None:
        from gridwright.server.accounts.names import folded_name
        from gridwright.server.accounts.service import Accounts
        from gridwright.server.accounts.store import AccountStore
        from gridwright.server.live.opening import open_bus
        from gridwright.server.node import clock
        from gridwright.server.operations.settings import Settings
        from gridwright.server.storage import load_keys

        async with await open_bus(redis) as bus:
            keys = load_keys(Settings(folder or data_folder()).key_file)
            accounts = Accounts(AccountStore(store.home), keys, bus, clock)
            try:
                return await accounts.reset_password(folded_name(name))
            finally:
                await accounts.close()

    password = _run(folder, database, work)
    if password is None:
        raise CommandFailed("no account has that name")
    typer.echo(password)


def reports(
    folder: FolderOption = None, database: DatabaseOption = "", as_json: JsonOption = False
) -> None:
    """List the messages that were reported, each with what was said around it."""

    async def work(store: "Store", _vault: "SeedVault") -> list[dict[str, Any]]:
        from gridwright.server.chat.store import ChatStore, all_reports

        return [
            {
                "game_id": found.report.game_id,
                "number": found.report.number,
                "reported_by": found.report.voice,
                "reported": _when(found.report.at),
                "reason": found.report.reason,
                "context": [
                    {
                        "number": said.number,
                        "said": _when(said.at),
                        "voice": said.voice,
                        "name": said.name,
                        "text": said.text,
                    }
                    for said in found.context
                ],
            }
            async for found in all_reports(ChatStore(store))
        ]

    found = _run(folder, database, work)
    if as_json:
        print_json(found)
        return
    console = open_console()
    for each in found:
        head = f"{each['game_id']} {each['number']}  {each['reported']}  by {each['reported_by']}"
        console.print(f"{head}: {each['reason']}", soft_wrap=True, markup=False, highlight=False)
        for said in each["context"]:
            mark = ">" if said["number"] == each["number"] else " "
            line = f"  {mark} {said['number']} {said['voice']} {said['name']}: {said['text']}"
            console.print(line, soft_wrap=True, markup=False, highlight=False)
    open_notes().print(f"{len(found)} reports")


def hush(
    game_id: GameArgument,
    voice: Annotated[str, typer.Argument(metavar="VOICE", help="As `reports` shows it.")],
    lift: Annotated[bool, typer.Option("--lift", help="Let the voice speak again.")] = False,
    folder: FolderOption = None,
    database: DatabaseOption = "",
) -> None:
    """Stop a voice at a table: it can play on, and says nothing more."""

    async def work(store: "Store", _vault: "SeedVault") -> None:
        from gridwright.server.chat.store import ChatStore

        await ChatStore(store).hush(game_id, voice, not lift)

    _run(folder, database, work)


def settle(
    game_id: GameArgument,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The number of the message.")],
    folder: FolderOption = None,
    database: DatabaseOption = "",
) -> None:
    """Forget the reports about a message, once they were looked at."""

    async def work(store: "Store", _vault: "SeedVault") -> int:
        from gridwright.server.chat.store import ChatStore

        return await ChatStore(store).settle(game_id, number)

    open_notes().print(f"{_run(folder, database, work)} reports settled")


add_command(app, "list", list_tables)
add_command(app, "show", show)
add_command(app, "export", export)
add_command(app, "archive", archive)
add_command(app, "check", check)
add_command(app, "ratings", ratings)
add_command(app, "backup", backup)
add_command(app, "rotate-keys", rotate_keys)
add_command(app, "people", people)
add_command(app, "host", host)
add_command(app, "reset-password", reset_password)
add_command(app, "reports", reports)
add_command(app, "hush", hush)
add_command(app, "settle", settle)

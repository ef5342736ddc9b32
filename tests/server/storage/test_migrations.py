"""Every step up and down on a filled database, and the tables as they are described."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, create_mock_engine
from sqlalchemy.engine.mock import MockConnection

from gridwright.puzzles.rating import Strength
from gridwright.server.accounts.store import AccountStore
from gridwright.server.analysis.store import AnalysisStore
from gridwright.server.auth.records import Passkey, Person, ProgramToken
from gridwright.server.chat.messages import Report, Speech, Spoken
from gridwright.server.chat.store import ChatStore
from gridwright.server.features import describe_schema
from gridwright.server.notices.channels import Channel, ChannelStore, Choice
from gridwright.server.operations.rate_limits import Pace
from gridwright.server.puzzles.store import PuzzleStore
from gridwright.server.storage import Appended, Label, Status, open_store
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import SchemaMismatch, StoreError
from gridwright.server.storage.migrations.migrate import migrate, migration_sql, revisions
from gridwright.server.storage.migrations.revision import (
    SCRIPTS,
    find_revision,
    newest_revision,
    verify_revision,
)
from gridwright.server.storage.sharded import ShardedStore, ShardMap
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.held_seats import HeldSeat, HeldSeats
from gridwright_lab.trials.services.databases import fresh_schema
from tests.server.storage.places import execute, fetch
from tests.server.storage.samples import append, move, new_game

pytestmark = pytest.mark.anyio

PEOPLE = ("person", "password", "passkey", "session", "seat_held", "tally")
TALK = ("chat", "chat_block", "chat_hush", "chat_report")
ARCHIVE = ("archived_log",)
CLAIMS = ("claim",)
ANALYSES = ("analysis",)
NOTICES = ("notice", "notice_channel", "notice_choice")
PUZZLES = ("puzzle_record", "puzzle_solver", "puzzle_answer")
PROGRAMS = ("personal_token",)
RATINGS = (
    *("ended_game", "rated_game", "rated_seat", "rating"),
    *("profile", "follow", "block", "table_invitation"),
)
HOSTS = (
    *("host_role", "account_closed", "club", "invitation", "seat_report", "host_deed", "pulse"),
    "notice_muted",
)
SHOWN = ("shown_game", "shown_word")
SUMMARIES = ("table_summary",)
CODES = ("room_code",)
OUTBOX = ("outbox", "outbox_reader")
TABLES = (
    *("game", "event", "secret", "shard"),
    *PEOPLE,
    *TALK,
    *ARCHIVE,
    *CLAIMS,
    *ANALYSES,
    *PUZZLES,
    *NOTICES,
    *PROGRAMS,
    *RATINGS,
    *HOSTS,
    *SHOWN,
    *SUMMARIES,
)
BROUGHT_BY = {
    "0001": TABLES[:4],
    "0002": PEOPLE,
    "0003": TALK,
    "0004": ARCHIVE,
    "0005": CLAIMS,
    "0006": ANALYSES,
    "0007": PUZZLES,
    "0008": NOTICES,
    "0009": PROGRAMS,
    "0010": RATINGS,
    "0011": HOSTS,
    "0012": SHOWN,
    "0013": SUMMARIES,
    "0014": CODES,
    "0015": OUTBOX,
}
"""The tables that each revision brought, and that go when the database goes back before it."""

NEXT = '''"""A step that alters a table which others point at, and fills what it adds."""

import sqlalchemy as sa
from alembic import op

revision: str = "next"
down_revision: str | None = "{head}"


def upgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("host", sa.Text, nullable=False, server_default="none"))
        game.alter_column("rules", new_column_name="rules_identity")
    op.execute("UPDATE game SET host = 'someone' WHERE version > 2")


def downgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.alter_column("rules_identity", new_column_name="rules")
        game.drop_column("host")
'''


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
    else:
        with fresh_schema() as url:
            yield url


async def fill(url: str) -> dict[str, list[Any]]:
    async with await open_store(url, connections=2) as store:
        for number in range(5):
            await store.create(new_game(f"g{number}", box=bytes([number + 1]), deadline_at=5))
            for version in range(number):
                await append(store, f"g{number}", version, move(f"c{version}"), deadline_at=7)
        await fill_people(store.home)
        await fill_talk(ChatStore(store))
        await store.home.change_one("INSERT INTO archived_log VALUES ('g1', 1, '5e', 9, 9)")
        assert len(await store.claim_due(7, 2, 100)) == 2
        assert await AnalysisStore(store).ask("g1", 9, "queued")
        await store.home.change_one("INSERT INTO notice VALUES ('g1', 1, 0, 'p1', 9, 9, 0, '')")
        await fill_ratings(store.home)
        shown = "'classic', 'usa', 4, TRUE, FALSE, '{}'"
        await store.home.change_one(
            f"INSERT INTO shown_game VALUES ('g1', FALSE, 9, NULL, {shown})"
        )
        await store.home.change_one(
            "INSERT INTO shown_word VALUES ('ada', 9, 'g1', 'classic', 'usa', 4, FALSE)"
        )
        await store.home.change_one("INSERT INTO table_summary VALUES ('g1', 1, '{}')")
        await store.home.change_one("INSERT INTO room_code VALUES ('bokatemi', 'g1', 9)")
    return await rows(url)


async def fill_people(database: DatabaseStore) -> None:
    people = AccountStore(database)
    for number in range(3):
        person_id = f"p{number}"
        await people.add(Person(person_id, f"Ada {number}", f"ada {number}", number), "hash")
        await people.add_passkey(Passkey(f"k{number}", person_id, b"\x00key", 1, "phone", 5))
        await people.open_session(f"s{number}", person_id, 5, "browser", 9, 9)
        await people.add_token(ProgramToken(f"t{number}", person_id, "bot", "read", True, 5, None))
        await HeldSeats(database).hold(HeldSeat(person_id, "g1", number, 2, 7))
        if number < 2:
            await fill_hosts(database, person_id, number)
        await people.count_try(f"t{number}", 5, 9)
        channels = ChannelStore(
            database, SeedVault(ShardedStore(ShardMap.single(""), {"": database}), bytes(32))
        )
        await channels.add(Channel(f"n{number}", person_id, "push", b"box", "phone", True, 0, 5))
        await channels.choose(person_id, Choice(1_350, 420, "Europe/Berlin", "de"))
        strength = Strength(1_500 + number, 90)
        await PuzzleStore(database).keep(
            person_id, f"z{number}", True, 5, strength, strength, number
        )


async def fill_ratings(database: DatabaseStore) -> None:
    for statement in (
        "INSERT INTO ended_game VALUES ('g1', 9)",
        "INSERT INTO rated_game VALUES (1, 'g1', 'card', 'none', 2, 9, true, '')",
        "INSERT INTO rated_seat VALUES "
        "(1, 0, 'p1', 'person', '', 1, 60, false, 1, 1, 1, 'card', 'none', 2, 9)",
        "INSERT INTO rating VALUES ('p1', 'card', 'person', 1, 1, 1)",
        "INSERT INTO profile VALUES ('p1', true)",
        "INSERT INTO follow VALUES ('p1', 'p2', 9)",
        "INSERT INTO block VALUES ('p1', 'p2', 9)",
        "INSERT INTO table_invitation VALUES ('p1', 'g1', 'p2', 9)",
    ):
        await database.change_one(statement)


async def fill_hosts(database: DatabaseStore, person_id: str, number: int) -> None:
    for statement, values in (
        ("INSERT INTO host_role VALUES ($1, 5)", (person_id,)),
        ("INSERT INTO account_closed VALUES ($1, 5)", (person_id,)),
        ("INSERT INTO club VALUES (1, 'Club', '', 'open') ON CONFLICT DO NOTHING", ()),
        ("INSERT INTO invitation VALUES ($1, $1, 'Club', 0, 9, NULL, 5, '')", (f"i{number}",)),
        ("INSERT INTO seat_report VALUES ('g1', $1, 1, '', 'Ada', 'Bo', 5, 'rude')", (number,)),
        ("INSERT INTO host_deed VALUES ($1, 5, 'backup', '', 'games.db', 9)", (f"d{number}",)),
        ("INSERT INTO pulse VALUES ($1, 'n', 5, 1, 2, 3)", (number,)),
        ("INSERT INTO notice_muted VALUES ($1, 'live', 'push')", (person_id,)),
    ):
        await database.change_one(statement, *values)


async def fill_talk(chat: ChatStore) -> None:
    for number in range(3):
        voice = f"seat:{number}:2"
        said = await chat.say("g1", Speech(5, voice, "Ada", f"line {number}"), Pace())
        assert said == Spoken(number + 1)
        await chat.hide("g1", voice, "seat:4:2")
        await chat.report(Report("g1", number + 1, voice, 6, "rude"))
        await chat.hush("g1", voice)


async def rows(url: str) -> dict[str, list[Any]]:
    return {name: sorted(await fetch(url, f"SELECT * FROM {name}")) for name in TABLES}


async def test_every_step_goes_down_and_up_on_a_filled_database(url: str) -> None:
    steps = ["base", *revisions()]
    for name in steps[1:]:
        await migrate(url, name)
        assert await find_revision(url) == name
    filled = await fill(url)
    assert {name: len(found) for name, found in filled.items()} == {
        "game": 5,
        "event": 10,
        "secret": 5,
        "shard": 256,
        **dict.fromkeys((*PEOPLE, *TALK, *PUZZLES, *PROGRAMS), 3),
        "archived_log": 1,
        "claim": 2,
        "analysis": 1,
        "notice": 1,
        **dict.fromkeys((*SHOWN, *SUMMARIES), 1),
        **dict.fromkeys(NOTICES[1:], 3),
        **dict.fromkeys(RATINGS, 1),
        **dict.fromkeys(HOSTS, 2),
        "club": 1,
    }
    for place, name in reversed(list(enumerate(steps[:-1]))):
        await migrate(url, name)
        assert await find_revision(url) == (None if name == "base" else name)
        await migrate(url)
        await verify_revision(url)
        gone = {table for step in steps[place + 1 :] for table in BROUGHT_BY[step]}
        kept = {table: [] if table in gone else filled[table] for table in TABLES}
        assert await rows(url) == kept
        if name != "base" and "chat" in gone:
            async with await open_store(url, connections=2) as store:
                await fill_talk(ChatStore(store))
                if "person" in gone:
                    await fill_people(store.home)
    await fill(url)
    async with await open_store(url, connections=2) as store:
        assert await append(store, "g4", 4, move("after")) == Appended(5)


async def test_tables_from_before_the_lobby_could_be_searched_are_found(url: str) -> None:
    await migrate(url, revisions()[0])
    spec = '{"edition":"classic","preset":"original","board":"usa","seats":4}'
    opened = '{"type":"opened","terms":{"clock":{"type":"turns","turn":60000}}}'
    created = f"INSERT INTO game VALUES ('%s', 1, 'r', '{spec}', 'gathering', %s, 5, NULL, NULL)"
    appended = "INSERT INTO event VALUES ('%s', 1, 'c', NULL, 'opened', '', '%s', 5, '%s', NULL)"
    await execute(url, created % ("old", "true"))
    if url.startswith("sqlite"):
        await execute(url, "UPDATE game SET version = 0")  # The trigger counts.
    await execute(url, appended % ("old", opened, "gathering"))
    await migrate(url)
    like = Label(edition="classic", preset="original", board="usa", seats=4, clock="turns")
    async with await open_store(url, connections=2) as store:
        assert [game.game_id for game in await store.list_games(Status.GATHERING, like=like)] == [
            "old"
        ]
        assert await append(store, "old", 1, move("after")) == Appended(2)


async def test_nothing_is_left_at_the_base(url: str) -> None:
    await migrate(url)
    await fill(url)
    await migrate(url, "base")
    await migrate(url, "base")
    if url.startswith("sqlite"):
        found = await fetch(url, "SELECT name FROM sqlite_master")
    else:
        found = await fetch(
            url, "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        )
    assert found == []


async def test_a_step_on_a_table_that_others_point_at_keeps_their_rows(
    url: str, tmp_path: Path
) -> None:
    """SQLite alters by copying and dropping; the log must not go with the dropped table."""
    scripts = tmp_path / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "next.py").write_text(NEXT.format(head=revisions()[-1]))
    await migrate(url)
    before = await fill(url)
    await migrate(url, scripts=scripts)
    assert await find_revision(url) == "next"
    hosts = await fetch(url, "SELECT host FROM game ORDER BY game_id")
    assert hosts == [("none",)] * 3 + [("someone",)] * 2
    for name in ("event", "secret", "shard", *PEOPLE):
        assert sorted(await fetch(url, f"SELECT * FROM {name}")) == before[name]
    with pytest.raises(SchemaMismatch):
        await open_store(url)
    with pytest.raises(SchemaMismatch):
        await migrate(url)  # The older program does not know the way.
    await migrate(url, revisions()[-1], scripts)
    assert await rows(url) == before
    async with await open_store(url, connections=2) as store:
        assert await append(store, "g4", 4, move("after")) == Appended(5)


async def test_a_step_that_fails_changes_nothing(url: str, tmp_path: Path) -> None:
    scripts = tmp_path / "migrations"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    broken = NEXT.replace("SET host", "SET nonsense").format(head=revisions()[-1])
    (scripts / "versions" / "next.py").write_text(broken)
    await migrate(url)
    before = await fill(url)
    with pytest.raises(Exception, match="nonsense"):
        await migrate(url, scripts=scripts)
    await verify_revision(url)
    assert await rows(url) == before


async def test_nodes_that_start_together_migrate_once(url: str) -> None:
    await asyncio.gather(*[migrate(url) for _ in range(4)])
    await fill(url)


async def test_a_database_without_tables_is_not_opened(url: str) -> None:
    with pytest.raises(SchemaMismatch):
        await open_store(url)
    async with await open_store(url, upgrade=True, connections=2) as store:
        await store.create(new_game("g1"))


async def test_looking_for_a_revision_creates_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        await open_store(f"sqlite:///{tmp_path / 'games.db'}")
    assert list(tmp_path.iterdir()) == []


async def test_migrated_tables_are_the_described_ones_on_sqlite(tmp_path: Path) -> None:
    migrated = f"sqlite:///{tmp_path / 'migrated.db'}"
    described = f"sqlite:///{tmp_path / 'described.db'}"
    await migrate(migrated)
    engine = create_engine(described)
    describe_schema().create_all(engine)
    engine.dispose()
    query = "SELECT type, name, sql FROM sqlite_master WHERE name <> 'alembic_version'"

    async def tables(url: str) -> dict[str, str]:
        found = await fetch(url, query)
        return {
            f"{kind} {name}": " ".join((sql or "").split())
            for kind, name, sql in found
            if "alembic" not in name
        }

    assert await tables(migrated) == await tables(described)
    engine = create_engine(migrated)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), describe_schema()) == []
    engine.dispose()


async def test_migrated_tables_are_the_described_ones_on_postgresql() -> None:
    with schema_pair() as (migrated, described):
        await migrate(migrated)
        await execute(described, *described_sql())
        shapes = [await shape(url) for url in (migrated, described)]
    assert len(shapes[0]) > 30
    assert shapes[0] == shapes[1]


async def test_the_comparison_sees_a_difference() -> None:
    with schema_pair() as (migrated, described):
        for url in (migrated, described):
            await migrate(url)
        same = [await shape(url) for url in (migrated, described)]
        await execute(described, "DROP INDEX event_command")
        assert same[0] == same[1] != await shape(described)


def test_the_sql_can_be_read_before_it_runs() -> None:
    sql = migration_sql(None)
    assert "CREATE TABLE game" in sql
    assert "BEGIN;" not in sql
    assert "DROP TABLE game" in migration_sql(revisions()[-1], "base")
    assert migration_sql(revisions()[-1]) == ""
    with pytest.raises(SchemaMismatch):
        migration_sql("from the future")


def described_sql() -> list[str]:
    """The statements by which SQLAlchemy would create the tables."""
    found: list[str] = []

    def note(statement: Any, *_: object, **__: object) -> None:
        found.append(str(statement.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine("postgresql+asyncpg://", note)
    describe_schema().create_all(engine, checkfirst=False)
    return found


@contextmanager
def schema_pair() -> Iterator[tuple[str, str]]:
    with fresh_schema() as first, fresh_schema() as second:
        yield first, second


async def shape(url: str) -> list[Any]:
    """Columns, constraints and indexes of a schema, as PostgreSQL itself describes them."""
    name = url.rsplit("=", 1)[1]
    here = "relnamespace = current_schema()::regnamespace AND relname <> 'alembic_version'"
    columns = await fetch(
        url,
        f"""SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, atthasdef,
                   attcollation::regcollation::text, relpersistence
            FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE attnum > 0 AND relkind = 'r' AND {here}""",
    )
    constraints = await fetch(
        url,
        f"""SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid)
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE {here}""",
    )
    indexes = await fetch(
        url,
        f"""SELECT relname, pg_get_indexdef(indexrelid)
            FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE {here}""",
    )
    found = [tuple([str(value).replace(name, "") for value in row]) for row in columns]
    found += [tuple([str(value).replace(name, "") for value in row]) for row in constraints]
    return sorted(found + [tuple([str(v).replace(name, "") for v in row]) for row in indexes])


def test_the_newest_revision_is_known_from_the_file_names() -> None:
    assert newest_revision() == revisions()[-1]


def test_a_server_whose_tables_are_up_to_date_does_without_the_migrations() -> None:
    found = "print([name for name in ('alembic', 'sqlalchemy') if name in sys.modules])"
    program = f"import sys, gridwright.server.serving; {found}"
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert ran.stdout.strip() == b"[]"

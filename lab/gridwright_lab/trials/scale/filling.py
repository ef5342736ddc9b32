"""A database full of running games: the rows of a few real ones, copied under new ids.

The database copies them itself. Entries are written as time would have written them: the second of
every game after the first of every game. So the log of one game lies spread over the whole table.
A copy has its own id and the promise of the game that it was copied from; it is appended to, swept
and listed, and only the games that were made one by one (``real``) are replayed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage.rows import entry_row
from gridwright.server.storage.vault import SeedVault
from gridwright.table.clock_pauses import MS_PER_DAY
from gridwright_lab.trials.scale.real_games import RealGame, make_real_game

LENGTHS: Final = tuple(range(24, 44, 2))
"""Entries of the games that are copied: 33 of a game on average."""
N_AHEAD: Final = 8
"""Entries that each of them still has to come: what the experiment appends."""
N_PEOPLE: Final = 10
"""The measured people, each with this many tables that can be replayed."""
N_TABLES_OF_PERSON: Final = 10
GATHERING_OF: Final = 100
"""Running games for each game that is looking for players."""
N_GATHERED: Final = 2
"""Entries of such a table: it was opened, and one seat is taken."""
TABLES_OF_PERSON: Final = 10
"""Seats of each of the other people."""

_INDEXES: Final = """\
SELECT indexdef FROM pg_indexes
WHERE indexname IN ('event_command', 'game_due', 'game_lobby') AND schemaname = current_schema
UNION ALL SELECT 'ALTER TABLE event ADD CONSTRAINT event_key ' || pg_get_constraintdef(oid)
FROM pg_constraint WHERE conname = 'event_key' AND connamespace = current_schema::regnamespace
"""
_PATTERNS: Final = """\
CREATE TEMP TABLE pattern (number int, length int, rules text, spec text, box bytea,
    edition text, preset text, board text, seats smallint, clock text);
CREATE TEMP TABLE pattern_entry (pattern int, version bigint, status text, deadline_at bigint,
    command_id text, seat smallint, kind text, lines text, data text, at bigint);
CREATE TEMP TABLE copied (n bigint, game_id text, pattern int, length int)
"""
_COPIED: Final = """\
INSERT INTO copied SELECT n, 't' || substr(md5($1 || n), 1, 22), number,
    CASE WHEN n < $2 THEN length ELSE $4 END
FROM generate_series(0, $3::bigint - 1) AS n
JOIN pattern ON number = n % (SELECT count(*) FROM pattern)
"""
_GAMES: Final = """\
INSERT INTO game (game_id, version, rules, spec, status, listed, created_at, deadline_at, wake_at,
                  edition, preset, board, seats, clock)
SELECT game_id, copied.length, rules, spec,
    CASE WHEN n < $1 THEN 'running' ELSE 'gathering' END, n % 2 = 0 OR n >= $1, $2 + n,
    due, due, edition, preset, board, seats, clock
FROM copied JOIN pattern ON number = pattern
CROSS JOIN LATERAL (SELECT CASE WHEN n < $1 THEN $3 + ((n * 7919) % 259200) * 1000 END
                    AS due) AS time
ORDER BY n
"""
_EVENTS: Final = """\
INSERT INTO event (game_id, version, command_id, seat, kind, lines, data, at, status, deadline_at)
SELECT game_id, version, command_id, seat, kind, lines, data, at, status, deadline_at
FROM copied JOIN pattern_entry USING (pattern) WHERE version = $1 AND copied.length >= $1
ORDER BY n
"""
_SECRETS: Final = """\
INSERT INTO secret SELECT game_id, box FROM copied JOIN pattern ON number = pattern ORDER BY n
"""
_PEOPLE: Final = """\
INSERT INTO person (person_id, name, folded, created_at)
SELECT 'p' || n, 'Person ' || n, 'person ' || n, $2 FROM generate_series(0, $1::bigint - 1) AS n
"""
_SEATS: Final = """\
INSERT INTO seat_held (person_id, game_id, seat, since, at)
SELECT 'p' || (n * 2 + seat) % $1, game_id, seat, 2 + seat, $2 + n
FROM copied CROSS JOIN generate_series(0, 1) AS seat WHERE n < $3 ON CONFLICT DO NOTHING
"""
GAME_COLUMNS: Final = (
    *("game_id", "version", "rules", "spec", "status", "listed", "created_at", "deadline_at"),
    *("wake_at", "edition", "preset", "board", "seats", "clock"),
)
EVENT_COLUMNS: Final = (
    *("game_id", "version", "status", "deadline_at", "command_id"),
    *("seat", "kind", "lines", "data", "at"),
)
_TABLES: Final = "game, claim, event, secret, person, seat_held"


@dataclass(frozen=True)
class Filled:
    """A full database, and what the experiment may do there."""

    n_games: int
    patterns: list[RealGame]
    """The games that were copied."""
    real: list[RealGame]
    """Games that can be replayed; person ``real-K`` sits at N_TABLES_OF_PERSON of them."""

    def game_id(self, n: int) -> str:
        """The id of a copy."""
        return "t" + hashlib.md5(f"{salt(self.n_games)}{n}".encode()).hexdigest()[:22]

    def pattern(self, n: int) -> RealGame:
        """The game that it is a copy of."""
        return self.patterns[n % len(self.patterns)]


def salt(n_games: int) -> str:
    return f"scale-{n_games}-"


async def fill(url: str, vault: SeedVault, n_games: int, now: int) -> Filled:
    """Insert `n_games` running games with live clocks, and some that gather, into empty tables."""
    patterns = [make_real_game(vault, length, now, n_ahead=N_AHEAD) for length in LENGTHS]
    real = [
        make_real_game(vault, LENGTHS[place % len(LENGTHS)], now, person=f"real-{place % N_PEOPLE}")
        for place in range(N_PEOPLE * N_TABLES_OF_PERSON)
    ]
    connection = await asyncpg.connect(url, timeout=10, command_timeout=None)
    try:
        # Rows that are copied from rows need no look at what they point at.
        await connection.execute("SET session_replication_role = replica")
        await connection.execute("SET maintenance_work_mem = '1GB'")
        async with connection.transaction():
            await _copy_games(connection, patterns, n_games, now)
            await _insert_real(connection, real, now)
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")
    finally:
        await connection.close()
    return Filled(n_games, patterns, real)


async def _copy_games(
    connection: Any, patterns: Sequence[RealGame], n_games: int, now: int
) -> None:
    # What is emptied in the same transaction is not written to the log of the database as well.
    await connection.execute(f"TRUNCATE {_TABLES} CASCADE")
    indexes = [row[0] for row in await connection.fetch(_INDEXES)]
    await connection.execute(
        "ALTER TABLE event DROP CONSTRAINT event_key;DROP INDEX event_command, game_due, game_lobby"
    )
    await connection.execute(_PATTERNS)
    for number, game in enumerate(patterns):
        row = (number, game.version, game.rules, game.spec, game.box, *game.label())
        await connection.copy_records_to_table("pattern", records=[row])
        rows = [(number, *row[1:]) for row in _entry_rows(game)]
        await connection.copy_records_to_table("pattern_entry", records=rows)
    n_gathering = max(1, n_games // GATHERING_OF)
    n_all = n_games + n_gathering
    await connection.execute(_COPIED, salt(n_games), n_games, n_all, N_GATHERED)
    await connection.execute("ANALYZE copied")
    await connection.execute(_GAMES, n_games, now - n_all, now + MS_PER_DAY)
    await connection.execute(_SECRETS)
    for version in range(1, max(LENGTHS) + 1):
        await connection.execute(_EVENTS, version)
    n_people = max(1, n_games * 2 // TABLES_OF_PERSON)
    await connection.execute(_PEOPLE, n_people, now)
    await connection.execute(_SEATS, n_people, now - n_all, n_games)
    for index in indexes:
        await connection.execute(index)


async def _insert_real(connection: Any, real: Sequence[RealGame], now: int) -> None:
    games = [
        (
            *(game.game_id, game.version, game.rules, game.spec, "running", True, now),
            *(game.due, game.due, *game.label()),
        )
        for game in real
    ]
    await connection.copy_records_to_table("game", records=games, columns=GAME_COLUMNS)
    events = [row for game in real for row in _entry_rows(game)]
    await connection.copy_records_to_table("event", records=events, columns=EVENT_COLUMNS)
    boxes = [(game.game_id, game.box) for game in real]
    await connection.copy_records_to_table("secret", records=boxes)
    people = [(f"real-{n}", f"Real {n}", f"real {n}", now) for n in range(N_PEOPLE)]
    await connection.copy_records_to_table("person", records=people)
    seats = [
        (f"real-{place % N_PEOPLE}", game.game_id, 0, 2, now + place)
        for place, game in enumerate(real)
    ]
    await connection.copy_records_to_table("seat_held", records=seats)


def _entry_rows(game: RealGame) -> list[tuple[Any, ...]]:
    return [
        (game.game_id, each.version, *entry_row(each.entry, each.status, each.deadline_at))
        for each in game.log
    ]

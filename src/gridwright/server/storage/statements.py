"""All SQL about games, written by hand: the append is the hot path.

The dialect is PostgreSQL's. SQLite runs the same statements with its own parameter syntax, except
where noted.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

_GAME: Final = "game_id, version, rules, spec, status, listed, created_at, deadline_at, wake_at"
_EVENT: Final = (
    "event.version, command_id, seat, kind, lines, data, at, event.status, event.deadline_at"
)

CREATE: Final = """\
WITH made AS (
    INSERT INTO game (game_id, version, rules, spec, status, listed, created_at,
                      deadline_at, wake_at, edition, preset, board, seats, clock)
    VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12)
)
INSERT INTO secret (game_id, box) SELECT $1, $13::bytea WHERE $13 IS NOT NULL
"""
"""The foreign key of the secret is checked at the end of the statement."""

CREATE_GAME: Final = """\
INSERT INTO game (game_id, version, rules, spec, status, listed, created_at, deadline_at, wake_at,
                  edition, preset, board, seats, clock)
VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12)
"""

SQLITE_CREATE_GAME: Final = CREATE_GAME.replace("$", "?")

LOAD: Final = f"SELECT {_GAME} FROM game WHERE game_id = $1"

APPEND: Final = """\
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
"""Append an entry. ON CONFLICT DO NOTHING would increase the version without its entry.

A claim made at the same time may remain: its version is the earlier one, so it is void. A trigger
on the game adds the events of its status to the outbox.
"""

_INTO_LOG: Final = "\nINSERT INTO event"


@cache
def adding_events(append: str) -> str:
    """Return the append that also adds events to the outbox: their kinds, and their data."""
    return append.replace(
        _INTO_LOG,
        f"""\
, added AS (
    INSERT INTO outbox (game_id, version, kind, at, data)
    SELECT $1, moved.version, new.kind, $10, new.data
    FROM moved, unnest($11::text[], $12::text[]) AS new (kind, data)
){_INTO_LOG}""",
    )


SQLITE_ADD_EVENT: Final = """\
INSERT INTO outbox (game_id, version, kind, at, data) VALUES (?1, ?2, ?3, ?4, ?5)
"""
"""Runs after the append, in its transaction."""

DROP_EVENTS: Final = "DELETE FROM outbox WHERE game_id = $1"

SQLITE_APPEND: Final = """\
INSERT INTO event (game_id, version, command_id, seat, kind, lines, data, at, status, deadline_at)
SELECT ?1, version + 1, ?5, ?6, ?7, ?8, ?9, ?10, ?3, ?4 FROM game
WHERE game_id = ?1 AND version = ?2 AND status <> 'archived'
RETURNING version
"""
"""A trigger updates the game, ends its claim and adds to the outbox within the same statement."""

BY_COMMAND: Final = f"SELECT {_EVENT} FROM event WHERE game_id = $1 AND command_id = $2"

ENTRIES: Final = f"""\
SELECT {_EVENT}, event.version IS NULL AND game.status = 'archived'
FROM game LEFT JOIN event ON event.game_id = game.game_id AND event.version > $2
WHERE game.game_id = $1
ORDER BY event.version
LIMIT $3
"""
"""One row of NULLs means a game without such entries; no row means no game.

The last column is true if they may be archived.
"""

CLAIM_DUE: Final = """\
INSERT INTO claim (game_id, version, until)
SELECT game_id, version, $3 FROM game
WHERE wake_at <= $1 AND NOT EXISTS (
    SELECT 1 FROM claim
    WHERE claim.game_id = game.game_id AND claim.version = game.version AND claim.until > $1
)
ORDER BY wake_at LIMIT $2
ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, until = excluded.until
WHERE claim.version < excluded.version
OR (claim.version = excluded.version AND claim.until <= $1)
RETURNING game_id, version, (SELECT deadline_at FROM game WHERE game.game_id = claim.game_id)
"""
"""The conflict is checked against the current claim.

Of two workers that found the same game, the second does not get it. The game itself is neither
written nor locked.
"""

RELEASE: Final = "DELETE FROM claim WHERE game_id = $1 AND version = $2 AND until = $3"
"""The end of the lease distinguishes this claim from a later one."""

END_CLAIM: Final = "DELETE FROM claim WHERE game_id = $1"

END_CLAIMS: Final = (
    "DELETE FROM claim",
    "UPDATE game SET wake_at = deadline_at WHERE wake_at <> deadline_at",
)
"""Claims and postponements of a dead server: the next version may be able to read more tables."""

POSTPONE: Final = """\
UPDATE game SET wake_at = $4 WHERE game_id = $1 AND version = $2 AND EXISTS (
    SELECT 1 FROM claim WHERE claim.game_id = $1 AND claim.version = $2 AND claim.until = $3
)
"""
"""Runs before the release of the claim, in one transaction with it."""

READ_GAMES: Final = f"""\
SELECT {_GAME}, (SELECT box FROM secret WHERE secret.game_id = game.game_id)
FROM game WHERE game_id = ANY($1::text[])
"""

READ_LOGS: Final = f"""\
SELECT event.game_id, {_EVENT}
FROM event WHERE event.game_id = ANY($1::text[])
ORDER BY event.game_id, event.version
"""


def list_games(columns: Iterable[str]) -> str:
    """Return the statement of a lobby page in which these columns have the values from $5 on.

    Each set of columns is a separate statement, so that the database need not guess whether a
    parameter means "any". The index of the lobby contains the columns after its sort keys: rows
    that do not match are skipped without being read.
    """
    criteria = "".join([f" AND {name} = ${place}" for place, name in enumerate(columns, start=5)])
    return f"""\
SELECT {_GAME} FROM game
WHERE listed AND status = $1 AND (created_at, game_id) < ($2, $3){criteria}
ORDER BY created_at DESC, game_id DESC
LIMIT $4
"""


WALK_GAMES: Final = f"SELECT {_GAME} FROM game WHERE game_id > $2 ORDER BY game_id LIMIT $1"

RELABEL: Final = """\
UPDATE game
SET listed = $2, edition = $3, preset = $4, board = $5, seats = $6, clock = $7
WHERE game_id = $1 AND status = 'gathering'
"""

ARCHIVE: Final = """\
UPDATE game SET status = 'archived', deadline_at = NULL, wake_at = NULL
WHERE game_id = $1 AND status IN ('finished', 'abandoned', 'archived')
RETURNING version
"""

IN_ARCHIVE: Final = (
    "SELECT game_id, version, digest, n_bytes, at FROM archived_log WHERE game_id = $1"
)

LONG_OVER: Final = """\
SELECT game.game_id
FROM game LEFT JOIN event ON event.game_id = game.game_id AND event.version = game.version
LEFT JOIN archived_log ON archived_log.game_id = game.game_id
WHERE game.game_id > $1 AND game.status IN ('finished', 'abandoned', 'archived')
AND game.wake_at IS NULL AND archived_log.game_id IS NULL AND event.at < $2
ORDER BY game.game_id LIMIT $3
"""
"""Ids of games that ended long ago, in order.

No index: it would cost every append, and this runs a few times a day. A game whose seed is not yet
revealed has a `wake_at`.
"""

MOVE_OUT: Final = (
    """\
UPDATE game SET status = 'archived', deadline_at = NULL, wake_at = NULL
WHERE game_id = $1 AND version = $2 AND status IN ('finished', 'abandoned', 'archived')
AND wake_at IS NULL
""",
    """\
INSERT INTO archived_log (game_id, version, digest, n_bytes, at)
SELECT game_id, version, $3, $4, $5 FROM game
WHERE game_id = $1 AND version = $2 AND status = 'archived'
ON CONFLICT (game_id) DO NOTHING
RETURNING version
""",
    """\
DELETE FROM event WHERE game_id = $1 AND EXISTS (
    SELECT 1 FROM archived_log WHERE archived_log.game_id = $1 AND archived_log.version = $2
)
""",
)
"""One transaction, for a file that contains the log up to this version.

A game that has changed is left as it is: nothing is closed, recorded or removed.
"""

DELETE: Final = "DELETE FROM game WHERE game_id = $1 RETURNING version"

KEEP_BOX: Final = """\
INSERT INTO secret (game_id, box) VALUES ($1, $2)
ON CONFLICT (game_id) DO UPDATE SET box = excluded.box
"""

BOX: Final = "SELECT box FROM secret WHERE game_id = $1"

HELD_SHARDS: Final = "SELECT number FROM shard"
HOLD_SHARDS: Final = """\
INSERT INTO shard (number) SELECT unnest($1::smallint[]) ON CONFLICT DO NOTHING
"""
SQLITE_HOLD_SHARD: Final = "INSERT INTO shard (number) VALUES (?1) ON CONFLICT DO NOTHING"

PING: Final = "SELECT 1"

SQLITE_BYTES: Final = """\
SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()
"""
POSTGRES_BYTES: Final = "SELECT pg_database_size(current_database())"

TRY_WRITE: Final = """\
INSERT INTO tally (key, since, n) VALUES ('readiness', $1, 1)
ON CONFLICT (key) DO UPDATE SET since = excluded.since
"""
"""Rewrites one row, to check that the disk accepts writes.

Its key cannot collide with counts of attempts, whose keys are hashes.
"""

REVISION: Final = "SELECT version_num FROM alembic_version"


def for_sqlite(statement: str) -> str:
    """Return the statement with SQLite's numbered parameters."""
    return statement.replace("$", "?")

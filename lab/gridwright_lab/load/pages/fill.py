"""A database with many games, most of them finished and half of them public.

Games are copied by the database (``trials.scale``). Their public listing is written too, with
different editions, boards, seats and names. The games at the top of the lists of live games, and
those of the people who send requests, can be replayed.
"""

from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.

from gridwright.server.storage.vault import SeedVault
from gridwright_lab.load.pages.fill_profiles import fill_profiles
from gridwright_lab.trials.scale.filling import Filled, fill

RUNNING_OF: Final = 20
"""One of this number of copies is still running."""

_NUMBER: Final = "('x' || substr(md5(game_id), 1, 6))::bit(24)::int"
"""A number derived from the id."""

_END: Final = f"""\
UPDATE game SET status = 'finished', deadline_at = NULL, wake_at = NULL
WHERE status = 'running' AND created_at < $1 AND {_NUMBER} % {RUNNING_OF} <> 0
"""
_LABELS: Final = f"""\
CREATE TEMP TABLE labelled AS
SELECT game_id, status = 'running' AS is_live, created_at AS at, created_at < $1 AS is_copy,
    n % 20000 AS person, n / 75 % 5 = 0 AS is_close,
    CASE WHEN created_at < $1 THEN (ARRAY['classic', 'deluxe', 'card'])[1 + n / 25 % 3]
         ELSE edition END AS edition,
    CASE WHEN created_at < $1 THEN (ARRAY['usa', 'germany', 'korea', 'italy', 'japan'])[1 + n % 5]
         ELSE board END AS board,
    (CASE WHEN created_at < $1 THEN 2 + n / 5 % 5 ELSE seats END)::smallint AS seats
FROM (SELECT *, {_NUMBER} AS n FROM game) AS numbered
WHERE listed AND status IN ('running', 'finished')
"""
_SHOWN: Final = """\
INSERT INTO shown_game (game_id, is_live, at, due_at, edition, board, seats, has_people, is_close,
                        told)
SELECT game_id, is_live, at, NULL, edition, board, seats, NOT is_live OR NOT is_copy, is_close,
    '{"began_at":' || at - 3600000 || ',"rounds":11,"seats":[["Person",false,1,16],["P'
    || person || '",false,2,15]]}'
FROM labelled
"""
_WORDS: Final = """\
INSERT INTO shown_word (word, at, game_id, edition, board, seats, is_close)
SELECT word, at, game_id, edition, board, seats, is_close
FROM labelled CROSS JOIN LATERAL (VALUES ('person'), ('p' || person)) AS name (word)
WHERE NOT is_live
"""


async def fill_pages(url: str, vault: SeedVault, n_games: int, now: int) -> Filled:
    """Insert `n_games` games and some real ones into empty tables."""
    filled = await fill(url, vault, n_games, now)
    connection = await asyncpg.connect(url, timeout=10, command_timeout=None)
    try:
        async with connection.transaction():
            # Real games were created now, copies before.
            await connection.execute(_END, now)
            await connection.execute(_LABELS, now)
            await connection.execute(_SHOWN)
            await connection.execute(_WORDS)
            await fill_profiles(connection)
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")
    finally:
        await connection.close()
    return filled


async def count_rows(connection: Any) -> dict[str, int]:
    """Return the number of rows of the large tables."""
    tables = (
        *("game", "event", "person", "seat_held", "shown_game", "shown_word"),
        *("rated_game", "rated_seat", "follow", "block"),
    )
    return {name: await connection.fetchval(f"SELECT count(*) FROM {name}") for name in tables}

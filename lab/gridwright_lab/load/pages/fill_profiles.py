"""Rows of profiles: rated games, ratings, followed and blocked people.

Some people have many more games than others: half of all seats are taken by a quarter of them.
"""

from typing import Any, Final

_NUMBERED: Final = "SELECT person_id, row_number() OVER (ORDER BY person_id) - 1 AS n FROM person"
_STATEMENTS: Final = (
    "INSERT INTO profile SELECT person_id, true FROM person",
    """\
INSERT INTO rated_game
SELECT number, game_id, edition, board, 4, created_at, listed,
       CASE WHEN number % 10 = 0 THEN 'helped' ELSE '' END
FROM (
    SELECT *, row_number() OVER (ORDER BY created_at, game_id) AS number
    FROM game WHERE status = 'finished'
) AS over
""",
    f"""\
INSERT INTO rated_seat
SELECT number, seat, person_id, 'person', '', 1 + (number + seat) % 4,
       CASE WHEN (number + seat) % 4 = 0 THEN 60 ELSE 0 END, false,
       CASE WHEN unrated = '' THEN 1500000 + seat END, CASE WHEN unrated = '' THEN 90000 END,
       CASE WHEN unrated = '' THEN 1000 END, edition, board, 4, ended_at
FROM (
    SELECT *, floor(n_people * power(random(), 2))::bigint AS first
    FROM rated_game CROSS JOIN (SELECT count(*) AS n_people FROM person) AS counted OFFSET 0
) AS game
CROSS JOIN generate_series(0, 3) AS seat
JOIN ({_NUMBERED}) AS sitter ON n = (first + seat * (n_people / 4)) % n_people
""",
    """\
INSERT INTO rating SELECT person_id, edition, 'person', 1500000, 90000, 30 FROM person
CROSS JOIN unnest(ARRAY['classic', 'deluxe', 'card']) AS edition
""",
    *[
        f"""\
INSERT INTO {table} SELECT one.person_id, other.person_id, 1
FROM ({_NUMBERED}) AS one CROSS JOIN generate_series(1, {n_each}) AS k
JOIN ({_NUMBERED}) AS other
    ON other.n = (one.n + k * {apart}) % (SELECT count(*) FROM person)
"""
        for table, n_each, apart in (("follow", 10, 1), ("block", 2, 7))
    ],
    """\
INSERT INTO table_invitation SELECT person_id, game_id, 'p0', 1 FROM seat_held
WHERE person_id LIKE 'real-%'
""",
)


async def fill_profiles(connection: Any) -> None:
    """Write the rows for the existing people and games."""
    for statement in _STATEMENTS:
        await connection.execute(statement)

"""Profiles stay quick among many games: ``gridwright-lab trial profiles --games 100000``.

A PostgreSQL of its own is filled with people and finished games, some people with many more than
others. Then profiles and pages of games are asked for over the application's own routes, and the
plan of each statement is read: none may look through a whole table that grows.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]  # It ships no types.
import httpx

from gridwright.server.app import build_app
from gridwright.server.node import open_node
from gridwright.server.people import rating_statements, statements
from gridwright.server.storage.migrate import migrate
from gridwright_lab.trials.bars import Bar, Verdict, share
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.services.databases import fresh_database

KEY: Final = b"p" * 32
MOST_MILLISECONDS: Final = 100
N_SEATS: Final = 4
DAY: Final = 86_400_000
FILL: Final = (
    """\
INSERT INTO person SELECT 'p' || n, 'Person ' || n, 'person ' || n, $1::bigint
FROM generate_series(0, $2::bigint - 1) AS n
""",
    """\
INSERT INTO profile SELECT person_id, true FROM person
WHERE $1::bigint > 0 AND $2::bigint > 0
""",
    """\
INSERT INTO rated_game
SELECT n, 'game-' || n, (ARRAY['classic', 'deluxe', 'card'])[1 + n % 3], 'board-' || n % 40, 4,
       $1::bigint + n * 1000, n % 2 = 0, CASE WHEN n % 10 = 0 THEN 'helped' ELSE '' END
FROM generate_series(1, $2::bigint) AS n
""",
    """\
INSERT INTO rated_seat
SELECT number, seat, 'p' || (first + seat * ($2::bigint / 4)) % $2::bigint, 'person', '',
       1 + (number + seat) % 4, CASE WHEN (number + seat) % 4 = 0 THEN 60 ELSE 0 END, false,
       CASE WHEN unrated = '' THEN 1500000 + seat END, CASE WHEN unrated = '' THEN 90000 END,
       CASE WHEN unrated = '' THEN 1000 END, edition, board, 4, ended_at
FROM (
    SELECT *, floor($2::bigint * power(random(), 2))::bigint AS first FROM rated_game
    WHERE $1::bigint > 0 OFFSET 0
) AS game
CROSS JOIN generate_series(0, 3) AS seat
""",
    """\
INSERT INTO rating SELECT person_id, edition, 'person', 1500000, 90000, 30 FROM person
CROSS JOIN unnest(ARRAY['classic', 'deluxe', 'card']) AS edition
WHERE $1::bigint > 0 AND $2::bigint > 0
""",
    """\
INSERT INTO follow SELECT 'p' || n, 'p' || (n + k) % $2::bigint, $1::bigint
FROM generate_series(0, $2::bigint - 1) AS n CROSS JOIN generate_series(1, 10) AS k
""",
    """\
INSERT INTO block SELECT 'p' || n, 'p' || (n + k * 7) % $2::bigint, $1::bigint
FROM generate_series(0, $2::bigint - 1) AS n CROSS JOIN generate_series(1, 2) AS k
""",
)
"""Each takes a moment and a number: of people, but of games where they are made."""
GROWING: Final = ("rated_game", "rated_seat", "rating", "person", "follow", "block", "profile")
PLANS: Final[dict[str, tuple[str, tuple[Any, ...]]]] = {
    "results": (statements.RESULTS, ("p1", 5_000)),
    "history": (statements.HISTORY, ("p1", 2**53 - 1, 20)),
    "ratings": (statements.RATINGS, ("p1",)),
    "between": (statements.BETWEEN, ("p1", "p2501", 5_000)),
    "rivals": (statements.RIVALS, ("p1", 5_000, 8)),
    "export": (statements.GAMES_OF, ("p1", 0, 20)),
    "followed": (statements.FOLLOWED, ("p1", 500)),
    "blocked": (statements.BLOCKED, ("p1", 500)),
    "invitations": (statements.INVITATIONS, ("p1", 20)),
    "standing": (rating_statements.STANDING, ("p1", "card", "person")),
    "last": (rating_statements.LAST, ()),
}


async def fill(url: str, n_games: int, n_people: int, now: int) -> int:
    """Write all rows; returns how many games the one with most has."""
    connection = await asyncpg.connect(url, timeout=10, command_timeout=None)
    try:
        await connection.execute("SET session_replication_role = replica")
        for statement in FILL:
            count = n_games if "rated_game\nSELECT" in statement else n_people
            await connection.execute(statement, now - n_games * 1000, count)
        await connection.execute("VACUUM ANALYZE")
        most = "SELECT count(*) AS n FROM rated_seat GROUP BY person_id ORDER BY n DESC LIMIT 1"
        return int(await connection.fetchval(most))
    finally:
        await connection.close()


async def read_plans(url: str) -> list[str]:
    """What looks through a whole table."""
    found: list[str] = []
    connection = await asyncpg.connect(url, timeout=10)
    try:
        for name, (statement, values) in PLANS.items():
            plan = await connection.fetchval(f"EXPLAIN (FORMAT JSON) {statement}", *values)
            for table in _scanned(json.loads(plan)[0]["Plan"]):
                if table in GROWING:
                    found.append(f"{name} looks through {table}")
    finally:
        await connection.close()
    return found


def _scanned(node: dict[str, Any]) -> list[str]:
    own = [node["Relation Name"]] if node["Node Type"] == "Seq Scan" else []
    return own + [each for below in node.get("Plans", []) for each in _scanned(below)]


async def try_pages(n_games: int, n_people: int, n_asked: int, seed: int) -> Verdict:
    dice = random.Random(seed)
    with fresh_database() as url:
        await migrate(url)
        most = await fill(url, n_games, n_people, int(time.time() * 1000))
        scans = await read_plans(url)
        waits: dict[str, list[float]] = {"profile": [], "games": []}
        failed: list[str] = []
        async with open_node(url, KEY) as node:
            transport = httpx.ASGITransport(build_app(node))
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                names = [f"Person {int(n_people * dice.random() ** 2)}" for _ask in range(n_asked)]
                for name in ["Person 0", *names]:
                    for kind, path in (("profile", ""), ("games", "/games")):
                        began = time.perf_counter()
                        answer = await client.get(f"/api/people/{name}{path}")
                        waits[kind].append(1_000 * (time.perf_counter() - began))
                        if answer.status_code != httpx.codes.OK or not answer.json():
                            failed.append(f"{name}{path}: {answer.status_code}")
    bars = [
        Bar("requests that failed", len(failed)),
        Bar("statements that look through a whole table", len(scans)),
        Bar("p95 of a profile, ms", round(share(waits["profile"], 95), 1), most=MOST_MILLISECONDS),
        Bar("p95 of a page of games, ms", round(share(waits["games"], 95), 1), most=100),
    ]
    figures = {
        "games": n_games,
        "people": n_people,
        "most games of one person": most,
        "p50 of a profile, ms": round(share(waits["profile"], 50), 1),
        "p99 of a profile, ms": round(share(waits["profile"], 99), 1),
    }
    return Verdict(bars, figures, [*failed, *scans])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--asked", type=int, default=300)
    told = parser.parse_args(arguments)
    trial = try_pages(told.games, told.people, told.asked, told.seed)
    return asyncio.run(trial).print(told.json)

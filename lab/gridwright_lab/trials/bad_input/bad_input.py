"""Bad input changes nothing: ``gridwright-lab trial bad-input --orders 10000``.

It sends thousands of forged, stale, repeated, malformed and out-of-turn requests to a real
server, at tables of all editions in many phases. None may change a table, add a row, or cause a
server error.
"""

import asyncio
import secrets
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.server.app import build_app
from gridwright.server.auth.records import session_id_of
from gridwright.server.auth.sessions import UNSEEN
from gridwright.server.chat.service import Chat
from gridwright.server.storage.vault import SeedVault
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.trials.bad_input.requests import bad_requests
from gridwright_lab.trials.bad_input.sockets import (
    bad_greetings,
    broken_streams,
    try_greeting,
    try_stream,
)
from gridwright_lab.trials.bad_input.target import NO_TOKENS, BadRequest, Target, Tokens
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import KEY, Build, LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import StuckError, TableDriver
from gridwright_lab.trials.thresholds import Threshold, Verdict

CONCURRENCY: Final = 8
"""Concurrent requests."""
MAX_CASES_PER_VISIT: Final = 80
"""Requests to one table before the game continues there."""
SOCKETS_OF_A_VISIT: Final = 4
MAX_ACTIONS: Final = 24
"""Number of actions of people between two visits."""


@dataclass(frozen=True)
class Snapshot:
    """State of a table that a bad request must not change."""

    version: int
    n_rows: int
    status: Status
    digest: str
    seats: str
    n_said: int
    """Number of messages in its chat."""


class Trial:
    """Counts the requests and their results."""

    def __init__(self, server: LiveServer, at_least: int, seed: int) -> None:
        self.server: Final = server
        self.at_least: Final = at_least
        self.dice: Final = Dice(seed + 3)
        self.sent: Final[Counter[str]] = Counter()
        self.statuses: Final[Counter[int]] = Counter()
        self.phases: Final[Counter[str]] = Counter()
        self.changed: Final[list[str]] = []
        self.added: Final[list[str]] = []
        self.wrong: Final[list[str]] = []
        self.seconds: Final[list[float]] = []
        self.n_replayed = 0
        self.tokens = NO_TOKENS

    # Tables

    async def set_up(self, specs: Sequence[TableSpec]) -> list[TableDriver]:
        """Make per spec a table of people and one with bots, then a waiting and a finished one."""
        tables: list[TableDriver] = []
        for spec in specs:
            people = [""] * spec.seats
            tables.append(await self._table(spec, people))
            tables.append(await self._table(spec, ["", *["l0"] * (spec.seats - 1)]))
        waiting = await self._table(replace(specs[0], seats=2), ["", ""], is_ready=False)
        over = await self._table(replace(specs[0], seats=2), ["", "l1"])
        await over.play(5_000, self.dice)
        self.tokens = await self._sign_in()
        return [*tables, waiting, over]

    async def _sign_in(self) -> Tokens:
        """Return a logged-out session, an expired one and a valid one."""
        tokens: list[str] = []
        for name in ("Logged out", "Long gone", "Stranger"):
            proof = {"name": name, "password": secrets.token_hex(8), "bearer": True}
            answer = await self.server.client.post("/api/people", json=proof)
            tokens.append(str(answer.raise_for_status().json()["token"]))
        left, gone, stranger = tokens
        await self.server.client.delete("/api/me/sessions/current", headers=bearer(left))
        age = "UPDATE session SET seen_at = seen_at - $2 WHERE session_id = $1"
        await self.server.node.store.home.change((age, (session_id_of(gone), UNSEEN + 1)))
        return Tokens((left, gone), stranger)

    async def _table(
        self, spec: TableSpec, bots: Sequence[str], is_ready: bool = True
    ) -> TableDriver:
        game_id = await self.server.make(spec.to_json())
        driver = TableDriver(self.server, game_id, spec, bots)
        await driver.fill()
        if is_ready:
            await driver.get_ready()
        return driver

    async def play_on(self, driver: TableDriver) -> TableDriver:
        """Continue a table; start a new game where one has ended or is stuck."""
        if (await driver.table()).status is not Status.RUNNING:
            return driver
        try:
            await driver.play(1 + self.dice.below(MAX_ACTIONS), self.dice)
            if (await driver.table()).status is Status.RUNNING:
                return driver
        except StuckError as stuck:
            # A bad request that took effect has unseated its people: the game cannot continue.
            self.wrong.append(f"play: {stuck}")
        return await self._table(driver.spec, driver.bots)

    def wants_more(self) -> bool:
        """Return whether to continue; stops early if the server fails every request."""
        return sum(self.sent.values()) < self.at_least and len(self.wrong) <= self.at_least // 4

    # Invariants

    async def snapshots(self) -> dict[str, Snapshot]:
        """Return the version of every game in the store."""
        found: dict[str, Snapshot] = {}
        after = ""
        while records := await self.server.node.store.walk_games(after=after):
            for record in records:
                after = record.game_id
                table = await self.server.auditor.load(record.game_id)
                served = await self.server.node.service.load(record.game_id)
                n_rows = await self._n_rows(record.game_id)
                marks = f"{digest(table.state)} {digest(served.state)} {served.version}"
                n_said = await self.server.node[Chat].newest(record.game_id)
                found[record.game_id] = Snapshot(
                    record.version, n_rows, record.status, marks, repr(table.seats), n_said
                )
        return found

    async def _n_rows(self, game_id: str) -> int:
        n_rows = 0
        while entries := await self.server.node.store.entries(game_id, n_rows):
            n_rows += len(entries)
        return n_rows

    def compare(self, before: dict[str, Snapshot], after: dict[str, Snapshot], during: str) -> None:
        for game_id in sorted(before.keys() | after.keys()):
            if game_id not in before or game_id not in after:
                self.added.append(f"{during}: game {game_id}")
                continue
            one, other = before[game_id], after[game_id]
            if one.n_rows != other.n_rows:
                self.added.append(f"{during}: {game_id} {one.n_rows} -> {other.n_rows} rows")
            if one != other:
                self.changed.append(f"{during}: {game_id} {one} -> {other}")

    async def replay_all(self) -> None:
        """Replay every log from its first entry, with the seed that dealt it."""
        store = self.server.node.store
        vault = SeedVault(store, KEY)
        for game_id, standing in (await self.snapshots()).items():
            again = Table(await store.load(game_id), await vault.seed(game_id))
            while entries := await store.entries(game_id, again.version):
                for logged in entries:
                    again.fold(logged)
            marks = f"{digest(again.state)} {digest(again.state)} {again.version}"
            if marks != standing.digest:
                self.changed.append(f"replay: {game_id} {standing.digest} -> {marks}")
            self.n_replayed += 1

    # Requests

    async def visit(self, driver: TableDriver, tables: Sequence[TableDriver]) -> None:
        """Send bad requests to one table, and check all of them afterwards."""
        table = await driver.rest()
        phase = table.game.phases[table.state.phase].NAME if table.actor() is not None else "none"
        self.phases[f"{driver.spec.edition} {table.status.value} {phase}"] += 1
        others = [each for each in tables if each is not driver]
        target = Target(driver, table, others, self.dice, self.tokens)
        attempts = bad_requests(target)
        while len(attempts) > MAX_CASES_PER_VISIT:
            attempts.pop(self.dice.below(len(attempts)))
        before = await self.snapshots()
        n_people = await self._n_people()
        for first in range(0, len(attempts), CONCURRENCY):
            some = attempts[first : first + CONCURRENCY]
            await asyncio.gather(*[self._try(request) for request in some])
        await self._try_sockets(target)
        during = f"{driver.spec.edition} at {table.version}"
        self.compare(before, await self.snapshots(), during)
        if n_people != await self._n_people():
            self.added.append(f"{during}: people, sessions or seats {n_people}")

    async def _n_people(self) -> list[int]:
        """Return the number of rows in the tables of accounts."""
        home = self.server.node.store.home
        names = ("person", "password", "session", "passkey", "seat_held")
        return [(await home.rows(f"SELECT count(*) FROM {name}"))[0][0] for name in names]

    async def _try(self, request: BadRequest) -> None:
        self.sent[request.kind] += 1
        started = time.perf_counter()
        headers = [
            (name.encode(), text.encode("latin-1")) for name, text in request.headers.items()
        ]
        try:
            answer = await self.server.client.request(
                request.method, request.path, content=request.body, headers=headers
            )
        except httpx.HTTPError as error:
            self.wrong.append(f"{request.kind}: {error!r} for {request.body[:120]!r}")
            return
        self.seconds.append(time.perf_counter() - started)
        self.statuses[answer.status_code] += 1
        is_other = request.answer and answer.content != request.answer
        if answer.status_code not in request.wanted or is_other:
            self.wrong.append(
                f"{request.kind}: {request.method} {request.path[:60]} {request.body[:160]!r} "
                f"got {answer.status_code} {answer.text[:120]}"
            )

    async def _try_sockets(self, target: Target) -> None:
        greetings = bad_greetings(target)
        streams = broken_streams(target)
        tried = [
            try_greeting(self.server, greetings[self.dice.below(len(greetings))])
            for _turn in range(SOCKETS_OF_A_VISIT)
        ]
        tried.append(try_stream(self.server, streams[self.dice.below(len(streams))]))
        self.sent["bad greeting"] += SOCKETS_OF_A_VISIT
        self.sent["broken stream"] += 1
        self.wrong.extend([problem for problem in await asyncio.gather(*tried) if problem])

    # Result

    def verdict(self) -> Verdict:
        app = self.server.app
        millis = sorted(round(1000 * each, 1) for each in self.seconds) or [0.0]
        figures: dict[str, Any] = {
            "sent": dict(sorted(self.sent.items())),
            "statuses": {str(status): n for status, n in sorted(self.statuses.items())},
            "scenes": dict(sorted(self.phases.items())),
            "p50_ms": millis[len(millis) // 2],
            "p99_ms": millis[len(millis) * 99 // 100],
            "tables_replayed": self.n_replayed,
        }
        thresholds = [
            Threshold("bad requests sent", sum(self.sent.values()), max(1, self.at_least)),
            Threshold("kinds of bad requests", len(self.sent), 18),
            Threshold("state changes", len(self.changed)),
            Threshold("rows added", len(self.added)),
            Threshold("answers of class 5xx", len(app.server_errors)),
            Threshold("crashes", len(app.crashes)),
            Threshold("answers other than expected", len(self.wrong)),
        ]
        findings = [*app.crashes, *app.server_errors, *self.changed, *self.added, *self.wrong]
        return Verdict(thresholds, figures, findings)


SPECS: Final = (
    default_spec("classic", seats=3),
    replace(default_spec("deluxe", seats=3), hidden_money=True),
    default_spec("card", seats=3),
)


async def run(
    n_orders: int, seed: int = 0, database: str = "", build: Build = build_app
) -> Verdict:
    """Send `n_orders` bad requests, and continue the games in between."""
    async with open_live_server(database, build) as server:
        trial = Trial(server, n_orders, seed)
        tables = await trial.set_up(SPECS)
        while trial.wants_more():
            for place, driver in enumerate(tables):
                if trial.wants_more():
                    await trial.visit(driver, tables)
                    tables[place] = await trial.play_on(driver)
        await trial.replay_all()
        return trial.verdict()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--orders", type=int, default=10_000)
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.orders, chosen.seed, chosen.database))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

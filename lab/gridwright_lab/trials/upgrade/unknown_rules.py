"""A quarantined table: its rules identity is unknown to a server with many others."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import websockets

from gridwright.server.app import OPERATIONS
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.watchers import TABLE_QUARANTINED
from gridwright.server.node import clock
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.inspection import check
from gridwright.server.wire.operation import Audience, Operation
from gridwright.server.worker.service import Worker
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server
from gridwright_lab.trials.upgrade.corpus import DATABASE, Corpus

UNKNOWN: Final = "0" * 64
CODE_QUARANTINED: Final = "set_aside"
N_SWEEPS: Final = 3
N_CHECKED: Final = 8
"""Tables that are checked as ``admin check`` does, beside the one."""
QUERIES: Final = {"plan": {"cities": "1,2"}}
"""Request bodies by the name of the route."""
PLACES: Final = {"seat": "0", "number": "1"}
"""Values of path parameters other than the table."""


@dataclass
class Findings:
    """Behaviour of the server with the table."""

    quarantined: set[str] = field(default_factory=set)
    """Tables that a list or a route reported as quarantined."""
    server_errors: list[str] = field(default_factory=list)
    n_refused: int = 0
    """Refusals of routes, sockets and orders because the table is quarantined."""
    other_answers: list[str] = field(default_factory=list)
    """Responses other than the refusal of a quarantined table."""
    played: set[str] = field(default_factory=set)
    """Other tables that moved on."""
    hidden: list[str] = field(default_factory=list)
    """Tables that are missing from a list."""
    broken: set[str] = field(default_factory=set)
    """Tables that ``admin check`` names."""
    n_claims: int = 0
    """Claims of the table by the worker in some sweeps; one is enough."""
    unready: list[str] = field(default_factory=list)
    """Wrong statements of the node about itself."""


def plant(place: Path, game_id: str) -> None:
    """Set an unknown rules identity in one row, and make the game due for a worker."""
    with closing(sqlite3.connect(place / DATABASE)) as connection, connection:
        connection.execute(
            "UPDATE game SET rules = ?, deadline_at = 1, wake_at = 1 WHERE game_id = ?",
            (UNKNOWN, game_id),
        )


async def try_unknown_rules(place: Path, corpus: Corpus, games: Sequence[str]) -> Findings:
    """Set an unknown rules identity at a table of the person, and call every operation."""
    broken_game = corpus.person.tables[0]
    plant(place, broken_game)
    async with open_live_server(f"sqlite:///{place / DATABASE}", with_worker=False) as server:
        visit = _Visit(server, corpus, broken_game)
        await visit.sign_in()
        await visit.play_others([game for game in games if game != broken_game])
        for operation in OPERATIONS:
            if operation.path.startswith("/api/tables/{game_id}"):
                await visit.ask(operation)
        await visit.watch()
        await visit.look_at_lists()
        await visit.sweep()
        await visit.look_after(games)
        return visit.findings


class _Visit:
    """All requests to one server."""

    def __init__(self, server: LiveServer, corpus: Corpus, broken_game: str) -> None:
        self._server: Final = server
        self._corpus: Final = corpus
        self._broken_game: Final = broken_game
        self._lines: Final = corpus.continuations()
        self._token = ""
        self.findings: Final = Findings()

    async def sign_in(self) -> None:
        """The account is in the database, too."""
        person = self._corpus.person
        body = {"name": person.name, "password": person.password, "bearer": True}
        answer = await self._server.client.post("/api/sessions", json=body)
        self._token = answer.raise_for_status().json()["token"]

    def _ticket(self, table: Table, seat: int) -> dict[str, str]:
        ticket = Ticket(table.game_id, seat, table.seats[seat].since)
        return bearer(self._server.node.tickets.write(ticket))

    async def play_others(self, games: Sequence[str]) -> None:
        """One order of a person at every other table, or one turn of its bot."""
        service = self._server.node.service
        for game_id in games:
            table = await service.load(game_id)
            version = table.version
            if table.status is Status.GATHERING:
                await self._order(table, 0, {"type": "ready", "contribution": "00" * 16})
            elif (seat := table.actor()) is None or table.seats[seat].bot:
                await service.wake(game_id, version)
            else:
                line = self._lines[game_id][0].split(" ", 1)[1]
                await self._order(table, seat, {"type": "act", "line": line})
            if (await service.load(game_id)).version > version:
                self.findings.played.add(game_id)

    async def _order(self, table: Table, seat: int, order: dict[str, Any]) -> None:
        order = {**order, "command_id": "upgraded", "expected": table.version}
        path = f"/api/tables/{table.game_id}/orders"
        headers = self._ticket(table, seat)
        await self._server.client.post(path, json=order, headers=headers)

    async def ask(self, operation: Operation) -> None:
        """Request a route about the table, with the required credentials."""
        path = operation.path.format(game_id=self._broken_game, **PLACES)
        ticket = Ticket(self._broken_game, 0, 1)
        token = self._token
        if operation.audience not in (Audience.PERSON, Audience.HOST):
            token = self._server.node.tickets.write(ticket)
        body = (
            None
            if operation.request_example is None
            else msgspec.to_builtins(operation.request_example)
        )
        answer = await self._server.client.request(
            operation.method,
            path,
            params=QUERIES.get(operation.name),
            json=body,
            headers=bearer(token),
        )
        if answer.status_code < 500 and answer.json().get("code") == CODE_QUARANTINED:
            self.findings.n_refused += 1
            self.findings.quarantined.add(self._broken_game)
        else:
            told = f"{operation.name}: {answer.status_code} {answer.text[:100]}"
            self.findings.other_answers.append(told)

    async def watch(self) -> None:
        """A socket is closed with the reason."""
        address = self._server.address.replace("http", "ws", 1)
        async with websockets.connect(f"{address}/api/tables/{self._broken_game}/socket") as socket:
            await socket.send("{}")
            await socket.wait_closed()
        if socket.close_code == TABLE_QUARANTINED:
            self.findings.n_refused += 1
        else:
            self.findings.other_answers.append(f"socket: {socket.close_code}")

    async def look_at_lists(self) -> None:
        """Check that own tables and the lobby list all other tables, and report this one."""
        path = "/api/me/tables"
        answer = await self._server.client.get(path, headers=bearer(self._token))
        mine = {each["game_id"]: each["status"] for each in answer.raise_for_status().json()}
        self.findings.hidden += [
            f"{path}: {game}" for game in self._corpus.person.tables if game not in mine
        ]
        self.findings.quarantined.update(
            [game for game, status in mine.items() if status == CODE_QUARANTINED]
        )
        if mine.get(self._broken_game) != CODE_QUARANTINED:
            self.findings.hidden.append(f"{path} does not report {self._broken_game}")
        for status in (Status.GATHERING, Status.RUNNING):
            await self._look_at_lobby(status)

    async def _look_at_lobby(self, status: Status) -> None:
        found: set[str] = set()
        aside: set[str] = set()
        query = {"status": status.value}
        while True:
            answer = await self._server.client.get("/api/tables", params=query)
            page = answer.raise_for_status().json()
            found.update([each["game_id"] for each in page["tables"]])
            aside.update(page["set_aside"])
            if not page["next"]:
                break
            query["after"] = page["next"]
        for game in self._corpus.games:
            record = await self._server.node.store.load(game.game_id)
            if record.listed and record.status is status:
                told = aside if game.game_id == self._broken_game else found
                if game.game_id not in told:
                    self.findings.hidden.append(f"lobby: {game.game_id}")
        self.findings.quarantined.update(aside)

    async def sweep(self) -> None:
        """The worker looks at the table, and then leaves it alone for a while."""
        store, worker = self._server.node.store, self._server.node[Worker]
        before = (await store.load(self._broken_game)).wake_at
        for _sweep in range(N_SWEEPS):
            await worker.sweep()
            after = (await store.load(self._broken_game)).wake_at
            self.findings.n_claims += after != before
            before = after
        if before is None or before <= clock():
            self.findings.unready.append(f"the table is due immediately again: {before}")

    async def look_after(self, games: Sequence[str]) -> None:
        """Check what an operator sees."""
        node = self._server.node
        answer = await self._server.client.get("/readyz")
        if answer.status_code != 200:
            self.findings.unready.append(f"/readyz: {answer.status_code}")
        figures = (await self._server.client.get("/metrics")).text
        if "gridwright_tables_set_aside 1.0" not in figures:
            self.findings.unready.append("/metrics does not count one quarantined table")
        vault = SeedVault(node.store, KEY)
        for game_id in [self._broken_game, *games[:N_CHECKED]]:
            finding = await check(node.store, vault, await node.store.load(game_id))
            if finding.problem:
                self.findings.broken.add(game_id)
        app = self._server.app
        self.findings.server_errors += [*app.server_errors, *app.crashes]


def told(findings: Findings) -> list[str]:
    """Everything that is wrong, one line each."""
    return [
        *findings.server_errors,
        *findings.other_answers,
        *findings.hidden,
        *findings.unready,
    ]

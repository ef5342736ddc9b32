"""Registration by invitation only: ``gridwright-lab trial invitations --attempts 1000``.

A host admits people by invitation alone. Then clients without an invitation try to register:
without a code, by guessed codes, by codes that differ in one letter from a valid one, by codes that
are used up, expired or revoked, by the hash in the database, and by every other route that creates
something. Finally, many compete for the last uses of one code. No uninvited person is admitted, and
with a code no more than it allows.
"""

import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final

import httpx

from gridwright.content.table import default_spec
from gridwright.server.accounts.invitations import code_hash_of, new_code
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict

PASSWORD: Final = "correct horse battery"
TRIES_OF_AN_ADDRESS: Final = 250
"""Below the limit of an address, so that every response is about the code."""
RACES: Final = 6
RACERS: Final = 12
USES: Final = 3
"""Uses of the code in the race."""
TOO_MANY: Final = 429
CREATED: Final = 201


class Besieged:
    """A server with registration by invitation, and the clients that try to register."""

    def __init__(self, server: LiveServer, seed: int) -> None:
        self._server: Final = server
        self._dice: Final = Random(seed)
        self._n_addresses = 0
        self._n_names = 0
        self._host = ""
        self.counts: Final[Counter[str]] = Counter()
        self.codes: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []

    @asynccontextmanager
    async def stranger(self) -> AsyncIterator[httpx.AsyncClient]:
        """Yield a client with its own address: every loopback address is this machine."""
        self._n_addresses += 1
        address = f"127.2.{self._n_addresses // 250}.{self._n_addresses % 250 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        async with httpx.AsyncClient(
            base_url=self._server.address, transport=transport, timeout=60
        ) as client:
            yield client

    async def prepare(self) -> None:
        """Appoint a host, and close registration."""
        async with self.stranger() as client:
            answer = await self.register(client, "", "Host")
            answer.raise_for_status()
            made = answer.json()
        self._host = str(made["token"])
        home = self._server.node.store.home
        await home.change_one("INSERT INTO host_role VALUES ($1, 0)", made["person_id"])
        body = {"name": "Club", "welcome": "", "registration": "invited"}
        (await self.ask("PUT", "/api/host/club", body)).raise_for_status()

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = bearer(self._host)
        return await self._server.client.request(method, path, json=body, headers=headers)

    async def invite(self, most_uses: int) -> tuple[str, str]:
        """Return the code and the id of a new invitation."""
        body = {"label": "Trial", "most_uses": most_uses}
        answer = await self.ask("POST", "/api/host/invitations", body)
        answer.raise_for_status()
        return answer.json()["code"], answer.json()["invitation"]["invitation_id"]

    async def register(
        self, client: httpx.AsyncClient, code: Any, name: str = ""
    ) -> httpx.Response:
        self._n_names += 1
        name = name or f"Stranger {self._n_names}"
        body = {"name": name, "password": PASSWORD, "bearer": True, "invitation": code}
        return await client.post("/api/people", json=body)

    async def bad_codes(self) -> list[tuple[str, Any]]:
        """Return invalid codes, each with the reason."""
        good, _id = await self.invite(1)
        place = self._dice.randrange(len(good))
        letter = "A" if good[place] != "A" else "B"
        used, _id = await self.invite(1)
        async with self.stranger() as client:
            (await self.register(client, used)).raise_for_status()
            self.counts["invited"] += 1
        over, over_id = await self.invite(5)
        home = self._server.node.store.home
        expire = "UPDATE invitation SET expires_at = $2 WHERE invitation_id = $1"
        await home.change_one(expire, over_id, self._server.node.clock())
        ended, ended_id = await self.invite(5)
        await self.ask("DELETE", f"/api/host/invitations/{ended_id}")
        return [
            ("one letter off", good[:place] + letter + good[place + 1 :]),
            ("other case", good.swapcase()),
            ("with a space", good + " "),
            ("cut off", good[:-1]),
            ("used up", used),
            ("over", over),
            ("ended", ended),
            ("the hash", (code_hash_of(good) or "")[:64]),
            ("a pattern", "%" * 22),
            ("a quote", "' OR '1'='1' --"),
            ("null", None),
            ("a list", [good]),
            ("the id", over_id),
            ("nothing", ""),
        ]

    async def attempt(self, n_attempts: int) -> None:
        """Try to register `n_attempts` times without a valid invitation."""
        kinds = await self.bad_codes()
        for first in range(0, n_attempts, TRIES_OF_AN_ADDRESS):
            async with self.stranger() as client:
                for number in range(first, min(n_attempts, first + TRIES_OF_AN_ADDRESS)):
                    kind, code = kinds[number % len(kinds)] if number % 2 else ("guess", new_code())
                    await self._try(client, kind, code)

    async def _try(self, client: httpx.AsyncClient, kind: str, code: Any) -> None:
        answer = await self.register(client, code)
        self.counts["attempts"] += 1
        self.codes["let in" if answer.is_success else str(answer.json()["code"])] += 1
        if answer.is_success:
            self.counts["got in"] += 1
            self.findings.append(f"{kind}: {answer.status_code}")

    async def by_other_ways(self) -> None:
        """Try every other route that creates a person, a session, a token or a table."""
        proof = {"name": "Stranger", "password": PASSWORD, "bearer": True}
        spec = default_spec("card", seats=2).to_json()
        async with self.stranger() as client:
            puzzle = (await client.get("/api/puzzles/daily")).json()["puzzle_id"]
            ways: list[tuple[str, str, Any]] = [
                ("POST", "/api/sessions", proof),
                ("POST", "/api/sessions/passkey", {"state": "x", "credential": {}, "bearer": True}),
                ("POST", "/api/me/tokens", {"label": "x", "scopes": ["play"], "password": "x"}),
                ("POST", "/api/tables", {"spec": spec}),
                ("POST", "/api/tables", {"spec": spec, "listed": True}),
                ("POST", f"/api/puzzles/{puzzle}/tries", None),
                ("POST", "/api/host/invitations", {"label": "x", "most_uses": 5}),
                ("PUT", "/api/host/club", {"name": "", "welcome": "", "registration": "open"}),
                ("PATCH", "/api/me", {"name": "Me"}),
            ]
            for method, path, body in ways:
                for headers in ({}, bearer(f"gws_{secrets.token_urlsafe(32)}")):
                    answer = await client.request(method, path, json=body, headers=headers)
                    self.counts["other ways tried"] += 1
                    if answer.is_success:
                        self.counts["got in"] += 1
                        self.findings.append(f"{method} {path}: {answer.status_code}")

    async def race(self) -> None:
        """Register many people in parallel with a code for a few."""
        code, invitation_id = await self.invite(USES)

        async def run() -> int:
            async with self.stranger() as client:
                while (answer := await self.register(client, code)).status_code == TOO_MANY:
                    await asyncio.sleep(0.05)  # Only a few passwords are hashed at the same time.
                return answer.status_code

        statuses = await asyncio.gather(*[run() for _racer in range(RACERS)])
        n_let_in = statuses.count(CREATED)
        self.counts["racers"] += RACERS
        self.counts["invited"] += n_let_in
        self.counts["let in beyond the uses"] += max(0, n_let_in - USES)
        self.counts["uses lost in a race"] += max(0, USES - n_let_in)
        rows = await self._server.node.store.home.rows(
            "SELECT uses FROM invitation WHERE invitation_id = $1", invitation_id
        )
        self.counts["uses miscounted"] += int(rows[0][0] != n_let_in)

    async def people(self) -> int:
        """Return the number of people beyond the host and those who were invited."""
        return await self._server.node.accounts.store.count() - 1 - self.counts["invited"]


async def run(n_attempts: int, n_races: int = RACES, database: str = "", seed: int = 0) -> Verdict:
    """Run the attempts and the races on one server."""
    async with open_live_server(database) as server:
        besieged = Besieged(server, seed)
        await besieged.prepare()
        await besieged.attempt(n_attempts)
        await besieged.by_other_ways()
        for _race in range(n_races):
            await besieged.race()
        counts = besieged.counts
        failures = len(server.app.server_errors + server.app.crashes)
        thresholds = [
            Threshold("attempts", counts["attempts"], n_attempts),
            Threshold("racers", counts["racers"], n_races * RACERS),
            Threshold("let in without an invitation", counts["got in"]),
            Threshold("people without an invitation", await besieged.people()),
            Threshold("let in beyond the uses of a code", counts["let in beyond the uses"]),
            Threshold("uses lost in a race", counts["uses lost in a race"]),
            Threshold("uses miscounted", counts["uses miscounted"]),
            Threshold("answers of class 5xx and crashes", failures),
        ]
        figures = {
            "answers": dict(sorted(besieged.codes.items())),
            "other ways tried": counts["other ways tried"],
            "invited": counts["invited"],
        }
        return Verdict(thresholds, figures, [*besieged.findings, *server.app.crashes])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--attempts", type=int, default=1_000)
    parser.add_argument("--races", type=int, default=RACES)
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.attempts, chosen.races, chosen.database, chosen.seed))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Guessing is slow and reveals nothing: ``gridwright-lab trial guessing``.

Three attacks on a real server. First a client probes which names exist: all responses must be equal
byte by byte, and their times must not differ either. Then many addresses guess the password of one
account while other users sign in: the rate limit admits few guesses, and the other users notice
nothing. Last, some addresses guess at new names all the time, which no limit of an account stops:
the hashes must not delay the other users either.
"""

import asyncio
import math
import secrets
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx

from gridwright.server.auth.guess_limits import PER_ACCOUNT, PER_ADDRESS
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

ASKS_OF_A_NAME: Final = 15
"""Attempts per name, below the limit, so that every response is about the password."""
TRIES_OF_AN_ADDRESS: Final = 250
CLOSEST: Final = 0.05
"""Tolerance around 1/2 of the chance to recognise an existing name by response time."""
MAX_MS: Final = 500
"""Milliseconds within which 19 of 20 sign-ins must finish during an attack."""
CONCURRENCY: Final = 16
CALM_SECONDS: Final = 2.0
SPRAYERS: Final = 8
"""Addresses that guess at many names concurrently."""
CALM: Final = "p95 of others' sign-ins in ms before"
SPRAYED: Final = "p95 of others' sign-ins in ms while names were sprayed"
HASHES_BETWEEN: Final = "hashes that others waited for while names were sprayed, p95"
"""The same measure without a clock, for machines with other load."""
PASSWORD: Final = "correct horse battery"


class Guessing:
    """One server, and clients without an account."""

    def __init__(self, server: LiveServer) -> None:
        self.server: Final = server
        self._n_addresses = 0
        self.findings: Final[list[str]] = []
        self.n_sent_away = 0
        """Rejected sign-ins with the right password."""
        self._hashes_between: list[float] = []
        """Other passwords checked during each sign-in with the right password."""

    @asynccontextmanager
    async def stranger(self) -> AsyncIterator[httpx.AsyncClient]:
        """Yield a client with its own address: every loopback address is this machine."""
        self._n_addresses += 1
        address = f"127.1.{self._n_addresses // 250}.{self._n_addresses % 250 + 1}"
        # Loading TLS certificates, which are not used here, would delay the server.
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        async with httpx.AsyncClient(
            base_url=self.server.address, transport=transport, timeout=60
        ) as client:
            yield client

    async def register(self, n_people: int) -> list[str]:
        names = [f"Known {secrets.token_hex(4)}" for _person in range(n_people)]
        for first in range(0, n_people, TRIES_OF_AN_ADDRESS):
            async with self.stranger() as client:
                for name in names[first : first + TRIES_OF_AN_ADDRESS]:
                    proof = {"name": name, "password": PASSWORD, "bearer": True}
                    (await client.post("/api/people", json=proof)).raise_for_status()
        return names

    # Probing names

    async def ask(self, n_asks: int) -> tuple[list[Threshold], dict[str, Any]]:
        """Sign in with `n_names` known names and as many unknown ones, alternately."""
        n_names = -(-n_asks // ASKS_OF_A_NAME)
        known = await self.register(n_names)
        # Names of the same length: the length must not reveal them.
        unknown = [f"Known {secrets.token_hex(4)}" for _name in range(n_names)]
        answers: dict[bytes, int] = {}
        seconds: tuple[list[float], list[float]] = ([], [])
        for first in range(0, n_asks, TRIES_OF_AN_ADDRESS // 2):
            async with self.stranger() as client:
                await client.get("/healthz")
                for place in range(first, min(n_asks, first + TRIES_OF_AN_ADDRESS // 2)):
                    pair = [(0, known), (1, unknown)]
                    for kind, names in pair if place % 2 else pair[::-1]:
                        started = time.perf_counter()
                        answer = await self.sign_in(client, names[place % n_names], "wrong guess")
                        seconds[kind].append(time.perf_counter() - started)
                        told = _told(answer)
                        answers[told] = answers.get(told, 0) + 1
        if len(answers) > 1:
            self.findings.append(f"answers differ: {list(answers)}")
        chance = chance_to_tell(*seconds)
        allowed = max(CLOSEST, 4 * spread(n_asks))
        figures = {
            "chance to tell by time": round(chance, 3),
            "allowed": f"{0.5 - allowed:.3f} to {0.5 + allowed:.3f}",
        }
        thresholds = [
            Threshold("names asked for", len(seconds[0]) + len(seconds[1]), max(1, 2 * n_asks)),
            Threshold("different answers beyond one", max(0, len(answers) - 1)),
            Threshold("times that tell who exists", int(abs(chance - 0.5) > allowed)),
        ]
        return thresholds, figures

    # Guessing

    async def guess(self, n_guesses: int) -> tuple[list[Threshold], dict[str, Any]]:
        """Guess at one account, while others sign in with their own passwords."""
        victim, *others = await self.register(6)
        calm = await self._calm(others)
        before = self.server.node.accounts.passwords.n_verified
        over = asyncio.Event()
        signing_in = asyncio.create_task(self._others(others, over))
        statuses: list[int] = []
        for first in range(0, n_guesses, TRIES_OF_AN_ADDRESS):
            async with self.stranger() as client:
                for start in range(first, min(n_guesses, first + TRIES_OF_AN_ADDRESS), CONCURRENCY):
                    end = min(n_guesses, first + TRIES_OF_AN_ADDRESS, start + CONCURRENCY)
                    guesses = [f"guess number {n}" for n in range(start, end)]
                    answers = await asyncio.gather(
                        *[self.sign_in(client, victim, guess) for guess in guesses]
                    )
                    statuses += [answer.status_code for answer in answers]
        over.set()
        waits = sorted(await signing_in)
        async with self.stranger() as client:
            late = await self.sign_in(client, victim, PASSWORD)
        n_verified = self.server.node.accounts.passwords.n_verified - before
        n_looked_at = n_verified - (len(waits) - self.n_sent_away)
        figures = {
            "guesses looked at": n_looked_at,
            "others who signed in": len(waits),
            CALM: round(1_000 * share(calm, 95)),
        }
        thresholds = [
            Threshold("guesses sent", len(statuses), max(1, n_guesses)),
            Threshold("guesses looked at beyond the limit", max(0, n_looked_at - PER_ACCOUNT.most)),
            Threshold(
                "guesses that were let in", statuses.count(201) + int(late.status_code == 201)
            ),
            Threshold(
                "p95 of others' sign-ins in ms while one account is guessed",
                round(1_000 * share(waits, 95)),
                most=MAX_MS,
            ),
        ]
        return thresholds, figures

    async def spray(self, n_guesses: int) -> tuple[list[Threshold], dict[str, Any]]:
        """Guess at new names all the time from several addresses, while others sign in."""
        others = await self.register(5)
        calm = await self._calm(others)
        self._hashes_between.clear()
        before = self.server.node.accounts.passwords.n_verified
        over = asyncio.Event()
        signing_in = asyncio.create_task(self._others(others, over))
        per_address = -(-n_guesses // SPRAYERS)
        sprayed = await asyncio.gather(*[self._spray(per_address) for _address in range(SPRAYERS)])
        over.set()
        waits = sorted(await signing_in)
        statuses = [status for each in sprayed for status in each]
        figures = {
            "sprayed guesses looked at": self.server.node.accounts.passwords.n_verified
            - before
            - len(waits),
            "sprayed guesses sent away": statuses.count(429),
            CALM: round(1_000 * share(calm, 95)),
            HASHES_BETWEEN: round(share(sorted(self._hashes_between), 95)),
        }
        thresholds = [
            Threshold("sprayed guesses sent", len(statuses), max(1, n_guesses)),
            Threshold("sprayed guesses that were let in", statuses.count(201)),
            Threshold("others who signed in while names were sprayed", len(waits), 20),
            Threshold("others who were sent away", self.n_sent_away),
            Threshold(SPRAYED, round(1_000 * share(waits, 95)), most=MAX_MS),
        ]
        return thresholds, figures

    async def _spray(self, n_guesses: int) -> list[int]:
        """Guess passwords of unknown names from one address; return each status."""
        statuses: list[int] = []
        async with self.stranger() as client:
            while len(statuses) < n_guesses:
                names = [f"Spray {secrets.token_hex(6)}" for _guess in range(CONCURRENCY)]
                answers = await asyncio.gather(
                    *[self.sign_in(client, name, "wrong guess") for name in names]
                )
                statuses += [answer.status_code for answer in answers]
        return statuses

    async def _calm(self, names: list[str]) -> list[float]:
        """Measure signing in without an attack, for comparison."""
        over = asyncio.Event()
        asyncio.get_running_loop().call_later(CALM_SECONDS, over.set)
        return await self._others(names, over)

    async def _others(self, names: list[str], over: asyncio.Event) -> list[float]:
        """Sign in repeatedly; return the duration of each sign-in."""
        waits: list[float] = []
        while not over.is_set() or not waits:
            async with self.stranger() as client:
                for _try in range(PER_ADDRESS.most // 2):
                    passwords = self.server.node.accounts.passwords
                    n_before = passwords.n_verified
                    started = time.perf_counter()
                    name = names[len(waits) % len(names)]
                    answer = await self.sign_in(client, name, PASSWORD)
                    if not answer.is_success:
                        self.findings.append(f"another user got {answer.status_code}")
                        self.n_sent_away += 1
                    waits.append(time.perf_counter() - started)
                    self._hashes_between.append(passwords.n_verified - n_before - 1)
                    await asyncio.sleep(0.05)
                    if over.is_set():
                        break
        return waits

    async def sign_in(self, client: httpx.AsyncClient, name: str, password: str) -> httpx.Response:
        proof = {"name": name, "password": password, "bearer": True}
        return await client.post("/api/sessions", json=proof)


def _told(answer: httpx.Response) -> bytes:
    """Return the whole response except the date."""
    headers = [pair for pair in answer.headers.raw if pair[0].lower() != b"date"]
    return repr((answer.status_code, headers, answer.content)).encode()


def chance_to_tell(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the share of pairs in which the first value is larger: 1/2 reveals nothing."""
    n_above = sum([(a > b) + (a == b) / 2 for a in one for b in other])
    return n_above / (len(one) * len(other))


def spread(n_asks: int) -> float:
    """Return the standard deviation of that chance if there is no difference."""
    return math.sqrt((2 * n_asks + 1) / (12 * n_asks * n_asks))


async def run(n_asks: int, n_guesses: int, n_sprayed: int, database: str = "") -> Verdict:
    async with open_live_server(database) as server:
        trial = Guessing(server)
        thresholds, figures = await trial.ask(n_asks)
        more_bars, more_figures = await trial.guess(n_guesses)
        last_bars, last_figures = await trial.spray(n_sprayed)
        app = server.app
        thresholds = [
            *thresholds,
            *more_bars,
            *last_bars,
            Threshold("answers of class 5xx", len(app.server_errors)),
        ]
        findings = [*app.crashes, *app.server_errors, *trial.findings]
        return Verdict(thresholds, figures | more_figures | last_figures, findings)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, on_database=True)
    parser.add_argument("--asks", type=int, default=1_000)
    parser.add_argument("--guesses", type=int, default=10_000)
    parser.add_argument("--sprayed", type=int, default=2_000, help="guesses at ever new names")
    chosen = parser.parse_args(arguments)
    n_asks, n_guesses, n_sprayed = [
        max(1, each) for each in (chosen.asks, chosen.guesses, chosen.sprayed)
    ]
    verdict = asyncio.run(run(n_asks, n_guesses, n_sprayed, chosen.database))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

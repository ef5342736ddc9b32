"""Whole games over the wire: ``gridwright-lab trial wire-games --games 100``.

Two nodes for orders, one for sockets and a worker run as processes of their own on PostgreSQL and
Redis. Bots and players play games of every edition to the end. Then all records of a game must be
equal: the frames on the players' sockets, the transcript, and the log in the database.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import default_spec
from gridwright.engine.codec import observation_values
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.notation import NotationError
from gridwright.engine.observe import observe
from gridwright.fair.replay import replay
from gridwright.fair.transcript import parse_transcript
from gridwright.fair.verify import verify
from gridwright.server.operations.settings import KEY_FILE
from gridwright.server.storage.contract import Store
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.inspection import load_table
from gridwright.table.entries import Status
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.services.http_client import NoAnswer
from gridwright_lab.trials.services.private_postgres import private_postgres
from gridwright_lab.trials.services.private_redis import private_redis
from gridwright_lab.trials.services.server_process import ServerProcess, started
from gridwright_lab.trials.thresholds import Threshold, Verdict
from gridwright_lab.trials.wire_games.socket_player import (
    DONE,
    Nodes,
    ProtocolFault,
    SocketPlayer,
    Tally,
)

EDITIONS: Final = ("classic", "deluxe", "card")
FEWEST_SEATS: Final = 2
MAX_SEATS: Final = 6
MAX_PEOPLE: Final = 3
CONCURRENCY: Final = 12
"""Tables played at the same time; more make two cores no faster."""
ERRORS: Final = ("error", "critical")


def bots_at(number: int) -> list[str]:
    """Return the bot of each seat of a game by its number; empty for a person.

    Every number of seats from two to six comes up, with one to three people and at least one bot.
    """
    kinds = MAX_SEATS - FEWEST_SEATS + 1
    n_seats = FEWEST_SEATS + number % kinds
    n_people = min(1 + number // kinds % MAX_PEOPLE, n_seats - 1)
    people = {(number + place) % n_seats for place in range(n_people)}
    return [
        "" if seat in people else ("l0" if (number + seat) % 3 == 0 else "l1")
        for seat in range(n_seats)
    ]


class WireGames:
    """Plays games and counts what does not agree."""

    def __init__(
        self, servers: Mapping[str, ServerProcess], store: Store, key: bytes, seed: int
    ) -> None:
        self._servers: Final = servers
        self._store: Final = store
        self._vault: Final = SeedVault(store, key)
        self._seed: Final = seed
        self.tally: Final = Tally()
        self.finished: Final[Counter[str]] = Counter()
        self.played: Final[list[tuple[str, list[SocketPlayer]]]] = []
        """Games that are over, and the people who played them."""
        self.faults: Final[list[str]] = []
        self.unverified: Final[list[str]] = []
        self.digests: Final[list[str]] = []
        """Games whose ends differ between two who saw them."""
        self.views: Final[list[str]] = []
        """Pages that show something else than the game."""
        self.n_views = 0

    async def play_all(self, games: Sequence[tuple[str, int]], n_parallel: int) -> None:
        """Play games, given by edition and number, some of them at the same time."""
        waiting = list(reversed(games))

        async def keep_playing() -> None:
            while waiting:
                edition, number = waiting.pop()
                nodes = self.nodes()
                try:
                    await self._play(nodes, edition, number)
                except* (ProtocolFault, NoAnswer, IllegalAction, NotationError) as failed:
                    self.faults.extend([f"{edition} {number}: {x!r}" for x in failed.exceptions])
                finally:
                    await nodes.close()

        await asyncio.gather(*[keep_playing() for _place in range(n_parallel)])

    def nodes(self) -> Nodes:
        addresses = [self._servers[name].address for name in ("api_one", "api_two")]
        return Nodes(addresses, self._servers["ws"].address, self.tally)

    async def _play(self, nodes: Nodes, edition: str, number: int) -> None:
        bots = bots_at(number)
        spec = default_spec(edition, seats=len(bots))
        made = await nodes.ask_json("POST", "/api/tables", {"spec": spec.to_json()})
        game_id = made["game_id"]
        path = f"/api/tables/{game_id}"
        people: list[SocketPlayer] = []
        version = 0
        for seat, bot in enumerate(bots):
            sitting = {"name": f"Seat {seat}", "bot": bot}
            seated = await nodes.ask_json("POST", f"{path}/seats/{seat}", sitting)
            version = seated["version"]
            if not bot:
                dice = Dice(self._seed + 1_000 * number + seat)
                people.append(SocketPlayer(nodes, spec, path, seat, seated["ticket"], dice))
        async with asyncio.TaskGroup() as group:
            for person in people:
                group.create_task(person.play())
            for person in people:
                version = await person.get_ready(version)
        await self.compare(nodes, game_id, people)
        self.played.append((game_id, people))
        self.finished[edition] += 1

    async def compare(self, nodes: Nodes, game_id: str, people: Sequence[SocketPlayer]) -> None:
        """Each viewer must have seen the game of the transcript."""
        path = f"/api/tables/{game_id}"
        answer = await nodes.ask("GET", f"{path}/transcript")
        text = answer.body.decode("ascii")
        report = verify(text)
        if answer.status != DONE or not report.ok:
            self.unverified.append(f"{game_id}: {answer.status} {report}")
            return
        played = replay(parse_transcript(text))
        expected = digest(played.state)
        for person in people:
            found = digest(person.history.state)
            if found != expected:
                self.digests.append(f"{game_id}: seat {person.seat} saw {found}, not {expected}")
        record = await self._store.load(game_id)
        table = await load_table(self._store, self._vault, game_id)
        is_same = record.status is Status.FINISHED and record.version == people[0].version
        if digest(table.state) != expected or not is_same:
            self.digests.append(f"{game_id}: the log has {record.status} {record.version}")
        viewers = [(person.seat, person.ticket) for person in people]
        for seat, ticket in [*viewers, (SPECTATOR, "")]:
            view = await nodes.view(path, ticket)
            own = observation_values(observe(played.game, played.state, seat))
            self.n_views += 1
            if view["observation"] != own or view["status"] != Status.FINISHED:
                self.views.append(f"{game_id}: the page of {seat} shows another game")

    def verdict(self, n_games: int, seconds: float) -> Verdict:
        errors = [*self.tally.server_errors]
        for name, server in self._servers.items():
            told = [line["event"] for line in server.lines() if line["level"] in ERRORS]
            errors += [f"{name}: {each}" for each in told]
        n_entries = sum(people[0].version for _game_id, people in self.played)
        seats = Counter([people[0].n_seats for _game_id, people in self.played])
        figures: dict[str, Any] = {
            "seconds": round(seconds, 1),
            "entries_per_second": round(n_entries / max(seconds, 0.001), 1),
            "entries": n_entries,
            "games_by_seats": dict(sorted(seats.items())),
            **dict(sorted(self.tally.counts.items())),
        }
        n_all = n_games * len(EDITIONS)
        thresholds = [
            *[
                Threshold(f"{name} games finished", self.finished[name], n_games)
                for name in EDITIONS
            ],
            Threshold("orders of people", self.tally.counts["orders"], n_all),
            Threshold("pages compared", self.n_views, 2 * n_all),
            Threshold("differing digests", len(self.digests)),
            Threshold("transcripts that do not verify", len(self.unverified)),
            Threshold("pages that differ", len(self.views)),
            Threshold("faults on the wire", len(self.faults)),
            Threshold("server errors", len(errors)),
        ]
        findings = [*errors, *self.faults, *self.digests, *self.unverified, *self.views]
        return Verdict(thresholds, figures, findings)


@asynccontextmanager
async def open_trial(
    seed: int = 0, database: str = "", redis: str = ""
) -> AsyncIterator[WireGames]:
    """Servers that answer, on parts of the experiment's own unless some are given."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="gridwright-wire-")))
        database = database or opened.enter_context(private_postgres()).url
        redis = redis or opened.enter_context(private_redis()).url
        shared = ("--database", database, "--redis", redis)
        servers = opened.enter_context(
            started(
                folder,
                api_one=("--role", "api", *shared),
                api_two=("--role", "api", *shared),
                ws=("--role", "ws", *shared),
                worker=("--role", "worker", *shared),
            )
        )
        async with await open_store(database) as store:
            yield WireGames(servers, store, load_or_make_key(folder / KEY_FILE), seed)


async def run(
    n_games: int, seed: int = 0, database: str = "", redis: str = "", n_parallel: int = CONCURRENCY
) -> Verdict:
    """Play `n_games` games of each edition."""
    games = [(edition, number) for number in range(n_games) for edition in EDITIONS]
    async with open_trial(seed, database, redis) as trial:
        began = time.monotonic()
        await trial.play_all(games, n_parallel)
        return trial.verdict(n_games, time.monotonic() - began)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=100, help="of each edition")
    parser.add_argument("--at-once", type=int, default=CONCURRENCY)
    parser.add_argument("--database", default="", help="an empty PostgreSQL; a private one if none")
    parser.add_argument("--redis", default="", help="a Redis; a private one if none")
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(
        run(chosen.games, chosen.seed, chosen.database, chosen.redis, chosen.at_once)
    )
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Every turn arrives, and none twice, while workers die: ``gridwright-lab trial notices``.

People with one or two devices each play many games by turns on one PostgreSQL. Worker processes
tell them through a push service on this machine, and are killed at random. A part of the turns is
taken immediately, before the notification. Devices open each message, check that its turns are
current, and show each turn once, as the page's service worker does.
"""

import asyncio
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from gridwright.content.table import default_spec
from gridwright.protocol.notices import NewChannel
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.feature import NodeOptions
from gridwright.server.node import Node, open_node
from gridwright.server.notices.service import Notices
from gridwright.server.notices.statements import STANDING
from gridwright.server.operations.settings import KEY_FILE, NoticePlan
from gridwright.server.storage.key_file import load_or_make_keys
from gridwright.server.tables.service import Done
from gridwright.table import commands
from gridwright.table.commands import Decide
from gridwright.table.table import Table
from gridwright.table.terms import Terms, TurnClock
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.notices.devices import Devices, SlowReceiver
from gridwright_lab.trials.notices.push_service import Arrived, Device, receiving
from gridwright_lab.trials.notices.worker_pool import WorkerPool
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.thresholds import Threshold, Verdict

REDIS: Final = "redis://127.0.0.1:6379"
CANARY: Final = "hidden"
DAY: Final = 86_400_000
TIMEOUT_S: Final = 300.0
CONCURRENCY: Final = 150
"""Games that are played at the same time."""
TAKEN_IMMEDIATELY: Final = 0.25
"""Share of turns that are taken before the notification."""


class TurnGames:
    """The games of an experiment, and the turns that were waited for."""

    def __init__(
        self, node: Node, devices: Devices, people: dict[str, list[str]], seed: int
    ) -> None:
        self._node: Final = node
        self._devices: Final = devices
        self._people: Final = people
        """Paths of the devices, by person."""
        self._random: Final = Random(seed)
        self._room: Final = asyncio.Semaphore(CONCURRENCY)
        self.n_turns = 0
        self.n_taken_immediately = 0
        self.waited: Final[list[tuple[str, str]]] = []
        """Devices and turns that had to meet."""
        self.lost: Final[list[str]] = []

    async def play(self, n_turns: int) -> None:
        async with self._room:
            players = self._random.sample(sorted(self._people), 2)
            game_id = await self._begin(players)
            for _turn in range(n_turns):
                table = await self._node.service.load(game_id)
                actor = table.actor()
                if actor is None:
                    return
                await self._turn(table, players[actor])

    async def _turn(self, table: Table, person_id: str) -> None:
        """Take the turn, immediately or when every device has shown it."""
        self.n_turns += 1
        tag = await self._tag(table.game_id)
        if self._random.random() < TAKEN_IMMEDIATELY:
            self.n_taken_immediately += 1
        else:
            paths = self._people[person_id]
            self.waited.extend([(path, tag) for path in paths])
            if not await self._devices.wait_for(tag, paths, TIMEOUT_S):
                self.lost.append(tag)
        await self._pass_on(table.game_id, table.actor())
        self._devices.taken.add(tag)

    async def _tag(self, game_id: str) -> str:
        """Return the tag of the turn, once a worker has read it from the outbox."""
        database = self._node.store.database_of(game_id)
        async with asyncio.timeout(TIMEOUT_S):
            while not (rows := await database.rows(STANDING, game_id)):
                await asyncio.sleep(0.05)
        return f"{game_id}:{rows[0][0]}"

    async def _begin(self, players: Sequence[str]) -> str:
        terms = Terms(TurnClock(3 * DAY), hold=0)
        game_id = await self._node.service.create(default_spec("card", seats=2), terms)
        for seat, person_id in enumerate(players):
            await self._do(
                game_id, partial(commands.sit_down, seat=seat, name=person_id, person=person_id)
            )
        for seat in range(len(players)):
            await self._do(game_id, partial(commands.get_ready, seat=seat))
        await self._until_someone_acts(game_id)
        return game_id

    async def _pass_on(self, game_id: str, actor: int | None) -> None:
        """Act by the rules until it is another player's turn."""
        table = await self._node.service.load(game_id)
        while table.actor() == actor and actor is not None:
            action = self._random.choice(table.game.legal(table.state))
            await self._do(game_id, partial(commands.act, seat=actor, action=action))
            table = await self._until_someone_acts(game_id)

    async def _until_someone_acts(self, game_id: str) -> Table:
        """Workers begin games and deal; wait for them."""
        while True:
            table = await self._node.service.load(game_id)
            if table.actor() is not None or table.is_over():
                return table
            await asyncio.sleep(0.1)

    async def _do(self, game_id: str, decide: Decide) -> None:
        while True:
            table = await self._node.service.load(game_id)
            done = await self._node.service.run_command(
                game_id, f"c{table.version}", expected_version=table.version, decide=decide
            )
            if isinstance(done, Done):
                return


async def add_people(
    node: Node, devices: Devices, address: str, n_people: int
) -> dict[str, list[str]]:
    """People with one or two devices each; by person, the paths of the devices."""
    people: dict[str, list[str]] = {}
    for number in range(n_people):
        person_id = f"p{number}"
        person = Person(person_id, f"Person {number}", f"person {number}", 1)
        await AccountStore(node.store.home).add(person, CANARY)
        people[person_id] = [f"/{person_id}/{place}" for place in range(1 + number % 2)]
        for path in people[person_id]:
            device = Device(address + path, node[Notices].key)
            devices.by_path[path] = device
            channel = NewChannel("push", device.address, *_keys(device))
            await node[Notices].add(person_id, channel, "http://127.0.0.1")
    return people


def _keys(device: Device) -> tuple[str, str, str, str]:
    told = device.subscription()
    return "", told["key"], told["auth"], told["server_key"]


async def run(
    n_games: int, n_turns: int, n_workers: int, kill_every: float, seed: int = 0, redis: str = REDIS
) -> Verdict:
    """Play the games and compare what was shown with the turns there were."""
    arrivals: asyncio.Queue[Arrived] = asyncio.Queue()
    with tempfile.TemporaryDirectory(prefix="gridwright-notices-") as name, fresh_schema() as url:
        folder = Path(name)
        keys = load_or_make_keys(folder / KEY_FILE)
        plan = NoticePlan(allows_private=True)
        async with open_node(url, keys, options=NodeOptions(notices=plan)) as node:
            devices = Devices(node[Notices])
            with receiving(SlowReceiver(arrivals, seed)) as receiver:
                n_people = max(4, n_games // 10)
                people = await add_people(node, devices, receiver.address, n_people)
                games = TurnGames(node, devices, people, seed)
                services = ("--database", url, "--redis", redis)
                place = receiver.address.removeprefix("http://")
                pool = WorkerPool(folder, services, place, n_workers, seed)
                try:
                    await asyncio.to_thread(pool.wait_until_ready)
                    playing = [games.play(n_turns) for _game in range(n_games)]
                    beside = [
                        devices.show_all(arrivals),
                        pool.kill_now_and_then(kill_every / 2, 1.5 * kill_every),
                    ]
                    await _play_beside(playing, beside)
                finally:
                    pool.end()
        return verdict_of(games, devices, pool, n_games * n_turns * 9 // 10)


async def _play_beside(
    playing: Sequence[Coroutine[Any, Any, None]], beside: Sequence[Coroutine[Any, Any, None]]
) -> None:
    """Play to the end, then cancel the background tasks; their failure ends the play."""
    works = [asyncio.create_task(each) for each in beside]
    games: asyncio.Future[Any] = asyncio.gather(*playing)
    watched: set[asyncio.Future[Any]] = {games, *works}
    try:
        await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
        for work in works:
            if work.done():
                games.cancel()
                work.result()
        await games
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


def verdict_of(games: TurnGames, devices: Devices, pool: WorkerPool, least: int) -> Verdict:
    missed = [f"{path} {tag}" for path, tag in games.waited if not devices.shown[path, tag]]
    twice = [f"{path} {tag}" for (path, tag), n in devices.shown.items() if n > 1]
    leaked = [text for text in devices.texts if CANARY in text]
    n_again = sum([n - 1 for n in devices.received.values() if n > 1])
    return Verdict(
        [
            # A game that ends early has fewer.
            Threshold("turns", games.n_turns, least=least),
            Threshold("workers killed", pool.n_killed, least=1),
            Threshold("turns that some device did not show", len(missed)),
            Threshold("turns shown twice on a device", len(twice)),
            Threshold("turns shown after they were taken", len(devices.shown_late)),
            Threshold("messages with something secret", len(leaked)),
        ],
        {
            "turns taken before the notification": games.n_taken_immediately,
            "devices and turns that had to meet": len(games.waited),
            "messages": devices.n_messages,
            "turns that arrived again after a kill": n_again,
            "turns that devices did not show, as they were taken": devices.n_withheld,
        },
        [*missed, *twice, *devices.shown_late, *leaked],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=3, help="of each game")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill-every", type=float, default=10.0, help="seconds, about")
    parser.add_argument("--redis", default=REDIS)
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(
        run(
            chosen.games, chosen.turns, chosen.workers, chosen.kill_every, chosen.seed, chosen.redis
        )
    )
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

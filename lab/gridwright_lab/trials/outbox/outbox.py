"""Each event of a table reaches each reader and takes effect once: ``gridwright-lab trial outbox``.

Games of people with accounts are written to PostgreSQL: most end, some wait for a person, some are
abandoned. Three worker processes run the server's own readers: ratings, the list of public games,
analyses and notices. Two of them are killed again and again at exact moments, before the effect of
an event or after it and before the cursor moves. Meanwhile the experiment takes up what the readers
queue, as an analyst and a sender do, so that an effect that is taken again is seen. In the end all
effects are compared with the games, and the lag between commit and effect is measured, without
hints of a bus.

With ``--plant`` readers lose events, take effects twice or move their cursors before the effect,
and the experiment passes if it detects that.
"""

import argparse
import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, Final

from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.features import FEATURES
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.outbox.reader_process import PROGRAM, TABLE, Plant
from gridwright_lab.trials.outbox.written_games import GameWriter, Outcome, WrittenGame
from gridwright_lab.trials.services.databases import fresh_database
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

N_WORKERS: Final = 3
"""The first of them is not killed, since the lag is that while a worker runs."""
N_PEOPLE: Final = 100
MAX_LAG_MS: Final = 1_000
TIMEOUT_S: Final = 600.0
EVENTS_A_GAME: Final = 4
"""Reads of events by all readers, at least."""

_SENT: Final = "UPDATE notice SET told = 'sent' WHERE told = '' RETURNING game_id, version"
_MADE: Final = "UPDATE analysis SET state = 'cancelled' WHERE state = 'queued' RETURNING game_id"
_PROBED: Final = "SELECT reader, game_id, version, kind, at, n FROM probe"
_SHOWN: Final = "SELECT game_id, is_live, due_at IS NULL FROM shown_game"
_RATED: Final = "SELECT game_id FROM rated_game"
_COUNTED: Final = "SELECT coalesce(sum(games), 0) FROM rating"
_MOVED: Final = "SELECT count(*) FROM rated_seat WHERE mu IS NOT NULL"
_NOTICES: Final = "SELECT game_id, version FROM notice"
_LEFT: Final = "SELECT count(*) FROM outbox"


class Workers:
    """Worker processes; all but the first die after some events."""

    def __init__(self, database: str, n_kills: int, between: int, plant: Plant, seed: int) -> None:
        self._command: Final = [sys.executable, *PROGRAM, "--database", database]
        self._plant: Final = plant
        self._dice: Final = Random(seed)
        self._left = n_kills
        self._between: Final = between
        self.n_kills = 0
        self._processes: Final = [self._start(number > 0) for number in range(N_WORKERS)]

    def _start(self, dies: bool = True) -> subprocess.Popen[bytes]:
        command = [*self._command, "--plant", self._plant.value]
        if dies and self._left:
            self._left -= 1
            after = 1 + self._dice.randrange(2 * self._between)
            command += ["--die-after", str(after)]
            command += ["--die-late"] if self._dice.random() < 0.5 else []
        return subprocess.Popen(command, stdout=subprocess.PIPE)

    def wait_until_ready(self) -> None:
        """Return once each of the first processes reads."""
        for process in self._processes:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"

    def kill_one(self) -> None:
        """Kill a worker at a random moment of its work."""
        self._dice.choice(self._processes[1:]).kill()

    def restart_dead(self) -> None:
        for place, process in enumerate(self._processes):
            if process.poll() is not None:
                self.n_kills += 1
                self._processes[place] = self._start()

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


class Consumers:
    """What takes up the effects of readers: an analyst and a sender."""

    def __init__(self, store: ShardedStore) -> None:
        self._store: Final = store
        self.made: Final[Counter[str]] = Counter()
        self.sent: Final[Counter[tuple[str, int]]] = Counter()
        self.most_rows = 0
        """The largest number of rows of the outbox."""

    async def look(self) -> None:
        home = self._store.home
        self.made.update([row[0] for row in await home.change_one(_MADE)])
        self.sent.update([(row[0], row[1]) for row in await home.change_one(_SENT)])
        self.most_rows = max(self.most_rows, (await home.rows(_LEFT))[0][0])


class Findings:
    """Effects that are missing or were taken twice, by reader."""

    def __init__(self) -> None:
        self.missed: Final[list[str]] = []
        self.twice: Final[list[str]] = []
        self.lags: Final[dict[str, list[int]]] = {}
        self.n_again = 0
        """Events that a reader got more than once."""
        self.n_read = 0

    async def compare(
        self, store: ShardedStore, games: Sequence[WrittenGame], consumers: Consumers
    ) -> None:
        """Compare everything that readers wrote with the games."""
        home = store.home
        self._compare_probes(games, await home.rows(_PROBED))
        ended = {game.game_id for game in games if game.outcome is Outcome.FINISHED}
        rated = Counter([row[0] for row in await home.rows(_RATED)])
        self._compare("ratings", ended, rated)
        counted, moved = (await home.rows(_COUNTED))[0][0], (await home.rows(_MOVED))[0][0]
        if counted != moved:
            self.twice.append(f"ratings: {counted} games counted, {moved} seats moved")
        shown = {row[0]: (bool(row[1]), bool(row[2])) for row in await home.rows(_SHOWN)}
        for game in games:
            is_live = game.outcome is Outcome.RUNNING
            right = None if game.outcome is Outcome.ABANDONED else (is_live, True)
            if shown.get(game.game_id) != right:
                self.missed.append(f"listing: {game.game_id} {shown.get(game.game_id)}")
        self._compare("analysis", ended, consumers.made)
        waiting = {(game.game_id, game.turn) for game in games if game.outcome is Outcome.RUNNING}
        stored = {(row[0], row[1]) for row in await home.rows(_NOTICES)}
        self.missed.extend([f"notices: {each}" for each in sorted(waiting ^ stored)])
        self.twice.extend([f"notices: {each}" for each, n in consumers.sent.items() if n > 1])

    def _compare_probes(self, games: Sequence[WrittenGame], rows: Sequence[Any]) -> None:
        found = {tuple(row[:4]): (row[4], row[5]) for row in rows}
        self.n_again = sum([n > 1 for _at, n in found.values()])
        self.n_read = len(found)
        readers = [reader for feature in FEATURES for reader in feature.readers]
        for game in games:
            for (version, kind), committed in game.committed.items():
                for reader in readers:
                    if kind not in reader.kinds:
                        continue
                    probed = found.get((reader.name, game.game_id, version, kind.value))
                    if probed is None:
                        self.missed.append(f"{reader.name}: {game.game_id} {version} {kind}")
                    else:
                        lag = probed[0] - committed
                        self.lags.setdefault(reader.name, []).append(lag)

    def _compare(self, reader: str, expected: set[str], found: Counter[str]) -> None:
        self.missed.extend([f"{reader}: {each}" for each in sorted(expected - found.keys())])
        wrong = [each for each, n in found.items() if n > 1 or each not in expected]
        self.twice.extend([f"{reader}: {each}" for each in sorted(wrong)])


async def try_outbox(
    n_games: int, n_kills: int, rate: float, seed: int = 0, plant: Plant = Plant.NONE
) -> Verdict:
    with fresh_database() as url:
        await migrate(url)
        async with await open_store(url) as store:
            return await _try(store, url, n_games, n_kills, rate, seed, plant)


async def _try(
    store: ShardedStore,
    url: str,
    n_games: int,
    n_kills: int,
    rate: float,
    seed: int,
    plant: Plant,
) -> Verdict:
    await store.home.change_one(TABLE)
    people = [f"p{number}" for number in range(N_PEOPLE)]
    for name in people:
        await AccountStore(store.home).add(Person(name, name, name, 1), "hash")
    writer, consumers = GameWriter(store, people, seed), Consumers(store)
    between = max(1, EVENTS_A_GAME * n_games // max(1, n_kills) // 2)
    with _workers(url, n_kills, between, plant, seed) as workers:
        await asyncio.to_thread(workers.wait_until_ready)
        writing = asyncio.create_task(writer.write(n_games, rate))
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT_S + n_games / rate):
                kill_at = [
                    time.monotonic() + each * n_games / rate / n_kills for each in range(n_kills)
                ]
                while not (writing.done() and workers.n_kills >= n_kills and await _is_read(store)):
                    await consumers.look()
                    workers.restart_dead()
                    while workers.n_kills < n_kills and kill_at and kill_at[0] < time.monotonic():
                        del kill_at[0]
                        workers.kill_one()
                    await asyncio.sleep(0.05)
        writing.cancel() if not writing.done() else writing.result()
        # Effects that are taken again come a little later.
        for _look in range(40 if plant is Plant.TWICE else 4):
            await consumers.look()
            await asyncio.sleep(0.05)
        n_killed = workers.n_kills
    findings = Findings()
    await findings.compare(store, writer.games, consumers)
    lags = [lag for found in findings.lags.values() for lag in found]
    figures: dict[str, object] = {
        "effects": findings.n_read,
        "p95 of ms by reader": {
            name: round(share(found, 95)) for name, found in findings.lags.items()
        },
        "p50 of ms": round(share(lags, 50)),
        "most rows in the outbox": consumers.most_rows,
        "events that came again": findings.n_again,
    }
    faults = [*findings.missed, *findings.twice]
    if plant is not Plant.NONE:
        return Verdict([Threshold(f"{plant} found", len(faults), 1)], figures, faults)
    return Verdict(
        [
            Threshold("games written", len(writer.games), n_games),
            Threshold("workers killed", n_killed, n_kills),
            Threshold("effects missed", len(findings.missed)),
            Threshold("effects taken twice", len(findings.twice)),
            Threshold("rows left in the outbox", (await store.home.rows(_LEFT))[0][0]),
            Threshold("p95 of ms from commit to effect", round(share(lags, 95)), most=MAX_LAG_MS),
        ],
        figures,
        faults,
    )


@contextmanager
def _workers(url: str, n_kills: int, between: int, plant: Plant, seed: int) -> Iterator[Workers]:
    workers = Workers(url, n_kills, between, plant, seed)
    try:
        yield workers
    finally:
        workers.end()


async def _is_read(store: ShardedStore) -> bool:
    """True if the outbox is empty, so every reader has passed every event."""
    return not (await store.home.rows(_LEFT))[0][0]


def main(arguments: Sequence[str] | None = None) -> int:
    parser: argparse.ArgumentParser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rate", type=float, default=10.0, help="games a second")
    parser.add_argument("--plant", type=Plant, choices=list(Plant), default=Plant.NONE)
    told = parser.parse_args(arguments)
    trial = try_outbox(told.games, told.kills, told.rate, told.seed, told.plant)
    return asyncio.run(trial).print(told.json)


if __name__ == "__main__":
    sys.exit(main())

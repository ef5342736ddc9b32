"""Many concurrent writers on a few games, and an audit of the logs that they leave.

Each writer behaves like a careful client: it names the version it has seen, catches up on a
conflict and sends the same command again. Some commands are sent twice at the same time, and some
old ones again.
"""

import asyncio
import random
from collections import Counter, defaultdict
from dataclasses import dataclass

from gridwright.server.storage import Appended, Conflict, LoggedEntry, Store
from tests.server.storage.samples import append, move, new_game


@dataclass(frozen=True)
class Acknowledged:
    """A command that a store has said to be in the log."""

    game_id: str
    command_id: str
    expected: int
    version: int
    is_first: bool
    """Appended, not Duplicate."""


@dataclass(frozen=True)
class ConcurrentWriters:
    """Writers, games and commands of each writer."""

    n_writers: int = 16
    n_games: int = 20
    n_commands: int = 25

    async def run(self, *nodes: Store) -> list[Acknowledged]:
        """Run all writers, spread over the nodes; return the acknowledged commands."""
        game_ids = [f"g{number}" for number in range(self.n_games)]
        for game_id in game_ids:
            await nodes[0].create(new_game(game_id))
        writers = [
            self._write(nodes[number % len(nodes)], game_ids, number)
            for number in range(self.n_writers)
        ]
        return [ack for acks in await asyncio.gather(*writers) for ack in acks]

    async def _write(self, store: Store, game_ids: list[str], writer: int) -> list[Acknowledged]:
        dice = random.Random(writer)
        seen = dict.fromkeys(game_ids, 0)
        acks: list[Acknowledged] = []
        for number in range(self.n_commands):
            game_id = dice.choice(game_ids)
            command_id = f"{writer}:{number}"
            acks += await _send(store, game_id, command_id, seen, 1 + (number % 4 == 0))
            if number % 5 == 4:
                old = dice.choice(acks)
                # A repeat by a client that has caught up in the meantime.
                seen[old.game_id] = (await store.load(old.game_id)).version
                acks += await _send(store, old.game_id, old.command_id, seen, 1)
        return acks


async def _send(
    store: Store, game_id: str, command_id: str, seen: dict[str, int], n_times: int
) -> list[Acknowledged]:
    """Send a command until every copy of it is acknowledged."""
    acks: list[Acknowledged] = []
    while len(acks) < n_times:
        expected = seen[game_id]
        asked = [append(store, game_id, expected, move(command_id)) for _ in range(n_times)]
        for answer in await asyncio.gather(*asked):
            seen[game_id] = max(seen[game_id], answer.version)
            if not isinstance(answer, Conflict):
                is_first = isinstance(answer, Appended)
                acks.append(Acknowledged(game_id, command_id, expected, answer.version, is_first))
    return acks


async def audit(store: Store, acks: list[Acknowledged]) -> Counter[str]:
    """Count what is wrong with the logs; a sound store gives an empty count."""
    faults: Counter[str] = Counter()
    by_game: defaultdict[str, list[Acknowledged]] = defaultdict(list)
    for ack in acks:
        by_game[ack.game_id].append(ack)
        if ack.is_first and ack.version != ack.expected + 1:
            faults["stale"] += 1
    for game_id, ours in by_game.items():
        log = await whole_log(store, game_id)
        versions = [logged.version for logged in log]
        commands = Counter([logged.entry.command_id for logged in log])
        faults["forked"] += len(versions) - len(set(versions))
        faults["gaps"] += len(set(range(1, max(versions) + 1)) - set(versions))
        faults["doubled"] += sum(commands.values()) - len(commands)
        if (await store.load(game_id)).version != len(log):
            faults["astray"] += 1
        places = {(logged.entry.command_id, logged.version) for logged in log}
        faults["lost"] += len({(ack.command_id, ack.version) for ack in ours} - places)
        faults["unasked"] += len(commands.keys() - {ack.command_id for ack in ours})
        for command_id in commands:
            firsts = [ack for ack in ours if ack.command_id == command_id and ack.is_first]
            faults["not first once"] += len(firsts) != 1
    return +faults


async def whole_log(store: Store, game_id: str) -> list[LoggedEntry]:
    log: list[LoggedEntry] = []
    while page := await store.entries(game_id, log[-1].version if log else 0):
        log += page
    return log

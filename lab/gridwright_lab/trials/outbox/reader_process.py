"""A worker process that reads the outbox for all readers of the server, and may kill itself.

``python -m gridwright_lab.trials.outbox.reader_process`` runs the server's readers, each in a probe
that notes what it got. A plant replaces a part of it by a faulty variant.
"""

import argparse
import asyncio
import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from gridwright.server.analysis import statements as analysis_statements
from gridwright.server.feature import Feature, NodeOptions, Parts
from gridwright.server.features import FEATURES
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import Node, clock, open_node
from gridwright.server.notices import statements as notice_statements
from gridwright.server.outbox.pump import BoundReader, OutboxPump, bind
from gridwright.server.serving import run_swiftly
from gridwright.server.storage.append import TableEvent
from gridwright.server.storage.vault import SeedVault
from gridwright_lab.trials.live_server import KEY
from gridwright_lab.trials.ratings.finished_games import NoSeeds
from gridwright_lab.trials.simulation.command import quiet

PROGRAM: Final = ("-m", "gridwright_lab.trials.outbox.reader_process")
ONE_IN: Final = 10
"""The share of events that a faulty variant treats wrongly: one of this number of games."""
AGAIN_S: Final = 1.0

TABLE: Final = """\
CREATE TABLE probe (
    reader TEXT, game_id TEXT, version BIGINT, kind TEXT, at BIGINT, n BIGINT,
    PRIMARY KEY (reader, game_id, version, kind)
)
"""
_NOTE: Final = """\
INSERT INTO probe (reader, game_id, version, kind, at, n) VALUES ($1, $2, $3, $4, $5, 1)
ON CONFLICT (reader, game_id, version, kind) DO UPDATE SET n = probe.n + 1
"""
_ADVANCE: Final = "UPDATE outbox_reader SET position = $2 WHERE name = $1"


class Plant(StrEnum):
    """Faults of readers, one at a time."""

    NONE = ""
    LOST = "lost"
    """The events of some games are skipped."""
    TWICE = "twice"
    """Some events are read again later, by readers that are not idempotent."""
    EARLY = "early"
    """The cursor moves before the effect."""


class Death:
    """Kills the process before the effect of an event, or after it and before the cursor moves."""

    def __init__(self, after: int, is_late: bool) -> None:
        self._left = after
        self._is_late: Final = is_late

    def before(self) -> None:
        """Count an event."""
        self._left -= 1
        if self._left == 0 and not self._is_late:
            os.kill(os.getpid(), signal.SIGKILL)

    def after(self) -> None:
        if self._left <= 0 and self._is_late:
            os.kill(os.getpid(), signal.SIGKILL)


class Probe:
    """A reader of the server, and a note of each event whose effect it took."""

    def __init__(self, reader: BoundReader, node: Node, plant: Plant, death: Death | None) -> None:
        self._reader: Final = reader
        self._node: Final = node
        self._plant: Final = plant
        self._death: Final = death
        self._again: Final[set[asyncio.Task[None]]] = set()
        self.bound: Final = BoundReader(reader.name, reader.kinds, self.read)

    async def read(self, event: TableEvent) -> None:
        is_chosen = sum(event.game_id.encode()) % ONE_IN == 0
        database = self._node.store.database_of(event.game_id)
        if self._plant is Plant.LOST and is_chosen:
            return
        if self._plant is Plant.EARLY:
            await database.change_one(_ADVANCE, self._reader.name, event.number)
        if self._death is not None:
            self._death.before()
        await self._reader.read(event)
        key = (self._reader.name, event.game_id, event.version, event.kind.value)
        await database.change_one(_NOTE, *key, clock())
        if self._death is not None:
            self._death.after()
        if self._plant is Plant.TWICE and is_chosen:
            task = asyncio.create_task(self._read_again(event))
            self._again.add(task)
            task.add_done_callback(self._again.discard)

    async def _read_again(self, event: TableEvent) -> None:
        await asyncio.sleep(AGAIN_S)
        await self._reader.read(event)


def make_faulty(plant: Plant) -> None:
    """Replace the statements that make readers idempotent."""
    if plant is Plant.TWICE:
        plain = notice_statements.BEGIN_TURN
        faulty = plain.replace("notice.version < excluded.version", "TRUE")
        assert faulty != plain
        notice_statements.BEGIN_TURN = faulty  # type: ignore[misc]
        analysis_statements.ASK_FIRST = analysis_statements.ASK  # type: ignore[misc]


def without_seeds(features: Sequence[Feature]) -> list[Feature]:
    """Return the features with a vault that has no seeds."""
    return [
        replace(feature, parts={**feature.parts, SeedVault: _no_seeds})
        if SeedVault in feature.parts
        else feature
        for feature in features
    ]


def _no_seeds(parts: Parts) -> NoSeeds:
    return NoSeeds(parts.store, parts.secret)


async def read(database: str, plant: Plant, death: Death | None) -> None:
    """Read the outbox until the process is killed."""
    make_faulty(plant)
    quiet()
    features = without_seeds(FEATURES)
    # No hints: what is measured is the poll.
    options = NodeOptions(analyses=True)
    async with open_node(database, KEY, LocalBus(), options=options, features=features) as node:
        probes = [
            Probe(bind(reader, node), node, plant, death)
            for feature in node.features
            for reader in feature.readers
        ]
        pump = OutboxPump(node.store, [probe.bound for probe in probes], node.bus, node.clock)
        print("ready", flush=True)
        await pump.run(node.stopping)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--database", required=True)
    parser.add_argument("--plant", type=Plant, choices=list(Plant), default=Plant.NONE)
    parser.add_argument("--die-after", type=int, default=0, help="events")
    parser.add_argument("--die-late", action="store_true", help="after the effect, not before it")
    chosen = parser.parse_args()
    death = Death(chosen.die_after, chosen.die_late) if chosen.die_after else None
    run_swiftly(read(chosen.database, chosen.plant, death))


if __name__ == "__main__":
    main()

"""One run of a seed's plan, with its findings and a digest of all events."""

import asyncio
import functools
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from gridwright.server.storage.migrations.migrate import migrate
from gridwright_lab.trials.clocks.simulated_machine import LoopMachine
from gridwright_lab.trials.simulation.audit import Audit
from gridwright_lab.trials.simulation.bus import Messenger
from gridwright_lab.trials.simulation.entropy import seeded_entropy
from gridwright_lab.trials.simulation.faults import Weather
from gridwright_lab.trials.simulation.frame_secrets import FrameSecrets
from gridwright_lab.trials.simulation.journal import Asker
from gridwright_lab.trials.simulation.loop import InCircles, SimulatedLoop, Trace
from gridwright_lab.trials.simulation.network import Network
from gridwright_lab.trials.simulation.node_process import Database, NodeProcess
from gridwright_lab.trials.simulation.plan import Fault, Kind, Plan
from gridwright_lab.trials.simulation.plants import Plant
from gridwright_lab.trials.simulation.postgres_model import ModelPostgres
from gridwright_lab.trials.simulation.rest import unrest
from gridwright_lab.trials.simulation.seated_table import SeatedTable
from gridwright_lab.trials.simulation.sqlite_file import SqliteFile

QUIET: Final = 75.0
"""Seconds until all must be idle: claims of killed workers end after thirty."""
LOOK: Final = 0.5
FAST: Final = Path("/dev/shm")
"""Folder in memory: only the server is simulated, so no file must survive a power failure."""


@dataclass(frozen=True)
class Report:
    """Result of a run."""

    plan: Plan
    findings: list[str]
    counts: Counter[str]
    digest: str
    n_steps: int
    seconds: float
    """Simulated ones."""
    trace: list[str]


def simulate(plan: Plan, plant: Plant = Plant.NONE, keeps_trace: bool = False) -> Report:
    """Run a plan on a server, or on a faulty variant."""
    loop = SimulatedLoop(Random(f"order {plan.seed}"))
    place = str(FAST) if FAST.is_dir() else None
    template()  # What making it takes from chance belongs to no run.
    with (
        tempfile.TemporaryDirectory(prefix="gridwright-simulation-", dir=place) as folder,
        seeded_entropy(Random(f"entropy {plan.seed}")),
    ):
        run = Run(plan, plant, loop, Path(folder), Trace(loop, keeps_trace))
        try:
            loop.run(run.carry_out())
        except InCircles as error:
            run.audit.find("stuck", str(error))
        finally:
            run.close()
    return Report(
        plan,
        run.audit.findings,
        run.audit.counts + run.weather.counts,
        run.trace.digest(),
        loop.n_steps,
        loop.time(),
        run.trace.lines,
    )


class Run:
    """The parts of a run."""

    def __init__(
        self, plan: Plan, plant: Plant, loop: SimulatedLoop, folder: Path, trace: Trace
    ) -> None:
        self._plan: Final = plan
        self._plant: Final = plant
        self._loop: Final = loop
        self._folder: Final = folder
        self.trace: Final = trace
        self.audit: Final = Audit(loop, trace)
        self.weather: Final = Weather(loop, plan.faults, Random(f"weather {plan.seed}"))
        self._network: Final = Network(loop, self.weather)
        self._database: Final = self._open_database()
        self.audit.watch(self._database)
        self._nodes: Final = self._build_nodes()
        secrets = FrameSecrets(self.audit)
        self._tables: Final = [
            SeatedTable(table, self._asker(f"table {table.number}"), secrets, plan.seed)
            for table in plan.tables
        ]

    def _open_database(self) -> Database:
        if self._plan.nodes:
            connection = sqlite3.connect(":memory:", isolation_level=None)
            with sqlite3.connect(template()) as empty:
                empty.backup(connection)
            empty.close()
            return ModelPostgres(connection, self.weather, self.audit.committed)
        path = self._folder / "games.db"
        shutil.copy(template(), path)
        return SqliteFile(path, self.weather, self.audit.committed)

    def _build_nodes(self) -> list[NodeProcess]:
        plan = self._plan
        messenger = Messenger(self._loop, self.weather) if plan.nodes else None
        return [
            NodeProcess(
                number,
                self._loop,
                self._database,
                messenger,
                LoopMachine(self._loop, plan.off_by[number]),
                self._folder / f"node-{number}",
                self._plant,
                Random(f"plant {plan.seed} {number}"),
                self.trace,
            )
            for number in range(plan.n_nodes)
        ]

    def _asker(self, name: str) -> Asker:
        dice = Random(f"{name} {self._plan.seed}")
        return Asker(name, self._nodes, self._network, self.audit, self.trace, dice)

    # Carrying out

    async def carry_out(self) -> None:
        """Play under faults, then without, until all tables are idle."""
        for node in self._nodes:
            node.start()
        for fault in self._plan.faults:
            self._spawn(self._break(fault))
        playing = [self._spawn(table.play()) for table in self._tables]
        await asyncio.sleep(self._plan.active)
        for table in self._tables:
            table.calm_down()
        await self._become_idle(playing)
        self.audit.compare_all()
        for table in self._tables:
            table.compare()
        for failure in self._loop.failures:
            self.audit.find("broken", failure)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        return self._loop.create_task(work)

    async def _break(self, fault: Fault) -> None:
        """Apply the faults that are single actions; others are checked while active."""
        await asyncio.sleep(fault.at)
        node = self._nodes[fault.node]
        if fault.kind is Kind.CRASH:
            await self._crash(node, fault)
        elif fault.kind is Kind.WALL_STEP:
            node.machine.set_wall(fault.amount)
            self.weather.note(fault.kind)
        elif fault.kind is Kind.CUT_SOCKETS:
            for socket in self._network.sockets:
                if socket.node is node and socket.is_open:
                    socket.cut()
                    self.weather.note(fault.kind)
        self.trace.note("fault", fault)

    async def _crash(self, node: NodeProcess, fault: Fault) -> None:
        if node.is_up:
            node.process.steps_left = fault.amount
            self.weather.note(fault.kind)
            while node.process.is_alive:
                await asyncio.sleep(0.05)
            await asyncio.sleep(fault.lasts)
        node.start()

    async def _become_idle(self, playing: list["asyncio.Task[None]"]) -> None:
        """Wait until every table ends or waits for a person, and every page knows it."""
        problems: list[str] = []
        until = self._loop.time() + QUIET
        while self._loop.time() < until:
            await asyncio.sleep(LOOK)
            is_calm = not any(self.weather.holds(kind) for kind in Kind)
            problems = [each for table in self._tables for each in unrest(table, self.audit)]
            if is_calm and not problems and all(node.is_up for node in self._nodes):
                break
        for problem in problems:
            self.audit.find("stuck", problem)
        for task in playing:
            if task.done() and task.exception() is not None:
                raise AssertionError("a person broke down") from task.exception()

    def close(self) -> None:
        for node in self._nodes:
            node.process.kill()
        self._database.close()


@functools.cache
def template() -> Path:
    """An empty database with the tables of this program, made once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="gridwright-template-"))
    path = folder / "games.db"
    asyncio.run(migrate(f"sqlite:///{path}"))
    return path

"""A plan is one log entry or none: ``gridwright-lab trial plans --races 10000``.

Several nodes share a store and nothing else. In each race two plans of the seat to move, a repeat
of the first one and a plan with one illegal action in it reach different nodes concurrently. The
log must then have one entry more, with every action of the winning plan and none of any other; all
must have been answered accordingly, and all nodes must have the same table. With ``--piecemeal``
plans are sent action by action, and the experiment fails.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.vocabulary.base import EventLog
from gridwright.protocol.orders import ActOrder
from gridwright.server.live.bus import LocalBus
from gridwright.server.storage import open_store
from gridwright.server.storage.contract import Store
from gridwright.server.storage.migrations.migrate import migrate
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, Stale, TableService
from gridwright.table import commands
from gridwright.table.action_lists import RefusedInList
from gridwright.table.orders import decide_order
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.services.databases import fresh_schema
from gridwright_lab.trials.thresholds import Threshold, Verdict, added_up

EDITIONS: Final = ("classic", "deluxe", "card")
N_SEATS: Final = 3
N_NODES: Final = 3
N_TABLES: Final = 4
"""Tables that race at the same time."""
MAX_ACTIONS: Final = 6
KEY: Final = b"p" * 32
NOW: Final = 1_700_000_000_000

Answer = Done | Stale | RefusedInList | IllegalAction


@dataclass(frozen=True)
class Racer:
    """One order on its way to one node."""

    command_id: str
    lines: list[str]
    node: TableService
    wrong_at: int | None = None
    """The place of the illegal action, if it has one."""


@dataclass
class Figures:
    """Results of the races."""

    n_races: int = 0
    n_several: int = 0
    """Plans of more than one action that were carried out."""
    n_broken: int = 0
    """Plans with an illegal action that were refused at its place."""
    answers: Counter[str] = field(default_factory=Counter)
    torn: list[str] = field(default_factory=list)
    crowded: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)

    def verdict(self, n_races: int, name: str) -> Verdict:
        thresholds = [
            Threshold("races", self.n_races, n_races),
            Threshold("log entries that are not one whole plan", len(self.torn)),
            Threshold("races with more than one log entry", len(self.crowded)),
            Threshold("races without a log entry", len(self.empty)),
            Threshold("wrong answers", len(self.wrong)),
            Threshold("nodes with another table", len(self.apart)),
            Threshold("plans of several actions carried out", self.n_several, n_races // 20),
            Threshold("broken plans refused at their place", self.n_broken, n_races // 20),
        ]
        findings = [*self.torn, *self.crowded, *self.empty, *self.wrong, *self.apart]
        figures = {"answers": dict(self.answers), "stores": {name: self.n_races}}
        return Verdict(thresholds, figures, findings)


class PlanRaces:
    """Races at the tables of one store."""

    def __init__(self, store: Store, n_races: int, seed: int, is_piecemeal: bool) -> None:
        self._store: Final = store
        self._nodes: Final = [
            TableService(store, SeedVault(store, KEY), LocalBus(), lambda: NOW)
            for _node in range(N_NODES)
        ]
        self._n_races: Final = n_races
        self._is_piecemeal: Final = is_piecemeal
        self._seed: Final = seed
        self._n_begun = 0
        self.figures: Final = Figures()

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for place in range(N_TABLES):
                group.create_task(self._keep_racing(Dice(self._seed + place)))

    async def _keep_racing(self, dice: Dice) -> None:
        while self._n_begun < self._n_races:
            edition = EDITIONS[dice.below(len(EDITIONS))]
            game_id = await self._seat_people(edition)
            while self._n_begun < self._n_races:
                table = await self._nodes[0].load(game_id)
                if table.actor() is None:
                    break
                self._n_begun += 1
                await self._race(table, dice)
                self.figures.n_races += 1

    async def _seat_people(self, edition: str) -> str:
        node = self._nodes[0]
        game_id = await node.create(default_spec(edition, seats=N_SEATS), Terms())
        version = 1
        for seat in range(N_SEATS):
            sit = partial(commands.sit_down, seat=seat, name=f"P{seat}")
            for name, decide in (("sit", sit), ("ready", partial(commands.get_ready, seat=seat))):
                await node.run_command(
                    game_id, f"{name}:{seat}", expected_version=version, decide=decide
                )
                version += 1
        await node.wake(game_id, version)
        return game_id

    async def _race(self, table: Table, dice: Dice) -> None:
        game_id, version, seat = table.game_id, table.version, table.state.actor
        racers = self._racers(table, dice)
        order = list(range(len(racers)))
        order.sort(key=lambda _place: dice.below(1_000))
        answers: dict[str, list[Answer]] = {}
        tasks = [
            asyncio.create_task(self._send(game_id, version, seat, racers[place], dice.below(3)))
            for place in order
        ]
        for place, task in zip(order, tasks, strict=True):
            answer = await task
            self.figures.answers[type(answer).__name__] += 1
            answers.setdefault(racers[place].command_id, []).append(answer)
        await self._judge(game_id, version, seat, racers, answers)

    def _racers(self, table: Table, dice: Dice) -> list[Racer]:
        def node() -> TableService:
            return self._nodes[dice.below(N_NODES)]

        first, second = _plan(table, dice), _plan(table, dice)
        is_building = table.game.phases[table.state.phase].NAME == BuildingPhase.NAME
        place = dice.below(len(first) + 1)
        wrong = "bid 1" if is_building else "finish-building"
        broken = [*first[:place], wrong, *first[place:]]
        number = table.version
        return [
            Racer(f"a:{number}", first, node()),
            Racer(f"b:{number}", second, node()),
            Racer(f"a:{number}", first, node()),
            Racer(f"c:{number}", broken, node(), place),
        ]

    async def _send(
        self, game_id: str, version: int, seat: int, racer: Racer, n_yields: int
    ) -> Answer:
        for _yield in range(n_yields):
            await asyncio.sleep(0)
        if self._is_piecemeal and racer.wrong_at is None:
            return await self._send_piecemeal(game_id, version, seat, racer)
        order = ActOrder(command_id="x", expected=version, lines=racer.lines)
        decide = partial(decide_order, seat=seat, order=order)
        try:
            return await racer.node.run_command(
                game_id, racer.command_id, expected_version=version, decide=decide
            )
        except (RefusedInList, IllegalAction) as refused:
            return refused

    async def _send_piecemeal(self, game_id: str, version: int, seat: int, racer: Racer) -> Answer:
        """Sabotage: one command for each action."""
        answer: Answer = Stale(version, ())
        for place, line in enumerate(racer.lines):
            order = ActOrder(command_id="x", expected=version, line=line)
            decide = partial(decide_order, seat=seat, order=order)
            name = f"{racer.command_id}.{place}"
            try:
                answer = await racer.node.run_command(
                    game_id, name, expected_version=version + place, decide=decide
                )
            except (RefusedInList, IllegalAction) as refused:
                return refused
            if isinstance(answer, Stale):
                break
        return answer

    async def _judge(
        self,
        game_id: str,
        version: int,
        seat: int,
        racers: list[Racer],
        answers: dict[str, list[Answer]],
    ) -> None:
        figures = self.figures
        where = f"{game_id} at {version}"
        entries = await self._store.entries(game_id, version)
        if not entries:
            figures.empty.append(where)
            return
        if len(entries) > 1:
            figures.crowded.append(f"{where}: {len(entries)} entries")
        entry = entries[0].entry
        done = [line.split(" ", 1)[1] for line in entry.lines if line.startswith(f"{seat} ")]
        won = [racer for racer in racers if racer.command_id == entry.command_id]
        if not won or done != won[0].lines:
            figures.torn.append(f"{where}: {entry.lines} of {entry.command_id}")
            return
        figures.n_several += len(done) > 1
        for racer in racers:
            for answer in answers[racer.command_id]:
                if not self._is_right(racer, answer, racer in won, version):
                    figures.wrong.append(f"{where}: {answer} to {racer.command_id}")
        tables = [await node.load(game_id) for node in self._nodes]
        states = {(table.version, digest(table.state)) for table in tables}
        if len(states) > 1:
            figures.apart.append(where)

    def _is_right(self, racer: Racer, answer: Answer, has_won: bool, version: int) -> bool:
        if isinstance(answer, Stale):
            return not has_won
        if isinstance(answer, Done):
            return has_won and answer.version == version + 1
        is_place = isinstance(answer, RefusedInList) and answer.place == racer.wrong_at
        self.figures.n_broken += is_place
        return is_place


def _plan(table: Table, dice: Dice) -> list[str]:
    """Actions that the seat to move may do one after the other, without the seat."""
    game, state = table.game, table.state
    now = state.copy()
    silence = EventLog(False)
    lines: list[str] = []
    while len(lines) < MAX_ACTIONS:
        offers = game.offers(now)
        # What ends a turn comes last; plans shall be long, auctions short.
        is_auction = game.phases[now.phase].NAME == AuctionPhase.NAME
        place = len(offers) - 1 if is_auction else dice.below(2) * dice.below(len(offers))
        action = offers[place].sample(dice)
        lines.append(table.notation.text(action).split(" ", 1)[1])
        game.apply(now, action, silence)
        is_drawn = now.actor == CHANCE
        while now.actor == CHANCE:
            game.apply(now, game.offers(now)[0].sample(dice), silence)
        is_same = (now.actor, now.phase, now.round) == (state.actor, state.phase, state.round)
        is_building = is_same and isinstance(game.phases[now.phase], BuildingPhase)
        if not is_same or (is_drawn and not is_building):
            break
    return lines


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    await migrate(url)
    async with await open_store(url) as store:
        yield store


async def run(n_races: int, seed: int = 0, is_piecemeal: bool = False) -> Verdict:
    """Half of the races on SQLite, half on PostgreSQL."""
    found: list[Verdict] = []
    with (
        tempfile.TemporaryDirectory(prefix="gridwright-plans-") as folder,
        fresh_schema() as schema,
    ):
        places = {"sqlite": f"sqlite:///{Path(folder) / 'games.db'}", "postgresql": schema}
        for name, url in places.items():
            n_here = max(1, n_races // len(places))
            async with _opened(url) as store:
                races = PlanRaces(store, n_here, seed, is_piecemeal)
                await races.run()
            found.append(races.figures.verdict(n_here, name))
    return added_up(found)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--races", type=int, default=10_000)
    parser.add_argument("--piecemeal", action="store_true", help="sabotage: one command each")
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(max(2, chosen.races), chosen.seed, chosen.piecemeal))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

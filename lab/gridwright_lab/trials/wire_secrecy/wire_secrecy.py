"""No secret goes over the wire: ``gridwright-lab trial wire-secrecy``.

The experiment plays games with hidden money over real connections. It searches every byte sent to a
viewer for what this viewer may not know. Then it replaces the hidden stack of positions of these
games by many others: the server must send the same bytes.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from gridwright.content.table import TableSpec, default_spec, register_overlay
from gridwright.engine.dice import Dice
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.server.app import build_app
from gridwright.server.storage.vault import SeedVault
from gridwright.server.worker.service import Worker
from gridwright.table.entries import LoggedEntry
from gridwright.table.table import Table
from gridwright.table.terms import Terms
from gridwright_lab.trials.command import run_by_processes, seed_of, share, trial_parser
from gridwright_lab.trials.live_server import KEY, Build, LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import StuckError, choose
from gridwright_lab.trials.thresholds import Threshold, Verdict
from gridwright_lab.trials.wire_secrecy.canaries import (
    Secrets,
    excerpt,
    find_bytes,
    find_orders,
    find_words,
    words_of,
)
from gridwright_lab.trials.wire_secrecy.false_positives import LogWords
from gridwright_lab.trials.wire_secrecy.recording_proxy import recording_proxy
from gridwright_lab.trials.wire_secrecy.resampled_stacks import Comparison
from gridwright_lab.trials.wire_secrecy.viewer import TIMEOUT_S, Viewer, send_order

START_MONEY: Final = 987_000
"""An amount of money that only a mask of many cards resembles, and that a player can pay."""
EDITIONS: Final = ("classic", "deluxe", "card")
NAP: Final = 0.003
ASK_EVERY: Final = 7
"""Entries between two rounds of other questions: table, log, transcript, and what goes wrong."""
LEAST_LIMIT: Final = 7_000
"""Sealed limits are numbers above it: bids stay far below."""
MAX_ENTRIES: Final = 4_000
HOLD: Final = 1
"""Milliseconds between the publication of an order and the deal of its card."""
UNDO_EVERY: Final = 8
"""One in this many times a person who can undo an order does so."""
OFFERED: Final = b'"offers":[{'
"""Offers tell the money of the seat that they are for, so no other viewer may get them (c11.3)."""


class Trial:
    """Plays games and searches what was sent."""

    def __init__(self, server: LiveServer, seed: int) -> None:
        self.server: Final = server
        self.dice: Final = Dice(seed + 5)
        self.games = 0
        self.entries = 0
        self.n_bytes: Final[Counter[str]] = Counter()
        self.hits: Final[list[str]] = []
        self.coincidences: Final[list[str]] = []
        """Hits that the public log alone explains."""
        self.own_moneys = 0
        """Number of times that a viewer got its own money: the search would find another's."""
        self.revealed = 0
        """Games whose seed was found after the reveal: the search does find seeds."""
        self.orders = 0
        """Number of orders of unseen cards that were searched for."""
        self.limits = 0
        """Sealed limits that were left."""
        self.held = 0
        """Cards that were dealt after the order was published."""
        self.undone = 0
        """Orders that were taken back, some of them while a card waited."""
        self.logs: Final[list[str]] = []

    async def play(self, spec: TableSpec, with_bot: bool) -> None:
        """One game to its end, searched step by step: with a bot, or with sealed limits.

        Not both: a rich bot and a sealed limit raise each other by one for thousands of entries.
        """
        game_id = await self.server.node.service.create(spec, Terms(hold=HOLD))
        n_people = spec.seats - with_bot
        async with self._viewers(game_id, n_people, spec.seats) as viewers:
            table = await self._begin(game_id, viewers)
            seed = await SeedVault(self.server.node.store, KEY).seed(game_id)
            secrets = Secrets(table, seed)
            while True:
                await self._drain(viewers, table.version)
                secrets.follow(table)
                await self._search(secrets, viewers, table)
                if table.game.is_over(table.state):
                    break
                self.held += table.is_deal_due()
                if table.version % ASK_EVERY == 0:
                    await self._ask(viewers, table)
                table = await self._step(viewers, table, None if with_bot else secrets)
            table = await self._sweep_past(table)
            await self._drain(viewers, table.version)
            heard = [viewer.proxy.take() for viewer in viewers if not viewer.is_shut]
            self.revealed += all(find_bytes(each, secrets.bytes_patterns) for each in heard)
        self.games += 1
        self.entries += table.version
        self.logs.append(game_id)

    @asynccontextmanager
    async def _viewers(
        self, game_id: str, n_people: int, n_seats: int
    ) -> AsyncIterator[list[Viewer]]:
        """Players on the first seats, a spectator, and a player who has left a seat."""
        async with AsyncExitStack() as stack:
            viewers: list[Viewer] = []

            async def open_viewer(name: str, seat: int, ticket: str) -> Viewer:
                proxy = await stack.enter_async_context(recording_proxy(self.server.address))
                viewer = Viewer(name, seat, ticket, proxy)
                await stack.enter_async_context(viewer.client)
                await stack.enter_async_context(viewer.watch(game_id))
                viewers.append(viewer)
                await viewer.wait_for(0)
                return viewer

            left = await self.server.sit(game_id, 0, "Early")
            former = await open_viewer("former", SPECTATOR, left)
            await send_order(former, game_id, {"type": "stand_up", "expected": 2})
            for seat in range(n_people):
                ticket = await self.server.sit(game_id, seat, f"Person {seat}")
                await open_viewer("seat", seat, ticket)
            for seat in range(n_people, n_seats):
                await self.server.sit(game_id, seat, "Bot", "l1")
            await open_viewer("spectator", SPECTATOR, "")
            yield viewers

    async def _begin(self, game_id: str, viewers: list[Viewer]) -> Table:
        for viewer in viewers:
            if viewer.seat != SPECTATOR:
                version = (await self.server.auditor.load(game_id)).version
                await send_order(viewer, game_id, {"type": "ready", "expected": version})
        await self.server.node[Worker].sweep()
        return await self.server.auditor.load(game_id)

    async def _sweep_past(self, table: Table) -> Table:
        """Do what is due at a table, which is then another.

        A clock that is set back, or a lease that ran out while the machine stood still, only means
        another look: the worker of a real server looks again and again.
        """
        version = table.version
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                await self.server.node[Worker].sweep()
                now = await self.server.auditor.load(table.game_id)
                if now.version > version:
                    return now
                await asyncio.sleep(NAP)

    async def _step(self, viewers: list[Viewer], table: Table, limited: Secrets | None) -> Table:
        """One more entry: a person's order, or what is due; ``limited`` notes sealed limits."""
        actor = table.actor()
        version = table.version
        viewer = next((each for each in viewers if each.seat == actor), None)
        is_due = actor is not None and table.is_limit_due(actor)
        sorry = [each for each in viewers if table.undo.last_of(each.seat) is not None]
        is_auction = table.game.phases[table.state.phase].NAME == AuctionPhase.NAME
        if sorry and self.dice.below(UNDO_EVERY) == 0:
            order = {"type": "undo", "expected": version}
            await send_order(sorry[0], table.game_id, order)
            self.undone += 1
            table = await self.server.auditor.load(table.game_id)
        elif viewer is None or is_due:
            table = await self._sweep_past(table)
        else:
            if limited and viewer.seat == 0 and is_auction and self.dice.below(3) == 0:
                await self._leave_limit(viewer, table, limited)
            else:
                line = table.notation.text(choose(table, self.dice)).split(" ", 1)[1]
                order = {"type": "act", "expected": version, "line": line}
                await send_order(viewer, table.game_id, order)
            table = await self.server.auditor.load(table.game_id)
        if table.version != version + 1 or version > MAX_ENTRIES:
            raise StuckError(f"{table.game_id} is at {table.version} after {version}")
        return table

    async def _leave_limit(self, viewer: Viewer, table: Table, secrets: Secrets) -> None:
        """A sealed bid for the dearest plant."""
        up_to = LEAST_LIMIT + self.dice.below(3_000)
        secrets.limits[str(up_to).encode()] = viewer.seat
        self.limits += 1
        names = [table.notation.cards[card] for card in table.state.market] or ["3"]
        order = {"type": "limit", "plant": names[-1], "up_to": up_to, "expected": table.version}
        await send_order(viewer, table.game_id, order)

    async def _drain(self, viewers: list[Viewer], version: int) -> None:
        for viewer in viewers:
            await viewer.wait_for(version)

    async def _ask(self, viewers: list[Viewer], table: Table) -> None:
        """Send all other requests of a viewer, valid and invalid."""
        path = f"/api/tables/{table.game_id}"
        for viewer in viewers:
            own = bearer(viewer.ticket)
            entries = ("/entries?since=0", "/entries?since=99999")
            for rest in ("", *entries, "/transcript", "/quotes", "/auction"):
                await viewer.client.get(path + rest, headers=own)
            await viewer.client.get("/api/tables")
            for version in (table.version, table.version - 1):
                await viewer.client.post(f"{path}/why", json={"version": version}, headers=own)
            wrongs: list[dict[str, Any]] = [
                {"line": "bid 999999"},
                {"line": "fly"},
                {"line": "pass", "expected": 1},
                {"do": {"do": "offer", "plant": "3", "bid": 1_000_000}},
                {"do": {"do": "order", "order": "0"}},
                {"do": 1},
            ]
            for number, wrong in enumerate(wrongs):
                order = {"type": "act", "command_id": f"w{number}", "expected": table.version}
                body = order | wrong
                # What would be legal is not asked for here.
                if viewer.seat != table.actor() or number in (1, 2, 4, 5):
                    await viewer.client.post(f"{path}/orders", json=body, headers=own)

    async def _search(self, secrets: Secrets, viewers: list[Viewer], table: Table) -> None:
        """Search everything received since the last search."""
        orders = secrets.orders()
        self.orders += len(orders)
        is_over = table.game.is_over(table.state)
        for viewer in viewers:
            heard = viewer.proxy.take()
            self.n_bytes[viewer.name] += len(heard)
            words = words_of(heard)
            sure = [[each] for each in find_bytes(heard, secrets.bytes_patterns)[:1]]
            if viewer.seat == SPECTATOR and OFFERED in heard:
                sure.append([OFFERED])
            if not is_over:
                sure += [[each] for each in find_words(words, secrets.hidden_moneys(viewer.seat))]
                if viewer.seat != SPECTATOR:
                    own = {str(secrets.now(viewer.seat)).encode()}
                    self.own_moneys += len(find_words(words, own))
            limits = find_words(words, secrets.hidden_limits(viewer.seat))
            doubtful = find_orders(words, orders) + [[each] for each in limits]
            known = await self._by_log(viewer, table, doubtful) if doubtful else []
            for hit in [*sure, *doubtful]:
                found = self.coincidences if hit in known else self.hits
                found.append(self._place(table, viewer, heard, hit))

    async def _by_log(
        self, viewer: Viewer, table: Table, hits: list[list[bytes]]
    ) -> list[list[bytes]]:
        """The hits that a table without any secret would also send."""
        if viewer.by_log is None:
            viewer.by_log = LogWords(self.server.node.store, table.game_id, viewer.seat)
        return find_orders(await viewer.by_log.words(), hits)

    def _place(self, table: Table, viewer: Viewer, heard: bytes, hit: list[bytes]) -> str:
        """Return the place of a hit, with the text around it."""
        said = b" ".join(hit).decode("latin-1")
        who = f"{table.game_id} at {table.version}: {viewer.name} {viewer.seat}"
        return f"{who} heard {said!r} in {excerpt(heard, hit)!r}"

    # Other hidden stacks

    async def resample(self, n_positions: int, n_worlds: int) -> Comparison:
        """Compare frames at positions of the games that were played."""
        comparison = Comparison()
        logs = [await self._log(game_id) for game_id in self.logs]
        for place in range(20 * n_positions):
            if comparison.positions == n_positions:
                break
            log = logs[place % len(logs)]
            version = 1 + self.dice.below(len(log))
            record = await self.server.node.store.load(self.logs[place % len(logs)])
            comparison.compare(record, log[:version], n_worlds)
        return comparison

    async def _log(self, game_id: str) -> list[LoggedEntry]:
        log: list[LoggedEntry] = []
        while entries := await self.server.node.store.entries(game_id, len(log)):
            log += entries
        return log

    def verdict(
        self, n_games: int, compared: Comparison, n_positions: int, n_worlds: int
    ) -> Verdict:
        thresholds = [
            Threshold("games played to the end", self.games, max(1, n_games)),
            Threshold("canaries heard", len(self.hits)),
            Threshold("times a viewer heard its own money", self.own_moneys, 1),
            Threshold(
                "games whose seed was heard after the reveal", self.revealed, max(1, n_games)
            ),
            Threshold("orders of unseen cards searched for", self.orders, 1),
            Threshold("sealed limits searched for", self.limits, 1),
            Threshold("cards that waited to be turned up", self.held, 1),
            Threshold("orders taken back", self.undone, 1),
            Threshold("bytes to viewers who had left their seat", self.n_bytes["former"], 1),
            Threshold("positions with resampled stacks", compared.positions, max(1, n_positions)),
            Threshold("resampled stacks", compared.worlds, max(1, n_positions * n_worlds)),
            Threshold("positions whose stacks differed", compared.orders_differed, 1),
            Threshold("positions whose next cards differed", compared.cards_differed, 1),
            Threshold("orders taken back with other stacks behind", compared.undone, 1),
            Threshold("frames that differed", len(compared.leaks)),
            Threshold("crashes", len(self.server.app.crashes)),
        ]
        figures = {
            "entries": self.entries,
            "bytes": dict(self.n_bytes),
            "coincidences": len(self.coincidences),
            "frames": compared.frames,
            "cards that waited with other stacks behind": compared.held,
            "frame_bytes": compared.n_bytes,
        }
        return Verdict(thresholds, figures, [*self.hits, *compared.leaks, *self.server.app.crashes])


def rich_content(folder: Path) -> str:
    """Write content in which each seat starts with much money; returns its digest."""
    for edition in EDITIONS:
        (folder / edition).mkdir()
        (folder / edition / "edition.toml").write_text(f"[money]\nstart = {START_MONEY}\n")
    return register_overlay(folder)


async def run(
    n_games: int,
    n_positions: int,
    n_worlds: int,
    seed: int = 0,
    build: Build = build_app,
) -> Verdict:
    """Play games and compare positions in resampled worlds; return the verdict."""
    with tempfile.TemporaryDirectory(prefix="gridwright-figures-") as folder:
        content = rich_content(Path(folder))
        async with open_live_server(build=build, with_worker=False) as server:
            trial = Trial(server, seed)
            for number in range(n_games):
                edition = EDITIONS[number % len(EDITIONS)]
                plain = default_spec(edition, seats=3 + number // len(EDITIONS) % 2)
                spec = replace(plain, hidden_money=True, content=content)
                await trial.play(spec, with_bot=number % 2 == 1)
            compared = await trial.resample(n_positions, n_worlds)
            return trial.verdict(n_games, compared, n_positions, n_worlds)


def run_job(n_games: int, n_positions: int, n_worlds: int, seed: int) -> Verdict:
    return asyncio.run(run(n_games, n_positions, n_worlds, seed))


def run_jobs(n_games: int, n_positions: int, n_worlds: int, seed: int, n_jobs: int) -> Verdict:
    """The same work by several processes, each with a server of its own."""
    return run_by_processes(
        n_jobs,
        run_job,
        lambda job: (
            share(n_games, n_jobs, job),
            share(n_positions, n_jobs, job),
            n_worlds,
            seed_of(seed, job),
        ),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    chosen = parser.parse_args(arguments)
    size = (chosen.games, chosen.positions, chosen.worlds, chosen.seed)
    verdict = run_job(*size) if chosen.jobs < 2 else run_jobs(*size, chosen.jobs)
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

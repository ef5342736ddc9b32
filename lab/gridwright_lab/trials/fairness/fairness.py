"""Detect a cheating operator by the players' records, and accuse no honest one.

Games are played on a real server over HTTP. Between two runs of the server an operator swaps seed
and commitment after all players were ready and zeroes the contributions, or rewrites an order that
players have seen. Every game is checked by ``gridwright verify --receipt`` and by the browser's own
module.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from gridwright.engine.dice import Dice
from gridwright.server.storage.vault import SeedVault
from gridwright.server.worker.service import Worker
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.fairness.player import OVER, KeepingPlayer
from gridwright_lab.trials.fairness.verdicts import by_browser_module, by_command, by_library
from gridwright_lab.trials.faults.malicious_host import (
    NothingToRewrite,
    rewrite_order,
    swap_deal,
)
from gridwright_lab.trials.live_server import KEY, LiveServer, open_live_server
from gridwright_lab.trials.thresholds import Threshold, Verdict

SPECS: Final = (
    {"edition": "card", "preset": "standard", "board": "none", "seats": 3},
    {"edition": "classic", "preset": "recharged", "board": "germany-recharged", "seats": 2},
)
BATCH: Final = 20
"""Number of tables that are played in parallel."""
LOOK_EVERY: Final = 8
"""Sweeps between two requests of a player."""
MAX_SWEEPS: Final = 20_000


class Operator(StrEnum):
    """Kind of host that runs the server."""

    HONEST = "honest"
    SWAPS = "swaps seed and commitment, zeroes a contribution"
    REWRITES = "rewrites an entry"


CAUGHT_BY: Final = {Operator.SWAPS: {"promise", "own", "kept"}, Operator.REWRITES: {"kept"}}
"""The checks that must fail, and no other."""


@dataclass
class Found:
    """Verdicts on the games of one operator."""

    n_games: int = 0
    n_called_bad: int = 0
    """Bad games that the command line found bad for the expected reasons."""
    n_called_bad_in_browser: int = 0
    n_called_good: int = 0
    """Games called good by both the command line and the browser."""
    n_commands: int = 0
    """Games on which the command, run as a separate process, gave the same verdict."""
    findings: list[str] = field(default_factory=list)


@asynccontextmanager
async def _server(file: Path) -> AsyncIterator[LiveServer]:
    async with open_live_server(f"sqlite:///{file}", with_worker=False) as server:
        yield server


async def _play(server: LiveServer, players: list[KeepingPlayer], n_sweeps: int) -> None:
    """Continue the games until all are over; a player to move hands over to a bot."""
    for sweep in range(n_sweeps):
        n_done = await server.node[Worker].sweep()
        if n_done and sweep % LOOK_EVERY:
            continue
        n_over = 0
        for player in players:
            table = await player.look(server)
            n_over += table["status"] in OVER
            if table["status"] == "running" and not table["seats"][0]["bot"]:
                await player.hand_over(server)
        if n_over == len(players):
            return


async def _batch(
    operator: Operator, n_games: int, seed: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return games with their players' records, and findings about unplayable ones."""
    dice = Dice(seed)
    with tempfile.TemporaryDirectory(prefix="gridwright-trial-") as folder:
        file = Path(folder) / "games.db"
        async with _server(file) as server:
            specs = [SPECS[(seed + place) % len(SPECS)] for place in range(n_games)]
            players = [await KeepingPlayer.sit(server, dict(spec)) for spec in specs]
            for player in players:
                await player.get_ready(server)
            if operator is Operator.REWRITES:
                await _play(server, players, 10 + dice.below(30))
            seen = {each.game_id: (await each.look(server))["version"] for each in players}
        async with _server(file) as server:
            vault = SeedVault(server.node.store, KEY)
            store = server.node.store
            for player in list(players):
                if operator is Operator.SWAPS:
                    await swap_deal(store, vault, file, player.game_id)
                elif operator is Operator.REWRITES:
                    try:
                        await rewrite_order(store, vault, file, player.game_id, dice)
                    except NothingToRewrite:
                        players.remove(player)
        games: list[dict[str, Any]] = []
        findings: list[str] = []
        async with _server(file) as server:
            await _play(server, players, MAX_SWEEPS)
            for player in players:
                receipt = player.receipt()
                if operator is Operator.REWRITES:
                    # One recorded frame is enough.
                    receipt = player.with_one_moment(seen[player.game_id])
                games.append({**await player.evidence(server), "receipt": receipt})
            findings += [*server.app.server_errors, *server.app.crashes]
    return games, findings


async def evaluate(operator: Operator, n_games: int, seed: int, n_commands: int) -> Found:
    """Play and evaluate `n_games` games of one operator."""
    found = Found()
    while found.n_games < n_games:
        seed += 1
        games, findings = await _batch(operator, min(BATCH, n_games - found.n_games), seed)
        found.findings += findings
        for game, said in zip(games, by_browser_module(games), strict=True):
            found.n_games += 1
            report = by_library(game["transcript"], game["receipt"])
            failed = {check.name for check in report.failures}
            is_bad, is_bad_there = bool(failed), bool(said["failed"])
            expected = CAUGHT_BY.get(operator, set())
            found.n_called_bad += is_bad and failed == expected
            found.n_called_bad_in_browser += is_bad_there and set(said["failed"]) == expected
            found.n_called_good += report.ok and said["isFair"]
            if failed != expected or set(said["failed"]) != expected:
                name = game["receipt"]["game"]
                found.findings.append(f"{operator} {name}: {sorted(failed)} {said}")
            if found.n_commands < n_commands:
                code, answer = by_command(game["transcript"], game["receipt"])
                found.n_commands += answer["ok"] == report.ok and code == (not report.ok)
    return found


def run(n_games: int, n_honest: int, seed: int, n_commands: int) -> Verdict:
    """Check games of every operator."""
    swapped = asyncio.run(evaluate(Operator.SWAPS, n_games, seed, n_commands))
    rewritten = asyncio.run(evaluate(Operator.REWRITES, n_games, seed + 10_000, n_commands))
    honest = asyncio.run(evaluate(Operator.HONEST, n_honest, seed + 20_000, n_commands))
    all_found = (swapped, rewritten, honest)
    asked = sum([min(n_commands, each.n_games) for each in all_found])
    thresholds = [
        Threshold("swapped deals caught by verify --receipt", swapped.n_called_bad, n_games),
        Threshold("swapped deals caught by the browser", swapped.n_called_bad_in_browser, n_games),
        Threshold("rewritten entries caught by one kept frame", rewritten.n_called_bad, n_games),
        Threshold("the same in the browser", rewritten.n_called_bad_in_browser, n_games),
        Threshold("honest games called good by both", honest.n_called_good, n_honest),
        Threshold("honest games accused", honest.n_games - honest.n_called_good),
        Threshold(
            "games judged alike by the command itself",
            sum([x.n_commands for x in all_found]),
            asked,
        ),
        Threshold("other findings", sum([len(each.findings) for each in all_found])),
    ]
    figures = {"games": sum([each.n_games for each in all_found])}
    return Verdict(thresholds, figures, [line for each in all_found for line in each.findings])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=100, help="of each operator who cheats")
    parser.add_argument("--honest", type=int, default=0, help="by default ten times as many")
    parser.add_argument("--commands", type=int, default=5, help="given to the command as well")
    chosen = parser.parse_args(arguments)
    n_games = max(1, chosen.games)
    honest = chosen.honest or 10 * n_games
    return run(n_games, honest, chosen.seed, max(1, chosen.commands)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Programs lose and double no move: ``gridwright-lab trial programs --games 20``.

The program of the guide plays whole games of each edition against bots, by a token, through a proxy
that cuts its connections at random. Each choice that it made must be one entry of the log, and each
entry of its seat one choice.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

from gridwright.client import Turn
from gridwright.content.table import list_editions
from gridwright.table.entries import Status
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.faults.cutting_proxy import CuttingProxy
from gridwright_lab.trials.live_server import LiveServer, bearer, open_live_server
from gridwright_lab.trials.logging_out import sign_in
from gridwright_lab.trials.thresholds import Threshold, Verdict

PROGRAM: Final = Path("examples/program.py")
PASSWORD: Final = "correct horse battery"
SCOPES: Final = ["read", "play", "tables"]
CONCURRENCY: Final = 3
PERCENT: Final = 2.0
LEAST_CUTS: Final = 2
"""Minimum of each game; with less the experiment shows nothing."""


class PlayedGame:
    """One game of the program: its choices, and their entries in the log."""

    def __init__(self, edition: str) -> None:
        self.edition: Final = edition
        self.chosen: Final[list[tuple[int, str]]] = []
        """The version that each choice was made for, and its line."""
        self.game_id = ""
        self.n_moves = 0
        self.n_lost = 0
        self.n_doubled = 0
        self.is_finished = False
        self.problem = ""

    def play(self, program: Path, server: str, token: str) -> None:
        """Play with an external program; records its choices."""
        module = load_program(program)
        plain = module.choose

        def choose(turn: Turn, dice: Random) -> str:
            line: str = plain(turn, dice)
            self.chosen.append((turn.version, line))
            return line

        module.__dict__["choose"] = choose
        try:
            self.game_id = str(module.play(server, token, "", self.edition)).split()[0]
        except Exception as error:
            self.problem = f"{self.edition}: {error!r}"

    async def evaluate(self, server: LiveServer) -> None:
        """Set the choices beside the log."""
        if not self.game_id:
            self.n_lost = len(self.chosen)
            return
        table = await server.auditor.load(self.game_id)
        self.is_finished = table.status is Status.FINISHED
        seat = next(seat for seat, holder in enumerate(table.seats) if holder.is_program)
        entries: Counter[tuple[int, str]] = Counter()
        for logged in await server.node.store.entries(self.game_id, 0):
            entry = log_entry_of(logged.entry)
            if isinstance(entry, Acted) and logged.entry.seat == seat and not entry.by_bot:
                line = logged.entry.lines[0].split(" ", 1)[1]
                entries[logged.version - 1, line] += 1
        chosen = Counter(self.chosen)
        self.n_moves = entries.total()
        self.n_lost = (chosen - entries).total()
        self.n_doubled = (entries - chosen).total()


def load_program(path: Path) -> ModuleType:
    """The program as a module of its own, so that several run side by side."""
    spec = spec_from_file_location("program_under_trial", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def make_token(server: LiveServer, name: str) -> str:
    """The token of a new person's program."""
    session = await sign_in(server, name)
    wanted = {"label": "Trial", "scopes": SCOPES, "password": PASSWORD}
    answer = await server.client.post("/api/me/tokens", json=wanted, headers=bearer(session))
    answer.raise_for_status()
    return str(answer.json()["secret"])


async def run(
    n_games: int,
    editions: Sequence[str] = (),
    percent: float = PERCENT,
    database: str = "",
    program: Path = PROGRAM,
    seed: int = 0,
) -> Verdict:
    """Play `n_games` games of each edition, some in parallel."""
    games = [PlayedGame(edition) for edition in editions or list_editions() for _ in range(n_games)]
    async with open_live_server(database) as server:
        proxy = CuttingProxy(server.address, percent, seed)
        async with proxy.serving():
            places = asyncio.Semaphore(CONCURRENCY)
            tokens = [await make_token(server, f"Owner {place}") for place in range(CONCURRENCY)]

            async def play(place: int, game: PlayedGame) -> None:
                async with places:
                    token = tokens[place % CONCURRENCY]
                    await asyncio.to_thread(game.play, program, proxy.address, token)
                    await game.evaluate(server)

            await asyncio.gather(*[play(place, game) for place, game in enumerate(games)])
        return _verdict(games, proxy.counts, server)


def _verdict(games: Sequence[PlayedGame], counts: Counter[str], server: LiveServer) -> Verdict:
    n_cuts = counts["requests cut"] + counts["answers cut"]
    finished = Counter([game.edition for game in games if game.is_finished])
    thresholds = [
        Threshold("games played to the end", finished.total(), len(games)),
        Threshold("connections cut", n_cuts, LEAST_CUTS * len(games)),
        Threshold("lost moves", sum([game.n_lost for game in games])),
        Threshold("doubled moves", sum([game.n_doubled for game in games])),
        Threshold(
            "answers of class 5xx and crashes", len(server.app.server_errors + server.app.crashes)
        ),
    ]
    figures = {
        "moves": sum([game.n_moves for game in games]),
        "games by edition": dict(sorted(finished.items())),
        **dict(sorted(counts.items())),
    }
    problems = [game.problem for game in games if game.problem]
    return Verdict(thresholds, figures, [*problems, *server.app.crashes])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--games", type=int, default=20, help="of each edition")
    parser.add_argument("--edition", action="append", default=[], choices=list_editions())
    help_ = "of each hundred pieces of a connection, how many are cut"
    parser.add_argument("--percent", type=float, default=PERCENT, help=help_)
    parser.add_argument("--program", type=Path, default=PROGRAM, help="the file of the program")
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(
        run(
            chosen.games,
            chosen.edition,
            chosen.percent,
            chosen.database,
            chosen.program,
            chosen.seed,
        )
    )
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

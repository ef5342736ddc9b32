"""Later versions finish the games of earlier ones: ``gridwright-lab trial upgrade``.

``tests/corpus`` holds databases that earlier commits made. A copy of each is opened three times:

- by this program, which must finish every game with the digest that was recorded,
- by this program with another figure in each edition, where the same must hold, while every new
  table has the new figure,
- with an unknown rules identity in one row: that table is quarantined, and all others work.

With ``--forget`` the earlier figures are lost, and the experiment fails.
"""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gridwright.content.table import list_editions, list_presets
from gridwright.server.operations.logs import LogForm, set_up_logs
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict
from gridwright_lab.trials.upgrade import finish_process
from gridwright_lab.trials.upgrade.changed_program import ChangedProgram
from gridwright_lab.trials.upgrade.corpus import FOLDER, Corpus, RunningGame, load_corpora
from gridwright_lab.trials.upgrade.finish_process import Finished, finish_games
from gridwright_lab.trials.upgrade.unknown_rules import Findings, told, try_unknown_rules

LEAST_RUNNING: Final = 60
GATHERING: Final = "gathering"


@dataclass
class Tally:
    """Results of one program."""

    program: str
    n_finished: int = 0
    altered: list[str] = field(default_factory=list)
    unverified: list[str] = field(default_factory=list)

    def add(self, games: Sequence[RunningGame], finished: Finished) -> None:
        for game in games:
            ending = finished.endings[game.game_id]
            self.n_finished += ending.is_finished
            where = f"{self.program}: {game.game_id} ({game.table}) {ending.problem}".rstrip()
            if (ending.digest, ending.rules) != (game.digest, game.rules):
                self.altered.append(where)
            if not ending.is_verified:
                self.unverified.append(where)

    def thresholds(self, n_games: int) -> list[Threshold]:
        return [
            Threshold(f"{self.program}: games finished", self.n_finished, n_games),
            Threshold(f"{self.program}: games that end otherwise", len(self.altered)),
            Threshold(f"{self.program}: transcripts that do not verify", len(self.unverified)),
        ]


class Trial:
    """All corpora, opened by all programs."""

    def __init__(self, corpora: Sequence[Corpus], most_games: int, forget: bool) -> None:
        self._corpora: Final = corpora
        self._most_games: Final = most_games
        self._forget: Final = forget
        self.same: Final = Tally("this program")
        self.changed: Final = Tally("changed figures")
        self.n_games = 0
        self.n_running = 0
        self.missing: Final = {
            (edition, preset) for edition in list_editions() for preset in list_presets(edition)
        }
        self.n_new = 0
        """New tables that have the changed figure and an identity of their own."""
        self.aside: Final[list[Findings]] = []
        self.n_others = 0

    async def run(self, scratch: Path) -> None:
        for number, corpus in enumerate(self._corpora):
            await self._try(corpus, scratch / str(number))

    async def _try(self, corpus: Corpus, scratch: Path) -> None:
        games = corpus.games[: self._most_games]
        self.n_games += len(games)
        self.n_running += len([game for game in corpus.games if game.status != GATHERING])
        self.missing.difference_update(corpus.kinds())
        program = ChangedProgram(scratch / "program")
        amounts = program.change_figures()
        if self._forget:
            program.forget_figures()
        corpus.copy_to(scratch / "changed")
        words = [corpus.folder.parent, scratch / "changed", len(games), corpus.commit]
        arguments = ["-m", finish_process.__name__, *[str(word) for word in words]]
        # The changed program has a process of its own, beside this one.
        changing = asyncio.create_task(asyncio.to_thread(program.run, arguments))

        corpus.copy_to(scratch / "same")
        same = await finish_games(scratch / "same", corpus, len(games))
        self.same.add(games, same)

        corpus.copy_to(scratch / "aside")
        ids = [game.game_id for game in games]
        self.aside.append(await try_unknown_rules(scratch / "aside", corpus, ids))
        self.n_others += len(set(ids) - {corpus.person.tables[0]})

        changed = Finished.from_json(await changing)
        self.changed.add(games, changed)
        for edition, amount in amounts.items():
            is_new = changed.new_rules[edition] != same.new_rules[edition]
            self.n_new += is_new and changed.new_money[edition] == amount

    def verdict(self) -> Verdict:
        aside = self.aside
        n_corpora = len(self._corpora)
        thresholds = [
            Threshold("running games recorded", self.n_running, LEAST_RUNNING),
            Threshold("editions and presets without a game", len(self.missing)),
            *self.same.thresholds(max(1, self.n_games)),
            *self.changed.thresholds(max(1, self.n_games)),
            Threshold("new tables with the changed figure", self.n_new, 3 * max(1, n_corpora)),
            Threshold(
                "unknown identity: tables quarantined",
                sum([len(each.quarantined) for each in aside]),
                max(1, n_corpora),
                n_corpora,
            ),
            Threshold(
                "unknown identity: its refusals", sum([each.n_refused for each in aside]), 15
            ),
            Threshold(
                "unknown identity: its other answers",
                sum([len(each.other_answers) for each in aside]),
            ),
            Threshold(
                "unknown identity: answers of class 5xx",
                sum([len(each.server_errors) for each in aside]),
            ),
            Threshold(
                "unknown identity: other tables that play",
                sum([len(each.played) for each in aside]),
                max(1, self.n_others),
            ),
            Threshold("unknown identity: tables hidden", sum([len(each.hidden) for each in aside])),
            Threshold(
                "unknown identity: tables that admin check names",
                sum([len(each.broken) for each in aside]),
                n_corpora,
                n_corpora,
            ),
            Threshold(
                "unknown identity: looks of the worker",
                sum([each.n_claims for each in aside]),
                n_corpora,
                n_corpora,
            ),
            Threshold("unknown identity: not ready", sum([len(each.unready) for each in aside])),
        ]
        findings = [
            *self.same.altered,
            *self.same.unverified,
            *self.changed.altered,
            *self.changed.unverified,
            *[line for each in aside for line in told(each)],
        ]
        figures = {
            "commits": [corpus.commit for corpus in self._corpora],
            "games": self.n_games,
        }
        return Verdict(thresholds, figures, findings)


async def run(folder: Path = FOLDER, most_games: int = 10_000, forget: bool = False) -> Verdict:
    """Try every corpus in a folder."""
    trial = Trial(load_corpora(folder), most_games, forget)
    with tempfile.TemporaryDirectory(prefix="gridwright-upgrade-") as scratch:
        await trial.run(Path(scratch))
    return trial.verdict()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--corpus", type=Path, default=FOLDER, help="where corpora lie")
    parser.add_argument("--games", type=int, default=10_000, help="the first ones of each alone")
    parser.add_argument("--forget", action="store_true", help="sabotage: earlier figures are lost")
    chosen = parser.parse_args(arguments)
    # The server logs the quarantined table; that is for the error stream.
    set_up_logs(LogForm.TEXT)
    return asyncio.run(run(chosen.corpus, chosen.games, chosen.forget)).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Findings judged from outside: ``gridwright-lab trial findings``.

Each costly decision of an analysis is measured again by games to the end, played by a bot that took
no part in it, in worlds of its own: no model, no planner. Reasons must speak for the better line.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from gridwright.arena.cells import Cell, find_cells
from gridwright.bots.contract import Brain
from gridwright.bots.registry import find_bot
from gridwright.bots.rollout.policy import MAX_ACTIONS, SILENT
from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.network import won_shares
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.fair.draw import Stream
from gridwright.insight.analysis import Analysis
from gridwright.insight.estimator import ANY_SEAT, standard_error
from gridwright.insight.moves import walk
from gridwright.insight.settings import WORLDS, InsightSettings
from gridwright_lab.trials.command import pool_map, trial_parser
from gridwright_lab.trials.insight.games import play
from gridwright_lab.trials.thresholds import Threshold, Verdict

OUTSIDER: Final = "l1"
SEED: Final = 0x5D1C4E2B
FINDINGS: Final = 200
PLAY_OUTS: Final = 2_000
"""Games of each finding; half of them after each line."""
LEAST_SAME: Final = 95
MAX_GAP: Final = 5
MAX_PER_GAME: Final = 5
MAX_DEALS: Final = 400
CELLS: Final = "classic:3-5,deluxe:3-5,card:3-5"


@dataclass(frozen=True)
class Outsider:
    """Games of a bot that takes no part in analyses."""

    game: Game
    brains: list[Brain]
    viewer: int = ANY_SEAT
    """Seat whose knowledge limits the worlds; any once all is known."""

    def lead(self, state: State, one: Line, other: Line, n_worlds: int) -> tuple[float, float]:
        """Return a line's mean lead over another for the acting seat, and its standard error."""
        worlds = Worlds(self.game, state, self.viewer, SEED)
        seat = state.actor
        leads: list[float] = []
        for number in range(n_worlds):
            shares = [self._result(worlds, number, state, line)[seat] for line in (one, other)]
            leads.append(shares[0] - shares[1])
        return sum(leads) / n_worlds, standard_error(leads)

    def _result(self, worlds: Worlds, number: int, state: State, line: Line) -> list[float]:
        game = self.game
        now = worlds[number].position(state)
        chance = worlds[number].chance()
        line.play(game, now, chance)
        n_actions = 0
        while now.phase != OVER and n_actions < MAX_ACTIONS:
            n_actions += 1
            if now.actor == CHANCE:
                game.apply(now, chance.outcome(now), SILENT)
                continue
            seen = observe(game, now, now.actor)
            game.apply(now, self.brains[now.actor].choose(seen, game.offers(now)), SILENT)
        return won_shares(now.ranking)


def judge(
    cell: Cell, deal: int, n_worlds: int, n_play_outs: int, outsider_name: str = OUTSIDER
) -> list[dict[str, Any]]:
    """Return the findings of one game, each with its loss by the outsider."""
    game, log = play(cell, deal)
    settings = InsightSettings(n_worlds, deal)
    analysis = Analysis(game, walk(game, log), settings, None)
    bot = find_bot(outsider_name)
    brains = [bot.sit(game.rules, seat, Stream(bytes(32))) for seat in range(cell.seats)]
    outsider = Outsider(game, brains)
    found: list[dict[str, Any]] = []
    for costly in analysis.costly[:MAX_PER_GAME]:
        decision, played = costly.decision, Line(costly.decision.played)
        n_pairs = max(1, n_play_outs // 2)
        loss, error = outsider.lead(decision.state, costly.better, played, n_pairs)
        found.append(
            {
                "cell": str(cell),
                "deal": deal,
                "move": decision.move,
                "round": decision.state.round,
                "kind": decision.kind,
                "told": costly.loss,
                "told_error": costly.error,
                "loss": loss,
                "error": error,
            }
        )
    return found


def evaluate(found: Sequence[dict[str, Any]], n_wanted: int) -> Verdict:
    n_same = sum([each["loss"] > 0.0 for each in found])
    n_refuted = sum([each["loss"] < -2 * each["error"] for each in found])
    gaps = [100 * abs(each["loss"] - each["told"]) for each in found]
    percent = round(100 * n_same / len(found), 1) if found else 0.0
    return Verdict(
        [
            Threshold("findings", len(found), n_wanted),
            Threshold("findings that keep their sign, %", percent, LEAST_SAME),
            Threshold(
                "median difference of the loss, points",
                round(median(gaps or [100.0]), 2),
                most=MAX_GAP,
            ),
        ],
        {
            "refuted by two standard errors": n_refuted,
            "median loss told, points": _median_points(found, "told"),
            "median loss by the outsider, points": _median_points(found, "loss"),
            "median standard error of the outsider": _median_points(found, "error"),
            "by kind": {
                kind: f"{sum(e['loss'] > 0 for e in of_kind)} of {len(of_kind)}"
                for kind in sorted({each["kind"] for each in found})
                for of_kind in [[each for each in found if each["kind"] == kind]]
            },
        },
        [
            f"{each['cell']} deal {each['deal']} move {each['move']} ({each['kind']}): told "
            f"{each['told']:.3f}, measured {each['loss']:.3f} ± {each['error']:.3f}"
            for each in found
            if each["loss"] <= 0.0
        ],
    )


def _median_points(found: Sequence[dict[str, Any]], name: str) -> float:
    return round(100 * float(median([each[name] for each in found] or [0.0])), 1)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--findings", type=int, default=FINDINGS)
    parser.add_argument("--play-outs", type=int, default=PLAY_OUTS)
    parser.add_argument("--worlds", type=int, default=WORLDS, help="of the analysis")
    parser.add_argument("--cells", default=CELLS)
    parser.add_argument("--outsider", default=OUTSIDER, help="bot that plays to the end")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--out", type=Path, help="file of findings; games it holds are kept")
    chosen = parser.parse_args(arguments)
    cells = [cell for part in chosen.cells.split(",") for cell in find_cells(part)]
    games: dict[int, list[dict[str, Any]]] = {}
    if chosen.out is not None and chosen.out.exists():
        for line in chosen.out.read_text("utf-8").splitlines():
            record = json.loads(line)
            games[record["deal"]] = record["findings"]
    deal = 0
    while sum(map(len, games.values())) < chosen.findings and deal < MAX_DEALS:
        deals = [each for each in range(deal, deal + chosen.jobs) if each not in games]
        deal += chosen.jobs
        tasks = [
            (cells[each % len(cells)], each, chosen.worlds, chosen.play_outs, chosen.outsider)
            for each in deals
        ]
        for each, findings in zip(deals, pool_map(chosen.jobs, judge, tasks), strict=True):
            games[each] = findings
            if chosen.out is not None:
                with chosen.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"deal": each, "findings": findings}) + "\n")
    found = [finding for each in sorted(games) for finding in games[each]]
    return evaluate(found, chosen.findings).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

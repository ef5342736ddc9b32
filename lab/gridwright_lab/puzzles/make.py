"""Puzzles from games of bots: ``gridwright-lab puzzles make --out work.jsonl --minutes 60``.

Each puzzle is appended to the file as soon as it is found. The same command continues where it was
stopped: ``work.jsonl.done`` lists the games that were searched. At most two puzzles come from a
game.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gridwright.content.spec import TableSpec
from gridwright.engine.ids import OVER
from gridwright.insight.decisions import Decision, split
from gridwright.insight.moves import walk
from gridwright.puzzles.collection import THEMES
from gridwright_lab.puzzles.games import pick_table, play, tables
from gridwright_lab.puzzles.records import record_of, theme_of
from gridwright_lab.puzzles.screening import Screener

MAX_PER_GAME: Final = 2
FIRST_ROUND: Final = 3
"""First round of puzzles on a board; before it the model knows too little."""
FIRST_CARD_ROUND: Final = 2


def puzzles_of(
    spec: TableSpec, number: int, wanted: Counter[str], until: float
) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game, of themes that are still needed."""
    game, log = play(spec, number)
    walked = walk(game, log)
    if walked.last.phase != OVER:
        return
    decisions = split(game, walked.moments)
    screener = Screener(game)
    n_found = 0
    themes: set[str] = set()
    themed = [(theme_of(game, each, walked.last.round), each) for each in decisions]
    # The rarest theme comes first, ties are broken at random.
    themed.sort(key=lambda each: (-wanted[each[0]], _shuffled(number, each[1])))
    for theme, decision in themed:
        least = FIRST_ROUND if game.rules.board.n_cities else FIRST_CARD_ROUND
        is_late = decision.state.round >= least and theme != "power"
        if not is_late or theme in themes or wanted[theme] <= 0:
            continue
        if time.monotonic() > until:
            return
        found = screener.confirm(decision)
        if found is not None:
            yield record_of(spec, game, log, decision, found, theme)
            themes.add(theme)
            n_found += 1
            if n_found >= MAX_PER_GAME:
                return


def _shuffled(number: int, decision: Decision) -> bytes:
    return hashlib.sha256(f"{number} {decision.move}".encode()).digest()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--step", type=int, default=1, help="games from one to the next, for parallel runs"
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--per-theme", type=int, default=90)
    chosen = parser.parse_args(arguments)
    until = time.monotonic() + 60 * chosen.minutes
    done = chosen.out.with_suffix(chosen.out.suffix + ".done")
    first = int(done.read_text("utf-8")) if done.exists() else chosen.first
    wanted: Counter[str] = Counter()
    for theme in THEMES:
        wanted[theme] = chosen.per_theme
    if chosen.out.exists():
        for line in chosen.out.read_text("utf-8").splitlines():
            wanted[json.loads(line)["theme"]] -= 1
    specs = tables()
    for number in range(first, first + chosen.games * chosen.step, chosen.step):
        if time.monotonic() > until or max(wanted.values()) <= 0:
            break
        spec = pick_table(specs, number)
        for record in puzzles_of(spec, number, wanted, until):
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
            wanted[record["theme"]] -= 1
            print(number, spec.edition, spec.board, record["theme"], record["id"], flush=True)
        done.write_text(str(number + chosen.step), encoding="utf-8")
    left = {theme: chosen.per_theme - count for theme, count in wanted.items()}
    print(json.dumps({"found": sum(left.values()), "themes": left}))
    return 0 if sum(left.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

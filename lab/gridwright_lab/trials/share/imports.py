"""Good transcripts replay, bad ones are refused: ``gridwright-lab trial imports --games 500``.

Random games of each edition are sent to a server, each as it is and once with one line damaged. A
good one must be there afterwards, read by a separate service with every deal of the seed checked
again, and give the same transcript. A bad one must be refused with a line, and nothing be kept.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from gridwright.content.table import list_editions
from gridwright.fair.transcript import format_transcript
from gridwright.server.share.importing import game_id_of
from gridwright.server.storage.errors import UnknownGame
from gridwright.table.entries import Status
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.live_server import LiveServer, open_live_server
from gridwright_lab.trials.share.games import texts
from gridwright_lab.trials.thresholds import Threshold, Verdict

CREATED: Final = 201
REFUSED: Final = 422


class Damage:
    """One change of a text, and the last line at which it must show."""

    def __init__(self, name: str, text: str, line: int) -> None:
        self.name: Final = name
        self.text: Final = text
        self.line: Final = line
        """The line that was changed, from 1."""


def damage(text: str, dice: random.Random) -> Damage:
    """The text with one thing wrong; never the same text."""
    while True:
        found = _damage(text, dice)
        if found.text != text:
            return found


def _damage(text: str, dice: random.Random) -> Damage:
    lines = text.splitlines()
    at = dice.randrange(len(lines))
    line = lines[at]
    name = dice.choice(("letter", "gone", "twice", "swapped", "cut", "word", "foreign"))
    if name == "letter":
        place = dice.randrange(len(line))
        new = dice.choice("0123456789abcdefxyz ")
        lines[at] = line[:place] + new + line[place + 1 :]
    elif name == "gone":
        del lines[at]
    elif name == "twice":
        lines.insert(at, line)
    elif name == "swapped":
        other = min(at + 1, len(lines) - 1)
        lines[at], lines[other] = lines[other], lines[at]
    elif name == "cut":
        lines = [*lines[:at], line[: dice.randrange(max(1, len(line)))]]
    elif name == "word":
        words = line.split(" ")
        words[dice.randrange(len(words))] = dice.choice(("0", "99", "seal", "chance", "-"))
        lines[at] = " ".join(words)
    else:
        lines[at] = line + " é"
    return Damage(name, "".join([f"{each}\n" for each in lines]), at + 1)


class Tally:
    """Results by transcript."""

    def __init__(self) -> None:
        self.counts: Final[Counter[str]] = Counter()
        self.codes: Final[Counter[str]] = Counter()
        self.findings: Final[list[str]] = []

    async def good(self, server: LiveServer, text: str) -> None:
        answer = await server.client.post("/api/imports", json={"text": text}, timeout=120)
        if answer.status_code != CREATED:
            self.findings.append(f"a good one was refused: {answer.text[:200]}")
            return
        game_id = answer.json()["game_id"]
        table = await server.auditor.load(game_id)
        told = format_transcript(await server.auditor.transcript(table))
        is_same = table.status is Status.FINISHED and table.is_imported and told == text
        again = await server.client.post("/api/imports", json={"text": text}, timeout=120)
        if is_same and again.json()["game_id"] == game_id:
            self.counts["good ones that replay"] += 1
        else:
            self.findings.append(f"{game_id}: does not replay as it was")

    async def bad(self, server: LiveServer, damaged: Damage) -> None:
        answer = await server.client.post("/api/imports", json={"text": damaged.text}, timeout=120)
        told = answer.json()
        line = told.get("numbers", {}).get("line", 0)
        n_lines = damaged.text.count("\n") + 1
        is_kept = damaged.text.isascii() and await _is_kept(server, game_id_of(damaged.text))
        if answer.status_code != REFUSED or is_kept or not 1 <= line <= n_lines:
            self.findings.append(f"{damaged.name} of line {damaged.line}: {answer.text[:200]}")
            return
        self.counts["bad ones refused with the line"] += 1
        self.counts["lines told that are the changed one"] += line == damaged.line
        self.codes[told["code"]] += 1


async def _is_kept(server: LiveServer, game_id: str) -> bool:
    try:
        await server.node.store.load(game_id)
    except UnknownGame:
        return False
    return True


def _mixed(editions: Sequence[str], seed: int) -> Iterator[str]:
    sources = [texts(edition, seed * 10_000) for edition in editions]
    while True:
        for source in sources:
            yield next(source)


async def run(
    n_games: int, editions: Sequence[str] = (), database: str = "", seed: int = 0
) -> Verdict:
    """Import `n_games` good transcripts, and as many damaged ones."""
    dice = random.Random(seed)
    tally = Tally()
    games = _mixed(editions or list_editions(), seed)
    async with open_live_server(database) as server:
        for _ in range(n_games):
            text = next(games)
            await tally.bad(server, damage(text, dice))
            await tally.good(server, text)
        failures = server.app.server_errors + server.app.crashes
    counts = tally.counts
    thresholds = [
        Threshold("good ones that replay", counts["good ones that replay"], n_games),
        Threshold(
            "bad ones refused with the line", counts["bad ones refused with the line"], n_games
        ),
        Threshold("answers of class 5xx and crashes", len(failures)),
    ]
    figures = {
        "lines told that are the changed one": counts["lines told that are the changed one"],
        "codes": dict(sorted(tally.codes.items())),
    }
    return Verdict(thresholds, figures, [*tally.findings, *failures])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True, on_database=True)
    parser.add_argument("--games", type=int, default=500, help="good ones, and as many damaged")
    parser.add_argument("--edition", action="append", default=[], choices=list_editions())
    chosen = parser.parse_args(arguments)
    verdict = asyncio.run(run(chosen.games, chosen.edition, chosen.database, chosen.seed))
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

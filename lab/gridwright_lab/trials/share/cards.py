"""Pictures of links hide what is hidden: ``gridwright-lab trial cards --positions 200``.

Each position is drawn as it is, and again in worlds that differ only in what a spectator may not
see: the money of seats where it is hidden, the seed, bids that were left, and names at a table that
is not in the lobby. All of them must be the same picture, and no hidden text may be in its facts.
The PNG is a function of the SVG: every world compares the SVG, and one of each position the PNG.

The limit is on processor time of the thread that draws, which other work on the machine does not
change. Wall-clock time is printed next to it.
"""

import random
import sys
import time
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from gridwright.content.table import list_editions
from gridwright.server.share.card import draw_card
from gridwright.server.share.cards import render
from gridwright.server.share.facts import CardFacts, facts_of
from gridwright.server.share.importing import ImportedGame, import_game
from gridwright.server.share.wording import about, languages, title_of
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.share.games import table_at, texts
from gridwright_lab.trials.thresholds import Threshold, Verdict, share

CANARY: Final = "Kanarienvogel"
MONEY: Final = 7351
SITE: Final = "play.example"
POSITIONS_OF_GAME: Final = 7
"""Positions per game; so few that 200 of them need more games than any edition has boards."""
MAX_MS: Final = 300
PNG: Final = b"\x89PNG\r\n\x1a\n"


class Worlds:
    """One position in several worlds, and what they gave away."""

    def __init__(self, game: ImportedGame, version: int, language: str) -> None:
        self._where: Final = f"{game.new.game_id} at {version}"
        self._language: Final = language
        self.plain: Final = table_at(game, version, listed=True)
        """The table as a spectator folds it, without the seed."""
        self._other: Final = table_at(game, version, listed=True, seed=game.seed)
        """The server's own, in which things are hidden one after the other."""
        self.findings: Final[list[str]] = []
        self.n_worlds = 0

    def run(self) -> "Drawn":
        """Compare all worlds; findings name the differences. Return how the position was drawn."""
        other = self._other
        expected = self._svg(facts_of(self.plain))
        self._compare("the seed", expected)
        for seat in range(other.spec.seats):
            other.left_bids.leave(seat, CANARY.encode(), None)
        self._compare("a bid that was left", expected)
        if other.spec.hidden_money and other.lines and not other.is_over():
            other.state.money[:] = [MONEY + seat for seat in range(other.spec.seats)]
            self._compare("hidden money", expected)
        drawn = self._draw()
        self.plain.listed = other.listed = False
        for seat, holder in enumerate(other.seats):
            name = f"{CANARY} {seat}"
            other.seats[seat] = replace(holder, name=name, kept_for=name, person=name)
        self._compare("a private name", self._svg(facts_of(self.plain)))
        return drawn

    def _svg(self, facts: CardFacts) -> str:
        return draw_card(facts, self._language, SITE)

    def _compare(self, hidden: str, expected: str) -> None:
        self.n_worlds += 1
        found = facts_of(self._other)
        if self._svg(found) != expected:
            self.findings.append(f"{self._where}: {hidden} shows in the picture")
        told = msgspec.json.encode(found).decode()
        told += title_of(found, self._language) + about(found, self._language)
        if CANARY in told or str(MONEY) in told:
            self.findings.append(f"{self._where}: {hidden} is among the facts")

    def _draw(self) -> "Drawn":
        """Return times and size of the PNG; add a finding if the other world's PNG differs."""
        at_clock, started = time.perf_counter(), time.thread_time()
        picture = render(facts_of(self.plain), self._language, SITE)
        drawn = Drawn(
            (time.thread_time() - started) * 1000,
            (time.perf_counter() - at_clock) * 1000,
            len(picture),
        )
        if not picture.startswith(PNG):
            self.findings.append(f"{self._where}: no PNG")
        if render(facts_of(self._other), self._language, SITE) != picture:
            self.findings.append(f"{self._where}: something hidden shows in the PNG")
        return drawn


class Drawn(msgspec.Struct, frozen=True):
    """Duration and size of one picture."""

    milliseconds: float
    """Milliseconds of processor time."""
    by_the_clock: float
    size: int


def run(n_positions: int, editions: Sequence[str] = (), seed: int = 0) -> Verdict:
    """Check `n_positions` positions of each edition; each is also rendered and measured."""
    dice = random.Random(seed)
    findings: list[str] = []
    drawn: dict[str, list[Drawn]] = {}
    boards: set[str] = set()
    n_worlds = 0
    for edition in editions or list_editions():
        games = texts(edition, seed * 10_000)
        pictures = drawn.setdefault(edition, [])
        while len(pictures) < n_positions:
            game = import_game(next(games), 0)
            for version in _versions(dice, len(game.log))[: n_positions - len(pictures)]:
                worlds = Worlds(game, version, dice.choice(languages()))
                pictures.append(worlds.run())
                findings += worlds.findings
                n_worlds += worlds.n_worlds
                boards.add(worlds.plain.spec.board)
    every = [each for pictures in drawn.values() for each in pictures]
    thresholds = [
        *[
            Threshold(f"positions of {name}", len(each), n_positions)
            for name, each in drawn.items()
        ],
        Threshold("worlds that differ only in what is hidden", n_worlds, 3 * len(every)),
        Threshold("hidden things shown", len(findings)),
        *[
            Threshold(
                f"milliseconds of processor time for 95 % of {name}",
                round(share([each.milliseconds for each in pictures], 95)),
                most=MAX_MS,
            )
            for name, pictures in drawn.items()
        ],
    ]
    figures = {
        "milliseconds of processor time, half": round(share([x.milliseconds for x in every], 50)),
        "milliseconds of processor time, 95 %": round(share([x.milliseconds for x in every], 95)),
        "milliseconds of processor time, most": round(share([x.milliseconds for x in every], 100)),
        "milliseconds by the clock, half": round(share([x.by_the_clock for x in every], 50)),
        "milliseconds by the clock, 95 %": round(share([x.by_the_clock for x in every], 95)),
        "kilobytes, half": share([x.size for x in every], 50) // 1000,
        "boards": len(boards),
    }
    return Verdict(thresholds, figures, findings)


def _versions(dice: random.Random, n_entries: int) -> list[int]:
    """Return versions before the deal, at the end, and at random in between."""
    between = [dice.randint(2, n_entries) for _ in range(POSITIONS_OF_GAME - 2)]
    return [1, n_entries, *between]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--positions", type=int, default=200, help="of each edition")
    parser.add_argument("--edition", action="append", default=[], choices=list_editions())
    chosen = parser.parse_args(arguments)
    return run(chosen.positions, chosen.edition, chosen.seed).print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

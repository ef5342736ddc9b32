"""Pictures of links hide what is hidden: ``gridwright-lab trial cards --positions 200``.

Each position is drawn as it is, and again in worlds that differ only in what a spectator may not
see: the money of seats where it is hidden, the seed, bids that were left, and names at a table that
is not in the lobby. All of them must be the same picture, and no hidden text may be in its facts.
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
from gridwright.server.share.facts import facts_of
from gridwright.server.share.importing import ImportedGame, import_game
from gridwright.server.share.wording import about, languages, title_of
from gridwright_lab.trials.bars import Bar, Verdict, share
from gridwright_lab.trials.command import trial_parser
from gridwright_lab.trials.share.games import table_at, texts

CANARY: Final = "Kanarienvogel"
MONEY: Final = 7351
POSITIONS_OF_GAME: Final = 10
MOST_MILLISECONDS: Final = 300
PNG: Final = b"\x89PNG\r\n\x1a\n"


class Worlds:
    """One position in several worlds, and what they gave away."""

    def __init__(self, game: ImportedGame, version: int, language: str) -> None:
        self._where: Final = f"{game.new.game_id} at {version}"
        self._language: Final = language
        self.plain: Final = table_at(game, version, listed=True)
        """As a spectator folds it, who has no seed."""
        self._other: Final = table_at(game, version, listed=True, seed=game.seed)
        """The server's own, in which things are hidden one after the other."""
        self.findings: Final[list[str]] = []
        self.n_worlds = 0

    def run(self) -> None:
        """Compare all worlds; findings tell where one differs."""
        other = self._other
        self._compare("the seed")
        for seat in range(other.spec.seats):
            other.left_bids.leave(seat, CANARY.encode(), None)
        self._compare("a bid that was left")
        if other.spec.hidden_money and other.lines and not other.is_over():
            other.state.money[:] = [MONEY + seat for seat in range(other.spec.seats)]
            self._compare("hidden money")
        self.plain.listed = other.listed = False
        for seat, holder in enumerate(other.seats):
            name = f"{CANARY} {seat}"
            other.seats[seat] = replace(holder, name=name, kept_for=name, person=name)
        self._compare("a private name")
        self.plain.listed = True

    def _compare(self, hidden: str) -> None:
        self.n_worlds += 1
        expected, found = facts_of(self.plain), facts_of(self._other)
        if draw_card(found, self._language) != draw_card(expected, self._language):
            self.findings.append(f"{self._where}: {hidden} shows in the picture")
        told = msgspec.json.encode(found).decode()
        told += title_of(found, self._language) + about(found, self._language)
        if CANARY in told or str(MONEY) in told:
            self.findings.append(f"{self._where}: {hidden} is among the facts")


def run(n_positions: int, editions: Sequence[str] = (), seed: int = 0) -> Verdict:
    """So many positions of each edition; each of them is also rendered and measured."""
    dice = random.Random(seed)
    milliseconds: list[float] = []
    sizes: list[int] = []
    findings: list[str] = []
    drawn: dict[str, int] = {}
    n_worlds = 0
    for edition in editions or list_editions():
        games = texts(edition, seed * 10_000)
        drawn[edition] = 0
        while drawn[edition] < n_positions:
            game = import_game(next(games), 0)
            versions = _versions(dice, len(game.log))[: n_positions - drawn[edition]]
            for version in versions:
                language = dice.choice(languages())
                worlds = Worlds(game, version, language)
                worlds.run()
                findings += worlds.findings
                n_worlds += worlds.n_worlds
                # Of this thread: a machine that others use as well must not decide.
                started = time.thread_time()
                picture = render(facts_of(worlds.plain), language, "play.example")
                milliseconds.append((time.thread_time() - started) * 1000)
                sizes.append(len(picture))
                if not picture.startswith(PNG):
                    findings.append(f"{game.new.game_id} at {version}: no PNG")
                drawn[edition] += 1
    bars = [
        *[Bar(f"positions of {name}", count, n_positions) for name, count in drawn.items()],
        Bar("worlds that differ only in what is hidden", n_worlds, 3 * sum(drawn.values())),
        Bar("hidden things shown", len(findings)),
        Bar("milliseconds for 95 %", round(share(milliseconds, 95)), most=MOST_MILLISECONDS),
    ]
    figures = {
        "milliseconds, half": round(share(milliseconds, 50)),
        "milliseconds, most": round(max(milliseconds)),
        "kilobytes, half": share(sizes, 50) // 1000,
    }
    return Verdict(bars, figures, findings)


def _versions(dice: random.Random, n_entries: int) -> list[int]:
    """Before the deal, at the end, and anywhere between."""
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

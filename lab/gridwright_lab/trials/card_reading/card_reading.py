"""Two readings of the card game agree: ``gridwright-lab trial card-reading --games 500``.

A simulator written from the rules alone plays random games in lockstep with the engine. After every
line it compares the public view and the legal lines: of ``reference``, of ``standard``, and of each
house rule alone.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import gridwright
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.study.table import Table
from gridwright_lab.trials.card_reading.figures import SWITCHES, plants
from gridwright_lab.trials.card_reading.grouped_deck import grouped_plants, register_grouped_deck
from gridwright_lab.trials.card_reading.position import MisreadError
from gridwright_lab.trials.card_reading.simulator import PRESETS, Simulator
from gridwright_lab.trials.card_reading.views import engine_lines, engine_view, simulator_view
from gridwright_lab.trials.command import run_by_processes, seed_of, share, trial_parser
from gridwright_lab.trials.thresholds import Threshold, Verdict

MAX_MOVES: Final = 5_000
LEAST_LINES: Final = 50
"""Fewest lines of a game, on average."""
MAX_FOUND: Final = 3
"""Differences of one game that are reported."""


class Deal:
    """Options of one game."""

    def __init__(
        self,
        seed: int,
        seats: int,
        preset: str,
        house_rule: str = "",
        *,
        contractor: bool = False,
        is_grouped: bool = False,
    ) -> None:
        self.seed: Final = seed
        self.seats: Final = seats
        self.preset: Final = preset
        self.house_rule: Final = house_rule
        self.contractor: Final = contractor
        self.is_grouped: Final = is_grouped
        """Played with the deck of ``grouped_deck``."""

    def __str__(self) -> str:
        extra = f" with {self.house_rule}" if self.house_rule else ""
        extra += " with the contractor" if self.contractor else ""
        extra += " with the grouped deck" if self.is_grouped else ""
        return f"{self.preset}{extra}, {self.seats} seats, seed {self.seed}"

    def switches(self) -> set[str]:
        return PRESETS[self.preset] | ({self.house_rule} if self.house_rule else set())

    def simulator(self, turned: str = "") -> Simulator:
        """Return a simulator of the same options, except for one that is ``turned`` wrong."""
        switches = self.switches() ^ ({turned} if turned else set())
        deck = grouped_plants() if self.is_grouped else plants()
        return Simulator(self.seats, switches, deck, contractor=self.contractor)

    def open(self) -> Table:
        return gridwright.new(
            "card",
            preset=self.preset,
            seats=self.seats,
            seed=self.seed,
            contractor=self.contractor,
            house_rules=(self.house_rule,) if self.house_rule else (),
            content=register_grouped_deck() if self.is_grouped else "",
        )


class Player:
    """Moves of all seats: random, some careful about what costs them the game."""

    def __init__(self, seed: int) -> None:
        self._dice: Final = Dice(seed)
        self._manner: Final = self._dice.below(4)

    def move(self, table: Table) -> str:
        """Return a move: an amount between two ends now and then, or a take-back."""
        dice = self._dice
        lines = table.legal
        verbs = sorted({line.split()[0] for line in lines})
        if table.phase == "resources":
            if table.observe().takebacks and not dice.below(6):
                return "take-back"
            stops = not dice.below((2, 4, 12, 30)[self._manner])
            cards = [line for line in lines if line.startswith("buy-card")]
            return "finish-buying" if stops or not cards else cards[dice.below(len(cards))]
        if "produce" in verbs and dice.below(3 + self._manner):
            return lines[-1 - dice.below(min(2, len(lines)))]
        if "pass" in verbs and len(verbs) > 1 and dice.below(2 + self._manner):
            lines = [line for line in lines if line != "pass"]
        line = lines[dice.below(len(lines))]
        if line.startswith("bid"):
            bids = [int(each.split()[1]) for each in lines if each.startswith("bid")]
            step = min(dice.below(3), max(bids) - min(bids)) if dice.below(4) else 0
            line = f"bid {min(bids) + step}"
        if line.startswith("offer") and dice.below(4):
            line = " ".join(line.split()[:2])
        return line


def play(deal: Deal) -> Table:
    """Play one game of random seats on the engine."""
    table = deal.open()
    player = Player(deal.seed)
    for _move in range(MAX_MOVES):
        if table.is_over:
            return table
        table.play(player.move(table))
    raise AssertionError(f"expected an end: {deal}")


class Lockstep:
    """A game of the engine, read line by line by a simulator."""

    def __init__(self, table: Table, simulator: Simulator, name: str) -> None:
        self._game: Final = table.game
        self._moves: Final = table.moves
        self.simulator: Final = simulator
        self._name: Final = name
        self.n_lines = 0
        self.findings: Final[list[str]] = []

    def run(self) -> None:
        """Compare before the first line and after each, up to the first difference."""
        history = History(self._game)
        notation = Notation(self._game.rules)
        for line in ["", *self._moves]:
            if line:
                self.n_lines += 1
                history.play(notation.parse(line))
                try:
                    self.simulator.play(line)
                except MisreadError as error:
                    self._found(line, f"expected an impossible line, {error}")
            if not self.findings:
                self._compare(history, notation, line)
            if self.findings:
                return

    def _compare(self, history: History, notation: Notation, line: str) -> None:
        theirs = engine_view(self._game, history.state, notation)
        own = simulator_view(self.simulator)
        for field, value in own.items():
            if theirs[field] != value:
                self._found(line, f"{field}: engine {theirs[field]}, simulator {value}")
        legal = engine_lines(self._game, history.state, notation)
        wait = self.simulator.wait
        expected = wait.lines if wait else set()
        if legal != expected:
            self._found(
                line,
                f"legal: only engine {sorted(legal - expected)},"
                f" only simulator {sorted(expected - legal)}",
            )

    def _found(self, line: str, what: str) -> None:
        self.findings.append(f"{self._name}, line {self.n_lines} ({line}): {what}")


def compare(deal: Deal, turned: str = "") -> Lockstep:
    """Play a game and read it with the simulator, in which one switch may be ``turned`` wrong."""
    lockstep = Lockstep(play(deal), deal.simulator(turned), str(deal))
    lockstep.run()
    return lockstep


def deals(n_games: int, seed: int, preset: str) -> Iterator[Deal]:
    """Yield games of 2 to 6 seats in turn, every third with the contractor."""
    for number in range(n_games):
        yield Deal(seed + number, 2 + number % 5, preset, contractor=number % 3 == 0)


def house_deals(n_games: int, seed: int) -> Iterator[Deal]:
    """Yield games of ``standard`` with one house rule each, in turn."""
    rules = list(SWITCHES)
    for number in range(n_games):
        seats = 2 + number // len(rules) % 5
        yield Deal(seed + number, seats, "standard", rules[number % len(rules)])


def grouped_deals(n_games: int, seed: int) -> Iterator[Deal]:
    """Yield games of 4 to 6 seats with the grouped deck, of both presets in turn."""
    for number in range(n_games):
        preset = ("reference", "standard")[number % 2]
        yield Deal(seed + number, 4 + number // 2 % 3, preset, is_grouped=True)


def all_deals(n_games: int, seed: int) -> list[Deal]:
    """Return games of ``reference``; others are half as many, with the grouped deck a quarter."""
    return [
        *deals(n_games, seed, "reference"),
        *deals(n_games // 2, seed, "standard"),
        *house_deals(n_games // 2, seed),
        *grouped_deals(n_games // 4, seed),
    ]


def run(n_games: int, seed: int = 0, turned: str = "") -> Verdict:
    """Compare ``n_games`` of ``reference``, and others as in ``all_deals``.

    ``turned`` is a switch that the simulator has wrong, to test this comparison.
    """
    counts: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    findings: list[str] = []
    for deal in all_deals(n_games, seed):
        lockstep = compare(deal, turned)
        kind = "groups" if deal.is_grouped else "house rule" if deal.house_rule else deal.preset
        counts[f"games of {kind}"] += 1
        counts["lines"] += lockstep.n_lines
        counts["games that differ"] += bool(lockstep.findings)
        counts["differences"] += len(lockstep.findings)
        findings += lockstep.findings[:MAX_FOUND]
        seen += lockstep.simulator.position.seen
    return verdict(n_games, counts, seen, findings)


def verdict(n_games: int, counts: Counter[str], seen: Counter[str], findings: list[str]) -> Verdict:
    thresholds = [
        Threshold("games of reference", counts["games of reference"], max(1, n_games)),
        Threshold("games of standard", counts["games of standard"], n_games // 2),
        Threshold("games with one house rule", counts["games of house rule"], n_games // 2),
        Threshold("games with the grouped deck", counts["games of groups"], n_games // 4),
        Threshold("lines compared", counts["lines"], max(1, LEAST_LINES * n_games)),
        Threshold("differences", counts["differences"]),
    ]
    figures = {
        "games that differ": counts["games that differ"],
        "happened": dict(sorted(seen.items())),
    }
    return Verdict(thresholds, figures, findings)


def run_jobs(n_games: int, seed: int, n_jobs: int) -> Verdict:
    """The same work by several processes."""
    return run_by_processes(
        n_jobs, run, lambda job: (share(n_games, n_jobs, job), seed_of(seed, 10 * job))
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__, seeded=True)
    parser.add_argument("--games", type=int, default=500, help="games of `reference`")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    chosen = parser.parse_args(arguments)
    if chosen.jobs < 2:
        found = run(chosen.games, chosen.seed)
    else:
        found = run_jobs(chosen.games, chosen.seed, chosen.jobs)
    return found.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())

"""Aggregates the games of all runs of a report in one pass."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from gridwright.arena.fixtures import Fixture
from gridwright.arena.playing import Place
from gridwright.arena.ratings import RatedGame
from gridwright.arena.records import Record
from gridwright.arena.store import Store
from gridwright.arena.tally import Tally
from gridwright.bots.registry import BOTS
from gridwright.engine.game import Game
from gridwright.engine.notation import plant_names

HYBRID: Final = "hybrid"
GREEN: Final = "no fuel"
MAX_RATED: Final = 500
"""Deals of a fixture that enter the ratings: more would not make them more precise."""


Table: TypeAlias = tuple[str, int, str]
"""Edition, number of seats and strongest bot, which mostly decide the length of a game."""


@dataclass(frozen=True, order=True)
class Group:
    """Seats of one bot at tables of one edition and size, in self-play or against others."""

    bot: str
    edition: str
    seats: int
    among_its_like: bool


@dataclass
class Ends:
    """Totals of the seats of a group at the end of their games."""

    rounds: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    cities: Counter[int] = field(default_factory=Counter)
    money: Counter[int] = field(default_factory=Counter)
    output: Counter[int] = field(default_factory=Counter)
    """Full output of all plants of a seat."""
    mix: Counter[str] = field(default_factory=Counter)
    """Plants by what they burn."""

    @property
    def n_seats(self) -> int:
        return self.scores.total()


@dataclass
class Aggregates:
    """The counts of all runs."""

    tallies: dict[Fixture, Tally] = field(default_factory=dict)
    rounds: dict[Table, Counter[int]] = field(default_factory=dict)
    actions: dict[Table, Counter[int]] = field(default_factory=dict)
    ends: dict[Group, Ends] = field(default_factory=dict)
    rated: list[tuple[tuple[int, int, int, int], RatedGame]] = field(default_factory=list)
    n_doubles: int = 0
    """Number of deals that two runs have in common; each is counted once."""

    def rated_games(self) -> list[RatedGame]:
        """Return the games that ended, alternating between fixtures."""
        return [game for _place, game in sorted(self.rated, key=lambda each: each[0])]


def aggregate(stores: Iterable[Store]) -> Aggregates:
    """Count the games of several runs; a deal that two of them share counts once."""
    aggregates = Aggregates()
    seen: set[tuple[Fixture, str, int]] = set()
    for run, store in enumerate(stores):
        for deal in store.deals():
            fixture = store.plan.fixtures[deal[0].fixture]
            key = (fixture, store.plan.series, deal[0].deal)
            if key in seen:
                aggregates.n_doubles += 1
                continue
            seen.add(key)
            if fixture not in aggregates.tallies:
                aggregates.tallies[fixture] = Tally(fixture)
            aggregates.tallies[fixture].add(deal)
            # Equal bots play the same game from every seat of a deal, so one game is enough.
            is_one_game = len(set(fixture.bots)) == 1
            for record in deal[:1] if is_one_game else deal:
                _count(aggregates, store.place(record), record, run)
    return aggregates


def _count(aggregates: Aggregates, played: Place, record: Record, run: int) -> None:
    if not record.ranking:
        return
    fixture, cell = played.fixture, played.fixture.cell
    bots = fixture.seating(record.deal, record.place)
    table = (cell.edition, cell.seats, max(bots, key=bot_order))
    aggregates.rounds.setdefault(table, Counter())[record.rounds] += 1
    aggregates.actions.setdefault(table, Counter())[record.actions] += 1
    if record.deal < MAX_RATED:
        place = (record.deal, run, record.fixture, record.place)
        aggregates.rated.append((place, (tuple(bots), tuple(record.ranking))))
    among_its_like = len(set(bots)) == 1
    kinds = _plant_kinds(played.game())
    for seat, bot in enumerate(bots):
        group = Group(bot, cell.edition, cell.seats, among_its_like)
        ends = aggregates.ends.setdefault(group, Ends())
        ends.rounds[record.rounds] += 1
        ends.scores[record.scores[seat]] += 1
        ends.cities[record.cities[seat]] += 1
        ends.money[record.money[seat]] += 1
        ends.output[sum([kinds[name][1] for name in record.plants[seat]])] += 1
        for name in record.plants[seat]:
            ends.mix[kinds[name][0]] += 1


def bot_order(name: str) -> tuple[int, str]:
    """Sort key: the weakest bot first; bots that no longer exist come last."""
    names = list(BOTS)
    return (names.index(name) if name in names else len(names), name)


@lru_cache(maxsize=256)
def _plant_kinds(game: Game) -> dict[str, tuple[str, int]]:
    """Return the fuel and the output of each plant."""
    rules = game.rules
    found: dict[str, tuple[str, int]] = {}
    for name, plant in zip(plant_names(rules), rules.deck.plants, strict=False):
        if len(plant.kinds) > 1:
            kind = HYBRID
        else:
            kind = rules.market.kinds[plant.kinds[0]] if plant.kinds else GREEN
        found[name] = (kind, plant.output)
    return found

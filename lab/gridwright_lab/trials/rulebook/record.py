"""One random game as public facts: each event between two public views."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import build_game
from gridwright.content.table_rules import TableRules, resolve_rules
from gridwright.engine.dice import Dice
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Event
from gridwright_lab.conformance.sampling.random_players import (
    BUILDER,
    BUYER,
    COLLECTOR,
    EVEN,
    FINISHER,
)

MAX_RANDOM_ACTIONS: Final = 1_500
"""Actions after which all seats build whenever they can, so that the game ends."""
SHARED_PHASES: Final = ("PlayerOrder", "Auction", "Resources", "Building", "Bureaucracy")
PLAYERS: Final = (BUILDER, COLLECTOR, BUYER, EVEN, BUILDER)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What everyone sees at one moment."""

    phase: int
    round: int
    step: int
    actor: int
    order: list[int]
    money: list[int]
    plants: list[list[int]]
    stored: list[list[list[int]]]
    market: list[int]
    n_current: int
    discount: int
    gone: int
    bid: int
    tokens: list[int]
    supply: list[int]
    closed: int
    regions: int
    spaces: list[int]
    n_stack: int
    trust_plants: list[int]
    trust_fuel: list[int]
    trust_houses: int
    parts: list[list[int]]


def view_of(seen: Observation) -> View:
    return View(
        seen.phase,
        seen.round,
        seen.step,
        seen.actor,
        seen.order[:],
        seen.money[:],
        [plants[:] for plants in seen.plants],
        [[held[:] for held in stored] for stored in seen.stored],
        seen.market[:],
        seen.current_size,
        seen.discount,
        seen.gone,
        seen.bid,
        seen.tokens[:],
        seen.supply[:],
        seen.closed,
        seen.regions,
        seen.spaces[:],
        seen.stack.size(),
        seen.trust_plants[:],
        seen.trust_fuel[:],
        seen.trust_houses,
        [row[:] for row in seen.parts.rows()],
    )


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """One public event, with the views before and after it."""

    event: Event
    kind: str
    """Name of the event's class."""
    phase: str
    """Name of the phase in progress before it."""
    before: View
    after: View
    move: int
    """Number of the action that led to it."""

    def number(self, name: str) -> int:
        """Return a whole number of the event."""
        value = getattr(self.event, name)
        assert isinstance(value, int)
        return value

    def numbers(self, name: str) -> list[int]:
        """Return a list of whole numbers of the event."""
        value = getattr(self.event, name)
        assert isinstance(value, list)
        return value


@dataclass(frozen=True, eq=False)
class Record:
    """A finished random game with the rule book of its table."""

    spec: TableSpec
    rules: Rules
    """Printed numbers: cards, cities, links. Policies and phases are not used."""
    book: TableRules
    opening: View
    """Before anything was drawn."""
    facts: list[Fact]
    turns: list[View]
    """Views in which a seat has to act."""

    @property
    def seats(self) -> range:
        return range(self.rules.n_seats)

    @cached_property
    def changed(self) -> dict[str, tuple[str, ...]]:
        """The board's clauses that change a clause, by its number."""
        found: dict[str, list[str]] = {}
        for own in self.book.own:
            for number in own.changes:
                found.setdefault(number, []).append(own.number)
        return {number: tuple(each) for number, each in found.items()}

    @cached_property
    def kinds(self) -> list[str]:
        return list(self.rules.market.kinds)

    def plays(self, number: str) -> bool:
        return self.book.find(number) is not None

    def of(self, *kinds: str) -> Iterator[Fact]:
        return (fact for fact in self.facts if fact.kind in kinds)

    def card(self, card: int) -> int:
        """Return the printed number of a card; the Step 3 card has a very large one."""
        return self.rules.deck.numbers[card]

    def cards(self, cards: list[int]) -> list[int]:
        return [self.card(card) for card in cards]

    def is_step_card(self, card: int) -> bool:
        return card == self.rules.deck.step_card

    def burns(self, plant: int) -> list[str]:
        return [self.kinds[kind] for kind in self.rules.deck.plants[plant].kinds]

    def houses(self, view: View, seat: int) -> list[int]:
        """Return the cities of a seat; a city is listed for each house in it."""
        n = self.rules.board.n_spaces
        return [space // n for space, owner in enumerate(view.spaces) if owner == seat]

    def n_cities(self, view: View, seat: int) -> int:
        return len(self.houses(view, seat))

    def most_cities(self, view: View) -> int:
        return max(self.n_cities(view, seat) for seat in self.seats)

    def city(self, name: str) -> int:
        return self.rules.board.cities.index(name)

    def city_names(self, cities: list[int]) -> list[str]:
        return [self.rules.board.cities[city] for city in cities]

    def region_names(self, view: View, seat: int) -> set[str]:
        """Return the names of the regions in which a seat has a city."""
        board = self.rules.board
        return {board.regions[board.city_regions[city]] for city in self.houses(view, seat)}

    def phases(self, name: str) -> Iterator[list[Fact]]:
        """Yield the facts of each phase with this name, finished or ended by the game."""
        found: list[Fact] = []
        for fact in self.facts:
            if fact.phase == name:
                found.append(fact)
            elif found:
                yield found
                found = []
        if found:
            yield found


def phase_name(phase: object) -> str:
    """Return the name of a phase; a board's own phase has that of the phase it replaces."""
    names = [base.__name__.removesuffix("Phase") for base in type(phase).__mro__]
    return next((name for name in names if name in SHARED_PHASES), names[0])


def play(spec: TableSpec, seed: int) -> Record:
    """Play one random game to its end and return its facts."""
    game = build_game(spec)
    history = History(game)
    dice = Dice(seed)
    player = PLAYERS[seed % len(PLAYERS)]
    seen = observe(game, history.state, SPECTATOR)
    names = [phase_name(phase) for phase in game.phases]
    opening = view = view_of(seen)
    facts: list[Fact] = []
    turns: list[View] = []
    move = 0
    while not game.is_over(history.state):
        chosen = player if move < MAX_RANDOM_ACTIONS else FINISHER
        action = chosen.choose(game.offers(history.state), dice)
        move += 1
        for event in history.play_watched(action):
            event.fold(game.rules, seen)
            after = view_of(seen)
            facts.append(Fact(event, type(event).__name__, names[view.phase], view, after, move))
            view = after
        if view.actor >= 0:
            turns.append(view)
    return Record(spec, game.rules, resolve_rules(spec), opening, facts, turns)

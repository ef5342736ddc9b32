"""Positions of the card game: what is in columns, piles and storages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gridwright.content.table import build_game, default_spec
from gridwright.engine.editions.card.depot import Depot, depot_of
from gridwright.engine.editions.card.vocabulary import DealFuel, FuelMoved
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event, EventLog
from gridwright.engine.vocabulary.market import CardLeft
from tests.kit.scenario import Scenario
from tests.kit.table import Card, Table, only

LAST_ROUND = "end-card"
"""The end card where a plant's name could stand."""


def card_opening(seats: int = 4, **options: Any) -> "CardTable":
    """A new card game, before anything was drawn."""
    game = build_game(replace(default_spec("card", seats=seats), **options))
    return CardTable(game, game.new_state(), [])


def card_scenario(seats: int = 4, **options: Any) -> "CardScenario":
    """A position of the card game to be built, by default with the seats in order."""
    spec = replace(default_spec("card", seats=seats), order=tuple(range(seats)))
    return CardScenario(build_game(replace(spec, **options)))


class CardTable(Table):
    """A table whose fuel is read as the names of cards."""

    @property
    def depot(self) -> Depot:
        return depot_of(self.state)

    def fuel_card(self, card: str) -> list[Event]:
        """Deal a fuel card."""
        return self.act(DealFuel(self.notation.fuel_cards.index(card)))

    def column(self, price: int) -> list[str]:
        """The cards in the column of a price, from top to bottom."""
        column = self.game.rules.cards.column_at(price)
        return self._listed(self.depot.columns[column])

    def fuel_stack(self) -> list[str]:
        return self._listed(self.depot.stack)

    def discard(self) -> list[str]:
        return self._listed(self.depot.discard)

    def aside(self) -> list[str]:
        return self._listed(self.depot.aside)

    def storage(self, seat: int) -> list[str]:
        """The cards of a seat; one that shows less than its print has what it shows behind it."""
        return self._faces(self.depot.stored[seat])

    def trust_storage(self) -> list[str]:
        return self._faces(self.depot.stored[-1])

    def row(self) -> list[str]:
        """The plant market by names, which differ for plants of one number."""
        return self.named(self.state.market)

    def named(self, cards: Sequence[int]) -> list[str]:
        """Cards of the plant deck by their names."""
        return [self.notation.cards[card] for card in cards]

    def left(self, events: Sequence[Event]) -> list[str]:
        """The cards of the plant deck that left the game, in this order."""
        return self.named([event.card for event in only(events, CardLeft)])

    def moved(self, events: Sequence[Event]) -> list[str]:
        """The fuel cards that moved, in this order: ``coal-3 4>2``."""
        cards = self.game.rules.cards
        return [
            f"{cards.names[card]} {cards.prices[dear]}>{cards.prices[cheap]}"
            for event in only(events, FuelMoved)
            for card, dear, cheap in event.moves
        ]

    def sold(self, line: str, *drawn: Card) -> list[Event]:
        """An offer that no one raises; then those cards are drawn."""
        events = self.do(line)
        while self.state.auction.lot != NONE and self.state.auction.scrapper == NONE:
            events += self.do(f"{self.actor} drop")
        for card in drawn:
            events += self.reveal(card)
        return events

    def points(self) -> list[int]:
        """Return what the seats would score now."""
        return self.game.scoring.scores(self.state)

    def _listed(self, counts: list[int]) -> list[str]:
        names = self.notation.fuel_cards
        return [names[card] for card, count in enumerate(counts) for each in range(count)]

    def _faces(self, stored: list[int]) -> list[str]:
        cards = self.game.rules.cards
        names: list[str] = []
        for face, count in enumerate(stored):
            card = cards.face_card[face]
            shown = cards.face_units[face]
            behind = f":{shown}" if shown < cards.units_of[card] else ""
            names += [cards.names[card] + behind] * count
        return names


class CardScenario(Scenario):
    """Printed fuel cards that are not named are in the stack; the ``++`` set waits aside."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._columns: dict[int, tuple[str, ...]] = {}
        self._stored: dict[int, tuple[str, ...]] = {}
        self._discard: tuple[str, ...] | None = None
        self._fuel_stack: tuple[str, ...] | None = None
        self._reshuffles = 0
        self._last_round = 0
        self._waited = False
        self._incomes = [0] * game.rules.n_seats

    def stores(self, seat: int, *cards: str) -> "CardScenario":
        """The fuel cards of a seat: ``coal-3``, showing less ``coal-3:2``, ``coal-single``."""
        self._stored[seat] = cards
        return self

    def trust_stores(self, *cards: str) -> "CardScenario":
        self._stored[self.game.rules.n_seats] = cards
        return self

    def trust_owns(self, *plants: Card) -> "CardScenario":
        """The plants of the Trust in the order in which they came."""
        self._trust_plants = self._cards(plants)
        return self

    def full_columns(self) -> "CardScenario":
        """No place is free, with any columns of printed cards; coal is left over."""
        cards = self.game.rules.cards
        names = [cards.names[card] for card, n in enumerate(cards.opening) for each in range(n)]
        for price in cards.prices[1:]:
            self._columns[price] = tuple(names.pop() for slot in range(cards.n_slots))
        return self

    def column(self, price: int, *cards: str) -> "CardScenario":
        """Everything that is in the column of a price; columns that are not named are empty."""
        self._columns[price] = cards
        return self

    def discard(self, *cards: str) -> "CardScenario":
        """The discard pile; unless given, the ``+`` set before the first reshuffle, else empty."""
        self._discard = cards
        return self

    def fuel_stack(self, *cards: str) -> "CardScenario":
        """Everything that is left in the stack; cards that are not named are discarded then."""
        self._fuel_stack = cards
        return self

    def reshuffles(self, number: int) -> "CardScenario":
        """Return how often the discard pile was shuffled before."""
        self._reshuffles = number
        return self

    def announced(self, waited: bool) -> "CardScenario":
        """The end card has left in this round; ``waited``: in its auction phase."""
        self._last_round = self._round + 1
        self._waited = waited
        self._step = 3
        return self

    def last_round(self) -> "CardScenario":
        """Make the current round the last one: six plants at most, all current."""
        self._last_round = self._round
        self._step = 3
        return self

    # Words of every scenario; plants by name

    def money(self, seat: int, amount: int) -> "CardScenario":
        super().money(seat, amount)
        return self

    def owns(self, seat: int, *plants: Card) -> "CardScenario":
        self._plants[seat] = sorted(self._cards(plants))
        return self

    def order(self, *seats: int) -> "CardScenario":
        super().order(*seats)
        return self

    def round(self, number: int) -> "CardScenario":
        super().round(number)
        return self

    def market(self, *cards: Card) -> "CardScenario":
        super().market(*cards)
        return self

    def gone(self, *cards: Card) -> "CardScenario":
        super().gone(*cards)
        return self

    def stack(
        self,
        top: Sequence[Card] = (),
        rest: Sequence[Card] | None = None,
        under: Sequence[Card] = (),
        back: str = "",
    ) -> "CardScenario":
        super().stack(top, rest, under, back)
        return self

    def contractor(self, card: int) -> "CardScenario":
        super().contractor(card)
        return self

    def at(self, phase: str) -> CardTable:
        table = super().at(phase)
        return CardTable(self.game, table.state, table.began)

    def _build(self) -> State:
        state = super()._build()
        state.step = 1
        if self._step == 3:
            self.game.market.resize(state, 3, EventLog(False))
        depot = depot_of(state)
        self._build_depot(depot)
        cards = self.game.rules.cards
        for seat in range(self.game.rules.n_seats):
            state.fuel[seat] = cards.units(depot.stored[seat])
        return state

    def _build_depot(self, depot: Depot) -> None:
        cards = depot.cards
        depot.n_reshuffles = self._reshuffles
        depot.last_round = self._last_round
        depot.card_waited = self._waited
        depot.incomes = self._incomes[:]
        n_before_second = 2 if self.game.rules.settings.second_pile_waits else 1
        is_aside = self._reshuffles < n_before_second
        depot.aside = cards.second_pile if is_aside else [0] * cards.n_printed
        left = cards.totals[:]
        for card, count in enumerate(depot.aside):
            left[card] -= count
        for column, price in enumerate(cards.prices):
            row = [0] * cards.n_cards
            for name in self._columns.get(price, ()):
                row[cards.names.index(name)] += 1
            depot.columns[column] = row
            self._take(left, row)
        for owner in range(len(depot.stored)):
            row = [0] * cards.n_faces
            for name in self._stored.get(owner, ()):
                printed, _colon, shown = name.partition(":")
                index = cards.names.index(printed)
                row[cards.face(index, int(shown or cards.units_of[index]))] += 1
                if index < cards.n_printed:
                    left[index] -= 1
            depot.stored[owner] = row
        if self._fuel_stack is not None:
            depot.stack = self._pile(depot, self._fuel_stack, left)
            depot.discard = left
            assert self._discard is None, "the rest is discarded"
        else:
            discard = self._discard
            if discard is None:
                first = [] if self._reshuffles else cards.first_pile
                discard = tuple(
                    [cards.names[card] for card, count in enumerate(first) for each in range(count)]
                )
            depot.discard = self._pile(depot, discard, left)
            depot.stack = left
        assert min(left) >= 0, "a fuel card was named too often"

    def _pile(self, depot: Depot, names: tuple[str, ...], left: list[int]) -> list[int]:
        pile = [0] * depot.cards.n_printed
        for name in names:
            pile[depot.cards.names.index(name)] += 1
        self._take(left, pile)
        return pile

    def _take(self, left: list[int], row: list[int]) -> None:
        for card in range(len(left)):
            left[card] -= row[card]


def play_phase_out(table: CardTable) -> list[Event]:
    """Let every seat decline until the phase changes; chance deals what comes first."""
    events: list[Event] = []
    phase = table.phase
    while table.phase == phase:
        legal = table.legal()
        declined = [line for line in legal if line.split()[1] in ("pass", "finish-buying", "drop")]
        events += table.do(declined[0] if declined else legal[0])
    return events

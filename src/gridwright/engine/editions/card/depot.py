"""Fuel cards on the table: columns, piles and storages."""

from typing import Final

from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.ids import NONE
from gridwright.engine.masks import total
from gridwright.engine.observation import Observation
from gridwright.engine.parts import Parts
from gridwright.engine.state import State

SINGLES: Final = 0
"""Column of the single units."""


class Depot(Parts):
    """The place of every fuel card. The game and its viewers update it by the same methods."""

    def __init__(
        self,
        cards: FuelCards,
        columns: list[list[int]],
        stack: list[int],
        discard: list[int],
        aside: list[int],
        stored: list[list[int]],
        incomes: list[int],
        n_reshuffles: int,
        last_round: int,
        card_waited: bool,
    ) -> None:
        self.cards: Final = cards
        self.columns = columns
        """``columns[column][card]``; rows are replaced, never mutated."""
        self.stack = stack
        """``stack[card]``: public count; the order is unknown. Replaced, never mutated."""
        self.discard = discard
        self.aside = aside
        """Cards that begin the next discard pile."""
        self.stored = stored
        """``stored[owner][face]``; the Trust is the owner after the last seat; rows replaced."""
        self.incomes = incomes
        """``incomes[seat]``: last income of the seat."""
        self.n_reshuffles = n_reshuffles
        self.last_round = last_round
        """Number of the last round; 0 until it is known."""
        self.card_waited = card_waited
        """True if the card that announced it was on the plant market before (k8.5)."""

    def copy(self) -> "Depot":
        return Depot(
            self.cards,
            self.columns[:],
            self.stack,
            self.discard,
            self.aside,
            self.stored[:],
            self.incomes[:],
            self.n_reshuffles,
            self.last_round,
            self.card_waited,
        )

    # Conversion to rows

    def names(self) -> list[str]:
        columns = [f"column_{price}" for price in self.cards.prices]
        stored = [f"stored_{owner}" for owner in range(len(self.stored) - 1)]
        named = ["stack", "discard", "aside", "incomes", "course"]
        return [*columns, *stored, "stored_trust", *named]

    def rows(self) -> list[list[int]]:
        course = [self.n_reshuffles, self.last_round, int(self.card_waited)]
        piles = [self.stack, self.discard, self.aside]
        return [*self.columns, *self.stored, *piles, self.incomes[:], course]

    def restore(self, rows: list[list[int]]) -> None:
        n_columns = self.cards.n_columns
        n_owners = len(self.stored)
        self.columns = rows[:n_columns]
        self.stored = rows[n_columns : n_columns + n_owners]
        self.stack, self.discard, self.aside, incomes, course = rows[n_columns + n_owners :]
        self.incomes = incomes[:]
        self.n_reshuffles = course[0]
        self.last_round = course[1]
        self.card_waited = course[2] == 1

    # Changes

    def next_gap(self) -> int:
        """Return the cheapest column of printed cards with an empty slot, NONE if all are full."""
        for column in range(SINGLES + 1, self.cards.n_columns):
            if total(self.columns[column]) < self.cards.n_slots:
                return column
        return NONE

    def deal(self, card: int, column: int) -> None:
        """Move the top card of the stack into a column."""
        self.stack = counted(self.stack, card, -1)
        self.columns[column] = counted(self.columns[column], card, 1)

    def take(self, owner: int, card: int, column: int, kept: int) -> None:
        """Move a card into a storage; units that do not fit become singles (k5.8)."""
        cards = self.cards
        self.columns[column] = counted(self.columns[column], card, -1)
        self.stored[owner] = counted(self.stored[owner], cards.face(card, kept), 1)
        spilled = cards.units_of[card] - kept
        if spilled:
            single = cards.single(cards.kind_of[card])
            self.columns[SINGLES] = counted(self.columns[SINGLES], single, spilled)

    def turn_down(self, owner: int, turns: list[int]) -> None:
        """Turn cards down; those at 0 are discarded, singles vanish (k6.7)."""
        if not turns:
            return
        cards = self.cards
        stored = self.stored[owner][:]
        discard = self.discard[:]
        for turn in turns:
            face = cards.turn_face[turn]
            units = cards.turn_units[turn]
            stored[face] -= 1
            if units < cards.face_units[face]:
                stored[face - units] += 1
            elif cards.face_card[face] < cards.n_printed:
                discard[cards.face_card[face]] += 1
        self.stored[owner] = stored
        self.discard = discard

    def clear(self, owner: int) -> None:
        """Empty a storage."""
        discard = self.discard[:]
        for face in range(self.cards.n_faces):
            card = self.cards.face_card[face]
            if card < self.cards.n_printed:
                discard[card] += self.stored[owner][face]
        self.discard = discard
        self.stored[owner] = [0] * self.cards.n_faces

    def move(self, card: int, column: int, cheaper: int) -> None:
        """Move a card to a cheaper column."""
        self.columns[column] = counted(self.columns[column], card, -1)
        self.columns[cheaper] = counted(self.columns[cheaper], card, 1)

    def can_reshuffle(self) -> bool:
        """Return whether a reshuffle would give cards (k7.5, k7.9)."""
        return total(self.discard) > 0 or (self._joins_now() and total(self.aside) > 0)

    def _joins_now(self) -> bool:
        """Return whether the cards aside are part of the next reshuffle (k13.11)."""
        return self.cards.second_waits and self.n_reshuffles > 0

    def reshuffle(self) -> None:
        """Turn the discard pile into the stack (k7.5, k7.6, k7.7)."""
        none = [0] * self.cards.n_printed
        self.stack = self.discard
        if self._joins_now():
            self.stack = [self.discard[card] + self.aside[card] for card in range(len(none))]
        if self.cards.second_waits:
            self.discard = none
        else:
            self.discard = self.aside
        if not self.cards.second_waits or self.n_reshuffles > 0:
            self.aside = none
        self.n_reshuffles += 1

    # Invariants

    def problems(self, fuel: list[list[int]]) -> list[str]:
        cards = self.cards
        found: list[str] = []
        for card in range(cards.n_printed):
            n_cards = self.stack[card] + self.discard[card] + self.aside[card]
            n_cards += sum([column[card] for column in self.columns])
            for face in range(cards.n_faces):
                if cards.face_card[face] == card:
                    n_cards += sum([stored[face] for stored in self.stored])
            if n_cards != cards.totals[card]:
                found.append(f"{cards.names[card]}: {n_cards} cards of {cards.totals[card]}")
        if sum(self.columns[SINGLES][: cards.n_printed]) > 0:
            found.append(f"printed cards among the singles: {self.columns[SINGLES]}")
        for column in range(SINGLES + 1, cards.n_columns):
            row = self.columns[column]
            if sum(row) > cards.n_slots or sum(row[cards.n_printed :]) > 0:
                found.append(f"column {column} holds {row}")
        for row in self.rows():
            if min([*row, 0]) < 0:
                found.append(f"a count below zero: {row}")
        for seat in range(len(fuel)):
            if cards.units(self.stored[seat]) != fuel[seat]:
                found.append(f"seat {seat} stores {self.stored[seat]}, holds {fuel[seat]}")
        return found


def counted(row: list[int], place: int, amount: int) -> list[int]:
    """Return a copy of a row with one count changed."""
    changed = row[:]
    changed[place] += amount
    return changed


def opening_depot(cards: FuelCards, n_seats: int, n_singles: int = 0) -> Depot:
    """Return the depot with all normal cards in the stack (k1.13, k1.15, k1.16, k13.3)."""
    columns = [[0] * cards.n_cards for price in cards.prices]
    for kind in range(cards.n_kinds):
        columns[SINGLES][cards.single(kind)] = n_singles
    return Depot(
        cards,
        columns,
        cards.opening,
        cards.first_pile,
        cards.second_pile,
        [[0] * cards.n_faces for owner in range(n_seats + 1)],
        [0] * n_seats,
        0,
        0,
        False,
    )


def depot_of(state: State) -> Depot:
    """Return the fuel cards of a position."""
    depot = state.parts
    assert isinstance(depot, Depot)
    return depot


def depot_seen(seen: Observation) -> Depot:
    """Return the fuel cards that a viewer sees."""
    depot = seen.parts
    assert isinstance(depot, Depot)
    return depot


def is_last_round(state: State) -> bool:
    """Return whether this round ends the game (k8.4)."""
    return depot_of(state).last_round == state.round

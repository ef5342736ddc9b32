"""Fuel printed on cards.

A card is identified by its kind and units: cards with the same print are interchangeable, so a pile
is a count of each. There is also an unlimited single unit of each kind.
"""

from typing import ClassVar, Final


class FuelCards:
    """Every card of one table; empty if fuel is bought as tokens.

    Cards with printed units come first, by kind and then by units; the singles follow by kind. A
    card in a storage shows from one unit to all printed ones: each is a *face*.
    """

    DERIVED: ClassVar = (
        "second_waits",
        *("n_printed", "n_kinds", "n_cards", "names", "totals", "n_columns"),
        *("face_card", "face_units", "face_kind", "n_faces"),
        *("turn_face", "turn_units", "turn_names", "n_turns"),
    )

    def __init__(
        self,
        kinds: list[str],
        kind_of: list[int],
        units_of: list[int],
        opening: list[int],
        first_pile: list[int],
        second_pile: list[int],
        prices: list[int],
        n_slots: int,
        second_waits: bool = False,
    ) -> None:
        n_printed = len(kind_of)
        names = [f"{kinds[kind_of[card]]}-{units_of[card]}" for card in range(n_printed)]
        self.n_printed: Final = n_printed
        self.n_kinds: Final = len(kinds)
        self.kind_of: Final = [*kind_of, *range(len(kinds))]
        self.units_of: Final = [*units_of, *[1 for kind in kinds]]
        self.n_cards: Final = n_printed + len(kinds)
        self.names: Final = [*names, *[f"{kind}-single" for kind in kinds]]
        self.opening: Final = opening
        """``opening[card]``: number of these printed cards in the first shuffle."""
        self.first_pile: Final = first_pile
        """Opening discard pile."""
        self.second_pile: Final = second_pile
        """Discard pile after the first reshuffle."""
        self.totals: Final = [
            opening[card] + first_pile[card] + second_pile[card] for card in range(n_printed)
        ]
        self.prices: Final = prices
        """Price of each column; singles are in the first, printed cards in the others."""
        self.n_columns: Final = len(prices)
        self.n_slots: Final = n_slots
        """Number of cards in a column of printed cards."""
        self.second_waits: Final = second_waits
        """True if the second pile joins the stack at the second reshuffle (k13.11)."""

        self.face_card: Final[list[int]] = []
        self.face_units: Final[list[int]] = []
        self._first_face: Final[list[int]] = []
        """Face of each card that shows one unit; more units follow."""
        for card in range(self.n_cards):
            self._first_face.append(len(self.face_card))
            for units in range(1, self.units_of[card] + 1):
                self.face_card.append(card)
                self.face_units.append(units)
        self.n_faces: Final = len(self.face_card)
        self.face_kind: Final = [self.kind_of[card] for card in self.face_card]

        self.turn_face: Final[list[int]] = []
        self.turn_units: Final[list[int]] = []
        self.turn_names: Final[list[str]] = []
        self._first_turn: Final[list[int]] = []
        for face in range(self.n_faces):
            self._first_turn.append(len(self.turn_face))
            shown = self.face_units[face]
            for units in range(1, shown + 1):
                self.turn_face.append(face)
                self.turn_units.append(units)
                name = self.names[self.face_card[face]]
                self.turn_names.append(f"{name}:{shown}>{shown - units}")
        self.n_turns: Final = len(self.turn_face)

        self._spent_first: Final[list[list[int]]] = []
        """Faces of each kind, from the fewest units on."""
        for kind in range(len(kinds)):
            ranks = [
                (self.face_units[face], face)
                for face in range(self.n_faces)
                if self.face_kind[face] == kind
            ]
            ranks.sort()
            self._spent_first.append([rank[1] for rank in ranks])

    def single(self, kind: int) -> int:
        """Return the single unit of a kind."""
        return self.n_printed + kind

    def face(self, card: int, units: int) -> int:
        """Return the face of a card that shows ``units``."""
        return self._first_face[card] + units - 1

    def turn(self, face: int, units: int) -> int:
        """Return the turn of one card with that face by ``units``."""
        return self._first_turn[face] + units - 1

    def column_at(self, price: int) -> int:
        """Return the column of a price, -1 if there is none."""
        return self.prices.index(price) if price in self.prices else -1

    def units(self, stored: list[int]) -> list[int]:
        """Return the units of each kind in a storage."""
        total = [0] * self.n_kinds
        for face in range(self.n_faces):
            if stored[face]:
                total[self.face_kind[face]] += stored[face] * self.face_units[face]
        return total

    def fewest_first(self, stored: list[int], burned: list[int]) -> list[int]:
        """Return the turns that spend ``burned``, from the cards with the fewest units on."""
        return self._spend(stored, burned, False)

    def most_first(self, stored: list[int], burned: list[int]) -> list[int]:
        """Return the turns that spend ``burned``, from the cards with the most units on."""
        return self._spend(stored, burned, True)

    def has_choice(self, stored: list[int], burned: list[int]) -> bool:
        """Return whether cards of a spent kind show different units."""
        for kind in range(self.n_kinds):
            if burned[kind]:
                n_faces = 0
                for face in self._spent_first[kind]:
                    if stored[face]:
                        n_faces += 1
                if n_faces > 1:
                    return True
        return False

    def _spend(self, stored: list[int], burned: list[int], backwards: bool) -> list[int]:
        turns: list[int] = []
        for kind in range(self.n_kinds):
            left = burned[kind]
            if left == 0:
                continue
            faces = self._spent_first[kind]
            for place in range(len(faces)):
                face = faces[-1 - place] if backwards else faces[place]
                n_cards = stored[face]
                while n_cards > 0 and left > 0:
                    units = min(left, self.face_units[face])
                    turns.append(self.turn(face, units))
                    left -= units
                    n_cards -= 1
        turns.sort()
        return turns

    def makes_up(self, stored: list[int], burned: list[int], turns: list[int]) -> bool:
        """Return whether the storage has these cards and turning them spends exactly ``burned``."""
        left = stored[:]
        spent = [0] * self.n_kinds
        before = -1
        for turn in turns:
            if not 0 <= turn < self.n_turns or turn < before:
                return False
            before = turn
            face = self.turn_face[turn]
            left[face] -= 1
            if left[face] < 0:
                return False
            spent[self.face_kind[face]] += self.turn_units[turn]
        return spent == burned


NO_FUEL_CARDS: Final = FuelCards([], [], [], [], [], [], [], 0)
"""Value for games in which fuel is bought as tokens."""

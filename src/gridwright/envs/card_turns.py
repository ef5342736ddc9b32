"""The fuel cards that a seat turns down, one by one, until the fuel is paid (k6.6)."""

from typing import Final

from gridwright.engine.fuel_cards import FuelCards


class CardTurns:
    """Turns in ascending order that add up to exactly the burned fuel.

    A turn is an option only if later turns can still make up the rest.
    """

    def __init__(self, cards: FuelCards, stored: list[int], burned: list[int]) -> None:
        self.cards: Final = cards
        self.left: Final = burned[:]
        """Amounts still to be paid, by kind."""
        self.turns: Final[list[int]] = []
        self._stored: Final = stored[:]
        self._found: list[int] | None = None
        """Options, computed on first use."""

    def is_done(self) -> bool:
        return not any(self.left)

    def take(self, turn: int) -> None:
        """Turn a card, which must be an option."""
        face = self.cards.turn_face[turn]
        self._stored[face] -= 1
        self.left[self.cards.face_kind[face]] -= self.cards.turn_units[turn]
        self.turns.append(turn)
        self._found = None

    def options(self) -> list[int]:
        """Return the possible next turns; empty only when everything is paid."""
        if self._found is None:
            self._found = self._find_options()
        return self._found

    def _find_options(self) -> list[int]:
        cards = self.cards
        stored = self._stored
        before = self.turns[-1] if self.turns else 0
        found: list[int] = []
        later = [0] * cards.n_kinds
        """Units on the faces of later cards, by kind."""
        for face in range(cards.n_faces - 1, cards.turn_face[before] - 1, -1):
            n_cards = stored[face]
            if n_cards == 0:
                continue
            kind = cards.face_kind[face]
            shown = cards.face_units[face]
            if self.left[kind] and self._others_can_wait(kind, later):
                for units in range(min(shown, self.left[kind]), 0, -1):
                    turn = cards.turn(face, units)
                    if turn >= before and self._leads_on(kind, units, shown, n_cards, later[kind]):
                        found.append(turn)
            later[kind] += n_cards * shown
        found.reverse()
        return found

    def leaves_a_choice(self) -> bool:
        """Return True if there is more than one way to pay."""
        if self.is_done():
            return False
        if len(self.options()) > 1:
            return True
        ahead = CardTurns(self.cards, self._stored, self.left)
        ahead.turns.extend(self.turns)
        ahead._found = self._found
        while not ahead.is_done():
            options = ahead.options()
            if len(options) > 1:
                return True
            ahead.take(options[0])
        return False

    def _others_can_wait(self, kind: int, later: list[int]) -> bool:
        """Return True if later faces have enough of every other kind."""
        for other, left in enumerate(self.left):
            if left > later[other] and other != kind:
                return False
        return True

    def _leads_on(self, kind: int, units: int, shown: int, n_cards: int, later: int) -> bool:
        """Return True if the rest of a kind can be paid after a card was turned by these units.

        Further cards with its face are turned by at least as much, or not at all.
        """
        rest = self.left[kind] - units
        for n_turned in range(n_cards):
            if n_turned * units <= rest <= n_turned * shown + later:
                return True
        return False

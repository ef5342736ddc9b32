"""What must not be heard: the seed in any writing, others' money, the order of unseen cards."""

import base64
import re
from typing import Final

from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_master
from gridwright.server.tables.table import Table
from gridwright.server.trials.ground import KEY

WINDOW: Final = 8
"""So many bytes of a secret in a row are a hit."""
N_CARDS: Final = 4
"""So many unseen plants in their order are a hit."""
CHANCE_HIT: Final = 1e-9
"""Fuel cards repeat, so as many in a row are looked for as make a chance hit this unlikely."""
MOST_FUEL: Final = 30

_WORD: Final = re.compile(rb"[A-Za-z0-9_.-]+")


class OpenDealer(Dealer):
    """A dealer who shows what is hidden, to whoever must recognise it."""

    def unseen(self) -> list[int]:
        return self._hidden[:]

    def unseen_fuel(self) -> list[int]:
        return self._fuel[:]


class Secrets:
    """The secrets of one game, followed through its log by somebody who knows the seed."""

    def __init__(self, table: Table, seed: bytes) -> None:
        self.game: Final = table.game
        self._notation: Final = table.notation
        self._history: Final = History(table.game)
        self._n_lines = 0
        master = derive_master(seed, table.game_id, table.contributions)
        self.bytes_patterns: Final = writings(seed) | writings(master) | writings(KEY)
        self._dealer: Final = OpenDealer(table.game, table.keys())
        self.moneys: Final[list[set[int]]] = [set() for _seat in range(table.spec.seats)]
        """``moneys[seat]``: every amount that the seat has had."""
        self.limits: Final[dict[bytes, int]] = {}
        """Sealed limits as words, and whose they are."""
        self.public: Final[set[bytes]] = set()
        """Words of the log: what everybody was told anyway."""

    def follow(self, table: Table) -> None:
        """Bring the secrets up to date with the table's log."""
        for line in table.lines[self._n_lines :]:
            action = self._notation.parse(line)
            if self._history.state.actor == CHANCE:
                dealt = self._dealer.deal(self._history.state)
                assert dealt == action, f"expected {dealt}, got {action}"
            self._history.play(action)
            self.public.update(line.encode().split())
            for seat, money in enumerate(self._history.state.money):
                self.moneys[seat].add(money)
        self._n_lines = len(table.lines)

    def now(self, seat: int) -> int:
        """What the seat has now."""
        return self._history.state.money[seat]

    def hidden_moneys(self, viewer: int) -> set[bytes]:
        """Amounts that only others have had, as words."""
        own: set[int] = self.moneys[viewer] if viewer >= 0 else set()
        others: set[int] = set()
        for seat, amounts in enumerate(self.moneys):
            others |= set() if seat == viewer else amounts
        start = {self.game.new_state().money[0]}
        return {str(amount).encode() for amount in others - own - start} - self.public

    def hidden_limits(self, viewer: int) -> set[bytes]:
        """Sealed limits of others."""
        return {word for word, seat in self.limits.items() if seat != viewer} - self.public

    def orders(self) -> list[list[bytes]]:
        """Sequences of words that tell the order of unseen cards, in ids and in names."""
        notation = self._notation
        cards = self._dealer.unseen()
        fuel = self._dealer.unseen_fuel()
        n_fuel = enough(fuel)
        found: list[list[bytes]] = []
        for order in (cards, cards[::-1]):
            found += windows([str(card).encode() for card in order], N_CARDS)
            found += windows([notation.cards[card].encode() for card in order], N_CARDS)
        for order in (fuel, fuel[::-1]) if n_fuel else ():
            found += windows([str(card).encode() for card in order], n_fuel)
            found += windows([notation.fuel_cards[card].encode() for card in order], n_fuel)
        return found


def writings(secret: bytes) -> set[bytes]:
    """Every stretch of a secret as raw bytes, hexadecimal digits, and base64 at any offset."""
    found: set[bytes] = set()
    for first in range(len(secret) - WINDOW + 1):
        part = secret[first : first + WINDOW]
        found |= {part, part.hex().encode(), part.hex().upper().encode()}
    for shift in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            # The first and the last characters depend on what stands beside the secret.
            text = encode(bytes(shift) + secret)[4:-4]
            found |= {text[first : first + 16] for first in range(len(text) - 15)}
    return found


def windows(words: list[bytes], size: int) -> list[list[bytes]]:
    return [words[first : first + size] for first in range(len(words) - size + 1)]


def enough(cards: list[int]) -> int:
    """How many of these cards in a row nobody says by chance; 0 if all together are too few."""
    share = 1.0
    for place, card in enumerate(cards[:MOST_FUEL]):
        share *= cards.count(card) / len(cards)
        if share < CHANCE_HIT:
            return place + 1
    return 0


def find_bytes(heard: bytes, patterns: set[bytes]) -> list[str]:
    """The patterns that were heard, shortened."""
    return [f"{pattern[:6]!r}…" for pattern in sorted(patterns) if pattern in heard]


def find_words(words: list[bytes], wanted: set[bytes]) -> list[str]:
    return sorted({word.decode() for word in words if word in wanted})


def find_orders(words: list[bytes], orders: list[list[bytes]]) -> list[str]:
    """Orders that were heard, word after word."""
    firsts: dict[bytes, list[list[bytes]]] = {}
    for order in orders:
        firsts.setdefault(order[0], []).append(order)
    found: list[str] = []
    for place, word in enumerate(words):
        for order in firsts.get(word, ()):
            if words[place : place + len(order)] == order:
                found.append(b" ".join(order).decode())
    return found


def words_of(heard: bytes) -> list[bytes]:
    return _WORD.findall(heard)

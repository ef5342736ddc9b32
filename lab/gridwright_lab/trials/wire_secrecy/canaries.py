"""Canaries: values that must not be sent. The seed, others' money, the order of unseen cards.

An honest server must not be accused by chance. Stretches of keys are 64 random bits. Amounts of
money are so large that only masks of cards can be the same numbers, and which masks are public is
known. Orders of cards and sealed limits are short, so they do turn up by chance, in a row of plants
or as a mask; ``false_positives`` distinguishes such a hit from a leak.
"""

import base64
import re
from collections.abc import Iterator
from typing import Final

from gridwright.engine.codec import Json, observation_values
from gridwright.engine.history import History, Kept
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.observe import observe
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_master
from gridwright.table.table import Table
from gridwright_lab.trials.live_server import KEY

WINDOW: Final = 8
"""Bytes of a secret in a row that are a hit."""
N_CARDS: Final = 4
"""Unseen plants in their order that are a hit."""
CHANCE_HIT: Final = 1e-9
"""Fuel cards repeat, so as many in a row are looked for as make a chance hit this unlikely."""
MAX_FUEL: Final = 30
MAX_PLANTS: Final = 5
"""A mask of this many cards may be that of plants which a seat runs; amounts that equal one are not
searched."""

_WORD: Final = re.compile(rb"[A-Za-z0-9_.-]+")
_BETWEEN: Final = rb"[^A-Za-z0-9_.-]+"
_LONG: Final = re.compile(rb"[A-Za-z0-9+/_-]{16,}")
"""Runs of characters that are long enough to contain digits of a key."""
_HEAD: Final = re.compile(
    rb"\x81(?:\x7e..|\x7f.{8}|.)|content-length: \d+", re.DOTALL | re.IGNORECASE
)
"""Fields with the length of a frame or body: no secret, but equal to one by chance."""
_ROOM: Final = 60
"""Bytes that are shown on both sides of a hit."""


class OpenDealer(Dealer):
    """A dealer that exposes hidden cards, so that the search knows what to look for."""

    def unseen(self) -> list[int]:
        return self._hidden[:]

    def unseen_fuel(self) -> list[int]:
        return self._fuel[:]


class Secrets:
    """The secrets of one game, computed from its log and its seed."""

    def __init__(self, table: Table, seed: bytes) -> None:
        self.game: Final = table.game
        self._notation: Final = table.notation
        self._history: Final = History(table.game)
        self._followed: Final[list[tuple[str, Kept]]] = []
        """Each line, and the position before it: a line may be taken back."""
        master = derive_master(seed, table.game_id, table.contributions)
        self.bytes_patterns: Final = writings(seed) | writings(master) | writings(KEY)
        self._dealer: Final = OpenDealer(table.game, table.keys())
        self.moneys: Final[list[set[int]]] = [set() for _seat in range(table.spec.seats)]
        """``moneys[seat]``: every amount that the seat has had."""
        self._shown: Final[set[int]] = set()
        """Numbers of any observation but the money there."""
        self.limits: Final[dict[bytes, int]] = {}
        """Sealed limits as words, and whose they are."""
        self.public: Final[set[bytes]] = set()
        """Words of the log: public information."""

    def follow(self, table: Table) -> None:
        """Bring the secrets up to date with the table's log."""
        n_same = 0
        for (known, _before), line in zip(self._followed, table.lines, strict=False):
            if known != line:
                break
            n_same += 1
        if n_same < len(self._followed):
            self._history.restore(self._followed[n_same][1])
            del self._followed[n_same:]
        for line in table.lines[n_same:]:
            self._followed.append((line, self._history.keep()))
            action = self._notation.parse(line)
            if self._history.state.actor == CHANCE:
                dealt = self._dealer.deal(self._history.state)
                assert dealt == action, f"expected {dealt}, got {action}"
            self._history.play(action)
            self.public.update(line.encode().split())
            for seat, money in enumerate(self._history.state.money):
                self.moneys[seat].add(money)
            seen = observation_values(observe(self.game, self._history.state, SPECTATOR))
            del seen["money"]
            self._shown.update(numbers(seen))

    def now(self, seat: int) -> int:
        """Money of the seat now."""
        return self._history.state.money[seat]

    def hidden_moneys(self, viewer: int) -> set[bytes]:
        """Amounts that only others have had, as words."""
        own: set[int] = self.moneys[viewer] if viewer >= 0 else set()
        others: set[int] = set()
        for seat, amounts in enumerate(self.moneys):
            others |= set() if seat == viewer else amounts
        start = {self.game.new_state().money[0]}
        told = {str(amount).encode() for amount in others - own - start - self._shown}
        return {word for word in told if int(word).bit_count() > MAX_PLANTS} - self.public

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


def numbers(record: Json) -> Iterator[int]:
    """Every number in a record."""
    if isinstance(record, int):
        yield record
    elif isinstance(record, list | dict):
        for each in record.values() if isinstance(record, dict) else record:
            yield from numbers(each)


def writings(secret: bytes) -> set[bytes]:
    """Every stretch of a secret as raw bytes, hexadecimal digits, and base64 at any offset."""
    found: set[bytes] = set()
    for first in range(len(secret) - WINDOW + 1):
        part = secret[first : first + WINDOW]
        found |= {part, part.hex().encode(), part.hex().upper().encode()}
    for shift in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            # The first and the last characters depend on the neighbouring bytes.
            text = encode(bytes(shift) + secret)[4:-4]
            found |= {text[first : first + 16] for first in range(len(text) - 15)}
    return found


def windows(words: list[bytes], size: int) -> list[list[bytes]]:
    return [words[first : first + size] for first in range(len(words) - size + 1)]


def enough(cards: list[int]) -> int:
    """Return how many of these cards in a row are no chance hit; 0 if all are too few."""
    share = 1.0
    for place, card in enumerate(cards[:MAX_FUEL]):
        share *= cards.count(card) / len(cards)
        if share < CHANCE_HIT:
            return place + 1
    return 0


def find_bytes(heard: bytes, patterns: set[bytes]) -> list[bytes]:
    """The stretches of secrets found in the traffic, as raw bytes or written in digits."""
    long = b" ".join(_LONG.findall(heard))
    return [
        pattern
        for pattern in sorted(patterns)
        if pattern in (heard if len(pattern) == WINDOW else long)
    ]


def find_words(words: list[bytes], wanted: set[bytes]) -> list[bytes]:
    return sorted({word for word in words if word in wanted})


def find_orders(words: list[bytes], orders: list[list[bytes]]) -> list[list[bytes]]:
    """Orders of cards found in the traffic, word after word."""
    firsts: dict[bytes, list[list[bytes]]] = {}
    for order in orders:
        firsts.setdefault(order[0], []).append(order)
    found: list[list[bytes]] = []
    for place, word in enumerate(words):
        for order in firsts.get(word, ()):
            if words[place : place + len(order)] == order and order not in found:
                found.append(order)
    return found


def words_of(heard: bytes) -> list[bytes]:
    """Words and numbers as they were sent; not the lengths that the transport adds."""
    return _WORD.findall(_HEAD.sub(b"\x81", heard))


def excerpt(heard: bytes, hit: list[bytes]) -> str:
    """A hit with what stands around it."""
    edge = rb"(?![A-Za-z0-9_.-])" if len(hit) > 1 or _WORD.fullmatch(hit[0]) else b""
    found = re.search(_BETWEEN.join(map(re.escape, hit)) + edge, heard)
    if found is None:
        found = re.search(_BETWEEN.join(map(re.escape, hit)), heard)
    assert found is not None, hit
    first = max(0, found.start() - _ROOM)
    return heard[first : found.end() + _ROOM].decode("latin-1")

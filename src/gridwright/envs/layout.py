"""The observation encoding: the meaning of each number of the vector.

An observation is encoded in two steps. A row of integer *features* contains masks, of which each
bit becomes one number, and amounts, which are divided so that most of them are below one. Features
number the seats as the game does. The encoded vector rotates them: the viewer comes first, then the
others clockwise.
"""

from dataclasses import dataclass
from typing import Any, Final

from gridwright.engine.game import Game
from gridwright.envs.action_builder import QUESTIONS
from gridwright.envs.reach import N_NEXT

REVISION: Final = 1
"""Increased whenever a place of the vector changes its meaning."""


WORD: Final = 64
"""Bits of a feature; a wider mask has several, the lowest bits first."""

PLAIN: Final = 0
"""Field that occurs once, for the table."""
BY_SEAT: Final = 1
"""Field that occurs once for each seat, the viewer first."""
OF_SEATS: Final = 2
"""Field that is a set of seats."""


@dataclass(frozen=True)
class Field:
    """Consecutive numbers with one meaning."""

    name: str
    start: int
    shape: tuple[int, ...]
    divisor: int
    """Divisor of an amount; 0 for a mask, of which each number is 0 or 1."""
    meaning: str

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


def n_words_of(width: int) -> int:
    """Return the number of features for a mask of this width; at least one."""
    return max(1, -(-width // WORD))


def words_of(mask: int, n_words: int) -> list[int]:
    """Return a mask as signed features, the lowest bits first."""
    words = [mask >> WORD * place & (1 << WORD) - 1 for place in range(n_words)]
    return [word - (1 << WORD) if word >> WORD - 1 else word for word in words]


class Layout:
    """The fields of one table. Masks come first, in the order of the features; amounts follow."""

    def __init__(self, game: Game, reach: bool = False) -> None:
        self.fields: Final[list[Field]] = []
        self.columns: Final[dict[str, int]] = {}
        """First column of each named field, including empty fields."""
        self.divisors: Final[list[int]] = []
        """Divisor of each amount."""
        self.n_seats: Final = game.rules.n_seats
        self._bits: Final[list[list[int]]] = [[] for seat in range(self.n_seats)]
        self._columns: Final[list[list[int]]] = [[] for seat in range(self.n_seats)]
        self.seat_masks: Final[list[int]] = []
        """Columns of masks of seats."""
        self.by_seat: Final[list[tuple[int, int]]] = []
        """First column of each field that repeats for every seat, and its columns per seat."""
        self._n_features = 0
        self._masks(game)
        self.n_masks: Final = self._n_features
        self.n_bits: Final = len(self._bits[0])
        self._amounts(game)
        if reach:
            self._reach(game)
        self.n_features: Final = self._n_features
        self.size: Final = self.n_bits + len(self.divisors)

    def bits(self, viewer: int) -> list[int]:
        """Return for each bit its mask times 64 plus its place; seats count from the viewer."""
        return self._bits[viewer]

    def amounts(self, viewer: int) -> list[int]:
        """Return for each amount its column of the features; seats count from the viewer."""
        return self._columns[viewer]

    def __getitem__(self, name: str) -> slice:
        """Return the slice of a field. Raises KeyError for an unknown one."""
        for field in self.fields:
            if field.name == name:
                return slice(field.start, field.start + field.size)
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        return {
            "revision": REVISION,
            "size": self.size,
            "fields": [
                {
                    "name": field.name,
                    "start": field.start,
                    "shape": list(field.shape),
                    "divisor": field.divisor,
                    "meaning": field.meaning,
                }
                for field in self.fields
            ],
        }

    def _mask(self, name: str, width: int, meaning: str, how: int = PLAIN) -> None:
        """Add one mask, or one per seat; a mask *of* seats is rotated to the viewer."""
        n_seats = self.n_seats
        n_words = n_words_of(width)
        column = self._begin(name, n_words * (n_seats if how == BY_SEAT else 1))
        if how == OF_SEATS:
            self.seat_masks.append(column)
        elif how == BY_SEAT:
            self.by_seat.append((column, n_words))
        for viewer, bits in enumerate(self._bits):
            if how == OF_SEATS:
                bits.extend(column * WORD + (viewer + bit) % n_seats for bit in range(width))
            else:
                for place in range(n_seats if how == BY_SEAT else 1):
                    seat = (viewer + place) % n_seats if how == BY_SEAT else 0
                    mask = column + seat * n_words
                    bits.extend(mask * WORD + bit for bit in range(width))
        shape = (n_seats, width) if how == BY_SEAT else (width,)
        if width:
            start = len(self._bits[0]) - width * (n_seats if how == BY_SEAT else 1)
            self.fields.append(Field(name, start, shape, 0, meaning))

    def _amount(self, name: str, length: int, divisor: int, meaning: str, how: int = PLAIN) -> None:
        n_rows = self.n_seats if how == BY_SEAT else 1
        column = self._begin(name, n_rows * length)
        if how == BY_SEAT:
            self.by_seat.append((column, length))
        start = self.n_bits + len(self.divisors)
        for viewer, columns in enumerate(self._columns):
            for place in range(n_rows):
                row = column + (viewer + place) % n_rows * length if how == BY_SEAT else column
                columns.extend(range(row, row + length))
        self.divisors.extend([divisor] * (n_rows * length))
        shape = (n_rows, length) if how == BY_SEAT else (length,)
        if length:
            self.fields.append(Field(name, start, shape, divisor, meaning))

    def _begin(self, name: str, n_features: int) -> int:
        column = self._n_features
        self.columns[name] = column
        self._n_features += n_features
        return column

    def _masks(self, game: Game) -> None:
        rules = game.rules
        n_seats = rules.n_seats
        n_cards = rules.deck.n_cards
        n_cities = rules.board.n_cities
        self._mask("phase", len(game.phases) + 1, "the phase; the last one is the end")
        self._mask("step", 3, "the step")
        self._mask("question", len(QUESTIONS), "what the viewer chooses next; empty for others")
        self._mask("actor", n_seats, "who acts", OF_SEATS)
        self._mask("out", n_seats, "who bought or passed in this auction phase", OF_SEATS)
        self._mask("contenders", n_seats, "who is still in the bidding", OF_SEATS)
        self._mask("leader", n_seats, "who made the standing bid", OF_SEATS)
        self._mask("scrapper", n_seats, "who has to give up a plant", OF_SEATS)
        self._mask("money_seen", n_seats, "whose money the viewer sees", OF_SEATS)
        self._mask("top_back", rules.deck.n_backs, "the back on top of the stack")
        self._mask("dry", 1, "whether a card was due and the stack was empty")
        self._mask("closed", rules.market.n_kinds, "kinds that are never refilled again")
        self._mask("regions", len(rules.board.regions), "regions in play")
        self._mask("named", n_cards, "plants the viewer has named in an unfinished action")
        self._mask("market", n_cards, "cards on the plant market")
        self._mask("current", n_cards, "cards of the current market")
        self._mask("lot", n_cards, "the plant under the hammer")
        self._mask("discount", n_cards, "the card under the discount token")
        self._mask("gone", n_cards, "cards that left the game face up")
        self._mask("unseen", n_cards, "cards that may be in the stack")
        self._mask("next", n_cards, "cards that the uppermost layer of the stack may hold")
        self._mask("trust_plants", n_cards, "plants of the Trust")
        self._mask("place", n_seats, "place in the player order", BY_SEAT)
        self._mask("plants", n_cards, "plants of each seat", BY_SEAT)
        self._mask("houses", n_cities, "cities with a house of each seat", BY_SEAT)
        self._mask("trust_houses", n_cities, "cities with a house of the Trust")

    def _amounts(self, game: Game) -> None:
        rules = game.rules
        n_kinds = rules.market.n_kinds
        self._amount("money", 1, 100, "money of each seat, 0 where it is not seen", BY_SEAT)
        self._amount("cities", 1, 20, "cities of each seat", BY_SEAT)
        self._amount("round", 1, 20, "the round")
        self._amount("bid", 1, 100, "the standing bid")
        self._amount("contractor", 1, 10, "the top contractor card")
        self._amount("trust_left", 1, 10, "houses the Trust has left")
        self._amount("stack", rules.deck.n_backs, 20, "cards of the stack by back")
        self._amount("tokens", n_kinds, 20, "tokens on the market by kind")
        self._amount("supply", n_kinds, 20, "tokens in the supply by kind")
        self._amount("trust_fuel", n_kinds, 10, "tokens of the Trust by kind")
        self._amount("more", 1, 100, "what the viewer has added by saying more")
        self._amount("first", 1, 10, "what the viewer's hybrids will burn of the first kind")
        self._amount("left", n_kinds, 10, "what the viewer still has to turn off cards, by kind")
        if rules.cards.n_cards == 0:
            self._amount("fuel", n_kinds, 10, "tokens of each seat by kind", BY_SEAT)
        self._parts(game)

    def _parts(self, game: Game) -> None:
        """Add the parts of this table's edition and board, row by row."""
        parts = game.new_state().parts
        for name, row in zip(parts.names(), parts.rows(), strict=True):
            if name == FIRST_STORED:
                meaning = "fuel cards of each seat, by what they show"
                self._amount("parts_stored", len(row), 5, meaning, BY_SEAT)
            elif name == INCOMES:
                self._amount("parts_incomes", 1, 100, "what each seat was paid last", BY_SEAT)
            elif not is_stored(name):
                meaning = f"row {name!r} of this edition's own parts"
                self._amount(f"parts_{name}", len(row), 5, meaning)

    def _reach(self, game: Game) -> None:
        """Add the reach of each seat; last, so that no other place depends on it."""
        self._amount(REACH, 1, 20, "what all plants of each seat give together", BY_SEAT)
        meaning = "the most that each seat's plants give with its fuel"
        self._amount("reach_supply", 1, 20, meaning, BY_SEAT)
        if game.rules.board.n_cities:
            meaning = "what each seat's next cities cost, the nearest always taken; 999 for none"
            self._amount("reach_cost", N_NEXT, 100, meaning, BY_SEAT)


REACH: Final = "reach_output"
"""First field of reach."""
INCOMES: Final = "incomes"
STORED: Final = "stored_"
FIRST_STORED: Final = "stored_0"


def is_stored(name: str) -> bool:
    """Return True if a row of an edition's parts is a seat's storage; they are in a row."""
    return name.startswith(STORED) and name.removeprefix(STORED).isdigit()

"""Actions as text and as plain values, in the terms of the game: ``3 connect essen``.

The kinds of an action's fields define both forms. Optional fields at the end may be omitted from
the text while they are zero or empty.
"""

from typing import Final

from gridwright.engine.fields import (
    AMOUNT,
    BACK,
    CARD,
    CITY,
    FUEL,
    FUEL_CARD,
    LIST,
    MASK,
    ONE,
    PLANT,
    REGION,
    SEAT,
    TURN,
    Fields,
    Kind,
)
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.masks import members
from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.base import Action, Argument, build_action
from gridwright.engine.vocabulary.topic import Vocabulary

CHANCE_WORD: Final = "chance"
NOTHING_WORD: Final = "nothing"

MAX_AMOUNT: Final = 1_000_000
"""Largest amount; longer words are refused before they are parsed."""
MAX_DIGITS: Final = 7
MAX_REMEMBERED: Final = 20_000
"""Size of the cache of parsed lines."""


class NotationError(ValueError):
    """The text or value is not an action; the message says what was expected.

    >>> gridwright.new("classic", seats=3, seed=7).play("offer")
    Traceback (most recent call last):
    gridwright.engine.notation.NotationError: expected offer plant bid, got '0 offer'
    """


class Notation:
    """Names of one table's plants, cities, kinds, regions and card backs."""

    def __init__(self, rules: Rules, vocabulary: Vocabulary = VOCABULARY) -> None:
        self.vocabulary: Final = vocabulary
        self.n_seats: Final = rules.n_seats
        self.cities: Final = rules.board.cities
        self.regions: Final = rules.board.regions
        self.kinds: Final = rules.market.kinds
        self.backs: Final = rules.deck.backs
        self.cards: Final = plant_names(rules)
        self.fuel_cards: Final = rules.cards.names
        self.turns: Final = rules.cards.turn_names
        self._names: Final[dict[str, list[str]]] = {
            PLANT.noun: self.cards,
            CARD.noun: self.cards,
            CITY.noun: self.cities,
            FUEL.noun: self.kinds,
            REGION.noun: self.regions,
            FUEL_CARD.noun: self.fuel_cards,
            TURN.noun: self.turns,
            BACK.noun: self.backs,
        }
        self._ids: Final = {noun: _index(names) for noun, names in self._names.items()}
        # The step card has a name, but cannot be chosen as a plant.
        self._ids[PLANT.noun] = _index(self.cards[:-1])
        self._ids[BACK.noun][NOTHING_WORD] = NONE
        self._remembered: Final[dict[str, Action]] = {}
        """Cache of parsed lines: games repeat them, and actions never change."""

    # Text

    def text(self, action: Action) -> str:
        """Return the action as one line."""
        words = [self._actor_word(action.seat), action.WORD]
        n_told = 2
        for field in action.FIELDS:
            value: Argument = getattr(action, field.name)
            words.append(self._word(field.kind, value))
            if not field.optional or not _is_empty(value):
                n_told = len(words)
        return " ".join(words[:n_told])

    def parse(self, line: str) -> Action:
        """Parse one line. Raises NotationError if it is not an action."""
        known = self._remembered.get(line)
        if known is not None:
            return known
        action = self._parse(line)
        if len(self._remembered) < MAX_REMEMBERED:
            self._remembered[line] = action
        return action

    def _parse(self, line: str) -> Action:
        words = line.split()
        if len(words) < 2:
            raise NotationError(f"expected an actor and a verb, got {line!r}")
        seat = self._seat(words[0])
        verb = words[1]
        if verb not in self.vocabulary.actions:
            raise NotationError(f"expected one of {', '.join(self.vocabulary.verbs)}, got {verb!r}")
        fields = self.vocabulary.actions[verb].FIELDS
        rest = words[2:]
        for field in fields[len(rest) :]:
            if not field.optional:
                break
            rest.append("0" if field.kind.shape == ONE else NOTHING_WORD)
        if len(rest) != len(fields):
            names = " ".join([field.name for field in fields])
            raise NotationError(f"expected {verb} {names}".rstrip() + f", got {line!r}")
        return self._build(seat, verb, fields, rest)

    # Plain values, for JSON

    def to_values(self, action: Action) -> dict[str, object]:
        """Return the action as a flat record of names and amounts."""
        record: dict[str, object] = {"do": action.WORD, "seat": self._actor_word(action.seat)}
        if action.seat != CHANCE:
            record["seat"] = action.seat
        for field in action.FIELDS:
            value: Argument = getattr(action, field.name)
            record[field.name] = value if _is_amount(field.kind) else self._word(field.kind, value)
        return record

    def from_values(self, record: dict[str, object]) -> Action:
        """Parse a record. Raises NotationError unless it has exactly the fields of its action."""
        verb = record.get("do")
        if not isinstance(verb, str) or verb not in self.vocabulary.actions:
            raise NotationError(f"expected do: one of {', '.join(self.vocabulary.verbs)}")
        fields = self.vocabulary.actions[verb].FIELDS
        names = sorted(["do", "seat"] + [field.name for field in fields])
        if sorted(record) != names:
            raise NotationError(f"expected fields {names}, got {sorted(record)}")
        seat = self._seat(_word_of(record["seat"], self.vocabulary.is_chance(verb)))
        words = [_word_of(record[field.name], not _is_amount(field.kind)) for field in fields]
        return self._build(seat, verb, fields, words)

    # Names

    def choices(self, kind: Kind) -> list[str]:
        """Return every name that a field of a kind can have, in numerical order."""
        return list(self._ids[kind.noun])

    def _actor_word(self, seat: int) -> str:
        return CHANCE_WORD if seat == CHANCE else str(seat)

    def _seat(self, word: str) -> int:
        return CHANCE if word == CHANCE_WORD else self._seat_number(word)

    def _seat_number(self, word: str) -> int:
        seat = _amount(word)
        if seat >= self.n_seats:
            raise NotationError(f"expected a seat from 0 to {self.n_seats - 1}, got {word!r}")
        return seat

    def _word(self, kind: Kind, value: Argument) -> str:
        """Return a value as text: one name, or several joined."""
        if isinstance(value, int):
            if kind.shape != MASK:
                return self._name(kind, value)
            value = members(value)
        if not value:
            return NOTHING_WORD
        return "+".join([self._name(kind, each) for each in value])

    def _name(self, kind: Kind, value: int) -> str:
        names = self._names.get(kind.noun)
        if names is None:
            return str(value)
        return NOTHING_WORD if value == NONE else names[value]

    def _build(self, seat: int, verb: str, fields: Fields, words: list[str]) -> Action:
        """Build the action of an actor, a verb and one word per field."""
        if (seat == CHANCE) != self.vocabulary.is_chance(verb):
            raise NotationError(f"{verb!r} is not an action of actor {self._actor_word(seat)!r}")
        values: list[Argument] = []
        for place in range(len(fields)):
            values.append(self._value(fields[place].kind, words[place]))
        return build_action(self.vocabulary.actions[verb], seat, values)

    def _value(self, kind: Kind, word: str) -> Argument:
        """Parse the value of a word."""
        if kind.shape == ONE:
            return self._one(kind, word)
        ids: list[int] = []
        if word != NOTHING_WORD or not kind.can_be_empty:
            ids = [self._one(kind, part) for part in word.split("+")]
        if kind.shape == LIST:
            return ids
        if kind.shape == MASK:
            if ids != sorted(set(ids)):
                raise NotationError(f"expected names in order and each once, got {word!r}")
            return sum([1 << each for each in ids])
        if ids != sorted(ids):
            raise NotationError(f"expected {kind.noun}s in order, got {word!r}")
        return ids

    def _one(self, kind: Kind, word: str) -> int:
        known = self._ids.get(kind.noun)
        if known is None:
            return self._seat_number(word) if kind.noun == SEAT.noun else _amount(word)
        value = known.get(word)
        if value is None:
            raise NotationError(f"expected one of {', '.join(known)}, got {word!r}")
        return value


def plant_names(rules: Rules) -> list[str]:
    """Return the number of each plant, with a letter where numbers repeat, then the step card."""
    numbers = [plant.number for plant in rules.deck.plants]
    names: list[str] = []
    for place in range(len(numbers)):
        same = [each for each in range(len(numbers)) if numbers[each] == numbers[place]]
        letter = "abcdef"[same.index(place)] if len(same) > 1 else ""
        names.append(f"{numbers[place]}{letter}")
    return [*names, rules.deck.step_card_name]


def _is_empty(value: Argument) -> bool:
    return value == 0 if isinstance(value, int) else not value


def _is_amount(kind: Kind) -> bool:
    """Return whether a record has the number itself, not its name."""
    return kind.shape == ONE and kind.noun == AMOUNT.noun


def _index(names: list[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _amount(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > MAX_DIGITS:
        raise NotationError(f"expected a whole number up to {MAX_AMOUNT}, got {word[:40]!r}")
    if len(word) > 1 and word[0] == "0":
        raise NotationError(f"expected a number without leading zeros, got {word!r}")
    amount = int(word)
    if amount > MAX_AMOUNT:
        raise NotationError(f"expected a whole number up to {MAX_AMOUNT}, got {word}")
    return amount


def _word_of(value: object, is_name: bool) -> str:
    """Return a record's value as a word. Names must be strings, amounts must be whole numbers.

    Errors do not quote the value: it may be of any type and size.
    """
    if is_name:
        if not isinstance(value, str):
            raise NotationError(f"expected a name, got {type(value).__name__}")
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"expected a whole number, got {type(value).__name__}")
    if not 0 <= value <= MAX_AMOUNT:
        raise NotationError(f"expected a whole number up to {MAX_AMOUNT}")
    return str(value)

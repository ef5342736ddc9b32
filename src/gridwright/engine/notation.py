"""Actions as text and as plain values, in the words of the table: ``3 connect essen``.

One description of each kind's fields serves both forms. Trailing zeros may be left out of the text.
"""

from typing import Final

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyCard,
    BuyResources,
    ConnectCity,
    DraftRegion,
    DropOut,
    FinishBuilding,
    FinishBuying,
    OfferPlant,
    PassAuction,
    PlaceTrustHouse,
    Produce,
    RunPlants,
    ScrapPlant,
    TakeBack,
)
from gridwright.engine.chance import (
    DealFuel,
    DrawOrder,
    DrawRegions,
    DrawTrustRegion,
    RevealCard,
    ShuffleStack,
)
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.masks import members
from gridwright.engine.rules import Rules

CHANCE_WORD: Final = "chance"
NOTHING_WORD: Final = "nothing"

AMOUNT: Final = 0
PLANT: Final = 1
PLANTS: Final = 2
CITY: Final = 3
KIND: Final = 4
REGION: Final = 5
REGIONS: Final = 6
SEATS: Final = 7
CARD: Final = 8
BACK: Final = 9
FUEL_CARD: Final = 10
TURNS: Final = 11

_FIELDS: Final[dict[str, list[tuple[str, int]]]] = {
    DraftRegion.WORD: [("region", REGION)],
    PlaceTrustHouse.WORD: [("city", CITY)],
    OfferPlant.WORD: [("plant", PLANT), ("bid", AMOUNT)],
    PassAuction.WORD: [],
    Bid.WORD: [("amount", AMOUNT)],
    DropOut.WORD: [],
    ScrapPlant.WORD: [("plant", PLANT), ("lost", AMOUNT)],
    BuyResources.WORD: [("resource", KIND), ("amount", AMOUNT)],
    FinishBuying.WORD: [],
    ConnectCity.WORD: [("city", CITY)],
    FinishBuilding.WORD: [],
    RunPlants.WORD: [("plants", PLANTS), ("first", AMOUNT)],
    BuyCard.WORD: [("card", FUEL_CARD), ("price", AMOUNT)],
    Produce.WORD: [("plants", PLANTS), ("first", AMOUNT), ("turns", TURNS)],
    TakeBack.WORD: [],
    DrawOrder.WORD: [("order", SEATS)],
    DrawRegions.WORD: [("regions", REGIONS)],
    DrawTrustRegion.WORD: [("region", REGION)],
    RevealCard.WORD: [("card", CARD), ("next_back", BACK)],
    ShuffleStack.WORD: [("next_back", BACK)],
    DealFuel.WORD: [("card", FUEL_CARD)],
}
_CHANCE_WORDS: Final = (
    DrawOrder.WORD,
    DrawRegions.WORD,
    DrawTrustRegion.WORD,
    RevealCard.WORD,
    ShuffleStack.WORD,
    DealFuel.WORD,
)
_N_OPTIONAL: Final = {ScrapPlant.WORD: 1, RunPlants.WORD: 1, Produce.WORD: 2}
"""How many of the last fields are left out while they are zero or nothing."""

MAX_AMOUNT: Final = 1_000_000
"""Larger amounts are refused; longer words before they are read."""
MAX_DIGITS: Final = 7
MOST_REMEMBERED: Final = 20_000


class NotationError(ValueError):
    """A text or value that names no action: what was expected, what came."""


class Notation:
    """Names of one table's plants, cities, kinds, regions and card backs."""

    def __init__(self, rules: Rules) -> None:
        self.n_seats: Final = rules.n_seats
        self.cities: Final = rules.board.cities
        self.regions: Final = rules.board.regions
        self.kinds: Final = rules.market.kinds
        self.backs: Final = rules.deck.backs
        self.cards: Final = plant_names(rules)
        self.fuel_cards: Final = rules.cards.names
        self.turns: Final = rules.cards.turn_names
        self._ids: Final[dict[int, dict[str, int]]] = {
            PLANT: _index(self.cards[:-1]),
            CARD: _index(self.cards),
            CITY: _index(self.cities),
            KIND: _index(self.kinds),
            REGION: _index(self.regions),
            FUEL_CARD: _index(self.fuel_cards),
            TURNS: _index(self.turns),
            BACK: {**_index(self.backs), NOTHING_WORD: NONE},
        }
        self._remembered: Final[dict[str, Action]] = {}
        """Lines that were read before: games repeat them, and actions never change."""

    # Text

    def text(self, action: Action) -> str:
        """The action as one line."""
        fields = _FIELDS[action.WORD]
        words = [self._actor_word(action.seat), action.WORD]
        values = self._values(action)
        n_told = len(fields)
        for place in range(_N_OPTIONAL.get(action.WORD, 0)):
            empty = [0] if fields[n_told - 1][1] == AMOUNT else []
            if n_told == len(fields) - place and values[n_told - 1] == empty:
                n_told -= 1
        for place in range(n_told):
            words.append(self._word(fields[place][1], values[place]))
        return " ".join(words)

    def parse(self, line: str) -> Action:
        """The action of one line; NotationError if there is none."""
        known = self._remembered.get(line)
        if known is not None:
            return known
        action = self._parse(line)
        if len(self._remembered) < MOST_REMEMBERED:
            self._remembered[line] = action
        return action

    def _parse(self, line: str) -> Action:
        words = line.split()
        if len(words) < 2:
            raise NotationError(f"expected an actor and a verb, got {line!r}")
        seat = self._seat(words[0])
        verb = words[1]
        if verb not in _FIELDS:
            raise NotationError(f"expected one of {', '.join(sorted(_FIELDS))}, got {verb!r}")
        fields = _FIELDS[verb]
        rest = words[2:]
        n_missing = len(fields) - len(rest)
        if 0 < n_missing <= _N_OPTIONAL.get(verb, 0):
            for name, kind in fields[-n_missing:]:
                rest.append("0" if kind == AMOUNT else NOTHING_WORD)
        if len(rest) != len(fields):
            names = " ".join([name for name, kind in fields])
            raise NotationError(f"expected {verb} {names}".rstrip() + f", got {line!r}")
        return self._build(seat, verb, fields, rest)

    # Plain values, for JSON

    def to_values(self, action: Action) -> dict[str, object]:
        """The action as a flat record of names and amounts."""
        record: dict[str, object] = {"do": action.WORD, "seat": self._actor_word(action.seat)}
        if action.seat != CHANCE:
            record["seat"] = action.seat
        values = self._values(action)
        fields = _FIELDS[action.WORD]
        for place in range(len(fields)):
            name, kind = fields[place]
            if kind == AMOUNT:
                record[name] = values[place][0]
            else:
                record[name] = self._word(kind, values[place])
        return record

    def from_values(self, record: dict[str, object]) -> Action:
        """The action of a record; NotationError unless every field is there and nothing else."""
        verb = record.get("do")
        if not isinstance(verb, str) or verb not in _FIELDS:
            raise NotationError(f"expected do: one of {', '.join(sorted(_FIELDS))}")
        fields = _FIELDS[verb]
        names = sorted(["do", "seat"] + [name for name, kind in fields])
        if sorted(record) != names:
            raise NotationError(f"expected fields {names}, got {sorted(record)}")
        seat = self._seat(_word_of(record["seat"], verb in _CHANCE_WORDS))
        words = [_word_of(record[name], kind != AMOUNT) for name, kind in fields]
        return self._build(seat, verb, fields, words)

    # Names

    def _actor_word(self, seat: int) -> str:
        return CHANCE_WORD if seat == CHANCE else str(seat)

    def _seat(self, word: str) -> int:
        return CHANCE if word == CHANCE_WORD else self._seat_number(word)

    def _seat_number(self, word: str) -> int:
        seat = _amount(word)
        if seat >= self.n_seats:
            raise NotationError(f"expected a seat from 0 to {self.n_seats - 1}, got {word!r}")
        return seat

    def _values(self, action: Action) -> list[list[int]]:
        """The arguments, one list for each field."""
        if isinstance(action, DrawOrder):
            return [action.order]
        if isinstance(action, DrawRegions):
            return [members(action.regions)]
        if isinstance(action, RunPlants):
            return [members(action.plants), [action.first]]
        if isinstance(action, Produce):
            return [members(action.plants), [action.first], action.turns]
        return [[value] for value in action.arguments()]

    def _word(self, kind: int, values: list[int]) -> str:
        if kind == AMOUNT:
            return str(values[0])
        if kind == SEATS:
            return "+".join([str(seat) for seat in values])
        if not values or values[0] == NONE:
            return NOTHING_WORD
        names = self._names(kind)
        return "+".join([names[value] for value in values])

    def _names(self, kind: int) -> list[str]:
        if kind in (PLANT, PLANTS, CARD):
            return self.cards
        if kind == CITY:
            return self.cities
        if kind == KIND:
            return self.kinds
        if kind == FUEL_CARD:
            return self.fuel_cards
        if kind == TURNS:
            return self.turns
        return self.backs if kind == BACK else self.regions

    def _build(
        self, seat: int, verb: str, fields: list[tuple[str, int]], words: list[str]
    ) -> Action:
        """The action of an actor, a verb and one word for each field."""
        if (seat == CHANCE) != (verb in _CHANCE_WORDS):
            raise NotationError(f"{verb!r} is not an action of actor {self._actor_word(seat)!r}")
        if verb == DrawOrder.WORD:
            return DrawOrder([self._seat_number(part) for part in words[0].split("+")])
        if verb == DrawRegions.WORD:
            return DrawRegions(self._mask(REGION, words[0]))
        if verb == RunPlants.WORD:
            return RunPlants(seat, self._plants(words[0]), _amount(words[1]))
        if verb == Produce.WORD:
            turns: list[int] = []
            if words[2] != NOTHING_WORD:
                turns = [self._id(TURNS, part) for part in words[2].split("+")]
            if turns != sorted(turns):
                raise NotationError(f"expected turns in order, got {words[2]!r}")
            return Produce(seat, self._plants(words[0]), _amount(words[1]), turns)
        values: list[int] = []
        for place in range(len(fields)):
            kind = fields[place][1]
            word = words[place]
            values.append(_amount(word) if kind == AMOUNT else self._id(kind, word))
        return build_action(seat, verb, values)

    def _plants(self, word: str) -> int:
        return 0 if word == NOTHING_WORD else self._mask(PLANT, word)

    def _mask(self, kind: int, word: str) -> int:
        ids = [self._id(kind, part) for part in word.split("+")]
        if ids != sorted(set(ids)):
            raise NotationError(f"expected names in order and each once, got {word!r}")
        return sum([1 << each for each in ids])

    def _id(self, kind: int, word: str) -> int:
        known = self._ids[kind]
        if word not in known:
            raise NotationError(f"expected one of {', '.join(known)}, got {word!r}")
        return known[word]


def build_action(seat: int, verb: str, values: list[int]) -> Action:
    """The action of a verb whose fields are single numbers; frequent verbs are tried first."""
    if verb == Bid.WORD:
        return Bid(seat, values[0])
    if verb == BuyResources.WORD:
        return BuyResources(seat, values[0], values[1])
    if verb == DropOut.WORD:
        return DropOut(seat)
    if verb == FinishBuying.WORD:
        return FinishBuying(seat)
    if verb == ConnectCity.WORD:
        return ConnectCity(seat, values[0])
    if verb == FinishBuilding.WORD:
        return FinishBuilding(seat)
    if verb == OfferPlant.WORD:
        return OfferPlant(seat, values[0], values[1])
    if verb == PassAuction.WORD:
        return PassAuction(seat)
    if verb == RevealCard.WORD:
        return RevealCard(values[0], values[1])
    if verb == TakeBack.WORD:
        return TakeBack(seat)
    if verb == BuyCard.WORD:
        return BuyCard(seat, values[0], values[1])
    if verb == DealFuel.WORD:
        return DealFuel(values[0])
    if verb == ScrapPlant.WORD:
        return ScrapPlant(seat, values[0], values[1])
    if verb == PlaceTrustHouse.WORD:
        return PlaceTrustHouse(seat, values[0])
    if verb == DraftRegion.WORD:
        return DraftRegion(seat, values[0])
    if verb == DrawTrustRegion.WORD:
        return DrawTrustRegion(values[0])
    return ShuffleStack(values[0])


def plant_names(rules: Rules) -> list[str]:
    """The printed number of each plant, with a letter where numbers repeat; the step card last."""
    numbers = [plant.number for plant in rules.deck.plants]
    names: list[str] = []
    for place in range(len(numbers)):
        twins = [each for each in range(len(numbers)) if numbers[each] == numbers[place]]
        letter = "abcdef"[twins.index(place)] if len(twins) > 1 else ""
        names.append(f"{numbers[place]}{letter}")
    return [*names, rules.deck.step_card_name]


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
    """A record's value as a word; names must be strings, amounts must be whole numbers.

    The value itself is not quoted in errors: it may be of any kind and size.
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

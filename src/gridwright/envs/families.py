"""The choices of a seat, grouped in families: one for each kind of choice.

A family is a name, the meaning of its choices, and one word per choice. It follows from the plants,
cities, kinds and cards of a board alone: presets, seats and options change the legality of choices,
never the set of them.
"""

from dataclasses import dataclass
from typing import Final

from gridwright.engine.editions.card.vocabulary import BuyCard, Produce
from gridwright.engine.fields import ONE
from gridwright.engine.notation import Notation
from gridwright.engine.rules import Rules
from gridwright.engine.topics import VOCABULARY
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, FinishBuying
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.engine.vocabulary.setup import DraftRegion
from gridwright.engine.vocabulary.topic import Vocabulary
from gridwright.engine.vocabulary.trust import PlaceTrustHouse

SAY: Final = 0
DRAFT: Final = 1
PLACE_TRUST: Final = 2
OFFER: Final = 3
AMOUNT: Final = 4
MORE: Final = 5
SCRAP: Final = 6
BUY: Final = 7
BUY_CARD: Final = 8
CONNECT: Final = 9
RUN: Final = 10
FIRST: Final = 11
AUTO: Final = 12
TURN: Final = 13
SPARE: Final = 14

SAID: Final = (PassAuction, DropOut, FinishBuying, FinishBuilding)
"""Actions without arguments, in the order of the index."""

NAMED: Final[dict[str, int]] = {
    DraftRegion.WORD: DRAFT,
    PlaceTrustHouse.WORD: PLACE_TRUST,
    ConnectCity.WORD: CONNECT,
}
"""Actions with one named argument, and their families."""

IN_PARTS: Final = frozenset(
    [each.WORD for each in (OfferPlant, Bid, ScrapPlant, BuyResources, BuyCard, RunPlants, Produce)]
)
"""Actions with an amount or a set, which ``ActionBuilder`` builds in parts."""

N_AMOUNTS: Final = 200
"""Amounts of money with a choice of their own; ``more`` adds this amount to the next one."""

ANY: Final = "any"
LEAST: Final = "least"
BIDS: Final = (ANY, LEAST)
"""Bids that have a choice: every amount, or only the lowest legal one."""

N_SLOTS: Final = 4
"""Largest number of plants that a seat owns when plants run."""


@dataclass(frozen=True)
class Family:
    """Choices of one kind."""

    name: str
    meaning: str
    words: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.words)


def further_actions(vocabulary: Vocabulary) -> list[type[Action]]:
    """Return the actions without a family above, by their numbers.

    They come last and new actions have higher numbers, so that no other choice moves.
    """
    found = [kind for kind in vocabulary.said if kind not in SAID]
    for word in vocabulary.offers:
        if vocabulary.is_chance(word) or word in NAMED or word in IN_PARTS:
            continue
        fields = vocabulary.actions[word].FIELDS
        if len(fields) != 1 or fields[0].kind.shape != ONE:
            raise ValueError(f"expected questions for the parts of {word!r}, found none")
        found.append(vocabulary.actions[word])
    return sorted(found, key=lambda kind: kind.KIND)


def build_families(
    rules: Rules, vocabulary: Vocabulary = VOCABULARY, bids: str = ANY
) -> list[Family]:
    """Return every family of a table, in the order of the index; some have no choices."""
    if bids not in BIDS:
        raise ValueError(f"expected bids of {', '.join(BIDS)}, got {bids!r}")
    if rules.limits.plant_limit > N_SLOTS:
        raise ValueError(f"expected at most {N_SLOTS} plants, got {rules.limits.plant_limit}")
    notation = Notation(rules, vocabulary)
    cards = rules.cards
    return [
        Family("say", "an order without a choice in it", tuple(each.WORD for each in SAID)),
        _named(notation, DraftRegion, "add a region"),
        _named(notation, PlaceTrustHouse, "a city for the Trust"),
        *_bidding(notation, bids),
        _named(notation, ScrapPlant, "give up a plant"),
        Family(
            BuyResources.WORD,
            "buy a number of tokens of a kind",
            tuple(f"{kind} {amount}" for kind, amount in purchases(rules)),
        ),
        Family(
            BuyCard.WORD,
            "buy a fuel card from the column of a price",
            tuple(f"{cards.names[card]} {price}" for card, price in card_purchases(rules)),
        ),
        _named(notation, ConnectCity, "connect a city"),
        Family(
            "run",
            "run these of the own plants, counted from the lowest number",
            tuple(_slots(mask) for mask in range(1 << N_SLOTS)),
        ),
        Family(
            "first",
            "amount of the kind that hybrids name first: burned, or lost with a plant",
            tuple(str(amount) for amount in range(most_first(rules) + 1)),
        ),
        Family(
            "auto",
            "turn fuel cards down as the rules do automatically",
            ("auto",) if cards.n_turns else (),
        ),
        Family("turn", "turn a fuel card down; further cards come next", tuple(cards.turn_names)),
        Family(
            "spare",
            "amount of a plant's other kind that goes with it although it would fit",
            tuple(str(amount) for amount in range(most_stored(rules) + 1)),
        ),
        *[_named(notation, kind, kind.ABOUT) for kind in further_actions(vocabulary)],
    ]


def _bidding(notation: Notation, bids: str) -> list[Family]:
    if bids == LEAST:
        return [
            _named(notation, OfferPlant, "put up a plant for the least opening bid"),
            Family("amount", "bid the least that is allowed", (LEAST,)),
            Family("more", "never asked: no amount is named", ()),
        ]
    return [
        _named(notation, OfferPlant, "put up a plant; the opening bid comes next"),
        Family(
            "amount",
            "money: a bid, or the opening bid of the plant put up",
            tuple(str(amount) for amount in range(N_AMOUNTS)),
        ),
        Family("more", f"{N_AMOUNTS} more than the amount that is named next", ("more",)),
    ]


def _named(notation: Notation, kind: type[Action], meaning: str) -> Family:
    """Return a choice for each name of the action's first field, or one without a field."""
    if not kind.FIELDS:
        return Family(kind.WORD, meaning, (kind.WORD,))
    return Family(kind.WORD, meaning, tuple(notation.choices(kind.FIELDS[0].kind)))


def purchases(rules: Rules) -> list[tuple[str, int]]:
    """Return each kind with each amount that can be bought."""
    market = rules.market
    return [
        (market.kinds[kind], amount)
        for kind in range(market.n_kinds)
        for amount in range(1, market.token_totals[kind] + 1)
    ]


def card_purchases(rules: Rules) -> list[tuple[int, int]]:
    """Return each fuel card with each possible price: singles have the first column only."""
    cards = rules.cards
    return [
        (card, cards.prices[column])
        for card in range(cards.n_cards)
        for column in range(cards.n_columns)
        if (column == 0) == (card >= cards.n_printed)
    ]


def most_first(rules: Rules) -> int:
    """Return the most tokens of the first hybrid kind that one run burns or one plant loses."""
    fuel = rules.fuel
    needs = sorted(
        fuel.need_of[plant]
        for plant in range(len(fuel.plants))
        if fuel.kind_of[plant] == fuel.n_kinds
    )
    storages = [plant.storage for plant in fuel.plants if fuel.first in plant.kinds]
    return max([sum(needs[-N_SLOTS:]), *storages])


def most_stored(rules: Rules) -> int:
    """Return the most tokens that one plant can store."""
    return max(plant.storage for plant in rules.fuel.plants)


def _slots(mask: int) -> str:
    return "+".join(str(slot + 1) for slot in range(N_SLOTS) if mask >> slot & 1) or "none"

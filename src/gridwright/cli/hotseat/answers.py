"""Parses what people type: a number of the list, or an action in words."""

import unicodedata
from typing import Final

from gridwright.cli.drawing.names import Names
from gridwright.cli.hotseat.choices import Choice
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.editions.card.vocabulary import BuyCard, MayProduce, Produce
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.parts import NO_PARTS, Parts
from gridwright.engine.vocabulary.auction import DropOut, OfferPlant, PassAuction
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.production import DeclineSale, MayRun, RunPlants
from gridwright.engine.vocabulary.setup import DraftRegion
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.study.table import lowest_bid

DECLINE_WORDS: Final = ("pass", "drop", "finish", "done")
UNDO_WORDS: Final = ("undo", "back", TakeBack.WORD)
CITY_WORDS: Final = (
    *(ConnectCity.WORD, "build", ExtendNetwork.WORD),
    *(PlaceTrustHouse.WORD, "place"),
)
BOARD_WORDS: Final = (*CITY_WORDS, DraftRegion.WORD)
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class NeedsAmount(Exception):
    """The choice is clear, the amount is not."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.words)
        self.choice: Final = choice


class Answers:
    """Understands what the acting seat types, without deciding whether it is allowed."""

    def __init__(self, names: Names) -> None:
        rules = names.game.rules
        self._notation: Final = Notation(rules)
        self._cities: Final = _by_slug(names.cities, rules.board.cities)
        self._regions: Final = _by_slug(names.regions, rules.board.regions)
        self._city_words: Final = rules.board.cities
        self._cards: Final = names.cards
        self._fuel_cards: Final = rules.cards
        self._second: Final = _slug(names.markets[1]) if rules.market.second is not None else ""

    def city(self, name: str) -> int | None:
        """The city of that name, however it is written."""
        word = self._cities.get(_slug(name))
        return None if word is None else self._city_words.index(word)

    def cities(self, names: str) -> list[int]:
        """The cities of a list with commas or spaces; NotationError for a name of none."""
        if not self._city_words:
            raise NotationError("there is no board at this table, so no city has a price")
        if "," in names:
            return [self._found(name.strip()) for name in names.split(",") if name.strip()]
        words = names.split()
        found: list[int] = []
        while words:
            # The longest name first: a name of two words may begin like another city.
            longest = range(len(words), 0, -1)
            length = next((n for n in longest if self.city(" ".join(words[:n])) is not None), 1)
            found.append(self._found(" ".join(words[:length])))
            del words[:length]
        return found

    def _found(self, name: str) -> int:
        city = self.city(name)
        if city is None:
            raise NotationError(f"no city is called {name!r}")
        return city

    def action(
        self,
        line: str,
        seat: int,
        offers: list[Offer],
        choices: list[Choice],
        parts: Parts = NO_PARTS,
    ) -> Action:
        """The action behind a line; NotationError or NeedsAmount if it is not clear."""
        words = line.replace(",", "+").casefold().split()
        if words and words[0].isdigit():
            return self._numbered(words, choices)
        if words and words[0] in UNDO_WORDS and len(words) == 1:
            return TakeBack(seat)
        if words and words[0] in DECLINE_WORDS and len(words) <= 2:
            for offer in offers:
                if isinstance(offer, MayDo) and not isinstance(offer.action, DeclineSale):
                    return offer.action
        if self._fuel_cards.n_cards and words and words[0] in (BuyResources.WORD, BuyCard.WORD):
            words = [BuyCard.WORD, *self._card_and_price(words[1:], parts)]
        return self._notation.parse(f"{seat} {' '.join(self._completed(words, offers))}")

    def _numbered(self, words: list[str], choices: list[Choice]) -> Action:
        number = int(words[0]) if len(words[0]) < 6 else 0
        if not 1 <= number <= len(choices) or len(words) > 2:
            raise NotationError(f"expected a number from 1 to {len(choices)}, got {words[0]!r}")
        choice = choices[number - 1]
        if len(words) == 2:
            if not words[1].isdigit() or len(words[1]) > 6:
                raise NotationError(f"expected a whole amount, got {words[1]!r}")
            return choice.build(int(words[1]))
        if choice.needs_amount:
            raise NeedsAmount(choice)
        return choice.build(choice.low)

    def _completed(self, words: list[str], offers: list[Offer]) -> list[str]:
        """The words as the notation wants them: names in one word, amounts filled in."""
        if not words:
            return words
        verb, rest = words[0], words[1:]
        if self._second and verb == self._second and not rest:
            return [ChangeMarket.WORD]
        if self._fuel_cards.n_cards and verb in (RunPlants.WORD, Produce.WORD):
            return [Produce.WORD, *self._production(rest, offers)]
        if verb in BOARD_WORDS and not self._city_words:
            raise NotationError(f"there is no board at this table, so nothing to {verb}")
        if verb in CITY_WORDS and rest:
            verb = {"build": ConnectCity.WORD, "place": PlaceTrustHouse.WORD}.get(verb, verb)
            return [verb, self._cities.get(_slug(" ".join(rest)), "-".join(rest))]
        if verb == DraftRegion.WORD and rest:
            return [verb, self._regions.get(_slug(" ".join(rest)), "-".join(rest))]
        if verb == BuyResources.WORD and len(rest) == 2 and rest[0].isdigit():
            return [verb, rest[1], rest[0]]
        if verb == BuyResources.WORD and len(rest) == 1:
            return [verb, rest[0], "1"]
        if verb == OfferPlant.WORD and len(rest) == 1:
            return [verb, rest[0], lowest_bid(rest[0], self._cards, offers)]
        if verb == RunPlants.WORD and (not rest or rest == ["best"]):
            return [verb, *self._best_run(offers)]
        if verb in DECLINE_WORDS:
            return [_declining(verb), *rest]
        return words

    def _best_run(self, offers: list[Offer]) -> list[str]:
        for offer in offers:
            if isinstance(offer, MayRun):
                return self._notation.text(offer.suggestion()).split()[2:]
        return ["nothing"]

    def _card_and_price(self, words: list[str], parts: Parts) -> list[str]:
        """Return a fuel card in one word, and the lowest price it has if none is given."""
        cards = self._fuel_cards
        price: list[str] = []
        if "for" in words:
            words, price = words[: words.index("for")], words[words.index("for") + 1 :]
        if len(words) > 1 and (words[0] == "single" or words[0].isdigit()):
            words = [words[1], words[0], *words[2:]]
        if len(words) > 1 and words[0] not in cards.names:
            words = [f"{words[0]}-{words[1]}", *words[2:]]
        if words and words[0] not in cards.names:
            examples = f"{cards.names[0]} or {cards.names[cards.n_printed]}"
            raise NotationError(f"expected a fuel card as in {examples}, got {words[0]!r}")
        words = [*words, *price]
        if len(words) != 1 or not isinstance(parts, Depot):
            return words
        card = cards.names.index(words[0])
        where = [column for column, row in enumerate(parts.columns) if row[card]]
        # A user who names a card that is not on sale learns so from any price.
        return [*words, str(cards.prices[where[0] if where else -1])]

    def _production(self, words: list[str], offers: list[Offer]) -> list[str]:
        """Plants, the hybrids' mix and the cards to turn down, of which the mix may be missing."""
        if not words or words == ["best"]:
            return self._best_run(offers)
        if ">" not in words[-1]:
            return words
        turns = words[-1].split("+")
        known = self._fuel_cards.turn_names
        if all(turn in known for turn in turns):
            turns.sort(key=known.index)
        words = [*words[:-1], "+".join(turns)]
        if len(words) != 2:
            return words
        return [words[0], str(self._mix_of(words, offers)), words[1]]

    def _mix_of(self, words: list[str], offers: list[Offer]) -> int:
        """Return the amount of the first kind that hybrids burn if these cards are turned."""
        for offer in offers:
            if isinstance(offer, MayProduce):
                line = f"{offer.seat} {Produce.WORD} {words[0]} 0 {words[1]}"
                meant = self._notation.parse(line)
                assert isinstance(meant, Produce)
                for run in offer.runs:
                    if run.plants == meant.plants:
                        mixes = range(run.low, run.high + 1)
                        actions = [
                            Produce(offer.seat, run.plants, first, meant.turns) for first in mixes
                        ]
                        fitting = [action.first for action in actions if offer.holds(action)]
                        return fitting[0] if fitting else run.low
        return 0


def _declining(verb: str) -> str:
    """The verb of the notation for a word that declines, where nothing can be declined."""
    if verb in (PassAuction.WORD, DropOut.WORD):
        return verb
    return FinishBuilding.WORD if verb == "done" else FinishBuying.WORD


def _slug(name: str) -> str:
    """A name without accents, capitals and signs, as people type it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in plain if char.isalnum() and char.isascii())


def _spellings(name: str) -> set[str]:
    """A printed name as typed with or without the letters that not every keyboard has."""
    return {_slug(name), _slug(name.casefold().translate(_UMLAUTS))}


def _by_slug(printed: list[str], words: list[str]) -> dict[str, str]:
    """The notation's word behind each way to write a name; ambiguous ways are left out."""
    found: dict[str, str] = {}
    for name, word in zip(printed, words, strict=True):
        for each in _spellings(name) | {_slug(word)}:
            found[each] = "" if each in found else word
    return {each: word for each, word in found.items() if word}

"""Fuel cards: dealt, bought and turned down."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice, sample_counted
from gridwright.engine.editions.card.depot import depot_seen
from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    FLAG,
    FUEL_CARD,
    NUMBER,
    PLANTS,
    SEAT,
    TURNS,
    Field,
    Fields,
    list_of,
    rows_of,
)
from gridwright.engine.fuel import FuelRules, Run
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.masks import count
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, ChanceAction, Event, Offer
from gridwright.engine.vocabulary.production import MayRun
from gridwright.engine.vocabulary.topic import Topic


class BuyCard(Action):
    KIND: ClassVar[int] = 14
    WORD: ClassVar[str] = "buy-card"
    ABOUT: ClassVar[str] = "Take a fuel card from the column of a price."
    FIELDS: ClassVar[Fields] = (Field("card", FUEL_CARD), Field("price", AMOUNT))

    def __init__(self, seat: int, card: int, price: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.price: Final = price

    def can_be_taken_back(self) -> bool:
        return True


class Produce(Action):
    """``turns`` is ascending; if empty, the cards that show the fewest units are turned first."""

    KIND: ClassVar[int] = 15
    WORD: ClassVar[str] = "produce"
    ABOUT: ClassVar[str] = "Run plants on fuel cards, and say which cards are turned."
    FIELDS: ClassVar[Fields] = (
        Field("plants", PLANTS),
        Field("first", AMOUNT, optional=True),
        Field("turns", TURNS, optional=True),
    )

    def __init__(self, seat: int, plants: int, first: int, turns: list[int]) -> None:
        super().__init__(seat)
        self.plants: Final = plants
        self.first: Final = first
        self.turns: Final = turns

    def moves(self) -> int:
        return max(1, count(self.plants))


class DealFuel(ChanceAction):
    """The top card of the stack of fuel cards. All backs look alike."""

    KIND: ClassVar[int] = 26
    WORD: ClassVar[str] = "fuel"
    FIELDS: ClassVar[Fields] = (Field("card", FUEL_CARD),)

    def __init__(self, card: int) -> None:
        super().__init__()
        self.card: Final = card


class MayBuyCard(Offer):
    """``kept[i]`` of the units of ``cards[i]`` can be stored (k5.7, k5.8)."""

    ACTION: ClassVar[type[Action]] = BuyCard
    ABOUT: ClassVar[str] = "Take one of the fuel cards; ``kept`` of its units can be stored."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("cards", list_of(FUEL_CARD)),
        Field("prices", AMOUNTS),
        Field("kept", AMOUNTS),
    )

    def __init__(self, seat: int, cards: list[int], prices: list[int], kept: list[int]) -> None:
        self.seat: Final = seat
        self.cards: Final = cards
        self.prices: Final = prices
        self.kept: Final = kept

    def holds(self, action: Action) -> bool:
        if not isinstance(action, BuyCard) or action.seat != self.seat:
            return False
        for place in range(len(self.cards)):
            if self.cards[place] == action.card and self.prices[place] == action.price:
                return True
        return False

    def actions(self) -> list[Action]:
        # Indexes are sorted by price and then by card, actions by card and then by price.
        n_places = len(self.cards)
        ranks = [self.cards[place] * n_places + place for place in range(n_places)]
        ranks.sort()
        found: list[Action] = []
        for rank in ranks:
            place = rank % n_places
            found.append(BuyCard(self.seat, self.cards[place], self.prices[place]))
        return found

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.cards))
        return BuyCard(self.seat, self.cards[place], self.prices[place])


class MayProduce(MayRun):
    """Ways to turn cards are represented by two: the fewest units first, and the most (k6.6)."""

    ACTION: ClassVar[type[Action]] = Produce
    ABOUT: ClassVar[str] = "Run plants on fuel cards; ``best`` is the mask of those that earn most."

    def __init__(
        self,
        seat: int,
        runs: list[Run],
        payments: list[int],
        fuel: FuelRules,
        cards: FuelCards,
        stored: list[int],
    ) -> None:
        super().__init__(seat, runs, len(payments) - 1, payments)
        self.fuel: Final = fuel
        self.cards: Final = cards
        self.stored: Final = stored
        """``stored[face]``: number of such cards in the seat's storage."""

    def suggestion(self) -> Action:
        best = self.best()
        return Produce(self.seat, best.plants, best.low, [])

    def holds(self, action: Action) -> bool:
        if not isinstance(action, Produce) or action.seat != self.seat:
            return False
        run = self.run_of(action.plants, action.first)
        if run is None:
            return False
        burned = self.fuel.burned_by(run, action.first)
        return not action.turns or self.cards.makes_up(self.stored, burned, action.turns)

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for run in self.runs:
            for first in range(run.low, run.high + 1):
                found.append(Produce(self.seat, run.plants, first, []))
                burned = self.fuel.burned_by(run, first)
                if self.cards.has_choice(self.stored, burned):
                    turns = self.cards.most_first(self.stored, burned)
                    if turns != self.cards.fewest_first(self.stored, burned):
                        found.append(Produce(self.seat, run.plants, first, turns))
        return found

    def sample(self, dice: Dice) -> Action:
        run = self.runs[dice.below(len(self.runs))]
        first = run.low + dice.below(run.high - run.low + 1)
        turns: list[int] = []
        if dice.below(4) == 0:
            turns = self._any_turns(self.fuel.burned_by(run, first), dice)
        return Produce(self.seat, run.plants, first, turns)

    def _any_turns(self, burned: list[int], dice: Dice) -> list[int]:
        """Spend unit by unit from random cards."""
        cards = self.cards
        turns: list[int] = []
        for kind in range(cards.n_kinds):
            faces: list[int] = []
            for face in range(cards.n_faces):
                if cards.face_kind[face] == kind:
                    faces.extend([face] * self.stored[face])
            spent = [0] * len(faces)
            left = burned[kind]
            while left > 0:
                place = dice.below(len(faces))
                if spent[place] < cards.face_units[faces[place]]:
                    spent[place] += 1
                    left -= 1
            for place in range(len(faces)):
                if spent[place]:
                    turns.append(cards.turn(faces[place], spent[place]))
        turns.sort()
        return turns


class MayDealFuel(Offer):
    """Chance: any fuel card of the stack, with a probability proportional to its count."""

    ACTION: ClassVar[type[Action]] = DealFuel
    FIELDS: ClassVar[Fields] = (Field("counts", AMOUNTS),)

    def __init__(self, counts: list[int]) -> None:
        self.counts: Final = counts

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, DealFuel)
            and 0 <= action.card < len(self.counts)
            and self.counts[action.card] > 0
        )

    def actions(self) -> list[Action]:
        return [DealFuel(card) for card in range(len(self.counts)) if self.counts[card] > 0]

    def sample(self, dice: Dice) -> Action:
        return DealFuel(sample_counted(self.counts, dice))


class FuelDealt(Event):
    WORD: ClassVar[str] = "fuel_dealt"
    ABOUT: ClassVar[str] = "A fuel card was laid from the stack into a column."
    FIELDS: ClassVar[Fields] = (Field("card", FUEL_CARD), Field("column", NUMBER))

    def __init__(self, card: int, column: int) -> None:
        self.card: Final = card
        self.column: Final = column

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot_seen(seen).deal(self.card, self.column)


class FuelCardBought(Event):
    WORD: ClassVar[str] = "fuel_card_bought"
    ABOUT: ClassVar[str] = "``kept`` units of a card were stored; the others became singles."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("card", FUEL_CARD),
        Field("column", NUMBER),
        Field("kept", AMOUNT),
        Field("cost", AMOUNT),
    )

    def __init__(self, seat: int, card: int, column: int, kept: int, cost: int) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.column: Final = column
        self.kept: Final = kept
        self.cost: Final = cost

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, -self.cost)
        depot_seen(seen).take(self.seat, self.card, self.column, self.kept)


class ElectricityProduced(Event):
    WORD: ClassVar[str] = "electricity_produced"
    ABOUT: ClassVar[str] = "A seat ran plants, turned cards down and was paid."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plants", PLANTS),
        Field("turns", TURNS),
        Field("income", AMOUNT),
    )

    def __init__(self, seat: int, plants: int, turns: list[int], income: int) -> None:
        self.seat: Final = seat
        self.plants: Final = plants
        self.turns: Final = turns
        self.income: Final = income

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, self.income)
        depot = depot_seen(seen)
        depot.turn_down(self.seat, self.turns)
        depot.incomes[self.seat] = self.income


class FuelLost(Event):
    WORD: ClassVar[str] = "fuel_lost"
    ABOUT: ClassVar[str] = "What no longer fitted was turned off a seat's cards."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT), Field("turns", TURNS))

    def __init__(self, seat: int, turns: list[int]) -> None:
        self.seat: Final = seat
        self.turns: Final = turns

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot_seen(seen).turn_down(self.seat, self.turns)


class FuelMoved(Event):
    WORD: ClassVar[str] = "fuel_moved"
    ABOUT: ClassVar[str] = "Fuel cards moved to cheaper columns: card, from, to, in this order."
    FIELDS: ClassVar[Fields] = (Field("moves", rows_of(NUMBER)),)

    def __init__(self, moves: list[list[int]]) -> None:
        self.moves: Final = moves

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot = depot_seen(seen)
        for card, column, cheaper in self.moves:
            depot.move(card, column, cheaper)


class FuelReshuffled(Event):
    WORD: ClassVar[str] = "fuel_reshuffled"
    ABOUT: ClassVar[str] = "The discarded fuel cards are the stack now."
    FIELDS: ClassVar[Fields] = (Field("number", NUMBER),)

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot_seen(seen).reshuffle()


class TrustTookCards(Event):
    WORD: ClassVar[str] = "trust_took_cards"
    ABOUT: ClassVar[str] = (
        "The Trust took fuel cards: card, column and the units it kept, in this order."
    )
    FIELDS: ClassVar[Fields] = (Field("taken", rows_of(NUMBER)),)

    def __init__(self, taken: list[list[int]]) -> None:
        self.taken: Final = taken

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot = depot_seen(seen)
        for card, column, kept in self.taken:
            depot.take(rules.n_seats, card, column, kept)


class TrustBurnedCards(Event):
    WORD: ClassVar[str] = "trust_burned_cards"
    ABOUT: ClassVar[str] = "The Trust gave up all its fuel."

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot = depot_seen(seen)
        depot.clear(rules.n_seats)


class LastRoundSet(Event):
    WORD: ClassVar[str] = "last_round_set"
    ABOUT: ClassVar[str] = (
        "The card that announces the last round has left; ``waited``: it lay on the market before."
    )
    FIELDS: ClassVar[Fields] = (Field("round", NUMBER), Field("waited", FLAG))

    def __init__(self, round: int, waited: bool) -> None:
        self.round: Final = round
        self.waited: Final = int(waited)

    def fold(self, rules: Rules, seen: Observation) -> None:
        depot = depot_seen(seen)
        depot.last_round = self.round
        depot.card_waited = self.waited == 1


TOPIC: Final[Topic] = Topic(
    actions=[BuyCard, Produce, DealFuel],
    offers=[MayBuyCard, MayProduce, MayDealFuel],
    events=[
        FuelDealt,
        FuelCardBought,
        ElectricityProduced,
        FuelLost,
        FuelMoved,
        FuelReshuffled,
        TrustTookCards,
        TrustBurnedCards,
        LastRoundSet,
    ],
    said=[],
)

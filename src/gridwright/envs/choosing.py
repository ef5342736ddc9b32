"""One action as a short row of choices, each of which can only lead to an action that is offered.

Most actions are one choice. Some are asked for in parts, because every combination would need a
number of its own:

- a plant put up, then its opening bid; amounts beyond the index say ``more`` first, as often as
  needed;
- a plant given up, then what is lost of the kind that hybrids name first;
- the plants that run, then what hybrids burn of that kind, then the fuel cards that are turned.

A part with one possible answer is not asked.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyCard,
    BuyResources,
    ConnectCity,
    DraftRegion,
    OfferPlant,
    PlaceTrustHouse,
    Produce,
    RunPlants,
    ScrapPlant,
)
from gridwright.engine.fuel import Run
from gridwright.engine.offers import (
    MayBid,
    MayOffer,
    MayProduce,
    MayRun,
    MayScrap,
    Offer,
    PlantRanges,
)
from gridwright.envs import families
from gridwright.envs.families import (
    AMOUNT,
    AUTO,
    FIRST,
    MORE,
    N_AMOUNTS,
    N_SLOTS,
    OFFER,
    RUN,
    SCRAP,
    TURN,
)
from gridwright.envs.marking import mark_amounts, mark_offers, mark_range, slots_of
from gridwright.envs.numbers import Numbers
from gridwright.envs.turning import Turning
from gridwright.envs.whole_actions import whole_action

WHAT: Final = 0
"""Which action, or its first part."""
HOW_MUCH: Final = 1
"""An amount of money."""
OF_FIRST: Final = 2
"""So many tokens of the kind that hybrids name first."""
WHICH_CARD: Final = 3
"""The next fuel card that is turned down."""
QUESTIONS: Final = ("what", "how-much", "of-first", "which-card")

OfferT = TypeVar("OfferT", bound=Offer)


class NotMarkedError(ValueError):
    """A choice that is not among those marked."""


class Choosing:
    """One seat's action in the making: ``ask``, then ``take`` until there is an action."""

    __slots__ = (
        "_high",
        "_low",
        "_run",
        "_wanted",
        "base",
        "begun",
        "first",
        "numbers",
        "offers",
        "owned",
        "plants",
        "question",
        "said",
        "seat",
        "turning",
    )

    def __init__(self, numbers: Numbers) -> None:
        self.numbers: Final = numbers
        self.question = WHAT
        self.seat = 0
        self.plants = 0
        """Mask of the plants named so far: the one put up or given up, or those that run."""
        self.base = 0
        """What ``more`` has added so far."""
        self.first = 0
        """How much of the first kind hybrids burn, once that is said."""
        self.turning: Turning | None = None
        """The fuel cards being turned down."""
        self.said: list[int] = []
        """The choices so far."""
        self.offers: list[Offer] = []
        """What is offered to the seat."""
        self.begun = False
        """Whether an action in parts was begun since the seat was asked."""
        self.owned: list[int] = []
        """The seat's plants in ascending order."""
        self._wanted: type[Action] = Action
        self._low = 0
        self._high = 0
        self._run: Run | None = None

    def ask(self, offers: list[Offer], seat: int, owned: list[int]) -> None:
        """Begin anew: what the seat is offered, and its plants in ascending order."""
        self.seat = seat
        self.offers = offers
        self.owned = owned
        if self.begun:
            self.begun = False
            self.question = WHAT
            self.plants = 0
            self.base = 0
            self.first = 0
            self.turning = None
            self.said = []

    def copy(self) -> "Choosing":
        """Another action in the making, as far as this one."""
        twin = Choosing(self.numbers)
        twin.ask(self.offers, self.seat, self.owned)
        for choice in self.said:
            twin.take(choice)
        return twin

    def mark(self, row: bytearray, at: int = 0) -> None:
        """Write 1 for each choice. The row is zero before; ``at`` is where its choices begin."""
        numbers = self.numbers
        if self.question == WHAT:
            mark_offers(numbers, self.offers, self.owned, row, at)
        elif self.question == HOW_MUCH:
            mark_amounts(numbers, self._low, self._high, self.base, row, at)
        elif self.question == OF_FIRST:
            mark_range(row, at + numbers.starts[FIRST], self._low, self._high)
        else:
            assert self.turning is not None
            if not self.turning.turns:
                row[at + numbers.starts[AUTO]] = 1
            for turn in self.turning.options():
                row[at + numbers.starts[TURN] + turn] = 1

    def take(self, choice: int) -> Action | None:
        """The action that is now complete; None if another part of it is asked for."""
        numbers = self.numbers
        if not 0 <= choice < numbers.size:
            raise NotMarkedError(f"expected a choice from 0 to {numbers.size - 1}, got {choice}")
        done = self.take_marked(choice)
        if done is None:
            self.said.append(choice)
        return done

    def take_marked(self, choice: int) -> Action | None:
        """The same for a choice of the index, without noting it for copies."""
        numbers = self.numbers
        family = numbers.family_of[choice]
        value = choice - numbers.starts[family]
        if self.question == WHAT:
            return self._begin(family, value)
        if self.question == HOW_MUCH:
            if family == MORE:
                return self._more()
            self._check(family == AMOUNT)
            return self._settle(self.base + value)
        if self.question == OF_FIRST:
            self._check(family == FIRST)
            return self._settle(value)
        return self._turn(family, value)

    def numbers_for(self, action: Action) -> list[int]:
        """The choices that make up an action that is offered, asked for from the beginning."""
        walk = Choosing(self.numbers)
        walk.ask(self.offers, self.seat, self.owned)
        choices: list[int] = []
        done: Action | None = None
        while done is None:
            choices.append(walk.choice_towards(action))
            done = walk.take(choices[-1])
        return choices

    def choice_towards(self, action: Action) -> int:
        """The next choice on the way to an action."""
        starts = self.numbers.starts
        if self.question == WHAT:
            return self._first_choice(action)
        if self.question == HOW_MUCH:
            assert isinstance(action, OfferPlant | Bid)
            amount = action.bid if isinstance(action, OfferPlant) else action.amount
            return self._amount_choice(amount)
        if self.question == OF_FIRST:
            assert isinstance(action, ScrapPlant | RunPlants | Produce)
            amount = action.lost if isinstance(action, ScrapPlant) else action.first
            return starts[FIRST] + amount
        assert isinstance(action, Produce)
        assert self.turning is not None
        if not action.turns:
            return starts[AUTO]
        return starts[TURN] + action.turns[len(self.turning.turns)]

    def _first_choice(self, action: Action) -> int:
        numbers = self.numbers
        starts = numbers.starts
        if isinstance(action, Bid):
            return self._amount_choice(action.amount)
        if isinstance(action, BuyResources):
            return numbers.buy_starts[action.resource] + action.amount
        if isinstance(action, BuyCard):
            return numbers.card_numbers[action.card][action.price]
        if isinstance(action, RunPlants | Produce):
            return starts[RUN] + slots_of(tuple(self.owned))[action.plants]
        if type(action) in numbers.say_numbers:
            return numbers.say_numbers[type(action)]
        return starts[NAMED[type(action)]] + action.arguments()[0]

    def _amount_choice(self, amount: int) -> int:
        left = amount - self.base
        return self.numbers.starts[AMOUNT] + left if left < N_AMOUNTS else self.numbers.starts[MORE]

    def _check(self, holds: bool) -> None:
        if not holds:
            raise NotMarkedError(f"expected a choice marked for {QUESTIONS[self.question]!r}")

    def _held(self, action: Action) -> Action:
        for offer in self.offers:
            if offer.holds(action):
                return action
        raise NotMarkedError(f"expected a choice that is marked, got {action}")

    def _begin(self, family: int, value: int) -> Action | None:
        """A first choice: a whole action, or what begins one."""
        if family == OFFER:
            self._wanted = OfferPlant
            return self._ask_in_range(HOW_MUCH, self._find(MayOffer), value)
        if family == RUN:
            return self._run_plants(value)
        if family == SCRAP:
            self._wanted = ScrapPlant
            return self._ask_in_range(OF_FIRST, self._find(MayScrap), value)
        if family == AMOUNT:
            self._begin_bid()
            return self._settle(value)
        if family == MORE:
            self._begin_bid()
            return self._more()
        action = whole_action(self.numbers, self.seat, family, value)
        if action is None:
            raise NotMarkedError(f"expected an action, got the answer {value} to another question")
        return self._held(action)

    # Actions in parts

    def _find(self, kind: type[OfferT]) -> OfferT:
        for offer in self.offers:
            if isinstance(offer, kind):
                return offer
        raise NotMarkedError(f"expected a choice that is marked, got one of {kind.__name__}")

    def _ask_for(self, question: int, low: int, high: int) -> Action | None:
        self._low = low
        self._high = high
        if low == high:
            return self._settle(low)
        self.question = question
        return None

    def _settle(self, value: int) -> Action | None:
        """A number was named: money, or tokens of the first kind."""
        self._check(self._low <= value <= self._high)
        if self._wanted is Bid:
            return Bid(self.seat, value)
        if self._wanted is OfferPlant:
            return OfferPlant(self.seat, self.plants.bit_length() - 1, value)
        if self._wanted is ScrapPlant:
            return ScrapPlant(self.seat, self.plants.bit_length() - 1, value)
        self.first = value
        if self._wanted is RunPlants:
            return RunPlants(self.seat, self.plants, value)
        return self._ask_for_cards()

    def _ask_in_range(self, question: int, offer: PlantRanges, plant: int) -> Action | None:
        self._check(plant in offer.plants)
        self.begun = True
        self.plants = 1 << plant
        place = offer.plants.index(plant)
        return self._ask_for(question, offer.lows[place], offer.highs[place])

    def _begin_bid(self) -> None:
        offer = self._find(MayBid)
        self.begun = True
        self._wanted = Bid
        self._low = offer.low
        self._high = offer.high

    def _more(self) -> Action | None:
        self._check(self._high >= self.base + N_AMOUNTS)
        self.base += N_AMOUNTS
        return self._ask_for(HOW_MUCH, max(self._low, self.base), self._high)

    def _run_plants(self, value: int) -> Action | None:
        offer = self._find(MayRun)
        plants = 0
        for slot in range(N_SLOTS):
            if value >> slot & 1:
                self._check(slot < len(self.owned))
                plants |= 1 << self.owned[slot]
        for run in offer.runs:
            if run.plants == plants:
                self.begun = True
                self.plants = plants
                self._run = run
                self._wanted = Produce if isinstance(offer, MayProduce) else RunPlants
                return self._ask_for(OF_FIRST, run.low, run.high)
        raise NotMarkedError("expected plants that can run together, got others")

    def _ask_for_cards(self) -> Action | None:
        offer = self._find(MayProduce)
        assert self._run is not None
        burned = self.numbers.fuel.burned_by(self._run, self.first)
        self.turning = Turning(self.numbers.cards, offer.stored, burned)
        if not self.turning.leaves_a_choice():
            return Produce(self.seat, self.plants, self.first, [])
        self.question = WHICH_CARD
        return None

    def _turn(self, family: int, value: int) -> Action | None:
        turning = self.turning
        assert turning is not None
        if family == AUTO:
            self._check(not turning.turns)
            return Produce(self.seat, self.plants, self.first, [])
        self._check(family == TURN and value in turning.options())
        turning.take(value)
        if not turning.leaves_a_choice():
            while not turning.is_done():
                turning.take(turning.options()[0])
            return Produce(self.seat, self.plants, self.first, turning.turns)
        return None


NAMED: Final[Mapping[type[Action], int]] = {
    DraftRegion: families.DRAFT,
    PlaceTrustHouse: families.PLACE_TRUST,
    OfferPlant: families.OFFER,
    ScrapPlant: families.SCRAP,
    ConnectCity: families.CONNECT,
}
"""Actions whose first argument is the place in their family."""

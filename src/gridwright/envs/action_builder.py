"""Builds one action from a short sequence of choices. Every choice leads to a legal action.

Most actions are one choice. Some are built in parts, because every combination would need its own
index:

- auctioning a plant: the plant, then the opening bid; an amount beyond the index is preceded by
  ``more``, as often as needed;
- scrapping a plant: the plant, then the lost amount of the kind that hybrids name first, then the
  amount of its other fuel that is lost although it would fit;
- running plants: the plants, then the amount that hybrids burn of their first kind, then the fuel
  cards that are turned.

A part with one possible value is skipped.
"""

from typing import Final, TypeVar

from gridwright.engine.editions.card.vocabulary import BuyCard, MayProduce, Produce
from gridwright.engine.fuel import Run
from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    PlantRanges,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright.engine.vocabulary.production import MayRun, RunPlants
from gridwright.envs.action_lookup import ActionLookup, single_choice_action
from gridwright.envs.action_mask import mark_amounts, mark_offers, mark_range, slots_of
from gridwright.envs.card_turns import CardTurns
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
    SPARE,
    TURN,
)

WHAT: Final = 0
"""The action, or its first part."""
HOW_MUCH: Final = 1
"""An amount of money."""
OF_FIRST: Final = 2
"""Number of tokens of the kind that hybrids name first."""
WHICH_CARD: Final = 3
"""The next fuel card to turn down."""
HOW_MUCH_MORE: Final = 4
"""Number of tokens of a plant's other kind that are lost although they would fit."""
QUESTIONS: Final = ("what", "how-much", "of-first", "which-card", "how-much-more")

OfferT = TypeVar("OfferT", bound=Offer)


class NotMarkedError(ValueError):
    """The action mask does not allow this choice."""


class ActionBuilder:
    """Builds one seat's action: ``ask``, then ``take`` until it returns an action."""

    __slots__ = (
        "_high",
        "_low",
        "_run",
        "_wanted",
        "base",
        "begun",
        "card_turns",
        "first",
        "lookup",
        "offers",
        "owned",
        "plants",
        "question",
        "said",
        "seat",
    )

    def __init__(self, lookup: ActionLookup) -> None:
        self.lookup: Final = lookup
        self.question = WHAT
        self.seat = 0
        self.plants = 0
        """Mask of the plants named so far: one to auction or to scrap, or those that run."""
        self.base = 0
        """Sum of the ``more`` choices so far."""
        self.first = 0
        """Amount of the first kind that hybrids burn or that is lost with a plant, once chosen."""
        self.card_turns: CardTurns | None = None
        """Fuel cards being turned down."""
        self.said: list[int] = []
        """Choices so far."""
        self.offers: list[Offer] = []
        """Offers to the seat."""
        self.begun = False
        """True if an action in parts was begun since the seat received its offers."""
        self.owned: list[int] = []
        """Plants of the seat in ascending order."""
        self._wanted: type[Action] = Action
        self._low = 0
        self._high = 0
        self._run: Run | None = None

    def ask(self, offers: list[Offer], seat: int, owned: list[int]) -> None:
        """Start a new action from the seat's offers and its plants in ascending order."""
        self.seat = seat
        self.offers = offers
        # Slots suffice for the plants that count against the limit; others never run.
        uncounted = self.lookup.uncounted
        self.owned = [each for each in owned if not uncounted >> each & 1] if uncounted else owned
        if self.begun:
            self.begun = False
            self.question = WHAT
            self.plants = 0
            self.base = 0
            self.first = 0
            self.card_turns = None
            self.said = []

    def copy(self) -> "ActionBuilder":
        """Return a builder that has taken the same choices."""
        copied = ActionBuilder(self.lookup)
        copied.ask(self.offers, self.seat, self.owned)
        for choice in self.said:
            copied.take(choice)
        return copied

    def mark(self, row: bytearray, at: int = 0) -> None:
        """Write the action mask into a zeroed row, whose choices begin at ``at``."""
        lookup = self.lookup
        if self.question == WHAT:
            mark_offers(lookup, self.offers, self.owned, row, at)
        elif self.question == HOW_MUCH:
            mark_amounts(lookup, self._low, self._high, self.base, row, at)
        elif self.question == OF_FIRST:
            mark_range(row, at + lookup.starts[FIRST], self._low, self._high)
        elif self.question == HOW_MUCH_MORE:
            mark_range(row, at + lookup.starts[SPARE], self._low, self._high)
        else:
            assert self.card_turns is not None
            if not self.card_turns.turns:
                row[at + lookup.starts[AUTO]] = 1
            for turn in self.card_turns.options():
                row[at + lookup.starts[TURN] + turn] = 1

    def take(self, choice: int) -> Action | None:
        """Take a choice; return the action if it is now complete, None if another part is due.

        Raises NotMarkedError, and changes nothing, if the action mask does not allow the choice.
        """
        lookup = self.lookup
        if not 0 <= choice < lookup.size:
            raise NotMarkedError(f"expected a choice from 0 to {lookup.size - 1}, got {choice}")
        done = self.take_marked(choice)
        if done is None:
            self.said.append(choice)
        return done

    def take_marked(self, choice: int) -> Action | None:
        """Like ``take``, for a choice within the index, without recording it for copies."""
        lookup = self.lookup
        family = lookup.family_of[choice]
        value = choice - lookup.starts[family]
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
        if self.question == HOW_MUCH_MORE:
            self._check(family == SPARE and self._low <= value <= self._high)
            return self._scrapped(value)
        return self._turn(family, value)

    def choices_for(self, action: Action) -> list[int]:
        """Return the choices that make up a legal action, from its first part on.

        Raises NotMarkedError for a bid above the lowest if there are choices for the lowest bid
        only.
        """
        walk = ActionBuilder(self.lookup)
        walk.ask(self.offers, self.seat, self.owned)
        choices: list[int] = []
        done: Action | None = None
        while done is None:
            choices.append(walk.choice_towards(action))
            done = walk.take(choices[-1])
        if self.lookup.least and isinstance(action, OfferPlant):
            self._check(done == action)
        return choices

    def choice_towards(self, action: Action) -> int:
        """Return the next choice towards an action."""
        starts = self.lookup.starts
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
        if self.question == HOW_MUCH_MORE:
            assert isinstance(action, ScrapPlant)
            return starts[SPARE] + action.more
        assert isinstance(action, Produce)
        assert self.card_turns is not None
        if not action.turns:
            return starts[AUTO]
        return starts[TURN] + action.turns[len(self.card_turns.turns)]

    def _first_choice(self, action: Action) -> int:
        lookup = self.lookup
        starts = lookup.starts
        if isinstance(action, Bid):
            return self._amount_choice(action.amount)
        if isinstance(action, BuyResources):
            return lookup.buy_starts[action.resource] + action.amount
        if isinstance(action, BuyCard):
            return lookup.card_choices[action.card][action.price]
        if isinstance(action, RunPlants | Produce):
            return starts[RUN] + slots_of(tuple(self.owned))[action.plants]
        if type(action) in lookup.say_choices:
            return lookup.say_choices[type(action)]
        return lookup.first_of[type(action)] + action.arguments()[0]

    def _amount_choice(self, amount: int) -> int:
        if self.lookup.least:
            self._check(amount == self._find(MayBid).low)
            return self.lookup.starts[AMOUNT]
        left = amount - self.base
        return self.lookup.starts[AMOUNT] + left if left < N_AMOUNTS else self.lookup.starts[MORE]

    def _check(self, holds: bool) -> None:
        if not holds:
            raise NotMarkedError(f"expected a choice marked for {QUESTIONS[self.question]!r}")

    def _held(self, action: Action) -> Action:
        for offer in self.offers:
            if offer.holds(action):
                return action
        raise NotMarkedError(f"expected a choice that is marked, got {action}")

    def _begin(self, family: int, value: int) -> Action | None:
        """Take a first choice: a whole action, or the first part of one."""
        if family == OFFER:
            self._wanted = OfferPlant
            return self._ask_in_range(HOW_MUCH, self._find(MayOffer), value)
        if family == RUN:
            return self._run_plants(value)
        if family == SCRAP:
            return self._scrap(value)
        if family == AMOUNT:
            self._begin_bid()
            return self._settle(self._low if self.lookup.least else value)
        if family == MORE:
            self._begin_bid()
            return self._more()
        action = single_choice_action(self.lookup, self.seat, family, value)
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
        """Take an amount: money, or tokens of the first kind."""
        self._check(self._low <= value <= self._high)
        if self._wanted is Bid:
            return Bid(self.seat, value)
        if self._wanted is OfferPlant:
            return OfferPlant(self.seat, self.plants.bit_length() - 1, value)
        self.first = value
        if self._wanted is ScrapPlant:
            return self._ask_for_more()
        if self._wanted is RunPlants:
            return RunPlants(self.seat, self.plants, value)
        return self._ask_for_cards()

    def _ask_in_range(self, question: int, offer: PlantRanges, plant: int) -> Action | None:
        self._check(plant in offer.plants)
        self.begun = True
        self.plants = 1 << plant
        place = offer.plants.index(plant)
        low = offer.lows[place]
        high = low if self.lookup.least else offer.highs[place]
        return self._ask_for(question, low, high)

    def _scrap(self, plant: int) -> Action | None:
        offer = self._find(MayScrap)
        self._check(plant in offer.plants)
        self.begun = True
        self.plants = 1 << plant
        self._wanted = ScrapPlant
        place = offer.plants.index(plant)
        return self._ask_for(OF_FIRST, offer.lows[place], offer.most(place))

    def _ask_for_more(self) -> Action | None:
        """Start the choice of the other kind's amount, once that of the first kind is known."""
        offer = self._find(MayScrap)
        place = offer.plants.index(self.plants.bit_length() - 1)
        self._low = 0
        self._high = offer.mores[place][self.first - offer.lows[place]]
        if self._high == 0:
            return self._scrapped(0)
        self.question = HOW_MUCH_MORE
        return None

    def _scrapped(self, more: int) -> Action:
        return ScrapPlant(self.seat, self.plants.bit_length() - 1, self.first, more)

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
        burned = self.lookup.fuel.burned_by(self._run, self.first)
        self.card_turns = CardTurns(self.lookup.cards, offer.stored, burned)
        if not self.card_turns.leaves_a_choice():
            return Produce(self.seat, self.plants, self.first, [])
        self.question = WHICH_CARD
        return None

    def _turn(self, family: int, value: int) -> Action | None:
        card_turns = self.card_turns
        assert card_turns is not None
        if family == AUTO:
            self._check(not card_turns.turns)
            return Produce(self.seat, self.plants, self.first, [])
        self._check(family == TURN and value in card_turns.options())
        card_turns.take(value)
        if not card_turns.leaves_a_choice():
            while not card_turns.is_done():
                card_turns.take(card_turns.options()[0])
            return Produce(self.seat, self.plants, self.first, card_turns.turns)
        return None

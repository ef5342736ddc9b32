"""The plant market and its stack."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice, sample_counted
from gridwright.engine.fields import AMOUNT, AMOUNTS, BACK, CARD, NUMBER, Field, Fields, set_of
from gridwright.engine.masks import members
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.stack import shown_backs
from gridwright.engine.vocabulary.base import Action, ChanceAction, Event, Offer
from gridwright.engine.vocabulary.topic import Topic


class RevealCard(ChanceAction):
    """The top card of the stack, and the back that is now visible (NONE on an empty stack)."""

    KIND: ClassVar[int] = 22
    WORD: ClassVar[str] = "reveal"
    FIELDS: ClassVar[Fields] = (Field("card", CARD), Field("next_back", BACK))

    def __init__(self, card: int, next_back: int) -> None:
        super().__init__()
        self.card: Final = card
        self.next_back: Final = next_back


class ShuffleStack(ChanceAction):
    """The stack was shuffled; ``next_back`` is the back that is now visible."""

    KIND: ClassVar[int] = 23
    WORD: ClassVar[str] = "shuffle"
    FIELDS: ClassVar[Fields] = (Field("next_back", BACK),)

    def __init__(self, next_back: int) -> None:
        super().__init__()
        self.next_back: Final = next_back


class MayReveal(Offer):
    """Chance: any card of the pool; ``next_counts[back]`` cards may show that back next."""

    ACTION: ClassVar[type[Action]] = RevealCard
    FIELDS: ClassVar[Fields] = (
        Field("cards", set_of(CARD)),
        Field("next_counts", AMOUNTS),
    )

    def __init__(self, cards: int, next_counts: list[int]) -> None:
        self.cards: Final = cards
        self.next_counts: Final = next_counts

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, RevealCard)
            and action.card >= 0
            and self.cards >> action.card & 1 == 1
            and action.next_back in shown_backs(self.next_counts)
        )

    def actions(self) -> list[Action]:
        return [
            RevealCard(card, back)
            for card in members(self.cards)
            for back in shown_backs(self.next_counts)
        ]

    def sample(self, dice: Dice) -> Action:
        cards = members(self.cards)
        return RevealCard(cards[dice.below(len(cards))], sample_counted(self.next_counts, dice))


class MayShuffle(Offer):
    """Chance: the stack is shuffled; ``next_counts[back]`` of its cards may show that back next."""

    ACTION: ClassVar[type[Action]] = ShuffleStack
    FIELDS: ClassVar[Fields] = (Field("next_counts", AMOUNTS),)

    def __init__(self, next_counts: list[int]) -> None:
        self.next_counts: Final = next_counts

    def holds(self, action: Action) -> bool:
        return isinstance(action, ShuffleStack) and action.next_back in shown_backs(
            self.next_counts
        )

    def actions(self) -> list[Action]:
        return [ShuffleStack(back) for back in shown_backs(self.next_counts)]

    def sample(self, dice: Dice) -> Action:
        return ShuffleStack(sample_counted(self.next_counts, dice))


LEFT_OBSOLETE: Final = 0
LEFT_UNSOLD: Final = 1
LEFT_UNDERCUT: Final = 2
LEFT_STEP: Final = 3
LEFT_UPKEEP: Final = 4
LEFT_SCRAPPED: Final = 5


class CardRevealed(Event):
    WORD: ClassVar[str] = "card_revealed"
    ABOUT: ClassVar[str] = "The top card was turned up; ``next_back`` is visible now."
    FIELDS: ClassVar[Fields] = (Field("card", CARD), Field("next_back", BACK))

    def __init__(self, card: int, next_back: int) -> None:
        self.card: Final = card
        self.next_back: Final = next_back

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.stack.take(self.card, self.next_back)


class StackShuffled(Event):
    WORD: ClassVar[str] = "stack_shuffled"
    FIELDS: ClassVar[Fields] = (Field("next_back", BACK),)

    def __init__(self, next_back: int) -> None:
        self.next_back: Final = next_back

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.stack.shuffle(self.next_back)


class StackRanDry(Event):
    WORD: ClassVar[str] = "stack_ran_dry"
    ABOUT: ClassVar[str] = "No card is left to turn up."

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.is_dry = True


class CardJoined(Event):
    WORD: ClassVar[str] = "card_joined"
    ABOUT: ClassVar[str] = "A card was laid into the plant market."
    FIELDS: ClassVar[Fields] = (Field("card", CARD),)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fold(self, rules: Rules, seen: Observation) -> None:
        rules.deck.lay_in_row(seen.market, self.card)


class CardLeft(Event):
    WORD: ClassVar[str] = "card_left"
    ABOUT: ClassVar[str] = "A card left the game; ``cause`` is one of the LEFT constants."
    FIELDS: ClassVar[Fields] = (Field("card", CARD), Field("cause", NUMBER))

    def __init__(self, card: int, cause: int) -> None:
        self.card: Final = card
        self.cause: Final = cause

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.lift(self.card)
        seen.gone |= 1 << self.card


class CardWentUnder(Event):
    WORD: ClassVar[str] = "card_went_under"
    ABOUT: ClassVar[str] = "A card was laid face down under the stack."
    FIELDS: ClassVar[Fields] = (Field("card", CARD),)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.lift(self.card)
        seen.stack.put_under(self.card, rules.deck.back_of[self.card])


class MarketResized(Event):
    WORD: ClassVar[str] = "market_resized"
    FIELDS: ClassVar[Fields] = (Field("size", AMOUNT), Field("current", AMOUNT))

    def __init__(self, size: int, current: int) -> None:
        self.size: Final = size
        self.current: Final = current

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.market_size = self.size
        seen.current_size = self.current


class DiscountMoved(Event):
    WORD: ClassVar[str] = "discount_moved"
    ABOUT: ClassVar[str] = "The discount token is on ``card`` now, or is put aside (NONE)."
    FIELDS: ClassVar[Fields] = (Field("card", CARD),)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.discount = self.card


TOPIC: Final[Topic] = Topic(
    actions=[RevealCard, ShuffleStack],
    offers=[MayReveal, MayShuffle],
    events=[
        CardRevealed,
        StackShuffled,
        StackRanDry,
        CardJoined,
        CardLeft,
        CardWentUnder,
        MarketResized,
        DiscountMoved,
    ],
    said=[],
)

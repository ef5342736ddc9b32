"""Auctions: plants offered, bid for, bought and scrapped."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    NUMBER,
    PLANT,
    SEAT,
    SEATS,
    STORED,
    Field,
    Fields,
    list_of,
    rows_of,
)
from gridwright.engine.ids import NONE
from gridwright.engine.observation import Observation, add_to
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event, Offer
from gridwright.engine.vocabulary.topic import Topic


class OfferPlant(Action):
    KIND: ClassVar[int] = 3
    WORD: ClassVar[str] = "offer"
    ABOUT: ClassVar[str] = "Put a plant up for auction with an opening bid."
    FIELDS: ClassVar[Fields] = (Field("plant", PLANT), Field("bid", AMOUNT))

    def __init__(self, seat: int, plant: int, bid: int) -> None:
        super().__init__(seat)
        self.plant: Final = plant
        self.bid: Final = bid


class PassAuction(Action):
    KIND: ClassVar[int] = 4
    WORD: ClassVar[str] = "pass"
    ABOUT: ClassVar[str] = "Offer nothing and leave the auction phase."


class Bid(Action):
    KIND: ClassVar[int] = 5
    WORD: ClassVar[str] = "bid"
    ABOUT: ClassVar[str] = "Raise the standing bid."
    FIELDS: ClassVar[Fields] = (Field("amount", AMOUNT),)

    def __init__(self, seat: int, amount: int) -> None:
        super().__init__(seat)
        self.amount: Final = amount


class DropOut(Action):
    KIND: ClassVar[int] = 6
    WORD: ClassVar[str] = "drop"
    ABOUT: ClassVar[str] = "Leave the bidding for this plant."


class ScrapPlant(Action):
    KIND: ClassVar[int] = 7
    WORD: ClassVar[str] = "scrap"
    ABOUT: ClassVar[str] = (
        "Give up a plant: ``lost`` tokens of the first hybrid kind go with it, and ``more`` tokens "
        "of its other kind than must go."
    )
    FIELDS: ClassVar[Fields] = (
        Field("plant", PLANT),
        Field("lost", AMOUNT, optional=True),
        Field("more", AMOUNT, optional=True),
    )

    def __init__(self, seat: int, plant: int, lost: int, more: int = 0) -> None:
        super().__init__(seat)
        self.plant: Final = plant
        self.lost: Final = lost
        self.more: Final = more


class PlantRanges(Offer):
    """One of these plants with an amount between ``lows[i]`` and ``highs[i]``."""

    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plants", list_of(PLANT)),
        Field("lows", AMOUNTS),
        Field("highs", AMOUNTS),
    )

    def __init__(self, seat: int, plants: list[int], lows: list[int], highs: list[int]) -> None:
        self.seat: Final = seat
        self.plants: Final = plants
        self.lows: Final = lows
        self.highs: Final = highs

    def has(self, seat: int, plant: int, amount: int) -> bool:
        """Return whether that plant may be chosen with that amount."""
        if seat != self.seat or plant not in self.plants:
            return False
        place = self.plants.index(plant)
        return self.lows[place] <= amount <= self.highs[place]

    def sample_amount(self, place: int, dice: Dice) -> int:
        low = self.lows[place]
        return low + dice.below(self.highs[place] - low + 1)


class MayOffer(PlantRanges):
    ACTION: ClassVar[type[Action]] = OfferPlant
    ABOUT: ClassVar[str] = "Put one of the plants up, with an opening bid from its low to its high."

    def holds(self, action: Action) -> bool:
        return isinstance(action, OfferPlant) and self.has(action.seat, action.plant, action.bid)

    def actions(self) -> list[Action]:
        found: list[Action] = []
        before = NONE
        is_ascending = True
        for place in range(len(self.plants)):
            plant = self.plants[place]
            low = self.lows[place]
            high = self.highs[place]
            found.append(OfferPlant(self.seat, plant, low))
            if high > low:
                found.append(OfferPlant(self.seat, plant, high))
            if plant < before:
                is_ascending = False
            before = plant
        if not is_ascending:  # Plants with the same number are in order of arrival.
            found.sort()
        return found

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.plants))
        return OfferPlant(self.seat, self.plants[place], self.sample_amount(place, dice))


class MayScrap(PlantRanges):
    ACTION: ClassVar[type[Action]] = ScrapPlant
    ABOUT: ClassVar[str] = (
        "Give up one of the plants, and with it from low to high tokens of the first hybrid kind: "
        "then all is kept that fits. ``mores`` has a row for each plant, and in it a number for "
        "each amount of that kind from its low on: how many more tokens of its other kind may go."
    )
    FIELDS: ClassVar[Fields] = (*PlantRanges.FIELDS, Field("mores", rows_of(AMOUNT)))

    def __init__(
        self,
        seat: int,
        plants: list[int],
        lows: list[int],
        highs: list[int],
        mores: list[list[int]],
    ) -> None:
        super().__init__(seat, plants, lows, highs)
        self.mores: Final = mores

    def holds(self, action: Action) -> bool:
        if not isinstance(action, ScrapPlant) or action.seat != self.seat:
            return False
        if action.plant not in self.plants:
            return False
        place = self.plants.index(action.plant)
        row = self.mores[place]
        beyond = action.lost - self.lows[place]
        return 0 <= beyond < len(row) and 0 <= action.more <= row[beyond]

    def most(self, place: int) -> int:
        """Return the most tokens of the first hybrid kind that may go with a plant."""
        return self.lows[place] + len(self.mores[place]) - 1

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for place in range(len(self.plants)):
            plant = self.plants[place]
            row = self.mores[place]
            for beyond in range(len(row)):
                for more in range(row[beyond] + 1):
                    found.append(ScrapPlant(self.seat, plant, self.lows[place] + beyond, more))
        return found

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.plants))
        row = self.mores[place]
        beyond = dice.below(len(row))
        # Draw a number only where there is a choice: recorded games had none.
        more = dice.below(row[beyond] + 1) if row[beyond] else 0
        return ScrapPlant(self.seat, self.plants[place], self.lows[place] + beyond, more)


class MayBid(Offer):
    ACTION: ClassVar[type[Action]] = Bid
    ABOUT: ClassVar[str] = "Raise the standing bid."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("low", AMOUNT),
        Field("high", AMOUNT),
    )

    def __init__(self, seat: int, low: int, high: int) -> None:
        self.seat: Final = seat
        self.low: Final = low
        self.high: Final = high

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, Bid)
            and action.seat == self.seat
            and self.low <= action.amount <= self.high
        )

    def actions(self) -> list[Action]:
        found: list[Action] = [Bid(self.seat, self.low)]
        if self.high > self.low:
            found.append(Bid(self.seat, self.high))
        return found

    def sample(self, dice: Dice) -> Action:
        return Bid(self.seat, self.low + dice.below(self.high - self.low + 1))


class AuctionsBegan(Event):
    WORD: ClassVar[str] = "auctions_began"
    ABOUT: ClassVar[str] = "A new auction phase: no seat has bought or passed yet."

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.out = 0


class PlantOffered(Event):
    WORD: ClassVar[str] = "plant_offered"
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plant", PLANT),
        Field("bid", AMOUNT),
        Field("contenders", SEATS),
    )

    def __init__(self, seat: int, plant: int, bid: int, contenders: int) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.bid: Final = bid
        self.contenders: Final = contenders

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.lot = self.plant
        seen.bid = self.bid
        seen.leader = self.seat
        seen.contenders = self.contenders


class BidMade(Event):
    WORD: ClassVar[str] = "bid_made"
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("amount", AMOUNT),
        Field("contenders", SEATS),
    )

    def __init__(self, seat: int, amount: int, contenders: int) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.contenders: Final = contenders

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.bid = self.amount
        seen.leader = self.seat
        seen.contenders = self.contenders


class SeatDroppedOut(Event):
    WORD: ClassVar[str] = "seat_dropped_out"
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.contenders &= ~(1 << self.seat)


class AuctionPassed(Event):
    WORD: ClassVar[str] = "auction_passed"
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.out |= 1 << self.seat


class PlantBought(Event):
    WORD: ClassVar[str] = "plant_bought"
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plant", PLANT),
        Field("price", AMOUNT),
        Field("stored", STORED),
    )

    def __init__(self, seat: int, plant: int, price: int, stored: list[list[int]]) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.price: Final = price
        self.stored: Final = stored

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, -self.price)
        seen.lift(self.plant)
        seen.plants[self.seat] = sorted([*seen.plants[self.seat], self.plant])
        seen.stored[self.seat] = self.stored
        if not rules.settings.discount_buys_again or seen.discount != self.plant:
            seen.out |= 1 << self.seat


class AuctionClosed(Event):
    WORD: ClassVar[str] = "auction_closed"
    ABOUT: ClassVar[str] = "The sale is complete and no plant is under the hammer."

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.lot = NONE
        seen.bid = 0
        seen.leader = NONE
        seen.contenders = 0
        seen.scrapper = NONE


class ScrapAsked(Event):
    WORD: ClassVar[str] = "scrap_asked"
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.scrapper = self.seat


class PlantScrapped(Event):
    WORD: ClassVar[str] = "plant_scrapped"
    ABOUT: ClassVar[str] = (
        "``lost`` tokens per kind went to the supply; ``paid`` came from the contractor."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plant", PLANT),
        Field("lost", AMOUNTS),
        Field("paid", AMOUNT),
        Field("stored", STORED),
    )

    def __init__(
        self, seat: int, plant: int, lost: list[int], paid: int, stored: list[list[int]]
    ) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.lost: Final = lost
        self.paid: Final = paid
        self.stored: Final = stored

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, self.paid)
        kept = [plant for plant in seen.plants[self.seat] if plant != self.plant]
        seen.plants[self.seat] = kept
        seen.stored[self.seat] = self.stored
        add_to(seen.supply, self.lost)


class ContractorAdvanced(Event):
    WORD: ClassVar[str] = "contractor_advanced"
    FIELDS: ClassVar[Fields] = (Field("card", NUMBER),)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.contractor = self.card


TOPIC: Final[Topic] = Topic(
    actions=[OfferPlant, PassAuction, Bid, DropOut, ScrapPlant],
    offers=[MayOffer, MayScrap, MayBid],
    events=[
        AuctionsBegan,
        PlantOffered,
        BidMade,
        SeatDroppedOut,
        AuctionPassed,
        PlantBought,
        AuctionClosed,
        ScrapAsked,
        PlantScrapped,
        ContractorAdvanced,
    ],
    said=[PassAuction, DropOut],
)

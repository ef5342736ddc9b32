"""What an actor may do now, with ranges for amounts.

An offer answers three questions about the same set of actions: whether it holds one (``holds``),
which ones there are with a range of money shown by its two ends (``actions``), and a random one
(``sample``).
"""

from typing import Final

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
from gridwright.engine.chance import (
    DealFuel,
    DrawOrder,
    DrawRegions,
    DrawTrustRegion,
    RevealCard,
    ShuffleStack,
)
from gridwright.engine.fuel import FuelRules, Run, best_run
from gridwright.engine.fuel_cards import FuelCards
from gridwright.engine.ids import NONE
from gridwright.engine.masks import members
from gridwright.engine.resources import Ladder


class Dice:
    """A small generator for playouts and samples; never part of a state, never used for dealing.

    A 32-bit xorshift, because its steps stay within machine words when compiled.
    """

    def __init__(self, seed: int) -> None:
        self.value = (seed * 2654435761 + 88172645) % 4294967295 + 1

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        value = self.value
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        self.value = value
        return value % bound


class Offer:
    """A set of legal actions of one kind by one actor."""

    def holds(self, action: Action) -> bool:
        """Whether the action is one of those offered."""
        raise NotImplementedError

    def actions(self) -> list[Action]:
        """Each choice; a range of money stands for its lowest and highest amount."""
        raise NotImplementedError

    def sample(self, dice: Dice) -> Action:
        """A random one of the actions."""
        raise NotImplementedError


class MayDo(Offer):
    """One action without a choice in it: pass, drop out, finish."""

    def __init__(self, action: Action) -> None:
        self.action: Final = action

    def holds(self, action: Action) -> bool:
        return action == self.action

    def actions(self) -> list[Action]:
        return [self.action]

    def sample(self, dice: Dice) -> Action:
        return self.action


class MayDraft(Offer):
    """Add one of these regions."""

    def __init__(self, seat: int, regions: list[int]) -> None:
        self.seat: Final = seat
        self.regions: Final = regions

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, DraftRegion)
            and action.seat == self.seat
            and action.region in self.regions
        )

    def actions(self) -> list[Action]:
        return [DraftRegion(self.seat, region) for region in self.regions]

    def sample(self, dice: Dice) -> Action:
        return DraftRegion(self.seat, self.regions[dice.below(len(self.regions))])


class MayPlaceTrust(Offer):
    """Put a house of the Trust into one of these cities."""

    def __init__(self, seat: int, cities: list[int]) -> None:
        self.seat: Final = seat
        self.cities: Final = cities

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, PlaceTrustHouse)
            and action.seat == self.seat
            and action.city in self.cities
        )

    def actions(self) -> list[Action]:
        return [PlaceTrustHouse(self.seat, city) for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return PlaceTrustHouse(self.seat, self.cities[dice.below(len(self.cities))])


class PlantRanges(Offer):
    """One of these plants with an amount between ``lows[i]`` and ``highs[i]``."""

    def __init__(self, seat: int, plants: list[int], lows: list[int], highs: list[int]) -> None:
        self.seat: Final = seat
        self.plants: Final = plants
        self.lows: Final = lows
        self.highs: Final = highs

    def has(self, seat: int, plant: int, amount: int) -> bool:
        """Whether that plant may be chosen with that amount."""
        if seat != self.seat or plant not in self.plants:
            return False
        place = self.plants.index(plant)
        return self.lows[place] <= amount <= self.highs[place]

    def sample_amount(self, place: int, dice: Dice) -> int:
        low = self.lows[place]
        return low + dice.below(self.highs[place] - low + 1)


class MayOffer(PlantRanges):
    """Put up one of these plants; the amount is the opening bid."""

    def holds(self, action: Action) -> bool:
        return isinstance(action, OfferPlant) and self.has(action.seat, action.plant, action.bid)

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for place in range(len(self.plants)):
            found.append(OfferPlant(self.seat, self.plants[place], self.lows[place]))
            if self.highs[place] > self.lows[place]:
                found.append(OfferPlant(self.seat, self.plants[place], self.highs[place]))
        return found

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.plants))
        return OfferPlant(self.seat, self.plants[place], self.sample_amount(place, dice))


class MayScrap(PlantRanges):
    """Give up one of these plants; the amount is the lost tokens of the first hybrid kind."""

    def holds(self, action: Action) -> bool:
        return isinstance(action, ScrapPlant) and self.has(action.seat, action.plant, action.lost)

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for place in range(len(self.plants)):
            for lost in range(self.lows[place], self.highs[place] + 1):
                found.append(ScrapPlant(self.seat, self.plants[place], lost))
        return found

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.plants))
        return ScrapPlant(self.seat, self.plants[place], self.sample_amount(place, dice))


class MayBid(Offer):
    """Raise to anything between ``low`` and ``high``."""

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


class MayBuy(Offer):
    """Buy 1 to ``most`` tokens of a kind."""

    def __init__(self, seat: int, resource: int, most: int, ladder: Ladder, tokens: int) -> None:
        self.seat: Final = seat
        self.resource: Final = resource
        self.most: Final = most
        self.ladder: Final = ladder
        self.tokens: Final = tokens

    def costs(self) -> list[int]:
        """The total for 1, 2, … tokens."""
        return [self.ladder.cost(self.tokens, amount) for amount in range(1, self.most + 1)]

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, BuyResources)
            and action.seat == self.seat
            and action.resource == self.resource
            and 1 <= action.amount <= self.most
        )

    def actions(self) -> list[Action]:
        return [
            BuyResources(self.seat, self.resource, amount) for amount in range(1, self.most + 1)
        ]

    def sample(self, dice: Dice) -> Action:
        return BuyResources(self.seat, self.resource, 1 + dice.below(self.most))


class MayBuyCard(Offer):
    """Buy one of these fuel cards; ``kept[i]`` of its units can be stored (k5.7, k5.8)."""

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
        return [
            BuyCard(self.seat, self.cards[place], self.prices[place])
            for place in range(len(self.cards))
        ]

    def sample(self, dice: Dice) -> Action:
        place = dice.below(len(self.cards))
        return BuyCard(self.seat, self.cards[place], self.prices[place])


class MayConnect(Offer):
    """Connect one of these cities at its cost, house included."""

    def __init__(self, seat: int, cities: list[int], costs: list[int]) -> None:
        self.seat: Final = seat
        self.cities: Final = cities
        self.costs: Final = costs

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, ConnectCity)
            and action.seat == self.seat
            and action.city in self.cities
        )

    def actions(self) -> list[Action]:
        return [ConnectCity(self.seat, city) for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return ConnectCity(self.seat, self.cities[dice.below(len(self.cities))])


class MayRun(Offer):
    """Run one of these sets of plants; the empty set comes first (c7.1)."""

    def __init__(self, seat: int, runs: list[Run], n_cities: int, payments: list[int]) -> None:
        self.seat: Final = seat
        self.runs: Final = runs
        self.n_cities: Final = n_cities
        self.payments: Final = payments

    def incomes(self) -> list[int]:
        """What each set pays."""
        last = len(self.payments) - 1
        return [self.payments[min(run.output, self.n_cities, last)] for run in self.runs]

    def best(self) -> Run:
        """The suggestion: supplies most, burns least."""
        return best_run(self.runs, self.n_cities)

    def suggestion(self) -> Action:
        """The best run as an action."""
        best = self.best()
        return RunPlants(self.seat, best.plants, best.low)

    def run_of(self, plants: int, first: int) -> Run | None:
        """The offered run of a set of plants, if hybrids may burn so much of the first kind."""
        for run in self.runs:
            if run.plants == plants:
                return run if run.low <= first <= run.high else None
        return None

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, RunPlants)
            and action.seat == self.seat
            and self.run_of(action.plants, action.first) is not None
        )

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for run in self.runs:
            for first in range(run.low, run.high + 1):
                found.append(RunPlants(self.seat, run.plants, first))
        return found

    def sample(self, dice: Dice) -> Action:
        run = self.runs[dice.below(len(self.runs))]
        return RunPlants(self.seat, run.plants, run.low + dice.below(run.high - run.low + 1))


class MayProduce(MayRun):
    """The same with fuel cards, any of which may be turned down (k6.6).

    Ways to turn them are shown by two: the fewest units first, and the most.
    """

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
        """``stored[face]``: the cards in the seat's storage."""

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
        """Spend unit by unit from any card."""
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
    """Chance: any fuel card of the stack, each as likely as its count."""

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


class MayOrder(Offer):
    """Chance: any order of the seats."""

    def __init__(self, n_seats: int) -> None:
        self.n_seats: Final = n_seats

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawOrder) and sorted(action.order) == list(range(self.n_seats))

    def actions(self) -> list[Action]:
        orders: list[list[int]] = [[]]
        for place in range(self.n_seats):
            orders = [
                [*order, seat]
                for order in orders
                for seat in range(self.n_seats)
                if seat not in order and len(order) == place
            ]
        return [DrawOrder(order) for order in orders]

    def sample(self, dice: Dice) -> Action:
        left = list(range(self.n_seats))
        order: list[int] = []
        while left:
            order.append(left.pop(dice.below(len(left))))
        return DrawOrder(order)


class MayChooseRegions(Offer):
    """Chance: any of the choices of regions."""

    def __init__(self, choices: list[int]) -> None:
        self.choices: Final = choices

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawRegions) and action.regions in self.choices

    def actions(self) -> list[Action]:
        return [DrawRegions(regions) for regions in self.choices]

    def sample(self, dice: Dice) -> Action:
        return DrawRegions(self.choices[dice.below(len(self.choices))])


class MayDrawTrustRegion(Offer):
    """Chance: any of these regions."""

    def __init__(self, regions: list[int]) -> None:
        self.regions: Final = regions

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawTrustRegion) and action.region in self.regions

    def actions(self) -> list[Action]:
        return [DrawTrustRegion(region) for region in self.regions]

    def sample(self, dice: Dice) -> Action:
        return DrawTrustRegion(self.regions[dice.below(len(self.regions))])


class MayReveal(Offer):
    """Chance: any card of the pool; ``next_counts[back]`` cards may show that back next."""

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
    """Chance: the stack is mixed; ``next_counts[back]`` of its cards may show that back next."""

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


def shown_backs(counts: list[int]) -> list[int]:
    """The backs that may show; NONE alone if no card is left."""
    backs = [back for back in range(len(counts)) if counts[back] > 0]
    return backs if backs else [NONE]


def sample_counted(counts: list[int], dice: Dice) -> int:
    """A random place, each as likely as its count; NONE if nothing is counted."""
    total = sum(counts)
    if total == 0:
        return NONE
    pick = dice.below(total)
    place = 0
    while pick >= counts[place]:
        pick -= counts[place]
        place += 1
    return place

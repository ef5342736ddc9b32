"""What seats may do. One class per kind of order; all behaviour derives from ``key()``."""

from typing import ClassVar, Final

from gridwright.engine.masks import count


class Action:
    """An order by one actor. Equality, hash and order follow ``key()``."""

    KIND: ClassVar[int] = 0
    WORD: ClassVar[str] = ""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def arguments(self) -> list[int]:
        """Everything but kind and seat, in the order of ``__init__``."""
        return []

    def key(self) -> tuple[int, ...]:
        """Kind, seat and arguments: two actions are the same exactly if their keys are."""
        return (self.KIND, self.seat, *self.arguments())

    def moves(self) -> int:
        """How many atomic moves this is: one bid, pass, token, city or plant each."""
        return 1

    def can_be_taken_back(self) -> bool:
        """Whether the rules know an undo of this kind of action (c12.1)."""
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.key() == other.key()

    def __lt__(self, other: "Action") -> bool:
        return self.key() < other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        arguments = ", ".join([str(value) for value in [self.seat, *self.arguments()]])
        return f"{type(self).__name__}({arguments})"


class DraftRegion(Action):
    """Add a region to those in play."""

    KIND: ClassVar[int] = 1
    WORD: ClassVar[str] = "draft"

    def __init__(self, seat: int, region: int) -> None:
        super().__init__(seat)
        self.region: Final = region

    def arguments(self) -> list[int]:
        return [self.region]


class PlaceTrustHouse(Action):
    """Put one of the Trust's first houses into a city."""

    KIND: ClassVar[int] = 2
    WORD: ClassVar[str] = "place-trust"

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city: Final = city

    def arguments(self) -> list[int]:
        return [self.city]

    def can_be_taken_back(self) -> bool:
        return True


class OfferPlant(Action):
    """Put a plant up for auction with an opening bid."""

    KIND: ClassVar[int] = 3
    WORD: ClassVar[str] = "offer"

    def __init__(self, seat: int, plant: int, bid: int) -> None:
        super().__init__(seat)
        self.plant: Final = plant
        self.bid: Final = bid

    def arguments(self) -> list[int]:
        return [self.plant, self.bid]


class PassAuction(Action):
    """Offer nothing and leave the auction phase."""

    KIND: ClassVar[int] = 4
    WORD: ClassVar[str] = "pass"


class Bid(Action):
    """Raise the standing bid."""

    KIND: ClassVar[int] = 5
    WORD: ClassVar[str] = "bid"

    def __init__(self, seat: int, amount: int) -> None:
        super().__init__(seat)
        self.amount: Final = amount

    def arguments(self) -> list[int]:
        return [self.amount]


class DropOut(Action):
    """Leave the bidding for this plant."""

    KIND: ClassVar[int] = 6
    WORD: ClassVar[str] = "drop"


class ScrapPlant(Action):
    """Give up a plant; ``lost`` tokens of the first hybrid kind go with it where kinds compete."""

    KIND: ClassVar[int] = 7
    WORD: ClassVar[str] = "scrap"

    def __init__(self, seat: int, plant: int, lost: int) -> None:
        super().__init__(seat)
        self.plant: Final = plant
        self.lost: Final = lost

    def arguments(self) -> list[int]:
        return [self.plant, self.lost]


class BuyResources(Action):
    """Buy tokens of one kind, the cheapest first."""

    KIND: ClassVar[int] = 8
    WORD: ClassVar[str] = "buy"

    def __init__(self, seat: int, resource: int, amount: int) -> None:
        super().__init__(seat)
        self.resource: Final = resource
        self.amount: Final = amount

    def arguments(self) -> list[int]:
        return [self.resource, self.amount]

    def moves(self) -> int:
        return self.amount

    def can_be_taken_back(self) -> bool:
        return True


class FinishBuying(Action):
    """End the own turn of buying fuel."""

    KIND: ClassVar[int] = 9
    WORD: ClassVar[str] = "finish-buying"


class ConnectCity(Action):
    """Build in one city, paying the cheapest connection from the seat's network."""

    KIND: ClassVar[int] = 10
    WORD: ClassVar[str] = "connect"

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city: Final = city

    def arguments(self) -> list[int]:
        return [self.city]

    def can_be_taken_back(self) -> bool:
        return True


class FinishBuilding(Action):
    """End the own turn of building."""

    KIND: ClassVar[int] = 11
    WORD: ClassVar[str] = "finish-building"


class RunPlants(Action):
    """Run a set of plants; hybrids among them burn ``first`` tokens of the first hybrid kind."""

    KIND: ClassVar[int] = 12
    WORD: ClassVar[str] = "run"

    def __init__(self, seat: int, plants: int, first: int) -> None:
        super().__init__(seat)
        self.plants: Final = plants
        self.first: Final = first

    def arguments(self) -> list[int]:
        return [self.plants, self.first]

    def moves(self) -> int:
        return max(1, count(self.plants))


class BuyCard(Action):
    """Buy one fuel card, or a single unit, from the column of a price."""

    KIND: ClassVar[int] = 14
    WORD: ClassVar[str] = "buy-card"

    def __init__(self, seat: int, card: int, price: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.price: Final = price

    def arguments(self) -> list[int]:
        return [self.card, self.price]

    def can_be_taken_back(self) -> bool:
        return True


class Produce(Action):
    """Run a set of plants on fuel cards.

    Hybrids among them burn ``first`` units of the first hybrid kind. ``turns`` names the cards that
    are turned down, ascending; without any, those that show the fewest units go first.
    """

    KIND: ClassVar[int] = 15
    WORD: ClassVar[str] = "produce"

    def __init__(self, seat: int, plants: int, first: int, turns: list[int]) -> None:
        super().__init__(seat)
        self.plants: Final = plants
        self.first: Final = first
        self.turns: Final = turns

    def arguments(self) -> list[int]:
        return [self.plants, self.first, *self.turns]

    def moves(self) -> int:
        return max(1, count(self.plants))


class TakeBack(Action):
    """Undo the last purchase or connection of the running turn."""

    KIND: ClassVar[int] = 13
    WORD: ClassVar[str] = "take-back"

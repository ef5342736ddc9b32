"""What happened, as facts. No prose: wording belongs to whoever shows them."""

from typing import ClassVar, Final

from gridwright.engine.ids import NONE

Value = int | list[int] | list[list[int]]


class Event:
    """One public fact. ``values()`` follows ``FIELDS``; both name everything a fold needs."""

    WORD: ClassVar[str] = ""
    FIELDS: ClassVar[tuple[str, ...]] = ()

    def values(self) -> list[Value]:
        return []

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event) and self.WORD == other.WORD and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash(self.WORD)

    def __repr__(self) -> str:
        facts = [f"{name}={value}" for name, value in zip(self.FIELDS, self.values(), strict=True)]
        return f"{type(self).__name__}({', '.join(facts)})"


class EventLog:
    """Collects events. A silent log costs one test per fact, for playouts that nobody watches."""

    def __init__(self, wanted: bool) -> None:
        self.wanted: Final = wanted
        self.events: Final[list[Event]] = []

    def add(self, event: Event) -> None:
        self.events.append(event)


class OrderSet(Event):
    WORD: ClassVar[str] = "order_set"
    FIELDS: ClassVar[tuple[str, ...]] = ("order",)

    def __init__(self, order: list[int]) -> None:
        self.order: Final = order

    def values(self) -> list[Value]:
        return [self.order]


class RegionsChosen(Event):
    """The regions in play so far; ``seat`` drafted the last one, or NONE."""

    WORD: ClassVar[str] = "regions_chosen"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "regions")

    def __init__(self, seat: int, regions: int) -> None:
        self.seat: Final = seat
        self.regions: Final = regions

    def values(self) -> list[Value]:
        return [self.seat, self.regions]


class PhaseBegan(Event):
    WORD: ClassVar[str] = "phase_began"
    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "round")

    def __init__(self, phase: int, round: int) -> None:
        self.phase: Final = phase
        self.round: Final = round

    def values(self) -> list[Value]:
        return [self.phase, self.round]


class TurnPassed(Event):
    """Who acts next, and how much of the turn could be taken back."""

    WORD: ClassVar[str] = "turn_passed"
    FIELDS: ClassVar[tuple[str, ...]] = ("actor", "takebacks")

    def __init__(self, actor: int, takebacks: int) -> None:
        self.actor: Final = actor
        self.takebacks: Final = takebacks

    def values(self) -> list[Value]:
        return [self.actor, self.takebacks]


class StepBegan(Event):
    WORD: ClassVar[str] = "step_began"
    FIELDS: ClassVar[tuple[str, ...]] = ("step",)

    def __init__(self, step: int) -> None:
        self.step: Final = step

    def values(self) -> list[Value]:
        return [self.step]


class CardRevealed(Event):
    """The top card was turned up; ``next_back`` is visible now."""

    WORD: ClassVar[str] = "card_revealed"
    FIELDS: ClassVar[tuple[str, ...]] = ("card", "next_back")

    def __init__(self, card: int, next_back: int) -> None:
        self.card: Final = card
        self.next_back: Final = next_back

    def values(self) -> list[Value]:
        return [self.card, self.next_back]


class StackShuffled(Event):
    WORD: ClassVar[str] = "stack_shuffled"
    FIELDS: ClassVar[tuple[str, ...]] = ("next_back",)

    def __init__(self, next_back: int) -> None:
        self.next_back: Final = next_back

    def values(self) -> list[Value]:
        return [self.next_back]


class StackRanDry(Event):
    WORD: ClassVar[str] = "stack_ran_dry"


class CardJoined(Event):
    """A card was laid into the plant market."""

    WORD: ClassVar[str] = "card_joined"
    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def values(self) -> list[Value]:
        return [self.card]


LEFT_OBSOLETE: Final = 0
LEFT_UNSOLD: Final = 1
LEFT_UNDERCUT: Final = 2
LEFT_STEP: Final = 3
LEFT_UPKEEP: Final = 4
LEFT_SCRAPPED: Final = 5


class CardLeft(Event):
    """A card left the game; ``cause`` is one of the LEFT constants."""

    WORD: ClassVar[str] = "card_left"
    FIELDS: ClassVar[tuple[str, ...]] = ("card", "cause")

    def __init__(self, card: int, cause: int) -> None:
        self.card: Final = card
        self.cause: Final = cause

    def values(self) -> list[Value]:
        return [self.card, self.cause]


class CardWentUnder(Event):
    """A card was laid face down under the stack."""

    WORD: ClassVar[str] = "card_went_under"
    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def values(self) -> list[Value]:
        return [self.card]


class MarketResized(Event):
    WORD: ClassVar[str] = "market_resized"
    FIELDS: ClassVar[tuple[str, ...]] = ("size", "current")

    def __init__(self, size: int, current: int) -> None:
        self.size: Final = size
        self.current: Final = current

    def values(self) -> list[Value]:
        return [self.size, self.current]


class DiscountMoved(Event):
    """The discount token lies on ``card`` now, or is put aside (NONE)."""

    WORD: ClassVar[str] = "discount_moved"
    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def values(self) -> list[Value]:
        return [self.card]


class AuctionsBegan(Event):
    """A new auction phase: nobody has bought or passed yet."""

    WORD: ClassVar[str] = "auctions_began"


class PlantOffered(Event):
    WORD: ClassVar[str] = "plant_offered"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "plant", "bid", "contenders")

    def __init__(self, seat: int, plant: int, bid: int, contenders: int) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.bid: Final = bid
        self.contenders: Final = contenders

    def values(self) -> list[Value]:
        return [self.seat, self.plant, self.bid, self.contenders]


class BidMade(Event):
    WORD: ClassVar[str] = "bid_made"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "amount", "contenders")

    def __init__(self, seat: int, amount: int, contenders: int) -> None:
        self.seat: Final = seat
        self.amount: Final = amount
        self.contenders: Final = contenders

    def values(self) -> list[Value]:
        return [self.seat, self.amount, self.contenders]


class SeatDroppedOut(Event):
    WORD: ClassVar[str] = "seat_dropped_out"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def values(self) -> list[Value]:
        return [self.seat]


class AuctionPassed(Event):
    WORD: ClassVar[str] = "auction_passed"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def values(self) -> list[Value]:
        return [self.seat]


class PlantBought(Event):
    WORD: ClassVar[str] = "plant_bought"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "plant", "price", "stored")

    def __init__(self, seat: int, plant: int, price: int, stored: list[list[int]]) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.price: Final = price
        self.stored: Final = stored

    def values(self) -> list[Value]:
        return [self.seat, self.plant, self.price, self.stored]


class AuctionClosed(Event):
    """The sale is complete and no plant is under the hammer."""

    WORD: ClassVar[str] = "auction_closed"


class ScrapAsked(Event):
    WORD: ClassVar[str] = "scrap_asked"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def values(self) -> list[Value]:
        return [self.seat]


class PlantScrapped(Event):
    """``lost`` tokens per kind went to the supply; ``paid`` came from the contractor."""

    WORD: ClassVar[str] = "plant_scrapped"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "plant", "lost", "paid", "stored")

    def __init__(
        self, seat: int, plant: int, lost: list[int], paid: int, stored: list[list[int]]
    ) -> None:
        self.seat: Final = seat
        self.plant: Final = plant
        self.lost: Final = lost
        self.paid: Final = paid
        self.stored: Final = stored

    def values(self) -> list[Value]:
        return [self.seat, self.plant, self.lost, self.paid, self.stored]


class ContractorAdvanced(Event):
    WORD: ClassVar[str] = "contractor_advanced"
    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def values(self) -> list[Value]:
        return [self.card]


class KindsClosed(Event):
    """Kinds that are never refilled again."""

    WORD: ClassVar[str] = "kinds_closed"
    FIELDS: ClassVar[tuple[str, ...]] = ("kinds",)

    def __init__(self, kinds: int) -> None:
        self.kinds: Final = kinds

    def values(self) -> list[Value]:
        return [self.kinds]


class ResourcesBought(Event):
    """``from_supply`` of the tokens came from the supply, the others from the market."""

    WORD: ClassVar[str] = "resources_bought"
    FIELDS: ClassVar[tuple[str, ...]] = (
        "seat",
        "resource",
        "amount",
        "from_supply",
        "cost",
        "stored",
    )

    def __init__(
        self,
        seat: int,
        resource: int,
        amount: int,
        from_supply: int,
        cost: int,
        stored: list[list[int]],
    ) -> None:
        self.seat: Final = seat
        self.resource: Final = resource
        self.amount: Final = amount
        self.from_supply: Final = from_supply
        self.cost: Final = cost
        self.stored: Final = stored

    def values(self) -> list[Value]:
        return [
            self.seat,
            self.resource,
            self.amount,
            self.from_supply,
            self.cost,
            self.stored,
        ]


class CityConnected(Event):
    """A house was built; ``path`` lists the cities along the connection that was paid."""

    WORD: ClassVar[str] = "city_connected"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "city", "space", "house", "connection", "path")

    def __init__(
        self, seat: int, city: int, space: int, house: int, connection: int, path: list[int]
    ) -> None:
        self.seat: Final = seat
        self.city: Final = city
        self.space: Final = space
        self.house: Final = house
        self.connection: Final = connection
        self.path: Final = path

    def values(self) -> list[Value]:
        return [self.seat, self.city, self.space, self.house, self.connection, self.path]


class TurnFinished(Event):
    WORD: ClassVar[str] = "turn_finished"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def values(self) -> list[Value]:
        return [self.seat]


class TakenBack(Event):
    """An action of the running turn was undone: what came back, which spaces are empty again.

    ``market``, ``gone`` and ``is_dry`` are as before the action: it may have made a plant obsolete.
    """

    WORD: ClassVar[str] = "taken_back"
    FIELDS: ClassVar[tuple[str, ...]] = (
        *("seat", "money", "tokens", "supply", "stored", "spaces"),
        *("market", "gone", "is_dry"),
    )

    def __init__(
        self,
        seat: int,
        money: int,
        tokens: list[int],
        supply: list[int],
        stored: list[list[int]],
        spaces: list[int],
        market: list[int],
        gone: int,
        is_dry: bool,
    ) -> None:
        self.seat: Final = seat
        self.money: Final = money
        self.tokens: Final = tokens
        self.supply: Final = supply
        self.stored: Final = stored
        self.spaces: Final = spaces
        self.market: Final = market
        self.gone: Final = gone
        self.is_dry: Final = is_dry

    def values(self) -> list[Value]:
        return [
            self.seat,
            self.money,
            self.tokens,
            self.supply,
            self.stored,
            self.spaces,
            self.market,
            self.gone,
            int(self.is_dry),
        ]


class CitiesSupplied(Event):
    WORD: ClassVar[str] = "cities_supplied"
    FIELDS: ClassVar[tuple[str, ...]] = (
        "seat",
        "plants",
        "burned",
        "n_cities",
        "income",
        "stored",
    )

    def __init__(
        self,
        seat: int,
        plants: int,
        burned: list[int],
        n_cities: int,
        income: int,
        stored: list[list[int]],
    ) -> None:
        self.seat: Final = seat
        self.plants: Final = plants
        self.burned: Final = burned
        self.n_cities: Final = n_cities
        self.income: Final = income
        self.stored: Final = stored

    def values(self) -> list[Value]:
        return [self.seat, self.plants, self.burned, self.n_cities, self.income, self.stored]


class MarketRefilled(Event):
    WORD: ClassVar[str] = "market_refilled"
    FIELDS: ClassVar[tuple[str, ...]] = ("amounts",)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def values(self) -> list[Value]:
        return [self.amounts]


class TrustTookPlant(Event):
    """The Trust took a plant; ``scrapped`` left the game for it, or NONE; ``plants`` is its row."""

    WORD: ClassVar[str] = "trust_took_plant"
    FIELDS: ClassVar[tuple[str, ...]] = ("plant", "scrapped", "plants")

    def __init__(self, plant: int, scrapped: int, plants: list[int]) -> None:
        self.plant: Final = plant
        self.scrapped: Final = scrapped
        self.plants: Final = plants

    def values(self) -> list[Value]:
        return [self.plant, self.scrapped, self.plants]


class TrustTookFuel(Event):
    WORD: ClassVar[str] = "trust_took_fuel"
    FIELDS: ClassVar[tuple[str, ...]] = ("amounts",)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def values(self) -> list[Value]:
        return [self.amounts]


class TrustBurnedFuel(Event):
    WORD: ClassVar[str] = "trust_burned_fuel"
    FIELDS: ClassVar[tuple[str, ...]] = ("amounts",)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def values(self) -> list[Value]:
        return [self.amounts]


class TrustBuilt(Event):
    """A house of the Trust; ``seat`` placed or caused it."""

    WORD: ClassVar[str] = "trust_built"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "city", "space")

    def __init__(self, seat: int, city: int, space: int) -> None:
        self.seat: Final = seat
        self.city: Final = city
        self.space: Final = space

    def values(self) -> list[Value]:
        return [self.seat, self.city, self.space]


class PartsEvent(Event):
    """Something happened to an edition's own parts; ``seat`` gained ``gained`` by it, or NONE."""

    def __init__(self, seat: int, gained: int) -> None:
        self.seat: Final = seat
        self.gained: Final = gained


class PartsRestored(PartsEvent):
    """The parts are as they were before the action that was taken back."""

    WORD: ClassVar[str] = "parts_restored"
    FIELDS: ClassVar[tuple[str, ...]] = ("rows",)

    def __init__(self, rows: list[list[int]]) -> None:
        super().__init__(NONE, 0)
        self.rows: Final = rows

    def values(self) -> list[Value]:
        return [self.rows]


class FuelDealt(PartsEvent):
    """A fuel card was laid from the stack into a column."""

    WORD: ClassVar[str] = "fuel_dealt"
    FIELDS: ClassVar[tuple[str, ...]] = ("card", "column")

    def __init__(self, card: int, column: int) -> None:
        super().__init__(NONE, 0)
        self.card: Final = card
        self.column: Final = column

    def values(self) -> list[Value]:
        return [self.card, self.column]


class FuelCardBought(PartsEvent):
    """``kept`` units of a card were stored; the others became singles."""

    WORD: ClassVar[str] = "fuel_card_bought"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "card", "column", "kept", "cost")

    def __init__(self, seat: int, card: int, column: int, kept: int, cost: int) -> None:
        super().__init__(seat, -cost)
        self.card: Final = card
        self.column: Final = column
        self.kept: Final = kept
        self.cost: Final = cost

    def values(self) -> list[Value]:
        return [self.seat, self.card, self.column, self.kept, self.cost]


class ElectricityProduced(PartsEvent):
    """A seat ran plants, turned cards down and was paid."""

    WORD: ClassVar[str] = "electricity_produced"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "plants", "turns", "income")

    def __init__(self, seat: int, plants: int, turns: list[int], income: int) -> None:
        super().__init__(seat, income)
        self.plants: Final = plants
        self.turns: Final = turns
        self.income: Final = income

    def values(self) -> list[Value]:
        return [self.seat, self.plants, self.turns, self.income]


class FuelLost(PartsEvent):
    """What no longer fitted was turned off a seat's cards."""

    WORD: ClassVar[str] = "fuel_lost"
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "turns")

    def __init__(self, seat: int, turns: list[int]) -> None:
        super().__init__(seat, 0)
        self.turns: Final = turns

    def values(self) -> list[Value]:
        return [self.seat, self.turns]


class FuelMoved(PartsEvent):
    """Fuel cards moved to cheaper columns: card, from, to, in this order."""

    WORD: ClassVar[str] = "fuel_moved"
    FIELDS: ClassVar[tuple[str, ...]] = ("moves",)

    def __init__(self, moves: list[list[int]]) -> None:
        super().__init__(NONE, 0)
        self.moves: Final = moves

    def values(self) -> list[Value]:
        return [self.moves]


class FuelReshuffled(PartsEvent):
    """The discarded fuel cards are the stack now."""

    WORD: ClassVar[str] = "fuel_reshuffled"
    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(NONE, 0)
        self.number: Final = number

    def values(self) -> list[Value]:
        return [self.number]


class TrustTookCards(PartsEvent):
    """The Trust took fuel cards: card, column and the units it kept, in this order."""

    WORD: ClassVar[str] = "trust_took_cards"
    FIELDS: ClassVar[tuple[str, ...]] = ("taken",)

    def __init__(self, taken: list[list[int]]) -> None:
        super().__init__(NONE, 0)
        self.taken: Final = taken

    def values(self) -> list[Value]:
        return [self.taken]


class TrustBurnedCards(PartsEvent):
    """The Trust gave up all its fuel."""

    WORD: ClassVar[str] = "trust_burned_cards"

    def __init__(self) -> None:
        super().__init__(NONE, 0)


class LastRoundSet(PartsEvent):
    """The card that announces the last round has left; ``waited``: it lay on the market before."""

    WORD: ClassVar[str] = "last_round_set"
    FIELDS: ClassVar[tuple[str, ...]] = ("round", "waited")

    def __init__(self, round: int, waited: bool) -> None:
        super().__init__(NONE, 0)
        self.round: Final = round
        self.waited: Final = waited

    def values(self) -> list[Value]:
        return [self.round, int(self.waited)]


class GameEnded(Event):
    """What counts most for each seat, money (open now), and each seat's place."""

    WORD: ClassVar[str] = "game_ended"
    FIELDS: ClassVar[tuple[str, ...]] = ("scores", "money", "ranking")

    def __init__(self, scores: list[int], money: list[int], ranking: list[int]) -> None:
        self.scores: Final = scores
        """Cities supplied, or victory points."""
        self.money: Final = money
        self.ranking: Final = ranking

    def values(self) -> list[Value]:
        return [self.scores, self.money, self.ranking]

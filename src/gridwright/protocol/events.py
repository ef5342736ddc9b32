"""What happened in the game, as a viewer is told: one type for each event of the engine.

The fields are the engine's own, in its order (``engine.events``). Cards, cities, kinds and seats
are indexes; a mask has one bit for each; -1 is nobody or nothing.
"""

from typing import Any, Final, TypeAlias, get_args

import msgspec

from gridwright.engine.events import Event as Happening

Stored: TypeAlias = list[list[int]]
"""``stored[place][kind]``: the fuel on a seat's plants."""


class EventRecord(msgspec.Struct, frozen=True, tag_field="event"):
    """One fact that everybody may know."""


class OrderSet(EventRecord, frozen=True, tag="order_set"):
    order: list[int]


class RegionsChosen(EventRecord, frozen=True, tag="regions_chosen"):
    """The regions in play so far; ``seat`` drafted the last one, or NONE."""

    seat: int
    regions: int


class PhaseBegan(EventRecord, frozen=True, tag="phase_began"):
    phase: int
    round: int


class TurnPassed(EventRecord, frozen=True, tag="turn_passed"):
    """Who acts next, and how much of the turn could be taken back."""

    actor: int
    takebacks: int


class StepBegan(EventRecord, frozen=True, tag="step_began"):
    step: int


class CardRevealed(EventRecord, frozen=True, tag="card_revealed"):
    """The top card was turned up; ``next_back`` is visible now."""

    card: int
    next_back: int


class StackShuffled(EventRecord, frozen=True, tag="stack_shuffled"):
    next_back: int


class StackRanDry(EventRecord, frozen=True, tag="stack_ran_dry"):
    """No card is left to turn up."""


class CardJoined(EventRecord, frozen=True, tag="card_joined"):
    """A card was laid into the plant market."""

    card: int


class CardLeft(EventRecord, frozen=True, tag="card_left"):
    """A card left the game; ``cause`` is one of the LEFT constants."""

    card: int
    cause: int


class CardWentUnder(EventRecord, frozen=True, tag="card_went_under"):
    """A card was laid face down under the stack."""

    card: int


class MarketResized(EventRecord, frozen=True, tag="market_resized"):
    size: int
    current: int


class DiscountMoved(EventRecord, frozen=True, tag="discount_moved"):
    """The discount token lies on ``card`` now, or is put aside (NONE)."""

    card: int


class AuctionsBegan(EventRecord, frozen=True, tag="auctions_began"):
    """A new auction phase: nobody has bought or passed yet."""


class PlantOffered(EventRecord, frozen=True, tag="plant_offered"):
    seat: int
    plant: int
    bid: int
    contenders: int


class BidMade(EventRecord, frozen=True, tag="bid_made"):
    seat: int
    amount: int
    contenders: int


class SeatDroppedOut(EventRecord, frozen=True, tag="seat_dropped_out"):
    seat: int


class AuctionPassed(EventRecord, frozen=True, tag="auction_passed"):
    seat: int


class PlantBought(EventRecord, frozen=True, tag="plant_bought"):
    seat: int
    plant: int
    price: int
    stored: Stored


class AuctionClosed(EventRecord, frozen=True, tag="auction_closed"):
    """The sale is complete and no plant is under the hammer."""


class ScrapAsked(EventRecord, frozen=True, tag="scrap_asked"):
    seat: int


class PlantScrapped(EventRecord, frozen=True, tag="plant_scrapped"):
    """``lost`` tokens per kind went to the supply; ``paid`` came from the contractor."""

    seat: int
    plant: int
    lost: list[int]
    paid: int
    stored: Stored


class ContractorAdvanced(EventRecord, frozen=True, tag="contractor_advanced"):
    card: int


class KindsClosed(EventRecord, frozen=True, tag="kinds_closed"):
    """Kinds that are never refilled again."""

    kinds: int


class ResourcesBought(EventRecord, frozen=True, tag="resources_bought"):
    """``from_supply`` of the tokens came from the supply, the others from the market."""

    seat: int
    resource: int
    amount: int
    from_supply: int
    cost: int
    stored: Stored


class CityConnected(EventRecord, frozen=True, tag="city_connected"):
    """A house was built; ``path`` lists the cities along the connection that was paid."""

    seat: int
    city: int
    space: int
    house: int
    connection: int
    path: list[int]


class TurnFinished(EventRecord, frozen=True, tag="turn_finished"):
    seat: int


class TakenBack(EventRecord, frozen=True, tag="taken_back"):
    """An action of the running turn was undone: what came back, which spaces are empty again.

    ``market``, ``gone`` and ``is_dry`` are as before the action: it may have made a plant obsolete.
    """

    seat: int
    money: int
    tokens: list[int]
    supply: list[int]
    stored: Stored
    spaces: list[int]
    market: list[int]
    gone: int
    is_dry: int


class CitiesSupplied(EventRecord, frozen=True, tag="cities_supplied"):
    seat: int
    plants: int
    burned: list[int]
    n_cities: int
    income: int
    stored: Stored


class MarketRefilled(EventRecord, frozen=True, tag="market_refilled"):
    amounts: list[int]


class TrustTookPlant(EventRecord, frozen=True, tag="trust_took_plant"):
    """The Trust took a plant; ``scrapped`` left the game for it, or NONE; ``plants`` is its row."""

    plant: int
    scrapped: int
    plants: list[int]


class TrustTookFuel(EventRecord, frozen=True, tag="trust_took_fuel"):
    amounts: list[int]


class TrustBurnedFuel(EventRecord, frozen=True, tag="trust_burned_fuel"):
    amounts: list[int]


class TrustBuilt(EventRecord, frozen=True, tag="trust_built"):
    """A house of the Trust; ``seat`` placed or caused it."""

    seat: int
    city: int
    space: int


class PartsRestored(EventRecord, frozen=True, tag="parts_restored"):
    """The parts are as they were before the action that was taken back."""

    rows: list[list[int]]


class FuelDealt(EventRecord, frozen=True, tag="fuel_dealt"):
    """A fuel card was laid from the stack into a column."""

    card: int
    column: int


class FuelCardBought(EventRecord, frozen=True, tag="fuel_card_bought"):
    """``kept`` units of a card were stored; the others became singles."""

    seat: int
    card: int
    column: int
    kept: int
    cost: int


class ElectricityProduced(EventRecord, frozen=True, tag="electricity_produced"):
    """A seat ran plants, turned cards down and was paid."""

    seat: int
    plants: int
    turns: list[int]
    income: int


class FuelLost(EventRecord, frozen=True, tag="fuel_lost"):
    """What no longer fitted was turned off a seat's cards."""

    seat: int
    turns: list[int]


class FuelMoved(EventRecord, frozen=True, tag="fuel_moved"):
    """Fuel cards moved to cheaper columns: card, from, to, in this order."""

    moves: list[list[int]]


class FuelReshuffled(EventRecord, frozen=True, tag="fuel_reshuffled"):
    """The discarded fuel cards are the stack now."""

    number: int


class TrustTookCards(EventRecord, frozen=True, tag="trust_took_cards"):
    """The Trust took fuel cards: card, column and the units it kept, in this order."""

    taken: list[list[int]]


class TrustBurnedCards(EventRecord, frozen=True, tag="trust_burned_cards"):
    """The Trust gave up all its fuel."""


class LastRoundSet(EventRecord, frozen=True, tag="last_round_set"):
    """The card that announces the last round has left; ``waited``: it lay on the market before."""

    round: int
    waited: int


class GameEnded(EventRecord, frozen=True, tag="game_ended"):
    """What counts most for each seat, money (open now), and each seat's place."""

    scores: list[int]
    money: list[int]
    ranking: list[int]


Event: TypeAlias = (
    OrderSet
    | RegionsChosen
    | PhaseBegan
    | TurnPassed
    | StepBegan
    | CardRevealed
    | StackShuffled
    | StackRanDry
    | CardJoined
    | CardLeft
    | CardWentUnder
    | MarketResized
    | DiscountMoved
    | AuctionsBegan
    | PlantOffered
    | BidMade
    | SeatDroppedOut
    | AuctionPassed
    | PlantBought
    | AuctionClosed
    | ScrapAsked
    | PlantScrapped
    | ContractorAdvanced
    | KindsClosed
    | ResourcesBought
    | CityConnected
    | TurnFinished
    | TakenBack
    | CitiesSupplied
    | MarketRefilled
    | TrustTookPlant
    | TrustTookFuel
    | TrustBurnedFuel
    | TrustBuilt
    | PartsRestored
    | FuelDealt
    | FuelCardBought
    | ElectricityProduced
    | FuelLost
    | FuelMoved
    | FuelReshuffled
    | TrustTookCards
    | TrustBurnedCards
    | LastRoundSet
    | GameEnded
)

EVENTS: Final[dict[str, Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Event)}
"""The types by the engine's word for them."""


def event_record(event: Happening) -> Event:
    """An event of the engine as it is told."""
    record: Event = EVENTS[event.WORD](*event.values())
    return record

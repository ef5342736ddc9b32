"""What happened, in words: one sentence for each event worth telling."""

from typing import Final

from gridwright.cli.drawing.names import Names, counted, joined
from gridwright.engine.events import (
    LEFT_OBSOLETE,
    LEFT_STEP,
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    LEFT_UPKEEP,
    AuctionPassed,
    BidMade,
    CardJoined,
    CardLeft,
    CardWentUnder,
    CitiesSupplied,
    CityConnected,
    ContractorAdvanced,
    DiscountMoved,
    Event,
    GameEnded,
    KindsClosed,
    MarketRefilled,
    MarketResized,
    OrderSet,
    PlantBought,
    PlantOffered,
    PlantScrapped,
    RegionsChosen,
    ResourcesBought,
    SeatDroppedOut,
    StackRanDry,
    StackShuffled,
    StepBegan,
    TakenBack,
    TrustBuilt,
    TrustBurnedFuel,
    TrustTookFuel,
    TrustTookPlant,
    TurnFinished,
)
from gridwright.engine.ids import NONE

CAUSES: Final = {
    LEFT_OBSOLETE: "is obsolete and leaves the game",
    LEFT_UNSOLD: "was not sold and leaves the game",
    LEFT_UNDERCUT: "is smaller than the plant under the token and leaves the game",
    LEFT_STEP: "leaves the game",
    LEFT_UPKEEP: "is the smallest and leaves the game",
}
"""A plant that was given up is told by the sentence about giving it up."""


def tell(event: Event, names: Names) -> str:
    """The event as a sentence; empty for what another event tells or nobody needs to read."""
    for teller in (_tell_auction, _tell_market, _tell_turn, _tell_trust, _tell_table):
        sentence = teller(event, names)
        if sentence:
            return sentence
    return ""


def _tell_auction(event: Event, names: Names) -> str:
    if isinstance(event, PlantOffered):
        return f"Seat {event.seat} offers {names.card(event.plant)} and bids {event.bid}."
    if isinstance(event, BidMade):
        return f"Seat {event.seat} bids {event.amount}."
    if isinstance(event, SeatDroppedOut):
        return f"Seat {event.seat} drops out."
    if isinstance(event, AuctionPassed):
        return f"Seat {event.seat} passes."
    if isinstance(event, PlantBought):
        return f"Seat {event.seat} buys {names.card(event.plant)} for {event.price}."
    if isinstance(event, PlantScrapped):
        sentence = f"Seat {event.seat} gives up {names.card(event.plant)}"
        if any(event.lost):
            sentence += f", loses {names.fuel(event.lost)}"
        if event.paid:
            sentence += f", is paid {event.paid}"
        return sentence + "."
    if isinstance(event, ContractorAdvanced):
        return f"Contractor card {event.card + 1} is on top."
    return ""


def _tell_market(event: Event, names: Names) -> str:
    if isinstance(event, CardJoined):
        return f"{_capital(names.card(event.card))} joins the market."
    if isinstance(event, CardLeft):
        cause = CAUSES.get(event.cause)
        return f"{_capital(names.card(event.card))} {cause}." if cause else ""
    if isinstance(event, CardWentUnder):
        return f"{_capital(names.card(event.card))} goes under the stack."
    if isinstance(event, StackShuffled):
        return "The stack is shuffled."
    if isinstance(event, StackRanDry):
        return "The stack is empty; nothing is drawn."
    if isinstance(event, MarketResized):
        return f"The market now holds {event.size} cards, {event.current} of them current."
    if isinstance(event, DiscountMoved):
        if event.card == NONE:
            return "The discount token is put aside."
        return f"The discount token lies on {names.card(event.card)}."
    if isinstance(event, MarketRefilled):
        return f"Refilled: {names.fuel(event.amounts)}."
    if isinstance(event, KindsClosed):
        kinds = [kind for place, kind in enumerate(names.kinds) if event.kinds >> place & 1]
        return f"{_capital(joined(kinds))} is never refilled again."
    return ""


def _tell_turn(event: Event, names: Names) -> str:
    if isinstance(event, ResourcesBought):
        bought = f"{event.amount} {names.kinds[event.resource]}"
        return f"Seat {event.seat} buys {bought} for {event.cost}."
    if isinstance(event, CityConnected):
        cost = event.house + event.connection
        sentence = f"Seat {event.seat} connects {names.cities[event.city]} for {cost}"
        if event.connection:
            sentence += f" (house {event.house}, connection {event.connection}"
            through = [names.cities[city] for city in event.path[1:-1]]
            if through:
                sentence += f" through {joined(through)}"
            sentence += ")"
        return sentence + "."
    if isinstance(event, TurnFinished):
        return f"Seat {event.seat} is done."
    if isinstance(event, TakenBack):
        return f"Seat {event.seat} takes the last action back."
    if isinstance(event, CitiesSupplied):
        supplied = counted(event.n_cities, "city", "cities")
        if not event.plants:
            return f"Seat {event.seat} runs no plant and earns {event.income}."
        noun = "plant" if event.plants & (event.plants - 1) == 0 else "plants"
        return (
            f"Seat {event.seat} runs {noun} {names.plants(event.plants)}, "
            f"supplies {supplied} and earns {event.income}."
        )
    return ""


def _tell_trust(event: Event, names: Names) -> str:
    if isinstance(event, TrustBuilt):
        return f"A house of the Trust is placed in {names.cities[event.city]}."
    if isinstance(event, TrustTookPlant):
        sentence = f"The Trust takes {names.card(event.plant)}"
        if event.scrapped != NONE:
            sentence += f" and gives up {names.card(event.scrapped)}"
        return sentence + "."
    if isinstance(event, TrustTookFuel):
        return f"The Trust takes {names.fuel(event.amounts)}."
    if isinstance(event, TrustBurnedFuel):
        return f"The Trust returns {names.fuel(event.amounts)} to the supply."
    return ""


def _tell_table(event: Event, names: Names) -> str:
    if isinstance(event, OrderSet):
        return f"Order of the seats: {', '.join(str(seat) for seat in event.order)}."
    if isinstance(event, RegionsChosen):
        if event.seat == NONE:
            return f"In play: {names.region_list(event.regions)}."
        return f"Seat {event.seat} drafts; so far: {names.region_list(event.regions)}."
    if isinstance(event, StepBegan):
        return f"Step {event.step} begins."
    if isinstance(event, GameEnded):
        return tell_winners(event.supplied, event.money, event.ranking)
    return ""


def tell_winners(supplied: list[int], money: list[int], ranking: list[int]) -> str:
    """Who won, by how much."""
    winners = [seat for seat, place in enumerate(ranking) if place == 1]
    first = winners[0]
    by = f"{counted(supplied[first], 'city', 'cities')} supplied, {money[first]} Elektro"
    if len(winners) == 1:
        return f"Seat {first} wins: {by}."
    return f"Seats {joined([str(seat) for seat in winners])} share the win: {by}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

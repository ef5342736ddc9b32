"""Events in words: one sentence for each event worth reporting."""

from typing import Final

from gridwright.cli.drawing.names import Names, counted, joined, part_name
from gridwright.engine.editions.card.vocabulary import (
    ElectricityProduced,
    FuelCardBought,
    FuelDealt,
    FuelLost,
    FuelMoved,
    FuelReshuffled,
    LastRoundSet,
    TrustBurnedCards,
    TrustTookCards,
)
from gridwright.engine.ids import NONE
from gridwright.engine.second_market import AT_SECOND
from gridwright.engine.vocabulary.auction import (
    AuctionPassed,
    BidMade,
    ContractorAdvanced,
    PlantBought,
    PlantOffered,
    PlantScrapped,
    SeatDroppedOut,
)
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.fuel import KindsClosed, MarketRefilled, ResourcesBought
from gridwright.engine.vocabulary.market import (
    LEFT_OBSOLETE,
    LEFT_STEP,
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    LEFT_UPKEEP,
    CardJoined,
    CardLeft,
    CardWentUnder,
    DiscountMoved,
    MarketResized,
    StackRanDry,
    StackShuffled,
)
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.production import CitiesSupplied, SaleDeclined
from gridwright.engine.vocabulary.setup import OrderSet, RegionsChosen
from gridwright.engine.vocabulary.trust import (
    TrustBuilt,
    TrustBurnedFuel,
    TrustTookFuel,
    TrustTookPlant,
)
from gridwright.engine.vocabulary.turn import (
    GameEnded,
    PhaseBegan,
    StepBegan,
    TakenBack,
    TurnFinished,
)

CAUSES: Final = {
    LEFT_OBSOLETE: "is obsolete and leaves the game",
    LEFT_UNSOLD: "was not sold and leaves the game",
    LEFT_UNDERCUT: "is smaller than the plant under the token and leaves the game",
    LEFT_STEP: "leaves the game",
    LEFT_UPKEEP: "is the smallest and leaves the game",
}
"""A plant that was given up is reported by the sentence about giving it up."""


class Teller:
    """Turns events into sentences; fuel cards dealt in a row become one sentence."""

    def __init__(self, names: Names) -> None:
        self.names: Final = names
        self._dealt: list[list[int]] = []
        """Card and column of those that were not told yet."""

    def sentences(self, event: Event) -> list[str]:
        """Return the sentences for now: the event, and before it the one that waited."""
        if isinstance(event, FuelDealt):
            self._dealt.append([event.card, event.column])
            return []
        sentence = tell(event, self.names)
        told = [sentence] if sentence else []
        if self._dealt and (told or isinstance(event, PhaseBegan)):
            told.insert(0, _tell_dealt(self._dealt, self.names))
            self._dealt = []
        return told


def tell(event: Event, names: Names) -> str:
    """The event as a sentence; empty if another event says it or no reader needs it."""
    tellers = (
        *(_tell_auction, _tell_market, _tell_turn, _tell_fuel, _tell_trust, _tell_table),
        _tell_part,
    )
    for teller in tellers:
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
        return f"The discount token is on {names.card(event.card)}."
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
    if isinstance(event, SaleDeclined):
        return f"The mines of seat {event.seat} sell nothing this round."
    if isinstance(event, CitiesSupplied):
        supplied = counted(event.n_cities, "city", "cities")
        if not event.plants:
            return f"Seat {event.seat} runs no plant and earns {event.income}."
        return (
            f"Seat {event.seat} runs {_named_plants(event.plants, names)}, "
            f"supplies {supplied} and earns {event.income}."
        )
    return ""


def _tell_part(event: Event, names: Names) -> str:
    """Return the sentence about the second market's refill, or about the pay for a part."""
    second = names.game.rules.market.second
    if isinstance(event, PartChanged) and event.gained > 0:
        return f"Seat {event.seat} is paid {event.gained}: {part_name(event.place, names)}."
    if second is None or not isinstance(event, PartChanged):
        return ""
    name = names.markets[1]
    if event.place == second.sides and AT_SECOND in event.row:
        return f"Seat {event.row.index(AT_SECOND)} buys in the {name} this turn."
    if event.place == second.part and min(event.to_supply) < 0:
        return f"Refilled in the {name}: {names.fuel([-each for each in event.to_supply])}."
    return ""


def _named_plants(plants: int, names: Names) -> str:
    noun = "plant" if plants & (plants - 1) == 0 else "plants"
    return f"{noun} {names.plants(plants)}"


def _tell_fuel(event: Event, names: Names) -> str:
    """Return the sentence about an event of fuel cards."""
    cards = names.fuel_cards
    if isinstance(event, FuelDealt):
        return _tell_dealt([[event.card, event.column]], names)
    if isinstance(event, FuelCardBought):
        sentence = f"Seat {event.seat} buys {names.fuel_card(event.card)} for {event.cost}"
        spilled = cards.units_of[event.card] - event.kept
        return f"{sentence}, {spilled} of it spilled." if spilled else f"{sentence}."
    if isinstance(event, ElectricityProduced):
        if not event.plants:
            return f"Seat {event.seat} runs no plant and earns {event.income}."
        sentence = f"Seat {event.seat} runs {_named_plants(event.plants, names)}"
        if event.turns:
            sentence += f", burns {names.turns(event.turns)}"
        return f"{sentence} and earns {event.income}."
    if isinstance(event, FuelLost):
        return f"Seat {event.seat} loses fuel without room: {names.turns(event.turns)}."
    if isinstance(event, FuelMoved):
        return _tell_moved(event.moves, names)
    if isinstance(event, FuelReshuffled):
        return f"The discarded fuel cards are shuffled and are the stack now, time {event.number}."
    if isinstance(event, LastRoundSet):
        return f"Round {event.round} is the last."
    return ""


def _tell_moved(moves: list[list[int]], names: Names) -> str:
    """Fuel cards that moved, by the columns they moved between."""
    prices = names.fuel_cards.prices
    moved: dict[str, list[str]] = {}
    for card, column, cheaper in moves:
        way = f"from {prices[column]} to {prices[cheaper]}"
        moved.setdefault(way, []).append(names.fuel_card(card))
    parts = [f"{way} {joined(cards)}" for way, cards in moved.items()]
    return f"Fuel gets cheaper: {'; '.join(parts)}."


def _tell_dealt(dealt: list[list[int]], names: Names) -> str:
    """Fuel cards from the stack by the price they are sold for now."""
    prices = names.fuel_cards.prices
    parts: list[str] = []
    for column in sorted({column for _card, column in dealt}):
        cards = sorted(card for card, where in dealt if where == column)
        parts.append(f"for {prices[column]} {joined([names.fuel_card(card) for card in cards])}")
    return f"New fuel: {'; '.join(parts)}."


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
    if isinstance(event, TrustTookCards):
        taken = [_trust_card(card, column, kept, names) for card, column, kept in event.taken]
        return f"The Trust takes {joined(taken)}."
    if isinstance(event, TrustBurnedCards):
        return "The Trust gives up all its fuel."
    return ""


def _trust_card(card: int, column: int, kept: int, names: Names) -> str:
    """A fuel card that the Trust took, where from, and what was spilled of it."""
    words = f"{names.fuel_card(card)} from column {names.fuel_cards.prices[column]}"
    spilled = names.fuel_cards.units_of[card] - kept
    return f"{words} ({spilled} spilled)" if spilled else words


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
        return tell_winners(event.scores, event.money, event.ranking, names)
    return ""


def tell_winners(scores: list[int], money: list[int], ranking: list[int], names: Names) -> str:
    """Return the winners and their margin."""
    winners = [seat for seat, place in enumerate(ranking) if place == 1]
    first = winners[0]
    score = f"{counted(scores[first], 'city', 'cities')} supplied"
    if names.has_points:
        score = counted(scores[first], "point")
    by = f"{score}, {money[first]} Elektro"
    if len(winners) == 1:
        return f"Seat {first} wins: {by}."
    return f"Seats {joined([str(seat) for seat in winners])} share the win: {by}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

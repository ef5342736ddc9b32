"""Nearly legal actions: a wrong seat, one too many, a closed city, another phase."""

from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, MayProduce, Produce
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NO_ACTOR, NONE, SPECTATOR
from gridwright.engine.masks import mask_of
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    PassAuction,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, Offer, build_action
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying, MayBuy
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.production import DeclineSale, MayRun, RunPlants
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
    MayOrder,
)
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack

HUGE: Final = (1_000_000, 1 << 31, 1 << 63, 10**30)
SMALL: Final = (0, -1, -1_000_000)


def near_misses(game: Game, state: State, dice: Dice) -> list[Action]:
    """Return mutated and out-of-turn actions for a position. A few of them may be legal."""
    actor = state.actor
    found = other_phases(game, actor)
    for offer in game.offers(state):
        found.extend(_beyond(offer))
        found.extend(_other_seats(game, offer.sample(dice)))
    found.extend(other_places(game, state, actor))
    found.extend(outcomes(game))
    for seat in [*range(game.rules.n_seats), CHANCE, NO_ACTOR]:
        found.append(TakeBack(seat))
    return found


def _around(low: int, high: int) -> list[int]:
    """Return amounts just outside a range, and some far outside."""
    return [low - 1, high + 1, *SMALL, *HUGE]


def _beyond(offer: Offer) -> list[Action]:
    """Return the ends of every range of an offer, one step too far and many."""
    found: list[Action] = []
    if isinstance(offer, MayBid):
        found.extend([Bid(offer.seat, bid) for bid in _around(offer.low, offer.high)])
    elif isinstance(offer, MayOffer):
        for place, plant in enumerate(offer.plants):
            for bid in _around(offer.lows[place], offer.highs[place]):
                found.append(OfferPlant(offer.seat, plant, bid))
    elif isinstance(offer, MayScrap):
        for place, plant in enumerate(offer.plants):
            low = offer.lows[place]
            for lost in _around(low, offer.most(place)):
                found.append(ScrapPlant(offer.seat, plant, lost))
            for beyond, most in enumerate(offer.mores[place]):
                for more in _around(0, most):
                    found.append(ScrapPlant(offer.seat, plant, low + beyond, more))
    elif isinstance(offer, MayBuy):
        for amount in _around(1, offer.most):
            found.append(BuyResources(offer.seat, offer.resource, amount))
    elif isinstance(offer, MayProduce):
        found.extend(_other_turns(offer))
    elif isinstance(offer, MayRun):
        for run in offer.runs:
            for first in _around(run.low, run.high):
                found.append(RunPlants(offer.seat, run.plants, first))
    elif isinstance(offer, MayOrder):
        seats = list(range(offer.n_seats))
        found.extend([DrawOrder(seats[1:]), DrawOrder([*seats, 0]), DrawOrder([])])
        found.extend([DrawOrder([0] * offer.n_seats), DrawOrder([*seats[1:], offer.n_seats])])
    return found


def _other_turns(offer: MayProduce) -> list[Action]:
    """Return too little or too much of the first kind, and cards that the offer does not turn."""
    found: list[Action] = []
    cards = offer.cards
    for run in offer.runs:
        for first in _around(run.low, run.high):
            found.append(Produce(offer.seat, run.plants, first, []))
        turns = cards.fewest_first(offer.stored, offer.fuel.burned_by(run, run.low))
        for others in (turns[1:], [0, *turns], [*turns, *turns[-1:]], turns[::-1], [-1], [10**9]):
            if others:
                found.append(Produce(offer.seat, run.plants, run.low, others))
    return found


def _other_seats(game: Game, action: Action) -> list[Action]:
    """Return the same action by all other seats, and by seats that do not exist."""
    if action.seat == CHANCE:
        return []
    seats = [*range(game.rules.n_seats + 1), CHANCE, NO_ACTOR, SPECTATOR, 1 << 40]
    return [with_seat(action, seat) for seat in seats if seat != action.seat]


def with_seat(action: Action, seat: int) -> Action:
    """Return a seat's action in the name of another seat."""
    return build_action(type(action), seat, action.values())


def other_phases(game: Game, seat: int) -> list[Action]:
    """Return one action of every kind by one seat; at most a few belong to the phase."""
    return [
        DraftRegion(seat, 0),
        PlaceTrustHouse(seat, 0),
        OfferPlant(seat, 0, game.rules.deck.plants[0].number),
        PassAuction(seat),
        Bid(seat, 10),
        DropOut(seat),
        ScrapPlant(seat, 0, 0),
        BuyResources(seat, 0, 1),
        ChangeMarket(seat),
        FinishBuying(seat),
        ConnectCity(seat, 0),
        ExtendNetwork(seat, 0),
        FinishBuilding(seat),
        RunPlants(seat, 0, 0),
        DeclineSale(seat),
        BuyCard(seat, 0, 2),
        Produce(seat, 0, 0, []),
        DealFuel(0),
        DrawTrustRegion(0),
        DrawTrustCity(0),
        DrawOrder(list(range(game.rules.n_seats))),
        DrawRegions(1),
        RevealCard(0, 0),
        ShuffleStack(0),
    ]


def other_places(game: Game, state: State, seat: int) -> list[Action]:
    """Return an action for every plant, city, kind, region and set of plants, by phase."""
    rules = game.rules
    plants = [*range(-1, rules.deck.n_cards + 1), 1 << 40]
    cities = [*range(-1, rules.board.n_cities + 1), 1 << 40]
    found: list[Action] = []
    for plant in plants:
        price = rules.deck.plants[plant].number if 0 <= plant < rules.deck.step_card else 3
        found.append(OfferPlant(seat, plant, price))
        found.append(ScrapPlant(seat, plant, 0))
        running = 1 << plant if 0 <= plant < 64 else plant
        found.extend([RunPlants(seat, running, 0), Produce(seat, running, 0, [])])
    found.extend([ConnectCity(seat, city) for city in cities])
    found.extend([ExtendNetwork(seat, city) for city in cities])
    found.extend([PlaceTrustHouse(seat, city) for city in cities])
    for kind in range(-1, rules.market.n_kinds + 1):
        found.extend([BuyResources(seat, kind, amount) for amount in (1, 2, 7, 13, 25)])
    for card in [*range(-1, rules.cards.n_cards + 1), 1 << 40]:
        found.extend([BuyCard(seat, card, price) for price in (-1, 0, 1, 2, 3, 4, 5, 1 << 40)])
    found.extend([DraftRegion(seat, region) for region in range(-1, len(rules.board.regions) + 1)])
    if 0 <= seat < rules.n_seats:
        owned = state.plants[seat]
        for place in range(len(owned)):
            running = mask_of(owned[place:])
            found.extend([RunPlants(seat, running, 0), Produce(seat, running, 0, [])])
    return found


def outcomes(game: Game) -> list[Action]:
    """Return outcomes of chance, most of them impossible at any one time."""
    deck = game.rules.deck
    backs = [*range(-1, deck.n_backs + 1)]
    found: list[Action] = [ShuffleStack(back) for back in backs]
    for card in [NONE, *range(deck.n_cards + 1), 1 << 20]:
        found.extend([RevealCard(card, back) for back in backs])
    found.extend([DrawTrustRegion(region) for region in [NONE, 0, 5, 6, 1 << 40]])
    found.extend([DrawTrustCity(city) for city in [NONE, 0, 41, 90, 1 << 40]])
    found.extend([DealFuel(card) for card in [NONE, *range(game.rules.cards.n_cards + 1), 1 << 40]])
    found.extend([DrawRegions(regions) for regions in [-1, 0, 1, 7, 31, 63, 64, 1 << 40]])
    return found

"""Offers are exact: whatever anybody could try, just what is offered is accepted."""

from itertools import permutations
from typing import Final

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyResources,
    ConnectCity,
    DraftRegion,
    DropOut,
    FinishBuilding,
    FinishBuying,
    OfferPlant,
    PassAuction,
    PlaceTrustHouse,
    RunPlants,
    ScrapPlant,
    TakeBack,
)
from gridwright.engine.chance import DrawOrder, DrawRegions, RevealCard, ShuffleStack
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import mask_of
from gridwright.engine.state import State

MOST_AMOUNT: Final = 30
MOST_FIRST: Final = 12
MOST_ORDERED_SEATS: Final = 4
"""All orders of more seats would be too many to try."""


def every_action(game: Game, state: State) -> list[Action]:
    """A superset of what the actor may do, whatever the phase."""
    if state.actor == CHANCE:
        return _every_outcome(game)
    seat = state.actor
    rules = game.rules
    found: list[Action] = [
        PassAuction(seat),
        DropOut(seat),
        FinishBuying(seat),
        FinishBuilding(seat),
        TakeBack(seat),
    ]
    bids = _bids(game, state)
    found.extend([Bid(seat, bid) for bid in bids])
    for plant in range(len(rules.deck.plants)):
        number = rules.deck.plants[plant].number
        around = bids | {number - 1, number, number + 1}
        found.extend([OfferPlant(seat, plant, bid) for bid in sorted(around)])
        found.extend([ScrapPlant(seat, plant, lost) for lost in range(MOST_FIRST + 1)])
    for kind in range(rules.market.n_kinds):
        found.extend([BuyResources(seat, kind, amount) for amount in range(MOST_AMOUNT + 1)])
    for city in range(rules.board.n_cities):
        found.extend([ConnectCity(seat, city), PlaceTrustHouse(seat, city)])
    found.extend([DraftRegion(seat, region) for region in range(len(rules.board.regions))])
    found.extend(_every_run(seat, state.plants[seat]))
    return found


def _bids(game: Game, state: State) -> set[int]:
    """Amounts on both sides of every bound there could be."""
    bounds = {0, 1, state.auction.bid, state.money[state.actor], game.rules.start_money}
    return {bound + step for bound in bounds for step in (-1, 0, 1)}


def _every_run(seat: int, owned: list[int]) -> list[Action]:
    found: list[Action] = []
    for subset in range(1 << len(owned)):
        chosen = [owned[place] for place in range(len(owned)) if subset >> place & 1]
        for first in range(MOST_FIRST + 1):
            found.append(RunPlants(seat, mask_of(chosen), first))
    return found


def _every_outcome(game: Game) -> list[Action]:
    deck = game.rules.deck
    n_seats = game.rules.n_seats
    backs = range(-1, deck.n_backs)
    found: list[Action] = [ShuffleStack(back) for back in backs]
    for card in range(-1, deck.n_cards):
        found.extend([RevealCard(card, back) for back in backs])
    found.extend([DrawRegions(mask) for mask in range(1 << len(game.rules.board.regions))])
    if n_seats <= MOST_ORDERED_SEATS:
        found.extend(
            [DrawOrder(list(order)) for order in permutations(range(-1, n_seats), n_seats)]
        )
    return found

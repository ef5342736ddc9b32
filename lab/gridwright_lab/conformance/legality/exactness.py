"""Offers are exact: of all possible actions the engine accepts only the offered ones."""

from itertools import permutations
from typing import Final

from gridwright.engine.digest import state_key
from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.vocabulary import BuyCard, DealFuel, Produce
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import mask_of
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity, ExtendNetwork, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.production import DeclineSale, RunPlants
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawOrder,
    DrawRegions,
    DrawTrustCity,
    DrawTrustRegion,
)
from gridwright.engine.vocabulary.trust import PlaceTrustHouse
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling.positions import Position

MAX_AMOUNT: Final = 30
MAX_FIRST: Final = 12
MAX_MORE: Final = 8
MAX_PRICE: Final = 6
MAX_ORDERED_SEATS: Final = 4
"""Highest number of seats at which orders with an unknown seat are tried too."""


class Exactness:
    """Counts of tried actions, with the disagreements of offers and verification."""

    def __init__(self) -> None:
        self.positions = 0
        self.tried = 0
        self.accepted = 0
        self.wrong: Final[list[str]] = []

    def examine(self, subject: GameUnderTest, position: Position) -> None:
        """Try all actions in one position."""
        state = position.state
        before = state_key(state)
        offers = subject.offers(state)
        actions = {action.key(): action for action in every_action(subject.game, state)}
        for action in subject.legal(state):
            self._require(action.key() in actions, position, action, "not in the superset")
        for action in actions.values():
            offered = subject.is_held(state, offers, action)
            accepted = self._is_accepted(subject, state, action)
            self._require(accepted == offered, position, action, f"accepted {accepted}")
            self.tried += 1
            self.accepted += accepted
        self._require(state_key(state) == before, position, None, "the position was changed")
        self.positions += 1

    def _is_accepted(self, subject: GameUnderTest, state: State, action: Action) -> bool:
        try:
            subject.verify(state, action)
        except IllegalAction:
            return False
        return True

    def _require(
        self, holds: bool, position: Position, action: Action | None, problem: str
    ) -> None:
        if not holds:
            self.wrong.append(f"{position}: {action}: {problem}")


def every_action(game: Game, state: State) -> list[Action]:
    """Return a superset of the actor's legal actions, in any phase."""
    if state.actor == CHANCE:
        return _every_outcome(game)
    seat = state.actor
    rules = game.rules
    found: list[Action] = [
        PassAuction(seat),
        DropOut(seat),
        FinishBuying(seat),
        ChangeMarket(seat),
        FinishBuilding(seat),
        DeclineSale(seat),
        TakeBack(seat),
    ]
    bids = _bids(game, state)
    found.extend([Bid(seat, bid) for bid in bids])
    for plant in range(len(rules.deck.plants)):
        number = rules.deck.plants[plant].number
        around = bids | {number - 1, number, number + 1}
        found.extend([OfferPlant(seat, plant, bid) for bid in sorted(around)])
        for lost in range(MAX_FIRST + 1):
            found.extend([ScrapPlant(seat, plant, lost, more) for more in range(MAX_MORE + 1)])
    for kind in range(rules.market.n_kinds):
        found.extend([BuyResources(seat, kind, amount) for amount in range(MAX_AMOUNT + 1)])
    for city in range(rules.board.n_cities):
        found.extend([ConnectCity(seat, city), ExtendNetwork(seat, city)])
        found.append(PlaceTrustHouse(seat, city))
    found.extend([DraftRegion(seat, region) for region in range(len(rules.board.regions))])
    for card in range(-1, rules.cards.n_cards + 1):
        found.extend([BuyCard(seat, card, price) for price in range(MAX_PRICE + 1)])
    found.extend(_every_run(seat, state.plants[seat]))
    found.extend(_every_production(game, state))
    return found


def _every_production(game: Game, state: State) -> list[Action]:
    """Return every set of plants and mix of fuel, with cards turned in valid and invalid ways."""
    cards = game.rules.cards
    if cards.n_cards == 0:
        return [Produce(state.actor, 0, 0, [])]
    stored = depot_of(state).stored[state.actor]
    found: list[Action] = []
    for run in _every_run(state.actor, state.plants[state.actor]):
        assert isinstance(run, RunPlants)
        burned = game.rules.fuel.burned(state.plants[state.actor], run.plants, run.first)
        ways: list[list[int]] = [[], [0]]
        if run.first <= sum(burned) and min(burned) >= 0:
            fewest = cards.fewest_first(stored, burned)
            ways += [fewest, cards.most_first(stored, burned), fewest[1:], sorted([0, *fewest])]
        found.extend([Produce(run.seat, run.plants, run.first, way) for way in ways])
    return found


def _bids(game: Game, state: State) -> set[int]:
    """Return amounts on both sides of every possible bound."""
    bounds = {0, 1, state.auction.bid, state.money[state.actor], game.rules.start_money}
    return {bound + step for bound in bounds for step in (-1, 0, 1)}


def _every_run(seat: int, owned: list[int]) -> list[Action]:
    found: list[Action] = []
    for subset in range(1 << len(owned)):
        chosen = [owned[place] for place in range(len(owned)) if subset >> place & 1]
        for first in range(MAX_FIRST + 1):
            found.append(RunPlants(seat, mask_of(chosen), first))
    return found


def _every_outcome(game: Game) -> list[Action]:
    deck = game.rules.deck
    n_seats = game.rules.n_seats
    regions = game.rules.board.regions
    backs = range(-1, deck.n_backs)
    found: list[Action] = [ShuffleStack(back) for back in backs]
    for card in range(-1, deck.n_cards):
        found.extend([RevealCard(card, back) for back in backs])
    found.extend([DrawTrustRegion(region) for region in range(-1, len(regions) + 1)])
    found.extend([DrawTrustCity(city) for city in range(-1, game.rules.board.n_cities + 1)])
    found.extend([DealFuel(card) for card in range(-1, game.rules.cards.n_cards + 1)])
    found.extend([DrawRegions(mask) for mask in range(1 << len(regions))])
    seats = range(-1 if n_seats <= MAX_ORDERED_SEATS else 0, n_seats)
    found.extend([DrawOrder(list(order)) for order in permutations(seats, n_seats)])
    return found

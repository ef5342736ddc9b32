"""The coverage of a game: how step 3 came, how it ended, what decided it, which options acted."""

from typing import Final

from gridwright.engine.editions.card.vocabulary import (
    FuelCardBought,
    FuelLost,
    FuelMoved,
    FuelReshuffled,
    LastRoundSet,
    Produce,
    TrustTookCards,
)
from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.network import Board
from gridwright.engine.rules import REGIONS_DRAFTED, REGIONS_GIVEN
from gridwright.engine.scoring import CITIES, LAST_ROUND
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    AuctionsBegan,
    PlantScrapped,
    ScrapPlant,
    SeatDroppedOut,
)
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.engine.vocabulary.building import ExtendNetwork
from gridwright.engine.vocabulary.fuel import KindsClosed, ResourcesBought
from gridwright.engine.vocabulary.market import (
    LEFT_OBSOLETE,
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    CardLeft,
    CardRevealed,
    CardWentUnder,
    DiscountMoved,
    StackRanDry,
)
from gridwright.engine.vocabulary.production import DeclineSale
from gridwright.engine.vocabulary.setup import DraftRegion, DrawOrder, DrawRegions
from gridwright.engine.vocabulary.trust import TrustBuilt, TrustTookFuel, TrustTookPlant
from gridwright.engine.vocabulary.turn import GameEnded, StepBegan, TakeBack

STEP_THREE: Final = "step-3-in-"
"""Prefix; the rest is the name of the phase in which the Step 3 card was drawn."""
SKIPPED_STEP_TWO: Final = "step-3-before-step-2"
ENDED_BY_CITIES: Final = "ended-by-cities"
ENDED_BY_DRY_STACK: Final = "ended-by-dry-stack"
ENDED_BY_STANDSTILL: Final = "ended-by-standstill"
"""No plant was left and no network could grow (c9.6)."""
WON_BY_SUPPLY: Final = "won-by-supply"
WON_BY_MONEY: Final = "won-by-money"
WON_BY_CITIES: Final = "won-by-cities"
SHARED_WIN: Final = "shared-win"
ENDED_BY_LAST_ROUND: Final = "ended-by-last-round"
WON_BY_PLANT: Final = "won-by-plant"
END_CARD: Final = "end-card-in-"
"""Prefix; the rest is the cause of drawing the card that announces the last round (k8)."""
FOR_AUCTION: Final = "auction"
FOR_RESHUFFLE: Final = "reshuffle"
FOR_UPKEEP: Final = "upkeep"
RESHUFFLES: Final = "reshuffles-"
"""Prefix; the rest is the number of times that fuel cards were shuffled again in the game."""
SALE_DECLINED: Final = "sale-declined"
NETWORK_EXTENDED: Final = "network-extended"
FUEL_GIVEN_UP: Final = "fuel-given-up"
"""Fuel went with its plant although it would have fitted elsewhere (c3.23)."""
METROPOLIS_TWICE: Final = "metropolis-twice"
"""One seat ended with a house in both halves of a metropolis (d13.2)."""

_CAUSES: Final = {
    LEFT_OBSOLETE: "plant-obsolete",
    LEFT_UNDERCUT: "discount-undercut",
    LEFT_UNSOLD: "plant-unsold",
}


class Coverage:
    """Observes one game; ``found`` contains the situations that it has reached so far."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self.found: Final[set[str]] = set()
        self._step = 1
        self._drawn_for = FOR_AUCTION
        self._n_reshuffles = 0
        self._metropolises: Final = list_metropolises(game.rules.board)
        options = game.rules.options
        if options.region_choice == REGIONS_GIVEN:
            self.found.add("regions-given")
        if options.given_order:
            self.found.add("order-given")
        if options.hidden_money:
            self.found.add("hidden-money")

    def watch(self, phase: int, action: Action, events: list[Event], after: State) -> None:
        """Record one action that was applied in ``phase``."""
        self._watch_action(action)
        for event in events:
            if isinstance(event, CardRevealed):
                if event.card == self.game.rules.deck.step_card:
                    self._watch_last_card(self.game.phases[phase].NAME)
            elif isinstance(event, StepBegan):
                if event.step - self._step > 1:
                    self.found.add(SKIPPED_STEP_TWO)
                self._step = event.step
                self.found.add(f"step-{event.step}")
            elif isinstance(event, GameEnded):
                self._watch_end(event, after)
            else:
                self._watch_fuel_cards(event)
                self._watch_table(event)

    def _watch_last_card(self, phase: str) -> None:
        if self.game.rules.cards.n_cards:
            self.found.add(END_CARD + self._drawn_for)
        else:
            self.found.add(STEP_THREE + phase)

    def _watch_fuel_cards(self, event: Event) -> None:
        found = self.found
        cards = self.game.rules.cards
        if isinstance(event, FuelCardBought):
            if event.kept < cards.units_of[event.card]:
                found.add("fuel-spilled")
            if event.card >= cards.n_printed:
                found.add("single-bought")
        elif isinstance(event, FuelLost):
            found.add("fuel-lost")
        elif isinstance(event, FuelMoved):
            found.add("fuel-moved")
        elif isinstance(event, FuelReshuffled):
            self._drawn_for = FOR_RESHUFFLE
            self._n_reshuffles += 1
        elif isinstance(event, TrustTookCards):
            found.add("trust-took-cards")
        elif isinstance(event, LastRoundSet):
            found.add("last-round")

    def _watch_action(self, action: Action) -> None:
        if isinstance(action, TakeBack):
            self.found.add("take-back")
        elif isinstance(action, ScrapPlant):
            if action.more:
                self.found.add(FUEL_GIVEN_UP)
        elif isinstance(action, Produce):
            if action.turns:
                self.found.add("cards-chosen")
        elif isinstance(action, DraftRegion):
            if self.game.rules.options.region_choice == REGIONS_DRAFTED:
                self.found.add("regions-drafted")
        elif isinstance(action, DeclineSale):
            self.found.add(SALE_DECLINED)
        elif isinstance(action, ExtendNetwork):
            self.found.add(NETWORK_EXTENDED)
        elif isinstance(action, DrawRegions):
            self.found.add("regions-by-lot")
        elif isinstance(action, DrawOrder):
            self.found.add("order-by-lot")

    def _watch_table(self, event: Event) -> None:
        found = self.found
        if isinstance(event, PlantScrapped):
            found.add("plant-scrapped")
            if event.paid:
                found.add("contractor-paid")
            if sum(event.lost):
                found.add("fuel-lost")
        elif isinstance(event, ResourcesBought):
            if event.from_supply:
                found.add("fuel-from-supply")
        elif isinstance(event, CardLeft):
            if event.cause in _CAUSES:
                found.add(_CAUSES[event.cause])
        elif isinstance(event, CardWentUnder):
            found.add("card-under-stack")
            self._drawn_for = FOR_UPKEEP
        elif isinstance(event, AuctionsBegan):
            self._drawn_for = FOR_AUCTION
        elif isinstance(event, DiscountMoved):
            found.add("discount-token" if event.card != NONE else "discount-set-aside")
        elif isinstance(event, KindsClosed):
            found.add("kind-closed")
        elif isinstance(event, StackRanDry):
            found.add("stack-ran-dry")
        elif isinstance(event, SeatDroppedOut):
            found.add("dropped-out")
        elif isinstance(event, TrustBuilt):
            found.add("trust-built")
        elif isinstance(event, TrustTookFuel):
            found.add("trust-took-fuel")
        elif isinstance(event, TrustTookPlant):
            found.add("trust-took-plant" if event.scrapped == NONE else "trust-scrapped")

    def _watch_end(self, event: GameEnded, after: State) -> None:
        self.found.add(self._ended_by(after))
        if self.game.rules.cards.n_cards:
            self.found.add(f"{RESHUFFLES}{self._n_reshuffles}")
        for halves in self._metropolises:
            if any(network & halves == halves for network in after.grid.networks):
                self.found.add(METROPOLIS_TWICE)
        self.found.add(decided_by(self.game, event, after))

    def _ended_by(self, after: State) -> str:
        reason = self.game.scoring.end_reason(after)
        if reason == LAST_ROUND:
            return ENDED_BY_LAST_ROUND
        if reason == CITIES:
            return ENDED_BY_CITIES
        dry = after.is_dry and self.game.rules.settings.dry_stack_ends
        return ENDED_BY_DRY_STACK if dry else ENDED_BY_STANDSTILL


def list_metropolises(board: Board) -> list[int]:
    """Return the mask of both halves of each: free links between cities with a common name."""
    found: list[int] = []
    for one, other, cost in board.links:
        name, _dash, _half = board.cities[one].rpartition("-")
        if cost == 0 and name and board.cities[other].rpartition("-")[0] == name:
            found.append(1 << one | 1 << other)
    return found


def decided_by(game: Game, event: GameEnded, after: State) -> str:
    """Return the criterion that decided between the first two seats (c9.3, c9.4, k9.4)."""
    if event.ranking.count(1) > 1:
        return SHARED_WIN
    winner = event.ranking.index(1)
    rivals = [seat for seat in range(len(event.ranking)) if seat != winner]
    rivals = [seat for seat in rivals if event.scores[seat] == event.scores[winner]]
    if not rivals:
        return WON_BY_SUPPLY
    money = [game.scoring.tie_breaks(after, seat)[0] for seat in range(len(event.ranking))]
    if all(money[seat] != money[winner] for seat in rivals):
        return WON_BY_MONEY
    return WON_BY_PLANT if game.rules.cards.n_cards else WON_BY_CITIES

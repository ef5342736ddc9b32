"""A game's actions grouped into decisions: a lot, a plant to offer, a turn to buy or build."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from gridwright.engine.editions.card.vocabulary import BuyCard, Produce
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    OfferPlant,
    PassAuction,
    PlantBought,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, MayDo
from gridwright.engine.vocabulary.building import CONNECTING, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.insight.moves import Moment

Kind = Literal["auction", "purchase", "fuel", "building", "power"]

BUYING: Final = (BuyResources, BuyCard, ChangeMarket, FinishBuying)
BUILDING: Final = (*CONNECTING, FinishBuilding)


@dataclass
class Decision:
    """One choice of a seat, with all actions that are part of it."""

    move: int
    seat: int
    kind: Kind
    state: State
    """State before its first action."""
    played: list[Action] = field(default_factory=list)
    price: int = 0
    """Price at which a lot was sold."""
    winner: int = NONE
    """Seat that bought a lot."""


def split(game: Game, moments: Sequence[Moment]) -> list[Decision]:
    """Return the decisions of a game, by move. Forced actions are no decisions."""
    decisions: list[Decision] = []
    turns: dict[tuple[int, int, int], Decision] = {}
    bids: dict[int, Decision] = {}
    for moment in moments:
        state, action = moment.state, moment.action
        if action.seat == CHANCE:
            # What follows a card is another decision.
            turns = {}
            continue
        kind = _kind(action)
        if kind == "auction":
            if not is_forced(game, state):
                # The last answer of a seat shows how far it bids.
                bids[action.seat] = Decision(moment.move, action.seat, kind, state, [action])
        elif kind in ("fuel", "building"):
            turn = (state.round, state.phase, action.seat)
            if turn not in turns:
                if is_forced(game, state):
                    continue
                turns[turn] = Decision(moment.move, action.seat, kind, state)
                decisions.append(turns[turn])
            turns[turn].played.append(action)
        elif kind is not None and not is_forced(game, state):
            decisions.append(Decision(moment.move, action.seat, kind, state, [action]))
        for event in moment.events:
            if isinstance(event, PlantBought):
                decisions += _sold(bids, event)
                bids = {}
    return sorted(decisions, key=lambda each: each.move)


def is_turn(action: Action) -> bool:
    """Return True for an action of a turn that has several: buying or building."""
    return isinstance(action, (*BUYING, *BUILDING))


def _kind(action: Action) -> Kind | None:
    if isinstance(action, Bid | DropOut):
        return "auction"
    if isinstance(action, OfferPlant | PassAuction | ScrapPlant):
        return "purchase"
    if isinstance(action, BUYING):
        return "fuel"
    if isinstance(action, BUILDING):
        return "building"
    if isinstance(action, RunPlants | Produce):
        return "power"
    return None


def is_forced(game: Game, state: State) -> bool:
    """Return True if the acting seat has no choice."""
    offers = game.offers(state)
    if len(offers) > 1:
        return False
    return isinstance(offers[0], MayDo) or len(offers[0].actions()) == 1


def _sold(bids: dict[int, Decision], sale: PlantBought) -> list[Decision]:
    """Return the answers to a lot that decided who bought it."""
    found: list[Decision] = []
    for decision in bids.values():
        is_bid = isinstance(decision.played[0], Bid)
        if is_bid and decision.seat != sale.seat:
            continue  # It was outbid and could not pay.
        decision.price = sale.price
        decision.winner = sale.seat
        found.append(decision)
    return found

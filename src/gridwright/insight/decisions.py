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
from gridwright.engine.vocabulary.building import ConnectCity, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying
from gridwright.engine.vocabulary.production import RunPlants
from gridwright.insight.moves import Moment

Kind = Literal["auction", "purchase", "fuel", "building", "power"]

BUYING: Final = (BuyResources, BuyCard, ChangeMarket, FinishBuying)
BUILDING: Final = (ConnectCity, FinishBuilding)


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


@dataclass
class Draw:
    """Cards that were shown, one after the other."""

    move: int
    before: State
    after: State


def split(game: Game, moments: Sequence[Moment], last: State) -> tuple[list[Decision], list[Draw]]:
    """Return the decisions and the draws of a game, by move. Forced actions are no decisions.

    The set-up has neither: its effect is luck as a whole.
    """
    decisions: list[Decision] = []
    draws: list[Draw] = []
    turns: dict[tuple[int, int, int], Decision] = {}
    bids: dict[int, Decision] = {}
    drawing = False
    for place, moment in enumerate(moments):
        state, action = moment.state, moment.action
        if action.seat == CHANCE:
            after = moments[place + 1].state if place + 1 < len(moments) else last
            if state.round > 0:
                if drawing:
                    draws[-1].after = after
                else:
                    draws.append(Draw(moment.move, state, after))
            drawing = True
            continue
        drawing = False
        kind = _kind(action)
        if kind == "auction":
            if not _is_forced(game, state):
                # The last answer of a seat shows how far it bids.
                bids[action.seat] = Decision(moment.move, action.seat, kind, state, [action])
        elif kind in ("fuel", "building"):
            turn = (state.round, state.phase, action.seat)
            if turn not in turns:
                if _is_forced(game, state):
                    continue
                turns[turn] = Decision(moment.move, action.seat, kind, state)
                decisions.append(turns[turn])
            turns[turn].played.append(action)
        elif kind is not None and not _is_forced(game, state):
            decisions.append(Decision(moment.move, action.seat, kind, state, [action]))
        for event in moment.events:
            if isinstance(event, PlantBought):
                decisions += _sold(bids, event)
                bids = {}
    return sorted(decisions, key=lambda each: each.move), draws


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


def _is_forced(game: Game, state: State) -> bool:
    """Return True if the seat that acts has no choice."""
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

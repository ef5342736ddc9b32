"""A planner's decision and its alternatives, for hints and analyses.

Explanations use only values that the decision computes anyway, and do not change it.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from gridwright.bots.orders import order_run
from gridwright.bots.seat_view import SeatView, Thing
from gridwright.bots.skills import SkilledBrain
from gridwright.bots.solvers.prices import CardPrices
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard
from gridwright.engine.ids import NONE
from gridwright.engine.observation import Observation
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, MayScrap, OfferPlant, ScrapPlant
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy
from gridwright.engine.vocabulary.production import MayRun

Measure = Literal["cities", "points", "money", "chance"]
"""Unit of worths: approximate cities supplied or points at the end; money; or chance to win."""


@dataclass(frozen=True)
class Weighed:
    """An option; the higher its worth, the better."""

    actions: list[Action]
    """Actions without the end of the turn; empty for doing nothing."""
    worth: float


@dataclass(frozen=True)
class Counsel:
    """A decision and its alternatives."""

    action: Action
    weighed: list[Weighed]
    """The best first; empty if the options were not compared by a number."""
    measure: Measure
    limit: int | None
    """Highest amount that it would bid."""
    fleet: list[int]
    """Plants that it would then own; the present ones if no plant is bid for."""


View = TypeVar("View", bound=SeatView)


class AdvisingBrain(SkilledBrain[View], Generic[View]):
    """A planner that explains its decision."""

    def advise(
        self, seen: Observation, offers: list[Offer], instead: Action | None = None
    ) -> Counsel:
        """Return its decision with its reasons, or the consequences of the action ``instead``."""
        view = self.look(seen)
        action = self.decide(view, offers)
        best: dict[tuple[Action, ...], float] = {}
        for thing, worth in view.thoughts:
            actions = tuple(self._actions(view, offers, thing))
            best[actions] = max(worth, best.get(actions, worth))
        ranked = sorted(best.items(), key=lambda each: -each[1])
        weighed = [Weighed(list(actions), worth) for actions, worth in ranked]
        offer = offers[0]
        limit, fleet = None, view.plants
        if instead is not None:
            action = instead
        if isinstance(action, OfferPlant):
            limit = self.limit(view, offer, action.plant)
            # Once it is up for auction, another plant may be better: then it stops bidding.
            limit = None if limit is None else max(limit, action.bid)
            fleet = self.fleet(view, action.plant, action.bid)
        elif isinstance(offer, MayBid):
            limit = self.limit(view, offer, view.seen.lot)
            fleet = self.fleet(view, view.seen.lot, offer.low)
        return Counsel(action, weighed, self.measure(view, offer), limit, fleet)

    @abstractmethod
    def measure(self, view: View, offer: Offer, /) -> Measure:
        """Return the unit in which the worth of such a decision is counted."""

    @abstractmethod
    def limit(self, view: View, offer: Offer, plant: int, /) -> int | None:
        """Return its limit for a plant; None if that is not known yet."""

    @abstractmethod
    def fleet(self, view: View, plant: int, price: int, /) -> list[int]:
        """Return the plants that it would own after buying one at a price."""

    def sites(self, _view: View, _n_cities: int, /) -> list[int]:
        """Return the next cities to build in."""
        return []

    def _actions(self, view: View, offers: list[Offer], thing: Thing) -> list[Action]:
        """Return the actions of an alternative that was weighed."""
        offer = offers[0]
        if isinstance(offer, MayOffer) and thing != NONE:
            assert isinstance(thing, int)
            return [OfferPlant(offer.seat, thing, offer.lows[offer.plants.index(thing)])]
        if isinstance(offer, MayScrap):
            assert isinstance(thing, int)
            return [ScrapPlant(offer.seat, thing, offer.lows[offer.plants.index(thing)])]
        if isinstance(offer, MayBuy | MayBuyCard):
            assert isinstance(thing, tuple)
            return _purchase(view, offer, thing)
        if isinstance(offer, MayConnect):
            assert isinstance(thing, int)
            cities = self.sites(view, thing) if view.seen.n_cities[view.seat] else [thing]
            return [ConnectCity(offer.seat, city) for city in cities]
        if isinstance(offer, MayRun):
            assert isinstance(thing, tuple)
            return [order_run(offer, thing[0], thing[1])]
        return []


def _purchase(view: SeatView, offer: MayBuy | MayBuyCard, wanted: tuple[int, ...]) -> list[Action]:
    """Return purchases of these units of each kind; fuel cards at their lowest price."""
    if isinstance(offer, MayBuy):
        kinds = enumerate(wanted)
        return [BuyResources(offer.seat, kind, amount) for kind, amount in kinds if amount]
    prices = view.prices
    assert isinstance(prices, CardPrices)
    cards = view.rules.cards
    taken: list[Action] = []
    for kind, amount in enumerate(wanted):
        lacking = list(prices.purchase(kind, amount))
        for place, card in enumerate(offer.cards):
            shown = (offer.prices[place], cards.units_of[card])
            if cards.kind_of[card] == kind and shown in lacking:
                lacking.remove(shown)
                taken.append(BuyCard(offer.seat, card, offer.prices[place]))
    return taken

"""Skills: one object for each kind of decision. The brain dispatches a turn by its offers."""

from abc import abstractmethod
from typing import Final, Generic, Protocol, TypeVar

from gridwright.bots.contract import Brain
from gridwright.bots.orders import prefers_second
from gridwright.bots.seat_view import SeatView
from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.observation import Observation
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, MayScrap
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import MayConnect
from gridwright.engine.vocabulary.fuel import ChangeMarket, MayBuy
from gridwright.engine.vocabulary.production import DeclineSale, MayRun
from gridwright.engine.vocabulary.setup import MayDraft
from gridwright.engine.vocabulary.trust import MayPlaceTrust

View = TypeVar("View", bound=SeatView)
View_contra = TypeVar("View_contra", bound=SeatView, contravariant=True)


class Auctioning(Protocol[View_contra]):
    """Bids, and chooses the plants to offer and to scrap."""

    def bid(self, view: View_contra, offer: MayBid, /) -> Action | None: ...
    def offer(self, view: View_contra, offer: MayOffer, may_pass: bool, /) -> Action | None: ...
    def scrap(self, view: View_contra, offer: MayScrap, /) -> Action | None: ...


class Fuelling(Protocol[View_contra]):
    """Buys fuel."""

    def buy_tokens(self, view: View_contra, offers: list[MayBuy], /) -> Action | None: ...
    def buy_card(self, view: View_contra, offer: MayBuyCard, /) -> Action | None: ...


class Building(Protocol[View_contra]):
    """Connects cities."""

    def connect(self, view: View_contra, offer: MayConnect, /) -> Action | None: ...


class Producing(Protocol[View_contra]):
    """Runs plants."""

    def run(self, view: View_contra, offer: MayRun, /) -> Action | None: ...


class Preparing(Protocol[View_contra]):
    """Chooses before the first round."""

    def draft(self, view: View_contra, offer: MayDraft, /) -> Action | None: ...
    def place_trust(self, view: View_contra, offer: MayPlaceTrust, /) -> Action | None: ...


class Skills(Generic[View]):
    """One skill for each kind of decision. A skill that returns None declines."""

    def __init__(
        self,
        auction: Auctioning[View],
        fuel: Fuelling[View],
        building: Building[View],
        production: Producing[View],
        preparation: Preparing[View],
    ) -> None:
        self.auction: Final = auction
        self.fuel: Final = fuel
        self.building: Final = building
        self.production: Final = production
        self.preparation: Final = preparation


class SkilledBrain(Brain, Generic[View]):
    """Dispatches each turn to the skill that handles its offers."""

    def __init__(self, skills: Skills[View]) -> None:
        self._skills: Final = skills

    @abstractmethod
    def look(self, seen: Observation) -> View:
        """Return the view of an observation that the skills read."""

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        return self.decide(self.look(seen), offers)

    def decide(self, view: View, offers: list[Offer]) -> Action:
        """Return the action in a position, given its view."""
        changing = [
            offer
            for offer in offers
            if isinstance(offer, MayDo) and isinstance(offer.action, ChangeMarket)
        ]
        offers = [
            offer
            for offer in offers
            if not (isinstance(offer, MayDo) and isinstance(offer.action, DeclineSale))
        ]
        if changing:
            if prefers_second(view):
                return changing[0].action
            offers = [offer for offer in offers if offer not in changing]
        declining = [offer.action for offer in offers if isinstance(offer, MayDo)]
        if len(declining) == len(offers):
            return declining[0]
        action = self._wanted(view, offers, bool(declining))
        return declining[0] if action is None else action

    def _wanted(self, view: View, offers: list[Offer], may_pass: bool) -> Action | None:
        """Return the seat's action, or None if it declines; then declining is on offer."""
        offer = offers[0]
        skills = self._skills
        if isinstance(offer, MayBid):
            return skills.auction.bid(view, offer)
        if isinstance(offer, MayOffer):
            return skills.auction.offer(view, offer, may_pass)
        if isinstance(offer, MayScrap):
            return skills.auction.scrap(view, offer)
        if isinstance(offer, MayBuy):
            return skills.fuel.buy_tokens(
                view, [each for each in offers if isinstance(each, MayBuy)]
            )
        if isinstance(offer, MayBuyCard):
            return skills.fuel.buy_card(view, offer)
        if isinstance(offer, MayConnect):
            return skills.building.connect(view, offer)
        if isinstance(offer, MayRun):
            return skills.production.run(view, offer)
        if isinstance(offer, MayDraft):
            return skills.preparation.draft(view, offer)
        if isinstance(offer, MayPlaceTrust):
            return skills.preparation.place_trust(view, offer)
        # A board may have offers that no skill knows: decline, or take the first action.
        return None if may_pass else offer.actions()[0]

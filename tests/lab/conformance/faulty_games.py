"""Faulty games that break one law each, and must be noticed by the walk."""

from typing import Final

from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.observation import Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, MayBid, PassAuction
from gridwright.engine.vocabulary.base import Action, Event, MayDo, Offer
from gridwright.engine.vocabulary.building import CityConnected, ConnectCity
from gridwright.engine.vocabulary.fuel import ResourcesBought
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.game_under_test import GameUnderTest


class Stuck(GameUnderTest):
    """No seat gets an offer in round 2."""

    def offers(self, state: State) -> list[Offer]:
        return [] if state.round == 2 else super().offers(state)


class Generous(GameUnderTest):
    """Bids of one Elektro more than the seat has are offered."""

    def offers(self, state: State) -> list[Offer]:
        return [self._raised(state, offer) for offer in super().offers(state)]

    def _raised(self, state: State, offer: Offer) -> Offer:
        if isinstance(offer, MayBid):
            return MayBid(offer.seat, offer.low, state.money[offer.seat] + 1)
        return offer

    def legal(self, state: State) -> list[Action]:
        return sorted([action for offer in self.offers(state) for action in offer.actions()])


class Strict(GameUnderTest):
    """Offered actions of the building phase are refused."""

    def verify(self, state: State, action: Action) -> None:
        super().verify(state, TakeBack(action.seat) if isinstance(action, ConnectCity) else action)


class Wasteful(GameUnderTest):
    """A token is missing from the start."""

    def begin(self) -> History:
        history = super().begin()
        history.state.supply[-1] -= 1
        return history


class Miscounting(GameUnderTest):
    """The check believes in another number of tokens than the table has."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._n_checks = 0

    def check(self, state: State) -> None:
        self._n_checks += 1
        wrong = state.copy()
        wrong.tokens[0] += 1 if self._n_checks > 25 else 0
        super().check(wrong)


class Unsorted(GameUnderTest):
    """Choices are listed backwards."""

    def legal(self, state: State) -> list[Action]:
        return list(reversed(super().legal(state)))


class Repeating(GameUnderTest):
    """The first choice is listed twice."""

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        return [legal[0], *legal]


class Forgetful(GameUnderTest):
    """The last choice is not listed."""

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        return legal[:-1] if len(legal) > 1 else legal


class Confused(GameUnderTest):
    """Passing is offered in the name of the next seat."""

    def offers(self, state: State) -> list[Offer]:
        return [self._moved(offer) for offer in super().offers(state)]

    def _moved(self, offer: Offer) -> Offer:
        if isinstance(offer, MayDo) and isinstance(offer.action, PassAuction):
            return MayDo(PassAuction((offer.action.seat + 1) % self.game.rules.n_seats))
        return offer

    def legal(self, state: State) -> list[Action]:
        return sorted([action for offer in self.offers(state) for action in offer.actions()])


class Blind(GameUnderTest):
    """Views miss new houses."""

    def fold(self, seen: Observation, event: Event) -> None:
        if not isinstance(event, CityConnected):
            super().fold(seen, event)


class Silent(GameUnderTest):
    """No event reports fuel that was bought."""

    def play(self, history: History, action: Action) -> list[Event]:
        return _muted(super().play(history, action))

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        after, events = super().step(state, action)
        return after, _muted(events)

    def apply(self, state: State, action: Action) -> list[Event]:
        return _muted(super().apply(state, action))


def _muted(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, ResourcesBought)]


class Greedy(GameUnderTest):
    """Taking back brings more than was paid."""

    def play(self, history: History, action: Action) -> list[Event]:
        events = super().play(history, action)
        if isinstance(action, TakeBack):
            history.state.money[action.seat] += 1
        return events


class Smudging(GameUnderTest):
    """A step changes the position that it was given."""

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        stepped = super().step(state, action)
        if isinstance(action, Bid):
            state.money[action.seat] += 1
        return stepped


class Entangled(GameUnderTest):
    """Applying an action to a copy changes the original's money."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._last: State | None = None

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        self._last = state
        return super().step(state, action)

    def apply(self, state: State, action: Action) -> list[Event]:
        if self._last is not None and isinstance(action, ConnectCity):
            self._last.money[action.seat] -= 1
        return super().apply(state, action)


class Careless(GameUnderTest):
    """`play` gives another position than `step`."""

    def play(self, history: History, action: Action) -> list[Event]:
        events = super().play(history, action)
        if isinstance(action, ConnectCity):
            history.state.auction.n_sold += 1
        return events


class Mumbling(GameUnderTest):
    """Every bid is written as one more."""

    def text(self, action: Action) -> str:
        if isinstance(action, Bid):
            return super().text(Bid(action.seat, action.amount + 1))
        return super().text(action)


class Fickle(GameUnderTest):
    """The second game begins with more money than the first."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._n_begun = 0

    def begin(self) -> History:
        history = super().begin()
        history.state.money[0] += self._n_begun
        self._n_begun += 1
        return history


class Broken(GameUnderTest):
    """Looking at the table in round 2 raises."""

    def observe(self, state: State, viewer: int) -> Observation:
        if state.round == 2:
            raise RuntimeError("out of order")
        return super().observe(state, viewer)


FAULTY_GAMES: Final[dict[type[GameUnderTest], str]] = {
    Stuck: laws.DEAD_END,
    Generous: laws.REFUSED_OFFER,
    Strict: laws.REFUSED_OFFER,
    Wasteful: laws.INVARIANT,
    Miscounting: laws.INVARIANT,
    Unsorted: laws.LEGAL_LIST,
    Repeating: laws.LEGAL_LIST,
    Forgetful: laws.LEGAL_LIST,
    Confused: laws.ACTOR,
    Blind: laws.FOLD,
    Silent: laws.MONEY,
    Greedy: laws.TAKE_BACK,
    Smudging: laws.PURE_STEP,
    Entangled: laws.PURE_STEP,
    Careless: laws.PURE_STEP,
    Mumbling: laws.NOTATION,
    Fickle: laws.REPLAY,
    Broken: laws.CRASH,
}
"""Law that each faulty game breaks."""

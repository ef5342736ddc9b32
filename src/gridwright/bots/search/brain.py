"""The search at one seat."""

from typing import Final

from gridwright.bots.planner.advising import AdvisingBrain, Counsel
from gridwright.bots.search.bidding import found_limit
from gridwright.bots.search.contract import SearchingBrain
from gridwright.bots.search.halving import halve
from gridwright.bots.search.line_trial import LineTrial
from gridwright.bots.search.lines import Line
from gridwright.bots.search.settings import SearchSettings
from gridwright.bots.seat_view import SeatView
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.observation import Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, MayBid
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import MayConnect

NO_LOT: Final = (0, 0, 0)


class ExpertBrain(SearchingBrain):
    """Asks a planner for proposals, and compares them by playing on.

    How far to bid and how many cities to build is searched. Which plant to put up and what fuel to
    buy is the planner's: there the play-outs, whose players are simple, misled it when measured.
    The brain keeps the limit of a lot, and the cities that it still builds in its turn.
    """

    def __init__(
        self,
        planner: AdvisingBrain[SeatView],
        judge: WinChance,
        settings: SearchSettings,
        seat: int,
        salt: int,
    ) -> None:
        self._planner: Final = planner
        self._judge: Final = judge
        self._settings: Final = settings
        self._seat: Final = seat
        self._salt: Final = salt
        self._lot: tuple[int, int, int] = NO_LOT
        self._limit = 0.0
        self._rest: list[Action] = []
        self._round = 0

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        """Where there is no position to play on from, as the planner."""
        return self._planner.choose(seen, offers)

    def search(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        offer = offers[0]
        if isinstance(offer, MayBid):
            return self._bid(game, known, seen, offers, offer)
        if isinstance(offer, MayConnect):
            return self._build(game, known, seen, offers)
        return self._planner.choose(seen, offers)

    def _seed(self, known: State) -> int:
        """Another one for each lot and each turn, the same for each game that is played again."""
        place = known.round * 7919 + known.phase * 104729 + known.auction.n_sold * 31
        return (self._salt ^ place) & 0xFFFFFFFF

    def _bid(
        self, game: Game, known: State, seen: Observation, offers: list[Offer], offer: MayBid
    ) -> Action:
        lot = (known.round, known.auction.lot, known.auction.n_sold)
        if self._lot != lot:
            self._lot = lot
            self._limit = self._searched_limit(game, known, seen, offers, offer)
        if offer.low <= self._limit:
            return Bid(offer.seat, offer.low)
        for each in offers:
            if isinstance(each, MayDo):
                return each.action
        return Bid(offer.seat, offer.low)

    def _searched_limit(
        self, game: Game, known: State, seen: Observation, offers: list[Offer], offer: MayBid
    ) -> float:
        planned = self._planner.advise(seen, offers).limit
        prior = offer.low - 1 if planned is None else planned
        settings = self._settings
        found = found_limit(
            game,
            known,
            self._seat,
            offer.low,
            prior,
            self._judge,
            settings.rollouts,
            self._seed(known),
            known.round + settings.rounds,
        )
        return settings.trust * found + (1.0 - settings.trust) * prior

    def _build(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        if self._round != known.round:
            self._round = known.round
            self._rest = []
        if self._rest:
            action = self._rest.pop(0)
            if any(offer.holds(action) for offer in offers):
                return action
            self._rest = []
        counsel = self._planner.advise(seen, offers)
        lines = self._lines(offers, counsel)
        if len(lines) < 2:
            return counsel.action
        last_round = known.round + self._settings.rounds
        trial = LineTrial(
            game, known, self._seat, lines, self._judge, self._seed(known), last_round
        )
        tallies = halve(trial.result, len(lines), self._settings.rollouts)
        best = tallies[0]
        own = next(tally for tally in tallies if tally.line == 0)
        if best.mean - own.mean < self._settings.doubt:
            best = own
        actions = lines[best.line].actions
        self._rest = actions[1:]
        return actions[0]

    def _lines(self, offers: list[Offer], counsel: Counsel) -> list[Line]:
        """What is compared: first what the planner would do, then its next best proposals."""
        finish = [offer.action for offer in offers if isinstance(offer, MayDo)]
        found: list[list[Action]] = []
        for weighed in counsel.weighed:
            line = [*weighed.actions, *finish]
            if line and line not in found and any(offer.holds(line[0]) for offer in offers):
                found.append(line)
        first = [line for line in found if line[0] == counsel.action][:1]
        others = [line for line in found if line not in first]
        chosen = [*first, *others] if first else [[counsel.action], *others]
        return [Line(line) for line in chosen[: self._settings.width]]

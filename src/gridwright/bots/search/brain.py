"""The search at one seat."""

from dataclasses import dataclass, replace
from typing import Final

from gridwright.bots.planner.advising import AdvisingBrain, Counsel, Weighed
from gridwright.bots.search.bidding import bid_lines, found_limit
from gridwright.bots.search.contract import SearchingBrain
from gridwright.bots.search.halving import Tally, halve, lead
from gridwright.bots.search.line_trial import LineTrial
from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Planners
from gridwright.bots.seat_view import SeatView
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.observation import Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, MayBid, MayOffer
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import MayConnect


@dataclass(frozen=True)
class SearchSettings:
    """Budgets are numbers of play-outs, never times: a slow machine plays the same game."""

    rollouts: int
    """Play-outs for each decision."""
    width: int = 4
    """Maximum number of compared lines."""
    trust: float = 0.7
    """Weight of the search in a limit, relative to the planner's."""
    reach: float = 0.25
    """Largest distance of a limit from the planner's, as a fraction of the planner's."""
    doubt: float = 0.01
    """Minimum lead in chance to win over the planner's line, in addition to a standard error."""
    board_rounds: int = 0
    card_rounds: int = 1
    """Rounds played after the present one in card games.

    One costs little there, and shows the effect of purchases.
    """


NO_LOT: Final = (0, 0, 0)
MORE: Final = 2
"""Minimum amount by which a limit may exceed the planner's, however low that is."""
POINTS: Final = 100.0
"""Points for a chance of one."""


def is_searched(offers: list[Offer]) -> bool:
    """Return True if an expert compares anything here; otherwise the planner decides."""
    return isinstance(offers[0], MayBid | MayOffer | MayConnect)


class ExpertBrain(SearchingBrain):
    """Compares a planner's proposals by play-outs with planners at all seats.

    It searches how far to bid, which plant to offer and what to build. Fuel and runs are the
    planner's. The brain stores the limit of a lot, and the cities that it will still build this
    turn.
    """

    def __init__(
        self,
        planners: list[AdvisingBrain[SeatView]],
        judge: WinChance,
        settings: SearchSettings,
        seat: int,
        salt: int,
    ) -> None:
        """``planners``: one for each seat, for the play-outs."""
        self._planners: Final = planners
        self._judge: Final = judge
        self._settings: Final = settings
        self._seat: Final = seat
        self._salt: Final = salt
        self._lot: tuple[int, int, int] = NO_LOT
        self._limit = 0.0
        self._rest: list[Action] = []
        self._round = 0

    @property
    def _planner(self) -> AdvisingBrain[SeatView]:
        return self._planners[self._seat]

    def search(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        offer = offers[0]
        if isinstance(offer, MayBid):
            return self._bid(game, known, seen, offers, offer)
        if isinstance(offer, MayOffer):
            counsel = self._planner.advise(seen, offers)
            return self._best(game, known, self._plants(offers, counsel))[0]
        if isinstance(offer, MayConnect):
            return self._build(game, known, seen, offers)
        return self._planner.choose(seen, offers)

    def advise(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Counsel:
        """Return its decision, with the loss of each alternative in points of the chance to win.

        A bid has no alternative but its limit.
        """
        offer = offers[0]
        if isinstance(offer, MayBid):
            action = self._bid(game, known, seen, offers, offer)
            counsel = self._planner.advise(seen, offers, action)
            return replace(counsel, weighed=[], limit=max(offer.low - 1, int(self._limit)))
        planned = self._planner.advise(seen, offers)
        lines: list[list[Action]] = []
        if isinstance(offer, MayOffer):
            lines = self._plants(offers, planned)
        elif isinstance(offer, MayConnect):
            lines = self._cities(offers, planned)
        if len(lines) < 2:
            return planned
        tallies = self._tried(game, known, lines)
        best = self._clearly_best(tallies)
        self._begin(known.round, lines[best.line])
        counsel = self._planner.advise(seen, offers, lines[best.line][0])
        ends = [each.action for each in offers if isinstance(each, MayDo)]
        weighed = [
            Weighed(
                [action for action in lines[tally.line] if action not in ends],
                -POINTS * max(0.0, lead(best, tally)[0]),
            )
            for tally in tallies
        ]
        weighed.sort(key=lambda each: -each.worth)
        return replace(counsel, weighed=weighed, measure="chance")

    def _trial(self, game: Game, known: State, lines: list[Line]) -> LineTrial:
        # A different seed per lot and turn, but the same one when the game is replayed.
        place = known.round * 7919 + known.phase * 104729 + known.auction.n_sold * 31
        settings = self._settings
        on_board = game.rules.board.n_cities > 0
        rounds = settings.board_rounds if on_board else settings.card_rounds
        return LineTrial(
            game,
            known,
            self._seat,
            lines,
            Planners(game, self._planners),
            self._judge,
            (self._salt ^ place) & 0xFFFFFFFF,
            known.round + rounds,
        )

    def _best(self, game: Game, known: State, lines: list[list[Action]]) -> list[Action]:
        """Return the first line, unless another one is clearly better."""
        if len(lines) < 2:
            return lines[0]
        return lines[self._clearly_best(self._tried(game, known, lines)).line]

    def _tried(self, game: Game, known: State, lines: list[list[Action]]) -> list[Tally]:
        """Return the results of the first line, then those of the others from the best."""
        trial = self._trial(game, known, [Line(line) for line in lines])
        return halve(trial.result, len(lines), self._settings.rollouts)

    def _clearly_best(self, tallies: list[Tally]) -> Tally:
        """Return the first, unless the best of the others is better by more than noise."""
        own, best = tallies[0], tallies[1]
        gain, error = lead(best, own)
        return best if gain > self._settings.doubt and gain > error else own

    # Auction

    def _bid(
        self, game: Game, known: State, seen: Observation, offers: list[Offer], offer: MayBid
    ) -> Action:
        lot = (known.round, known.auction.lot, known.auction.n_sold)
        if self._lot != lot:
            self._lot = lot
            planned = self._planner.advise(seen, offers).limit
            self._limit = self._searched_limit(
                game, known, offer.low, offer.low - 1 if planned is None else planned
            )
        if offer.low <= self._limit:
            return Bid(offer.seat, offer.low)
        for each in offers:
            if isinstance(each, MayDo):
                return each.action
        return Bid(offer.seat, offer.low)

    def _searched_limit(self, game: Game, known: State, low: int, planned: int) -> float:
        """Return a limit between what the search finds and the planner's."""
        settings = self._settings
        highest = max(low, planned + MORE, int(planned * (1.0 + settings.reach)))
        top = min(known.money[self._seat], highest)
        prices = sorted({low, (low + top) // 2, top})
        trial = self._trial(game, known, bid_lines(self._seat, prices))
        found = found_limit(trial, prices, settings.rollouts)
        bounded = max(planned * (1.0 - settings.reach), min(float(top), found))
        return settings.trust * bounded + (1.0 - settings.trust) * planned

    def _plants(self, offers: list[Offer], counsel: Counsel) -> list[list[Action]]:
        """Return the planner's choice, to pass, and the alternatives that the planner weighed."""
        found: list[list[Action]] = [[counsel.action]]
        for offer in offers:
            if isinstance(offer, MayDo) and [offer.action] not in found:
                found.append([offer.action])
        for weighed in counsel.weighed:
            if weighed.actions and weighed.actions not in found:
                found.append(weighed.actions)
        return found[: self._settings.width]

    # Building

    def _build(self, game: Game, known: State, seen: Observation, offers: list[Offer]) -> Action:
        action = self._next_city(known.round, offers)
        if action is not None:
            return action
        counsel = self._planner.advise(seen, offers)
        actions = self._best(game, known, self._cities(offers, counsel))
        self._begin(known.round, actions)
        return actions[0]

    def _begin(self, round_: int, actions: list[Action]) -> None:
        """Store the actions after the first one for the rest of the turn."""
        self._round = round_
        self._rest = actions[1:]

    def _next_city(self, round_: int, offers: list[Offer]) -> Action | None:
        """Return the next city of this turn's line; None if there is none left."""
        if self._round != round_:
            self._rest = []
        if not self._rest:
            return None
        action = self._rest.pop(0)
        if any(offer.holds(action) for offer in offers):
            return action
        self._rest = []
        return None

    def _cities(self, offers: list[Offer], counsel: Counsel) -> list[list[Action]]:
        """Return the lines to compare: the planner's choice, then its next best proposals."""
        finish = [offer.action for offer in offers if isinstance(offer, MayDo)]
        found: list[list[Action]] = []
        for weighed in counsel.weighed:
            line = [*weighed.actions, *finish]
            if line and line not in found and any(offer.holds(line[0]) for offer in offers):
                found.append(line)
        first = [line for line in found if line[0] == counsel.action][:1]
        others = [line for line in found if line not in first]
        chosen = [*first, *others] if first else [[counsel.action], *others]
        return chosen[: self._settings.width]

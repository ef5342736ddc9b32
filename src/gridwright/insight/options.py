"""Lines to compare in a decision: the played one, a planner's proposals, the simple ones."""

from collections.abc import Sequence
from typing import Final

from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Planners
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo
from gridwright.engine.vocabulary.building import (
    CONNECTING,
    ConnectCity,
    FinishBuilding,
    MayConnect,
)
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright.insight.decisions import Decision
from gridwright.insight.turns import Key, key_of, played_out

MAX_LINES: Final = 6
MAX_STEPS: Final = 40
"""Maximum actions of a turn; no turn has as many."""


class Advisers:
    """A planner at every seat that proposes lines."""

    def __init__(self, game: Game, planners: Planners) -> None:
        self._game: Final = game
        self._brains: Final = planners.brains

    def proposals(self, state: State) -> list[list[Action]]:
        """Return lines of the acting seat, the best first, without the action that ends a turn."""
        game = self._game
        counsel = self._brains[state.actor].advise(
            observe(game, state, state.actor), game.offers(state)
        )
        return [[counsel.action], *[weighed.actions for weighed in counsel.weighed]]

    def limit(self, state: State) -> int:
        """Return the planner's limit for the lot."""
        counsel = self._brains[state.actor].advise(
            observe(self._game, state, state.actor), self._game.offers(state)
        )
        return state.auction.bid if counsel.limit is None else counsel.limit

    def turn(self, state: State) -> list[Action]:
        """Return all actions of the planner in the present turn, up to the first drawn card."""
        game = self._game
        now = state.copy()
        seat, phase = state.actor, state.phase
        silence = EventLog(False)
        found: list[Action] = []
        while now.actor == seat and now.phase == phase and len(found) < MAX_STEPS:
            action = self._brains[seat].choose(observe(game, now, seat), game.offers(now))
            found.append(action)
            game.apply(now, action, silence)
            if now.actor == CHANCE:
                break
        return found


class Options:
    """Different lines; the first is the played one."""

    def __init__(self, game: Game, state: State, played: list[Action]) -> None:
        self._game: Final = game
        self._state: Final = state
        self._keys: Final[set[Key]] = {key_of(played)}
        self.lines: Final[list[Line]] = [Line(played)]

    def add(self, actions: Sequence[Action]) -> None:
        """Add a line if it is different and legal."""
        key = key_of(actions)
        if len(self.lines) >= MAX_LINES or key in self._keys:
            return
        if played_out(self._game, self._state, actions) is not None:
            self._keys.add(key)
            self.lines.append(Line(list(actions)))


def find_options(
    game: Game, decision: Decision, advisers: Advisers, is_wide: bool = False
) -> list[Line]:
    """Return the lines of a decision, the played one first.

    For a plant to offer, to scrap, to fuel and to run, only the planner's own choice is added:
    play-outs over more lines showed little when measured. ``is_wide`` adds its alternatives.
    """
    options = Options(game, decision.state, decision.played)
    if decision.kind == "auction":
        _bids(options, decision)
        return options.lines
    if decision.kind == "building":
        _add_cities(options, game, decision, advisers)
        return options.lines
    if decision.kind == "fuel":
        options.add(advisers.turn(decision.state))
    else:
        options.add(advisers.proposals(decision.state)[0])
    if is_wide and decision.kind == "fuel":
        _add_purchases(options, decision, advisers)
    elif is_wide and decision.kind == "purchase":
        _add_plants(options, game, decision, advisers)
    elif is_wide:
        for proposal in advisers.proposals(decision.state):
            options.add(proposal)
    return options.lines


def _bids(options: Options, decision: Decision) -> None:
    """Add the other answers to a lot: to let it go, or to bid as little as possible or more."""
    seat, played = decision.seat, decision.played[0]
    least = decision.state.auction.bid + 1
    options.add([DropOut(seat)])
    options.add([Bid(seat, least)])
    if not isinstance(played, Bid) and least <= decision.price:
        options.add([Bid(seat, decision.price + 1)])


def _add_purchases(options: Options, decision: Decision, advisers: Advisers) -> None:
    finish = FinishBuying(decision.seat)
    options.add([finish])
    for proposal in advisers.proposals(decision.state)[1:]:
        options.add([*proposal, finish])


def _add_cities(options: Options, game: Game, decision: Decision, advisers: Advisers) -> None:
    finish = FinishBuilding(decision.seat)
    cities = [action for action in decision.played if isinstance(action, CONNECTING)]
    options.add(advisers.turn(decision.state))
    if cities:
        options.add([*cities[:-1], finish])
    after = played_out(game, decision.state, cities)
    if after is not None and after.actor == decision.seat:
        for offer in game.offers(after):
            if isinstance(offer, MayConnect):
                nearest = offer.cities[offer.costs.index(min(offer.costs))]
                options.add([*cities, ConnectCity(decision.seat, nearest), finish])
    options.add([finish])
    for proposal in advisers.proposals(decision.state)[1:]:
        options.add([*proposal, finish])


def _add_plants(options: Options, game: Game, decision: Decision, advisers: Advisers) -> None:
    for proposal in advisers.proposals(decision.state):
        if proposal:
            options.add(proposal)
    for offer in game.offers(decision.state):
        if isinstance(offer, MayDo):
            options.add([offer.action])
        elif isinstance(offer, MayOffer):
            for place in reversed(range(len(offer.plants))):
                options.add([OfferPlant(offer.seat, offer.plants[place], offer.lows[place])])
        elif isinstance(offer, MayScrap):
            for place, plant in enumerate(offer.plants):
                options.add([ScrapPlant(offer.seat, plant, offer.lows[place])])

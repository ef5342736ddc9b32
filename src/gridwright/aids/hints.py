"""Hints: the decision of a strong bot in the position of a person, with its reasons.

The bot receives the observation and the offers of that seat, and if it searches also the position
as that seat knows it. Copies of the position are continued only within the seat's own part of the
phase, to find what it would buy or build next; a card drawn meanwhile is any possible one, never
the dealt one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gridwright.aids.powering import supplying, total_output
from gridwright.aids.rehearsal import carry_out
from gridwright.bots.contract import Brain
from gridwright.bots.planner.advising import AdvisingBrain, Counsel, Measure
from gridwright.bots.registry import find_bot
from gridwright.bots.search.brain import ExpertBrain
from gridwright.bots.search.contract import known_to
from gridwright.bots.search.lines import Line
from gridwright.bots.seat_view import SeatView
from gridwright.bots.seated_bot import choose_or_search
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard, Produce
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    PassAuction,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import CONNECTING, FinishBuilding
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying, MayBuy
from gridwright.engine.vocabulary.production import MayRun, RunPlants
from gridwright.fair.derive import Keys
from gridwright.fair.draw import Stream
from gridwright.insight.outlook import Outlook, look_ahead
from gridwright.protocol.hints import Area, HintNumbers

ADVISER: Final = "hard"
"""Bot that answers immediately; SEARCHER is stronger but slower."""
SEARCHER: Final = "expert"
"""Bot that answers by search, which takes about a second."""
DECLINING: Final = (PassAuction, DropOut, FinishBuying, FinishBuilding)
BOUGHT_OR_BUILT: Final = (BuyResources, BuyCard, *CONNECTING, ChangeMarket)
MAX_STEPS: Final = 40
"""Limit of actions in one hint, above the length of any turn."""
N_OTHERS: Final = 2
_KEY: Final = bytes(32)
"""Key of an unused random stream: the adviser evaluates without noise."""


@dataclass(frozen=True)
class Choice:
    """An alternative, and its loss relative to the decision."""

    actions: list[Action]
    behind: float


@dataclass(frozen=True)
class Advised:
    """The decision with its reasons."""

    bot: str
    """The name of the bot that decided."""
    area: Area
    action: Action
    """The first action."""
    actions: list[Action]
    limit: int | None
    numbers: HintNumbers
    measure: Measure
    others: list[Choice]
    outlook: Outlook | None = None
    alternative: Sequence[Action] = ()
    """The line that the outlook compares with."""


# Advice


def advise(game: Game, state: State, seat: int) -> Advised:
    """Return the advice of the adviser for the seat to act; does not change `state`."""
    brain = find_bot(ADVISER).sit(game.rules, seat, Stream(_KEY))
    assert isinstance(brain, AdvisingBrain)
    return advise_by(ADVISER, brain, game, state)


def advise_by_search(bot: str, keys: Keys, game: Game, state: State) -> Advised:
    """Return the decision of a searching bot for the seat to act, with its alternatives."""
    seat = state.actor
    brain = find_bot(bot).sit(game.rules, seat, keys.bot(seat))
    assert isinstance(brain, ExpertBrain)
    offers = game.offers(state)
    known = known_to(game, state, seat)
    counsel = brain.advise(game, known, observe(game, state, seat), offers[:])
    return _with_reasons(bot, game, state, brain, counsel)


def advise_by(bot: str, brain: AdvisingBrain[SeatView], game: Game, state: State) -> Advised:
    """Return the decision of a bot's brain for the seat to act, with its reasons."""
    offers = game.offers(state)
    counsel = brain.advise(observe(game, state, state.actor), offers[:])
    return _with_reasons(bot, game, state, brain, counsel)


def with_outlook(game: Game, state: State, advised: Advised) -> Advised:
    """Return the advice with the chances of its decision and of the plain alternative."""
    alternative = _alternative(game, state, advised)
    if not alternative:
        return advised
    outlook = look_ahead(game, state, Line(advised.actions), Line(alternative))
    return replace(advised, outlook=outlook, alternative=alternative)


def _alternative(game: Game, state: State, advised: Advised) -> list[Action]:
    """Return the line that does not do what is advised; empty if there is no such line."""
    choices = [[offer.action] for offer in game.offers(state) if isinstance(offer, MayDo)]
    choices = [actions for actions in choices if isinstance(actions[0], DECLINING)]
    choices += [other.actions for other in advised.others if other.actions]
    for actions in choices:
        if _sign(actions) != _sign(advised.actions):
            return actions
    return []


def _with_reasons(bot: str, game: Game, state: State, brain: Brain, counsel: Counsel) -> Advised:
    actions, after = _play_on(game, state, brain, counsel.action)
    return Advised(
        bot,
        _area(game.offers(state)[0]),
        counsel.action,
        actions,
        counsel.limit,
        _numbers(game, state, after, counsel, actions),
        counsel.measure,
        _others(counsel, actions),
    )


def _play_on(game: Game, state: State, brain: Brain, action: Action) -> tuple[list[Action], State]:
    """Return everything that is bought or built in this turn, and the position after it."""
    seat = state.actor
    now = state.copy()
    actions = [action]
    while isinstance(action, BOUGHT_OR_BUILT) and len(actions) < MAX_STEPS:
        carry_out(game, now, action)
        if (now.actor, now.phase, now.round) != (seat, state.phase, state.round):
            break
        offers = game.offers(now)
        action = choose_or_search(brain, game, now, offers)
        if any(isinstance(offer, MayDo) and offer.action == action for offer in offers):
            break
        actions.append(action)
    return _joined(actions), now


def _joined(actions: list[Action]) -> list[Action]:
    """Merge purchases of the same fuel into one, after the choice of the market."""
    markets: list[Action] = []
    joined: list[Action] = []
    amounts: dict[int, int] = {}
    for action in actions:
        if isinstance(action, BuyResources):
            amounts[action.resource] = amounts.get(action.resource, 0) + action.amount
        elif isinstance(action, ChangeMarket):
            markets.append(action)
        else:
            joined.append(action)
    seat = actions[0].seat
    bought = [BuyResources(seat, kind, amounts[kind]) for kind in sorted(amounts)]
    return [*markets, *bought, *joined]


def _area(offer: Offer) -> Area:
    """Return the area of the table of the decision, also if only one action is possible."""
    asked: Offer | Action = offer.action if isinstance(offer, MayDo) else offer
    if isinstance(asked, MayOffer | PassAuction):
        return "market"
    if isinstance(asked, MayBid | DropOut):
        return "auction"
    if isinstance(asked, MayBuy | MayBuyCard | FinishBuying | ChangeMarket):
        return "fuel"
    return "plants" if isinstance(asked, MayScrap | MayRun) else "map"


# Reasons


def _numbers(
    game: Game, state: State, after: State, counsel: Counsel, actions: Sequence[Action]
) -> HintNumbers:
    seat = state.actor
    before = SeatView(game.rules, observe(game, state, seat), seat)
    action = actions[0]
    if isinstance(action, OfferPlant | Bid):
        return _of_plant(before, counsel, action)
    if isinstance(action, ScrapPlant):
        kept = [plant for plant in before.plants if plant != action.plant]
        return HintNumbers(powers=total_output(game.rules, kept), gives_up=action.plant)
    for offer in game.offers(state):
        if isinstance(offer, MayRun):
            return _of_run(offer, counsel.action)
    if not isinstance(action, BOUGHT_OR_BUILT):
        return HintNumbers()
    then = SeatView(game.rules, observe(game, after, seat), seat)
    return HintNumbers(
        cost=before.money - then.money,
        left=then.money,
        powers_now=before.supply(seat),
        powers=then.supply(seat),
        income_now=game.rules.payment(_supplied(before)),
        income=game.rules.payment(_supplied(then)),
    )


def _of_plant(view: SeatView, counsel: Counsel, action: OfferPlant | Bid) -> HintNumbers:
    rules = view.rules
    plant, price = (
        (action.plant, action.bid)
        if isinstance(action, OfferPlant)
        else (view.seen.lot, action.amount)
    )
    lost = [each for each in view.plants if each not in counsel.fleet]
    return HintNumbers(
        cost=price,
        left=view.money - price,
        powers_now=total_output(rules, view.plants),
        powers=total_output(rules, counsel.fleet),
        gives_up=lost[0] if lost else None,
        run_cost=view.prices.run_cost(rules.fuel.needs(supplying(rules, [plant]))),
        run_cost_before=view.prices.run_cost(rules.fuel.needs(lost)) if lost else None,
    )


def _of_run(offer: MayRun, action: Action) -> HintNumbers:
    assert isinstance(action, RunPlants | Produce)
    run = offer.run_of(action.plants, action.first)
    assert run is not None
    income = offer.incomes()[offer.runs.index(run)]
    return HintNumbers(powers=min(run.output, offer.n_cities), income=income)


def _supplied(view: SeatView) -> int:
    """Return the cities paid for with the fuel available; without a board, all it can supply."""
    return view.rules.useful(view.supply(view.seat), view.seen.n_cities[view.seat])


# Alternatives


def _others(counsel: Counsel, actions: Sequence[Action]) -> list[Choice]:
    """Return the next best decisions, and by how much they are worse than the best."""
    if not counsel.weighed:
        return []
    best = counsel.weighed[0]
    same = {_sign(best.actions), _sign(actions)}
    if counsel.measure == "money":
        # A first city is evaluated as a starting place: a city that is built anyway is no
        # alternative.
        same |= {_sign([action]) for action in actions}
    found: list[Choice] = []
    for each in counsel.weighed:
        if _sign(each.actions) not in same:
            same.add(_sign(each.actions))
            found.append(Choice(each.actions, best.worth - each.worth))
    return found[:N_OTHERS]


def _sign(actions: Sequence[Action]) -> tuple[int, ...]:
    """Return a key by which decisions are compared: plant removed, plants run, cities, or all."""
    if not actions or isinstance(actions[0], DECLINING):
        return ()
    action = actions[0]
    if isinstance(action, ScrapPlant):
        return (action.plant,)
    if isinstance(action, RunPlants | Produce):
        return (action.plants,)
    if len(actions) > 1 and isinstance(action, CONNECTING):
        return (len(actions),)
    return tuple(number for each in actions for number in each.key())

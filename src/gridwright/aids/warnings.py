"""Advice for the acting seat, computed from its observation only.

Warnings about plainly bad skips, fuel choices and a comparison of runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.aids.fuel_choices import advise_on_fuel
from gridwright.aids.outlook import FuelWorth
from gridwright.aids.power_choices import compare_runs
from gridwright.aids.powering import demand, supplying, total_output
from gridwright.aids.winning import given_up
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.shopping import cheapest_supply
from gridwright.engine.editions.card.vocabulary import Produce
from gridwright.engine.fuel import Run
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import members
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, PassAuction
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.building import CONNECTING, FinishBuilding, MayConnect
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright.engine.vocabulary.production import MayRun, RunPlants
from gridwright.protocol.fuel import FuelChoices
from gridwright.protocol.quotes import PowerChoices
from gridwright.protocol.warnings import (
    AnyWarning,
    BidLeavesLittle,
    CityMissing,
    FuelMissing,
    GameEnds,
    IncomeLost,
    PlantMissing,
)


@dataclass(frozen=True)
class Advice:
    """Advice for the seat to move."""

    warnings: list[AnyWarning]
    fuel: FuelChoices | None
    power: PowerChoices | None


NO_ADVICE: Final = Advice([], None, None)


def build_advice(
    game: Game, state: State, seat: int, offers: Sequence[Offer], *, has_built: bool
) -> Advice:
    """Return the advice for the seat that has these offers.

    Computed from the observation of that seat, so it reveals nothing hidden from it. ``has_built``
    is the result of the function of that name.
    """
    view = SeatView(game.rules, observe(game, state, seat), seat)
    power = compare_runs(view, offers, FuelWorth(game, state, view))
    warnings = find_warnings(view, offers, power, has_built)
    fuel = advise_on_fuel(view, state.grid.area, offers)
    if fuel is None:
        return Advice(warnings, None, power)
    missing = [] if fuel.missing is None else [fuel.missing]
    return Advice([*missing, *warnings], fuel.choices, power)


def find_warnings(
    view: SeatView, offers: Sequence[Offer], power: PowerChoices | None, has_built: bool = False
) -> list[AnyWarning]:
    """Return the warnings for the seat that has these offers; advice on fuel is separate."""
    found: list[AnyWarning] = []
    for offer in offers:
        if isinstance(offer, MayOffer):
            found += _bids(view, offer.plants, offer.lows)
            if any(isinstance(each, MayDo) and _is_pass(each) for each in offers):
                found += _no_plant(view, offer)
        elif isinstance(offer, MayBid):
            found += _bids(view, [view.seen.lot], [offer.low])
        elif isinstance(offer, MayConnect):
            found += [] if has_built else _no_city(view, offer)
            found += _end(view, offer)
        elif isinstance(offer, MayRun) and power is not None:
            found += _fewer_plants(offer, power)
    return found


def warning_about(
    action: Action, offers: Sequence[Offer], warnings: Sequence[AnyWarning]
) -> AnyWarning | None:
    """Return the warning about an action; None if nothing speaks against it.

    A bid is never plainly bad: `BidLeavesLittle` is shown next to it.
    """
    return next((each for each in warnings if _is_about(each, action, offers)), None)


def _is_about(warning: AnyWarning, action: Action, offers: Sequence[Offer]) -> bool:
    if isinstance(warning, FuelMissing):
        return isinstance(action, FinishBuying)
    if isinstance(warning, CityMissing):
        return isinstance(action, FinishBuilding)
    if isinstance(warning, PlantMissing):
        return isinstance(action, PassAuction)
    if isinstance(warning, GameEnds):
        return isinstance(action, CONNECTING) and warning.builds == 1
    if not isinstance(warning, IncomeLost) or not isinstance(action, RunPlants | Produce):
        return False
    runs = [offer.runs for offer in offers if isinstance(offer, MayRun)]
    return any(each[warning.run].plants == action.plants for each in runs)


def has_built(history: History, seat: int) -> bool:
    """Return True if a seat's last action was to build; chance draws after it do not count."""
    for action in reversed(history.log):
        if action.seat != CHANCE:
            return isinstance(action, CONNECTING) and action.seat == seat
    return False


def _is_pass(offer: MayDo) -> bool:
    return isinstance(offer.action, PassAuction)


# Plants


def _no_plant(view: SeatView, offer: MayOffer) -> list[AnyWarning]:
    rules = view.rules
    most = rules.limits.plant_limit
    n_owned = rules.n_counted(view.plants)
    offered = supplying(rules, offer.plants)
    if n_owned >= most or not offered:
        return []
    lows = dict(zip(offer.plants, offer.lows, strict=True))
    best = max(offered, key=lambda plant: (rules.fuel.output_of[plant], -lows[plant]))
    return [PlantMissing(n_owned, most, best, lows[best])]


def _bids(view: SeatView, plants: list[int], lows: list[int]) -> list[AnyWarning]:
    found: list[AnyWarning] = []
    for plant, low in zip(plants, lows, strict=True):
        leaves = view.money - low
        owned = _owned_with(view, plant)
        # A quick upper bound: usually there is enough for the most expensive run.
        if leaves < view.prices.run_cost(view.rules.fuel.needs(owned)):
            costs = _run_costs(view, owned)
            if leaves < costs:
                found.append(BidLeavesLittle(plant, low, leaves, costs))
    return found


def _owned_with(view: SeatView, plant: int) -> list[int]:
    """Return the plants that supply cities after the seat has bought another one."""
    gone = given_up(view, plant)
    return sorted(supplying(view.rules, [*[each for each in view.plants if each != gone], plant]))


def _run_costs(view: SeatView, plants: list[int]) -> int:
    """Return the current price of the fuel that the seat's cities need."""
    fuel = view.rules.fuel
    held = view.held(view.seat)
    output = total_output(view.rules, plants)
    wanted = min(output, demand(view) or output)
    plan = cheapest_supply(fuel, view.prices, plants, held, fuel.capacity(plants), wanted)
    return view.prices.run_cost(fuel.needs(plants)) if plan is None else plan.purchase.cost


# Cities


def _end_cities(view: SeatView) -> int:
    """Return the number of cities that ends the game: at most the cities in play (c9.1)."""
    regions = view.seen.regions
    in_play = [region for region in view.rules.board.city_regions if regions >> region & 1]
    return min(view.rules.limits.end_cities, len(in_play))


def _no_city(view: SeatView, offer: MayConnect) -> list[AnyWarning]:
    owned = view.seen.n_cities[view.seat]
    powers = view.supply(view.seat)
    if powers <= owned:
        return []
    place = offer.costs.index(min(offer.costs))
    is_last = max(view.seen.n_cities) >= _end_cities(view)
    more = 0 if is_last else view.rules.payment(owned + 1) - view.rules.payment(owned)
    if more <= 0 and not is_last:
        return []
    return [CityMissing(powers, owned, offer.cities[place], offer.costs[place], more)]


def _end(view: SeatView, offer: MayConnect) -> list[AnyWarning]:
    seen = view.seen
    end = _end_cities(view)
    builds = end - seen.n_cities[view.seat]
    if max(seen.n_cities) >= end or builds * min(offer.costs) > view.money:
        return []
    powers = min(view.supply(view.seat), end)
    bests = [(_best_of(view, other), -other) for other in view.rivals]
    best, place = max(bests)
    if best <= powers:
        return []
    return [GameEnds(builds, end, powers, -place, best)]


def _best_of(view: SeatView, other: int) -> int:
    """Return the most cities that another seat may still power this round.

    A seat that has yet to build may have the money for it, and money may be hidden: then plants and
    fuel alone are the limit.
    """
    seen = view.seen
    supply = view.supply(other)
    if seen.order.index(other) < seen.order.index(view.seat):
        return supply
    return min(supply, seen.n_cities[other])


# Running


def _fewer_plants(offer: MayRun, power: PowerChoices) -> list[AnyWarning]:
    best = offer.best()
    return [
        IncomeLost(place, _without(best, run), choice.less, choice.kept, choice.worth)
        for place, (run, choice) in enumerate(zip(offer.runs, power.runs, strict=True))
        if choice.less > choice.worth
    ]


def _without(best: Run, run: Run) -> list[int]:
    return members(best.plants & ~run.plants)

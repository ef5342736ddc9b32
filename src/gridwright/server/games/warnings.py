"""Warnings about plainly bad skips of the acting seat, computed from its observation only."""

from collections.abc import Sequence

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.shopping import cheapest_supply
from gridwright.engine.fuel import Run
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.masks import members
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, PassAuction
from gridwright.engine.vocabulary.base import MayDo, Offer
from gridwright.engine.vocabulary.building import ConnectCity, MayConnect
from gridwright.engine.vocabulary.production import MayRun
from gridwright.protocol.quotes import PowerChoices
from gridwright.protocol.warnings import (
    AnyWarning,
    BidLeavesLittle,
    CityMissing,
    GameEnds,
    IncomeLost,
    PlantMissing,
)
from gridwright.server.games.powering import demand
from gridwright.server.games.winning import given_up


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


def has_built(history: History, seat: int) -> bool:
    """Return True if a seat's last action was to build; chance draws after it do not count."""
    for action in reversed(history.log):
        if action.seat != CHANCE:
            return isinstance(action, ConnectCity) and action.seat == seat
    return False


def _is_pass(offer: MayDo) -> bool:
    return isinstance(offer.action, PassAuction)


# Plants


def _no_plant(view: SeatView, offer: MayOffer) -> list[AnyWarning]:
    most = view.rules.limits.plant_limit
    if len(view.plants) >= most:
        return []
    outputs = view.rules.fuel.output_of
    place = max(
        range(len(offer.plants)),
        key=lambda place: (outputs[offer.plants[place]], -offer.lows[place]),
    )
    return [PlantMissing(len(view.plants), most, offer.plants[place], offer.lows[place])]


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
    """Return the plants of the seat after buying another one."""
    gone = given_up(view)
    return sorted([*[each for each in view.plants if each != gone], plant])


def _run_costs(view: SeatView, plants: list[int]) -> int:
    """Return the current price of the fuel that the seat's cities need."""
    fuel = view.rules.fuel
    held = view.held(view.seat)
    output = sum([fuel.output_of[plant] for plant in plants])
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

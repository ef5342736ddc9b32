"""Effects of winning a plant, computed from the observation of a seat."""

from gridwright.aids.powering import is_last_round, most_output, supplying, total_output
from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.shopping import cheapest_fuel
from gridwright.bots.solvers.storage import capacity_of, kept_by
from gridwright.engine.ids import NONE
from gridwright.protocol.auction import Winning


def winning(view: SeatView, plant: int) -> Winning:
    """Return power, fuel and income with the plant, next to those without it."""
    gone = given_up(view, plant)
    kept = [each for each in view.plants if each != gone]
    before = most_output(view)
    after = total_output(view.rules, [*kept, plant])
    return Winning(
        plant,
        gone,
        before,
        after,
        _fuel_for(view, kept, plant),
        _income(view, before),
        _income(view, after),
        is_last_round(view),
    )


def given_up(view: SeatView, plant: int) -> int:
    """Return the plant that a purchase would replace: the weakest at the plant limit, else NONE."""
    rules = view.rules
    if rules.n_counted([*view.plants, plant]) <= rules.limits.plant_limit:
        return NONE
    fuel, numbers = rules.fuel, rules.deck.numbers
    return min(
        supplying(rules, view.plants), key=lambda plant: (fuel.output_of[plant], numbers[plant])
    )


def _fuel_for(view: SeatView, kept: list[int], plant: int) -> int | None:
    """Return the extra cost of running all plants over running all except this one."""
    fuel = view.rules.fuel
    kept = supplying(view.rules, kept)
    owned = sorted([*kept, *supplying(view.rules, [plant])])
    # Fuel of the replaced plant moves to the others, as far as it fits there.
    held = kept_by(fuel, owned, view.held(view.seat))
    capacity = capacity_of(view.rules, view.seen, owned, held)
    everything = cheapest_fuel(fuel, view.prices, owned, capacity, held)
    others = cheapest_fuel(fuel, view.prices, kept, capacity, held)
    if everything is None or others is None:
        return None
    return max(0, everything.cost - others.cost)


def _income(view: SeatView, output: int) -> int:
    if is_last_round(view):
        return output
    return view.rules.payment(view.rules.useful(output, view.seen.n_cities[view.seat]))

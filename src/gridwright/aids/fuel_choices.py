"""Fuel purchases offered to a seat: for one run, as much as fits, and all useful levels."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridwright.aids.fuel_sale import FuelSale, Storage, read_sale, storage_of
from gridwright.aids.powering import Powering
from gridwright.bots.seat_view import SeatView
from gridwright.engine.fuel import FuelRules
from gridwright.engine.network import Area
from gridwright.engine.vocabulary.base import Offer
from gridwright.protocol.fuel import FuelChoices, FuelLevel, JointRoom
from gridwright.protocol.warnings import FuelMissing


@dataclass(frozen=True)
class _Level:
    """Plants that can run after a purchase of these amounts, and the result."""

    plants: list[int]
    amounts: list[int]
    price: int
    cities: int
    income: int

    def is_beaten_by(self, other: "_Level") -> bool:
        """Return True if the other level powers as much or more with as much or less fuel."""
        return (other.income, other.cities) >= (self.income, self.cities) and all(
            less <= more for less, more in zip(other.amounts, self.amounts, strict=True)
        )


@dataclass(frozen=True)
class FuelAdvice:
    """Choices of fuel on sale, and the loss of the seat that buys none."""

    choices: FuelChoices
    missing: FuelMissing | None


def advise_on_fuel(view: SeatView, area: Area, offers: Sequence[Offer]) -> FuelAdvice | None:
    """Return the purchases that the offers allow; None if they sell no fuel."""
    sale = read_sale(view, offers)
    if sale is None:
        return None
    storage = storage_of(view)
    powering = Powering(view, area)
    levels = _levels(view, sale, storage, powering)
    better = _better(levels, powering)
    most = levels[-1].income
    best = min([level for level in levels if level.income == most], key=lambda level: level.price)
    filled = sale.fill(storage, view.money)
    choices = FuelChoices(
        sale.purchase(best.amounts) if sum(best.amounts) else None,
        filled if filled.price else None,
        [
            FuelLevel(each.amounts, each.price, each.cities, each.income, place)
            for each, place in zip(levels, better, strict=True)
        ],
        _joint_rooms(storage),
    )
    instead = better[0]
    missing = None
    if instead is not None:
        missing = _missing(levels[0], levels[instead], powering.is_points)
    return FuelAdvice(choices, missing)


def _levels(view: SeatView, sale: FuelSale, storage: Storage, powering: Powering) -> list[_Level]:
    """Return the smallest purchases that power more than others, by income; the first is empty."""
    fuel = storage.fuel
    found: list[_Level] = []
    runs: list[list[int]] = [[]]
    for plant in view.plants:
        runs += [[*run, plant] for run in runs]
    for run in runs:
        output = sum([fuel.output_of[plant] for plant in run])
        for amounts in _lacking(fuel, run, storage.held):
            price = sale.price(amounts)
            if price <= view.money and _can_run(sale, storage, run, amounts):
                cities = powering.cities(output, view.money - price)
                found.append(_Level(run, amounts, price, cities, powering.income(cities)))
    found.sort(key=_rank, reverse=True)
    kept: list[_Level] = []
    # In order from the best: a beaten level is beaten by a kept one.
    for level in found:
        if not any(level.is_beaten_by(other) for other in kept):
            kept.append(level)
    kept.reverse()
    return kept


def _rank(level: _Level) -> tuple[int, int, int, int]:
    """Return a sort key under which each level ranks below those that beat it."""
    return (level.income, level.cities, -sum(level.amounts), -level.price)


def _lacking(fuel: FuelRules, run: list[int], held: list[int]) -> list[list[int]]:
    """Return the amounts missing for a run, once for each split of its hybrids that differs."""
    needs = fuel.needs(run)
    hybrids = needs.pop()
    missing = [max(0, needs[kind] - held[kind]) for kind in range(fuel.n_kinds)]
    if not hybrids:
        return [missing]
    found: list[list[int]] = []
    for share in range(hybrids + 1):
        amounts = missing[:]
        amounts[fuel.first] = max(0, needs[fuel.first] + share - held[fuel.first])
        amounts[fuel.second] = max(0, needs[fuel.second] + hybrids - share - held[fuel.second])
        if amounts not in found:
            found.append(amounts)
    return found


def _can_run(sale: FuelSale, storage: Storage, run: list[int], amounts: list[int]) -> bool:
    """Return True if the plants can run after the purchase; fuel on hybrids may prevent it."""
    fuel, capacity = storage.fuel, storage.capacity
    if sum(amounts) and not fuel.fits(capacity, storage.with_units(amounts)):
        return False
    after = sale.kept(storage, amounts)
    needs = fuel.needs(run)
    hybrids = needs.pop()
    if any(need > units for need, units in zip(needs, after, strict=True)):
        return False
    if not hybrids:
        return True
    low, high = fuel.hybrid_range(capacity, after, needs[fuel.first], needs[fuel.second], hybrids)
    return low <= high


def _better(levels: list[_Level], powering: Powering) -> list[int | None]:
    """Return for each level the index of the most profitable one, if that earns more; else None."""
    gains = [powering.worth(level.income) - level.price for level in levels]
    best = gains.index(max(gains))
    return [
        best if gains[best] > gain and levels[best].income > level.income else None
        for gain, level in zip(gains, levels, strict=True)
    ]


def _missing(now: _Level, then: _Level, is_points: bool) -> FuelMissing:
    return FuelMissing(
        [plant for plant in then.plants if plant not in now.plants],
        then.amounts,
        then.price,
        now.cities,
        then.cities,
        now.income,
        then.income,
        is_points,
    )


def _joint_rooms(storage: Storage) -> list[JointRoom]:
    """Return the capacity that kinds share: by default the two of hybrid plants, if there are any.

    The overflow of either kind's own storage must fit there together. Each kind alone is limited by
    its offer, so one sum describes the rest.
    """
    fuel, capacity = storage.fuel, storage.capacity
    joint = fuel.joint_kinds(capacity)
    if not joint:
        return []
    room = capacity[fuel.n_kinds] + sum([capacity[kind] - storage.held[kind] for kind in joint])
    return [JointRoom(joint, max(0, room))]

"""Comparison of the sets of plants a seat may run: income, and fuel that remains."""

from collections.abc import Sequence
from typing import Final

from gridwright.aids.outlook import FuelWorth
from gridwright.bots.seat_view import SeatView
from gridwright.engine.fuel import FuelRules, Run
from gridwright.engine.vocabulary.base import Offer
from gridwright.engine.vocabulary.production import MayRun
from gridwright.protocol.quotes import PowerChoices, RunChoice

MAX_COMPARED: Final = 4
"""Runs that are shown; more are hard to compare."""


def compare_runs(view: SeatView, offers: Sequence[Offer], worth: FuelWorth) -> PowerChoices | None:
    """Compare the runs that the offers allow; None if the seat is not to power now."""
    for offer in offers:
        if isinstance(offer, MayRun):
            return _compare(view, offer, worth)
    return None


def _compare(view: SeatView, offer: MayRun, worth: FuelWorth) -> PowerChoices:
    fuel = view.rules.fuel
    best = offer.best()
    incomes = offer.incomes()
    highest = incomes[offer.runs.index(best)]
    burned = fuel.burned_by(best, _first(fuel, best, worth))
    choices = []
    for run, income in zip(offer.runs, incomes, strict=True):
        first = _first(fuel, run, worth)
        kept = [
            max(0, more - less)
            for more, less in zip(burned, fuel.burned_by(run, first), strict=True)
        ]
        choices.append(
            RunChoice(
                min(run.output, offer.n_cities),
                income,
                highest - income,
                first,
                run.burned[fuel.n_kinds],
                [fuel.burned_by(run, each) for each in range(run.low, run.high + 1)],
                kept,
                worth.of(kept),
            )
        )
    compared = _compared(offer, choices)
    return PowerChoices(choices, compared, _is_plain(choices, compared[0]), worth.prices)


def _first(fuel: FuelRules, run: Run, worth: FuelWorth) -> int:
    """Return the amount of the first kind for hybrids to burn, by the lowest replacement cost."""
    return min(
        range(run.low, run.high + 1),
        key=lambda first: (worth.of(fuel.burned_by(run, first)), first),
    )


def _compared(offer: MayRun, choices: list[RunChoice]) -> list[int]:
    """Return the best run, those that lose least for the fuel they save, and the empty run.

    On some boards plants must run if they can: there is no empty run then.
    """
    best = offer.runs.index(offer.best())
    nothing = next((place for place, run in enumerate(offer.runs) if not run.plants), best)
    others = [place for place in range(len(choices)) if place not in (best, nothing)]
    useful = [place for place in others if not _is_beaten(choices, place)]
    useful.sort(key=lambda place: (choices[place].less - choices[place].worth, place))
    listed = sorted(useful[: MAX_COMPARED - 2], key=lambda place: choices[place].less)
    return [best, *listed] if best == nothing else [best, *listed, nothing]


def _is_plain(choices: list[RunChoice], best: int) -> bool:
    """Return True if the best run beats every other and can be fuelled in one way only."""
    return len(choices[best].burns) == 1 and all(
        choice.worth < choice.less or _is_beaten(choices, place)
        for place, choice in enumerate(choices)
        if place != best
    )


def _is_beaten(choices: list[RunChoice], place: int) -> bool:
    """Return True if another run earns at least as much without burning more of any kind."""
    mine = choices[place]
    return any(
        other != place
        and each.income >= mine.income
        and _burns_less(each, mine)
        and (each.income > mine.income or _burned(each) != _burned(mine) or other < place)
        for other, each in enumerate(choices)
    )


def _burned(choice: RunChoice) -> list[int]:
    return min(choice.burns, key=sum)


def _burns_less(one: RunChoice, other: RunChoice) -> bool:
    return all(
        any(all(less <= more for less, more in zip(few, many, strict=True)) for few in one.burns)
        for many in other.burns
    )

"""What the seat to move is told beside its offers: warnings, choices of fuel, plants to run."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridwright.bots.seat_view import SeatView
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Offer
from gridwright.protocol.fuel import FuelChoices
from gridwright.protocol.powering import PowerChoices
from gridwright.protocol.warnings import AnyWarning
from gridwright.server.games.fuel_choices import advise_on_fuel
from gridwright.server.games.fuel_worth import FuelWorth
from gridwright.server.games.power_choices import compare_runs
from gridwright.server.games.table import Table
from gridwright.server.games.warnings import find_warnings, has_built


@dataclass(frozen=True)
class Advice:
    """Everything that is told."""

    warnings: list[AnyWarning]
    fuel: FuelChoices | None
    power: PowerChoices | None


NO_ADVICE = Advice([], None, None)


def advise(table: Table, seat: int, offers: Sequence[Offer]) -> Advice:
    """For the seat that has these offers.

    It is worked out from the observation of that seat, so it tells nothing that the seat could not
    work out by itself.
    """
    game, state = table.game, table.state
    view = SeatView(game.rules, observe(game, state, seat), seat)
    power = compare_runs(view, offers, FuelWorth(game, state, view))
    warnings = find_warnings(view, offers, power, has_built(table.history, seat))
    fuel = advise_on_fuel(view, state.grid.area, offers)
    if fuel is None:
        return Advice(warnings, None, power)
    missing = [] if fuel.missing is None else [fuel.missing]
    return Advice([*missing, *warnings], fuel.choices, power)

"""What the seat to move is told beside its offers: warnings, and choices of fuel."""

from collections.abc import Sequence
from dataclasses import dataclass

from gridwright.bots.seat_view import SeatView
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Offer
from gridwright.protocol.fuel import FuelChoices
from gridwright.protocol.warnings import AnyWarning
from gridwright.server.games.fuel_choices import advise_on_fuel
from gridwright.server.games.table import Table
from gridwright.server.games.warnings import find_warnings, has_built


@dataclass(frozen=True)
class Advice:
    """Everything that is told."""

    warnings: list[AnyWarning]
    fuel: FuelChoices | None


NO_ADVICE = Advice([], None)


def advise(table: Table, seat: int, offers: Sequence[Offer]) -> Advice:
    """For the seat that has these offers.

    It is worked out from the observation of that seat, so it tells nothing that the seat could not
    work out by itself.
    """
    game, state = table.game, table.state
    view = SeatView(game.rules, observe(game, state, seat), seat)
    warnings = find_warnings(view, offers, has_built(table.history, seat))
    fuel = advise_on_fuel(view, state.grid.area, offers)
    if fuel is None:
        return Advice(warnings, None)
    missing = [] if fuel.missing is None else [fuel.missing]
    return Advice([*missing, *warnings], fuel.choices)

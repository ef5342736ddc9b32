"""What fuel would cost a seat, whoever's turn it is, so that a purchase can be prepared."""

import msgspec

from gridwright.bots.seat_view import SeatView
from gridwright.engine.codec import offer_values
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.state import State
from gridwright.protocol.fuel import FuelQuotes
from gridwright.server.games.fuel_choices import advise_on_fuel
from gridwright.server.games.table import Table


def build_fuel_quotes(table: Table, seat: int) -> FuelQuotes:
    """What is on sale to a seat now. It tells the money of the seat, so nobody else may get it."""
    game, state = table.game, table.state
    if state.round == 0 or game.is_over(state):
        return FuelQuotes(table.version, seat, [], None)
    offers = _buying_phase(game, state).purchases(state, seat)
    view = SeatView(game.rules, observe(game, state, seat), seat)
    advice = advise_on_fuel(view, state.grid.area, offers)
    told = {
        "version": table.version,
        "seat": seat,
        "offers": [offer_values(offer) for offer in offers],
        "choices": None if advice is None else advice.choices,
    }
    return msgspec.convert(told, FuelQuotes)


def _buying_phase(game: Game, state: State) -> BuyingPhase:
    """The phase that sells: the one that is on, else the first of a round."""
    now = game.phases[state.phase]
    if isinstance(now, BuyingPhase):
        return now
    return next(phase for phase in game.phases if isinstance(phase, BuyingPhase))

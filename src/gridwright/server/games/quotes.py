"""What each city would cost a seat. The building phase itself says what it costs and why not."""

from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR
from gridwright.engine.network import build_path
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.protocol.quotes import CityQuote, CityRefusal, Quotes
from gridwright.server.games.table import Table


def build_quotes(table: Table, seat: int) -> Quotes:
    """Every city for a seat, whoever's turn it is; nothing for a spectator.

    A refusal tells the money of the seat that asks (c11.3), so nobody else may get it.
    """
    return Quotes(table.version, seat, quote_cities(table.game, table.state, seat))


def quote_cities(game: Game, state: State, seat: int) -> list[CityQuote]:
    """The cities of the board in order, once the regions are chosen and until the end."""
    building = building_phase(game)
    if building is None or seat < 0 or state.round == 0 or game.is_over(state):
        return []
    return [_quote(building, state, seat, city) for city in range(building.rules.board.n_cities)]


def building_phase(game: Game) -> BuildingPhase | None:
    """The phase in which networks grow; None where there is no board."""
    for phase in game.phases:
        if isinstance(phase, BuildingPhase):
            return phase
    return None


def _quote(building: BuildingPhase, state: State, seat: int, city: int) -> CityQuote:
    grid = state.grid
    refusal = refusal_of(building, state, seat, city)
    if not grid.area.holds(city) or grid.networks[seat] >> city & 1:
        return CityQuote(city, None, None, [], refusal)
    house, connection = grid.sites[city], grid.reach[seat][city]
    return CityQuote(
        city,
        None if house == FAR else house,
        connection,
        build_path(grid.area, grid.networks[seat], city),
        refusal,
    )


def refusal_of(building: BuildingPhase, state: State, seat: int, city: int) -> CityRefusal | None:
    """Why a seat could not build in a city if it were its turn; None if it could."""
    try:
        building.verify(state, ConnectCity(seat, city))
    except IllegalAction as illegal:
        return CityRefusal(illegal.code, illegal.clause, illegal.numbers)
    return None

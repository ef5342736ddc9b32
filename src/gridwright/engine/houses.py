"""Houses on the board, the steps that open spaces, and the costs derived from both."""

from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import Area, Board
from gridwright.engine.state import Grid, State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.turn import StepBegan


def empty_grid(board: Board, area: Area, n_seats: int) -> Grid:
    """Return a grid of the given area without houses, in step 1."""
    sites = [FAR] * board.n_cities
    for city in area.cities:
        sites[city] = board.site_cost(city, 0, 1)
    return Grid(
        area,
        [0] * n_seats,
        [0] * n_seats,
        [NONE] * (board.n_cities * board.n_spaces),
        [0] * board.n_cities,
        sites,
        [area.first_reach() for seat in range(n_seats)],
    )


def refresh_sites(board: Board, state: State) -> None:
    """Recompute every site's cost after a step began."""
    grid = state.grid
    for city in grid.area.cities:
        grid.sites[city] = board.site_cost(city, grid.n_houses[city], state.step)


def place_house(board: Board, state: State, owner: int, city: int) -> int:
    """Put a house on the cheapest free space; returns the space."""
    grid = state.grid
    space = grid.n_houses[city]
    grid.spaces[city * board.n_spaces + space] = owner
    grid.n_houses[city] = space + 1
    grid.sites[city] = board.site_cost(city, space + 1, state.step)
    return space


def join_network(state: State, seat: int, city: int) -> None:
    """Add a city to the seat's network, and update its connection costs (c6.3, c6.7)."""
    grid = state.grid
    grid.reach[seat] = grid.area.reach_after(grid.reach[seat], grid.networks[seat], city)
    grid.networks[seat] |= 1 << city
    grid.n_cities[seat] += 1


def begin_step(board: Board, state: State, step: int, log: EventLog) -> None:
    """Begin a step: it opens more spaces of each city (c6.5)."""
    state.step = step
    state.next_step = 0
    refresh_sites(board, state)
    if log.wanted:
        log.add(StepBegan(step))

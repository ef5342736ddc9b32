"""The board as a list: cities by region with their houses, or the links of one city."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import Names
from gridwright.engine.ids import FAR, NONE, TRUST
from gridwright.engine.masks import members
from gridwright.engine.observation import Observation

CELL_WIDTH: Final = 22


def draw_board(seen: Observation, names: Names, glyphs: Glyphs, width: int) -> Text:
    """Every city in play with the owner of each open space."""
    board = names.game.rules.board
    owners = "houses by seat" + (", T for the Trust" if names.game.rules.trust.n_houses else "")
    head = Text.assemble(("Board", "bold"), (f"  {owners}, {glyphs.free} an open space", "dim"))
    lines = [head]
    n_columns = max(1, (width - 2) // CELL_WIDTH)
    for region in members(seen.regions):
        lines.append(Text(f"  {names.regions[region]}", style="bold"))
        cities = [city for city in range(board.n_cities) if board.city_regions[city] == region]
        cities.sort(key=lambda city: names.cities[city])
        for start in range(0, len(cities), n_columns):
            line = Text("  ")
            for city in cities[start : start + n_columns]:
                cell = Text(f"{names.cities[city]} ")
                cell.append_text(_houses(city, seen, names, glyphs))
                cell.pad_right(CELL_WIDTH - cell.cell_len)
                line.append_text(cell)
            line.rstrip()
            lines.append(line)
    if not seen.regions:
        lines.append(Text("  no region is in play yet", style="dim"))
    return Text("\n").join(lines)


def _houses(city: int, seen: Observation, names: Names, glyphs: Glyphs) -> Text:
    board = names.game.rules.board
    n_spaces = board.n_spaces
    houses = Text()
    for space in range(n_spaces):
        owner = seen.spaces[city * n_spaces + space]
        if owner == TRUST:
            houses.append("T", style="bold")
        elif owner != NONE:
            houses.append(str(owner), style="bold")
        elif board.site_cost(city, space, seen.step) < FAR:
            houses.append(glyphs.free, style="dim")
    return houses


def draw_links(city: int, seen: Observation, names: Names) -> list[str]:
    """The links of a city inside the regions in play, cheapest first."""
    board = names.game.rules.board
    links: list[tuple[int, str]] = []
    for one, other, cost in board.links:
        if city in (one, other):
            end = other if city == one else one
            if seen.regions >> board.city_regions[end] & 1:
                links.append((board.way(cost, end), names.cities[end]))
    return [f"{cost} to {name}" for cost, name in sorted(links)]

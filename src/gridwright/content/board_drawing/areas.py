"""The land of a board: each region is what lies nearest to its cities, with round edges.

The land is found on a grid. Every line between two areas is traced and smoothed once, so that
regions that touch share it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Final

from gridwright.content.board_drawing.sizes import HEIGHT, WIDTH, Point

CELL: Final = 8
BEYOND: Final = 64
"""Distance of the grid beyond the sheet, for coasts that do."""
SEA: Final = -1
COAST: Final = 52.0
"""Distance of the coast from a city, and from a link."""
ISTHMUS: Final = 26.0
SMOOTHINGS: Final = 4

Line = tuple[Point, ...]
Corner = tuple[int, int]


@dataclass(frozen=True)
class Land:
    """The areas as paths."""

    regions: list[str]
    shore: str
    spots: list[list[Point]]
    """Places within each region, for its name."""


def draw_land(
    cities: Sequence[Point],
    city_regions: Sequence[int],
    links: Sequence[tuple[int, int]],
    n_regions: int,
) -> Land:
    grid = _build_grid(cities, city_regions, links)
    _fill_lakes(grid)
    lines = _trace(grid)
    smooth = {pair: [_smoothed(line) for line in found] for pair, found in lines.items()}
    of_regions = [
        [line for pair, found in smooth.items() if region in pair for line in found]
        for region in range(n_regions)
    ]
    return Land(
        [_path(_rings(found), "z") for found in of_regions],
        _path([line for pair, found in smooth.items() if SEA in pair for line in found]),
        [
            [
                _middle(column, row)
                for row, cells in enumerate(grid)
                for column, cell in enumerate(cells)
                if cell == region and (row + column) % 2 == 0
            ]
            for region in range(n_regions)
        ],
    )


def _middle(column: int, row: int) -> Point:
    return (column + 0.5) * CELL - BEYOND, (row + 0.5) * CELL - BEYOND


def _build_grid(
    cities: Sequence[Point], city_regions: Sequence[int], links: Sequence[tuple[int, int]]
) -> list[list[int]]:
    n_columns = (WIDTH + 2 * BEYOND) // CELL
    n_rows = (HEIGHT + 2 * BEYOND) // CELL
    grid: list[list[int]] = []
    for row in range(n_rows):
        cells: list[int] = []
        for column in range(n_columns):
            x, y = _middle(column, row)
            far, city = min(
                ((x - cx) ** 2 + (y - cy) ** 2, number) for number, (cx, cy) in enumerate(cities)
            )
            # Waves, so that a coast does not look like circles.
            wave = 1 + 0.14 * sin(x / 31 + 1.3) * cos(y / 27) + 0.07 * sin((x + y) / 13)
            is_land = far < (COAST * wave) ** 2
            is_near = far < (3 * COAST) ** 2
            if not is_land and is_near:
                most = (ISTHMUS * wave) ** 2
                is_land = any(
                    _from_line(x, y, cities[one], cities[other]) < most for one, other in links
                )
            is_edge = row in (0, n_rows - 1) or column in (0, n_columns - 1)
            cells.append(city_regions[city] if is_land and not is_edge else SEA)
        grid.append(cells)
    return grid


def _from_line(x: float, y: float, start: Point, end: Point) -> float:
    """The square of the distance from a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = ((x - start[0]) * dx + (y - start[1]) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return (x - start[0] - dx * part) ** 2 + (y - start[1] - dy * part) ** 2


def _fill_lakes(grid: list[list[int]]) -> None:
    """Sea that is closed in becomes land of the region before it in its row."""
    reached = {(0, 0)}
    frontier = [(0, 0)]
    while frontier:
        row, column = frontier.pop()
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            is_inside = 0 <= near[0] < len(grid) and 0 <= near[1] < len(grid[0])
            if is_inside and near not in reached and grid[near[0]][near[1]] == SEA:
                reached.add(near)
                frontier.append(near)
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            if cell == SEA and (row, column) not in reached:
                cells[column] = cells[column - 1]


def _trace(grid: Sequence[Sequence[int]]) -> dict[tuple[int, int], list[Line]]:
    """The lines between areas by the two areas beside them, each from one junction to the next."""
    edges: dict[Corner, list[tuple[Corner, tuple[int, int]]]] = {}
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            right = cells[column + 1] if column + 1 < len(cells) else cell
            below = grid[row + 1][column] if row + 1 < len(grid) else cell
            corner = (column + 1, row + 1)
            if right != cell:
                _join(edges, (column + 1, row), corner, (min(cell, right), max(cell, right)))
            if below != cell:
                _join(edges, (column, row + 1), corner, (min(cell, below), max(cell, below)))
    junctions = sorted(corner for corner, found in edges.items() if len(found) != 2)
    lines: dict[tuple[int, int], list[Line]] = {}
    # What has no junction is a ring, begun anywhere.
    for corner in (*junctions, *sorted(edges)):
        while edges[corner]:
            after, pair = edges[corner][0]
            corners = [corner]
            while True:
                _part(edges, corners[-1], after, pair)
                corners.append(after)
                if after in junctions or not edges[after]:
                    break
                after, pair = edges[after][0]
            points = tuple(
                (float(column * CELL - BEYOND), float(row * CELL - BEYOND))
                for column, row in corners
            )
            lines.setdefault(pair, []).append(points)
    return lines


_Edges = dict[Corner, list[tuple[Corner, tuple[int, int]]]]


def _join(edges: _Edges, one: Corner, other: Corner, pair: tuple[int, int]) -> None:
    edges.setdefault(one, []).append((other, pair))
    edges.setdefault(other, []).append((one, pair))


def _part(edges: _Edges, one: Corner, other: Corner, pair: tuple[int, int]) -> None:
    edges[one].remove((other, pair))
    edges[other].remove((one, pair))


def _smoothed(line: Line) -> Line:
    """Return a line without the steps of the grid; its ends stay where others meet it."""
    is_ring = line[0] == line[-1]
    points = list(line)
    for _time in range(SMOOTHINGS):
        ring = points[:-1]
        inner = [
            (
                (before[0] + 2 * here[0] + after[0]) / 4,
                (before[1] + 2 * here[1] + after[1]) / 4,
            )
            for before, here, after in zip(points, points[1:], points[2:], strict=False)
        ]
        if is_ring and len(ring) > 2:
            seam = (
                (ring[-1][0] + 2 * ring[0][0] + ring[1][0]) / 4,
                (ring[-1][1] + 2 * ring[0][1] + ring[1][1]) / 4,
            )
            points = [seam, *inner, seam]
        else:
            points = [points[0], *inner, points[-1]]
    kept = points[:1] + points[2:-1:2] + points[-1:]
    return tuple((round(x, 1), round(y, 1)) for x, y in kept)


def _rings(lines: Iterable[Line]) -> list[Line]:
    """Rings out of lines that meet at their ends."""
    left = list(lines)
    rings: list[Line] = []
    while left:
        ring = list(left.pop(0))
        while ring[0] != ring[-1]:
            found = next((line for line in left if ring[-1] in (line[0], line[-1])), None)
            if found is None:
                break
            left.remove(found)
            ring += (found if found[0] == ring[-1] else found[::-1])[1:]
        rings.append(tuple(ring))
    return rings


def _path(lines: Iterable[Line], end: str = "") -> str:
    return "".join(
        "M" + " ".join(f"{x:g} {y:g}" for x, y in line) + end for line in lines if len(line) > 1
    )

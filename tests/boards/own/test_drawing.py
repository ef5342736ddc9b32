"""The drawing of an own board: everything has a place, and nothing touches anything else."""

from pathlib import Path

from gridwright.content.board_drawing.areas import draw_land
from gridwright.content.board_drawing.drawing import BoardDrawing, draw_board
from gridwright.content.board_drawing.sizes import (
    HEIGHT,
    LINE_HEIGHT,
    NAME_HEIGHT,
    PLATE_HEIGHT,
    WIDTH,
    Box,
    box_around,
    capsule_box,
    furniture,
    name_width,
    plate_width,
)
from gridwright.content.board_drawing.spread import fit_to_sheet, spread
from gridwright.content.overlay import register_board
from tests.boards.own.new_boards import edited_board, new_board, replaced


def things_on(drawing: BoardDrawing) -> list[tuple[str, Box]]:
    things = [(city.id, capsule_box((city.x, city.y))) for city in drawing.cities]
    for city in drawing.cities:
        label = city.label
        width = max(map(name_width, label.lines))
        height = NAME_HEIGHT + (len(label.lines) - 1) * LINE_HEIGHT
        shift = {"right": width / 2, "left": -width / 2}.get(label.side, 0)
        middle_y = city.y + label.y - NAME_HEIGHT + 2.4 + height / 2
        things.append(
            (f"name {city.id}", box_around(city.x + label.x + shift, middle_y, width, height))
        )
    for link in drawing.links:
        box = box_around(*link.plate, plate_width(link.cost), PLATE_HEIGHT)
        things.append((f"plate {link.ends}", box))
    return things


def test_nothing_touches_on_the_new_board(tmp_path: Path) -> None:
    drawing = draw_board(register_board(new_board(tmp_path)))
    things = things_on(drawing)
    touching = [
        (one, other)
        for number, (one, box) in enumerate(things)
        for other, beside in things[number + 1 :]
        if box.overlap(beside) > 0.5
    ]
    assert touching == []
    for name, box in things:
        assert box.is_on_sheet(), name
        assert all(box.overlap(part) == 0 for part in furniture(drawing.corner)), name


def test_regions_have_areas_and_tints_of_their_own(tmp_path: Path) -> None:
    drawing = draw_board(register_board(new_board(tmp_path)))
    assert len({region.tint for region in drawing.regions}) == 6
    assert all(region.path.startswith("M") for region in drawing.regions)
    assert all(region.path.endswith("z") for region in drawing.regions)


def test_the_same_figures_give_the_same_drawing(tmp_path: Path) -> None:
    one = draw_board(register_board(new_board(tmp_path / "one")))
    other = draw_board(register_board(new_board(tmp_path / "other")))
    assert one == other


def test_a_cost_moves_no_city(tmp_path: Path) -> None:
    before = draw_board(register_board(new_board(tmp_path / "one")))
    folder = edited_board(tmp_path / "other", replaced("cost = 15", "cost = 14"))
    after = draw_board(register_board(folder))
    assert [(city.x, city.y) for city in before.cities] == [
        (city.x, city.y) for city in after.cities
    ]


def test_places_fill_the_sheet_and_stay_on_it() -> None:
    fitted = fit_to_sheet([(0, 0), (2000, 100), (50, 3000)])
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in fitted)
    assert max(y for _, y in fitted) - min(y for _, y in fitted) > 400


def test_cities_at_one_place_are_parted() -> None:
    places = spread([(300.0, 200.0)] * 5, [], [])
    assert len(set(places)) == 5


def test_an_area_of_two_islands_has_two_rings() -> None:
    land = draw_land([(100, 100), (600, 400), (350, 250)], [0, 0, 1], [], 2)
    assert land.regions[0].count("M") == 2
    assert land.regions[1].count("M") == 1

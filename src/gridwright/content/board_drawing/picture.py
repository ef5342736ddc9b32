"""The drawing of a board as a picture in a file of its own."""

from html import escape
from typing import Final

from gridwright.content.board_drawing.drawing import BoardDrawing, DrawnCity
from gridwright.content.board_drawing.sizes import (
    HALF_CAPSULE,
    LINE_HEIGHT,
    NAME_SIZE,
    PLATE_HEIGHT,
    REGION_SIZE,
    name_width,
    plate_width,
)

COLOURS: Final = {
    **{"a": "#dcd0e6", "b": "#c9e3e4", "c": "#eccfc8", "d": "#efe3b8", "e": "#ddd0bd"},
    **{"f": "#d0e2c4", "g": "#cbd8ea"},
}
ANCHORS: Final = {"left": "end", "right": "start"}


def draw_picture(drawing: BoardDrawing, title: str, regions: list[str]) -> str:
    """An SVG with everything that the table's map shows; ``regions`` are their names."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}" '
        f'width="{drawing.width * 2}" height="{drawing.height * 2}" '
        'font-family="Archivo, Arial, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{drawing.width}" height="{drawing.height}" fill="#e6eef2"/>',
    ]
    for region in drawing.regions:
        fill = COLOURS[region.tint]
        parts.append(
            f'<path d="{region.path}" fill="{fill}" fill-rule="evenodd" stroke="#fff" '
            'stroke-width="1.5"/>'
        )
    parts.append(f'<path d="{drawing.shore}" fill="none" stroke="#8aa0ab" stroke-width="1"/>')
    parts += [
        _line(drawing.cities[link.ends[0]], drawing.cities[link.ends[1]]) for link in drawing.links
    ]
    for link in drawing.links:
        x, y = link.plate
        width = plate_width(link.cost)
        parts.append(
            f'<rect x="{x - width / 2:g}" y="{y - PLATE_HEIGHT / 2:g}" width="{width:g}" '
            f'height="{PLATE_HEIGHT:g}" rx="3" fill="#fff" stroke="#9aa5ab" stroke-width="0.6"/>'
            f'<text x="{x:g}" y="{y + 3.4:g}" font-size="9.5" text-anchor="middle">'
            f"{link.cost}</text>"
        )
    for region, name in zip(drawing.regions, regions, strict=True):
        x, y = region.label
        parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{REGION_SIZE:g}" letter-spacing="1.4" '
            f'font-weight="600" text-anchor="middle" fill="#5d6a70">{escape(name.upper())}</text>'
        )
    parts += [_city(city) for city in drawing.cities]
    return "\n".join([*parts, "</svg>", ""])


def _line(one: DrawnCity, other: DrawnCity) -> str:
    return (
        f'<path d="M{one.x:g} {one.y:g}L{other.x:g} {other.y:g}" stroke="#7b878d" '
        'stroke-width="1.6"/>'
    )


def _city(city: DrawnCity) -> str:
    width, height = HALF_CAPSULE
    label = city.label
    anchor = ANCHORS.get(label.side, "middle")
    lines = "".join(
        f'<text x="{city.x + label.x:g}" y="{city.y + label.y + number * LINE_HEIGHT:g}" '
        f'font-size="{NAME_SIZE:g}" font-weight="600" font-stretch="82%" text-anchor="{anchor}" '
        # Another font than the table's must not be wider than the room there is.
        f'textLength="{name_width(line):.1f}" lengthAdjust="spacingAndGlyphs" '
        f'paint-order="stroke" stroke="#fff" stroke-width="2">{escape(line)}</text>'
        for number, line in enumerate(label.lines)
    )
    places = "".join(
        f'<circle cx="{city.x + off:g}" cy="{city.y:g}" r="5" fill="none" stroke="#9aa5ab"/>'
        for off in (-12.5, 0, 12.5)
    )
    return (
        f'<rect x="{city.x - width:g}" y="{city.y - height:g}" width="{2 * width:g}" '
        f'height="{2 * height:g}" rx="{height:g}" fill="#fff" stroke="#2d373c"/>{places}{lines}'
    )

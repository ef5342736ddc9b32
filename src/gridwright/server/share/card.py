"""The picture of a link: 1200 by 630, the table at the left, the board at the right."""

from typing import Final

from gridwright.server.share.boards import find_drawing
from gridwright.server.share.facts import CardFacts, PlantFacts, SeatFacts, Stage
from gridwright.server.share.letters import (
    Style,
    colour,
    marker,
    printable,
    shorten,
    symbol,
    symbols,
    width_of,
    write,
)
from gridwright.server.share.map_picture import draw_map
from gridwright.server.share.wording import (
    counted,
    edition_name,
    has_word,
    region_name,
    seat_name,
    table_name,
    title_of,
    winners,
    word,
)

WIDTH: Final = 1200
HEIGHT: Final = 630
SPLIT: Final = 436
SLAB: Final = 526
LEFT: Final = 48
RIGHT: Final = 404
TITLE: Final = 64
LEAST_TITLE: Final = 40
ROW: Final = 50.5


def draw_card(facts: CardFacts, language: str, site: str = "") -> str:
    """Return the card as SVG; paths only, so that every renderer draws the same."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        # The map extends beyond its edges: that part is covered, because clipping is slower.
        f"{_right(facts, language)}{_box(0, 0, SPLIT, HEIGHT, colour('panel'))}"
        f"{_box(SPLIT, 0, 1, SLAB, colour('line'))}"
        f"{_left(facts, language)}{_slab(facts, language, site)}</svg>"
    )


def _box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0) -> str:
    size = f'width="{width:g}" height="{height:g}"'
    edge = f'rx="{radius:g}"' if radius else 'shape-rendering="crispEdges"'
    return f'<rect x="{x:g}" y="{y:g}" {size} {edge} fill="{fill}"/>'


# The left side


def _left(facts: CardFacts, language: str) -> str:
    ink = colour("ink")
    drawn = symbol("i-logo", LEFT, 40, 32, ink)
    drawn += write("Gridwright", 92, 65, Style("brand", 26, ink, spacing=-0.01))
    y = 92.0
    size = TITLE if facts.stage is not Stage.OVER else TITLE - 4
    for line in _title_lines(facts, language):
        y += size
        drawn += _fitted(line, LEFT, y, size)
    y += 43
    drawn += _fitted_text(_subtitle(facts, language), LEFT, y, 24)
    return drawn + _rows(facts, language, y + 30)


def _title_lines(facts: CardFacts, language: str) -> list[str]:
    title = printable(title_of(facts, language))
    first = winners(facts)
    if facts.stage is Stage.OVER and first and facts.seats[0].count:
        return [title, word(language, "with", count=first[0].count)]
    return [title]


def _fitted(text: str, x: float, y: float, size: float) -> str:
    """Draw a headline, smaller if it is long."""
    room = RIGHT - LEFT
    style = Style("title", size, colour("ink"), spacing=-0.03)
    while width_of(text, style) > room and style.size > LEAST_TITLE:
        style = Style("title", style.size - 2, colour("ink"), spacing=-0.03)
    return write(shorten(text, style, room), x, y, style)


def _fitted_text(text: str, x: float, y: float, size: float) -> str:
    style = Style("text", size, colour("ink-2"))
    while width_of(text, style) > RIGHT - x and style.size > 17:
        style = Style("text", style.size - 1, colour("ink-2"))
    return write(shorten(text, style, RIGHT - x), x, y, style)


def _subtitle(facts: CardFacts, language: str) -> str:
    spec = facts.spec
    if facts.stage is Stage.OVER:
        parts = [table_name(spec, language), word(language, "rounds", count=facts.round)]
    else:
        parts = [edition_name(spec, language)] if facts.map is not None else []
        if facts.stage is Stage.PLAYED:
            parts.append(word(language, "round", round=max(1, facts.round)))
            if facts.map is not None:
                parts.append(word(language, "step", step=facts.step))
    if facts.is_imported:
        parts.append(word(language, "imported"))
    return printable(", ".join(parts))


def _rows(facts: CardFacts, language: str, top: float) -> str:
    row = min(ROW, (SLAB - 8 - top) / len(facts.seats))
    drawn = ""
    for place, seat in enumerate(facts.seats):
        y = top + place * row
        drawn += _row(facts, seat, language, y, row)
    return drawn


def _row(facts: CardFacts, seat: SeatFacts, language: str, y: float, row: float) -> str:
    is_over = facts.stage is Stage.OVER
    is_on = seat.place == 1 if is_over else seat.seat == facts.actor
    drawn = _box(34, y, 384, row, colour("live-soft")) if is_on else ""
    drawn += _box(LEFT - (14 if is_on else 0), y, 384 if is_on else RIGHT - LEFT, 1, colour("line"))
    middle = y + row / 2
    x = float(LEFT)
    if is_over and seat.place:
        style = Style("strong", 21, colour("ink-2"))
        drawn += write(str(seat.place), x, middle + 7.5, style)
        x += 36
    if seat.is_taken:
        drawn += marker(seat.seat, x, middle - 12, 24)
    else:
        ring = f'r="11" fill="none" stroke="{colour("line-strong")}" stroke-width="2"'
        dash = 'stroke-dasharray="4 3"'
        drawn += f'<circle cx="{x + 12:g}" cy="{middle:g}" {ring} {dash}/>'
    x += 44
    end = float(RIGHT)
    if facts.stage is not Stage.WAITING:
        figure = str(seat.count)
        drawn += write(figure, end, middle + 10.5, Style("title", 30, colour("ink"), "end"))
        end -= 48
    if seat.money is not None and not is_over:
        figure = str(seat.money)
        style = Style("text", 19, colour("ink-2"), "end")
        drawn += write(figure, end, middle + 6.5, style)
        end -= width_of(figure, style) + 24
        drawn += symbol("i-money", end, middle - 9.5, 19, colour("ink-2"))
        end -= 8
    style = Style("strong", 26, colour("ink"))
    name = seat_name(seat, language)
    if not seat.is_taken:
        name, style = word(language, "free"), Style("text", 26, colour("ink-2"))
    return drawn + write(shorten(printable(name), style, end - x), x, middle + 9, style)


# The right side


def _right(facts: CardFacts, language: str) -> str:
    if facts.rounds:
        return _chart(facts, language)
    drawing = find_drawing(facts.spec)
    if facts.map is None or drawing is None:
        return _box(SPLIT, 0, WIDTH - SPLIT, SLAB, colour("sea")) + _plants(facts.plants)
    scale = min((WIDTH - SPLIT) / drawing.width, SLAB / drawing.height)
    x = SPLIT + (WIDTH - SPLIT - drawing.width * scale) / 2
    y = (SLAB - drawing.height * scale) / 2
    names = [region_name(facts.spec, region.id, language) for region in drawing.regions]
    place = f"translate({x:.1f} {y:.1f}) scale({scale:.4f})"
    sea = _box(SPLIT, 0, WIDTH - SPLIT, SLAB, colour("sea"))
    return f'{sea}<g transform="{place}">{draw_map(drawing, facts.map, names)}</g>'


def _plants(plants: tuple[PlantFacts, ...]) -> str:
    """Draw four plant cards instead of a board."""
    width, height, gap = 158.0, 300.0, 22.0
    x = SPLIT + (WIDTH - SPLIT - len(plants) * width - max(0, len(plants) - 1) * gap) / 2
    y = (SLAB - height) / 2
    return "".join(
        [
            _plant(plant, x + place * (width + gap), y, width, height)
            for place, plant in enumerate(plants)
        ]
    )


def _plant(plant: PlantFacts, x: float, y: float, width: float, height: float) -> str:
    kind = plant.kinds[0] if plant.kinds else "eco"
    soft = colour(f"{kind}-soft") if len(plant.kinds) < 2 else colour("sunken")
    edge = f'fill="none" stroke="{colour("line-2")}" stroke-width="1.5"'
    size = f'width="{width:g}" height="{height:g}"'
    middle = x + width / 2
    drawn = _box(x, y, width, height, colour("raised"), 10)
    drawn += _box(x + 10, y + 108, width - 20, 90, soft, 6)
    drawn += f'<rect x="{x:g}" y="{y:g}" {size} rx="10" {edge}/>'
    style = Style("title", 64, colour("ink"), "middle", spacing=-0.02)
    drawn += write(str(plant.number), middle, y + 84, style)
    kinds = plant.kinds or ("eco",)
    n = len(kinds) if plant.need else 1
    left = middle - n * 21 - (16 if plant.need else 0)
    for place, each in enumerate(kinds[:n]):
        drawn += symbol(f"i-{each}", left + place * 42, y + 133, 38, colour(each), soft)
    if plant.need:
        style = Style("title", 32, colour("ink"))
        drawn += write(str(plant.need), left + n * 42 + 6, y + 164, style)
    drawn += symbol("i-house", middle - 44, y + 222, 48, colour("ink"), colour("raised"))
    return drawn + write(str(plant.output), middle + 14, y + 262, Style("title", 42, colour("ink")))


def _chart(facts: CardFacts, language: str) -> str:
    """Draw the cities supplied by each seat, round by round."""
    left, right, top, bottom = 511.0, 1090.0, 95.0, 455.0
    paper = _box(SPLIT, 0, WIDTH - SPLIT, SLAB, colour("paper"))
    drawn = paper + write(word(language, "chart"), 477, 61, Style("strong", 26, colour("ink")))
    most = max(max(row) for row in facts.rounds) or 1
    step = max(1, -(-most // 3))
    n = len(facts.rounds)
    label = Style("text", 20, colour("ink-2"), "end")

    def x_of(place: int) -> float:
        return left + (right - left) * (place / max(1, n - 1))

    def y_of(count: float) -> float:
        return bottom - (bottom - top) * count / (step * 3)

    for line in range(4):
        drawn += _box(left, y_of(line * step), right - left, 1.5, colour("line"))
        drawn += write(str(line * step), left - 13, y_of(line * step) + 7, label)
    every = max(1, -(-n // 7))
    below = Style("text", 20, colour("ink-2"), "middle")
    for place in range(0, n, every):
        drawn += write(str(place + 1), x_of(place), bottom + 30, below)
    ends: list[tuple[float, SeatFacts]] = []
    for seat in reversed(facts.seats):
        points = [(x_of(place), y_of(row[seat.seat])) for place, row in enumerate(facts.rounds)]
        drawn += _curve(seat.seat, points)
        ends.append((points[-1][1], seat))
    ends.sort(key=lambda each: (each[0], each[1].place))
    at = top - 100.0
    for number, (y, seat) in enumerate(ends):
        # Apart from each other, and all above the line of rounds.
        at = min(max(at + 28, y), bottom - 28 * (len(ends) - 1 - number))
        drawn += marker(seat.seat, 1107, at - 9, 18)
        figure = str(facts.rounds[-1][seat.seat])
        drawn += write(figure, 1135, at + 9, Style("title", 26, colour("ink")))
    return drawn


def _curve(seat: int, points: list[tuple[float, float]]) -> str:
    dash = symbols()["dashes"].get(f"net{seat + 1}", "")
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    ends = ' stroke-linecap="round"' if seat == 2 else ""
    line = f'fill="none" stroke="{colour(f"p{seat + 1}")}" stroke-width="5" stroke-linejoin="round"'
    places = " ".join([f"{x:.1f} {y:.1f}" for x, y in points])
    return f'<path {line}{pattern}{ends} d="M{places}"/>'


# The slab


def _slab(facts: CardFacts, language: str, site: str) -> str:
    head, under = _flag(facts, language)
    first, second = _call(facts, language)
    room: float = SPLIT - LEFT - 24
    drawn = _box(0, SLAB, WIDTH, HEIGHT - SLAB, colour("slab"))
    drawn += _box(0, SLAB, SPLIT, HEIGHT - SLAB, colour("live"))
    style = Style("title", 34, colour("on-live"), spacing=-0.02)
    while width_of(head, style) > room and style.size > 24:
        style = Style("title", style.size - 2, colour("on-live"), spacing=-0.02)
    drawn += write(shorten(head, style, room), LEFT, 577 if under else 590, style)
    drawn += write(under, LEFT, 603, Style("strong", 20, colour("on-live")))
    told = Style("text", 20, colour("slab-ink-2"), "end")
    site = shorten(printable(site), told, 300)
    drawn += write(site, 1160, 585, told)
    room = 1160 - 468 - (width_of(site, told) + 24 if site else 0)
    style = Style("strong", 24, colour("slab-ink"))
    drawn += write(shorten(first, style, room), 468, 572, style)
    style = Style("text", 20, colour("slab-ink-2"))
    return drawn + write(shorten(second, style, room), 468, 601, style)


def _flag(facts: CardFacts, language: str) -> tuple[str, str]:
    """Return the line about the current state of the game."""
    if facts.stage is Stage.WAITING:
        return counted(language, "free", sum(not seat.is_taken for seat in facts.seats)), ""
    if facts.stage is Stage.OVER:
        return word(language, "over"), word(language, "open_hands")
    named = {seat.seat: printable(seat_name(seat, language)) for seat in facts.seats}
    if facts.actor not in named:
        return word(language, "these"), ""
    key = f"doing.{facts.phase}"
    key = key if has_word(key) else "doing"
    return word(language, key, name=named[facts.actor]), word(language, "these")


def _call(facts: CardFacts, language: str) -> tuple[str, str]:
    """Return the line about the target of the link."""
    if facts.stage is Stage.WAITING:
        return word(language, "sit"), word(language, "no_account")
    if facts.stage is Stage.OVER:
        return table_name(facts.spec, language), word(language, "fair")
    if facts.map is not None:
        ends = word(language, "no_account_end", count=facts.end_cities)
        return word(language, "watch"), ends
    return word(language, "watch"), word(language, "no_account")

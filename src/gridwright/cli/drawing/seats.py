"""The seats in turn order: money, plants with the fuel on them, cities."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names
from gridwright.engine.ids import TRUST
from gridwright.engine.observe import HIDDEN, Observation

CITY_INDENT: Final = 4
SEAT_WIDTH: Final = 7


def draw_seats(seen: Observation, names: Names, glyphs: Glyphs, width: int) -> Text:
    """Two lines for each seat: figures and plants, then its cities."""
    title = "Places" if seen.ranking else "Seats"
    head = Text.assemble((f"{title:<10}", "bold"), ("money  cities  supplies  ", "dim"))
    left = head.cell_len
    head.append("plants and the fuel on them", style="dim")
    lines = [head]
    for seat in _sequence(seen, names):
        lines.extend(_seat_lines(seat, seen, names, glyphs, left, width))
    if names.game.rules.trust.plays:
        lines.extend(_trust_lines(seen, names, left, width))
    return Text("\n").join(lines)


def _sequence(seen: Observation, names: Names) -> list[int]:
    """Seats in turn order; after the end the winner first."""
    seats = seen.order or list(range(names.game.rules.n_seats))
    return sorted(seats, key=lambda seat: seen.ranking[seat]) if seen.ranking else seats


def _seat_lines(
    seat: int, seen: Observation, names: Names, glyphs: Glyphs, left: int, width: int
) -> list[Text]:
    acts = seat == seen.actor
    line = Text()
    mark = glyphs.turn if acts else " "
    if seen.ranking:
        mark = str(seen.ranking[seat])
    line.append(f"{mark} {f'Seat {seat}':<{SEAT_WIDTH}}", style="bold" if acts else "")
    money = "hidden" if seen.money[seat] == HIDDEN else str(seen.money[seat])
    line.append(f"{money:>6}{seen.n_cities[seat]:>8}{supply_of(seat, seen, names):>10}  ")
    plants = [
        draw_plant(plant, seen.stored[seat][place], names, glyphs)
        for place, plant in enumerate(seen.plants[seat])
    ]
    lines = _flowed(line, plants or [Text("no plants", style="dim")], left, "   ", width)
    return lines + _city_lines(cities_of(seat, seen, names), names, width)


def _trust_lines(seen: Observation, names: Names, left: int, width: int) -> list[Text]:
    cities = cities_of(TRUST, seen, names)
    line = Text(f"  {'Trust':<{SEAT_WIDTH}}{'':>6}{len(cities):>8}{'':>10}  ".ljust(left))
    plants = [Text(names.cards[plant], style="bold") for plant in seen.trust_plants]
    facts = plants or [Text("no plants", style="dim")]
    if any(seen.trust_fuel):
        facts.append(Text(f"holds {names.fuel(seen.trust_fuel)}", style="dim"))
    lines = _flowed(line, facts, left, "   ", width)
    return lines + _city_lines(cities, names, width)


def _city_lines(cities: list[int], names: Names, width: int) -> list[Text]:
    """The names of the cities under the line of their owner; nothing if there are none."""
    drawn = [Text(names.cities[city], style="dim") for city in cities]
    indent = " " * CITY_INDENT
    return _flowed(Text(indent), _with_commas(drawn), CITY_INDENT, " ", width) if drawn else []


def draw_plant(plant: int, stored: list[int], names: Names, glyphs: Glyphs) -> Text:
    """A plant as its number, its fuel places and its output: ``10 CC·· → 2``."""
    card = names.game.rules.deck.plants[plant]
    drawing = Text.assemble((names.cards[plant], "bold"), " ")
    if card.kinds:
        for kind, amount in enumerate(stored):
            style = KIND_STYLES[kind % len(KIND_STYLES)]
            drawing.append(names.letters[kind] * amount, style=style)
        drawing.append(glyphs.free * (card.storage - sum(stored)) + " ", style="dim")
    return drawing.append(f"{glyphs.arrow} {card.output}")


def supply_of(seat: int, seen: Observation, names: Names) -> int:
    """How many of its cities a seat could supply with the fuel it holds."""
    fuel = names.game.rules.fuel
    held = [0] * fuel.n_kinds
    for stored in seen.stored[seat]:
        for kind, amount in enumerate(stored):
            held[kind] += amount
    plants = seen.plants[seat]
    runs = fuel.runs(plants, fuel.capacity(plants), held)
    return min(max(run.output for run in runs), seen.n_cities[seat])


def cities_of(owner: int, seen: Observation, names: Names) -> list[int]:
    """The cities in which a seat or the Trust has a house."""
    n_spaces = names.game.rules.board.n_spaces
    found = [place // n_spaces for place, each in enumerate(seen.spaces) if each == owner]
    return sorted(found, key=lambda city: names.cities[city])


def _with_commas(parts: list[Text]) -> list[Text]:
    return [part + Text(",", style="dim") for part in parts[:-1]] + parts[-1:]


def _flowed(first: Text, parts: list[Text], indent: int, gap: str, width: int) -> list[Text]:
    """Parts side by side; what does not fit goes on in a new line under the first part."""
    lines = [first]
    for place, part in enumerate(parts):
        if place and lines[-1].cell_len + len(gap) + part.cell_len > width:
            lines.append(Text(" " * indent))
        elif place:
            lines[-1].append(gap)
        lines[-1].append_text(part)
    return lines

"""The seats in turn order: money, plants, fuel, cities."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.fuel_cards import depot_in, draw_fuel_cards
from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names
from gridwright.engine.ids import TRUST
from gridwright.engine.observation import HIDDEN, Observation

INDENT: Final = 4
SEAT_WIDTH: Final = 7
TRUST_PLACE: Final = 1
"""The Trust stands second of three in the order."""


def draw_seats(seen: Observation, names: Names, glyphs: Glyphs, width: int) -> Text:
    """Two lines for each seat: figures and plants, then its fuel cards or its cities."""
    title = "Places" if seen.ranking else "Seats"
    headings = _headings(seen)
    head = Text.assemble((f"{title:<10}", "bold"), ("  ".join(headings) + "  ", "dim"))
    left = head.cell_len
    if depot_in(seen) is None:
        head.append("plants and the fuel on them", style="dim")
    else:
        head.append("plants, what they burn and earn", style="dim")
    lines = [head]
    owners = _sequence(seen, names)
    if names.game.rules.trust.plays:
        owners.insert(len(owners) if seen.ranking else TRUST_PLACE, TRUST)
    for owner in owners:
        line = _figures_line(owner, headings, seen, names, glyphs)
        lines.extend(_flowed(line, _plants(owner, seen, names, glyphs), left, "   ", width))
        lines.extend(_second_lines(owner, seen, names, glyphs, width))
    return Text("\n").join(lines)


def _sequence(seen: Observation, names: Names) -> list[int]:
    """Seats in turn order; after the end the winner first."""
    seats = seen.order or list(range(names.game.rules.n_seats))
    return sorted(seats, key=lambda seat: seen.ranking[seat]) if seen.ranking else seats[:]


def _headings(seen: Observation) -> list[str]:
    """The numbers shown for a seat."""
    if depot_in(seen) is None:
        return ["money", "cities", "supplies"]
    return ["money", "produces", "points"] if seen.ranking else ["money", "earned", "produces"]


def _figures(seat: int, seen: Observation, names: Names) -> dict[str, str]:
    """Each figure by its heading."""
    depot = depot_in(seen)
    figures = {"money": "hidden" if seen.money[seat] == HIDDEN else str(seen.money[seat])}
    if depot is None:
        figures["cities"] = str(seen.n_cities[seat])
        figures["supplies"] = str(supply_of(seat, seen, names))
        return figures
    figures["earned"] = str(depot.incomes[seat])
    held = names.fuel_cards.units(depot.stored[seat])
    figures["produces"] = str(output_of(seat, held, seen, names))
    if seen.ranking:
        figures["points"] = str(seen.scores[seat])
    return figures


def _figures_line(
    owner: int, headings: list[str], seen: Observation, names: Names, glyphs: Glyphs
) -> Text:
    """The name of a seat and its figures under their headings; the Trust has none."""
    line = Text()
    figures = dict.fromkeys(headings, "")
    if owner == TRUST:
        line.append(f"  {'Trust':<{SEAT_WIDTH}}")
        if "cities" in figures:
            figures["cities"] = str(len(cities_of(TRUST, seen, names)))
    else:
        acts = owner == seen.actor
        mark = str(seen.ranking[owner]) if seen.ranking else glyphs.turn if acts else " "
        line.append(f"{mark} {f'Seat {owner}':<{SEAT_WIDTH}}", style="bold" if acts else "")
        figures = _figures(owner, seen, names)
    for place, heading in enumerate(headings):
        line.append(f"{figures[heading]:>{len(heading) + (2 if place else 1)}}")
    return line.append("  ")


def _plants(owner: int, seen: Observation, names: Names, glyphs: Glyphs) -> list[Text]:
    """The plants of a seat or the Trust, and what the Trust holds."""
    depot = depot_in(seen)
    owned = seen.trust_plants if owner == TRUST else seen.plants[owner]
    if not owned:
        return [Text("no plants", style="dim")]
    if depot is not None:
        return [draw_pooled_plant(plant, names, glyphs) for plant in owned]
    if owner == TRUST:
        plants = [Text(names.cards[plant], style="bold") for plant in owned]
        if any(seen.trust_fuel):
            plants.append(Text(f"holds {names.fuel(seen.trust_fuel)}", style="dim"))
        return plants
    return [
        draw_plant(plant, seen.stored[owner][place], names, glyphs)
        for place, plant in enumerate(owned)
    ]


def _second_lines(
    owner: int, seen: Observation, names: Names, glyphs: Glyphs, width: int
) -> list[Text]:
    """Fuel cards or cities under the line of their owner; nothing if there are none."""
    depot = depot_in(seen)
    if depot is not None:
        place = len(depot.stored) - 1 if owner == TRUST else owner
        parts, gap = draw_fuel_cards(depot.stored[place], names, glyphs), "   "
    else:
        cities = cities_of(owner, seen, names)
        parts = _with_commas([Text(names.cities[city], style="dim") for city in cities])
        gap = " "
    return _flowed(Text(" " * INDENT), parts, INDENT, gap, width) if parts else []


def draw_plant(plant: int, stored: list[int], names: Names, glyphs: Glyphs) -> Text:
    """A plant as its number, its fuel places and its output: ``10 CC·· → 2``, or ``23 mine``."""
    card = names.game.rules.deck.plants[plant]
    drawing = Text.assemble((names.marked_plant(plant), "bold"), " ")
    if names.is_mine(plant):
        return drawing.append("mine")
    if card.kinds:
        for kind, amount in enumerate(stored):
            style = KIND_STYLES[kind % len(KIND_STYLES)]
            drawing.append(names.letters[kind] * amount, style=style)
        drawing.append(glyphs.free * (card.storage - sum(stored)) + " ", style="dim")
    return drawing.append(f"{glyphs.arrow} {card.output}")


def draw_pooled_plant(plant: int, names: Names, glyphs: Glyphs) -> Text:
    """A plant that holds nothing itself, with what it burns: ``7a 3G/O → 8``."""
    card = names.game.rules.deck.plants[plant]
    drawing = Text.assemble((names.marked_plant(plant), "bold"), " ")
    if card.kinds:
        drawing.append(str(card.need))
        for place, kind in enumerate(card.kinds):
            drawing.append("/" if place else "")
            drawing.append(names.letters[kind], style=KIND_STYLES[kind % len(KIND_STYLES)])
        drawing.append(" ")
    return drawing.append(f"{glyphs.arrow} {card.output}")


def supply_of(seat: int, seen: Observation, names: Names) -> int:
    """Return the number of its cities that a seat could supply with the fuel it holds."""
    held = [0] * names.game.rules.fuel.n_kinds
    for stored in seen.stored[seat]:
        for kind, amount in enumerate(stored):
            held[kind] += amount
    return min(output_of(seat, held, seen, names), seen.n_cities[seat])


def output_of(seat: int, held: list[int], seen: Observation, names: Names) -> int:
    """The most that a seat's plants could give with so much fuel."""
    fuel = names.game.rules.fuel
    plants = seen.plants[seat]
    return max(run.output for run in fuel.runs(plants, fuel.capacity(plants), held))


def cities_of(owner: int, seen: Observation, names: Names) -> list[int]:
    """The cities in which a seat or the Trust has a house."""
    n_spaces = names.game.rules.board.n_spaces
    found = [place // n_spaces for place, each in enumerate(seen.spaces) if each == owner]
    return sorted(found, key=lambda city: names.cities[city])


def _with_commas(parts: list[Text]) -> list[Text]:
    return [part + Text(",", style="dim") for part in parts[:-1]] + parts[-1:]


def _flowed(first: Text, parts: list[Text], indent: int, gap: str, width: int) -> list[Text]:
    """Set parts side by side; those that do not fit start a new line under the first part."""
    lines = [first]
    for place, part in enumerate(parts):
        if place and lines[-1].cell_len + len(gap) + part.cell_len > width:
            lines.append(Text(" " * indent))
        elif place:
            lines[-1].append(gap)
        lines[-1].append_text(part)
    return lines

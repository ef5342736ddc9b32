"""The fuel cards that a seat or the Trust holds."""

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation


def depot_in(seen: Observation) -> Depot | None:
    """The fuel cards on the table; none where fuel is tokens."""
    return seen.parts if isinstance(seen.parts, Depot) else None


def draw_fuel_cards(stored: list[int], names: Names, glyphs: Glyphs) -> list[Text]:
    """The cards of each kind with the units they show, as in ``coal 6: [3] [2/3] ●``."""
    cards = names.fuel_cards
    units = cards.units(stored)
    drawn: list[Text] = []
    for kind in range(cards.n_kinds):
        if units[kind] == 0:
            continue
        faces = [
            _face(face, names, glyphs)
            for face in range(cards.n_faces)
            if cards.face_kind[face] == kind
            for _copy in range(stored[face])
        ]
        style = KIND_STYLES[kind % len(KIND_STYLES)]
        label = f"{names.kinds[kind]} {units[kind]}:"
        drawn.append(Text.assemble((label, "dim"), (f" {' '.join(faces)}", style)))
    return drawn


def _face(face: int, names: Names, glyphs: Glyphs) -> str:
    """Return the visible part of a card's print; a single is a token."""
    cards = names.fuel_cards
    card, shown = cards.face_card[face], cards.face_units[face]
    if card >= cards.n_printed:
        return glyphs.token
    printed = cards.units_of[card]
    return f"[{shown}]" if shown == printed else f"[{shown}/{printed}]"

"""The whole game at one moment: heading, turn, markets, seats, board."""

from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

from gridwright.cli.drawing.board import draw_board
from gridwright.cli.drawing.columns import draw_columns
from gridwright.cli.drawing.events import tell_winners
from gridwright.cli.drawing.fuel_cards import depot_in
from gridwright.cli.drawing.glyphs import glyphs_of
from gridwright.cli.drawing.ladders import draw_ladders
from gridwright.cli.drawing.market import draw_market
from gridwright.cli.drawing.names import Names, draw_parts
from gridwright.cli.drawing.seats import draw_seats
from gridwright.engine.ids import CHANCE, NONE, OVER
from gridwright.engine.observation import Observation

ASKED: Final = {
    "regions": "adds a region.",
    "trust-houses": "places a house of the Trust.",
    "auction": "offers a plant or passes.",
    "resources": "buys fuel.",
    "building": "connects cities.",
    "bureaucracy": "runs plants.",
}


def tell_turn(seen: Observation, names: Names) -> str:
    """Return one or two sentences: the seat to act, its decision, the state of the auction."""
    if seen.phase == OVER:
        return tell_winners(seen.scores, seen.money, seen.ranking, names)
    if seen.actor == CHANCE:
        return "The dealer draws."
    seat = f"Seat {seen.actor}"
    if seen.scrapper != NONE:
        return f"{seat} gives up a plant."
    if seen.lot != NONE:
        return (
            f"{seat} bids or drops out. {names.card(seen.lot).capitalize()} is at {seen.bid}, "
            f"bid by seat {seen.leader}. In: {names.seats(seen.contenders)}."
        )
    asked = ASKED.get(names.game.phases[seen.phase].NAME, "acts.")
    sentence = f"{seat} {asked}"
    if names.game.phases[seen.phase].NAME == "auction" and seen.out:
        sentence += f" Bought or passed: {names.seats(seen.out)}."
    return sentence


WIDEST: Final = 120
"""Wider terminals do not stretch the table."""


def width_of(console: Console) -> int:
    return min(console.width, WIDEST)


def draw_game(
    seen: Observation, names: Names, console: Console, note: str = "", with_board: bool = False
) -> RenderableType:
    """Heading, whose turn it is, plant market, fuel market, seats and, if asked for, the board."""
    glyphs = glyphs_of(console)
    width = width_of(console)
    turn = Text(f"{glyphs.turn} {tell_turn(seen, names)}", style="bold")
    depot = depot_in(seen)
    fuel = (
        draw_ladders(seen, names, glyphs)
        if depot is None
        else draw_columns(depot, names, glyphs, width)
    )
    parts: list[RenderableType] = [
        draw_heading(seen, names, console, note),
        _hanging(turn, width),
        Text(),
        draw_market(seen, names, glyphs, width),
        Text(),
        fuel,
        Text(),
        draw_seats(seen, names, glyphs, width),
    ]
    own = draw_parts(seen, names)
    if own is not None:
        parts[-1:-1] = [own, Text()]
    if with_board and names.style.shows_board:
        parts += [Text(), draw_board(seen, names, glyphs, width)]
    return Group(*parts)


def draw_heading(
    seen: Observation, names: Names, console: Console, note: str = ""
) -> RenderableType:
    """A line with round, step and phase on the left and a note on the right.

    Without a board there are no steps, but a round that is known to be the last.
    """
    glyphs = glyphs_of(console)
    gap = f" {glyphs.dot} "
    where = [f"Round {seen.round}"] if seen.round else ["Before round 1"]
    if seen.round:
        where.extend(names.style.round_words(seen.step))
    where.extend(_last_round_words(seen))
    title = gap.join([*where, names.phase(seen.phase)])
    # A board and the preset made for it may share their name.
    place = names.style.title(names.spec)
    note = note or gap.join(dict.fromkeys([place, names.spec.preset]))
    line = Text.assemble((f"{glyphs.line * 2} ", "dim"), (title, "bold"))
    rest = width_of(console) - line.cell_len - len(note) - 5
    line.append(f" {glyphs.line * max(1, rest)} {note} {glyphs.line * 2}", style="dim")
    line.truncate(width_of(console))
    return line


def _last_round_words(seen: Observation) -> list[str]:
    """Return words for the last two rounds; none if the end is unknown, or after it."""
    depot = depot_in(seen)
    if depot is None or depot.last_round == 0 or seen.ranking:
        return []
    return ["last round" if depot.last_round == seen.round else "one more round"]


def _hanging(line: Text, width: int) -> Text:
    """The line wrapped with its sign standing out."""
    sign = line[:2]
    wrapped = line[2:].wrap(Console(width=width), width - 2)
    parts = [sign + wrapped[0]] if len(wrapped) else [sign]
    parts += [Text("  ") + each for each in wrapped[1:]]
    return Text("\n").join(parts)

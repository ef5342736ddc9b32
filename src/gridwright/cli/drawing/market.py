"""The plant market as cards."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, REBUILT_MARK, Names, counted
from gridwright.engine.ids import NONE
from gridwright.engine.observation import Observation

CARD_WIDTH: Final = 17
LABEL_WIDTH: Final = 9


def draw_market(seen: Observation, names: Names, glyphs: Glyphs, width: int) -> Text:
    """Current and future cards in rows, and what is known of the stack."""
    head = Text.assemble(("Plant market", "bold"))
    stack = _stack_words(seen, names)
    head.append(" " * max(2, width - head.cell_len - len(stack)))
    head.append(stack, style="dim")
    drawing = head
    current = seen.market[: seen.current_size]
    rows = [("current", current), ("future", seen.market[seen.current_size :])]
    for label, cards in rows:
        drawing.append("\n")
        drawing.append_text(_draw_row(label, cards, seen, names, glyphs, width))
        if len(cards) == len(seen.market):
            break
    if names.rebuilt_line:
        drawing.append(f"\n {REBUILT_MARK} {names.rebuilt_line}", style="dim")
    if names.game.rules.options.contractor:
        drawing.append("\n")
        drawing.append_text(_draw_contractor(seen, names))
    return drawing


def _draw_contractor(seen: Observation, names: Names) -> Text:
    """Return the pay for the top card of the Demolition Contractor."""
    rules = names.game.rules
    first, later = rules.contractor_first[seen.contractor], rules.contractor_later[seen.contractor]
    words = f"{first} for the first plant given up, {later} for each later one"
    number = f"card {seen.contractor + 1} of {len(rules.contractor_first)}"
    return Text.assemble(("Contractor  ", "bold"), words, (f", {number}", "dim"))


def _stack_words(seen: Observation, names: Names) -> str:
    n_cards = seen.stack.size()
    if n_cards == 0:
        return "the stack is empty"
    words = counted(n_cards, "card") + " in the stack"
    if len(names.game.rules.deck.backs) > 1 and seen.stack.top_back != NONE:
        words += f", {names.back(seen.stack.top_back)} on top"
    return words


def _draw_row(
    label: str, cards: list[int], seen: Observation, names: Names, glyphs: Glyphs, width: int
) -> Text:
    if not cards:
        return Text(f" {label:<{LABEL_WIDTH - 1}}no cards", style="dim")
    most = max(1, (width - LABEL_WIDTH + 1) // (CARD_WIDTH + 1))
    if len(cards) > most:
        # Two rows of equal length look better than a full one and a rest.
        n_rows = -(-len(cards) // most)
        most = -(-len(cards) // n_rows)
    lines: list[Text] = []
    for start in range(0, len(cards), most):
        drawn = [_draw_card(card, seen, names, glyphs) for card in cards[start : start + most]]
        for place in range(len(drawn[0])):
            begin = f" {label}" if start == 0 and place == 1 else ""
            line = Text.assemble((f"{begin:<{LABEL_WIDTH}}", "dim"))
            line.append_text(Text(" ").join([card[place] for card in drawn]))
            lines.append(line)
    return Text("\n").join(lines)


def _draw_card(card: int, seen: Observation, names: Names, glyphs: Glyphs) -> list[Text]:
    """Number in the upper edge, fuel inside, output in the lower edge."""
    style = "bold" if card == seen.lot else "dim"
    room = CARD_WIDTH - 2
    corners = glyphs.corners
    title = f" {_title(card, seen, names)} "
    fuel = _fuel(card, names)
    output = _output(card, names)
    return [
        Text.assemble(
            (corners[0] + glyphs.line, style),
            (title, "bold"),
            (glyphs.line * (room - 1 - len(title)) + corners[1], style),
        ),
        Text.assemble(
            (glyphs.side, style), " ", fuel, " " * (room - 1 - fuel.cell_len), (glyphs.side, style)
        ),
        Text.assemble(
            (corners[2] + glyphs.line * (room - 1 - len(output)), style),
            output,
            (glyphs.line + corners[3], style),
        ),
    ]


def _title(card: int, seen: Observation, names: Names) -> str:
    if card == names.game.rules.deck.step_card:
        return names.special[1]
    number = names.marked_plant(card)
    if card == seen.lot:
        return f"{number} bid {seen.bid}"
    return f"{number} from 1" if card == seen.discount else number


def _fuel(card: int, names: Names) -> Text:
    """Return the fuel for one run of a plant."""
    if card == names.game.rules.deck.step_card:
        return Text(names.special[2])
    if names.is_mine(card):
        return Text("mine")
    plant = names.game.rules.deck.plants[card]
    if not plant.kinds:
        return Text("no fuel")
    fuel = Text(f"{plant.need} ")
    for place, kind in enumerate(plant.kinds):
        fuel.append(" or " if place else "")
        fuel.append(names.kinds[kind], style=KIND_STYLES[kind % len(KIND_STYLES)])
    return fuel


def _output(card: int, names: Names) -> str:
    """Return the number of cities a plant supplies, or its earnings where there are none."""
    if card == names.game.rules.deck.step_card:
        return ""
    output = names.game.rules.deck.plants[card].output
    return f" {names.style.output_words(output)} "

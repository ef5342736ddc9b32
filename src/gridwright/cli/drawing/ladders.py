"""The fuel market: a picture of the spaces of each price ladder."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names
from gridwright.engine.observation import Observation
from gridwright.engine.seat_prices import ladders_seen

LABEL_WIDTH: Final = 12


def draw_ladders(seen: Observation, names: Names, glyphs: Glyphs) -> Text:
    """One line for each kind: tokens on their spaces under the prices, and three figures."""
    ladders = ladders_seen(names.game.rules, seen, seen.viewer)
    prices = sorted({price for ladder in ladders for price in ladder.prices})
    widths = [
        max(len(str(price)), *(ladder.prices.count(price) for ladder in ladders))
        for price in prices
    ]
    head = Text.assemble((f"{'Fuel market':<{LABEL_WIDTH}}", "bold"))
    for price, width in zip(prices, widths, strict=True):
        head.append(" " + f"{price:^{width}}", style="dim")
    head.append("   next  left  supply", style="dim")
    lines = [head]
    for kind, ladder in enumerate(ladders):
        style = KIND_STYLES[kind % len(KIND_STYLES)]
        line = Text(f"  {names.letters[kind]} ")
        line.append(f"{names.kinds[kind]:<{LABEL_WIDTH - 4}}", style=style)
        n_free = ladder.n_spaces - seen.tokens[kind]
        place = 0
        for price, width in zip(prices, widths, strict=True):
            n_spaces = ladder.prices.count(price)
            free = min(n_spaces, max(0, n_free - place))
            place += n_spaces
            left = (width - n_spaces) // 2
            line.append(" " + " " * left)
            line.append(glyphs.free * free, style="dim")
            line.append(glyphs.token * (n_spaces - free), style=style)
            line.append(" " * (width - n_spaces - left))
        next_price = ladder.next_price(seen.tokens[kind], seen.supply[kind])
        line.append(f"{next_price or '-':>7}{seen.tokens[kind]:>6}{seen.supply[kind]:>8}")
        if seen.closed >> kind & 1:
            line.append("\n" + " " * LABEL_WIDTH + " never refilled again", style="dim")
        lines.append(line)
    return Text("\n").join(lines)

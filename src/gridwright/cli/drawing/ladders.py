"""The fuel market: a picture of the spaces of each price ladder."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.glyphs import Glyphs
from gridwright.cli.drawing.names import KIND_STYLES, Names
from gridwright.engine.observation import Observation
from gridwright.engine.observe import behind_seen, ladders_seen
from gridwright.engine.resources import Ladder

LABEL_WIDTH: Final = 12


def draw_ladders(seen: Observation, names: Names, glyphs: Glyphs) -> Text:
    """One line for each kind: tokens on their spaces under the prices, and three figures.

    Where a board has two markets, one is below the other.
    """
    rules = names.game.rules
    second = rules.market.second
    if second is None:
        ladders = ladders_seen(rules, seen, seen.viewer)
        return _draw_market("Fuel market", ladders, seen.tokens, seen, names, glyphs)
    tokens = second.tokens(seen.parts)
    first_name, second_name = names.markets
    first = _draw_market(first_name, rules.market.ladders, seen.tokens, seen, names, glyphs)
    other = _draw_market(second_name, second.ladders, tokens, seen, names, glyphs)
    return Text("\n").join([first, Text(), other])


def _draw_market(
    title: str,
    ladders: list[Ladder],
    tokens: list[int],
    seen: Observation,
    names: Names,
    glyphs: Glyphs,
) -> Text:
    behind = behind_seen(names.game.rules, seen)
    prices = sorted({price for ladder in ladders for price in ladder.prices})
    widths = [
        max(len(str(price)), *(ladder.prices.count(price) for ladder in ladders))
        for price in prices
    ]
    head = Text.assemble((f"{title:<{LABEL_WIDTH}}", "bold"))
    for price, width in zip(prices, widths, strict=True):
        head.append(" " + f"{price:^{width}}", style="dim")
    head.append("   next  left  supply", style="dim")
    lines = [head]
    for kind, ladder in enumerate(ladders):
        if ladder.n_spaces == 0:
            continue
        style = KIND_STYLES[kind % len(KIND_STYLES)]
        line = Text(f"  {names.letters[kind]} ")
        line.append(f"{names.kinds[kind]:<{LABEL_WIDTH - 4}}", style=style)
        n_free = ladder.n_spaces - tokens[kind]
        place = 0
        for price, width in zip(prices, widths, strict=True):
            n_spaces = ladder.prices.count(price)
            free = min(n_spaces, max(0, n_free - place))
            token_style = style if place < ladder.n_spaces - ladder.n_closed else "dim"
            place += n_spaces
            left = (width - n_spaces) // 2
            line.append(" " + " " * left)
            line.append(glyphs.free * free, style="dim")
            line.append(glyphs.token * (n_spaces - free), style=token_style)
            line.append(" " * (width - n_spaces - left))
        next_price = ladder.next_price(tokens[kind], behind[kind])
        line.append(f"{next_price or '-':>7}{tokens[kind]:>6}{seen.supply[kind]:>8}")
        if ladder.store_price and behind[kind] != seen.supply[kind]:
            line.append(f"  store {behind[kind]}")
        if seen.closed >> kind & 1:
            line.append("\n" + " " * LABEL_WIDTH + " never refilled again", style="dim")
        lines.append(line)
    return Text("\n").join(lines)

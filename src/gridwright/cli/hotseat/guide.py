"""What a person at the table can type."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.log import hanging

LINES: Final = (
    ("2 or 2 14", "a number of the list, and an amount"),
    ("offer 13 15", "put up plant 13 and open with 15; without an amount, with the least"),
    ("bid 15, pass", "raise, or drop out"),
    ("scrap 5", "give up plant 5"),
    ("buy coal 3", "buy three coal"),
    ("connect {city}", "build in a city"),
    ("run 10+13, run best", "run plants; the best choice supplies most and burns least"),
    ("finish", "end the turn"),
    ("undo", "take the last purchase or connection of this turn back"),
    ("", ""),
    ("why connect {city}", "whether it is allowed, and the rule and the numbers behind it"),
    ("table, map, log", "the table, the board, or what happened lately"),
    ("links {city}", "the links of a city"),
    ("rules {clause}", "a clause of the rules; or a word to look for"),
    ("quit", "stop here; everything played is kept"),
)
"""Filled with a city and a clause of the table."""
_WIDTH: Final = 23


def draw_guide(width: int, city: str, clause: str) -> Text:
    """What may be typed on the left, what it does on the right."""
    lines: list[Text] = []
    for typed, meaning in LINES:
        for place, piece in enumerate(hanging(meaning, 0, 0, width - _WIDTH)):
            example = typed.format(city=city, clause=clause)
            begin = f"  {example}" if place == 0 else ""
            lines.append(Text.assemble((f"{begin:<{_WIDTH}}", "bold"), piece))
    return Text("\n").join(lines)

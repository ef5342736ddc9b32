"""The words that a person at the table can type."""

from typing import Final

from rich.text import Text

from gridwright.cli.drawing.log import hanging
from gridwright.cli.drawing.names import Names
from gridwright.content.rulebook import load_rulebook

AUCTION_LINES: Final = (
    ("2 or 2 14", "a number of the list, and an amount"),
    ("offer 13 15", "put up plant 13 and open with 15; without an amount, with the least"),
    ("bid 15, pass", "raise, or drop out"),
    ("scrap {plant}", "give up plant {plant}"),
)
TOKEN_LINES: Final = (
    ("buy coal 3", "buy three coal"),
    ("run 10+13, run best", "run plants; the best choice supplies most and burns least"),
)
CARD_LINES: Final = (
    ("buy coal-3", "buy a coal card of 3 units from the cheapest column that has one"),
    ("buy coal-3 2", "the same from the column of price 2"),
    ("buy single coal", "buy a single unit"),
    ("produce 10+13", "run plants; cards that show the fewest units are turned down first"),
    ("produce 10 0 coal-3:3>1", "the same, hybrids with 0 {kind}, and coal-3 turned from 3 to 1"),
    ("produce best", "run what earns most and burns least"),
)
TURN_LINES: Final = (
    ("finish", "end the turn"),
    ("undo", "take the last {undone} of this turn back"),
    ("", ""),
    ("why {tried}", "whether it is allowed, and the rule and the numbers behind it"),
    ("{shown}", "{pictures}, or what happened lately"),
)
LAST_LINES: Final = (
    ("rules {clause}", "a clause of the rules; or a word to look for"),
    ("quit", "stop here; everything played is kept"),
)
GAP: Final = 2


def draw_guide(width: int, names: Names) -> Text:
    """Draw the words to type on the left, their effect on the right."""
    words = _words(names)
    lines = [
        (typed.format(**words), meaning.format(**words)) for typed, meaning in _lines_for(names)
    ]
    left = 2 + max(len(typed) for typed, _meaning in lines) + GAP
    drawn: list[Text] = []
    for typed, meaning in lines:
        for place, piece in enumerate(hanging(meaning, 0, 0, width - left)):
            begin = f"  {typed}" if place == 0 else ""
            drawn.append(Text.assemble((f"{begin:<{left}}", "bold"), piece))
    return Text("\n").join(drawn)


def _lines_for(names: Names) -> list[tuple[str, str]]:
    """The lines that make sense at this table."""
    lines = [*AUCTION_LINES, *(CARD_LINES if names.has_fuel_cards else TOKEN_LINES)]
    style = names.style
    return [*lines, *style.build_lines, *TURN_LINES, *style.look_lines, *LAST_LINES]


def _words(names: Names) -> dict[str, str]:
    """Return names that exist at this table, for the lines."""
    return {
        "clause": load_rulebook(names.spec.edition).example,
        "kind": names.kinds[names.game.rules.fuel.first],
        "plant": names.cards[0],
        **names.style.guide_words,
    }

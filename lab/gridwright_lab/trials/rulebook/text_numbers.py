"""Numbers read from the text of a clause."""

import re
from collections.abc import Sequence
from typing import Final

KINDS: Final = ("coal", "oil", "garbage", "uranium")


def amounts(text: str) -> list[int]:
    """Return the tokens of each kind in ``24 coal, 18 oil and no uranium``; 0 if not named."""
    found = {kind: int(n) for n, kind in re.findall(r"(\d+) (coal|oil|garbage|uranium)", text)}
    return [found.get(kind, 0) for kind in KINDS]


def one(pattern: str, text: str) -> int:
    """Return the number that the pattern finds; raises LookupError without one."""
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"expected {pattern!r} in {text!r}")
    return int(found[1])


def integers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def cells(text: str) -> list[list[str]]:
    """Return the cells of all rows of the tables in a text."""
    rows = [line.strip() for line in text.splitlines() if line.strip().startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def kind_table(text: str) -> dict[str, list[int]]:
    """Return the numbers in the rows that begin with a kind of fuel."""
    return {row[0]: [int(cell) for cell in row[1:]] for row in cells(text) if row[0] in KINDS}


def seat_rows(text: str, seats: int) -> list[list[list[str]]]:
    """Return the cells, split at spaces, of the rows for a number of seats."""
    return [
        [cell.split() for cell in row[1:]]
        for row in cells(text)
        if str(seats) in row[0].replace(",", " ").split()
    ]


def seat_table(text: str, seats: int) -> list[list[int]]:
    """Return the tokens of each step in a board's table: the last row for the seats.

    A column of ``steps 1 and 2`` counts twice.
    """
    row = seat_rows(text, seats)[-1]
    steps = [[int(word.strip(",")) for word in cell] for cell in row]
    return [steps[0], *steps] if len(steps) == 2 else steps


def numbers_listed(text: str) -> list[int]:
    """Return the numbers of ``plants 3 to 5, 8 and 9``."""
    found: list[int] = []
    for low, high in re.findall(r"(\d+)(?: to (\d+))?", text):
        found += range(int(low), int(high or low) + 1)
    return found


def ladder(text: str) -> list[int]:
    """Return the prices of ``3 at 1, 2 at 2``, cheapest first."""
    pairs = re.findall(r"(\d+) at (\d+)", text)
    return sorted(int(price) for n, price in pairs for _ in range(int(n)))


def cost(prices: Sequence[int], tokens: int, amount: int) -> int:
    """Return the price of the cheapest tokens, which fill the dearest spaces without a gap."""
    first = len(prices) - tokens
    return sum(prices[first : first + amount])

"""Clauses of single boards on fuel, refills and income."""

import re
from collections.abc import Iterator
from typing import Final

from gridwright_lab.trials.rulebook.record import Fact, Record
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.shared_fuel import of_kinds, refills
from gridwright_lab.trials.rulebook.text_numbers import (
    KINDS,
    amounts,
    cells,
    cost,
    integers,
    seat_rows,
)


def pays_by_ladder(game: Record, prices: dict[str, list[int]]) -> Iterator[Check]:
    """Compare what was paid with the spaces of a market."""
    for fact in game.of("ResourcesBought"):
        kind = game.kinds[fact.number("resource")]
        tokens = fact.before.tokens[fact.number("resource")]
        expected = cost(prices[kind], tokens, fact.number("amount"))
        yield fact.number("cost") == expected, (kind, tokens, fact.number("cost"), expected)


def spaces_table(text: str) -> dict[str, list[int]]:
    """Return the prices of ``| spaces at price | 1 | 2 |`` by kind."""
    head, *rows = [row for row in cells(text) if row[0] in (*KINDS, "spaces at price")]
    return {
        row[0]: [
            int(price) for price, n in zip(head[1:], row[1:], strict=True) for _ in range(int(n))
        ]
        for row in rows
    }


@predicate("b-europe-classic.3", "b-north-america-classic.3")
def spaces_of_the_board(game: Record, text: str) -> Iterator[Check]:
    yield from pays_by_ladder(game, spaces_table(text))


@predicate("b-bremen.3")
def spaces_of_bremen(game: Record, text: str) -> Iterator[Check]:
    row = [price for price in range(1, 7) for _ in range(3)] + [7, 7, 8, 8]
    yield len(row) == integers(text)[0], text
    yield from pays_by_ladder(game, dict.fromkeys(KINDS[:3], row))
    yield not any(f.number("resource") == 3 for f in game.of("ResourcesBought")), "uranium"


@predicate("b-middle-east.1")
def no_space_at_one(game: Record, text: str) -> Iterator[Check]:
    dear = [price for price in range(2, 9) for _ in range(3)]
    row = {"garbage": dear, "uranium": [*range(2, 9), *integers(text)[5:9]]}
    for fact in game.of("ResourcesBought"):
        kind = game.kinds[fact.number("resource")]
        if kind in row:
            tokens = fact.before.tokens[fact.number("resource")]
            expected = cost(row[kind], tokens, fact.number("amount"))
            yield fact.number("cost") == expected, (kind, tokens, fact.number("cost"))


@predicate("b-middle-east.2")
def oil_at_one(game: Record, text: str) -> Iterator[Check]:
    """A shift of spaces makes oil cheaper by one space for each missing token."""
    normal = [price for price in range(1, 9) for _ in range(3)]
    moved = 0
    for fact in game.of("ResourcesBought", "MarketRefilled", "PartChanged"):
        moved = fact.before.parts[0][0]
        if fact.kind == "ResourcesBought" and fact.number("resource") == 1:
            row = [1] * moved + normal[: len(normal) - moved]
            tokens = fact.before.tokens[1]
            if tokens <= len(row):
                expected = cost(row, tokens, fact.number("amount"))
                yield fact.number("cost") == expected, (moved, tokens, fact.number("cost"))


@predicate("b-india.7")
def spaces_of_india(game: Record, text: str) -> Iterator[Check]:
    coal = [1] * 4 + [2] * 4 + [p for p in range(3, 7) for _ in range(3)] + [7, 7, 8, 8]
    prices = {
        "coal": coal,
        "oil": [price for price in range(1, 9) for _ in range(3)],
        "garbage": [price for price in range(1, 7) for _ in range(4)],
        "uranium": list(range(1, 9)),
    }
    yield from pays_by_ladder(game, prices)


@predicate("b-india.1")
def tokens_of_india(game: Record, text: str) -> Iterator[Check]:
    total = [a + b for a, b in zip(game.opening.tokens, game.opening.supply, strict=True)]
    yield total == amounts(text), total


@predicate("b-australia.1", "b-bremen.3")
def no_uranium(game: Record, text: str) -> Iterator[Check]:
    wanted = amounts(text) if "24" in text else [22, 22, 22, 0]
    total = [a + b for a, b in zip(game.opening.tokens, game.opening.supply, strict=True)]
    yield total == of_kinds(game, wanted), total
    yield not any(f.number("resource") == 3 for f in game.of("ResourcesBought")), "uranium"


@predicate("b-middle-east.1")
def tokens_of_middle_east(game: Record, text: str) -> Iterator[Check]:
    total = [a + b for a, b in zip(game.opening.tokens, game.opening.supply, strict=True)]
    yield total == amounts(text), total


@predicate("b-bremen.6")
def refill_of_bremen(game: Record, text: str) -> Iterator[Check]:
    names = {2: "two or three", 3: "two or three", 4: "four", 5: "five", 6: "six"}
    words = " ".join(text.split())
    said = re.search(rf"{names[len(game.seats)]} players ([\d,; ]+)", words)
    assert said is not None
    steps = [integers(step) for step in said[1].rstrip("; ").split(";")]
    yield from refills(game, steps)


@predicate("b-central-europe.2")
def garbage_is_cheaper_in_wien(game: Record, text: str) -> Iterator[Check]:
    normal = [price for price in range(1, 9) for _ in range(3)]
    wien = game.city("wien")
    for fact in game.of("ResourcesBought"):
        if game.kinds[fact.number("resource")] == "garbage":
            tokens = fact.before.tokens[2]
            row = normal[len(normal) - tokens :][: fact.number("amount")]
            is_there = wien in game.houses(fact.before, fact.number("seat"))
            less = integers(text)[0] if is_there else 0
            expected = sum(max(1, price - less) for price in row)
            yield fact.number("cost") == expected, (is_there, fact.number("cost"), expected)


@predicate("b-south-africa.1")
def burned_coal_to_store(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CitiesSupplied"):
        coal = fact.numbers("burned")[0]
        if coal:
            place = game.facts.index(fact)
            before = fact.before.parts[0][0]
            end = next(e for e in game.facts[place:] if e.kind in ("TurnPassed", "PartChanged"))
            yield end.after.parts[0][0] - before == coal, (coal, before, end.after.parts[0])
            yield end.after.supply[0] == fact.before.supply[0], end.after.supply


@predicate("b-south-africa.2")
def coal_of_the_store(game: Record, text: str) -> Iterator[Check]:
    price = integers(text)[0]
    normal = [price for price in range(1, 9) for _ in range(3)]
    for fact in game.of("ResourcesBought"):
        if fact.number("resource") == 0:
            amount = fact.number("amount")
            tokens = min(fact.before.tokens[0], amount)
            stored = amount - tokens
            expected = cost(normal, fact.before.tokens[0], tokens) + stored * price
            yield fact.number("cost") == expected, (stored, fact.number("cost"), expected)


@predicate("b-australia.5")
def fuel_tax(game: Record, text: str) -> Iterator[Check]:
    normal = [price for price in range(1, 9) for _ in range(3)]
    taxed = [price for price in range(3, 11) for _ in range(3)]
    for fact in game.of("ResourcesBought"):
        row = taxed if fact.before.step == 3 else normal
        expected = cost(row, fact.before.tokens[fact.number("resource")], fact.number("amount"))
        yield fact.number("cost") == expected, (fact.before.step, fact.number("cost"), expected)


MINES: Final = frozenset([11, 23, 28, 34, 39])


def changes_of_mines(game: Record) -> Iterator[Fact]:
    """Yield each change of the market of the mines."""
    for fact in game.of("PartChanged"):
        if fact.number("place") == 0:
            yield fact


@predicate("b-australia.9")
def declined_sales(game: Record, text: str) -> Iterator[Check]:
    """Only an owner declines, while a space is free; then its mines bring nothing this round."""
    declined: set[int] = set()
    for fact in game.of("SaleDeclined", "PartChanged", "MarketRefilled"):
        if fact.kind == "MarketRefilled":
            declined.clear()
            continue
        seat = fact.number("seat")
        if fact.kind == "SaleDeclined":
            owned = {game.card(plant) for plant in fact.before.plants[seat]} & MINES
            is_free = min(fact.before.parts[0]) < 2
            yield bool(owned) and is_free and fact.phase == "Bureaucracy", (owned, is_free)
            declined.add(seat)
        elif seat >= 0 and declined:
            yield seat not in declined, (seat, declined)


@predicate("b-australia.3", "b-australia.4")
def mine_market(game: Record, text: str) -> Iterator[Check]:
    """Owners are paid by the spaces, in reverse order; then the table empties spaces."""
    yield game.opening.parts[0] == [2] * 6, game.opening.parts
    sales = [fact for fact in changes_of_mines(game) if fact.phase == "Bureaucracy"]
    mines = MINES
    for fact in sales:
        seat = fact.number("seat")
        before, after = fact.before.parts[0], fact.after.parts[0]
        if seat >= 0 and "owner" in text:
            owned = [p for p in fact.before.plants[seat] if game.card(p) in mines]
            output = sum(game.rules.deck.plants[p].output for p in owned)
            free = [2 + place for place, n in enumerate(before) if n < 2]
            expected = max(free, default=0) * output
            gained = fact.after.money[seat] - fact.before.money[seat]
            yield gained == expected, (before, owned, gained, expected)
            laid = sum(after) - sum(before)
            yield laid == min(len(owned), 12 - sum(before)), (before, after)
        elif seat < 0 and "table gives" in text:
            row = seat_rows(text, len(game.seats))[-1]
            wanted = int(row[fact.before.step - 1][0])
            yield sum(before) - sum(after) == min(wanted, sum(before)), (before, after, wanted)
            cheapest = before[:]
            for place in range(6):
                gone = min(cheapest[place], wanted)
                cheapest[place] -= gone
                wanted -= gone
            yield after == cheapest, (before, after)

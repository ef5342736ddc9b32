"""Clauses of the two boards that sell fuel in another way."""

from collections.abc import Iterator
from itertools import combinations

from gridwright_lab.trials.rulebook.record import Fact, Record
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.shared_fuel import can_run, plants_of
from gridwright_lab.trials.rulebook.text_numbers import (
    KINDS,
    amounts,
    cells,
    cost,
    integers,
    seat_rows,
)


def is_north(fact: Fact) -> bool:
    """Return whether tokens of the North were sold: those of the South stayed."""
    return fact.before.tokens == fact.after.tokens


def prices_of(cell: str) -> list[int]:
    if "two each" in cell:
        low, high = integers(cell)
        return [price for price in range(low, high + 1) for _ in range(2)]
    return integers(cell)


@predicate("b-korea.1")
def one_market_in_a_turn(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Resources"):
        sides: dict[int, set[bool]] = {}
        for fact in facts:
            if fact.kind == "ResourcesBought":
                north = is_north(fact)
                sides.setdefault(fact.number("seat"), set()).add(north)
        for found in sides.values():
            yield len(found) == 1, found


@predicate("b-korea.2")
def no_uranium_in_the_north(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("ResourcesBought"):
        if game.kinds[fact.number("resource")] == "uranium":
            yield not is_north(fact), "uranium"
            yield fact.before.parts[0][3] == 0, fact.before.parts


@predicate("b-korea.3")
def prices_of_both_markets(game: Record, text: str) -> Iterator[Check]:
    rows = {row[0]: row[1:] for row in cells(text) if row[0] in KINDS}
    for fact in game.of("ResourcesBought"):
        kind = fact.number("resource")
        north = is_north(fact)
        tokens = fact.before.tokens[kind]
        if north:  # The event follows the change of the North's row.
            tokens = fact.before.parts[0][kind] + fact.number("amount")
        prices = prices_of(rows[game.kinds[kind]][1 if north else 0])
        expected = cost(prices, tokens, fact.number("amount"))
        yield fact.number("cost") == expected, (kind, north, fact.number("cost"), expected)


@predicate("b-korea.4")
def opening_of_both_markets(game: Record, text: str) -> Iterator[Check]:
    south, north = text.split(" in the South")
    yield game.opening.tokens == amounts(south), game.opening.tokens
    yield game.opening.parts[0] == amounts(north), game.opening.parts


@predicate("b-korea.5")
def refill_of_both_markets(game: Record, text: str) -> Iterator[Check]:
    row = seat_rows(text, len(game.seats))[-1]
    clause = game.book.find("b-korea.3")
    assert clause is not None
    spaces = {r[0]: [len(prices_of(c)) for c in r[1:]] for r in cells(clause.text())[2:]}
    for fact in game.of("MarketRefilled"):
        cell = " ".join(row[fact.before.step - 1])
        north, south = ([*integers(side), 0][:4] for side in cell.split(","))
        later = [
            f for f in game.facts if f.move == fact.move and f.kind in ("PartChanged", fact.kind)
        ]
        before, after = later[0].before, later[-1].after
        for kind, name in enumerate(game.kinds):
            to_north = min(
                north[kind], before.supply[kind], spaces[name][1] - before.parts[0][kind]
            )
            left = before.supply[kind] - to_north
            to_south = min(south[kind], left, spaces[name][0] - before.tokens[kind])
            found = (
                after.parts[0][kind] - before.parts[0][kind],
                after.tokens[kind] - before.tokens[kind],
            )
            yield found == (to_north, to_south), (name, found, to_north, to_south)


@predicate("b-korea.6")
def trust_buys_in_the_south(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("TrustTookFuel"):
        yield fact.before.parts[0] == fact.after.parts[0], fact.after.parts


@predicate("b-india.2")
def one_garbage_more(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CitiesSupplied"):
        cards = [game.rules.deck.plants[plant] for plant in plants_of(fact.number("plants"))]
        printed = PRINTED_GARBAGE
        garbage = [card for card in cards if "garbage" in [game.kinds[k] for k in card.kinds]]
        needed = sum(printed[card.number] + 1 for card in garbage)
        if garbage:
            yield fact.numbers("burned")[2] == needed, (needed, fact.numbers("burned"))
    for view in game.turns:
        for plants, stored in zip(view.plants, view.stored, strict=True):
            for plant, held in zip(plants, stored, strict=True):
                if "garbage" in game.burns(plant):
                    number = game.rules.deck.plants[plant].number
                    yield sum(held) <= 2 * PRINTED_GARBAGE[number], (number, held)


PRINTED_GARBAGE = {6: 1, 14: 2, 19: 2, 24: 2, 30: 3, 38: 3}
"""Tokens for a run as printed on the cards."""


@predicate("b-india.3")
def token_by_token(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Resources"):
        order = facts[0].after.order[::-1]
        passed: set[int] = set()
        last = -1
        for fact in facts:
            if fact.kind == "ResourcesBought":
                seat = fact.number("seat")
                yield fact.number("amount") == 1, fact.number("amount")
                yield seat not in passed, seat
                yield last != seat or sum(s not in passed for s in order) >= 1, seat
                if last >= 0 and last != seat:
                    between = seats_between(order, last, seat)
                    money = [s for s in between if s not in passed]
                    yield len(money) <= len(order) - 1, money
                last = seat
            elif fact.kind == "TurnFinished":
                passed.add(fact.number("seat"))


def seats_between(order: list[int], one: int, other: int) -> list[int]:
    n = len(order)
    start, end = order.index(one), order.index(other)
    return [order[place % n] for place in range(start + 1, end if end > start else end + n)]


@predicate("b-india.4")
def prices_open_by_step(game: Record, text: str) -> Iterator[Check]:
    limits = [*integers(text.split("3 all", maxsplit=1)[0])[1::2][:2], 99]
    for fact in game.of("ResourcesBought"):
        dearest = {1: limits[0], 2: limits[1], 3: 99}[fact.before.step]
        yield (
            fact.number("cost") <= dearest * fact.number("amount"),
            (
                fact.before.step,
                fact.number("cost"),
            ),
        )


@predicate("b-india.5")
def power_outage(game: Record, text: str) -> Iterator[Check]:
    lost_each = integers(text)[0]
    table = game.book.find("c7.3")
    assert table is not None
    incomes = integers(table.text().split("cities: ")[1].split(";")[0])
    last = game.facts[-1].before.round
    for number in range(1, last):
        built = [f for f in game.of("CityConnected") if f.before.round == number]
        outage = len(built) > 2 * len(game.seats)
        for fact in game.of("CitiesSupplied"):
            if fact.before.round == number:
                seat = fact.number("seat")
                income = incomes[min(fact.number("n_cities"), len(incomes) - 1)]
                place = game.facts.index(fact)
                after = next(
                    f.after
                    for f in game.facts[place:]
                    if f.kind in ("MarketRefilled", "TurnPassed")
                )
                gained = after.money[seat] - fact.before.money[seat]
                lost = lost_each * game.n_cities(fact.before, seat) if outage else 0
                expected = max(0, income - lost)
                if not outage:
                    yield gained == expected, (gained, expected)
                else:
                    end = next(f for f in game.facts[place:] if f.kind == "MarketRefilled")
                    total = end.before.money[seat] - fact.before.money[seat]
                    yield total == expected, (len(built), total, expected)


@predicate("b-india.6")
def runs_all_it_can(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CitiesSupplied"):
        seat = fact.number("seat")
        plants = fact.before.plants[seat]
        stored = fact.before.stored[seat]
        held = [sum(row[kind] for row in stored) for kind in range(len(game.kinds))]
        outputs = [
            sum(game.rules.deck.plants[plant].output for plant in some)
            for n in range(len(plants) + 1)
            for some in combinations(plants, n)
            if can_run(game, list(some), held)
        ]
        most = min(max(outputs), game.n_cities(fact.before, seat))
        yield fact.number("n_cities") == most, (fact.number("n_cities"), most)

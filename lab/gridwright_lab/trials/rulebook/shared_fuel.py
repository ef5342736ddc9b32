"""Clauses of fuel, powering and income that all boards share."""

import re
from collections.abc import Iterator
from itertools import combinations

from gridwright_lab.trials.rulebook.record import Record, View
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.text_numbers import (
    amounts,
    cost,
    integers,
    kind_table,
    ladder,
    seat_table,
)


def of_kinds(game: Record, numbers: list[int]) -> list[int]:
    """Return a number for each kind of the table."""
    return [*numbers, 0, 0, 0, 0][: len(game.kinds)]


@predicate("c1.5", changed=True)
def opening_tokens(game: Record, text: str) -> Iterator[Check]:
    yield game.opening.tokens == of_kinds(game, amounts(text)), game.opening.tokens


def stored_tokens(game: Record, view: View) -> list[int]:
    """Return all tokens by kind, including those of seats and board parts."""
    parts = [
        row for part, row in zip(game.rules.parts, view.parts, strict=True) if part.holds_tokens
    ]
    held = [tokens for stored in view.stored for tokens in stored]
    everywhere = [view.tokens, view.supply, view.trust_fuel, *held, *parts]
    return [sum(row[kind] for row in everywhere if row) for kind in range(len(game.kinds))]


@predicate("c1.6", changed=True)
def all_tokens(game: Record, text: str) -> Iterator[Check]:
    wanted = of_kinds(game, amounts(text))
    views = [game.opening, *(fact.after for fact in game.of("MarketRefilled"))]
    for view in views:
        found = stored_tokens(game, view)
        yield found == wanted, (wanted, found)


def ladders(text: str) -> dict[str, list[int]]:
    """Return the prices by kind of a table ``| coal | 3 at 1, 3 at 2 |``."""
    return {
        kind: ladder(row)
        for kind, row in re.findall(r"\| (coal|oil|garbage|uranium) \| ([^|]*) \|", text)
    }


@predicate("c1.7", changed=True)
def spaces_and_prices(game: Record, text: str) -> Iterator[Check]:
    prices = ladders(text)
    own = set(game.changed.get("c5.2", ())) | set(game.changed.get("c5.1", ()))
    if own - {"b-india.4", "b-south-africa.2", "b-central-europe.2", "b-australia.5"}:
        return
    for fact in game.of("ResourcesBought"):
        kind = game.kinds[fact.number("resource")]
        if fact.number("from_supply") or ("b-south-africa.2" in own and kind == "coal"):
            continue
        if ("b-central-europe.2" in own and kind == "garbage") or (
            "b-australia.5" in own and fact.before.step == 3
        ):
            continue
        tokens = fact.before.tokens[fact.number("resource")]
        expected = cost(prices[kind], tokens, fact.number("amount"))
        yield fact.number("cost") == expected, (kind, tokens, fact.number("cost"), expected)


@predicate("c5.1", changed=True)
def buys_in_one_turn(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Resources"):
        seats = [each.number("seat") for each in facts if each.kind == "ResourcesBought"]
        turns = [seat for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat]
        if turns:
            yield len(turns) == len(set(turns)), turns


@predicate("c5.2", despite=("b-india.4",))
def cheapest_first(game: Record, text: str) -> Iterator[Check]:
    clause = game.book.find("c1.7")
    if clause is None:
        return
    prices = ladders(clause.text())
    for fact in game.of("ResourcesBought"):
        if not fact.number("from_supply"):
            kind = fact.number("resource")
            tokens = fact.before.tokens[kind]
            expected = cost(prices[game.kinds[kind]], tokens, fact.number("amount"))
            yield fact.number("cost") == expected, (kind, tokens, expected)


@predicate("c5.3")
def holds_twice_the_need(game: Record, text: str) -> Iterator[Check]:
    factor = 2 if "twice" in text else 1
    for fact in game.of("ResourcesBought"):
        seat = fact.number("seat")
        for plant, held in zip(fact.after.plants[seat], fact.after.stored[seat], strict=True):
            card = game.rules.deck.plants[plant]
            strange = [kind for kind, n in enumerate(held) if n and kind not in card.kinds]
            yield sum(held) <= factor * card.need and not strange, (card.number, held)


@predicate("c5.6", despite=("b-south-africa.2",))
def buys_within_market_and_money(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("ResourcesBought"):
        kind = fact.number("resource")
        seat = fact.number("seat")
        n_market = fact.number("amount") - fact.number("from_supply")
        if not game.rules.market.second:
            taken = fact.before.tokens[kind] - fact.after.tokens[kind]
            yield taken == n_market <= fact.before.tokens[kind], taken
        paid = fact.before.money[seat] - fact.after.money[seat]
        yield paid == fact.number("cost") <= fact.before.money[seat], paid


def plants_of(mask: int) -> list[int]:
    return [plant for plant in range(mask.bit_length()) if mask >> plant & 1]


@predicate("c7.2")
def burns_the_need(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CitiesSupplied"):
        plants = [game.rules.deck.plants[each] for each in plants_of(fact.number("plants"))]
        needed = sum(plant.need for plant in plants if plant.kinds)
        yield sum(fact.numbers("burned")) == needed, (needed, fact.numbers("burned"))


@predicate("c7.3", despite=())
def income_by_cities(game: Record, text: str) -> Iterator[Check]:
    table = integers(text.split("cities: ")[1].split(";", maxsplit=1)[0])
    for fact in game.of("CitiesSupplied"):
        seat = fact.number("seat")
        plants = [game.rules.deck.plants[each] for each in plants_of(fact.number("plants"))]
        n_cities = min(sum(plant.output for plant in plants), game.n_cities(fact.before, seat))
        if game.changed.get("c3.12"):
            n_cities = fact.number("n_cities")  # Mines supply none.
        income = table[min(n_cities, len(table) - 1)]
        yield fact.number("n_cities") == n_cities, n_cities
        yield fact.number("income") == income, (n_cities, fact.number("income"), income)
        yield fact.after.money[seat] - fact.before.money[seat] == income, income


@predicate("c7.5", despite=("b-australia.3", "b-australia.9"))
def burned_fuel_to_supply(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CitiesSupplied"):
        burned = fact.numbers("burned")
        if any(burned):
            gained = [a - b for a, b in zip(fact.after.supply, fact.before.supply, strict=True)]
            yield gained == burned, (burned, gained)


def refill(
    game: Record, view: View, row: list[int], prices: dict[str, int]
) -> tuple[list[int], bool]:
    """Return the tokens added by a row of the table, as far as supply and spaces allow."""
    added = []
    for kind, wanted in enumerate(row):
        room = prices.get(game.kinds[kind], 10**6) - view.tokens[kind]
        supply = view.supply[kind]
        for part, held in zip(game.rules.parts, view.parts, strict=True):
            if part.holds_tokens:
                supply += held[kind]
        closed = bool(view.closed >> kind & 1) and has_closing(game)
        added.append(0 if closed else max(0, min(wanted, room, supply)))
    return added, added == row


def has_closing(game: Record) -> bool:
    return game.plays("c13.3") or game.plays("b-italy.3")


def n_spaces(game: Record) -> dict[str, int]:
    clause = game.book.find("c1.7")
    return {kind: len(row) for kind, row in ladders(clause.text()).items()} if clause else {}


def refills(game: Record, steps: list[list[int]]) -> Iterator[Check]:
    """Compare each refill with the row of the step in force."""
    spaces = n_spaces(game)
    takes_space = "b-middle-east.2" in game.changed.get("c7.6", ())
    for fact in game.of("MarketRefilled"):
        row = of_kinds(game, steps[fact.before.step - 1])
        expected, _ = refill(game, fact.before, row, spaces)
        found = fact.numbers("amounts")
        if takes_space:  # Oil has spaces of its own rule there.
            expected = [found[kind] if kind == 1 else n for kind, n in enumerate(expected)]
            if found[1] > row[1]:
                yield False, (row, found)
        yield found == expected, (fact.before.step, row, expected, found)


@predicate("c7.6", changed=True)
def refill_by_step(game: Record, text: str) -> Iterator[Check]:
    table = kind_table(text)
    n_steps = max(len(row) for row in table.values())
    rows = [table.get(kind, [0] * n_steps) for kind in game.kinds]
    yield from refills(game, [[row[step] for row in rows] for step in range(n_steps)])


@predicate(
    "b-australia.8",
    "b-benelux.4",
    "b-brazil.2",
    "b-central-europe.4",
    "b-china.7",
    "b-europe-classic.2",
    "b-india.8",
    "b-middle-east.7",
    "b-north-america-classic.2",
    "b-northern-europe.4",
    "b-quebec.2",
    "b-russia.5",
    "b-south-africa.8",
    "b-spain-portugal.4",
    "b-uk-ireland.8",
)
def refill_of_the_board(game: Record, text: str) -> Iterator[Check]:
    yield from refills(game, seat_table(text, len(game.seats)))


@predicate(
    "b-australia.8",
    "b-benelux.3",
    "b-brazil.1",
    "b-bremen.3",
    "b-central-europe.3",
    "b-china.7",
    "b-europe-classic.1",
    "b-france.1",
    "b-india.8",
    "b-italy.1",
    "b-japan.6",
    "b-manhattan.4",
    "b-middle-east.7",
    "b-north-america-classic.1",
    "b-northern-europe.3",
    "b-quebec.1",
    "b-russia.5",
    "b-south-africa.7",
    "b-spain-portugal.3",
    "b-uk-ireland.7",
)
def opening_of_the_board(game: Record, text: str) -> Iterator[Check]:
    said = re.search(r"(?:opens with|at the start:|At the start)(.*?)(?:\.|$)", text, re.S)
    if said is None:
        raise LookupError(text)
    yield game.opening.tokens == of_kinds(game, amounts(said[1])), game.opening.tokens


@predicate("c13.2")
def coal_of_the_supply(game: Record, text: str) -> Iterator[Check]:
    price = integers(text)[-1]
    clause = game.book.find("c1.7")
    assert clause is not None
    prices = ladders(clause.text())["coal"]
    for fact in game.of("ResourcesBought"):
        if fact.number("from_supply"):
            tokens = fact.before.tokens[0]
            rest = fact.number("from_supply")
            expected = cost(prices, tokens, tokens) + rest * price
            yield fact.number("cost") == expected and fact.number("resource") == 0, expected


@predicate("c13.3", "b-italy.3")
def uranium_closes(game: Record, text: str) -> Iterator[Check]:
    number = int(text.split("plant ")[1].split(",", maxsplit=1)[0].split(maxsplit=1)[0])
    is_bought = False
    for fact in game.of("PlantBought", "MarketRefilled"):
        if fact.kind == "PlantBought":
            is_bought = is_bought or game.card(fact.number("plant")) == number
        elif is_bought:
            yield fact.numbers("amounts")[3] == 0, fact.numbers("amounts")
        else:
            row = fact.numbers("amounts")[3]
            yield row > 0 or fact.before.supply[3] == 0 or fact.before.tokens[3] >= 12, row


def can_run(game: Record, plants: list[int], held: list[int]) -> bool:
    """Return whether the plants can run together on the fuel of their owner."""
    cards = [game.rules.deck.plants[plant] for plant in plants]
    left = held[:]
    hybrid = 0
    for card in cards:
        if len(card.kinds) == 1:
            left[card.kinds[0]] -= card.need
        elif card.kinds:
            hybrid += card.need
    pair = sum(left[kind] for kind in {k for c in cards if len(c.kinds) > 1 for k in c.kinds})
    return min(left) >= 0 and pair >= hybrid


def most_supplied(game: Record, view: View, seat: int) -> int:
    """Return the most cities that a seat can supply, by trying every set of its plants."""
    plants = view.plants[seat]
    held = [sum(row[kind] for row in view.stored[seat]) for kind in range(len(game.kinds))]
    outputs = [
        sum(game.rules.deck.plants[plant].output for plant in some)
        for n in range(len(plants) + 1)
        for some in combinations(plants, n)
        if can_run(game, list(some), held)
    ]
    return min(max(outputs), game.n_cities(view, seat))


@predicate("c9.3")
def scores_cities_supplied(game: Record, text: str) -> Iterator[Check]:
    if "c7.2" in game.changed:
        return
    for fact in game.of("GameEnded"):
        scores = fact.numbers("scores")
        for seat in game.seats:
            most = most_supplied(game, fact.before, seat)
            yield scores[seat] == most, (scores[seat], most)


@predicate("c9.4")
def ties_by_money(game: Record, text: str) -> Iterator[Check]:
    by_cities = "cities" in text
    for fact in game.of("GameEnded"):
        keys = {
            seat: (
                fact.numbers("scores")[seat],
                fact.after.money[seat],
                game.n_cities(fact.after, seat) if by_cities else 0,
            )
            for seat in game.seats
        }
        ranking = fact.numbers("ranking")
        for seat in game.seats:
            place = sum(keys[other] > keys[seat] for other in game.seats)
            yield ranking[seat] - min(ranking) == place, (ranking, keys)


@predicate("c10.5", despite=("b-korea.6",))
def trust_takes_runs(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("TrustTookFuel"):
        plants = [game.rules.deck.plants[each] for each in fact.before.trust_plants]
        needed = sum(plant.need for plant in plants if plant.kinds)
        taken = fact.numbers("amounts")
        yield sum(taken) <= needed, (needed, taken)
        for kind, n in enumerate(taken):
            burning = sum(plant.need for plant in plants if kind in plant.kinds)
            yield n <= burning and n <= fact.before.tokens[kind], (kind, n)


@predicate("c10.7")
def trust_fuel_to_supply(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("TrustBurnedFuel"):
        burned = fact.numbers("amounts")
        gained = [a - b for a, b in zip(fact.after.supply, fact.before.supply, strict=True)]
        if "c7.5" not in game.changed or "b-australia.3" in game.changed["c7.5"]:
            yield gained == burned and not any(fact.after.trust_fuel), (burned, gained)


@predicate("c10.4", changed=True)
def trust_takes_largest(game: Record, text: str) -> Iterator[Check]:
    if "c4.1" in game.changed:
        return
    for facts in game.phases("Auction"):
        taken = [fact for fact in facts if fact.kind == "TrustTookPlant"]
        yield len(taken) <= 1, len(taken)
        for fact in taken:
            plants = [c for c in fact.before.market if not game.is_step_card(c)]
            current = plants[: fact.before.n_current]
            yield fact.number("plant") == current[-1], game.cards(fact.before.market)
            yield len(fact.after.trust_plants) <= 3, len(fact.after.trust_plants)

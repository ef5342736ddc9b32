"""Clauses of single boards on regions, spaces and connections."""

import re
from collections.abc import Iterator
from typing import Final

from gridwright.content.library import load_library
from gridwright_lab.trials.rulebook.paths import cheapest
from gridwright_lab.trials.rulebook.record import Fact, Record
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.text_numbers import integers

ISLANDS: Final = ({"orange", "green"}, {"red", "pink", "yellow", "brown"})
"""Regions of UK & Ireland by island."""


def slug(name: str) -> str:
    letters = name.lower().translate(str.maketrans("äöüéèí", "aoueei"))
    return letters.strip().replace(" ", "-")


def base_name(name: str) -> str:
    """Return the name of a city without the mark of one of several."""
    return re.sub(r"-[\dns]$", "", name)


def cities_called(game: Record, text: str) -> set[int]:
    """Return the cities that a list of names contains; ``Sydney`` is also ``sydney-2``."""
    names = {slug(name) for name in re.split(r",|\band\b", " ".join(text.split()))}
    return {
        city
        for city, name in enumerate(game.rules.board.cities)
        if name in names or base_name(name) in names
    }


def connections(game: Record) -> Iterator[tuple[Fact, list[int], int]]:
    """Yield each house that was built, the cities the seat had, and the cost of the way."""
    for fact in game.of("CityConnected"):
        yield fact, game.houses(fact.before, fact.number("seat")), fact.number("connection")


@predicate("b-australia.6")
def flat_connections(game: Record, text: str) -> Iterator[Check]:
    flat = integers(text)[0]
    for fact, cities, paid in connections(game):
        if cities:
            expected = min(flat, cheapest(game, fact.before, cities, fact.number("city")))
            yield paid == expected, (paid, expected)


@predicate("b-australia.7", "b-south-africa.6", "b-france.4", "b-north-america-classic.4")
def double_cities(game: Record, text: str) -> Iterator[Check]:
    said = text.rsplit("touch. ", maxsplit=1)[-1]
    names = cities_called(game, re.split(r" (?:are|is) (?:two|three) cities", said)[0])
    board = game.rules.board
    for one, other, cost in board.links:
        if one in names and other in names:
            same = base_name(board.cities[one]) == base_name(board.cities[other])
            if same:
                yield cost == 0, board.cities[one]
    for fact, cities, paid in connections(game):
        near = [c for c in cities if c in names and c != fact.number("city")]
        if fact.number("city") in names:
            others = [
                c
                for c in near
                if base_name(board.cities[c]) == base_name(board.cities[fact.number("city")])
            ]
            if others:
                yield paid == 0, game.city_names([*others, fact.number("city")])


@predicate("b-bremen.1")
def entries_of_districts(game: Record, text: str) -> Iterator[Check]:
    entries = game.rules.board.entries
    for fact, cities, paid in connections(game):
        if cities:
            expected = cheapest(
                game, fact.before, cities, fact.number("city"), lambda c, s, e: c + entries[e]
            )
            yield paid == expected, (paid, expected)
        else:
            yield paid == 0, paid


@predicate("b-bremen.2")
def houses_in_bremen(game: Record, text: str) -> Iterator[Check]:
    costs = integers(text)[:3]
    small = cities_called(game, text.split(". ", 1)[1].split(" have", maxsplit=1)[0])
    yield len(small) == 5, game.city_names(sorted(small))
    for fact in game.of("CityConnected"):
        space = fact.number("space") % game.rules.board.n_spaces
        yield fact.number("house") == costs[space], (space, fact.number("house"))
        if fact.number("city") in small:
            yield space < 2, game.city_names([fact.number("city")])


def spaces_of(
    game: Record, cities: set[int], costs: list[int], steps: list[int]
) -> Iterator[Check]:
    """Check the costs of houses in some cities, and the steps that open their spaces."""
    n = game.rules.board.n_spaces
    for fact in game.of("CityConnected"):
        if fact.number("city") in cities:
            first = fact.number("city") * n
            space = sum(owner >= 0 for owner in fact.before.spaces[first : first + n])
            name = game.city_names([fact.number("city")])
            yield space < len(costs), name
            if space < len(costs):
                yield fact.number("house") == costs[space], (name, fact.number("house"))
                yield fact.before.step >= steps[space], (name, fact.before.step)


@predicate("b-baden-wuerttemberg.5")
def small_cities_in_baden(game: Record, text: str) -> Iterator[Check]:
    cities = cities_called(game, text.split(" have", maxsplit=1)[0])
    yield len(cities) == 5, game.city_names(sorted(cities))
    numbers = integers(text)
    yield from spaces_of(game, cities, numbers[:2], numbers[2:4])


@predicate("b-japan.4")
def start_city_spaces(game: Record, text: str) -> Iterator[Check]:
    yield from spaces_of(game, start_cities(game), integers(text)[:3], [1, 1, 3])


@predicate("b-japan.5")
def small_cities_in_japan(game: Record, text: str) -> Iterator[Check]:
    for sentence in re.findall(r"In ([^.]*?) they cost ([^.]*)", " ".join(text.split())):
        cities = cities_called(game, sentence[0])
        numbers = integers(sentence[1])
        yield len(cities) in (4, 5), game.city_names(sorted(cities))
        yield from spaces_of(game, cities, numbers[:2], numbers[2:4])


def start_cities(game: Record) -> set[int]:
    clause = game.book.find("b-japan.1")
    assert clause is not None
    return cities_called(game, clause.text().split("play: ")[1].split(".")[0])


@predicate("b-japan.1")
def begins_in_start_city(game: Record, text: str) -> Iterator[Check]:
    for fact, cities, paid in connections(game):
        if not cities:
            name = game.city_names([fact.number("city")])
            yield fact.number("city") in start_cities(game) and paid == 0, (name, paid)


@predicate("b-japan.2")
def second_network(game: Record, text: str) -> Iterator[Check]:
    starts = start_cities(game)
    may_pay = game.plays("b-japan.8")
    for fact, n_begun, path, paid in starting(game):
        city = fact.number("city")
        if n_begun == 1 and city in starts:
            yield paid == 0 or (may_pay and paid == path), (game.city_names([city]), paid)
        elif n_begun:
            yield paid == path, (paid, path)


def starting(game: Record) -> Iterator[tuple[Fact, int, int, int]]:
    """Yield each house, the networks that its seat had begun, the cost of the path, the cost paid.

    A network begins with a city that cost no path although there is none for nothing.
    """
    begun = dict.fromkeys(game.seats, 0)
    for fact, cities, paid in connections(game):
        seat = fact.number("seat")
        path = cheapest(game, fact.before, cities, fact.number("city")) if cities else 0
        yield fact, begun[seat], path, paid
        begun[seat] += not cities or paid < path


@predicate("b-japan.8")
def paid_way_keeps_the_beginning(game: Record, text: str) -> Iterator[Check]:
    """The position counts a network only where one begins, and never more than two."""
    for fact, n_begun, path, paid in starting(game):
        seat = fact.number("seat")
        yield fact.before.parts[0][seat] == n_begun <= 2, (fact.before.parts[0], n_begun)
        if n_begun == 1 and paid > 0:
            yield paid == path, (paid, path)


@predicate("b-japan.3")
def two_cities_in_round_one(game: Record, text: str) -> Iterator[Check]:
    for fact, cities, _paid in connections(game):
        if fact.before.round == 1:
            yield len(cities) < 2 and fact.number("city") in start_cities(game), len(cities)


@predicate("b-manhattan.1")
def one_house_and_price(game: Record, text: str) -> Iterator[Check]:
    low, high = integers(text)[:2]
    owned: dict[int, int] = {}
    for fact in game.of("CityConnected"):
        city = fact.number("city")
        yield low <= fact.number("house") <= high, fact.number("house")
        yield city not in owned and fact.before.spaces[city] < 0, city
        owned[city] = fact.number("house")


@predicate("b-manhattan.2")
def passages(game: Record, text: str) -> Iterator[Check]:
    each = integers(text)[0]
    for fact, cities, paid in connections(game):
        if cities:
            steps = cheapest(game, fact.before, cities, fact.number("city"), lambda c, s, e: c + 1)
            yield paid == each * (steps - 1), (paid, steps)
        else:
            yield paid == 0, paid


@predicate("b-manhattan.3")
def blocked_spaces(game: Record, text: str) -> Iterator[Check]:
    numbers = integers(text)
    wanted = {2: numbers[1], 3: numbers[1], 4: numbers[2]}.get(len(game.seats), 0)
    begun = next(game.of("AuctionsBegan")).after
    blocked = [city for city, owner in enumerate(begun.spaces) if owner >= 0]
    yield len(blocked) == wanted, (len(blocked), wanted)
    for fact in game.of("CityConnected"):
        yield fact.number("city") not in blocked, fact.number("city")


@predicate("b-south-africa.4")
def abroad(game: Record, text: str) -> Iterator[Check]:
    cities = foreign(game)
    yield len(cities) == 6, game.city_names(sorted(cities))
    yield from spaces_of(game, cities, [0], [1])
    last = integers(text)[-1]
    for one, other, cost in game.rules.board.links:
        if one in cities or other in cities:
            yield cost == last, (one, other, cost)
    for fact, owned, paid in connections(game):
        if fact.number("city") in cities:
            yield paid >= last, (paid, owned)


def foreign(game: Record) -> set[int]:
    clause = game.book.find("b-south-africa.4")
    assert clause is not None
    return cities_called(game, clause.text().split(" have")[0])


@predicate("b-south-africa.5")
def begins_at_home(game: Record, text: str) -> Iterator[Check]:
    for fact, cities, _paid in connections(game):
        if not cities:
            yield fact.number("city") not in foreign(game), fact.number("city")


def island(game: Record, city: int) -> int:
    region = game.rules.board.regions[game.rules.board.city_regions[city]]
    return 0 if region in ISLANDS[0] else 1


@predicate("b-uk-ireland.1")
def two_islands(game: Record, text: str) -> Iterator[Check]:
    more = integers(text)[0]
    for fact, cities, paid in connections(game):
        here = [c for c in cities if island(game, c) == island(game, fact.number("city"))]
        if here:
            yield paid == cheapest(game, fact.before, here, fact.number("city")), paid
        elif cities:
            yield paid == more, paid
        else:
            yield paid == 0, paid


@predicate("b-uk-ireland.2")
def sizes_of_regions(game: Record, text: str) -> Iterator[Check]:
    board = game.rules.board
    wanted = sorted(integers(text.split("Southern England")[1]))
    sizes = sorted(board.city_regions.count(region) for region in range(len(board.regions)))
    yield sizes == wanted, sizes


@predicate("b-benelux.5")
def five_regions(game: Record, text: str) -> Iterator[Check]:
    board = game.rules.board
    sizes = [board.city_regions.count(region) for region in range(len(board.regions))]
    yield sizes == [7] * 5, sizes


@predicate("b-italy.2")
def three_regions_apart(game: Record, text: str) -> Iterator[Check]:
    colours = set(re.findall(r"red|green|blue", text))
    view = game.facts[-1].after
    names = {r for n, r in enumerate(game.rules.board.regions) if view.regions >> n & 1}
    yield names != colours, names


@predicate("b-france.5", "b-europe-classic.7", "b-north-america-classic.6")
def costs_of_links(game: Record, text: str) -> Iterator[Check]:
    sheet = load_library(game.spec.edition).boards[game.spec.board]
    assert sheet.cities
    board = game.rules.board
    said = text.replace("The link from ", "Links cost: ").replace(" costs", "")
    pairs = re.findall(r"([A-Z][\w ]*?) to ([A-Z][\w ]*?) (\d+)", said.split("cost: ")[1])
    yield len(pairs) >= 1, text
    for one, other, cost in pairs:
        starts, ends = cities_called(game, one), cities_called(game, other)
        costs = [c for a, b, c in board.links if {a, b} & starts and {a, b} & ends]
        yield (
            bool(costs) and min(c for c in costs if c or not int(cost)) == int(cost),
            (
                one,
                other,
                costs,
            ),
        )

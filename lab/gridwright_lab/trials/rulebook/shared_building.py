"""Clauses of building and of the end of the game that all boards share."""

from collections.abc import Iterator

from gridwright.engine.ids import TRUST
from gridwright_lab.trials.rulebook.paths import cheapest, in_play
from gridwright_lab.trials.rulebook.record import Record
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.shared_market import building_ends
from gridwright_lab.trials.rulebook.text_numbers import integers, one

OWN_LINK_COSTS = (
    "b-europe-classic.7",
    "b-france.5",
    "b-north-america-classic.5",
    "b-north-america-classic.6",
)


@predicate("c1.4", despite=("b-benelux.5", "b-italy.2"))
def regions_in_play(game: Record, text: str) -> Iterator[Check]:
    wanted = one(r"(\d+) regions", text)
    board = game.rules.board
    regions = [r for r in range(len(board.regions)) if game.facts[-1].after.regions >> r & 1]
    yield len(regions) == min(wanted, len(board.regions)), regions
    cities = [c for c in range(board.n_cities) if board.city_regions[c] in regions]
    view = game.facts[-1].after
    for city in cities:
        yield cheapest(game, view, cities[:1], city) < 10**6, board.cities[city]


@predicate("c6.1", changed=True)
def builds_in_one_turn(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Building"):
        seats = [each.number("seat") for each in facts if each.kind == "CityConnected"]
        turns = [seat for n, seat in enumerate(seats) if n == 0 or seats[n - 1] != seat]
        if turns:
            yield len(turns) == len(set(turns)), turns


@predicate("c6.2", changed=True)
def first_city_costs_the_house(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        if not game.houses(fact.before, fact.number("seat")):
            yield fact.number("connection") == 0, fact.number("connection")


@predicate("c6.3", despite=OWN_LINK_COSTS)
def cheapest_path(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        cities = game.houses(fact.before, fact.number("seat"))
        if cities:
            expected = cheapest(game, fact.before, cities, fact.number("city"))
            yield fact.number("connection") == expected, (fact.number("connection"), expected)


@predicate("c6.4")
def cost_of_houses(game: Record, text: str) -> Iterator[Check]:
    costs = integers(text)
    for fact in game.of("CityConnected"):
        space = fact.number("space") % game.rules.board.n_spaces
        yield fact.number("house") == costs[space], (space, fact.number("house"))
        first = fact.number("city") * game.rules.board.n_spaces
        taken = fact.before.spaces[first : first + space]
        yield all(owner >= 0 for owner in taken), "a cheaper space was free"


@predicate("c6.5")
def open_spaces(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        space = fact.number("space") % game.rules.board.n_spaces
        yield space < fact.before.step, (space, fact.before.step)


@predicate("c6.6", changed=True)
def one_house_in_a_city(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        cities = game.houses(fact.before, fact.number("seat"))
        yield fact.number("city") not in cities, fact.number("city")


@predicate("c6.8")
def inside_regions(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        path = [fact.number("city"), *fact.numbers("path")]
        yield all(in_play(game, fact.before, city) for city in path), game.city_names(path)


@predicate("c6.9")
def pays_for_connection(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        seat = fact.number("seat")
        paid = fact.before.money[seat] - fact.after.money[seat]
        cost = fact.number("house") + fact.number("connection")
        yield paid == cost and fact.after.money[seat] >= 0, (paid, cost)


@predicate("c6.10")
def no_building_in_round_one(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        yield fact.before.round > 1, fact.before.round


@predicate("c6.11")
def network_within_capacity(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        seat = fact.number("seat")
        outputs = [game.rules.deck.plants[plant].output for plant in fact.after.plants[seat]]
        yield game.n_cities(fact.after, seat) <= sum(outputs), sum(outputs)


@predicate("c1.11", "c9.1", changed=True)
def end_by_cities(game: Record, text: str) -> Iterator[Check]:
    if {"b-uk-ireland.6"} & set(game.changed.get("c9.1", ())):
        return
    wanted = one(r"(?:game ends at|a seat reached) (\d+) cities", text)
    for view, later in building_ends(game):
        reached = game.most_cities(view) >= wanted
        ends = any(fact.kind == "GameEnded" for fact in later)
        if reached:
            yield ends, game.most_cities(view)
        elif ends and later[0].kind in ("GameEnded", "PhaseBegan"):
            others = view.market and (view.n_stack or not game.plays("c9.5"))
            yield not others or game.plays("c9.6"), game.most_cities(view)
        else:
            yield True, ""


@predicate("c9.2")
def no_last_income(game: Record, text: str) -> Iterator[Check]:
    last = next(game.of("GameEnded")).before.round
    paid = [f for f in game.of("CitiesSupplied", "MarketRefilled") if f.before.round == last]
    yield not paid, last


@predicate("c10.3", changed=True)
def trust_houses(game: Record, text: str) -> Iterator[Check]:
    begun = next(game.of("AuctionsBegan")).move
    placed = [fact for fact in game.of("TrustBuilt") if fact.move <= begun]
    yield len(placed) == 6, len(placed)
    if placed:
        yield placed[0].before.trust_houses == 16, placed[0].before.trust_houses


@predicate("c10.6")
def trust_follows_first_house(game: Record, text: str) -> Iterator[Check]:
    n = game.rules.board.n_spaces
    single = [own.city for own in game.rules.board.own_spaces if len(own.costs) == 1]
    for place, fact in enumerate(game.facts):
        if fact.kind == "CityConnected":
            first = fact.number("city") * n
            was_empty = all(owner < 0 for owner in fact.before.spaces[first : first + n])
            later = game.facts[place + 1 : place + 3]
            built = any(e.kind == "TrustBuilt" and e.number("city") * n == first for e in later)
            if fact.before.trust_houses and fact.number("city") not in single:
                yield built == was_empty, game.city_names([fact.number("city")])


@predicate("c10.8")
def trust_starts_no_step(game: Record, text: str) -> Iterator[Check]:
    houses = sum(owner == TRUST for owner in game.facts[-1].after.spaces)
    yield len(next(game.of("GameEnded")).numbers("ranking")) == len(game.seats), houses

"""Clauses of single boards on set-up, auctions, plants and steps."""

import re
from collections.abc import Iterator

from gridwright.content.library import load_library
from gridwright_lab.trials.rulebook.record import Record, View
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.shared_market import (
    STEP_THREE,
    building_ends,
    draws_after_sales,
    has_step_card,
    idle_phases,
    opened,
    reveals,
    standing,
    step_card_draws,
    upkeep,
)
from gridwright_lab.trials.rulebook.text_numbers import integers, numbers_listed, one


def seen_numbers(game: Record) -> set[int]:
    """Return the numbers of all plants that were ever on the market."""
    market = set(game.cards(opened(game).market))
    return market | {game.card(fact.number("card")) for fact in game.of("CardRevealed")}


def never_seen(game: Record, text: str) -> Iterator[Check]:
    seen = seen_numbers(game)
    for number in numbers_listed(text):
        yield number not in seen, number


@predicate("b-australia.1", "b-india.1", "b-france.2", "b-south-africa.3")
def plant_not_in_the_game(game: Record, text: str) -> Iterator[Check]:
    yield from never_seen(game, text.split(".", maxsplit=1)[0].split("lant ")[1])


@predicate("b-bremen.4")
def plants_of_bremen_leave(game: Record, text: str) -> Iterator[Check]:
    few = re.search(r"to\s+four players ([\d and]+) too", text)
    assert few is not None
    yield from never_seen(game, text.split(" leave", maxsplit=1)[0])
    if len(game.seats) <= 4:
        yield from never_seen(game, few[1])
    else:
        after = game.facts[-1].after
        if not after.n_stack:
            yield set(numbers_listed(few[1])) <= seen_numbers(game), "removed"


@predicate("b-china.1")
def plants_of_china_leave(game: Record, text: str) -> Iterator[Check]:
    lists = re.search(
        r"begins: (.*?) with two or three seats;\s*(.*?) with four;\s*(.*?) with five or six", text
    )
    assert lists is not None
    place = 0 if len(game.seats) <= 3 else len(game.seats) - 3 if len(game.seats) == 4 else 2
    gone = set(numbers_listed(lists[place + 1]))
    yield from never_seen(game, lists[place + 1])
    drawn = game.cards([fact.number("card") for fact in game.of("CardRevealed")])
    low = [number for number in drawn if number <= 30]
    known = [number for number in range(3, 31) if number not in gone and number in set(low)]
    yield low == sorted(low) == known, low
    # Nothing is left out up to the largest card of the ascending part.
    plants = {plant.number for plant in game.rules.deck.plants} - gone
    yield set(low) == {n for n in plants if low and n <= low[-1]}, low


@predicate("b-china.2")
def plan_opens_by_seats(game: Record, text: str) -> Iterator[Check]:
    yield len(opened(game).market) == len(game.seats), len(opened(game).market)
    for fact in game.of("PlantOffered"):
        if fact.before.step < STEP_THREE:
            yield fact.before.n_current >= len(fact.before.market), fact.before.n_current


@predicate("b-china.3")
def plan_draws_before_bureaucracy(game: Record, text: str) -> Iterator[Check]:
    n = len(game.seats)
    for fact, drawn in draws_after_sales(game):
        if fact.before.step < STEP_THREE:
            yield not drawn, "drawn after a sale"
    least = 1 if n <= 3 else 2 if n <= 5 else 3
    size = max(2, n - 1)
    for facts in game.phases("Plan"):
        cards = [each.number("card") for each in facts if each.kind == "CardRevealed"]
        if any(map(game.is_step_card, cards)) or facts[-1].after.step == STEP_THREE:
            continue
        yield len(cards) >= least, (least, game.cards(cards))
        yield len(facts[-1].after.market) == size, game.cards(facts[-1].after.market)
        left = [each.number("card") for each in facts if each.kind == "CardLeft"]
        opened_ = sorted([*facts[0].before.market, *cards], key=game.card)
        yield left == opened_[: len(left)], game.cards(left)


@predicate("b-china.4")
def plan_ends_with_step_card(game: Record, text: str) -> Iterator[Check]:
    for fact, began, between in step_card_draws(game, "Plan"):
        assert began is not None
        yield began.before.round == fact.before.round, began.before.round
        yield not any(each.kind == "StackShuffled" for each in between), "shuffled"
        later = [each for each in game.of("PlantOffered") if each.move > fact.move]
        if later and later[0].before.n_stack:
            yield len(later[0].before.market) == 4, game.cards(later[0].before.market)
    for sale, drawn in draws_after_sales(game):
        if sale.before.step == STEP_THREE and sale.before.n_stack:
            yield drawn, "no card drawn for a sale in step 3"


@predicate("b-china.5", "b-baden-wuerttemberg.4", "b-russia.4")
def no_discount(game: Record, text: str) -> Iterator[Check]:
    yield not any(game.of("DiscountMoved")), "a discount"


@predicate("b-china.5", "b-baden-wuerttemberg.3", "b-russia.4")
def small_plants_stay(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CityConnected"):
        yield fact.after.market == fact.before.market, game.cards(fact.before.market)
    for view in game.turns:
        if view.market and game.card(view.market[0]) <= game.most_cities(view):
            yield True, "stays"


@predicate("b-china.6")
def no_trust_in_china(game: Record, text: str) -> Iterator[Check]:
    yield not any(game.of("TrustBuilt", "TrustTookPlant")), "the Trust plays"


@predicate("b-australia.2")
def mines_do_not_count(game: Record, text: str) -> Iterator[Check]:
    mines = set(numbers_listed(text.split(" are uranium", maxsplit=1)[0]))
    clause = game.book.find("c1.11")
    assert clause is not None
    limit = one(r"owns at most (\d+) plants", clause.text())
    for fact in game.of("PlantScrapped"):
        yield game.card(fact.number("plant")) not in mines, "a mine was given up"
        owned = game.cards(fact.before.plants[fact.number("seat")])
        yield sum(number not in mines for number in owned) > limit, owned
    for view in game.turns:
        for seat in game.seats:
            owned = game.cards(view.plants[seat])
            n_plants = sum(number not in mines for number in owned)
            if len(owned) > limit:
                yield n_plants <= limit + 1, owned
    for fact in game.of("CitiesSupplied"):
        ran = [p for p in range(60) if fact.number("plants") >> p & 1]
        yield not mines & set(game.cards(ran)), game.cards(ran)


@predicate("b-baden-wuerttemberg.1")
def order_after_auctions(game: Record, text: str) -> Iterator[Check]:
    """The order changes between auctions and fuel, and at no other time."""
    for facts in game.phases("Resources"):
        yield facts[0].before.order == standing(game, facts[0].before), facts[0].before.order
    for facts in game.phases("Auction"):
        first = next((each for each in facts if each.kind == "AuctionsBegan"), None)
        if first is not None and first.before.round > 1:
            earlier = [f for f in game.of("MarketRefilled") if f.move <= first.move]
            yield first.before.order == earlier[-1].before.order, first.before.order


@predicate("b-baden-wuerttemberg.2")
def two_smallest_leave_unsold(game: Record, text: str) -> Iterator[Check]:
    for facts in idle_phases(game):
        passes = [each for each in facts if each.kind == "AuctionPassed"]
        if passes and len(passes[-1].before.market) > 2:
            market = passes[-1].before.market
            after = [each for each in facts if each.move >= passes[-1].move]
            left = [each.number("card") for each in after if each.kind == "CardLeft"]
            if not has_step_card(game, passes[-1].before):
                yield left[:2] == market[:2], (game.cards(market), game.cards(left))


@predicate("b-baden-wuerttemberg.6")
def step_two_in_baden(game: Record, text: str) -> Iterator[Check]:
    wanted = integers(text.split("players ")[1].split(".", maxsplit=1)[0])
    wanted_here = wanted[-1] if len(wanted) < 5 else wanted[len(game.seats) - 2]
    yield from step_two_at(game, wanted_here)


def step_two_at(game: Record, wanted: int) -> Iterator[Check]:
    ended = {fact.before.round for fact in game.of("GameEnded")}
    for view, later in building_ends(game):
        if view.step == 1 and view.round not in ended:
            steps = [each.number("step") for each in later if each.kind == "StepBegan"]
            reached = game.most_cities(view) >= wanted
            yield (
                reached == (2 in steps) or (reached and STEP_THREE in steps),
                (
                    game.most_cities(view),
                    wanted,
                ),
            )


def by_seats(text: str, seats: int, least: int) -> int:
    """Return the number of ``with 18 spaces, with four players with 17, with six with 14``."""
    names = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    found = least
    for words, number in re.findall(
        r"with ((?:two|three|four|five|six)(?: or (?:three|four))?)(?:\s+players?)?,? with (\d+)",
        text,
    ):
        if seats in [names[word] for word in words.split(" or ")]:
            found = int(number)
    return found


def ends_at(game: Record, wanted: int) -> Iterator[Check]:
    last = game.facts[-1].before.round
    for view, _later in building_ends(game):
        if game.most_cities(view) >= wanted:
            yield view.round == last, (game.most_cities(view), wanted)
        elif view.round == last:
            yield not view.market or not view.n_stack, (game.most_cities(view), wanted)


@predicate("b-bremen.5")
def steps_in_bremen(game: Record, text: str) -> Iterator[Check]:
    text = " ".join(text.split())
    first, second = text.split(". ", 1)
    wanted = one(r"begins with (\d+)", first)
    six = re.search(r"with six players with (\d+)", first)
    here = int(six[1]) if six and len(game.seats) == 6 else wanted
    yield from step_two_at(game, here)
    yield from ends_at(game, by_seats(second, len(game.seats), one(r"with (\d+)", second)))


@predicate("b-manhattan.4")
def stays_in_step_one(game: Record, text: str) -> Iterator[Check]:
    text = " ".join(text.split())
    yield not any(game.of("StepBegan")), "a step began"
    said = text.split("The game ends")[1].split(".")[0]
    yield from ends_at(game, by_seats(said, len(game.seats), one(r"with (\d+)", said)))
    words = text.split("uranium: ")[-1]
    names = {"two or three": (2, 3), "four": (4,), "five": (5,), "six": (6,)}
    for name, seats in names.items():
        row = re.search(rf"with\s+{name}(?:\s+players)? ([\d, ]+)", words)
        if row and len(game.seats) in seats:
            for fact in game.of("MarketRefilled"):
                rows = zip(integers(row[1]), fact.before.supply, strict=True)
                most = [min(wanted, supply) for wanted, supply in rows]
                added = fact.numbers("amounts")
                full = [n + fact.before.tokens[k] for k, n in enumerate(added)]
                for kind, (n, wanted) in enumerate(zip(added, most, strict=True)):
                    limit = 12 if kind == 3 else 24
                    yield n == min(wanted, limit - fact.before.tokens[kind]), (full, most)


@predicate("b-manhattan.5")
def two_largest_leave(game: Record, text: str) -> Iterator[Check]:
    is_first_stack = True
    for view, facts in upkeep(game):
        if any(each.kind == "StackShuffled" for each in game.facts if each.move < facts[0].move):
            is_first_stack = False
        if is_first_stack and view.n_stack > 2 and len(view.market) >= 6:
            cards = [
                each.number("card") for each in facts if each.kind in ("CardWentUnder", "CardLeft")
            ]
            still = set(facts[-1].after.market)
            gone = [card for card in view.market if card not in still]
            yield set(view.market[-2:]) <= set(gone) | set(cards), game.cards(view.market)


@predicate("b-manhattan.6")
def plants_of_manhattan(game: Record, text: str) -> Iterator[Check]:
    numbers = game.cards(opened(game).market)
    yield len(numbers) == 8 and set(numbers) <= set(range(3, 16)), numbers
    first = game.cards(reveals(game))[:1]
    if first:
        yield first[0] <= 15, first
    if len(game.seats) <= 3:
        yield from never_seen(game, text.split("players ")[1].split(" leave", maxsplit=1)[0])


@predicate("b-russia.1")
def few_plants(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        view = fact.before
        if view.n_stack and not has_step_card(game, view):
            wanted = (6, 3) if view.step < STEP_THREE else (4, 4)
            yield (len(view.market), view.n_current) == wanted, (view.step, len(view.market))
            yield fact.number("plant") in view.market[: wanted[1]], game.card(fact.number("plant"))


@predicate("b-russia.2")
def opening_in_russia(game: Record, text: str) -> Iterator[Check]:
    numbers = game.cards(opened(game).market)
    yield len(numbers) == 6 and not {6, 14} & set(numbers), numbers
    yield from never_seen(game, re.split(r" leave", text)[0])
    drawn = game.cards(reveals(game))
    if game.spec.preset == "original":
        yield numbers == [3, 4, 5, 7, 8, 9], numbers
        if drawn:
            yield drawn[0] == 13, drawn[:1]
        if len(drawn) >= 6:
            yield {10, 11} <= set(drawn[1:6]), drawn[1:6]
    else:
        yield max(numbers) <= 15, numbers
        yield all(number <= 15 for number in drawn[:5]), drawn[:5]


@predicate("b-russia.3")
def first_pass_removes_smallest(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        passes = [each for each in facts if each.kind == "AuctionPassed"]
        for place, fact in enumerate(passes):
            same = [e for e in facts if e.move == fact.move and e.kind == "CardLeft"]
            if fact.before.market and fact.before.round > 1:
                smallest = fact.before.market[0]
                gone = [each.number("card") for each in same]
                if place == 0:
                    yield smallest in gone, (game.card(smallest), game.cards(gone))
                elif not has_step_card(game, fact.before):
                    yield not gone, game.cards(gone)


@predicate("b-benelux.1")
def clean_plant_comes_forward(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        view = fact.before
        place = view.market.index(fact.number("plant"))
        if view.step < STEP_THREE and len(view.market) >= 5 and not has_step_card(game, view):
            is_clean = not game.burns(view.market[4])
            yield place < 4 or (place == 4 and is_clean), game.cards(view.market)


@predicate("b-benelux.2")
def smallest_leaves_each_round(game: Record, text: str) -> Iterator[Check]:
    for view, facts in upkeep(game):
        if view.step < STEP_THREE and view.n_stack and not has_step_card(game, view):
            left = [each for each in facts if each.kind == "CardLeft"]
            same = [e for e in game.of("CardLeft") if e.before.round == view.round]
            unsold = any(e.phase == "Auction" for e in same)
            if game.spec.preset == "recharged" and unsold:
                continue
            yield bool(left) and left[0].number("card") == view.market[0], game.cards(view.market)
            under = [each for each in facts if each.kind == "CardWentUnder"]
            if left and under:
                yield left[0].move <= under[0].move, "under before it left"


@predicate("b-brazil.4", "b-quebec.5")
def known_top_of_stack(game: Record, text: str) -> Iterator[Check]:
    wanted = integers(text.split(":", 1)[-1].split("topmost", maxsplit=1)[0])
    if "13 topmost" in text:
        wanted = integers(text.split("lants ")[1].split(" are", maxsplit=1)[0])
    drawn = game.cards(reveals(game))
    for place, number in enumerate(dict.fromkeys(wanted)):
        if place < len(drawn):
            yield drawn[place] == number, drawn[: place + 1]


@predicate("b-brazil.5", "b-france.3")
def known_in_opening(game: Record, text: str) -> Iterator[Check]:
    given = set(integers(re.split(r" (?:is|are) always", text)[0]))
    numbers = game.cards(opened(game).market)
    yield given <= set(numbers) and len(numbers) == 8, numbers


@predicate("b-quebec.6")
def opening_in_quebec(game: Record, text: str) -> Iterator[Check]:
    drawn = game.cards(reveals(game))
    if len(drawn) >= 3:
        yield drawn[0] <= 15 and drawn[1:3] == [18, 22], drawn[:3]
    numbers = game.cards(opened(game).market)
    yield len(numbers) == 8 and max(numbers) <= 15, numbers


@predicate("b-brazil.3", "b-quebec.3")
def none_of_them_removed(game: Record, text: str) -> Iterator[Check]:
    """Return whether all such plants are seen when the whole stack was drawn."""
    last = game.facts[-1].after
    pending = set(range(len(game.rules.deck.plants)))
    clean = "quebec" in game.spec.board
    wanted = {
        card
        for card in pending
        if (not game.burns(card) if clean else "garbage" in game.burns(card))
    }
    if not last.n_stack:
        missing = set(game.cards(sorted(wanted))) - seen_numbers(game)
        yield not missing, sorted(missing)


@predicate("b-quebec.4")
def clean_plants_stay(game: Record, text: str) -> Iterator[Check]:
    for view, facts in upkeep(game):
        if view.step < STEP_THREE and not has_step_card(game, view):
            under = [each.number("card") for each in facts if each.kind == "CardWentUnder"]
            burning = [card for card in view.market if game.burns(card)]
            yield under == burning[-1:], (game.cards(under), game.cards(view.market))


@predicate("b-europe-classic.4")
def nine_until_step_two(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        view = fact.before
        if view.step < STEP_THREE and view.n_stack:
            yield len(view.market) == (9 if view.step == 1 else 8), (view.step, len(view.market))


@predicate("b-europe-classic.5")
def opening_in_europe(game: Record, text: str) -> Iterator[Check]:
    numbers = game.cards(opened(game).market)
    if game.spec.preset == "original":
        yield numbers == list(range(3, 12)), numbers
        for number in game.cards(reveals(game))[:1]:
            yield number == 13, number
    else:
        yield len(numbers) == 9 and max(numbers) <= 15, numbers


@predicate("b-south-africa.3")
def opening_in_south_africa(game: Record, text: str) -> Iterator[Check]:
    if game.spec.preset == "original":
        numbers = game.cards(opened(game).market)
        yield numbers[4:] == [8, 9, 10, 11], numbers


@predicate("b-middle-east.3")
def no_garbage_in_step_one(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        if fact.before.step == 1:
            burned = game.burns(fact.number("plant"))
            yield not {"garbage", "uranium"} & set(burned), game.card(fact.number("plant"))
    for view in game.turns:
        if view.step == 1 and len(view.market) == 8 and not has_step_card(game, view):
            is_drawn = any(
                game.is_step_card(f.number("card")) and f.before.round <= view.round
                for f in game.of("CardRevealed")
            )
            if not is_drawn:
                current = view.market[: view.n_current]
                bad = [c for c in current if {"garbage", "uranium"} & set(game.burns(c))]
                yield not bad, game.cards(current)


@predicate("b-middle-east.4")
def step_two_by_stack(game: Record, text: str) -> Iterator[Check]:
    draws = [f for f in game.of("CardRevealed") if game.is_step_card(f.number("card"))]
    steps = [fact for fact in game.of("StepBegan") if fact.number("step") == 2]
    for fact in steps:
        earlier = [draw for draw in draws if draw.move <= fact.move]
        yield len(earlier) == 1, len(earlier)
        yield earlier[:1] != [] and fact.before.round - earlier[0].before.round <= 1, "late"
    if draws and draws[0].before.round < game.facts[-1].before.round:
        yield bool(steps), "step 2 did not begin"


@predicate("b-middle-east.5")
def step_three_by_second_card(game: Record, text: str) -> Iterator[Check]:
    draws = [f for f in game.of("CardRevealed") if game.is_step_card(f.number("card"))]
    for fact in game.of("StepBegan"):
        if fact.number("step") == STEP_THREE:
            yield len([draw for draw in draws if draw.move <= fact.move]) == 2, len(draws)


@predicate("b-middle-east.6")
def two_go_under_in_step_two(game: Record, text: str) -> Iterator[Check]:
    for view, facts in upkeep(game):
        drawn = [each.number("card") for each in facts if each.kind == "CardRevealed"]
        if view.step == 2 and view.n_stack > 2 and not any(map(game.is_step_card, drawn)):
            under = [each.number("card") for each in facts if each.kind == "CardWentUnder"]
            yield len(under) == 2 and under[0] == view.market[-1], game.cards(under)


def labels(game: Record, text: str) -> set[str]:
    """Return the names of the board's regions in play or out of play that a text has."""
    sheet = load_library(game.spec.edition).boards[game.spec.board]
    return {
        region.id
        for region in sheet.regions
        if region.label in text
        or (region.label.endswith("Sweden") and "Sweden" in text)
        or region.label.removeprefix("Republic of ") in text.replace("Republic of ", "")
    }


def nuclear_bids(game: Record) -> Iterator[tuple[int, View, int]]:
    """Yield the seat, view and plant of each offer and bid for a plant that burns uranium."""
    plant = -1
    for fact in game.of("PlantOffered", "BidMade"):
        if fact.kind == "PlantOffered":
            plant = fact.number("plant")
        if "uranium" in game.burns(plant):
            yield fact.number("seat"), fact.before, plant


@predicate("b-central-europe.1", "b-northern-europe.1")
def nuclear_by_regions(game: Record, text: str) -> Iterator[Check]:
    allowed = labels(game, text.split(" may ", maxsplit=1)[0])
    assert allowed, text
    for seat, view, plant in nuclear_bids(game):
        regions = game.region_names(view, seat)
        yield bool(regions & allowed), (regions, game.card(plant))


@predicate("b-spain-portugal.1", "b-uk-ireland.3")
def no_nuclear_in(game: Record, text: str) -> Iterator[Check]:
    barred = labels(game, text.split(" may ", maxsplit=1)[0].split(" neither ", maxsplit=1)[0])
    assert barred, text
    for seat, view, plant in nuclear_bids(game):
        yield bool(game.region_names(view, seat) - barred), game.card(plant)


@predicate("b-northern-europe.2")
def plants_of_regions(game: Record, text: str) -> Iterator[Check]:
    sheet = load_library(game.spec.edition).boards[game.spec.board]
    ids = {region.label: region.id for region in sheet.regions}
    rows = re.findall(r"\| ([A-Z][\w ]+?) \| (\d+) \| ([^|]+) \| (\d+) \|", text)
    view = game.facts[-1].after
    names = game.rules.board.regions
    playing = {name for place, name in enumerate(names) if view.regions >> place & 1}
    for label, number, burned, output in rows:
        for plant in {plant for plants in view.plants for plant in plants}:
            card = game.rules.deck.plants[plant]
            if card.number == int(number):
                words = burned.split()
                need = 0 if words[0] == "nothing" else int(words[0])
                is_own = (card.need if card.kinds else 0, card.output) == (need, int(output))
                is_own = is_own and (need == 0 or game.burns(plant) == [words[1]])
                yield is_own == (ids[label] in playing), (label, number, card.need, card.output)


@predicate("b-spain-portugal.2")
def wind_plants_come_late(game: Record, text: str) -> Iterator[Check]:
    wanted = numbers_listed(text.split(" are taken", maxsplit=1)[0])
    joined = [
        fact for fact in game.of("CardJoined") if game.card(fact.number("card")) in set(wanted)
    ]
    yield not set(wanted) & set(game.cards(opened(game).market)), "on the opening market"
    numbers = [game.card(fact.number("card")) for fact in joined]
    if numbers:
        yield numbers == wanted[: len(numbers)], numbers
        begun = next((f.move for f in game.of("StepBegan")), None)
        yield begun is not None and joined[0].move >= begun, "before step 2"


@predicate("b-uk-ireland.4")
def two_under_the_step_card(game: Record, text: str) -> Iterator[Check]:
    clause = game.book.find("c1.9") or game.book.find("c1.10")
    assert clause is not None
    below = re.search(r"the Step 3 card; (\d+)", clause.text())
    yield below is not None and int(below[1]) == 2, clause.text()
    drawn = reveals(game)
    step = next((n for n, card in enumerate(drawn) if game.is_step_card(card)), None)
    layers = clause.text().split("from the top: ")[1].split("; the Step 3 card")[0].split("; ")
    n_above = sum(1 if layer.startswith("plant ") else sum(integers(layer)) for layer in layers)
    if step is not None:
        yield step == n_above, (step, n_above)


@predicate("b-uk-ireland.5")
def step_two_when_all_taken(game: Record, text: str) -> Iterator[Check]:
    clause = game.book.find("c8.2")
    assert clause is not None
    wanted = one(r"a seat reached (\d+) cities", clause.text())
    last = game.facts[-1].before.round
    for view, later in building_ends(game):
        if view.step == 1 and view.round < last:
            steps = [each.number("step") for each in later if each.kind == "StepBegan"]
            reached = game.most_cities(view) >= wanted or all_taken(game, view)
            yield reached == bool(steps) or bool(steps and steps != [2]), wanted


def cities_in_play(game: Record, view: View) -> list[int]:
    board = game.rules.board
    return [c for c in range(board.n_cities) if view.regions >> board.city_regions[c] & 1]


def all_taken(game: Record, view: View) -> bool:
    n = game.rules.board.n_spaces
    return all(
        any(owner >= 0 for owner in view.spaces[city * n : city * n + n])
        for city in cities_in_play(game, view)
    )


@predicate("b-uk-ireland.6")
def end_in_small_play(game: Record, text: str) -> Iterator[Check]:
    clause = game.book.find("c1.11")
    assert clause is not None
    said = one(r"game ends at (\d+) cities", clause.text())
    yield from ends_at(game, min(said, len(cities_in_play(game, game.facts[-1].before))))


@predicate("b-south-africa.9")
def end_for_two(game: Record, text: str) -> Iterator[Check]:
    if len(game.seats) == 2:
        yield from ends_at(game, one(r"(\d+) cities end", text))


@predicate("b-manhattan.7")
def discount_buys_again(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        bought: dict[int, list[bool]] = {}
        for fact in facts:
            if fact.kind == "PlantBought":
                is_discounted = fact.number("plant") == fact.before.discount
                bought.setdefault(fact.number("seat"), []).append(is_discounted)
        for sales in bought.values():
            if len(sales) > 1:
                yield len(sales) == 2 and sales[0], sales

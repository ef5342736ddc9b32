"""Clauses of set-up, auctions, plant market and steps that all boards share."""

import re
from collections.abc import Iterator
from typing import Final

from gridwright_lab.trials.rulebook.record import Fact, Record, View
from gridwright_lab.trials.rulebook.registry import Check, predicate
from gridwright_lab.trials.rulebook.text_numbers import integers, numbers_listed, one

STEP_THREE: Final = 3
DRAWS: Final = ("CardRevealed", "CardJoined")
"""A card that a board laid aside at the start joins without being revealed."""


@predicate("c1.2")
def first_money(game: Record, text: str) -> Iterator[Check]:
    money = one(r"with (\d+) ", text)
    view = game.opening
    yield view.money == [money] * len(game.seats), view.money
    yield not any(view.plants) and set(view.spaces) <= {-1}, view.plants


def opened(game: Record) -> View:
    """Return the view in which the first auctions begin."""
    return next(game.of("AuctionsBegan")).after


@predicate("c1.8", changed=True)
def opening_market(game: Record, text: str) -> Iterator[Check]:
    drawn = re.search(r"(\d+) plants drawn from those with the numbers ([^.]*)", text)
    given = set(numbers_listed(text[: drawn.start()] if drawn else text))
    n_drawn = int(drawn[1]) if drawn else 0
    pool = set(numbers_listed(drawn[2])) if drawn else set()
    begun = next(fact for fact in game.facts if fact.kind == "AuctionsBegan")
    joined = [fact.number("card") for fact in game.of("CardJoined") if fact.move <= begun.move]
    left = [fact for fact in game.of("CardLeft") if fact.move <= begun.move]
    if left or any(fact.move <= begun.move for fact in game.of("CardWentUnder")):
        return  # A rule of the board exchanged cards.
    market = set(game.cards(begun.after.market))
    if game.changed.get("c1.8") == ("b-northern-europe.2",):
        yield given <= market, (sorted(given), sorted(market))
        return
    yield given <= market and len(market) == len(given) + n_drawn, (text, sorted(market))
    yield market - given <= pool, (sorted(pool), sorted(market))
    assert len(joined) <= len(market)


def reveals(game: Record) -> list[int]:
    """Return the cards revealed after the opening market, in order."""
    drawn = [fact.number("card") for fact in game.of("CardRevealed")]
    return drawn[game.rules.deck.n_opening_drawn :]


@predicate("c1.9", "c1.10", changed=True)
def stack_order(game: Record, text: str) -> Iterator[Check]:
    if game.changed.get("c1.8") == ("b-northern-europe.2",):
        return  # Cards of regions are exchanged as they are drawn.
    said = re.search(r"from the top: (.*?)\.(?: |$)", text)
    if said is None:
        raise LookupError(text)
    layers = said[1].split("; ")
    drawn = game.cards(reveals(game))
    place = 0
    for layer in layers:
        known = re.match(r"plants? (.*)", layer)
        if known is None:
            break
        for number in numbers_listed(known[1]):
            if place < len(drawn):
                yield drawn[place] == number, (layers, drawn[: place + 1])
            place += 1
    if "the Step 3 card" not in layers or game.changed.get("c8.3"):
        return
    above = layers[: layers.index("the Step 3 card")]
    n_above = sum(
        len(numbers_listed(layer.split("plants ")[-1]))
        if re.match(r"plants? \d", layer)
        else sum(integers(layer))
        for layer in above
    )
    step_card = game.rules.deck.numbers[game.rules.deck.step_card]
    if step_card in drawn:
        yield drawn.index(step_card) == n_above, (n_above, drawn.index(step_card))
    else:
        yield len(drawn) <= n_above, (n_above, len(drawn))


def until_turn(game: Record, place: int) -> Iterator[Fact]:
    """Yield the facts from a place on until a seat has to act."""
    for fact in game.facts[place:]:
        yield fact
        if fact.kind == "TurnPassed" and fact.after.actor >= 0:
            return


@predicate("c1.11", changed=True)
def plant_limit(game: Record, text: str) -> Iterator[Check]:
    limit = one(r"owns at most (\d+) plants", text)
    if game.changed.get("c3.12"):
        return
    for place, fact in enumerate(game.facts):
        if fact.kind == "PlantBought":
            seat = fact.number("seat")
            follows = {each.kind for each in until_turn(game, place + 1)}
            is_over = len(fact.after.plants[seat]) > limit
            yield is_over == ("ScrapAsked" in follows), (limit, fact.after.plants[seat])


@predicate("c3.12")
def gives_up(game: Record, text: str) -> Iterator[Check]:
    yield from _gives_up(game)


def _gives_up(game: Record) -> Iterator[Check]:
    bought = -1
    for fact in game.of("PlantBought", "PlantScrapped"):
        seat = fact.number("seat")
        if fact.kind == "PlantBought":
            bought = fact.number("plant")
        else:
            yield fact.number("plant") != bought, "the plant just bought left"
            yield len(fact.after.plants[seat]) == len(fact.before.plants[seat]) - 1, seat


def standing(game: Record, view: View) -> list[int]:
    """Return the seats by cities, among equals by the largest plant."""
    keys = {
        seat: (game.n_cities(view, seat), max(game.cards(view.plants[seat]), default=0))
        for seat in game.seats
    }
    return sorted(game.seats, key=lambda seat: keys[seat], reverse=True)


@predicate("c2.1")
def order_of_rounds(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("OrderSet"):
        if fact.after.round > 1:
            yield fact.after.order == standing(game, fact.before), fact.after.order
            yield fact.phase != "Auction" or fact.before.round == 1, "after auctions"


@predicate("c2.2")
def order_of_first_round(game: Record, text: str) -> Iterator[Check]:
    ends = [
        fact for fact in game.of("PhaseBegan") if fact.before.round == 1 and fact.phase == "Auction"
    ]
    for fact in ends[:1]:
        yield fact.before.order == standing(game, fact.before), fact.before.order


def is_in_turn(seats: list[int], order: list[int]) -> bool:
    """Return whether seats act one after the other in the order, each at most once."""
    acted = [seat for place, seat in enumerate(seats) if place == 0 or seats[place - 1] != seat]
    places = [order.index(seat) for seat in acted]
    return places == sorted(set(places))


@predicate("c2.3")
def order_of_phases(game: Record, text: str) -> Iterator[Check]:
    one_by_one = game.plays("c5.1")
    for name, kind, backwards in (
        ("Resources", "ResourcesBought", True),
        ("Building", "CityConnected", True),
        ("Bureaucracy", "CitiesSupplied", False),
    ):
        for facts in game.phases(name):
            seats = [each.number("seat") for each in facts if each.kind == kind]
            order = facts[0].after.order
            if len(seats) > 1 and (one_by_one or name != "Resources"):
                yield is_in_turn(seats, order[::-1] if backwards else order), (name, seats)


def rivals(game: Record, facts: list[Fact]) -> Iterator[tuple[Fact, set[int], bool]]:
    """Yield each fact of an auction phase, the seats that are done, and whether one bought."""
    done: set[int] = set()
    for fact in facts:
        yield fact, set(done), False
        if fact.kind in ("PlantBought", "AuctionPassed"):
            done.add(fact.number("seat"))


ACCESS: Final = (
    "b-central-europe.1",
    "b-middle-east.3",
    "b-northern-europe.1",
    "b-spain-portugal.1",
    "b-uk-ireland.3",
)
"""They limit what is offered, not who offers."""


@predicate("c3.1", despite=ACCESS)
def offers_in_order(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        for fact, done, _ in rivals(game, facts):
            if fact.kind in ("PlantOffered", "AuctionPassed"):
                first = next((seat for seat in fact.before.order if seat not in done), -1)
                yield fact.number("seat") == first, (fact.number("seat"), first)


@predicate("c3.2")
def offers_current_plants(game: Record, text: str) -> Iterator[Check]:
    if "c4.1" in game.changed:
        return
    for fact in game.of("PlantOffered"):
        current = fact.before.market[: fact.before.n_current]
        yield fact.number("plant") in current, game.cards(fact.before.market)


def minimum(game: Record, fact: Fact) -> int:
    """Return the smallest opening bid for an offered plant."""
    plant = fact.number("plant")
    return 1 if plant == fact.before.discount else game.card(plant)


@predicate("c3.3")
def opens_at_number(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        yield fact.number("bid") >= minimum(game, fact), fact.number("bid")


@predicate("c3.22")
def opens_at_minimum(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered"):
        yield fact.number("bid") == minimum(game, fact), fact.number("bid")


@predicate("c3.4")
def bids_within_money(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantOffered", "BidMade"):
        amount = fact.number("bid" if fact.kind == "PlantOffered" else "amount")
        yield amount <= fact.before.money[fact.number("seat")], amount


@predicate("c3.5")
def bids_more(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("BidMade"):
        yield fact.number("amount") >= fact.before.bid + 1, fact.number("amount")


@predicate("c3.6")
def done_seats_rest(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        for fact, done, _ in rivals(game, facts):
            if fact.kind in ("PlantOffered", "BidMade", "AuctionPassed"):
                yield fact.number("seat") not in done, fact.number("seat")


@predicate("c3.8")
def pays_the_bid(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        bought: set[int] = set()
        for fact in facts:
            if fact.kind == "PlantBought":
                seat = fact.number("seat")
                paid = fact.before.money[seat] - fact.after.money[seat]
                yield paid == fact.number("price") == fact.before.bid, paid
                yield seat not in bought, seat
                bought.add(seat)


@predicate("c3.9")
def passes_from_round_two(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        passed: set[int] = set()
        for fact in facts:
            if fact.kind == "AuctionPassed":
                seat = fact.number("seat")
                if fact.before.round == 1:
                    current = fact.before.market[: fact.before.n_current]
                    least = min(game.cards(current), default=0)
                    yield least > fact.before.money[seat], "passed in round 1"
                passed.add(seat)
            elif fact.kind in ("PlantOffered", "BidMade") and passed:
                yield fact.number("seat") not in passed, fact.number("seat")


@predicate("c3.11")
def last_pays_minimum(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        for fact, done, _ in rivals(game, facts):
            if fact.kind == "PlantOffered" and len(done) == len(game.seats) - 1:
                yield fact.number("bid") == minimum(game, fact), fact.number("bid")


@predicate("c3.13")
def scrapped_plants(game: Record, text: str) -> Iterator[Check]:
    leaves = "leaves the game" in text
    for fact in game.facts:
        if fact.kind == "PlantScrapped":
            is_under = fact.after.n_stack > fact.before.n_stack
            yield is_under != leaves, game.card(fact.number("plant"))


def draws_after_sales(game: Record) -> Iterator[tuple[Fact, bool]]:
    """Yield each sale and whether a card was drawn before anything else was decided."""
    for place, fact in enumerate(game.facts):
        if fact.kind != "PlantBought":
            continue
        for later in game.facts[place + 1 :]:
            if later.kind in DRAWS:
                yield fact, True
                break
            if later.kind in ("PlantOffered", "AuctionPassed", "PhaseBegan", "TrustTookPlant"):
                yield fact, False
                break


@predicate("c3.15")
def draws_for_each_sale(game: Record, text: str) -> Iterator[Check]:
    for fact, drawn in draws_after_sales(game):
        if fact.before.n_stack:
            yield drawn, f"round {fact.before.round}"


def idle_phases(game: Record) -> Iterator[list[Fact]]:
    """Yield the auction phases from round 2 on in which no seat bought."""
    for facts in game.phases("Auction"):
        if facts[0].after.round > 1 and not any(each.kind == "PlantBought" for each in facts):
            yield facts


@predicate("c3.16")
def smallest_leaves_unsold(game: Record, text: str) -> Iterator[Check]:
    for facts in idle_phases(game):
        passes = [each for each in facts if each.kind == "AuctionPassed"]
        if passes and passes[-1].before.market:
            after = facts[facts.index(passes[-1]) + 1 :]
            left = [each.number("card") for each in after if each.kind == "CardLeft"]
            smallest = passes[-1].before.market[0]
            yield left[:1] == [smallest], (game.card(smallest), game.cards(left))
            if passes[-1].before.n_stack:
                yield any(each.kind in DRAWS for each in after), "no card drawn"


@predicate("c3.18", changed=True)
def discount_begins(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        first = next((each for each in facts if each.kind == "PlantOffered"), None)
        laid = [each for each in facts if each.kind == "DiscountMoved"]
        if first is not None and facts[0].after.market:
            begun = facts[0].before if facts[0].kind == "AuctionsBegan" else facts[0].after
            yield begun.discount in (begun.market[0], -1) or bool(laid), begun.discount
            if first.before.market and first is facts[0]:
                yield first.before.discount == first.before.market[0], first.before.discount
            if first.number("plant") == first.before.discount:
                yield first.number("bid") >= 1, first.number("bid")


@predicate("c3.18")
def discount_is_on_smallest(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("DiscountMoved"):
        card = fact.number("card")
        if card >= 0:
            yield card == fact.before.market[0], game.card(card)


@predicate("c3.19")
def discount_goes_with_plant(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("PlantBought"):
        if fact.before.discount == fact.number("plant"):
            begun = game.facts.index(fact)
            later = next(each for each in game.facts[begun:] if each.kind == "TurnPassed")
            yield later.after.discount == -1, later.after.discount


@predicate("c3.20")
def unsold_discount_leaves(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        passes = [each for each in facts if each.kind in ("AuctionPassed", "PlantBought")]
        if passes and passes[-1].kind == "AuctionPassed" and passes[-1].before.discount >= 0:
            discounted = passes[-1].before.discount
            if not game.is_step_card(discounted):
                taken = any(
                    each.kind == "TrustTookPlant" and each.number("plant") == discounted
                    for each in facts
                )
                gone = bool(facts[-1].after.gone >> discounted & 1)
                yield gone or taken, game.card(discounted)


@predicate("c3.21")
def smaller_card_leaves(game: Record, text: str) -> Iterator[Check]:
    for facts in game.phases("Auction"):
        for place, fact in enumerate(facts):
            if fact.kind == "CardRevealed" and fact.before.discount >= 0:
                card = fact.number("card")
                if fact.before.discount in fact.before.market:
                    undercuts = game.card(card) < game.card(fact.before.discount)
                    later = facts[place + 1 : place + 4]
                    left = any(e.kind == "CardLeft" and e.number("card") == card for e in later)
                    yield undercuts == left, (game.card(card), game.card(fact.before.discount))


def has_step_card(game: Record, view: View) -> bool:
    return any(map(game.is_step_card, view.market))


@predicate("c4.1")
def market_in_two_rows(game: Record, text: str) -> Iterator[Check]:
    size = one(r"In steps? 1(?: and 2)? it holds (\d+) cards", text)
    current = size if "all of them current" in text else one(r"the (\d+) smallest", text)
    for fact in game.of("PlantOffered"):
        view = fact.before
        if view.step < STEP_THREE:
            numbers = game.cards(view.market)
            yield numbers == sorted(numbers), numbers
            if view.n_stack:
                yield len(numbers) == size, (size, numbers)
            if not has_step_card(game, view):
                yield view.market.index(fact.number("plant")) < current, numbers
            yield view.n_current == current, view.n_current


@predicate("c4.2")
def market_in_one_row(game: Record, text: str) -> Iterator[Check]:
    size = one(r"holds (\d+) plants", text)
    for fact in game.of("PlantOffered"):
        view = fact.before
        if view.step == STEP_THREE:
            yield len(view.market) <= size, game.cards(view.market)
            yield view.n_current >= min(size, len(view.market)), view.n_current
            if view.n_stack:
                yield len(view.market) == size, game.cards(view.market)


@predicate("c4.3", changed=True)
def empty_stack_draws_nothing(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CardRevealed"):
        yield fact.before.n_stack > 0, fact.before.n_stack


@predicate("c4.4")
def obsolete_plants_leave(game: Record, text: str) -> Iterator[Check]:
    for view in game.turns:
        largest = game.most_cities(view)
        current = game.cards(view.market[: view.n_current])
        if largest >= 3 and current:
            yield min(current) > largest, (largest, current)


@predicate("c4.6")
def gone_is_gone(game: Record, text: str) -> Iterator[Check]:
    for fact in game.of("CardJoined"):
        yield not fact.before.gone >> fact.number("card") & 1, game.card(fact.number("card"))


@predicate("c4.7")
def under_the_step_card(game: Record, text: str) -> Iterator[Check]:
    under: set[int] = set()
    is_drawn = False
    for fact in game.of("CardWentUnder", "CardRevealed"):
        card = fact.number("card")
        if fact.kind == "CardWentUnder":
            under.add(card)
        else:
            is_drawn = is_drawn or game.is_step_card(card)
            if under:
                yield card not in under or is_drawn, game.card(card)


def upkeep(game: Record) -> Iterator[tuple[View, list[Fact]]]:
    """Yield the view at each refill, and the facts from there to the end of the phase."""
    for facts in game.phases("Bureaucracy"):
        for place, fact in enumerate(facts):
            if fact.kind == "MarketRefilled":
                yield fact.after, facts[place + 1 :]
                break


@predicate("c7.7")
def largest_goes_under(game: Record, text: str) -> Iterator[Check]:
    for view, facts in upkeep(game):
        if view.step < STEP_THREE and len(view.market) > view.n_current:
            under = [fact.number("card") for fact in facts if fact.kind == "CardWentUnder"]
            if has_step_card(game, view):
                continue
            yield under == view.market[-1:], (game.cards(under), game.cards(view.market))
            n_drawn = sum(fact.kind in DRAWS for fact in facts)
            yield n_drawn >= 1 or not view.n_stack, n_drawn


@predicate("c7.8")
def smallest_leaves_in_step_three(game: Record, text: str) -> Iterator[Check]:
    for view, facts in upkeep(game):
        if view.step == STEP_THREE and view.market:
            left = [fact.number("card") for fact in facts if fact.kind == "CardLeft"]
            yield left[:1] == view.market[:1], (game.cards(left), game.cards(view.market))
            if view.n_stack:
                yield any(fact.kind in DRAWS for fact in facts), "no card drawn"


@predicate("c8.1")
def begins_in_step_one(game: Record, text: str) -> Iterator[Check]:
    yield game.opening.step == one(r"in step (\d)", text), game.opening.step


def building_ends(game: Record) -> Iterator[tuple[View, list[Fact]]]:
    """Yield the view at the end of each building phase, and what follows up to the next phase."""
    for place, fact in enumerate(game.facts):
        is_next = fact.kind == "PhaseBegan" and fact.phase == "Building"
        if is_next or fact.kind == "GameEnded":
            later = game.facts[place:]
            end = next((n for n, e in enumerate(later) if e.kind == "MarketRefilled"), len(later))
            yield fact.before, later[:end]


@predicate("c1.11", "c8.2", changed=True)
def step_two_by_cities(game: Record, text: str) -> Iterator[Check]:
    own = set(game.changed.get("c8.2", ())) | set(game.book.replaced)
    if "c8.2" in game.book.replaced or own & {"b-uk-ireland.5"}:
        return
    wanted = one(r"(?:Step 2 begins at|a seat reached) (\d+) cities", text)
    ended = {fact.before.round for fact in game.of("GameEnded")}
    for view, later in building_ends(game):
        if view.step == 1 and view.round not in ended:
            begins = any(e.kind == "StepBegan" and e.number("step") == 2 for e in later)
            late = any(e.kind == "StepBegan" and e.number("step") == STEP_THREE for e in later)
            reached = game.most_cities(view) >= wanted
            yield reached == begins or (late and reached), (game.most_cities(view), wanted)


@predicate("c8.2")
def smallest_leaves_with_step_one(game: Record, text: str) -> Iterator[Check]:
    for place, fact in enumerate(game.facts):
        if fact.kind == "StepBegan" and fact.number("step") == 2 and fact.before.market:
            near = [
                each.number("card")
                for each in game.facts[max(0, place - 3) : place + 4]
                if each.kind == "CardLeft"
            ]
            yield fact.before.market[0] in near or bool(near), game.cards(near)
            yield fact.phase in ("Building", "Bureaucracy"), fact.phase


def step_card_draws(game: Record, *phases: str) -> Iterator[tuple[Fact, Fact | None, list[Fact]]]:
    """Yield the draw of the Step 3 card, the beginning of step 3 and the facts in between."""
    for place, fact in enumerate(game.facts):
        if fact.kind != "CardRevealed" or not game.is_step_card(fact.number("card")):
            continue
        if fact.phase in phases:
            between: list[Fact] = []
            for later in game.facts[place + 1 :]:
                if later.kind == "StepBegan" and later.number("step") == STEP_THREE:
                    yield fact, later, between
                    break
                between.append(later)


@predicate("c8.3")
def step_card_in_auctions(game: Record, text: str) -> Iterator[Check]:
    for fact, began, between in step_card_draws(game, "Auction"):
        assert began is not None
        yield began.before.round == fact.before.round, began.before.round
        acts = ("ResourcesBought", "CityConnected", "CitiesSupplied", "TurnFinished")
        yield not any(each.kind in acts for each in between), "another phase was played first"
        yield (
            any(each.kind == "StackShuffled" for each in [*between, began])
            or (fact.after.n_stack == 0),
            "not shuffled",
        )


@predicate("c8.4")
def step_card_in_building(game: Record, text: str) -> Iterator[Check]:
    for fact, began, _between in step_card_draws(game, "Building"):
        assert began is not None
        yield began.before.round == fact.before.round, began.before.round
        yield bool(began.after.gone >> game.rules.deck.step_card & 1), "the card stayed"


@predicate("c8.5")
def step_card_in_bureaucracy(game: Record, text: str) -> Iterator[Check]:
    for fact, began, between in step_card_draws(game, "Bureaucracy"):
        if any(each.kind == "MarketRefilled" for each in between):
            continue  # Drawn before the refill: for the plant change of step 2.
        assert began is not None
        refilled = any(
            each.kind == "MarketRefilled" and each.before.round == fact.before.round
            for each in game.facts[: game.facts.index(fact)]
        )
        if refilled:
            yield began.after.step == STEP_THREE and began.before.step < STEP_THREE, began.phase
            left = [each.number("card") for each in between if each.kind == "CardLeft"]
            yield len(left) >= 1, game.cards(left)


@predicate("c8.7")
def step_card_never_returns(game: Record, text: str) -> Iterator[Check]:
    n_drawn = sum(game.is_step_card(fact.number("card")) for fact in game.of("CardRevealed"))
    if n_drawn:
        yield n_drawn == 1, n_drawn

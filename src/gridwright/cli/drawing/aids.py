"""Prices, plans, warnings and outlook of a seat, in sentences."""

from collections.abc import Sequence

from gridwright.cli.drawing.names import Names, counted, joined
from gridwright.cli.drawing.refusal_sentences import tell_numbers
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import NONE
from gridwright.protocol.auction import AuctionQuotes, Winning
from gridwright.protocol.fuel import FuelChoices, FuelPurchase
from gridwright.protocol.outlook import Outlook, SeatOutlook
from gridwright.protocol.plans import Plan
from gridwright.protocol.quotes import CityQuote, CityRefusal
from gridwright.protocol.warnings import (
    AnyWarning,
    BidLeavesLittle,
    CityMissing,
    FuelMissing,
    GameEnds,
    IncomeLost,
    PlantMissing,
)


def tell_quote(quote: CityQuote, names: Names) -> str:
    """Return a price, as in ``Boise: 17, house 10 and connection 7 from Seattle``, or a refusal."""
    city, parts = names.cities[quote.city], []
    if quote.house is not None and quote.connection is not None:
        found = f"{city}: {quote.house + quote.connection}"
        if len(quote.path) > 1:
            way = [names.cities[each] for each in quote.path[:-1]]
            via = f" via {joined(way[1:])}" if way[1:] else ""
            found += f", house {quote.house} and connection {quote.connection} from {way[0]}{via}"
        parts.append(f"{found}.")
    if quote.refusal is not None:
        parts.append(
            _why(quote.refusal, names) if parts else _refused(quote.city, quote.refusal, names)
        )
    return " ".join(parts)


def tell_prices(quotes: Sequence[CityQuote], names: Names) -> list[str]:
    """Return the cities that can be built, cheapest first; empty if there are none."""
    able = [each for each in quotes if each.refusal is None]
    costs = sorted(((each.house or 0) + (each.connection or 0), each.city) for each in able)
    if not costs:
        return []
    return [f"Cities: {', '.join(f'{names.cities[city]} {cost}' for cost, city in costs)}."]


def tell_plan(plan: Plan, names: Names) -> list[str]:
    """Return the order of a plan with its costs, then its consequences."""
    lines: list[str] = []
    if plan.cities:
        cities = [
            f"{names.cities[each.city]} {each.house + each.connection}" for each in plan.cities
        ]
        left = f"leaves {plan.left}" if plan.left >= 0 else f"needs {-plan.left} more"
        lines.append(f"{', '.join(cities)}: {plan.total} in all, {left}.")
    if plan.fits < len(plan.cities):
        refusal = plan.cities[plan.fits].refusal
        assert refusal is not None
        city = names.cities[plan.cities[plan.fits].city]
        lines.append(f"{city} cannot be built then. {_why(refusal, names)}")
    if not plan.is_exact:
        lines.append("Another order may be cheaper.")
    if plan.powers is not None:
        income = "" if plan.income is None else f", income {plan.income}"
        lines.append(f"Powers {counted(plan.powers, 'city', 'cities')} this round{income}.")
    for trigger in plan.triggers:
        what = "step 2 begins" if trigger.what == "step-two" else "the game ends with this round"
        lines.append(f"{counted(trigger.cities, 'city', 'cities')}: {what}.")
    return [*lines, *(_refused(each.city, each.refusal, names) for each in plan.refused)]


def _refused(city: int, refusal: CityRefusal, names: Names) -> str:
    """Return a refusal with the name of its city."""
    why = _why(refusal, names)
    return why if why.startswith(names.cities[city]) else f"{names.cities[city]}: {why}"


def _why(refusal: CityRefusal, names: Names) -> str:
    illegal = IllegalAction(refusal.clause, refusal.code, refusal.numbers)
    return f"{tell_numbers(illegal, names)} ({refusal.clause})"


def tell_fuel(choices: FuelChoices, names: Names) -> list[str]:
    """Return the useful purchases of fuel, each with its price and the result."""
    lines: list[str] = []
    for level in choices.levels:
        bought = f"{names.fuel(level.amounts)} for {level.price}" if level.price else "no fuel"
        powers = "" if names.has_fuel_cards else f"{counted(level.cities, 'city', 'cities')}, "
        lines.append(f"With {bought}: {powers}income {level.income}.")
    for words, purchase in (("For your cities", choices.one_run), ("To fill up", choices.fill)):
        if purchase is not None:
            lines.append(f"{words}: {_purchase(purchase, names)}.")
    return lines


def _purchase(purchase: FuelPurchase, names: Names) -> str:
    if not purchase.cards:
        return f"{names.fuel(purchase.amounts)} for {purchase.price}"
    cards = [f"{names.fuel_card(each.card)} for {each.price}" for each in purchase.cards]
    return f"{joined(cards)}, {purchase.price} in all"


def tell_auction(quotes: AuctionQuotes, names: Names) -> list[str]:
    """Return the effects of winning each plant."""
    return [_winning(each, names) for each in quotes.plants]


def _winning(quote: Winning, names: Names) -> str:
    name = names.card(quote.plant)
    income = "points" if quote.is_points else "income"
    parts = [
        f"{name[:1].upper()}{name[1:]}: output {quote.power_before}, then {quote.power_after}",
        f"{income} {quote.income_before}, then {quote.income_after}",
        "fuel not on sale" if quote.fuel is None else f"fuel of a run {quote.fuel}",
    ]
    if quote.gives_up != NONE:
        parts.append(f"replaces {names.card(quote.gives_up)}")
    return "; ".join(parts) + "."


def tell_outlook(outlook: Outlook, names: Names) -> list[str]:
    """Return the next seats, the refill with the prices after it, and the options of the seats."""
    lines: list[str] = []
    if outlook.following:
        seats = joined([str(seat) for seat in outlook.following])
        lines.append(f"Next in this phase: {'seats' if outlook.following[1:] else 'seat'} {seats}.")
    if outlook.refill:
        prices = [
            f"{kind} {price}"
            for kind, price in zip(names.kinds, outlook.prices, strict=True)
            if price
        ]
        lines.append(f"Refill: {names.fuel(outlook.refill)}. Prices then: {', '.join(prices)}.")
    return [*lines, *(_seat(each) for each in outlook.seats)]


def _seat(seat: SeatOutlook) -> str:
    now = f"Seat {seat.seat}: supplies {seat.supplied_now} now, income {seat.income_now}"
    if seat.supplied == seat.supplied_now:
        return f"{now}."
    lack = "but its fuel is not on sale" if seat.lack is None else f"with fuel for {seat.lack}"
    return f"{now}; {seat.supplied} {lack}, income {seat.income}."


def tell_warning(warning: AnyWarning, names: Names) -> str:
    """Return a warning about a move with its loss."""
    if isinstance(warning, FuelMissing):
        return f"Stop buying? {_fuel_missing(warning, names)}"
    if isinstance(warning, CityMissing):
        city, more = names.cities[warning.city], f"earns {warning.more} more this round"
        return (
            f"Build nothing? You power {warning.powers} and own "
            f"{counted(warning.cities, 'city', 'cities')}. {city} costs {warning.cost} and "
            f"{more if warning.more > 0 else 'counts at the end'}."
        )
    if isinstance(warning, PlantMissing):
        name = names.card(warning.plant)
        return (
            f"No plant this round? You own {warning.plants} of {warning.most_plants}. "
            f"{name[:1].upper()}{name[1:]} could be yours from {warning.bid}."
        )
    if isinstance(warning, IncomeLost):
        plants = joined([names.cards[plant] for plant in warning.plants])
        kept = f"You keep {names.fuel(warning.kept)}, worth {warning.worth}."
        saved = kept if any(warning.kept) else "That saves no fuel."
        return f"Without {_plants(warning.plants)} {plants}: {warning.less} less. {saved}"
    if isinstance(warning, GameEnds):
        return (
            f"{warning.cities} cities end the game. You power {warning.powers}, "
            f"seat {warning.seat} can power {warning.seat_powers}."
        )
    assert isinstance(warning, BidLeavesLittle)
    return (
        f"A bid of {warning.bid} for {names.card(warning.plant)} leaves {warning.leaves}; "
        f"fuel for one run costs {warning.run_costs}."
    )


def _fuel_missing(warning: FuelMissing, names: Names) -> str:
    loss = f"{warning.income} instead of {warning.possible_income}"
    if warning.is_points:
        found = f"You would make {loss} points."
    elif names.has_fuel_cards:
        found = f"You would earn {loss}."
    else:
        found = f"You would power {warning.cities} of {warning.possible_cities}: {loss}."
    plants = joined([names.cards[plant] for plant in warning.plants])
    if not warning.plants:
        return found
    idle = "stand still; their" if warning.plants[1:] else "stands still; its"
    return (
        f"{found} {_plants(warning.plants).capitalize()} {plants} {idle} fuel costs "
        f"{warning.price}."
    )


def _plants(plants: Sequence[int]) -> str:
    return "plants" if plants[1:] else "plant"

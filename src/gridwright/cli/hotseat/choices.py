"""The choices of a seat, as a numbered list with ranges and costs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gridwright.cli.drawing.names import Names
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard, MayProduce, Produce
from gridwright.engine.fields import CITY
from gridwright.engine.fuel import Run
from gridwright.engine.masks import members
from gridwright.engine.vocabulary.auction import (
    Bid,
    DropOut,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action, MayDo, Offer, OneOf
from gridwright.engine.vocabulary.building import FinishBuilding, MayConnect, MayExtend
from gridwright.engine.vocabulary.fuel import BuyResources, ChangeMarket, FinishBuying, MayBuy
from gridwright.engine.vocabulary.production import DeclineSale, MayRun, RunPlants


@dataclass(frozen=True)
class Choice:
    """One line of the list. Where ``low`` and ``high`` differ an amount belongs to it."""

    words: str
    detail: str
    low: int
    high: int
    build: Callable[[int], Action]
    question: str = ""
    """The question for the amount."""
    short: bool = False
    """True if several of them may share one line."""

    @property
    def needs_amount(self) -> bool:
        return self.low < self.high


def list_choices(offers: list[Offer], names: Names) -> list[Choice]:
    """Everything that is offered, flattened; ranges stay ranges."""
    choices: list[Choice] = []
    for offer in offers:
        if isinstance(offer, MayDo):
            choices.append(_plain_choice(offer, names))
        elif isinstance(offer, MayOffer | MayBid | MayScrap):
            choices += _auction_choices(offer, names)
        elif isinstance(offer, MayBuy):
            choices.append(_buy_choice(offer, names))
        elif isinstance(offer, MayBuyCard):
            choices += _card_choices(offer, names)
        elif isinstance(offer, MayRun):
            choices += _run_choices(offer, names)
        elif isinstance(offer, OneOf):
            choices += _place_choices(offer, names)
    return choices


SAID: Final[dict[str, str]] = {
    DropOut.WORD: "drop out",
    FinishBuying.WORD: "finish",
    FinishBuilding.WORD: "finish",
    DeclineSale.WORD: "decline sale: your mines sell nothing this round",
}
"""Names that differ from the notation."""


def _plain_choice(offer: MayDo, names: Names) -> Choice:
    word = offer.word()
    if word == ChangeMarket.WORD:
        words = f"buy in the {names.markets[1]} this turn"
        return Choice(words, "", 0, 0, _fixed(offer.action))
    return Choice(SAID.get(word, word.replace("-", " ")), "", 0, 0, _fixed(offer.action))


def _auction_choices(offer: MayOffer | MayBid | MayScrap, names: Names) -> list[Choice]:
    seat = offer.seat
    if isinstance(offer, MayBid):
        detail = _range(offer.low, offer.high)
        return [Choice("bid", detail, offer.low, offer.high, _bid(seat), "how much")]
    if isinstance(offer, MayScrap):
        return _scrap_choices(offer, names)
    choices: list[Choice] = []
    for place, plant in enumerate(offer.plants):
        low, high = offer.lows[place], offer.highs[place]
        detail = f"opening bid {_range(low, high)}"
        words = f"offer {names.cards[plant]}"
        choices.append(Choice(words, detail, low, high, _offer(seat, plant), "opening bid"))
    return choices


def _scrap_choices(offer: MayScrap, names: Names) -> list[Choice]:
    """Each plant with all kept that fits; then the same with fuel that goes although it fits."""
    fuel = names.game.rules.fuel
    first = names.kinds[fuel.first]
    keeping: list[Choice] = []
    spending: list[Choice] = []
    for place, plant in enumerate(offer.plants):
        low, high = offer.lows[place], offer.highs[place]
        words = f"scrap {names.cards[plant]}"
        detail = f"losing {_range(low, high)} {first}" if high else ""
        lost = f"how many {first} are lost"
        keeping.append(Choice(words, detail, low, high, _scrap(offer.seat, plant), lost))
        most = offer.most(place)
        if most > high:
            detail = f"losing {_range(high + 1, most)} {first}"
            spending.append(Choice(words, detail, high + 1, most, _scrap(offer.seat, plant), lost))
        kind = fuel.kind_of[plant]
        other = names.kinds[kind if kind < fuel.n_kinds else fuel.second]
        for beyond, more in enumerate(offer.mores[place]):
            if more:
                detail = f"losing {_range(1, more)} {other} more"
                if low + beyond:
                    detail = f"losing {low + beyond} {first}, and {_range(1, more)} {other} more"
                build = _scrap_more(offer.seat, plant, low + beyond)
                spending.append(Choice(words, detail, 1, more, build, f"how many {other} more"))
    return [*keeping, *spending]


def _bid(seat: int) -> Callable[[int], Action]:
    return lambda amount: Bid(seat, amount)


def _offer(seat: int, plant: int) -> Callable[[int], Action]:
    return lambda amount: OfferPlant(seat, plant, amount)


def _scrap(seat: int, plant: int) -> Callable[[int], Action]:
    return lambda amount: ScrapPlant(seat, plant, amount)


def _scrap_more(seat: int, plant: int, lost: int) -> Callable[[int], Action]:
    return lambda amount: ScrapPlant(seat, plant, lost, amount)


def _buy_choice(offer: MayBuy, names: Names) -> Choice:
    costs = ", ".join(str(cost) for cost in offer.costs())
    detail = f"{_range(1, offer.most)}, in all {costs}"
    return Choice(
        f"buy {names.kinds[offer.resource]}",
        detail,
        1,
        offer.most,
        lambda amount: BuyResources(offer.seat, offer.resource, amount),
        "how many",
    )


def _card_choices(offer: MayBuyCard, names: Names) -> list[Choice]:
    """Each fuel card with its price, and what would spill."""
    choices: list[Choice] = []
    for card, price, kept in zip(offer.cards, offer.prices, offer.kept, strict=True):
        spilled = names.fuel_cards.units_of[card] - kept
        detail = f"spills {spilled}" if spilled else ""
        action = BuyCard(offer.seat, card, price)
        words = f"{names.fuel_cards.names[card]} for {price}"
        choices.append(Choice(words, detail, 0, 0, _fixed(action), short=True))
    return choices


def _run_choices(offer: MayRun, names: Names) -> list[Choice]:
    best = offer.best()
    kind = names.kinds[names.game.rules.fuel.first]
    incomes = offer.incomes()
    choices: list[Choice] = []
    for place, run in enumerate(offer.runs):
        plants = "+".join(names.cards[plant] for plant in members(run.plants)) or "nothing"
        supplied = names.style.run_words(run.output, offer.n_cities)
        detail = ", ".join([*supplied, f"earns {incomes[place]}"])
        if run.tokens:
            detail += f", burns {run.tokens}"
        if run.low < run.high:
            detail += f", hybrids {_range(run.low, run.high)} {kind}"
        elif isinstance(offer, MayProduce):
            detail += _turns_words(offer, run, names)
        if run.plants == best.plants:
            detail += ", most for the least"
        verb = Produce.WORD if isinstance(offer, MayProduce) else RunPlants.WORD
        build = _run(offer, run.plants)
        mix = f"how many {kind} in hybrids"
        choices.append(Choice(f"{verb} {plants}", detail, run.low, run.high, build, mix))
    return choices


def _turns_words(offer: MayProduce, run: Run, names: Names) -> str:
    """The cards that are turned down by default; nothing where there is no choice."""
    cards = names.fuel_cards
    burned = offer.fuel.burned_by(run, run.low)
    turns = cards.fewest_first(offer.stored, burned)
    if turns == cards.most_first(offer.stored, burned):
        return ""
    return f" from {'+'.join(cards.turn_names[turn] for turn in turns)}"


def _run(offer: MayRun, plants: int) -> Callable[[int], Action]:
    if isinstance(offer, MayProduce):
        return lambda amount: Produce(offer.seat, plants, amount, [])
    return lambda amount: RunPlants(offer.seat, plants, amount)


def _place_choices(offer: OneOf, names: Names) -> list[Choice]:
    """One name each. Cities, which have no order of their own, go by cost or else by name."""
    kind = offer.ACTION.FIELDS[0].kind
    words = names.of(kind)
    verb = ""
    actions = dict(zip(offer.choices(), offer.actions(), strict=True))
    places = offer.choices()
    details: dict[int, str] = {}
    if isinstance(offer, MayExtend):
        verb = f"{offer.word()} "
    if isinstance(offer, MayConnect | MayExtend):
        pairs = sorted(zip(offer.costs, offer.cities, strict=True))
        places = [city for _cost, city in pairs]
        details = {city: str(cost) for cost, city in pairs}
    elif kind.noun == CITY.noun:
        places = sorted(places, key=lambda place: words[place])
    return [
        Choice(
            verb + words[place], details.get(place, ""), 0, 0, _fixed(actions[place]), short=True
        )
        for place in places
    ]


def _fixed(action: Action) -> Callable[[int], Action]:
    return lambda _amount: action


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"

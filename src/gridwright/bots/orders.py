"""Orders of bots: the next purchase, the fuel market to buy at, and the run of chosen plants."""

from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import CardPrices, Prices, TokenPrices
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard, MayProduce, Produce
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy
from gridwright.engine.vocabulary.production import MayRun, RunPlants


def next_tokens(wanted: list[int], offers: list[MayBuy]) -> Action | None:
    """Return the next purchase of tokens on the list; None when everything is bought."""
    for offer in offers:
        amount = min(wanted[offer.resource], offer.most)
        if amount > 0:
            return BuyResources(offer.seat, offer.resource, amount)
    return None


def next_card(wanted: list[int], rules: Rules, prices: Prices, offer: MayBuyCard) -> Action | None:
    """Return the next purchase of a card on the list; None when everything is bought."""
    assert isinstance(prices, CardPrices)
    cards = rules.cards
    for kind in range(cards.n_kinds):
        purchase = prices.purchase(kind, wanted[kind])
        for place, card in enumerate(offer.cards):
            shown = (offer.prices[place], cards.units_of[card])
            if cards.kind_of[card] == kind and shown in purchase:
                return BuyCard(offer.seat, card, offer.prices[place])
    return None


def order_run(offer: MayRun, plants: int, first: int) -> Action:
    """Return the order to run these plants; hybrids burn ``first`` tokens of their first kind."""
    if isinstance(offer, MayProduce):
        return Produce(offer.seat, plants, first, [])
    return RunPlants(offer.seat, plants, first)


NOT_THERE: Final = 30
"""Value of a unit that a market does not have: about the pay for a city that lacks it."""


def prefers_second(view: SeatView) -> bool:
    """Return True if the fuel that a run of all plants lacks is cheaper at the second market."""
    rules = view.rules
    second = rules.market.second
    if second is None:
        return False
    lacking = _lacking(view)
    nothing = [0] * rules.fuel.n_kinds
    tokens = second.tokens(view.seen.parts)
    beyond = TokenPrices(rules.fuel, second.ladders, tokens, nothing, nothing)
    return _cost(beyond, lacking) < _cost(view.prices, lacking)


def _lacking(view: SeatView) -> list[int]:
    """Return the plants' need beyond the fuel that the seat holds, hybrids last."""
    fuel = view.rules.fuel
    needs = fuel.needs(view.plants)
    held = view.held(view.seat)
    lacking = [max(0, needs[kind] - held[kind]) for kind in range(fuel.n_kinds)]
    hybrids = needs[fuel.n_kinds]
    if hybrids:
        spare = [max(0, held[kind] - needs[kind]) for kind in (fuel.first, fuel.second)]
        hybrids = max(0, hybrids - sum(spare))
    return [*lacking, hybrids]


def _cost(prices: Prices, lacking: list[int]) -> int:
    missing = sum(
        [max(0, amount - prices.on_sale(kind)) for kind, amount in enumerate(lacking[:-1])]
    )
    return prices.run_cost(lacking) + NOT_THERE * missing

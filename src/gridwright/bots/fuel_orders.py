"""The next action that buys what is left of a bot's list of fuel."""

from gridwright.bots.solvers.prices import CardPrices, Prices
from gridwright.engine.editions.card.vocabulary import BuyCard, MayBuyCard
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.fuel import BuyResources, MayBuy


def next_tokens(wanted: list[int], offers: list[MayBuy]) -> Action | None:
    """The next kind on the list; None when everything is bought."""
    for offer in offers:
        amount = min(wanted[offer.resource], offer.most)
        if amount > 0:
            return BuyResources(offer.seat, offer.resource, amount)
    return None


def next_card(wanted: list[int], rules: Rules, prices: Prices, offer: MayBuyCard) -> Action | None:
    """The next card on the list; None when everything is bought."""
    assert isinstance(prices, CardPrices)
    cards = rules.cards
    for kind in range(cards.n_kinds):
        purchase = prices.purchase(kind, wanted[kind])
        for place, card in enumerate(offer.cards):
            shown = (offer.prices[place], cards.units_of[card])
            if cards.kind_of[card] == kind and shown in purchase:
                return BuyCard(offer.seat, card, offer.prices[place])
    return None

"""Fuel: for the plants that will run this round, and a second run where it is cheap."""

from gridwright.bots.greedy.prices import CardPrices
from gridwright.bots.greedy.running import plan_run
from gridwright.bots.greedy.standing import Standing
from gridwright.engine.actions import Action, BuyCard, BuyResources
from gridwright.engine.ids import FAR
from gridwright.engine.offers import MayBuy, MayBuyCard


class FuelSkill:
    """Decides what to run before it buys, so no unit is bought that nothing burns."""

    def buy_tokens(self, standing: Standing, offers: list[MayBuy]) -> Action | None:
        """The next kind on the list; None when everything is bought."""
        wanted = self._wanted(standing)
        for offer in offers:
            amount = min(wanted[offer.resource], offer.most)
            if amount > 0:
                return BuyResources(offer.seat, offer.resource, amount)
        return None

    def buy_card(self, standing: Standing, offer: MayBuyCard) -> Action | None:
        """The next card on the list; None when everything is bought."""
        prices = standing.prices
        assert isinstance(prices, CardPrices)
        cards = standing.rules.cards
        wanted = self._wanted(standing)
        for kind in range(cards.n_kinds):
            purchase = prices.purchase(kind, wanted[kind])
            for place, card in enumerate(offer.cards):
                shown = (offer.prices[place], cards.units_of[card])
                if cards.kind_of[card] == kind and shown in purchase:
                    return BuyCard(offer.seat, card, offer.prices[place])
        return None

    def _wanted(self, standing: Standing) -> list[int]:
        """Units of each kind that are still to be bought."""
        planned = plan_run(standing, standing.prices, standing.plants, True)
        if sum(planned.missing) or standing.may_end:
            return planned.missing
        return self._second_run(standing, planned.needs)

    def _second_run(self, standing: Standing, needs: list[int]) -> list[int]:
        """The same again where it is cheap and no city has to wait for the money."""
        fuel = standing.rules.fuel
        _cost, missing = standing.prices.shopping([2 * need for need in needs], standing.held)
        for kind in range(fuel.n_kinds):
            if missing[kind] and not standing.prices.is_cheap(kind):
                missing[kind] = 0
        cost = sum([standing.prices.cost(kind, missing[kind]) for kind in range(fuel.n_kinds)])
        output = standing.supply(standing.seat)
        spare = standing.money
        if standing.has_board:
            n_wanted = max(0, output - standing.n_cities)
            spare -= sum(standing.land.next_costs[:n_wanted])
        return missing if cost < FAR and cost <= spare else [0] * fuel.n_kinds

"""Auctions: a plant is worth the difference between the position with it and the one without."""

from typing import Final

from gridwright.bots.solvers.shopping import cheapest_supply
from gridwright.engine.ids import NONE
from gridwright.engine.vocabulary.auction import (
    Bid,
    MayBid,
    MayOffer,
    MayScrap,
    OfferPlant,
    ScrapPlant,
)
from gridwright.engine.vocabulary.base import Action
from gridwright_frozen.hard_2026_11.board_position import Position
from gridwright_frozen.hard_2026_11.forecast import Forecast

Place = tuple[int, int, int, tuple[int, ...], tuple[int, ...]]


class AuctionSkill:
    """Bids up to the price at which winning and losing a plant are the same."""

    def __init__(self) -> None:
        self._limits: Final[dict[Place, int]] = {}
        """Limits of this phase. They follow from the position; keeping them only saves time."""

    def offer(self, position: Position, offer: MayOffer, may_pass: bool) -> Action | None:
        """The plant that gains most at the price expected; None to pass."""
        forecast = Forecast(position)
        base = self._without(forecast, position)
        best: tuple[float, int] | None = None
        for place, plant in enumerate(offer.plants):
            low = offer.lows[place]
            if low > self._most(forecast, position, plant) and may_pass:
                continue
            alone = offer.highs[place] == low and low < position.money
            price = low if alone else self._expected(position, plant, low)
            gain = self._with(forecast, position, plant, min(price, position.money)) - base
            if best is None or gain > best[0]:
                best = (gain, place)
        if best is None or (may_pass and best[0] <= 0.0):
            return None
        place = best[1]
        return OfferPlant(offer.seat, offer.plants[place], offer.lows[place])

    def bid(self, position: Position, offer: MayBid) -> Action | None:
        """One more, up to the limit; None to drop out."""
        seen = position.seen
        place = (
            seen.round,
            seen.lot,
            position.money,
            tuple(position.plants),
            tuple(seen.market),
        )
        if place not in self._limits:
            if len(self._limits) > len(seen.market):
                self._limits.clear()
            self._limits[place] = self.limit(position, seen.lot)
        return Bid(offer.seat, offer.low) if offer.low <= self._limits[place] else None

    def limit(self, position: Position, plant: int) -> int:
        """The highest price at which the plant is still better than what else there is."""
        forecast = Forecast(position)
        weights = position.weights
        lost = self._without(forecast, position)
        # Once the lot is sold the smallest plant of the future market may be bought as well.
        for other in position.seen.market[: position.seen.current_size + 1]:
            if other not in (plant, position.rules.deck.step_card):
                price = self._expected(position, other, position.lowest(other))
                if price <= self._most(forecast, position, other):
                    lost = max(lost, self._with(forecast, position, other, price))
        low = position.lowest(plant)
        lost -= self._denied(forecast, position, plant, low)
        below = low - 1
        above = self._most(forecast, position, plant) + 1
        while above - below > 1:
            middle = (below + above) // 2
            if self._with(forecast, position, plant, middle) > lost:
                below = middle
            else:
                above = middle
        return low + int((below - low) * weights.bid_share) if below > low else below

    def _denied(self, forecast: Forecast, position: Position, plant: int, low: int) -> float:
        """Return the gain by a plant of the rival that it helps most, as far as that matters."""
        weights = position.weights
        if weights.rivalry == 0.0:
            return 0.0
        seen = position.seen
        most = 0.0
        for rival in position.rivals:
            if seen.out >> rival & 1:
                continue
            purse = position.purse(rival) + forecast.worth_of_fuel(
                seen.plants[rival], position.held(rival)
            )
            n_cities = seen.n_cities[rival]
            owned = seen.plants[rival]
            before = forecast.value(rival, owned, purse, n_cities, 0)
            after = max(
                [
                    forecast.value(rival, plants, purse - low, n_cities, 0)
                    for plants in self._fleets(position, owned, plant)
                ]
            )
            most = max(most, after - before)
        return weights.rivalry * most / max(1, len(position.rivals))

    def _expected(self, position: Position, plant: int, low: int) -> int:
        """Return the price that a plant is expected to sell for."""
        number = position.rules.deck.numbers[plant]
        return max(low, int(number * (1.0 + position.weights.bid_premium)))

    def _most(self, forecast: Forecast, position: Position, plant: int) -> int:
        """The most that can be paid with fuel for the cities, and a first house, still in hand."""
        rules = position.rules
        held = position.held(position.seat)
        best = 0
        for plants in self._fleets(position, position.plants, plant):
            fleet = forecast.fleet(plants)
            demand = min(fleet.capacity, max(1, position.n_cities))
            run = cheapest_supply(
                rules.fuel,
                position.later_prices,
                plants,
                held,
                rules.fuel.capacity(plants),
                demand,
            )
            cost = fleet.fuel[min(demand, len(fleet.fuel) - 1)]
            if run is not None:
                cost = float(run.purchase.cost)
            kept = cost * position.weights.fuel_reserve
            if position.n_cities == 0:
                kept += rules.board.space_costs[0]
            best = max(best, position.money - int(kept))
        return best

    def _fleets(self, position: Position, owned: list[int], plant: int) -> list[list[int]]:
        """Return the sets of plants that a seat may own once it has one more."""
        together = sorted([*owned, plant])
        rules = position.rules
        if rules.n_counted(together) <= rules.limits.plant_limit:
            return [together]
        losable = [each for each in owned if not rules.uncounted >> each & 1]
        return [[each for each in together if each != lost] for lost in losable]

    def _without(self, forecast: Forecast, position: Position) -> float:
        return self._value(forecast, position, position.plants, position.money)

    def _with(self, forecast: Forecast, position: Position, plant: int, price: int) -> float:
        return max(
            [
                self._value(forecast, position, plants, position.money - price)
                for plants in self._fleets(position, position.plants, plant)
            ]
        )

    def _value(
        self, forecast: Forecast, position: Position, plants: list[int], money: int
    ) -> float:
        worth = forecast.worth_of_fuel(plants, position.held(position.seat))
        return forecast.value(position.seat, plants, money + worth, position.n_cities, 0)

    def scrap(self, position: Position, offer: MayScrap) -> Action:
        """The plant without which the position is best, with whichever fuel is worth less."""
        forecast = Forecast(position)
        ranks = [
            self._value(
                forecast,
                position,
                [each for each in position.plants if each != plant],
                position.money,
            )
            for plant in offer.plants
        ]
        place = max(range(len(ranks)), key=lambda place: (ranks[place], -place))
        fuel = position.rules.fuel
        lost = offer.lows[place]
        if fuel.first != NONE and position.worths[fuel.first] <= position.worths[fuel.second]:
            lost = offer.highs[place]
        return ScrapPlant(offer.seat, offer.plants[place], lost)

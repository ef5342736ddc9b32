"""How the auctions of one phase may go on for a seat, and what that is worth.

Who loses a lot may buy another plant: one that is shown, or a card that comes for one that is
sold. Rivals before the seat in the order are out when its turn comes; if nobody is left behind it,
it pays the lowest bid.
"""

from typing import Final

from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.planner.noise import Noise
from gridwright.bots.planner.position import Position
from gridwright.bots.solvers.shopping import cheapest_supply
from gridwright.engine.ids import NONE
from gridwright.engine.masks import members

WORLDS: Final = 4
"""So many ways in which cards may come are looked at: quantiles of the cards that may."""
OUTPUT_PRICE: Final = 8
"""Rivals are expected to choose a plant as if each city more were worth so much."""


class Outcomes:
    """Values what may still happen in this phase. The same question is answered once."""

    def __init__(self, position: Position, forecast: Forecast, noise: Noise) -> None:
        self._position: Final = position
        self._forecast: Final = forecast
        self._noise: Final = noise
        seen = position.seen
        self.bidders: Final = [rival for rival in position.rivals if not seen.out >> rival & 1]
        """The rivals who may still buy in this phase."""
        self._won: Final[dict[tuple[int, int], float]] = {}
        self._most: Final[dict[int, int]] = {}
        self._lost: Final[dict[int, float]] = {}
        self.nothing: Final = self.value(position.plants, position.money)
        """The value of buying nothing."""

    def value(self, plants: list[int], money: int) -> float:
        """What the seat's position is worth with these plants and so much money."""
        position = self._position
        worth = self._forecast.worth_of_fuel(plants, position.held(position.seat))
        return self._forecast.value(position.seat, plants, money + worth, position.n_cities, 0)

    def won(self, plant: int, price: int) -> float:
        """The value with a plant at a price."""
        question = (plant, price)
        found = self._won.get(question)
        if found is None:
            position = self._position
            money = position.money - price
            found = max([self.value(fleet, money) for fleet in self.fleets(position.seat, plant)])
            found += self._noise.of(position.seen.round, plant)
            self._won[question] = found
        return found

    def fleets(self, seat: int, plant: int) -> list[list[int]]:
        """What a seat may own once it has a plant more."""
        owned = self._position.seen.plants[seat]
        together = sorted([*owned, plant])
        rules = self._position.rules
        if rules.n_counted(together) <= rules.limits.plant_limit:
            return [together]
        losable = [each for each in owned if not rules.uncounted >> each & 1]
        return [[each for each in together if each != lost] for lost in losable]

    def most(self, plant: int) -> int:
        """The most that can be paid with fuel for the cities, and a first house, still in hand."""
        found = self._most.get(plant)
        if found is None:
            found = self._payable(plant)
            self._most[plant] = found
        return found

    def _payable(self, plant: int) -> int:
        position = self._position
        rules = position.rules
        held = position.held(position.seat)
        best = 0
        for plants in self.fleets(position.seat, plant):
            fleet = self._forecast.fleet(plants)
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

    def offered(self, plant: int, low: int) -> float:
        """The value of putting a plant up: a rival may take it, and pay for it."""
        position = self._position
        number = position.rules.deck.numbers[plant]
        price = max(low, int(number * (1.0 + position.weights.bid_premium)))
        return self.won(plant, min(price, position.money))

    def expected(self, plant: int, low: int, rivals: list[int]) -> int:
        """What a plant will sell for if these rivals may still buy; the lowest bid without any."""
        position = self._position
        number = position.rules.deck.numbers[plant]
        price = low
        for rival in rivals:
            if self._gain(rival, plant) > 0:
                top = int(number * (1.0 + position.weights.bid_premium))
                price = max(price, min(top, position.purse(rival)))
        return price

    def lost(self, plant: int) -> float:
        """The value of the phase after a rival bought a plant."""
        found = self._lost.get(plant)
        if found is None:
            patience = self._position.weights.patience
            found = self._at_once(plant)
            if patience > 0.0:
                found += patience * (max(found, self._after(plant)) - found)
            self._lost[plant] = found
        return found

    def _at_once(self, plant: int) -> float:
        """The value of buying another plant that is shown, against all rivals."""
        position = self._position
        seen = position.seen
        best = self.nothing
        # Once the lot is sold the smallest plant of the future market may be bought as well.
        for other in seen.market[: seen.current_size + 1]:
            if other not in (plant, position.rules.deck.step_card):
                number = position.rules.deck.numbers[other]
                price = int(number * (1.0 + position.weights.bid_premium))
                price = max(position.lowest(other), price)
                if price <= self.most(other):
                    best = max(best, self.won(other, price))
        return best

    def _after(self, plant: int) -> float:
        position = self._position
        seen = position.seen
        buyer = self._buyer(plant)
        order = seen.order
        place = order.index(position.seat)
        before = [seat for seat in order[:place] if seat in self.bidders and seat != buyer]
        behind = [seat for seat in order[place + 1 :] if seat in self.bidders and seat != buyer]
        deck = position.rules.deck
        pool = members(seen.stack.possible_cards(deck.back_masks, deck.kept))
        pool = [card for card in pool if card != deck.step_card]
        total = 0.0
        n_worlds = min(WORLDS, max(1, len(pool)))
        for world in range(n_worlds):
            drawn = len(pool) * (2 * world + 1) // (2 * n_worlds)
            market = self._replaced(seen.market, plant, pool, drawn)
            for rival in before:
                chosen = self._choice(rival, market[: seen.current_size])
                if chosen != NONE:
                    drawn += len(pool) // 2 + 1
                    market = self._replaced(market, chosen, pool, drawn)
            best = self.nothing
            for other in market[: seen.current_size]:
                if other == deck.step_card:
                    continue
                price = self.expected(other, position.lowest(other), behind)
                if price <= self.most(other):
                    best = max(best, self.won(other, price))
            total += best
        return total / n_worlds

    def _buyer(self, plant: int) -> int:
        """The rival who would buy a plant: who leads, or who gains most by it."""
        seen = self._position.seen
        if seen.lot == plant and seen.leader in self.bidders:
            return seen.leader
        best = NONE
        most = -1
        for rival in self.bidders:
            gain = self._gain(rival, plant)
            if gain > most:
                best = rival
                most = gain
        return best

    def _replaced(self, market: list[int], sold: int, pool: list[int], drawn: int) -> list[int]:
        """The market once a plant is sold and a card came for it, unless none is left."""
        left = [card for card in market if card != sold]
        if not pool:
            return left
        card = pool[drawn % len(pool)]
        if card in left:
            return left
        numbers = self._position.rules.deck.numbers
        place = 0
        while place < len(left) and numbers[left[place]] < numbers[card]:
            place += 1
        return [*left[:place], card, *left[place:]]

    def _gain(self, rival: int, plant: int) -> int:
        """How many cities more a rival could supply with a plant."""
        position = self._position
        output_of = position.rules.fuel.output_of
        owned = position.seen.plants[rival]
        gain = output_of[plant]
        if len(owned) >= position.rules.limits.plant_limit:
            gain -= min([output_of[each] for each in owned])
        return gain

    def _choice(self, rival: int, plants: list[int]) -> int:
        """What a rival will buy, about; NONE if nothing."""
        position = self._position
        purse = position.purse(rival)
        best = NONE
        most = 0
        for plant in plants:
            if plant == position.rules.deck.step_card:
                continue
            low = position.lowest(plant)
            worth = OUTPUT_PRICE * self._gain(rival, plant) - low
            if low <= purse and worth > most:
                best = plant
                most = worth
        return best

    def denied(self, plant: int, low: int) -> float:
        """What the rival whom the plant helps most would gain by it, as far as that matters."""
        position = self._position
        rivalry = position.weights.rivalry
        if rivalry == 0.0:
            return 0.0
        seen = position.seen
        forecast = self._forecast
        most = 0.0
        for rival in self.bidders:
            owned = seen.plants[rival]
            purse = position.purse(rival) + forecast.worth_of_fuel(owned, position.held(rival))
            n_cities = seen.n_cities[rival]
            before = forecast.value(rival, owned, purse, n_cities, 0)
            fleets = self.fleets(rival, plant)
            after = [forecast.value(rival, fleet, purse - low, n_cities, 0) for fleet in fleets]
            most = max(most, max(after) - before)
        return rivalry * most / max(1, len(position.rivals))

"""Possible results of the auctions of one phase for a seat, and their worth.

The loser of a lot may buy another plant: one on the market, or a card drawn for a sold one. Rivals
before the seat in the order are out when its turn comes; if no rival comes after it, it pays the
lowest bid.
"""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.bots.planner.fleet import Fleet
from gridwright.bots.planner.forecast import Forecast
from gridwright.bots.planner.rivals import Rivals, replaced
from gridwright.bots.planner.temper import Noise
from gridwright.bots.solvers.shopping import supply_cost
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.masks import members

WORLDS: Final = 4
"""Number of possible draws of cards that are compared: quantiles of the possible cards."""

SURE: Final = 0.9
"""Probability that a rival bids for a plant that is up for auction."""


class Holding:
    """A set of plants that a seat may own."""

    def __init__(self, plants: list[int], fleet: Fleet, fuel: float, liking: float) -> None:
        self.plants: Final = plants
        self.fleet: Final = fleet
        self.fuel: Final = fuel
        """Worth of the fuel held that the plants burn."""
        self.liking: Final = liking


class Outcomes:
    """Values the remaining outcomes of this phase; results are cached."""

    def __init__(self, position: Position, forecast: Forecast, noise: Noise) -> None:
        self._position: Final = position
        self._forecast: Final = forecast
        self._noise: Final = noise
        self._rivals: Final = Rivals(position)
        self.bidders: Final = self._rivals.bidders
        self._won: Final[dict[tuple[int, int], float]] = {}
        self._most: Final[dict[int, int]] = {}
        self._lost: Final[dict[int, float]] = {}
        self._holdings: Final[dict[int, list[Holding]]] = {}
        self.nothing: Final = self.value(position.plants, position.money)
        """Value of buying nothing."""

    def value(self, plants: list[int], money: int) -> float:
        """Return the worth of the seat's position with these plants and this money."""
        return self._value(self._holding(plants), money)

    def _value(self, holding: Holding, money: int) -> float:
        position = self._position
        forecast = self._forecast
        value = forecast.value_of(
            holding.fleet, position.seat, money + holding.fuel, position.n_cities, 0, 0
        )
        if forecast.end > 0:
            value += position.facts.taste.saving * money + holding.liking
        return value

    def _holding(self, plants: list[int]) -> Holding:
        position = self._position
        fuel = self._forecast.worth_of_fuel(plants, position.held(position.seat))
        liking = sum([position.facts.likings[plant] for plant in plants])
        return Holding(plants, self._forecast.fleet(plants), fuel, liking)

    def holdings(self, plant: int) -> list[Holding]:
        """Return the sets of plants that the seat may own once it has bought one more."""
        found = self._holdings.get(plant)
        if found is None:
            found = [self._holding(plants) for plants in self.fleets(self._position.seat, plant)]
            self._holdings[plant] = found
        return found

    def best_fleet(self, plant: int, money: int) -> list[int]:
        """Return the best set of plants once the seat has bought one and has this money left."""
        holdings = self.holdings(plant)
        values = [self._value(holding, money) for holding in holdings]
        return holdings[values.index(max(values))].plants

    def won(self, plant: int, price: int) -> float:
        """Return the value of buying a plant at a price."""
        question = (plant, price)
        found = self._won.get(question)
        if found is None:
            position = self._position
            money = position.money - price
            holdings = self.holdings(plant)
            found = self._value(holdings[0], money)
            for place in range(1, len(holdings)):
                value = self._value(holdings[place], money)
                if value > found:
                    found = value
            found += self._noise.of(position.seen.round, plant)
            self._won[question] = found
        return found

    def fleets(self, seat: int, plant: int) -> list[list[int]]:
        """Return the sets of plants that a seat may own once it has one more."""
        owned = self._position.seen.plants[seat]
        together = sorted([*owned, plant])
        rules = self._position.rules
        if rules.n_counted(together) <= rules.limits.plant_limit:
            return [together]
        losable = [each for each in owned if not rules.uncounted >> each & 1]
        return [[each for each in together if each != lost] for lost in losable]

    def most(self, plant: int) -> int:
        """Return the highest price that leaves money for the cities' fuel and a first house."""
        found = self._most.get(plant)
        if found is None:
            found = self._payable(plant)
            self._most[plant] = found
        return found

    def _payable(self, plant: int) -> int:
        position = self._position
        rules = position.rules
        fuel = rules.fuel
        held = position.held(position.seat)
        best = 0
        for holding in self.holdings(plant):
            plants = holding.plants
            fleet = holding.fleet
            demand = min(fleet.capacity, max(1, position.n_cities))
            spent = supply_cost(
                fuel, position.later_prices, plants, held, fuel.capacity(plants), demand
            )
            cost = float(spent) if spent < FAR else fleet.fuel[min(demand, len(fleet.fuel) - 1)]
            kept = cost * position.weights.fuel_reserve
            if position.n_cities == 0:
                kept += rules.board.space_costs[0]
            best = max(best, position.money - int(kept))
        return best

    def offered(self, plant: int, low: int, may_pass: bool) -> float:
        """Return the value of offering a plant: rivals may raise, and then it may be lost."""
        position = self._position
        number = position.rules.deck.numbers[plant]
        price = max(low, int(number * (1.0 + position.weights.bid_premium)))
        contested = self.won(plant, min(price, position.money))
        if not may_pass:
            return contested
        return SURE * max(self.nothing, contested) + (1.0 - SURE) * self.won(plant, low)

    def lost(self, plant: int) -> float:
        """Return the value of the phase after a rival bought a plant."""
        found = self._lost.get(plant)
        if found is None:
            patience = self._position.weights.patience
            found = self._buy_now(plant)
            if patience > 0.0:
                found += patience * (max(found, self._after(plant)) - found)
            self._lost[plant] = found
        return found

    def _buy_now(self, plant: int) -> float:
        """Return the value of buying another plant on the market, against all rivals."""
        position = self._position
        seen = position.seen
        best = self.nothing
        # Once the lot is sold, the smallest plant of the future market may be bought as well.
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
        buyer = self._rivals.buyer(plant)
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
            market = replaced(position.rules.deck, seen.market, plant, pool, drawn)
            for rival in before:
                chosen = self._rivals.choice(rival, market[: seen.current_size])
                if chosen != NONE:
                    drawn += len(pool) // 2 + 1
                    market = replaced(position.rules.deck, market, chosen, pool, drawn)
            best = self.nothing
            for other in market[: seen.current_size]:
                if other == deck.step_card:
                    continue
                price = self._rivals.price(other, position.lowest(other), behind)
                if price <= self.most(other):
                    best = max(best, self.won(other, price))
            total += best
        return total / n_worlds

    def denied(self, plant: int, low: int) -> float:
        """Return the weighted gain by a plant of the rival that it helps most."""
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

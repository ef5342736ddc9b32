"""Sets of plants at the fuel prices of one position."""

from typing import Final

from gridwright.bots.solvers.prices import Prices
from gridwright.engine.ids import FAR
from gridwright.engine.rules import Rules


class Fleet:
    """Income and fuel cost of a set of plants."""

    def __init__(
        self, capacity: int, outputs: list[float], nets: list[float], fuel: list[float]
    ) -> None:
        self.capacity: Final = capacity
        self.outputs: Final = outputs
        """Ascending, with a zero for each free slot."""
        self.nets: Final = nets
        """``nets[n]``: pay for up to n cities less the fuel, by the best set of plants."""
        self.fuel: Final = fuel
        """``fuel[n]``: cost of that fuel."""


class Fleets:
    """Every fleet asked for at some prices of fuel."""

    def __init__(self, rules: Rules, prices: Prices, pays: list[int]) -> None:
        """``pays[n]``: pay for n cities, one more than there may be."""
        self.prices: Final = prices
        self._rules: Final = rules
        self._pays: Final = pays
        self._known: Final[dict[tuple[int, ...], Fleet]] = {}

    def of(self, plants: list[int]) -> Fleet:
        """Return pay and fuel of these plants."""
        place = tuple(plants)
        found = self._known.get(place)
        if found is None:
            found = self._build(plants)
            self._known[place] = found
        return found

    def _build(self, plants: list[int]) -> Fleet:
        output_of = self._rules.fuel.output_of
        outputs = sorted([float(output_of[plant]) for plant in plants])
        capacity = 0
        for plant in plants:
            capacity += output_of[plant]
        # The cheapest run of each output, and of this output or more.
        costs = self.prices.costs_by_output(plants, capacity)
        above = costs[:]
        for output in range(capacity - 1, -1, -1):
            if above[output + 1] < above[output]:
                above[output] = above[output + 1]
        # The best run is used to the full, or it is one of which a part is idle.
        pays = self._pays
        nets: list[float] = []
        burned: list[float] = []
        best = -FAR
        least = 0
        net = 0
        burn = 0
        for n_cities in range(len(pays) - 1):
            if n_cities <= capacity:
                pay = pays[n_cities]
                cost = costs[n_cities]
                if cost < FAR and (pay - cost > best or (pay - cost == best and cost < least)):
                    best = pay - cost
                    least = cost
                net = best
                burn = least
                cost = above[n_cities]
                if pay - cost > net or (pay - cost == net and cost < burn):
                    net = pay - cost
                    burn = cost
            # More cities than all plants supply are paid like the supplied number.
            nets.append(float(net))
            burned.append(float(burn))
        free = self._rules.limits.plant_limit - len(plants)
        if free > 0:
            outputs = [0.0] * free + outputs
        return Fleet(capacity, outputs, nets, burned)

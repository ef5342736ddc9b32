"""Public outlook of a table: who acts next, fuel prices after the refill, options of each seat.

Everything is derived from public state and the same for all viewers; money is not part of it.
"""

from collections.abc import Sequence
from typing import Final

from gridwright.aids.powering import supplying
from gridwright.bots.seat_view import SeatView
from gridwright.engine.fuel import best_run
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.observe import behind_seen, ladders_seen, stock_seen
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.phases.production import ProductionPhase
from gridwright.engine.resources import Ladder
from gridwright.engine.state import State
from gridwright.protocol.outlook import Outlook, SeatOutlook

NOT_TO_BE_HAD: Final = -1


def find_outlook(game: Game, state: State, version: int = 0) -> Outlook:
    """Return the outlook of a position; empty before the first round and after the end."""
    if state.round == 0 or game.is_over(state):
        return Outlook(version, [], [], [], [])
    refill, prices = refilled(game, state)
    return Outlook(version, following(game, state), refill, prices, seat_outlooks(game, state))


def following(game: Game, state: State) -> list[int]:
    """Return the seats that act after the actor in this phase, in order."""
    phase = game.phases[state.phase]
    if isinstance(phase, BuyingPhase | BuildingPhase):
        return [state.order[turn] for turn in range(state.turn - 1, -1, -1)]
    if isinstance(phase, ProductionPhase):
        return list(state.order[state.turn + 1 :])
    if isinstance(phase, AuctionPhase):
        return _following_in_auction(state)
    return []


def _following_in_auction(state: State) -> list[int]:
    """Return the seats still in the auction (c3.5), or those that may still choose (c3.1)."""
    auction = state.auction
    if auction.lot == NONE:
        return [each for each in state.order if not auction.out >> each & 1 and each != state.actor]
    n_seats = len(state.order)
    clockwise = [(state.actor + step) % n_seats for step in range(1, n_seats)]
    return [seat for seat in clockwise if auction.contenders >> seat & 1]


def refilled(game: Game, state: State) -> tuple[list[int], list[int]]:
    """Return the refill at the next bureaucracy, and the price of the next token after it."""
    for phase in game.phases:
        if isinstance(phase, BureaucracyPhase):
            amounts = phase.refill_of(state)
            ladders = _ladders(game, state)
            behind = game.rules.prices.behind(state.supply, state.parts)
            prices = [
                ladders[kind].next_price(state.tokens[kind] + amount, behind[kind] - amount)
                for kind, amount in enumerate(amounts)
            ]
            return amounts, prices
    return [], []


def _ladders(game: Game, state: State) -> list[Ladder]:
    """Return the ladders in this step for a seat without a city; with two markets, the first's."""
    market, prices = game.rules.market, game.rules.prices
    if market.second is not None:
        return market.ladders
    return [prices.ladder(NONE, kind, state.step, 0, state.parts) for kind in range(market.n_kinds)]


def seat_outlooks(game: Game, state: State) -> list[SeatOutlook]:
    """Return the outlook of each seat; empty for games without a board."""
    if not any(isinstance(phase, BuildingPhase) for phase in game.phases):
        return []
    return [_seat(game, state, seat) for seat in range(game.rules.n_seats)]


def _seat(game: Game, state: State, seat: int) -> SeatOutlook:
    rules = game.rules
    n_cities = state.grid.n_cities[seat]
    runs = rules.fuel.runs(state.plants[seat], state.capacity[seat], state.fuel[seat])
    now = min(best_run(runs, n_cities).output, n_cities)
    supplied, lack = _with_fuel(game, state, seat)
    return SeatOutlook(
        seat,
        now,
        rules.payment(now),
        supplied,
        rules.payment(supplied),
        lack,
        _may_bid(game, state, seat),
        _city_costs(game, state, seat),
    )


def _may_bid(game: Game, state: State, seat: int) -> bool:
    """Return False for a seat that bought or passed this round (c3.2) or left this auction."""
    auction = state.auction
    if not isinstance(game.phases[state.phase], AuctionPhase) or auction.out >> seat & 1:
        return False
    return auction.lot == NONE or bool(auction.contenders >> seat & 1)


def _with_fuel(game: Game, state: State, seat: int) -> tuple[int, int | None]:
    """Return the cities that a seat's plants supply, and the price of the fuel they lack."""
    n_cities = state.grid.n_cities[seat]
    owned = supplying(game.rules, state.plants[seat])
    outputs = game.rules.fuel.output_of
    most, cheapest = 0, 0 if n_cities == 0 else None
    for mask in range(1 << len(owned)):
        plants = [plant for place, plant in enumerate(owned) if mask >> place & 1]
        supplied = min(sum(outputs[plant] for plant in plants), n_cities)
        if supplied < most:
            continue
        cost = _lacking(game, state, seat, plants)
        if supplied > most or cheapest is None or (cost is not None and cost < cheapest):
            cheapest = cost
        most = supplied
    return most, cheapest


def _lacking(game: Game, state: State, seat: int, plants: list[int]) -> int | None:
    """Return the price of the missing fuel for one run of these plants; None if unavailable."""
    fuel = game.rules.fuel
    needs = fuel.needs(plants)
    n_hybrid = needs[fuel.n_kinds]
    costs = []
    for first in range(n_hybrid + 1):
        wanted = needs[: fuel.n_kinds]
        if n_hybrid:
            wanted[fuel.first] += first
            wanted[fuel.second] += n_hybrid - first
        cost = _cost_of(game, state, seat, wanted)
        if cost is not None:
            costs.append(cost)
    return min(costs) if costs else None


def _cost_of(game: Game, state: State, seat: int, wanted: list[int]) -> int | None:
    """Return the current price of the wanted fuel that the seat does not have.

    None if the market has too little.
    """
    total = 0
    prices = game.rules.prices
    network = state.grid.networks[seat]
    stock = prices.stock(seat, state.tokens, state.parts)
    behind = prices.behind(state.supply, state.parts)
    for kind, amount in enumerate(wanted):
        missing = max(amount - state.fuel[seat][kind], 0)
        ladder = prices.ladder(seat, kind, state.step, network, state.parts)
        if missing > ladder.on_sale(stock[kind], behind[kind]):
            return None
        total += ladder.cost(stock[kind], missing)
    return total


def _city_costs(game: Game, state: State, seat: int) -> list[int]:
    grid = state.grid
    costs = []
    for city in range(game.rules.board.n_cities):
        is_own = grid.networks[seat] >> city & 1
        is_open = grid.area.holds(city) and grid.sites[city] != FAR and not is_own
        costs.append(grid.sites[city] + grid.reach[seat][city] if is_open else NOT_TO_BE_HAD)
    return costs


class FuelWorth:
    """Value fuel by prices after the next refill; in card games by current prices.

    Fuel that others burn before the refill is in no supply yet, so it is left out.
    """

    def __init__(self, game: Game, state: State, view: SeatView) -> None:
        self._view: Final = view
        refill, self.prices = refilled(game, state)
        seen = view.seen
        behind = behind_seen(view.rules, seen)
        self._tokens: Final = [
            tokens + more
            for tokens, more in zip(stock_seen(view.rules, seen, view.seat), refill, strict=False)
        ]
        self._supply: Final = [supply - less for supply, less in zip(behind, refill, strict=False)]
        self._ladders: Final = ladders_seen(view.rules, seen, view.seat) if refill else []

    def of(self, amounts: Sequence[int]) -> int:
        """Return the price of these amounts; tokens out of stock count at the highest price."""
        return sum([self._of_kind(kind, amount) for kind, amount in enumerate(amounts) if amount])

    def _of_kind(self, kind: int, amount: int) -> int:
        if not self._ladders:
            return self._view.prices.usual(kind, amount)
        ladder = self._ladders[kind]
        tokens = self._tokens[kind]
        sold = min(amount, ladder.on_sale(tokens, self._supply[kind]))
        return ladder.cost(tokens, sold) + (amount - sold) * self._view.prices.dearest(kind)

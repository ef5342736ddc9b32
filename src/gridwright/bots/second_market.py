"""At which of two fuel markets a seat buys, where a board has two."""

from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.bots.solvers.prices import Prices, TokenPrices

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

"""The limit of a bid: the price at which winning the plant and losing it are equally good."""

from typing import Final

from gridwright.bots.search.line_trial import LineTrial
from gridwright.bots.search.lines import Line
from gridwright.engine.vocabulary.auction import Bid, DropOut
from gridwright.engine.vocabulary.base import Action

LEAST_WORLDS: Final = 2


def bid_lines(seat: int, prices: list[int]) -> list[Line]:
    """Return lines for dropping out and for buying at each price, with no rival bidding."""
    lines = [Line([DropOut(seat)])]
    for price in prices:
        bid: list[Action] = [Bid(seat, price)]
        lines.append(Line(bid, True))
    return lines


def found_limit(trial: LineTrial, prices: list[int], budget: int) -> float:
    """Return the highest price worth paying, by a line through the results at some prices."""
    n_lines = len(prices) + 1
    n_worlds = max(LEAST_WORLDS, budget // n_lines)
    means: list[float] = []
    for line in range(n_lines):
        total = 0.0
        for world in range(n_worlds):
            total += trial.result(line, world)
        means.append(total / n_worlds)
    return crossing(prices, [mean - means[0] for mean in means[1:]])


def crossing(prices: list[int], gains: list[float]) -> float:
    """Return the zero of a straight line through the gains; the lowest price less 1 if none."""
    n_prices = len(prices)
    if n_prices == 1:
        return float(prices[0]) if gains[0] > 0.0 else prices[0] - 1.0
    mid = sum(prices) / n_prices
    mean = sum(gains) / n_prices
    across = sum([(price - mid) ** 2 for price in prices])
    slope = sum([(prices[i] - mid) * gains[i] for i in range(n_prices)]) / across
    if slope >= 0.0:
        # Noise: a higher price cannot be better. All prices get the mean of their results.
        return float(prices[-1]) if mean > 0.0 else prices[0] - 1.0
    return mid - mean / slope

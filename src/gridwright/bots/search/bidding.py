"""How far to bid: where winning the plant and letting it go are worth the same."""

from typing import Final

from gridwright.bots.search.line_trial import LineTrial
from gridwright.bots.search.lines import Line
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut
from gridwright.engine.vocabulary.base import Action

REACH_SHARE: Final = 0.7
REACH_MORE: Final = 8
"""Prices up to this part and this above a plant's number are tried."""


def found_limit(
    game: Game,
    known: State,
    seat: int,
    low: int,
    prior: int,
    judge: WinChance,
    budget: int,
    seed: int,
    last_round: int,
) -> float:
    """The highest price worth paying, by a line through what winning at some prices leads to.

    ``prior``: what the planner would pay; it is among the prices.
    """
    lot = known.auction.lot
    number = game.rules.deck.numbers[lot]
    money = known.money[seat]
    top = min(money, max(low, prior, int(number * (1.0 + REACH_SHARE)) + REACH_MORE))
    prices = sorted({low, (low + top) // 2, top})
    lines = [Line([DropOut(seat)])]
    for price in prices:
        bid: list[Action] = [Bid(seat, price)]
        lines.append(Line(bid, True))
    trial = LineTrial(game, known, seat, lines, judge, seed, last_round)
    n_worlds = max(2, budget // len(lines))
    means: list[float] = []
    for line in range(len(lines)):
        total = 0.0
        for world in range(n_worlds):
            total += trial.result(line, world)
        means.append(total / n_worlds)
    found = crossing(prices, [mean - means[0] for mean in means[1:]])
    return max(low - 1.0, min(float(top), found))


def crossing(prices: list[int], gains: list[float]) -> float:
    """Where a straight line through the gains meets zero; one below the lowest price if never."""
    n_prices = len(prices)
    if n_prices == 1:
        return float(prices[0]) if gains[0] > 0.0 else prices[0] - 1.0
    mid = sum(prices) / n_prices
    mean = sum(gains) / n_prices
    across = sum([(price - mid) ** 2 for price in prices])
    slope = sum([(prices[i] - mid) * gains[i] for i in range(n_prices)]) / across
    if slope >= 0.0:
        # Noise: a higher price cannot be better. All prices are as good as their mean says.
        return float(prices[-1]) if mean > 0.0 else prices[0] - 1.0
    return mid - mean / slope

"""The limit to bid for a lot: the price at which buying it and letting it go are equally good."""

from math import floor
from typing import Final

from gridwright.bots.search.bidding import bid_lines, crossing
from gridwright.bots.search.players import Players
from gridwright.bots.value.network import WinChance
from gridwright.engine.game import Game
from gridwright.insight.comparing import Comparison
from gridwright.insight.decisions import Decision

REACH_SHARE: Final = 0.7
REACH_MORE: Final = 8
"""Prices up to this fraction and this amount above a plant's number are tried."""
TRUST: Final = 0.7
"""Weight of the play-outs in a limit, relative to the planner's, as in the searching bot."""


def find_limit(
    game: Game,
    decision: Decision,
    planned: int,
    model: WinChance,
    seed: int,
    players: Players,
    n_worlds: int,
) -> int:
    """Return the highest price worth paying, by play-outs at some prices and by the planner."""
    state, seat = decision.state, decision.seat
    low = state.auction.bid + 1
    number = game.rules.deck.numbers[state.auction.lot]
    usual = int(number * (1.0 + REACH_SHARE)) + REACH_MORE
    top = min(state.money[seat], max(low, planned, decision.price + 1, usual))
    prices = sorted({low, (low + top) // 2, top})
    lines = bid_lines(seat, prices)
    trial = Comparison(game, state, seat, lines, model, seed, players, 0)
    trial.run(n_worlds)
    gains = [trial.lead(line, 0)[0] for line in range(1, len(lines))]
    found = max(low - 1.0, min(float(top), crossing(prices, gains)))
    return floor(TRUST * found + (1.0 - TRUST) * planned)

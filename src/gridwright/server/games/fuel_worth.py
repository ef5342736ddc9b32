"""What fuel is worth that is kept: what it would cost to buy it again."""

from collections.abc import Sequence
from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.engine.game import Game
from gridwright.engine.seat_prices import behind_seen, ladders_seen, stock_seen
from gridwright.engine.state import State
from gridwright.server.games.outlook import refilled


class FuelWorth:
    """By the prices after the refill that is to come; at cards by those of now.

    Whatever others still burn before the refill is in nobody's supply yet, so it is left out.
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
        """What these amounts cost together; what is not to be had counts as dearest."""
        return sum([self._of_kind(kind, amount) for kind, amount in enumerate(amounts) if amount])

    def _of_kind(self, kind: int, amount: int) -> int:
        if not self._ladders:
            return self._view.prices.usual(kind, amount)
        ladder = self._ladders[kind]
        tokens = self._tokens[kind]
        sold = min(amount, ladder.on_sale(tokens, self._supply[kind]))
        return ladder.cost(tokens, sold) + (amount - sold) * self._view.prices.dearest(kind)

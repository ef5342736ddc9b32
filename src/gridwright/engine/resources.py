"""Price ladders of the fuel market, and the policy that picks the ladder of a seat."""

from typing import ClassVar, Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts


class Ladder:
    """The spaces of one kind, cheapest first. Tokens are on the dearest without a gap (c1.7)."""

    ROW: ClassVar = ("prices", "store_price")
    # Printed ladders are open; what a board closes follows from its own numbers.
    DERIVED: ClassVar = ("n_spaces", "n_closed")

    def __init__(self, prices: list[int], store_price: int, n_closed: int = 0) -> None:
        self.prices: Final = prices
        self.n_spaces: Final = len(prices)
        self.n_closed: Final = n_closed
        """Number of the dearest spaces that are closed: tokens are there but are not sold."""
        self.store_price: Final = store_price
        """The price of a token from the supply once the market is empty; 0: not sold (c13.2)."""
        total = 0
        sums = [0]
        for price in prices:
            total += price
            sums.append(total)
        self._sums: Final = sums

    def on_sale(self, tokens: int, supply: int) -> int:
        """Return the number of tokens that can be bought at all."""
        if self.n_closed:
            return tokens - self.n_closed if tokens > self.n_closed else 0
        return tokens + supply if self.store_price else tokens

    def cost(self, tokens: int, amount: int) -> int:
        """The cost of ``amount`` tokens, cheapest first, with ``tokens`` on the market (c5.2)."""
        if amount <= tokens:
            first = self.n_spaces - tokens
            return self._sums[first + amount] - self._sums[first]
        whole = self._sums[self.n_spaces] - self._sums[self.n_spaces - tokens]
        return whole + (amount - tokens) * self.store_price

    def affordable(self, tokens: int, limit: int, money: int) -> int:
        """The largest amount up to ``limit`` that ``money`` pays for."""
        if self.cost(tokens, limit) <= money:
            return limit
        amount = 0
        while self.cost(tokens, amount + 1) <= money:
            amount += 1
        return amount

    def next_price(self, tokens: int, supply: int) -> int:
        """The price of the next token, 0 if there is none."""
        return self.cost(tokens, 1) if self.on_sale(tokens, supply) > 0 else 0


class PricePolicy:
    """The ladder of a seat. Here: all pay the printed prices (c5.2).

    It asks for nothing that is not public, so bots and drawings ask it as the rules do.
    """

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        self.ladders: Final = ladders
        """Printed ladders by kind."""
        self.board: Final = board
        self.figures: Final = figures
        """The board's own numbers, by name."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        """Return the prices of a kind for a seat with these cities; as many as its stock needs."""
        return self.ladders[kind]

    def stock(self, seat: int, tokens: list[int], parts: Parts) -> list[int]:
        """The tokens of the market that a seat buys at, given those of the printed one."""
        return tokens

    def behind(self, supply: list[int], parts: Parts) -> list[int]:
        """The tokens that are sold at the store price, where a ladder has one (c13.2)."""
        return supply

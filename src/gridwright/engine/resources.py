"""Price ladders of the fuel market, and the policy that picks the ladder of a seat."""

from typing import ClassVar, Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts


class Ladder:
    """The spaces of one kind, cheapest first. Tokens fill the dearest without a gap (c1.7)."""

    ROW: ClassVar = ("prices", "store_price")
    # Printed ladders are open; boards compute closed spaces from their own numbers.
    DERIVED: ClassVar = ("n_spaces", "n_closed")

    def __init__(self, prices: list[int], store_price: int, n_closed: int = 0) -> None:
        self.prices: Final = prices
        self.n_spaces: Final = len(prices)
        self.n_closed: Final = n_closed
        """Number of the dearest spaces that are closed: tokens on them are not sold."""
        self.store_price: Final = store_price
        """Price of a token from the supply once the market is empty; 0 if not for sale (c13.2)."""
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
        """Return the cost of ``amount`` tokens, the cheapest of ``tokens`` on the market (c5.2)."""
        if amount <= tokens:
            first = self.n_spaces - tokens
            return self._sums[first + amount] - self._sums[first]
        whole = self._sums[self.n_spaces] - self._sums[self.n_spaces - tokens]
        return whole + (amount - tokens) * self.store_price

    def affordable(self, tokens: int, limit: int, money: int) -> int:
        """Return the largest amount up to ``limit`` that ``money`` pays for."""
        if self.cost(tokens, limit) <= money:
            return limit
        amount = 0
        while self.cost(tokens, amount + 1) <= money:
            amount += 1
        return amount

    def next_price(self, tokens: int, supply: int) -> int:
        """Return the price of the next token, 0 if there is none."""
        return self.cost(tokens, 1) if self.on_sale(tokens, supply) > 0 else 0


class PricePolicy:
    """Chooses the ladder of a seat. By default all pay the printed prices (c5.2).

    Uses public information only, so bots and drawings can call it like the rules.
    """

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        self.ladders: Final = ladders
        """Printed ladders by kind."""
        self.board: Final = board
        self.figures: Final = figures
        """The board's own numbers, by name."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        """Return a seat's prices of a kind, for the number of tokens that its stock has."""
        return self.ladders[kind]

    def stock(self, seat: int, tokens: list[int], parts: Parts) -> list[int]:
        """Return the tokens of the market at which a seat buys, given those of the printed one."""
        return tokens

    def behind(self, supply: list[int], parts: Parts) -> list[int]:
        """Return the tokens that are sold at the store price, where a ladder has one (c13.2)."""
        return supply

"""The end of the game: whether it comes this round, and who would win it."""

from typing import Final

from gridwright.engine.observation import HIDDEN
from gridwright_frozen.hard_2026_11.board_position import Position

WILLING: Final = 0.85
"""Probability that a rival who can end the game does it, if that wins."""
UNWILLING: Final = 0.1
"""The same if it does not win."""


class Ending:
    """Possible turns of the others in this round once fuel is bought."""

    def __init__(self, position: Position) -> None:
        self._position: Final = position
        order = position.seen.order
        self.builders: Final = order[: order.index(position.seat)]
        """The seats that build after this one."""
        self.is_certain: Final = max(position.seen.n_cities) >= position.rules.limits.end_cities
        """True if some seat has enough cities already."""
        self._rivals: list[tuple[int, int, int]] | None = None

    def results(self, seat: int) -> tuple[int, int, int]:
        """Cities that a seat may have, those it supplies then, and the money left for that."""
        position = self._position
        n_cities = position.seen.n_cities[seat]
        supply = position.supply(seat)
        money = position.seen.money[seat]
        known = 0 if money == HIDDEN else money
        if seat not in self.builders:
            return n_cities, min(n_cities, supply), known
        purse = position.purse(seat)
        left = known
        reached = n_cities
        for cost in position.site_costs(seat):
            if cost > purse:
                break
            purse -= int(cost)
            reached += 1
            if reached <= supply:
                left = max(0, left - int(cost))
        return reached, min(reached, supply), left

    @property
    def rivals(self) -> list[tuple[int, int, int]]:
        """The same for each rival."""
        if self._rivals is None:
            self._rivals = [self.results(rival) for rival in self._position.rivals]
        return self._rivals

    def wins(self, supplied: int, money: int) -> bool:
        """Return True if this result wins if the game ends now."""
        return all((supplied, money) > (lit, left) for _cities, lit, left in self.rivals)

    def threat(self, supplied: int, money: int) -> float:
        """Return the probability that a later builder ends the game in this round."""
        if self.is_certain:
            return 1.0
        end_cities = self._position.rules.limits.end_cities
        likely = 0.0
        for reached, lit, left in self.rivals:
            if reached >= end_cities:
                # A seat avoids ending a game that another seat wins.
                likely = max(likely, WILLING if (lit, left) > (supplied, money) else UNWILLING)
        return likely

"""Costs of the next cities of each seat, recomputed when houses were built that may change them."""

from typing import Final

from gridwright.bots.solvers.extension import greedy_extension, sites_seen
from gridwright.engine.ids import NONE
from gridwright.engine.network import Area, Board, build_area
from gridwright.engine.observation import Observation

SITES_AHEAD: Final = 14
FAR_SITE: Final = 30.0
"""Cost of a city without a known open site."""


class SeatSites:
    """Costs of the next cities of a seat, and what they follow from."""

    def __init__(self, seen: Observation, costs: list[float], cities: int) -> None:
        self._step: Final = seen.step
        self._regions: Final = seen.regions
        self._spaces = seen.spaces[:]
        self._cities: Final = cities
        """Mask of these cities."""
        self.costs: Final = costs

    def hold(self, board: Board, seen: Observation, seat: int) -> bool:
        """Return True if the costs are the same in a position."""
        if self._step != seen.step or self._regions != seen.regions:
            return False
        spaces = seen.spaces
        before = self._spaces
        if before == spaces:
            return True
        if board.own_spaces or type(build_area(board, seen.regions)) is not Area:
            return False
        # Houses of others make their cities dearer for the seat, and no other city cheaper.
        n_spaces = board.n_spaces
        for space in range(len(spaces)):
            if spaces[space] != before[space] and (
                before[space] != NONE
                or spaces[space] == seat
                or self._cities >> space // n_spaces & 1
            ):
                return False
        self._spaces = spaces[:]
        return True


class NextSites:
    """The last result by seat. Brains at one table share it: it follows from what all may see."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self._known: Final[dict[int, SeatSites]] = {}

    def costs(self, seen: Observation, seat: int) -> list[float]:
        """Return the costs of a seat's next cities, in their order."""
        known = self._known.get(seat)
        if known is None or not known.hold(self.board, seen, seat):
            known = self._find(seen, seat)
            self._known[seat] = known
        return known.costs

    def _find(self, seen: Observation, seat: int) -> SeatSites:
        board = self.board
        costs: list[float] = []
        cities = 0
        for cost, city in greedy_extension(sites_seen(board, seen, seat), SITES_AHEAD):
            # A site may cost only the connection.
            costs.append(float(cost) if cost > 1 else 1.0)
            cities |= 1 << city
        last = board.space_costs[min(1, board.n_spaces - 1)]
        usual = last + (sum(costs) / len(costs) - board.space_costs[0]) if costs else FAR_SITE
        # Sites of the next step are added when these run out.
        costs += [max(usual, costs[-1] if costs else usual)] * SITES_AHEAD
        return SeatSites(seen, costs, cities)

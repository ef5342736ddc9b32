"""What the seats of a table left in advance for the auctions, and how long that holds.

How far a limit goes is sealed. Open to the server alone is the plant that it is for, or the round.
"""

from typing import Final

from gridwright.engine.ids import NONE
from gridwright.engine.state import State
from gridwright.server.games.bid_limits import is_asked, is_choosing


class LeftBids:
    """The sealed limits by seat."""

    def __init__(self) -> None:
        self.boxes: Final[dict[int, bytes]] = {}
        self._plants: Final[dict[int, int]] = {}
        """The plant that a limit is for, by its seat; none for a seat whose limit is for the round.

        It is NONE where the log is older than that note: for whichever auction comes next.
        """

    def leave(self, seat: int, box: bytes, plant: int | None) -> None:
        """A seat left a limit in place of an earlier one; an empty box takes that away."""
        self.take(seat)
        if box:
            self.boxes[seat] = box
            if plant is not None:
                self._plants[seat] = plant

    def take(self, seat: int) -> None:
        """The limit of a seat is gone."""
        self.boxes.pop(seat, None)
        self._plants.pop(seat, None)

    def is_due(self, state: State, seat: int) -> bool:
        """Whether a seat is asked for something that its limit answers."""
        if seat not in self.boxes:
            return False
        if is_asked(state, seat):
            return seat not in self._plants or self._is_for(seat, state.auction.lot)
        return seat not in self._plants and is_choosing(state, seat)

    def follow(self, lot: int, state: State) -> None:
        """After an action, before which a lot was up: a limit ends with its auction."""
        is_closed = lot != NONE and state.auction.lot == NONE
        for seat in list(self.boxes):
            # Whoever bought or passed is asked no more in this round, and nobody is after it.
            is_out = state.auction.closing or state.auction.out >> seat & 1
            if is_out or (is_closed and self._is_for(seat, lot)):
                self.take(seat)

    def _is_for(self, seat: int, lot: int) -> bool:
        """Whether the limit of a seat is for this plant alone."""
        return self._plants.get(seat) in (lot, NONE)

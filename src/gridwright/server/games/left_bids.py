"""What the seats of a table left in advance for the auctions, and how long that holds.

What a limit says is sealed. Open to the server alone is whether it is for one plant or the round.
"""

from typing import Final

from gridwright.engine.ids import NONE
from gridwright.engine.state import State
from gridwright.server.games.bid_limits import is_asked, is_choosing


class LeftBids:
    """The sealed limits by seat."""

    def __init__(self) -> None:
        self.boxes: Final[dict[int, bytes]] = {}
        self._for_round: Final[set[int]] = set()
        """Seats whose limit is for every plant of the round."""

    def leave(self, seat: int, box: bytes, is_for_round: bool) -> None:
        """A seat left a limit in place of an earlier one; an empty box takes that away."""
        self.take(seat)
        if box:
            self.boxes[seat] = box
            if is_for_round:
                self._for_round.add(seat)

    def take(self, seat: int) -> None:
        """The limit of a seat is gone."""
        self.boxes.pop(seat, None)
        self._for_round.discard(seat)

    def is_due(self, state: State, seat: int) -> bool:
        """Whether a seat is asked for something that its limit answers."""
        if seat not in self.boxes:
            return False
        return is_asked(state, seat) or (seat in self._for_round and is_choosing(state, seat))

    def follow(self, lot: int, state: State) -> None:
        """After an action, before which a lot was up: a limit ends with its auction."""
        for seat in list(self.boxes):
            is_closed = lot != NONE and state.auction.lot == NONE and seat not in self._for_round
            # Whoever bought or passed is asked no more in this round.
            if is_closed or state.auction.out >> seat & 1:
                self.take(seat)

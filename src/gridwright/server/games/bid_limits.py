"""A bid left in advance: how far to go for a plant, or for none in this round, and what beyond.

Whoever plays by turn would wait days for one auction. The limit is kept sealed and played out by
the open rule: the least raise, each time the seat is asked, so nobody pays more than it would have
taken to win by hand.
"""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from gridwright.engine.ids import NONE
from gridwright.engine.notation import Notation
from gridwright.engine.phases.base import Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, PassAuction
from gridwright.engine.vocabulary.base import Action

MAX_BID: Final = 10_000


class Beyond(StrEnum):
    """What happens when the next bid would be above the limit."""

    DROP = "drop"
    ASK = "ask"


class BidLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For one plant, by its name in the notation; without a name for every plant of the round.

    Dropping out of an auction in advance is a limit of 0, no plant this round one without a name.
    """

    plant: str
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MAX_BID)]
    beyond: Beyond = Beyond.DROP

    @property
    def is_nothing(self) -> bool:
        """Whether it bids nothing and asks at once: so an earlier one is taken away."""
        return self.up_to == 0 and self.beyond is Beyond.ASK


def is_asked(state: State, seat: int) -> bool:
    """Whether a seat has to raise or to drop out."""
    auction = state.auction
    return state.actor == seat and auction.lot != NONE and auction.scrapper == NONE


def is_choosing(state: State, seat: int) -> bool:
    """Whether a seat has to put a plant up or to pass, while the auctions are on."""
    auction = state.auction
    return state.actor == seat and auction.lot == NONE and not auction.closing


def may_pass(phase: Phase, state: State, seat: int) -> bool:
    """Whether the auctions would offer a seat to buy no plant, if it were to choose one now."""
    then = state.copy()
    then.actor = seat
    then.auction.lot = then.auction.scrapper = NONE
    return any(offer.holds(PassAuction(seat)) for offer in phase.offers(then))


def answer(
    phase: Phase, state: State, notation: Notation, seat: int, limit: BidLimit
) -> Action | None:
    """What the limit answers for its seat; None leaves the answer to the person."""
    if not is_asked(state, seat):
        return PassAuction(seat) if not limit.plant and may_pass(phase, state, seat) else None
    if limit.plant and notation.cards[state.auction.lot] != limit.plant:
        return None
    least = state.auction.bid + 1
    if least <= min(limit.up_to, state.money[seat]):
        return Bid(seat, least)
    return DropOut(seat) if limit.beyond is Beyond.DROP else None


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(BidLimit)


def encode_limit(limit: BidLimit) -> bytes:
    """The limit as it is sealed."""
    return _ENCODER.encode(limit)


def decode_limit(text: bytes) -> BidLimit:
    return _DECODER.decode(text)


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

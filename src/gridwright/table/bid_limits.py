"""Proxy bidding: a bid limit left in advance, and the action beyond it.

At tables played by turn, one auction could take days. The limit is stored sealed and played by a
public rule: the smallest raise each time the seat must bid, so no player pays more than a win by
hand would have cost.
"""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from gridwright.aids.rehearsal import may_pass
from gridwright.engine.ids import NONE
from gridwright.engine.notation import Notation
from gridwright.engine.phases.base import Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import Bid, DropOut, PassAuction
from gridwright.engine.vocabulary.base import Action

MAX_BID: Final = 10_000


class Beyond(StrEnum):
    """Action when the next bid would exceed the limit."""

    DROP = "drop"
    ASK = "ask"


class BidLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bid limit for one plant, by its notation; without a plant it is for all of the round.

    A limit of 0 drops out of the auction in advance, and without a plant passes the round.
    """

    plant: str
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MAX_BID)]
    beyond: Beyond = Beyond.DROP

    @property
    def is_nothing(self) -> bool:
        """True if it leaves every decision to the person, that is, removes an earlier limit."""
        return self.up_to == 0 and self.beyond is Beyond.ASK


def is_bidding(state: State, seat: int) -> bool:
    """Return True if the seat has to raise or to drop out."""
    auction = state.auction
    return state.actor == seat and auction.lot != NONE and auction.scrapper == NONE


def is_choosing(state: State, seat: int) -> bool:
    """Return True if the seat has to offer a plant or to pass, while auctions are running."""
    auction = state.auction
    return state.actor == seat and auction.lot == NONE and not auction.closing


def answer(
    phase: Phase, state: State, notation: Notation, seat: int, limit: BidLimit
) -> Action | None:
    """Return the action that the limit implies; None leaves the decision to the person."""
    if not is_bidding(state, seat):
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
    """Encode a limit for sealing."""
    return _ENCODER.encode(limit)


def decode_limit(text: bytes) -> BidLimit:
    return _DECODER.decode(text)


class LeftBids:
    """Sealed limits by seat."""

    def __init__(self) -> None:
        self.boxes: Final[dict[int, bytes]] = {}
        self._plants: Final[dict[int, int]] = {}
        """Plants of limits by seat, without seats whose limit is for the round.

        NONE in logs that do not name the plant: the limit is for the next auction.
        """

    def leave(self, seat: int, box: bytes, plant: int | None) -> None:
        """Store a limit of a seat, replacing an earlier one; an empty box only removes it."""
        self.take(seat)
        if box:
            self.boxes[seat] = box
            if plant is not None:
                self._plants[seat] = plant

    def take(self, seat: int) -> None:
        """Remove the limit of a seat."""
        self.boxes.pop(seat, None)
        self._plants.pop(seat, None)

    def is_due(self, state: State, seat: int) -> bool:
        """Return True if the seat must make a decision that its limit covers."""
        if seat not in self.boxes:
            return False
        if is_bidding(state, seat):
            return seat not in self._plants or self._is_for(seat, state.auction.lot)
        return seat not in self._plants and is_choosing(state, seat)

    def follow(self, lot: int, state: State) -> None:
        """Remove the limits that an action has ended; `lot` was up for auction before it."""
        is_closed = lot != NONE and state.auction.lot == NONE
        for seat in list(self.boxes):
            # A seat that bought or passed no longer bids in this round; none does after it.
            is_out = state.auction.closing or state.auction.out >> seat & 1
            if is_out or (is_closed and self._is_for(seat, lot)):
                self.take(seat)

    def _is_for(self, seat: int, lot: int) -> bool:
        """Return True if the limit of the seat is for this plant alone."""
        return self._plants.get(seat) in (lot, NONE)

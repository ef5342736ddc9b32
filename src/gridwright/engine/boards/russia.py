"""The rules of Russia: the first pass of a round removes the smallest plant of the market."""

from gridwright.engine.masks import count
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_UNSOLD


class FirstPassAuction(AuctionPhase):
    """Auctions in which the first pass removes the smallest plant (b-russia.3)."""

    def pass_out(self, state: State, seat: int, log: EventLog) -> None:
        # A seat that is out has bought or passed.
        none_passed = count(state.auction.out) == state.auction.n_sold
        super().pass_out(state, seat, log)
        if none_passed:
            self.market.exchange(state, LEFT_UNSOLD, log)

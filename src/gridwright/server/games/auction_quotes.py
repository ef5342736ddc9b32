"""The auctions as one seat is told them, whoever's turn it is."""

from typing import Final

from gridwright.bots.seat_view import SeatView
from gridwright.engine.ids import NONE
from gridwright.engine.observe import observe
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.protocol.auction import AuctionQuotes, Bounds, LeftAhead
from gridwright.server.games.bid_limits import Beyond, BidLimit, may_pass
from gridwright.server.games.table import Table
from gridwright.server.games.winning import winning

_NONE_LEFT: Final = BidLimit("", 0, Beyond.ASK)


def build_auction_quotes(table: Table, seat: int, limit: BidLimit | None) -> AuctionQuotes:
    """For a seat with the limit that it left. It is nobody else's matter."""
    game, state = table.game, table.state
    auction = state.auction
    phase = game.phases[state.phase]
    is_on = state.round > 0 and not table.is_over() and seat >= 0
    if not isinstance(phase, AuctionPhase) or not is_on or auction.out >> seat & 1:
        return AuctionQuotes(table.version, seat, None, False, False, None, None, False, [])
    is_up = auction.lot != NONE
    is_in = not is_up or (auction.scrapper == NONE and bool(auction.contenders >> seat & 1))
    view = SeatView(game.rules, observe(game, state, seat), seat)
    limit = limit or _NONE_LEFT
    is_of_lot = is_up and limit.plant == table.notation.cards[auction.lot]
    plants = [auction.lot] if is_up else phase.market.current(state)
    return AuctionQuotes(
        table.version,
        seat,
        limit.up_to if is_of_lot and limit.up_to else None,
        is_of_lot and limit.up_to == 0,
        not limit.plant and not limit.is_nothing,
        None
        if is_of_lot or not limit.plant
        else LeftAhead(table.notation.cards.index(limit.plant), limit.up_to),
        Bounds(auction.bid, view.money) if is_up and is_in and view.money > auction.bid else None,
        may_pass(phase, state, seat),
        [winning(view, plant) for plant in plants] if is_in else [],
    )

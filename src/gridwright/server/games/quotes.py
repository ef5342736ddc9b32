"""Prices for a seat: cities, fuel, auctions. City costs come from the building phase."""

from typing import Final

import msgspec

from gridwright.bots.seat_view import SeatView
from gridwright.engine.codec import offer_values
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.network import build_path
from gridwright.engine.observe import observe
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.protocol.auction import AuctionQuotes, Bounds, LeftAhead
from gridwright.protocol.fuel import FuelQuotes
from gridwright.protocol.quotes import CityQuote, CityRefusal, Quotes
from gridwright.server.games.bid_limits import Beyond, BidLimit, may_pass
from gridwright.server.games.fuel_choices import advise_on_fuel
from gridwright.server.games.table import Table
from gridwright.server.games.winning import winning


def build_quotes(table: Table, seat: int) -> Quotes:
    """Return the price of each city for a seat, also out of turn; empty for a spectator.

    Refusals reveal the seat's money (c11.3): return them to that seat only.
    """
    return Quotes(table.version, seat, quote_cities(table.game, table.state, seat))


def quote_cities(game: Game, state: State, seat: int) -> list[CityQuote]:
    """Return quotes of the board's cities in order; empty before the regions are chosen."""
    building = building_phase(game)
    if building is None or seat < 0 or state.round == 0 or game.is_over(state):
        return []
    return [_quote(building, state, seat, city) for city in range(building.rules.board.n_cities)]


def building_phase(game: Game) -> BuildingPhase | None:
    """Return the building phase; None for games without a board."""
    for phase in game.phases:
        if isinstance(phase, BuildingPhase):
            return phase
    return None


def _quote(building: BuildingPhase, state: State, seat: int, city: int) -> CityQuote:
    grid = state.grid
    refusal = refusal_of(building, state, seat, city)
    if not grid.area.holds(city) or grid.networks[seat] >> city & 1:
        return CityQuote(city, None, None, [], refusal)
    house, connection = grid.sites[city], grid.reach[seat][city]
    return CityQuote(
        city,
        None if house == FAR else house,
        connection,
        build_path(grid.area, grid.networks[seat], city),
        refusal,
    )


def refusal_of(building: BuildingPhase, state: State, seat: int, city: int) -> CityRefusal | None:
    """Return why a seat could not build in a city on its turn; None if it could."""
    try:
        building.verify(state, ConnectCity(seat, city))
    except IllegalAction as illegal:
        return CityRefusal(illegal.code, illegal.clause, illegal.numbers)
    return None


def build_fuel_quotes(table: Table, seat: int) -> FuelQuotes:
    """Return the fuel on sale to a seat now.

    It reveals the seat's money: return it to that seat only.
    """
    game, state = table.game, table.state
    if state.round == 0 or game.is_over(state):
        return FuelQuotes(table.version, seat, [], None)
    offers = _buying_phase(game, state).purchases(state, seat)
    view = SeatView(game.rules, observe(game, state, seat), seat)
    advice = advise_on_fuel(view, state.grid.area, offers)
    told = {
        "version": table.version,
        "seat": seat,
        "offers": [offer_values(offer) for offer in offers],
        "choices": None if advice is None else advice.choices,
    }
    return msgspec.convert(told, FuelQuotes)


def _buying_phase(game: Game, state: State) -> BuyingPhase:
    """Return the running phase if it sells, else the first one of a round that does."""
    now = game.phases[state.phase]
    if isinstance(now, BuyingPhase):
        return now
    return next(phase for phase in game.phases if isinstance(phase, BuyingPhase))


_NONE_LEFT: Final = BidLimit("", 0, Beyond.ASK)


def build_auction_quotes(table: Table, seat: int, limit: BidLimit | None) -> AuctionQuotes:
    """Return the auction for a seat, with its own bid limit. Private to that seat."""
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

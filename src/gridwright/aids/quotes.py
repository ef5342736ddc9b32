"""Prices for a seat: cities, fuel, auctions. City costs come from the building phase."""

import msgspec

from gridwright.aids.fuel_choices import advise_on_fuel
from gridwright.aids.rehearsal import may_pass
from gridwright.aids.winning import winning
from gridwright.bots.seat_view import SeatView
from gridwright.engine.codec import offer_values
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.ids import FAR, NONE
from gridwright.engine.observe import observe
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.protocol.auction import AuctionQuotes, Bounds
from gridwright.protocol.fuel import FuelQuotes
from gridwright.protocol.quotes import CityQuote, CityRefusal


def quote_cities(game: Game, state: State, seat: int) -> list[CityQuote]:
    """Return quotes of the board's cities in order; empty before the regions are chosen."""
    building = building_phase(game)
    if building is None or seat < 0 or state.round == 0 or game.is_over(state):
        return []
    extensions = building.extensions(state, seat)
    return [
        _quote(building, state, seat, city, city in extensions)
        for city in range(building.rules.board.n_cities)
    ]


def building_phase(game: Game) -> BuildingPhase | None:
    """Return the building phase; None for games without a board."""
    for phase in game.phases:
        if isinstance(phase, BuildingPhase):
            return phase
    return None


def _quote(
    building: BuildingPhase, state: State, seat: int, city: int, may_extend: bool
) -> CityQuote:
    grid = state.grid
    refusal = refusal_of(building, state, seat, city)
    if not grid.area.holds(city) or grid.networks[seat] >> city & 1:
        return CityQuote(city, None, None, [], refusal)
    house, connection = grid.sites[city], grid.reach[seat][city]
    return CityQuote(
        city,
        None if house == FAR else house,
        connection,
        building.path(state, seat, city),
        refusal,
        building.extension_cost(state, seat, city) if may_extend else None,
    )


def refusal_of(building: BuildingPhase, state: State, seat: int, city: int) -> CityRefusal | None:
    """Return why a seat could not build in a city on its turn; None if it could."""
    try:
        building.verify(state, ConnectCity(seat, city))
    except IllegalAction as illegal:
        return CityRefusal(illegal.code, illegal.clause, illegal.numbers)
    return None


def quote_fuel(game: Game, state: State, seat: int, version: int = 0) -> FuelQuotes:
    """Return the fuel on sale to a seat as if it were its turn to buy.

    It reveals the seat's money: return it to that seat only.
    """
    if state.round == 0 or game.is_over(state):
        return FuelQuotes(version, seat, [], None)
    offers = _buying_phase(game, state).purchases(state, seat)
    view = SeatView(game.rules, observe(game, state, seat), seat)
    advice = advise_on_fuel(view, state.grid.area, offers)
    told = {
        "version": version,
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


def quote_auction(game: Game, state: State, seat: int, version: int = 0) -> AuctionQuotes | None:
    """Return the auction for a seat without a bid limit; None if it is out of this round's.

    It reveals the seat's money: return it to that seat only.
    """
    auction = state.auction
    phase = game.phases[state.phase]
    is_on = state.round > 0 and not game.is_over(state) and seat >= 0
    if not isinstance(phase, AuctionPhase) or not is_on or auction.out >> seat & 1:
        return None
    is_up = auction.lot != NONE
    is_in = not is_up or (auction.scrapper == NONE and bool(auction.contenders >> seat & 1))
    view = SeatView(game.rules, observe(game, state, seat), seat)
    plants = [auction.lot] if is_up else phase.market.current(state)
    return AuctionQuotes(
        version,
        seat,
        None,
        False,
        False,
        None,
        Bounds(auction.bid, view.money) if is_up and is_in and view.money > auction.bid else None,
        may_pass(phase, state, seat),
        [winning(view, plant) for plant in plants] if is_in else [],
    )

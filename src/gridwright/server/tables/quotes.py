"""Quotes, plans and outlook of a table at its newest version, and their HTTP routes."""

from typing import Final

from starlette.requests import Request

from gridwright.engine.ids import SPECTATOR
from gridwright.protocol.auction import AuctionQuotes, Bounds, Winning
from gridwright.protocol.fuel import FuelChoices, FuelLevel, FuelPurchase, FuelQuotes
from gridwright.protocol.outlook import Outlook, SeatOutlook
from gridwright.protocol.plans import Plan, PlannedCity, PlanTrigger
from gridwright.protocol.quotes import CityQuote, CityRefusal, Quotes
from gridwright.protocol.requests import Planned
from gridwright.server.tables.seat_auth import READ_ERRORS, SEAT_ERRORS, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.aids import (
    build_auction_quotes,
    build_fuel_quotes,
    build_outlook,
    build_plan,
    build_quotes,
)


class QuoteRoutes:
    """The quotes and plans of one table."""

    def __init__(self, service: TableService, seats: SeatAuth) -> None:
        self._service: Final = service
        self._seats: Final = seats

    async def quotes(self, request: Request, game_id: str) -> Quotes:
        table = await self._service.load(game_id)
        ticket = await self._seats.ticket(request, table)
        return build_quotes(table, SPECTATOR if ticket is None else ticket.seat)

    async def plan(self, request: Request, game_id: str, asked: Planned) -> Plan:
        table, ticket = await self._seats.player(request, game_id)
        cities = [int(city) for city in asked.cities.split(",")]
        return build_plan(table, ticket.seat, cities, asked.order == "chosen")

    async def fuel(self, request: Request, game_id: str) -> FuelQuotes:
        table, ticket = await self._seats.player(request, game_id)
        return build_fuel_quotes(table, ticket.seat)

    async def outlook(self, request: Request, game_id: str) -> Outlook:
        table = await self._service.load(game_id)
        await self._seats.ticket(request, table)
        return build_outlook(table)

    async def auction(self, request: Request, game_id: str) -> AuctionQuotes:
        table = await self._service.load(game_id)
        ticket = await self._seats.ticket(request, table)
        seat = SPECTATOR if ticket is None else ticket.seat
        return build_auction_quotes(table, seat, self._service.limit_of(table, seat))


_CITY: Final = CityQuote(4, 10, 7, [2, 4], None)
_WHY_NOT: Final = CityRefusal("no_open_space", "c5.4", {"city": 5, "step": 1})
_TAKEN: Final = CityQuote(5, None, None, [], _WHY_NOT)
_SEAT: Final = SeatOutlook(0, 6, 73, 9, 98, 8, True, [15, -1, 22])

_FIRST: Final = PlannedCity(4, 10, 7, [2, 4], 17, 17, None)
_SECOND: Final = PlannedCity(7, 10, 3, [4, 7], 30, 21, None)
_PLAN: Final = Plan(
    version=31,
    seat=0,
    cities=[_FIRST, _SECOND],
    is_exact=True,
    refused=[],
    total=30,
    left=12,
    fits=2,
    powers=6,
    income=73,
    triggers=[PlanTrigger("step-two", 7)],
    others=[_TAKEN],
)
_RUN: Final = FuelPurchase([2, 0, 0, 0], [], 5)
_COLD: Final = FuelLevel([0, 0, 0, 0], 0, 0, 10, 1)
_WARM: Final = FuelLevel([2, 0, 0, 0], 5, 1, 22, None)
_FUEL: Final = FuelQuotes(31, 0, [], FuelChoices(_RUN, _RUN, [_COLD, _WARM], []))
_WINNING: Final = Winning(24, 6, 9, 12, 0, 73, 73, False)
_AUCTION: Final = AuctionQuotes(31, 0, 30, False, False, None, Bounds(29, 78), True, [_WINNING])
_OF_SEAT: Final = Group(Tag.PLAY, Audience.SEAT, SEAT_ERRORS, Scope.READ)

OPERATIONS: Final = (
    Group(Tag.PLAY, Audience.VIEWER, READ_ERRORS, Scope.READ).get(
        "/api/tables/{game_id}/quotes",
        QuoteRoutes.quotes,
        "Price of each city for your seat and its connection, or why you cannot build there",
        Answer("Every city; none for a spectator.", Quotes(31, 0, [_CITY, _TAKEN])),
    ),
    _OF_SEAT.get(
        "/api/tables/{game_id}/plan",
        QuoteRoutes.plan,
        "Price of several cities for your seat, built one after the other",
        Answer("The plan, in the cheapest order or the chosen one.", _PLAN),
        errors=("invalid",),
        asked=Planned,
    ),
    _OF_SEAT.get(
        "/api/tables/{game_id}/fuel",
        QuoteRoutes.fuel,
        "Price of fuel for your seat, and the cities it would supply",
        Answer("The fuel on sale to the seat, as if it were its turn to buy.", _FUEL),
    ),
    Group(Tag.PLAY, Audience.VIEWER, READ_ERRORS, Scope.READ).get(
        "/api/tables/{game_id}/auction",
        QuoteRoutes.auction,
        "The bid limit that your seat left for the auction, and the effects of winning",
        Answer("The auction for the seat; nothing for a spectator.", _AUCTION),
    ),
    Group(Tag.PLAY, Audience.VIEWER, READ_ERRORS, Scope.READ).get(
        "/api/tables/{game_id}/outlook",
        QuoteRoutes.outlook,
        "The seats that act next, fuel prices after the refill, and each seat's options",
        Answer(
            "The outlook at the newest version.",
            Outlook(31, [1, 0], [5, 3, 2, 1], [3, 2, 6, 12], [_SEAT]),
        ),
    ),
)

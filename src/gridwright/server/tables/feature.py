"""Tables on a node: how their parts are built, and the routes of one table."""

from typing import Final

from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.accounts.me import Seats
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Tickets
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.live.sockets import Spectators
from gridwright.server.presence.service import Presence
from gridwright.server.search.process import SearchProcess
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables import link_code, orders, quotes, seat_routes
from gridwright.server.tables.account_erasure import AccountErasure
from gridwright.server.tables.broadcast import LogBroadcast
from gridwright.server.tables.held_seats import HeldSeats
from gridwright.server.tables.rematch import Rematches
from gridwright.server.tables.room_codes import RoomCodes
from gridwright.server.tables.seat_auth import PersonBlocks, SeatAuth
from gridwright.server.tables.seat_reclaim import SeatReclaim
from gridwright.server.tables.service import TableService


def _vault(parts: Parts) -> SeedVault:
    return SeedVault(parts.store, parts.secret)


def _service(parts: Parts) -> TableService:
    return TableService(
        *(parts.store, parts[SeedVault], parts.bus, parts.clock, parts.metrics),
        *(parts.options.hold, parts[Presence].here),
    )


def _seat_auth(parts: Parts) -> SeatAuth:
    return SeatAuth(parts[Auth], parts[Tickets], parts[TableService], parts.limiter)


def _held_seats(parts: Parts) -> HeldSeats:
    return HeldSeats(parts.store.home, parts.bus)


def _room_codes(parts: Parts) -> RoomCodes:
    return RoomCodes(parts.store.home, parts.clock)


def _rematches(parts: Parts) -> Rematches:
    return Rematches(parts.store, parts[TableService], parts[SeedVault])


def _erasure(parts: Parts) -> AccountErasure:
    return AccountErasure(parts[TableService], parts[HeldSeats])


def _reclaim(parts: Parts) -> SeatReclaim:
    return SeatReclaim(parts[Presence], parts[AccountErasure].welcome)


def _spectators(parts: Parts) -> Spectators:
    return Spectators(parts[SeatReclaim].watching)


def _seat_routes(parts: Parts) -> seat_routes.SeatRoutes:
    return seat_routes.SeatRoutes(
        parts[TableService],
        parts[Rematches],
        parts[HeldSeats],
        parts[Tickets],
        parts[Auth],
        parts[SeatAuth],
        parts.limiter,
        parts[RegistrationPolicy],
        parts[PersonBlocks].verify_welcome,
    )


def _table_routes(parts: Parts) -> orders.TableRoutes:
    return orders.TableRoutes(parts[TableService], parts[SeatAuth], parts[Presence])


def _quote_routes(parts: Parts) -> quotes.QuoteRoutes:
    return quotes.QuoteRoutes(parts[TableService], parts[SeatAuth])


def _link_routes(parts: Parts) -> link_code.LinkCodeRoutes:
    return link_code.LinkCodeRoutes(
        parts[TableService], parts[Auth], parts[RoomCodes], parts.limiter
    )


def _broadcast(parts: Parts, game_id: str) -> LogBroadcast:
    return LogBroadcast(game_id, parts[TableService], parts.metrics.traces)


TABLES: Final = Feature(
    "tables",
    parts={
        SeedVault: _vault,
        TableService: _service,
        SeatAuth: _seat_auth,
        HeldSeats: _held_seats,
        RoomCodes: _room_codes,
        Rematches: _rematches,
        AccountErasure: _erasure,
        Seats: lambda parts: parts[AccountErasure],
        SeatReclaim: _reclaim,
        Spectators: _spectators,
        SearchProcess: lambda _parts: SearchProcess(),
    },
    closes=(SeatReclaim, SearchProcess),
    routes=(
        Routes(_table_routes, orders=orders.ORDERS, reads=orders.READS),
        Routes(_seat_routes, orders=seat_routes.OPERATIONS),
        Routes(_quote_routes, reads=quotes.OPERATIONS),
        Routes(_link_routes, orders=link_code.OPERATIONS),
    ),
    broadcasts=(_broadcast,),
)

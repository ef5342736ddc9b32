"""Tables on a node: seats, orders, quotes, hints and lists of tables."""

from typing import Final

from gridwright.server.accounts.club import RegistrationPolicy
from gridwright.server.accounts.me import Seats
from gridwright.server.auth.service import Auth
from gridwright.server.auth.tickets import Tickets
from gridwright.server.feature import Feature, Job, Parts, Routes
from gridwright.server.games import (
    chance_routes,
    hint_routes,
    link_code,
    my_tables,
    orders,
    own_boards,
    quote_routes,
    routes,
    rules,
    sheet_routes,
)
from gridwright.server.games.account_erasure import AccountErasure
from gridwright.server.games.broadcast import LogBroadcast
from gridwright.server.games.chances import DelayedWinProbabilities
from gridwright.server.games.held_seats import HeldSeats
from gridwright.server.games.rematch import Rematches
from gridwright.server.games.room_codes import RoomCodes
from gridwright.server.games.search_process import SearchProcess
from gridwright.server.games.seat_auth import PersonBlocks, SeatAuth
from gridwright.server.games.seat_reclaim import SeatReclaim
from gridwright.server.games.service import TableService
from gridwright.server.games.summary_store import SummaryStore, SummarySweep
from gridwright.server.live.sockets import Spectators
from gridwright.server.presence.service import Presence
from gridwright.server.storage.vault import SeedVault


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


def _summaries(parts: Parts) -> SummaryStore:
    return SummaryStore(parts.store)


def _summary_sweep(parts: Parts) -> SummarySweep:
    return SummarySweep(parts[TableService], parts[SummaryStore])


def _rematches(parts: Parts) -> Rematches:
    return Rematches(parts.store, parts[TableService], parts[SeedVault])


def _erasure(parts: Parts) -> AccountErasure:
    return AccountErasure(parts[TableService], parts[HeldSeats])


def _reclaim(parts: Parts) -> SeatReclaim:
    return SeatReclaim(parts[Presence], parts[AccountErasure].welcome)


def _spectators(parts: Parts) -> Spectators:
    return Spectators(parts[SeatReclaim].watching)


def _chances(parts: Parts) -> DelayedWinProbabilities:
    return DelayedWinProbabilities(parts.store)


def _seat_routes(parts: Parts) -> routes.SeatRoutes:
    return routes.SeatRoutes(
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


def _quote_routes(parts: Parts) -> quote_routes.QuoteRoutes:
    return quote_routes.QuoteRoutes(parts[TableService], parts[SeatAuth])


def _hint_routes(parts: Parts) -> hint_routes.HintRoutes:
    return hint_routes.HintRoutes(parts[TableService], parts[SeatAuth], parts[SearchProcess])


def _sheet_routes(parts: Parts) -> sheet_routes.SheetRoutes:
    return sheet_routes.SheetRoutes(parts[TableService])


def _rule_routes(parts: Parts) -> rules.RuleRoutes:
    return rules.RuleRoutes(parts[TableService])


def _own_board_routes(_parts: Parts) -> own_boards.OwnBoardRoutes:
    return own_boards.OwnBoardRoutes()


def _my_table_routes(parts: Parts) -> my_tables.MyTableRoutes:
    return my_tables.MyTableRoutes(
        parts[TableService], parts[HeldSeats], parts[SummaryStore], parts[Auth]
    )


def _link_routes(parts: Parts) -> link_code.LinkCodeRoutes:
    return link_code.LinkCodeRoutes(
        parts[TableService], parts[Auth], parts[RoomCodes], parts.limiter
    )


def _chance_routes(parts: Parts) -> chance_routes.ChanceRoutes:
    return chance_routes.ChanceRoutes(
        parts[TableService], parts[DelayedWinProbabilities], parts[SeatAuth], parts.limiter
    )


def _broadcast(parts: Parts, game_id: str) -> LogBroadcast:
    return LogBroadcast(game_id, parts[TableService], parts.metrics.traces)


GAMES: Final = Feature(
    "games",
    parts={
        SeedVault: _vault,
        TableService: _service,
        SeatAuth: _seat_auth,
        HeldSeats: _held_seats,
        RoomCodes: _room_codes,
        SummaryStore: _summaries,
        SummarySweep: _summary_sweep,
        Rematches: _rematches,
        AccountErasure: _erasure,
        Seats: lambda parts: parts[AccountErasure],
        SeatReclaim: _reclaim,
        Spectators: _spectators,
        DelayedWinProbabilities: _chances,
        SearchProcess: lambda _parts: SearchProcess(),
    },
    closes=(SeatReclaim, SearchProcess),
    routes=(
        Routes(_table_routes, orders=orders.ORDERS, reads=orders.READS),
        Routes(_seat_routes, orders=routes.OPERATIONS),
        Routes(_quote_routes, reads=quote_routes.OPERATIONS),
        Routes(_hint_routes, orders=hint_routes.OPERATIONS),
        Routes(_sheet_routes, orders=sheet_routes.OF_ALL, reads=sheet_routes.OF_TABLE),
        Routes(_rule_routes, orders=rules.OPERATIONS),
        Routes(_own_board_routes, orders=own_boards.OPERATIONS),
        Routes(_my_table_routes, orders=my_tables.OPERATIONS),
        Routes(_link_routes, orders=link_code.OPERATIONS),
        Routes(_chance_routes, reads=chance_routes.OPERATIONS),
    ),
    jobs=(Job(SummarySweep, on_every_node=True),),
    broadcasts=(_broadcast,),
)

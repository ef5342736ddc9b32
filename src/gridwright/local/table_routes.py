"""Requests about a table, from its seats to its end, each as a server answers it."""

import secrets
from functools import partial
from typing import Final

from gridwright.aids.hints import advise, with_outlook
from gridwright.aids.rule_book import build_rule_book
from gridwright.aids.sheet import build_sheet
from gridwright.content.table import find_figures, rules_identity
from gridwright.engine.errors import IllegalAction
from gridwright.fair.chain import REVEALED, ChainEntry
from gridwright.fair.transcript import format_transcript
from gridwright.local.route import (
    CREATED,
    TEXT,
    Reply,
    Request,
    Route,
    player_of,
    seat_of,
    write_ticket,
)
from gridwright.local.tables import LocalTables
from gridwright.protocol.frames import ENCODER, DoneFrame, StaleFrame, TableFrame
from gridwright.protocol.hints import Hint, HintQuestion, Why, WhyQuestion
from gridwright.protocol.orders import SeatOrder, read_order
from gridwright.protocol.refusals import RULE_STATUS, Refused
from gridwright.protocol.requests import MadeTable, Planned, Rematch, Seated, Since, Sitting
from gridwright.protocol.rules import RulesAsked
from gridwright.table import aids, commands
from gridwright.table.absence_log import NO_ATTENDANCE
from gridwright.table.action_lists import RefusedInList
from gridwright.table.choices import build_bot_cards, build_choices
from gridwright.table.export import export
from gridwright.table.hints import hint_record, mark, mark_of, verify_helped, verify_hint
from gridwright.table.local_table import LocalTable
from gridwright.table.log_entries import Guided, Hinted, public_part
from gridwright.table.orders import decide_seat_order
from gridwright.table.positions.reasons import asked_move, explain, help_of
from gridwright.table.room import (
    NewTable,
    kept_for,
    kept_seat_of,
    rematch_spec,
    taken_again,
    verified_spec,
    verify_terms,
)
from gridwright.table.view import happened_frames, refused_frame, table_frame

STALE_STATUS: Final = 409


# Before a game


def _choices(_tables: LocalTables, _request: Request) -> object:
    return build_choices()


def _bots(_tables: LocalTables, _request: Request) -> object:
    return build_bot_cards()


def _make_table(tables: LocalTables, _request: Request, body: NewTable) -> MadeTable:
    spec = verified_spec(body.spec)
    verify_terms(body.terms)
    game_id = tables.create(spec, body.terms, body.listed)
    return MadeTable(game_id, f"/api/tables/{game_id}")


def _sit_down(
    tables: LocalTables, _request: Request, game_id: str, seat: str, body: Sitting
) -> Seated:
    if not seat.isascii() or not seat.isdecimal():
        raise Refused("expected a whole number", "invalid")
    if not body.name:
        raise Refused("body.name: expected 1 to 64 characters", "invalid")
    number = int(seat)
    sit = partial(commands.sit_down, seat=number, name=body.name, bot=body.bot, now=tables.now())
    version = tables.load(game_id).table.version
    done = tables.run(game_id, f"door:{secrets.token_hex(8)}", version, sit)
    assert done is not None
    if body.bot:
        return Seated(number, done.version)
    return Seated(number, done.version, write_ticket(game_id, number, done.version))


def _call_rematch(tables: LocalTables, request: Request, game_id: str) -> Rematch:
    local = tables.load(game_id)
    seat, table = player_of(local, request), local.table
    if not table.rematch:
        commands.call_rematch(table, seat, "any")  # Raises before the second table is made.
        again = tables.create(rematch_spec(table), table.terms, local.header.listed)
        until = tables.now() + kept_for(table)
        for other in range(table.spec.seats):
            command_id = f"server:again:{other}"
            tables.run(again, command_id, other + 1, taken_again(table, other, until))
        decide = partial(commands.call_rematch, seat=seat, game_id=again)
        tables.run(game_id, "server:rematch", table.version, decide)
    return Rematch(table.rematch, f"/api/tables/{table.rematch}")


def _sit_down_again(tables: LocalTables, request: Request, game_id: str) -> Seated:
    first = tables.load(game_id)
    before = player_of(first, request)
    if not first.table.rematch:
        raise Refused("no rematch was requested", "no_rematch")
    again = tables.load(first.table.rematch).table
    seat = kept_seat_of(again, before)
    if not again.seats[seat].is_taken:
        sit = partial(commands.sit_down, seat=seat, name=again.seats[seat].kept_for, kept_of=before)
        tables.run(again.game_id, f"again:{before}:{again.version}", again.version, sit)
    since = again.seats[seat].since
    return Seated(seat, since, write_ticket(again.game_id, seat, since))


# The game


def _sheet(tables: LocalTables, _request: Request, game_id: str) -> object:
    table = tables.load(game_id).table
    return build_sheet(table.spec, table.rules)


def _rules_of_table(tables: LocalTables, _request: Request, game_id: str) -> object:
    table = tables.load(game_id).table
    return build_rule_book(table.spec, find_figures(table.spec, table.rules))


def _rules(_tables: LocalTables, _request: Request, body: RulesAsked) -> object:
    spec = verified_spec(body.spec)
    return build_rule_book(spec, find_figures(spec, rules_identity(spec)))


def _show_table(tables: LocalTables, request: Request, game_id: str) -> TableFrame:
    local = tables.load(game_id)
    return table_frame(local.table, seat_of(local, request.ticket))


def _entries(tables: LocalTables, request: Request, game_id: str, asked: Since) -> StaleFrame:
    local = tables.load(game_id)
    return missing_since(local, seat_of(local, request.ticket), asked.since)


def missing_since(local: LocalTable, viewer: int, version: int) -> StaleFrame:
    """Return the entries of a table after a version, as a viewer sees them."""
    happened = local.happened_since(version)
    return StaleFrame(local.table.version, happened_frames(local.table, happened, viewer))


def _order(tables: LocalTables, request: Request, game_id: str) -> object:
    order: SeatOrder = read_order(request.body.encode())
    local = tables.load(game_id)
    seat = player_of(local, request)
    since = local.table.seats[seat].since
    decide = decide_seat_order(seat, order, tables.now(), NO_ATTENDANCE, local.sealed_limit)
    try:
        done = tables.run(game_id, f"{seat}:{since}:{order.command_id}", order.expected, decide)
    except (IllegalAction, RefusedInList) as error:
        refused = error if isinstance(error, RefusedInList) else RefusedInList(error, 0)
        edition = local.table.spec.edition
        frame = refused_frame(edition, refused.illegal, order.expected, refused.place)
        return Reply(RULE_STATUS, ENCODER.encode(frame))
    if done is None:
        known = min(order.expected, local.table.version)
        return Reply(STALE_STATUS, ENCODER.encode(missing_since(local, seat, known)))
    return DoneFrame(done.version, order.command_id)


def _transcript(tables: LocalTables, _request: Request, game_id: str) -> Reply:
    local = tables.load(game_id)
    log: list[ChainEntry] = []
    # An imported game was dealt under another id, so its log is not that of its deal.
    is_own = local.table.revealed and not local.table.is_imported
    for logged in local.log if is_own else ():
        log.append(public_part(logged.entry))
        if log[-1].kind == REVEALED:
            break
    return Reply(200, format_transcript(export(local.table, log)).encode(), TEXT)


# Aids


def _quotes(tables: LocalTables, request: Request, game_id: str) -> object:
    local = tables.load(game_id)
    return aids.build_quotes(local.table, seat_of(local, request.ticket))


def _plan(tables: LocalTables, request: Request, game_id: str, asked: Planned) -> object:
    local = tables.load(game_id)
    seat = player_of(local, request)
    cities = [int(city) for city in asked.cities.split(",")]
    return aids.build_plan(local.table, seat, cities, asked.order == "chosen")


def _fuel(tables: LocalTables, request: Request, game_id: str) -> object:
    local = tables.load(game_id)
    return aids.build_fuel_quotes(local.table, player_of(local, request))


def _auction(tables: LocalTables, request: Request, game_id: str) -> object:
    local = tables.load(game_id)
    seat = seat_of(local, request.ticket)
    return aids.build_auction_quotes(local.table, seat, local.limit_of(seat))


def _outlook(tables: LocalTables, request: Request, game_id: str) -> object:
    local = tables.load(game_id)
    seat_of(local, request.ticket)
    return aids.build_outlook(local.table)


def _hint(tables: LocalTables, request: Request, game_id: str, body: HintQuestion) -> Hint:
    """Advise by the planner: a search would stop all tables of the device for seconds."""
    local = tables.load(game_id)
    seat = player_of(local, request)
    table = local.table
    verify_hint(table, seat)
    help_ = mark_of(table, body.guide)
    advised = advise(table.game, table.state.copy(), seat)
    if not body.guide:
        advised = with_outlook(table.game, table.state.copy(), advised)
    version = _mark(tables, local, seat, help_)
    return hint_record(table.notation, seat, version, advised)


def _why(tables: LocalTables, request: Request, game_id: str, body: WhyQuestion) -> Why:
    local = tables.load(game_id)
    seat = player_of(local, request)
    move = asked_move(local.table, seat, local.past(body.version))
    advised = explain(move)
    if advised is None:
        return Why(local.table.version, move.seat, move.bot, None)
    marked = _mark(tables, local, seat, help_of(move), is_for_turn=False)
    hint = hint_record(local.table.notation, move.seat, marked, advised)
    return Why(marked, move.seat, move.bot, hint)


def _mark(
    tables: LocalTables,
    local: LocalTable,
    seat: int,
    help_: Hinted | Guided,
    is_for_turn: bool = True,
) -> int:
    """Mark help in the log, once per question; return the version of the mark."""
    table = local.table
    if help_.is_marked(table, seat):
        return table.version
    verify = verify_hint if is_for_turn else verify_helped
    decide = partial(mark, seat=seat, help_=help_, verify=verify)
    done = tables.run(table.game_id, f"hint:{secrets.token_hex(8)}", table.version, decide)
    assert done is not None
    return done.version


_TABLE: Final = "/api/tables/{game_id}"
TABLE_ROUTES: Final = (
    Route("POST", f"{_TABLE}/orders", _order, body=SeatOrder, is_hot=True),
    Route("GET", _TABLE, _show_table),
    Route("GET", f"{_TABLE}/entries", _entries, asked=Since, bad_query="malformed"),
    Route("GET", f"{_TABLE}/sheet", _sheet),
    Route("GET", f"{_TABLE}/quotes", _quotes),
    Route("GET", f"{_TABLE}/plan", _plan, asked=Planned),
    Route("GET", f"{_TABLE}/fuel", _fuel),
    Route("GET", f"{_TABLE}/auction", _auction),
    Route("GET", f"{_TABLE}/outlook", _outlook),
    Route("POST", f"{_TABLE}/hint", _hint, body=HintQuestion),
    Route("POST", f"{_TABLE}/why", _why, body=WhyQuestion),
    Route("GET", f"{_TABLE}/transcript", _transcript),
    Route("GET", f"{_TABLE}/rules", _rules_of_table),
    Route("POST", f"{_TABLE}/rematch", _call_rematch, CREATED),
    Route("POST", f"{_TABLE}/rematch/seat", _sit_down_again, CREATED),
    Route("POST", "/api/rules", _rules, body=RulesAsked),
    Route("GET", "/api/choices", _choices),
    Route("GET", "/api/bots", _bots),
    Route("POST", "/api/tables", _make_table, CREATED, body=NewTable),
    Route("POST", f"{_TABLE}/seats/{{seat}}", _sit_down, CREATED, body=Sitting),
)

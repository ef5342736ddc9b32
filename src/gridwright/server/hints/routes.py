"""HTTP routes of hints on demand, for a person who plays against bots only."""

import asyncio
import secrets
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.requests import Request

from gridwright.aids.hints import Advised, advise, with_outlook
from gridwright.engine.notation import Notation
from gridwright.protocol.analysis import Reason
from gridwright.protocol.hints import (
    Hint,
    HintChoice,
    HintNumbers,
    HintOutlook,
    HintQuestion,
    Why,
    WhyQuestion,
)
from gridwright.protocol.records import Do
from gridwright.protocol.refusals import Code
from gridwright.server.auth.tickets import Ticket
from gridwright.server.feature import Feature, Parts, Routes
from gridwright.server.hints import chances
from gridwright.server.hints.chances import DelayedWinProbabilities
from gridwright.server.hints.search import (
    LONGEST,
    advised_of,
    hint_question,
    reasons_question,
)
from gridwright.server.search.process import SearchProcess
from gridwright.server.tables.seat_auth import SEAT_ERRORS, SeatAuth, verify_holder
from gridwright.server.tables.service import Done, TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag
from gridwright.table.commands import Decision, RefusedCommand
from gridwright.table.hints import Verify, hint_record, mark, mark_of, verify_helped, verify_hint
from gridwright.table.log_entries import Guided, Hinted
from gridwright.table.positions.reasons import asked_move, explain, help_of, same_decision
from gridwright.table.positions.searches import Question
from gridwright.table.table import Table

MAX_TRIES: Final = 5
"""Attempts to answer and mark a hint; a change of the table in between starts another one."""


class HintRoutes:
    """Hints from a strong bot, and the reasons of bots' moves."""

    def __init__(
        self, service: TableService, seats: SeatAuth, search_process: SearchProcess
    ) -> None:
        self._service: Final = service
        self._seats: Final = seats
        self._search_process: Final = search_process

    async def hint(self, request: Request, game_id: str, body: HintQuestion) -> Hint:
        table, ticket = await self._seats.player(request, game_id)
        for _try in range(MAX_TRIES):
            verify_hint(table, ticket.seat)
            help_ = mark_of(table, body.guide)
            version, notation = table.version, table.notation
            # The guide gives a hint at every step, so it must not wait for a search.
            question = None if body.guide else hint_question(table, ticket.seat)
            advised = None if question is None else await self._search(question, notation)
            if advised is None:
                # In a thread, on a copy: the loop stays free and the table may change.
                copy = table.state.copy()
                advised = await asyncio.to_thread(advise, table.game, copy, ticket.seat)
            if not body.guide:
                copy = table.state.copy()
                advised = await asyncio.to_thread(with_outlook, table.game, copy, advised)
            marked = await self._mark(ticket, version, help_)
            if marked is not None:
                return hint_record(notation, ticket.seat, marked, advised)
            table = await self._service.load(game_id)
        raise RefusedCommand("crowded", "the table moves too fast; try again")

    async def _search(self, question: Question, notation: Notation) -> Advised | None:
        """Return the result of a search of at most `LONGEST` seconds; None if there is none."""
        return advised_of(question, notation, await self._search_process.ask(question, LONGEST))

    async def why(self, request: Request, game_id: str, body: WhyQuestion) -> Why:
        table, ticket = await self._seats.player(request, game_id)
        past = await self._service.state_before(game_id, body.version)
        for _try in range(MAX_TRIES):
            version, notation = table.version, table.notation
            move = asked_move(table, ticket.seat, past)
            question = reasons_question(move)
            if question is None:
                advised = await asyncio.to_thread(explain, move)
            else:
                advised = same_decision(move, await self._search(question, notation))
            if advised is None:
                return Why(version, move.seat, move.bot, None)
            marked = await self._mark(ticket, version, help_of(move), verify_helped)
            if marked is not None:
                hint = hint_record(notation, move.seat, marked, advised)
                return Why(marked, move.seat, move.bot, hint)
            table = await self._service.load(game_id)
        raise RefusedCommand("crowded", "the table moves too fast; try again")

    async def _mark(
        self, ticket: Ticket, version: int, help_: Hinted | Guided, verify: Verify = verify_hint
    ) -> int | None:
        """Mark the help once per question and return the version of the mark.

        None if the table is at another version.
        """
        table = await self._service.load(ticket.game_id)
        if table.version != version:
            return None
        if help_.is_marked(table, ticket.seat):
            return version
        decide = partial(_mark_as, ticket, help_, verify)
        command_id = f"hint:{secrets.token_hex(8)}"
        done = await self._service.run_command(
            ticket.game_id, command_id, expected_version=version, decide=decide
        )
        return done.version if isinstance(done, Done) else None


def _mark_as(ticket: Ticket, help_: Hinted | Guided, verify: Verify, table: Table) -> Decision:
    verify_holder(ticket, table)
    return mark(table, ticket.seat, help_, verify)


_OFFER: Final = {"do": "offer", "plant": "28", "bid": 28}
_HINT: Final = Hint(
    31,
    0,
    "hard",
    "market",
    msgspec.convert([_OFFER], list[Do]),
    34,
    HintNumbers(
        cost=28, left=89, powers_now=9, powers=11, gives_up=7, run_cost=7, run_cost_before=8
    ),
    "cities",
    [HintChoice([], 0.3)],
    HintOutlook(
        0.34,
        0.27,
        0.02,
        "sure",
        msgspec.convert([{"do": "pass"}], list[Do]),
        8,
        [Reason("supplied", 11, 9)],
    ),
)

_WHY: Final = Why(31, 1, "hard", replace(_HINT, seat=1, outlook=None))
_ALONE: Final[tuple[Code, ...]] = (
    *("not_begun", "game_over", "paused", "not_alone", "not_a_person", "bot_plays"),
    *("crowded", "archived"),
)
"""Error codes for tables and seats without hints."""
_OF_SEAT: Final = Group(Tag.PLAY, Audience.SEAT, SEAT_ERRORS)

OPERATIONS: Final = (
    _OF_SEAT.post(
        "/api/tables/{game_id}/hint",
        HintRoutes.hint,
        "What a strong bot would do for the seat that asks, against bots alone; the log marks it",
        Answer("The decision, its figures and what comes next.", _HINT),
        errors=(*_ALONE, "not_your_turn"),
        request_example=HintQuestion(),
    ),
    _OF_SEAT.post(
        "/api/tables/{game_id}/why",
        HintRoutes.why,
        "Why a bot made a move, for a person who plays against bots alone; the log marks it",
        Answer("What the bot decided, its figures and what came next.", _WHY),
        errors=(*_ALONE, "no_bots_move", "auction_on", "hidden_reasons"),
        request_example=WhyQuestion(30),
    ),
)


def _chances(parts: Parts) -> DelayedWinProbabilities:
    return DelayedWinProbabilities(parts.store)


def _hint_routes(parts: Parts) -> HintRoutes:
    return HintRoutes(parts[TableService], parts[SeatAuth], parts[SearchProcess])


def _chance_routes(parts: Parts) -> chances.ChanceRoutes:
    return chances.ChanceRoutes(
        parts[TableService], parts[DelayedWinProbabilities], parts[SeatAuth], parts.limiter
    )


HINTS: Final = Feature(
    "hints",
    parts={DelayedWinProbabilities: _chances},
    routes=(
        Routes(_hint_routes, orders=OPERATIONS),
        Routes(_chance_routes, reads=chances.OPERATIONS),
    ),
)

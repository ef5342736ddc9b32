"""A table as one viewer sees it, public and private data, and the frames that are sent of it."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

import msgspec

from gridwright.aids.warnings import NO_ADVICE, build_advice, has_built
from gridwright.content.clauses import load_clauses
from gridwright.engine.codec import Json, observation_values, offer_values
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observe import observe
from gridwright.protocol.frames import HappenedFrame, RefusedFrame, TableFrame
from gridwright.protocol.records import event_record
from gridwright.protocol.table import SeatResult, TableNow, TableResult, TableView, TakenOrder
from gridwright.table.absence_log import Ending, LeaveRequest
from gridwright.table.entries import Entry, Status
from gridwright.table.log_entries import UNDONE, Acted, Undone, log_entry_of, unknown_name
from gridwright.table.room import host_of
from gridwright.table.seats import Left
from gridwright.table.table import Happened, Table

T = TypeVar("T")


def table_frame(table: Table, viewer: int) -> TableFrame:
    """Return the whole table for a viewer."""
    return TableFrame(table.version, _typed(view(table, viewer), TableView))


def happened_frames(table: Table, happened: Sequence[Happened], viewer: int) -> list[HappenedFrame]:
    """Return entries with their events. The last one includes the table after it."""
    frames: list[HappenedFrame] = []
    for each in happened:
        entry = each.logged.entry
        now = None
        if each.logged.version == table.version:
            now = _typed(standing(table, viewer), TableNow)
        frames.append(
            HappenedFrame(
                each.logged.version,
                entry.kind,
                entry.at,
                entry.seat,
                list(entry.lines),
                [event_record(event) for event in each.events],
                now,
                _undone(table, entry),
                _is_by_limit(entry, viewer),
            )
        )
    return frames


def _undone(table: Table, entry: Entry) -> TakenOrder | None:
    if entry.kind != UNDONE:
        return None
    undone = log_entry_of(entry)
    assert isinstance(undone, Undone)
    return _typed(taken_order(table, undone.since, undone.lines), TakenOrder)


def _is_by_limit(entry: Entry, viewer: int) -> bool:
    """Return True if a limit acted for the viewer; the limits of others stay secret."""
    if entry.seat != viewer or not entry.lines:
        return False
    log_entry = log_entry_of(entry)
    return isinstance(log_entry, Acted) and log_entry.by_limit


def _typed(record: dict[str, Json], kind: type[T]) -> T:
    """Convert a record to its protocol type.

    Raises TypeError, because an invalid record is a server error, not an invalid request.
    """
    try:
        return msgspec.convert(record, kind)
    except msgspec.ValidationError as error:
        raise TypeError(f"expected a {kind.__name__}: {error}") from error


def refused_frame(
    table_edition: str, illegal: IllegalAction, version: int, place: int = 0
) -> RefusedFrame:
    """Return the frame of an illegal action: the clause in words, and the numbers behind it."""
    problem = load_clauses(table_edition).get(illegal.clause, illegal.code)
    return RefusedFrame(illegal.code, problem, illegal.clause, illegal.numbers, version, place)


def view(table: Table, viewer: int = SPECTATOR) -> dict[str, Json]:
    """Return the whole table as a record, for new pages and for those that missed an entry."""
    seen: Json = None
    if table.status is not Status.GATHERING:
        seen = observation_values(observe(table.game, table.state, viewer))
    terms = msgspec.to_builtins(table.terms)
    more: dict[str, Json] = {"observation": seen, "terms": terms, "imported": table.is_imported}
    return {**standing(table, viewer), **more}


def standing(table: Table, viewer: int = SPECTATOR) -> dict[str, Json]:
    """Return the table without the observation, which pages that are up to date derive from events.

    Offers are included only for the seat that must act: their ranges reveal its money (c11.3).
    """
    offers: list[Json] = []
    advice = NO_ADVICE
    if table.actor() == viewer:
        offered = table.game.offers(table.state)
        offers.extend([offer_values(offer) for offer in offered])
        built = has_built(table.history, viewer)
        advice = build_advice(table.game, table.state, viewer, offered, has_built=built)
    seats: list[Json] = [
        {
            "name": _name(table, seat),
            "bot": holder.bot,
            "is_person": holder.is_person,
            "is_ready": holder.is_ready,
            "is_program": holder.is_program,
            "left": holder.left.value,
            "missed": table.absences.missed[seat],
            "kept_for": holder.kept_for,
            "vacation": _vacation(table, seat),
            "vacation_days_left": table.clocks.vacation_days_left(seat),
            "night": _night(table, seat) if seat == viewer else None,
            "hints": table.help.n_hints(seat),
            "guided": table.help.is_guided(seat),
        }
        for seat, holder in enumerate(table.seats)
    ]
    return {
        "game_id": table.game_id,
        "version": table.version,
        "status": table.status.value,
        "rules": table.rules,
        "commitment": table.commitment.hex(),
        "chain": table.chain.hex(),
        "seed": table.revealed.hex(),
        "rematch": table.rematch,
        "viewer": viewer,
        "seats": seats,
        "time_left": _numbers(table.clocks.left),
        "deadline_at": table.clocks.deadline(),
        "take_over_at": table.take_over_at(),
        "host": host_of(table),
        "listed": table.listed,
        "votes": _votes(table),
        "agreed": _numbers(sorted(table.absences.agreed)),
        "result": msgspec.to_builtins(result_of(table)),
        "hold_until": table.server_resumes_at(),
        "offers": offers,
        "warnings": msgspec.to_builtins(advice.warnings),
        "fuel": msgspec.to_builtins(advice.fuel),
        "power": msgspec.to_builtins(advice.power),
        "undo": _undo(table, viewer),
    }


def _numbers(values: Iterable[int]) -> list[Json]:
    return list(values)


def _votes(table: Table) -> list[Json]:
    """Return open votes and agreed waits; votes are public."""
    departures = table.absences
    found: list[Json] = []
    for about in sorted({*departures.votes, *departures.wait_until}):
        votes = departures.votes.get(about, {})
        seats: dict[str, Json] = {
            request.value: [seat for seat in sorted(votes) if votes[seat] is request]
            for request in LeaveRequest
        }
        found.append({"about": about, **seats, "wait_until": departures.wait_until.get(about, 0)})
    return found


def _undo(table: Table, viewer: int) -> Json:
    """Return the order that the viewer would undo; None if there is none."""
    order = table.undo.last_of(viewer)
    is_running = table.status is Status.RUNNING and table.absences.ending is None
    if order is None or not is_running or table.seats[viewer].bot:
        return None
    return taken_order(table, order.version, order.lines)


def taken_order(table: Table, version: int, lines: Sequence[str]) -> dict[str, Json]:
    """Describe an order by its actions, in the format of an order."""
    actions: list[Json] = []
    for line in lines:
        values = table.notation.to_values(table.notation.parse(line))
        actions.append({name: _plain(value) for name, value in values.items() if name != "seat"})
    return {"version": version, "actions": actions}


def _plain(value: object) -> Json:
    assert isinstance(value, str | int)
    return value


def _name(table: Table, seat: int) -> str:
    """Return the name at a seat; empty for an unnamed one of an imported game."""
    name = table.seats[seat].name
    return "" if table.is_imported and name == unknown_name(seat) else name


def _vacation(table: Table, seat: int) -> Json:
    """Return the last vacation, past or planned; public, because it explains a paused clock."""
    last = table.clocks.vacation(seat)
    return None if last is None else {"starts_at": last.starts_at, "ends_at": last.ends_at}


def _night(table: Table, seat: int) -> Json:
    """Return the nightly clock pause; private, because it hints at the player's time zone."""
    night = table.clocks.nights[seat]
    if night is None:
        return None
    return {"start": night.start, "end": night.end, "utc_offset": night.utc_offset}


def result_of(table: Table) -> TableResult | None:
    """Return how the table ended; None before."""
    ending = table.absences.ending
    resigned = {seat for seat, each in enumerate(table.seats) if each.left is Left.RESIGNED}
    if ending is None and not table.game.is_over(table.state):
        return None
    if ending is Ending.ABANDONED:
        places = [0] * table.spec.seats
    elif ending is Ending.RESIGNED:
        places = [table.spec.seats if seat in resigned else 1 for seat in range(table.spec.seats)]
    else:
        places = _without(table.state.ranking, resigned)
    seats = [SeatResult(place, _how(table, seat)) for seat, place in enumerate(places)]
    return TableResult("played" if ending is None else ending.value, seats)


def _without(ranking: list[int], resigned: set[int]) -> list[int]:
    """Return the ranking with resigned seats moved to the last places."""
    stayed = [place for seat, place in enumerate(ranking) if seat not in resigned]
    return [
        len(ranking) if seat in resigned else 1 + sum(other < place for other in stayed)
        for seat, place in enumerate(ranking)
    ]


def _how(table: Table, seat: int) -> Literal["played", "left", "resigned"]:
    left = table.seats[seat].left
    if left is Left.RESIGNED:
        return "resigned"
    return "played" if left is Left.NOT else "left"

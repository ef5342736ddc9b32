"""Commands of players, bots and clocks, decided on the current table.

Each function returns the log entry, the seat and the new lines, or raises RefusedCommand or the
engine's IllegalAction. It changes the game on the table in place; the caller appends the entry,
and discards the table if that fails.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from gridwright.bots.contract import Bot
from gridwright.bots.registry import BOTS, PLAYERS
from gridwright.bots.seated_bot import SeatedBot
from gridwright.engine.errors import IllegalAction
from gridwright.engine.notation import NotationError
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.fair.commit import commitment
from gridwright.fair.derive import MAX_CONTRIBUTION, Keys, verify_contribution
from gridwright.protocol.refusals import Code, Refused
from gridwright.table.action_lists import RefusedInList, rehearse
from gridwright.table.bid_limits import BidLimit, answer
from gridwright.table.clock_entries import NightSet, Paused, Resumed, VacationEnded, VacationTaken
from gridwright.table.clock_pauses import (
    LEAST_OFFSET,
    MAX_OFFSET_MINUTES,
    MINUTES_PER_DAY,
    MS_PER_DAY,
    MS_PER_MINUTE,
    Night,
)
from gridwright.table.entries import Entry, Status
from gridwright.table.log_entries import (
    Acted,
    Began,
    Dealt,
    GotReady,
    HandedOver,
    LimitLeft,
    LimitSpent,
    Opened,
    RematchCalled,
    Revealed,
    SatDown,
    SeatClaimed,
    SeatKept,
    StoodUp,
    Undone,
    UndoWindowEnded,
    to_entry,
)
from gridwright.table.seats import Left
from gridwright.table.state import LogEntry
from gridwright.table.table import Table
from gridwright.table.terms import Terms, TimeOut, TurnClock
from gridwright.table.undo import Barrier


class RefusedCommand(Refused):
    """The table cannot accept the command now; the code says why."""

    def __init__(self, code: Code, problem: str) -> None:
        super().__init__(problem, code)


class BotFault(msgspec.Struct, frozen=True):
    """An exception of a bot in whose place the simplest bot took the turn."""

    bot: str
    error: Exception


class Decision(msgspec.Struct, frozen=True):
    """Result of a command: the entry to append, and the events of the game."""

    log_entry: LogEntry
    seat: int | None
    lines: tuple[str, ...]
    events: tuple[Event, ...]
    fault: BotFault | None = None
    """For the operator's log; not stored."""


Decide = Callable[[Table], Decision]
"""A command: validates against the current table and returns the entry."""


def plain(log_entry: LogEntry, seat: int | None) -> Decision:
    """Return a decision that does not change the game."""
    return Decision(log_entry, seat, (), ())


def require(holds: bool, code: Code, problem: str) -> None:
    """Raise RefusedCommand unless the condition holds."""
    if not holds:
        raise RefusedCommand(code, problem)


def verify_seat(table: Table, seat: int) -> None:
    """Raise RefusedCommand unless the table has such a seat."""
    n_seats = table.spec.seats
    require(0 <= seat < n_seats, "no_such_seat", f"expected a seat from 0 to {n_seats - 1}")


def apply_decision(table: Table, decision: Decision, command_id: str, at: int) -> Entry:
    """Apply a decision to the table on which it was made; return its entry for the log."""
    entry = to_entry(
        decision.log_entry, command_id, at, decision.seat, decision.lines, table.chain.hex()
    )
    table.apply_entry(decision.log_entry, entry)
    return entry


REFUSALS: Final = (RefusedCommand, IllegalAction, RefusedInList, NotationError)
"""Errors that a command raises before it changes the table."""
SPARE_BOT: Final = "l0"
"""Bot that takes the turn of one that raised an exception."""
MAX_NAME: Final = 32
MAX_AHEAD_MS: Final = 90 * MS_PER_DAY
"""Longest time from now to the start of a vacation."""
MAX_PAUSE_CHANGES: Final = 100
"""Maximum number of nights and vacations that a person may choose in a game.

Each adds an entry and causes version conflicts for the orders of others; the limit prevents abuse.
"""

_TOO_LATE: Final[Mapping[Barrier, tuple[Code, str]]] = {
    Barrier.NOTHING: ("no_order", "nothing was done that could be taken back"),
    Barrier.ACTED: ("acted_since", "another person has acted since"),
    Barrier.SHOWN: ("shown_since", "something hidden was shown since"),
}


# Before the game


def open_table(table: Table, terms: Terms) -> Decision:
    """Commit to the table's seed and set its terms: the first entry of a log."""
    promise = commitment(table.game_id, table.rules, table.seed).hex()
    return plain(Opened(promise, terms), None)


def sit_down(
    table: Table,
    seat: int,
    name: str,
    bot: str = "",
    now: int = 0,
    kept_of: int = -1,
    person: str = "",
    is_program: bool = False,
) -> Decision:
    """Take a free seat for a person or a bot; a reserved seat only if the caller has priority.

    ``kept_of`` is the caller's seat at the previous table. A person with an account takes one seat
    only.
    """
    verify_seat(table, seat)
    # A crash between the table's row and its first entry leaves a table without a commitment.
    require(bool(table.commitment), "not_opened", "the table was never opened")
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    holder = table.seats[seat]
    require(not holder.is_taken, "seat_taken", f"seat {seat} is taken")
    is_own = bool(holder.kept_for) and holder.kept_of == kept_of
    is_kept = bool(holder.kept_for) and now < holder.kept_until
    require(is_own or not is_kept, "seat_kept", f"seat {seat} is kept for {holder.kept_for}")
    name = " ".join(name.split())
    require(0 < len(name) <= MAX_NAME, "bad_name", f"expected 1 to {MAX_NAME} characters")
    require(name.isprintable(), "bad_name", "expected printable characters")
    require(not bot or bot in BOTS, "no_such_bot", f"expected one of {', '.join(BOTS)}")
    if person:
        _require_unseated(table, person)
    return plain(SatDown(name, bot, person, is_own, is_program), seat)


def claim_seat(table: Table, seat: int, person: str) -> Decision:
    """Transfer a guest's seat to a person with an account."""
    verify_seat(table, seat)
    holder = table.seats[seat]
    require(holder.is_person, "not_a_person", "no person sits there")
    require(not holder.person, "seat_claimed", "the seat is that of an account already")
    _require_unseated(table, person)
    return plain(SeatClaimed(person), seat)


def _require_unseated(table: Table, person: str) -> None:
    # Orders name no seat, so with two seats of one account they would be ambiguous.
    is_free = table.seat_of(person) is None
    require(is_free, "already_seated", "expected one seat for each account")


def keep_seat(table: Table, seat: int, name: str, of_seat: int, until: int) -> Decision:
    """Reserve a free seat for a player of the previous table."""
    verify_seat(table, seat)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(not table.seats[seat].is_taken, "seat_taken", f"seat {seat} is taken")
    return plain(SeatKept(name, of_seat, until), seat)


def stand_up(table: Table, seat: int) -> Decision:
    """Leave a seat before the game begins."""
    verify_seat(table, seat)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(table.seats[seat].is_taken, "seat_free", f"seat {seat} is free")
    return plain(StoodUp(), seat)


def get_ready(table: Table, seat: int, contribution: bytes = b"") -> Decision:
    """Mark a person as ready, and add random bytes to the deal."""
    verify_seat(table, seat)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    holder = table.seats[seat]
    require(holder.is_person, "seat_free", f"no person sits on seat {seat}")
    require(not holder.is_ready, "already_ready", "one contribution is enough")
    if contribution:
        try:
            verify_contribution(seat, contribution[: MAX_CONTRIBUTION + 1], table.spec.seats)
        except ValueError as error:
            raise RefusedCommand("bad_contribution", str(error)) from error
    return plain(GotReady(contribution.hex()), seat)


def begin(table: Table) -> Decision:
    """Deal; raise RefusedCommand unless every seat is taken and ready."""
    require(table.can_begin(), "not_ready", "expected every seat to be taken and ready")
    n_before = len(table.lines)
    events = [*table.set_up(), *table.deal()]
    return Decision(Began(), None, tuple(table.lines[n_before:]), tuple(events))


# The game


def act(
    table: Table, seat: int, action: Action, by_bot: str = "", by_limit: bool = False
) -> Decision:
    """Apply a seat's action. Chance outcomes are dealt once it cannot be undone."""
    _require_play(table, seat, [action], by_bot)
    n_before = len(table.lines)
    events = table.play(action)
    if by_bot or by_limit or not table.undo_window_ms:
        events += table.deal()
    return Decision(Acted(by_bot, by_limit), seat, tuple(table.lines[n_before:]), tuple(events))


def deal(table: Table) -> Decision:
    """Deal the chance outcomes of an order after its undo window."""
    require(table.is_deal_due(), "no_deal_due", "chance owes nothing")
    n_before = len(table.lines)
    events = table.deal()
    return Decision(Dealt(), None, tuple(table.lines[n_before:]), tuple(events))


def undo(table: Table, seat: int) -> Decision:
    """Undo the last order of a seat and the bots' moves since."""
    verify_seat(table, seat)
    require(table.status is not Status.GATHERING, "not_begun", "the game has not begun")
    require(table.status is not Status.PAUSED, "paused", "the game is paused")
    is_ended = table.absences.ending is not None
    require(table.status is Status.RUNNING and not is_ended, "game_over", "the game is over")
    require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat")
    order = table.undo.last_of(seat)
    if order is None:
        raise RefusedCommand(*_TOO_LATE[table.undo.barrier_of(seat)])
    return plain(Undone(order.version, order.lines), seat)


def end_undo_window(table: Table, seat: int) -> Decision:
    """End the undo window of the seat's last order; bots and chance continue immediately."""
    verify_seat(table, seat)
    is_open = table.server_resumes_at() is not None and table.undo.last_of(seat) is not None
    require(is_open, "no_order", "no undo window of this seat is open")
    return plain(UndoWindowEnded(), seat)


def act_all(table: Table, seat: int, actions: Sequence[Action]) -> Decision:
    """Apply several actions of a seat as one command, or none of them."""
    if len(actions) == 1:
        return act(table, seat, actions[0])
    _require_play(table, seat, actions)
    actions = rehearse(table.game, table.state, actions)
    n_before = len(table.lines)
    events: list[Event] = []
    try:
        for action in actions[:-1]:
            events += table.play(action)
            events += table.deal()
        last = act(table, seat, actions[-1])
    except IllegalAction as illegal:
        # The table has changed: this is no refusal, and the caller discards the table.
        raise RuntimeError(f"expected a list as it was rehearsed: {illegal}") from illegal
    lines = tuple(table.lines[n_before:])
    return Decision(last.log_entry, seat, lines, (*events, *last.events))


def _require_play(table: Table, seat: int, actions: Sequence[Action], by_bot: str = "") -> None:
    verify_seat(table, seat)
    require(table.status is not Status.GATHERING, "not_begun", "the game has not begun")
    require(table.status is not Status.PAUSED, "paused", "the game is paused")
    require(table.absences.ending is None, "game_over", "the game is over")
    # The seat comes from the ticket or session and never from the message (k12.3).
    is_own = all(action.seat == seat for action in actions)
    require(is_own, "other_seat", "expected an action of the own seat")
    require(bool(by_bot) or not table.seats[seat].bot, "bot_plays", "a bot plays this seat")
    require(not table.is_deal_due(), "held", "a card is about to be turned up")


def bot_stream(table: Table, seat: int, version: int) -> Keys:
    """Return the random stream of a bot at a version of the table."""
    return Keys(bot_key(table, seat, version))


def bot_key(table: Table, seat: int, version: int) -> bytes:
    """Return the key of that stream; it reveals nothing about the cards or other bots."""
    return table.keys().key(f"bot/{seat}/{version}")


def act_for_bot(table: Table, bots: Mapping[str, Bot] = PLAYERS, instead: str = "") -> Decision:
    """Play the turn of the acting seat's bot, or of the bot `instead`."""
    seat = table.actor()
    if seat is None or not table.seats[seat].bot:
        raise RefusedCommand("no_bots_turn", "no bot is to act")
    name = instead or table.seats[seat].bot
    player = instead or table.player_at(seat)
    stream = bot_stream(table, seat, table.version)
    try:
        chosen = SeatedBot(bots[player], table.game, seat, stream).act(table.state)
    except Exception as error:
        # An exception in a bot must not block the table: the simplest bot takes this turn.
        spare = SeatedBot(bots[SPARE_BOT], table.game, seat, stream).act(table.state)
        return replace(act(table, seat, spare, SPARE_BOT), fault=BotFault(player, error))
    return act(table, seat, chosen, name)


def leave_limit(table: Table, seat: int, box: bytes, plant: str) -> Decision:
    """Store a sealed bid limit, replacing an earlier one; without a plant it is for the round.

    An empty box only removes the earlier one.
    """
    verify_seat(table, seat)
    require(table.status is Status.RUNNING, "not_running", "the game is not running")
    require(not table.is_over(), "game_over", "the game is over")
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    phase = table.game.phases[table.state.phase].NAME
    require(phase == AuctionPhase.NAME, "no_auction", "there is no auction to bid in")
    return plain(LimitLeft(box.hex(), not plant, plant), seat)


def act_by_limit(table: Table, limit: BidLimit) -> Decision:
    """Act by the limit of the acting seat; if it does not apply, the person must decide."""
    seat = table.actor()
    if seat is None or not table.is_limit_due(seat):
        raise RefusedCommand("no_limit_due", "no limit has to answer")
    phase = table.game.phases[table.state.phase]
    action = answer(phase, table.state, table.notation, seat, limit)
    if action is None:
        return plain(LimitSpent(), seat)
    return act(table, seat, action, by_limit=True)


def hand_over(table: Table, seat: int, bot: str) -> Decision:
    """Hand a person's seat to a bot, at the person's request."""
    verify_seat(table, seat)
    require(table.status is Status.RUNNING, "not_running", "the game is not running")
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat already")
    require(bot in BOTS, "no_such_bot", f"expected one of {', '.join(BOTS)}")
    return plain(HandedOver(bot), seat)


def come_back(table: Table, seat: int) -> Decision:
    """Take the seat back from its bot, or resume a paused game."""
    verify_seat(table, seat)
    holder = table.seats[seat]
    require(holder.is_person, "not_a_person", "the seat is a bot's")
    require(holder.left is not Left.RESIGNED, "resigned", "a resigned seat cannot come back")
    if table.status is Status.PAUSED and not holder.bot:
        return plain(Resumed(), seat)
    running = table.status in (Status.RUNNING, Status.PAUSED) and not table.is_over()
    require(running, "not_running", "the game is not running")
    is_away = bool(holder.bot) or seat in table.absences.votes
    require(is_away, "not_away", "no bot plays this seat and no vote is open about it")
    return plain(HandedOver(), seat)


def time_out(table: Table) -> Decision:
    """Pause the game or hand the seat to a bot, because the time of the acting seat is up."""
    seat = table.actor()
    if seat is None or table.seats[seat].bot:
        raise RefusedCommand("no_clock_runs", "no clock runs")
    if table.terms.time_out is TimeOut.PAUSE:
        return plain(Paused(), seat)
    return plain(HandedOver(table.terms.stand_in, True), seat)


# Clock pauses


def _rest_clock(table: Table, seat: int, is_change: bool = True) -> TurnClock:
    """Return the turn clock, or raise RefusedCommand unless the person may pause it."""
    verify_seat(table, seat)
    over = table.status is Status.FINISHED or table.is_over()
    require(not over, "game_over", "the game is over")
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    clock = table.terms.clock
    if not isinstance(clock, TurnClock):
        raise RefusedCommand("no_turn_clock", "this table is not played by turn")
    few = not is_change or table.clocks.n_rests[seat] < MAX_PAUSE_CHANGES
    require(few, "too_many_rests", f"expected at most {MAX_PAUSE_CHANGES} changes in a game")
    return clock


def set_night(table: Table, seat: int, night: Night) -> Decision:
    """Set a person's night, during which the seat's clock stops; equal minutes remove it."""
    clock = _rest_clock(table, seat)
    for minute in (night.start, night.end):
        require(0 <= minute < MINUTES_PER_DAY, "bad_night", "expected minutes from 0 to 1439")
    known = LEAST_OFFSET <= night.utc_offset <= MAX_OFFSET_MINUTES
    require(known, "bad_night", f"expected an offset from {LEAST_OFFSET} to {MAX_OFFSET_MINUTES}")
    most = clock.most_sleep // MS_PER_MINUTE
    fits = night.length <= clock.most_sleep
    require(fits, "night_too_long", f"at this table a night has at most {most} minutes")
    require((table.clocks.nights[seat] or Night(0, 0)) != night, "same_night", "it is so already")
    return plain(NightSet(night.start, night.end, night.utc_offset), seat)


def take_vacation(table: Table, seat: int, days: int, now: int, starts_at: int = 0) -> Decision:
    """Take whole days off, now or later; the seat's clock stops meanwhile."""
    _rest_clock(table, seat)
    require(table.status is not Status.GATHERING, "not_begun", "the game has not begun")
    left = table.clocks.vacation_days_left(seat)
    require(1 <= days <= left, "no_days_left", f"expected 1 to {left} days, got {days}")
    require(starts_at - now <= MAX_AHEAD_MS, "too_far_ahead", "expected at most 90 days ahead")
    last = table.clocks.vacation(seat)
    require(last is None or last.ends_at <= now, "on_vacation", "one vacation at a time")
    return plain(VacationTaken(days, max(now, starts_at)), seat)


def end_vacation(table: Table, seat: int, now: int) -> Decision:
    """End a running vacation early or cancel a planned one."""
    _rest_clock(table, seat, is_change=False)
    last = table.clocks.vacation(seat)
    require(last is not None and now < last.ends_at, "not_on_vacation", "no vacation is left")
    return plain(VacationEnded(), seat)


# The end


def reveal(table: Table) -> Decision:
    """Reveal the seed of a finished game."""
    over = table.status in (Status.RUNNING, Status.PAUSED) and table.is_over()
    require(over, "not_over", "the game is not over")
    return plain(Revealed(table.seed.hex()), None)


def call_rematch(table: Table, seat: int, game_id: str) -> Decision:
    """Record the table of the rematch; raise RefusedCommand if there is one already."""
    verify_seat(table, seat)
    is_over = table.status in (Status.FINISHED, Status.ABANDONED)
    require(is_over, "not_over", "the game is not over")
    require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    require(not table.rematch, "rematch_called", "there is a rematch already")
    return plain(RematchCalled(game_id), seat)

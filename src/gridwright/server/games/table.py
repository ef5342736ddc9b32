"""One table, folded from its log. Folding is deterministic: same log, same table."""

import json
from typing import Final

from msgspec.structs import replace

from gridwright.bots.characters import name_bots
from gridwright.content.table import TableSpec, load_game
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.fair.chain import first_digest, next_digest
from gridwright.fair.commit import opens
from gridwright.fair.dealer import Dealer, DealerError, dealer_from
from gridwright.fair.derive import Keys, derive_keys
from gridwright.server.games.absence_log import AbsenceLog, Ending
from gridwright.server.games.bid_limits import LeftBids
from gridwright.server.games.clock_pauses import Night
from gridwright.server.games.clocks import Clocks
from gridwright.server.games.leaving_entries import LeavingEntry
from gridwright.server.games.log_entries import (
    Acted,
    Began,
    Dealt,
    GotReady,
    Guided,
    HandedOver,
    Hinted,
    Imported,
    LimitLeft,
    LimitSpent,
    LogEntry,
    NightSet,
    Opened,
    Paused,
    RematchCalled,
    Resumed,
    Revealed,
    SatDown,
    SeatClaimed,
    SeatKept,
    StoodUp,
    TableChanged,
    Undone,
    UndoWindowEnded,
    VacationEnded,
    VacationTaken,
    chain_entry,
    log_entry_of,
    previous_of,
)
from gridwright.server.games.seats import FREE, SeatHolder
from gridwright.server.games.terms import LONGEST_WAIT, NoClock, Terms
from gridwright.server.games.undo import (
    PASSING_WORDS,
    Before,
    UndoableOrder,
    UndoStack,
    shows_hidden,
    undo_window_of,
)
from gridwright.server.storage.entries import Entry, LoggedEntry
from gridwright.server.storage.games import GameRecord, Status


class HintsUsed:
    """Marks of help that people used; an undo of the next order does not remove them."""

    def __init__(self) -> None:
        self._asked: Final[dict[int, set[str]]] = {}
        self._guided: Final[set[int]] = set()

    def note(self, seat: int, help_: Hinted | Guided) -> None:
        """Record that a seat was helped."""
        if isinstance(help_, Guided):
            self._guided.add(seat)
        else:
            self._asked.setdefault(seat, set()).add(help_.position)

    def knows(self, seat: int, help_: Hinted | Guided) -> bool:
        """Return True if this help is marked already."""
        if isinstance(help_, Guided):
            return seat in self._guided
        return help_.position in self._asked.get(seat, ())

    def n_hints(self, seat: int) -> int:
        """Return the number of hints that a seat has requested."""
        return len(self._asked.get(seat, ()))

    def is_guided(self, seat: int) -> bool:
        """Return True if the guide leads a seat through this game."""
        return seat in self._guided


UNKNOWN_NAME: Final = "Seat"
"""Name of the players of an imported game; a transcript has no names."""


class BrokenLog(Exception):
    """The log contradicts the rules or the seed; the operator must check the database."""

    def __init__(self, game_id: str, version: int, problem: str) -> None:
        super().__init__(f"game {game_id} at version {version}: {problem}")
        self.game_id: Final = game_id
        self.version: Final = version


class Table:
    """The table after a version of its log.

    With the seed it can deal, and verifies that the log contains what the seed deals. Without it,
    as for spectators, it trusts the log.
    """

    def __init__(self, record: GameRecord, seed: bytes | None) -> None:
        self.game_id: Final = record.game_id
        self.rules = record.rules
        self.spec = TableSpec.from_json(json.loads(record.spec))
        self.game = load_game(self.spec, self.rules)
        self.notation = Notation(self.game.rules)
        self.history = History(self.game)
        self.listed = record.listed
        self.version = 0
        self.chain = first_digest(self.game_id)
        """Digest of the public part of the log so far."""
        self.status = Status.GATHERING
        self.commitment = b""
        self.terms = Terms()
        self.seats: Final[list[SeatHolder]] = [FREE] * self.spec.seats
        self.absences = AbsenceLog(self.seats)
        self.contributions: Final[dict[int, bytes]] = {}
        self.lines: Final[list[str]] = []
        """Every action and outcome so far that was not undone."""
        self.left_bids: Final = LeftBids()
        self.revealed = b""
        """The seed once it is revealed."""
        self.origin = record.game_id
        """Id under which the game was dealt; an imported game was dealt under another id."""
        self.rematch = ""
        """Id of the table of the rematch; empty until one is requested."""
        self.clocks = Clocks(self.terms.clock, self.spec.seats)
        self.undo: Final = UndoStack()
        self.help: Final = HintsUsed()
        self.undo_window_ends_at = 0
        """End of the undo window: the server does not act before it."""
        self._seed: Final = seed
        self._dealer: Dealer | None = None
        self._before: Before | None = None
        """The game before the entry that is being applied."""

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def seed(self) -> bytes:
        """The secret seed, to deal and to reveal. Raises BrokenLog if the table has none."""
        if self._seed is None:
            raise BrokenLog(self.game_id, self.version, "expected a table with its seed")
        return self._seed

    def keys(self) -> Keys:
        """The keys of dealing and of the bots."""
        return derive_keys(self.seed, self.origin, self.contributions)

    @property
    def is_imported(self) -> bool:
        """True if the game was played elsewhere and imported as a transcript."""
        return self.origin != self.game_id

    def actor(self) -> int | None:
        """Return the seat that must act; None unless the game runs, and while cards are undealt."""
        is_running = self.status is Status.RUNNING and not self.is_over()
        return self.state.actor if is_running and self.state.actor != CHANCE else None

    def is_deal_due(self) -> bool:
        """True after an order whose chance outcomes are not in the log yet."""
        is_running = self.status is Status.RUNNING and not self.is_over()
        return is_running and self.state.actor == CHANCE

    @property
    def undo_window_ms(self) -> int:
        """Undo window after a person's order, in milliseconds."""
        return undo_window_of(self.terms, self.seats)

    def server_resumes_at(self) -> int | None:
        """End of the undo window if it is the server's turn, else None."""
        return (
            self.undo_window_ends_at
            if self.undo_window_ends_at and self._is_servers_turn()
            else None
        )

    def is_over(self) -> bool:
        """Return True if the game ended by its rules or by its players."""
        return self.absences.ending is not None or self.game.is_over(self.state)

    def waiting_for(self) -> int | None:
        """Return the seat of the person who must act next, also while the game is paused.

        None for bots and chance.
        """
        if self.status not in (Status.RUNNING, Status.PAUSED) or self.is_over():
            return None
        actor = self.state.actor
        return None if actor == CHANCE or self.seats[actor].bot else actor

    def can_begin(self) -> bool:
        """Return True if every seat is taken and ready."""
        return self.status is Status.GATHERING and all(seat.is_ready for seat in self.seats)

    def seat_of(self, person_id: str) -> int | None:
        """Return the seat of a person with an account, None without one.

        An account has at most one seat.
        """
        for seat, holder in enumerate(self.seats):
            if holder.person == person_id:
                return seat
        return None

    def deadline_at(self, now: int) -> int | None:
        """Return the time of the next wake-up; None without one.

        It is the end of the undo window, a take-over or the end of a clock.
        """
        if self._is_servers_turn():
            return max(now, self.undo_window_ends_at)
        return self.take_over_at() if self.has_no_deadline() else self.clocks.deadline()

    def _is_servers_turn(self) -> bool:
        """Return True if the server acts next: begin, deal, play a bot or a bid limit, or end."""
        actor = self.actor()
        if actor is not None:
            return bool(self.seats[actor].bot) or self.is_limit_due(actor)
        is_over = self.status in (Status.RUNNING, Status.PAUSED) and self.is_over()
        return is_over or self.can_begin() or self.is_deal_due()

    def has_no_deadline(self) -> bool:
        """Return True if no clock runs: the table has none, or the game is paused."""
        return isinstance(self.terms.clock, NoClock) or self.status is Status.PAUSED

    def take_over_at(self) -> int | None:
        """Return the time at which a bot takes over the awaited seat, if no clock runs; or None."""
        seat = self.waiting_for()
        if seat is None or not self.has_no_deadline():
            return None
        waits = LONGEST_WAIT if self.absences.is_alone(seat) else self.terms.take_over
        return self.absences.awaited_since + waits

    def is_limit_due(self, seat: int) -> bool:
        """Return True if the seat must bid and left a limit in advance."""
        is_auction = self.game.phases[self.state.phase].NAME == AuctionPhase.NAME
        return is_auction and self.left_bids.is_due(self.state, seat)

    # Dealing

    def set_up(self) -> list[Event]:
        """Play up to the position that the table begins with. Raises IllegalAction for a bad one.

        Nothing is dealt for these moves, so hidden cards are drawn again.
        """
        events: list[Event] = []
        for line in self.spec.begins:
            events += self.play(self.notation.parse(line))
        return events

    def deal(self) -> list[Event]:
        """Deal the pending chance outcomes; appends them to the lines."""
        events: list[Event] = []
        while self.state.actor == CHANCE:
            events += self.play(self._next_dealt())
        return events

    def _next_dealt(self) -> Action:
        if self._dealer is None:
            keys = self.keys()
            is_given = bool(self.spec.begins)
            self._dealer = (
                dealer_from(self.game, keys, self.state) if is_given else Dealer(self.game, keys)
            )
        return self._dealer.deal(self.state)

    def play(self, action: Action) -> list[Event]:
        """Apply an action and append it to the lines. Raises IllegalAction if it is not legal."""
        if self._before is None and action.seat != CHANCE and not self.seats[action.seat].bot:
            self._before = Before(self.history.keep(), len(self.lines))
        lot = self.state.auction.lot
        events = self.history.play_watched(action)
        self.left_bids.follow(lot, self.state)
        self.lines.append(self.notation.text(action))
        return events

    # Folding

    def fold(self, logged: LoggedEntry) -> list[Event]:
        """Apply the next entry of the log; returns the events of the game."""
        if logged.version != self.version + 1:
            raise BrokenLog(self.game_id, logged.version, f"expected version {self.version + 1}")
        log_entry = log_entry_of(logged.entry)
        previous = previous_of(logged.entry)
        if previous and previous != self.chain.hex():
            raise BrokenLog(self.game_id, logged.version, "an entry before it was changed")
        events = self._fold_lines(logged)
        self.apply_entry(log_entry, logged.entry)
        if self.status is not logged.status:
            problem = f"expected status {self.status}, got {logged.status}"
            raise BrokenLog(self.game_id, logged.version, problem)
        return events

    def _fold_lines(self, logged: LoggedEntry) -> list[Event]:
        events: list[Event] = []
        try:
            for line in logged.entry.lines:
                action = self.notation.parse(line)
                if len(self.lines) < len(self.spec.begins):
                    self._verify_given(logged.version, line)
                elif self._seed is not None and self.state.actor == CHANCE:
                    self._verify_dealt(logged.version, action)
                events += self.play(action)
        except (NotationError, IllegalAction, DealerError) as error:
            raise BrokenLog(self.game_id, logged.version, str(error)) from error
        return events

    def _verify_given(self, version: int, line: str) -> None:
        given = self.spec.begins[len(self.lines)]
        if given != line:
            raise BrokenLog(self.game_id, version, f"expected {given}, got {line}")

    def _verify_dealt(self, version: int, action: Action) -> None:
        dealt = self._next_dealt()
        if dealt != action:
            raise BrokenLog(self.game_id, version, f"expected {dealt}, got {action}")

    def apply_entry(self, log_entry: LogEntry, entry: Entry) -> None:
        """Apply an entry's changes other than its moves, which were played before."""
        self.version += 1
        self.chain = next_digest(self.chain, self.version, chain_entry(log_entry, entry))
        seat = entry.seat
        self._apply_undo(log_entry, entry)
        if isinstance(log_entry, Opened):
            self._apply_terms(log_entry.commitment, log_entry.terms)
        elif isinstance(log_entry, Imported):
            self._apply_import(log_entry)
        elif isinstance(log_entry, TableChanged):
            self._change(log_entry)
        elif isinstance(log_entry, Began | Resumed):
            self.status = Status.RUNNING
            if isinstance(log_entry, Began):
                self.absences.begin(entry.at)
            else:
                self.clocks.resume(self.state.actor)
        elif isinstance(log_entry, Paused):
            self.status = Status.PAUSED
            if seat is not None:
                self.absences.missed[seat] += 1
        elif isinstance(log_entry, Revealed):
            is_abandoned = self.absences.ending is Ending.ABANDONED
            self.status = Status.ABANDONED if is_abandoned else Status.FINISHED
            self.revealed = bytes.fromhex(log_entry.seed)
        elif isinstance(log_entry, RematchCalled):
            self.rematch = log_entry.game_id
        elif seat is not None and isinstance(log_entry, LeavingEntry):
            self.absences.apply_entry(log_entry, seat, entry.at)
        elif seat is not None:
            self._apply_seat(log_entry, seat, entry.at)
        if self.status is Status.PAUSED and not self.is_over() and self.waiting_for() is None:
            # The missing person is no longer waited for.
            self.status = Status.RUNNING
        if entry.lines or isinstance(log_entry, Resumed) or seat == self.state.actor:
            self.absences.awaited_since = entry.at
        if self.is_deal_due():
            self.clocks.wait(entry.at)
        else:
            self.clocks.turn_to(self._timed_actor(), entry.at, self.actor())

    def _apply_undo(self, log_entry: LogEntry, entry: Entry) -> None:
        """Update the undo stack and the undo window after an entry."""
        before, self._before = self._before, None
        if isinstance(log_entry, Undone):
            self._take_back(log_entry, entry)
            return
        if isinstance(log_entry, Acted | Dealt | UndoWindowEnded):
            self.undo_window_ends_at = 0
        if shows_hidden(log_entry, entry):
            self.undo.show()
        elif isinstance(log_entry, Acted) and not log_entry.by_bot:
            seat = entry.seat
            assert seat is not None
            assert before is not None
            mark = self.clocks.mark()
            self.undo.take(UndoableOrder(seat, self.version, entry.lines, before, mark))
            if self.undo_window_ms and self._opens_window(seat, before):
                self.undo_window_ends_at = entry.at + self.undo_window_ms

    def _opens_window(self, seat: int, before: Before) -> bool:
        """Return True if an order has an undo window.

        It is due to turn up a card, or it ended the seat's part in a phase. Choices in an auction
        or draft only pass the turn.
        """
        if self.is_deal_due():
            return True
        words = {line.split(" ", 2)[1] for line in self.lines[before.n_lines :]}
        return self.state.actor != seat and not words & PASSING_WORDS

    def _take_back(self, undone: Undone, entry: Entry) -> None:
        order = None if entry.seat is None else self.undo.last_of(entry.seat)
        if order is None or order.version != undone.since:
            problem = f"expected an order to take back, got version {undone.since}"
            raise BrokenLog(self.game_id, self.version, problem)
        self.undo.drop_last()
        self.history.restore(order.before.kept)
        del self.lines[order.before.n_lines :]
        self.clocks.take_back(order.clocks, entry.at)
        self.undo_window_ends_at = 0

    def _apply_import(self, log_entry: Imported) -> None:
        """Fill each seat with an unnamed person: a transcript has no players."""
        self.origin = log_entry.origin
        for seat in range(self.spec.seats):
            name = f"{UNKNOWN_NAME} {seat + 1}"
            self.seats[seat] = SeatHolder(name, is_person=True, is_ready=True)
        for seat, given in log_entry.contributions:
            self.contributions[seat] = bytes.fromhex(given)
        self._apply_terms(log_entry.commitment, Terms(hold=0))

    def _apply_terms(self, commitment: str, terms: Terms) -> None:
        """Apply the terms agreed before the game. Raises BrokenLog if the seed does not match."""
        self.commitment = bytes.fromhex(commitment)
        self.terms = terms
        self.clocks = Clocks(terms.clock, self.spec.seats)
        if self._seed is not None and not opens(
            self.commitment, self.origin, self.rules, self._seed
        ):
            raise BrokenLog(self.game_id, self.version, "the seed is not the one committed to")

    def _change(self, log_entry: TableChanged) -> None:
        """Change the game of the table. Surplus seats, which were free, are removed."""
        self.rules = log_entry.rules
        self.spec = TableSpec.from_json(log_entry.spec)
        self.game = load_game(self.spec, self.rules)
        self.notation = Notation(self.game.rules)
        self.history = History(self.game)
        self.listed = log_entry.listed
        n_seats = self.spec.seats
        self.seats[:] = [*self.seats, *[FREE] * n_seats][:n_seats]
        for seat, holder in enumerate(self.seats):
            self.seats[seat] = replace(holder, is_ready=not holder.is_person and holder.is_taken)
        self.absences = AbsenceLog(self.seats)
        self.contributions.clear()
        self._apply_terms(log_entry.commitment, log_entry.terms)

    def _name_bots(self) -> None:
        """Name each bot after a character that is at the table once."""
        sitters = [(each.name, "" if each.is_person else each.bot) for each in self.seats]
        for seat, name in enumerate(name_bots(sitters)):
            self.seats[seat] = replace(self.seats[seat], name=name)

    def _apply_seat(self, log_entry: LogEntry, seat: int, at: int) -> None:
        holder = self.seats[seat]
        if isinstance(log_entry, SatDown):
            is_bot = bool(log_entry.bot)
            since = 0 if is_bot else self.version
            kept_of = holder.kept_of if log_entry.was_kept else -1
            self.seats[seat] = SeatHolder(
                log_entry.name,
                log_entry.bot,
                not is_bot,
                is_bot,
                since,
                person=log_entry.person,
                is_program=log_entry.is_program,
                kept_of=kept_of,
            )
            self._name_bots()
        elif isinstance(log_entry, SeatClaimed):
            self.seats[seat] = replace(holder, person=log_entry.person, since=self.version)
        elif isinstance(log_entry, SeatKept):
            self.seats[seat] = SeatHolder(
                kept_for=log_entry.name, kept_of=log_entry.of_seat, kept_until=log_entry.until
            )
        elif isinstance(log_entry, StoodUp):
            self.seats[seat] = FREE
            self.contributions.pop(seat, None)
            self.clocks.forget(seat)
        elif isinstance(log_entry, GotReady):
            self.seats[seat] = replace(holder, is_ready=True)
            if log_entry.contribution:
                self.contributions[seat] = bytes.fromhex(log_entry.contribution)
        elif isinstance(log_entry, HandedOver):
            self.absences.hand_over(seat, log_entry.bot, log_entry.timed_out, at)
            if log_entry.timed_out:
                self.clocks.run_out()
        elif isinstance(log_entry, LimitLeft):
            name = log_entry.plant
            plant = self.notation.cards.index(name) if name else NONE
            box = bytes.fromhex(log_entry.box)
            self.left_bids.leave(seat, box, None if log_entry.is_for_round else plant)
        elif isinstance(log_entry, LimitSpent):
            self.left_bids.take(seat)
        elif isinstance(log_entry, Hinted | Guided):
            self.help.note(seat, log_entry)
        else:
            self._apply_rest(log_entry, seat, at)

    def _apply_rest(self, log_entry: LogEntry, seat: int, at: int) -> None:
        if isinstance(log_entry, NightSet):
            self.clocks.set_night(
                seat, Night(log_entry.start, log_entry.end, log_entry.utc_offset), at
            )
        elif isinstance(log_entry, VacationTaken):
            # Never earlier than the entry: a late order gains no time.
            self.clocks.take_vacation(seat, log_entry.days, max(at, log_entry.starts_at))
        elif isinstance(log_entry, VacationEnded):
            self.clocks.end_vacation(seat, at)
        else:
            assert isinstance(log_entry, Acted | UndoWindowEnded | Undone)
            by_server = isinstance(log_entry, Acted) and (log_entry.by_bot or log_entry.by_limit)
            if not by_server:
                self.absences.act(seat, at)

    def _timed_actor(self) -> int | None:
        """Return the seat whose clock runs: the person who must act."""
        actor = self.actor()
        return None if actor is None or self.seats[actor].bot else actor

"""One table, folded from its log. Whoever folds the same log has the same table."""

import json
from typing import Final

from msgspec.structs import replace

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.fair.commit import opens
from gridwright.fair.dealer import Dealer, DealerError
from gridwright.fair.derive import Keys, derive_keys
from gridwright.server.games.bid_limits import is_asked
from gridwright.server.games.clocks import Clocks
from gridwright.server.games.errors import BrokenLog
from gridwright.server.games.log_entries import (
    Acted,
    Began,
    GotReady,
    HandedOver,
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
    VacationEnded,
    VacationTaken,
    log_entry_of,
)
from gridwright.server.games.rests import Night
from gridwright.server.games.seats import FREE, SeatHolder
from gridwright.server.games.terms import Terms
from gridwright.server.storage.entries import Entry, LoggedEntry
from gridwright.server.storage.games import GameRecord, Status


class Table:
    """The table after some version of its log.

    With the seed it can deal, and checks on the way that the log holds what the seed deals; without
    it, as whoever only looks on, it takes the log's word.
    """

    def __init__(self, record: GameRecord, seed: bytes | None) -> None:
        self.game_id: Final = record.game_id
        self.rules: Final = record.rules
        self.spec: Final = TableSpec.from_json(json.loads(record.spec))
        self.game: Final = build_game(self.spec)
        self.notation: Final = Notation(self.game.rules)
        self.history: Final = History(self.game)
        self.version = 0
        self.status = Status.GATHERING
        self.commitment = b""
        self.terms = Terms()
        self.seats: Final[list[SeatHolder]] = [FREE] * self.spec.seats
        self.contributions: Final[dict[int, bytes]] = {}
        self.lines: Final[list[str]] = []
        """Every action and outcome so far."""
        self.limits: Final[dict[int, bytes]] = {}
        """``limits[seat]``: a bid left in advance, sealed."""
        self.revealed = b""
        """The seed once it is open."""
        self.rematch = ""
        """The table at which the same people play again, once somebody asked for one."""
        self.clocks = Clocks(self.terms.clock, self.spec.seats)
        self._seed: Final = seed
        self._dealer: Dealer | None = None

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def seed(self) -> bytes:
        """The secret, for whoever deals and reveals."""
        if self._seed is None:
            raise BrokenLog(self.game_id, self.version, "expected a table with its seed")
        return self._seed

    def keys(self) -> Keys:
        """The keys of dealing and of the bots."""
        return derive_keys(self.seed, self.game_id, self.contributions)

    def actor(self) -> int | None:
        """The seat that must act; None before the game, after it and while it is paused."""
        if self.status is not Status.RUNNING or self.game.is_over(self.state):
            return None
        return self.state.actor

    def can_begin(self) -> bool:
        """Whether every seat is taken and ready."""
        return self.status is Status.GATHERING and all(seat.is_ready for seat in self.seats)

    def seat_of(self, person_id: str) -> int | None:
        """Where a person with an account sits; nobody with an account has two seats."""
        for seat, holder in enumerate(self.seats):
            if holder.person == person_id:
                return seat
        return None

    def deadline_at(self, now: int) -> int | None:
        """When a worker must look: at once to begin, to reveal or for a bot, else on time-out."""
        is_over = self.status is Status.RUNNING and self.game.is_over(self.state)
        if is_over or self.can_begin():
            return now
        actor = self.actor()
        if actor is None:
            return None
        if self.seats[actor].bot or self.is_limit_due(actor):
            return now
        return self.clocks.deadline()

    def is_limit_due(self, seat: int) -> bool:
        """Whether a seat is asked for a bid and left one in advance."""
        return seat in self.limits and is_asked(self.state, seat)

    # Dealing

    def deal(self) -> list[Event]:
        """Carry out what chance owes now; adds it to the lines."""
        if self._dealer is None:
            self._dealer = Dealer(self.game, self.keys())
        events: list[Event] = []
        while self.state.actor == CHANCE:
            events += self.play(self._dealer.deal(self.state))
        return events

    def play(self, action: Action) -> list[Event]:
        """Carry out an action or IllegalAction; adds it to the lines."""
        events = self.history.play_watched(action)
        self.lines.append(self.notation.text(action))
        return events

    # Folding

    def fold(self, logged: LoggedEntry) -> list[Event]:
        """Bring the table to the version of an entry; returns what happened in the game."""
        if logged.version != self.version + 1:
            raise BrokenLog(self.game_id, logged.version, f"expected version {self.version + 1}")
        log_entry = log_entry_of(logged.entry)
        events = self._fold_lines(logged)
        self.settle(log_entry, logged.entry)
        if self.status is not logged.status:
            problem = f"expected status {self.status}, got {logged.status}"
            raise BrokenLog(self.game_id, logged.version, problem)
        return events

    def _fold_lines(self, logged: LoggedEntry) -> list[Event]:
        events: list[Event] = []
        try:
            for line in logged.entry.lines:
                action = self.notation.parse(line)
                if self._seed is not None and self.state.actor == CHANCE:
                    self._verify_dealt(logged.version, action)
                events += self.play(action)
        except (NotationError, IllegalAction, DealerError) as error:
            raise BrokenLog(self.game_id, logged.version, str(error)) from error
        return events

    def _verify_dealt(self, version: int, action: Action) -> None:
        if self._dealer is None:
            self._dealer = Dealer(self.game, self.keys())
        dealt = self._dealer.deal(self.state)
        if dealt != action:
            raise BrokenLog(self.game_id, version, f"expected {dealt}, got {action}")

    def settle(self, log_entry: LogEntry, entry: Entry) -> None:
        """What an entry changes besides the game; its lines were carried out before."""
        self.version += 1
        seat = entry.seat
        if isinstance(log_entry, Opened):
            self.commitment = bytes.fromhex(log_entry.commitment)
            self.terms = log_entry.terms
            self.clocks = Clocks(log_entry.terms.clock, self.spec.seats)
            if self._seed is not None and not opens(
                self.commitment, self.game_id, self.rules, self._seed
            ):
                raise BrokenLog(self.game_id, self.version, "the seed is not the one committed to")
        elif isinstance(log_entry, Began | Resumed):
            self.status = Status.RUNNING
        elif isinstance(log_entry, Paused):
            self.status = Status.PAUSED
        elif isinstance(log_entry, Revealed):
            self.status = Status.FINISHED
            self.revealed = bytes.fromhex(log_entry.seed)
        elif isinstance(log_entry, RematchCalled):
            self.rematch = log_entry.game_id
        elif seat is not None:
            self._settle_seat(log_entry, seat, entry.at)
        self.clocks.turn_to(self._timed_actor(), entry.at)

    def _settle_seat(self, log_entry: LogEntry, seat: int, at: int) -> None:
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
                kept_of=kept_of,
            )
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
            self.seats[seat] = replace(holder, bot=log_entry.bot)
        elif isinstance(log_entry, LimitLeft):
            self.limits[seat] = bytes.fromhex(log_entry.box)
        elif isinstance(log_entry, LimitSpent):
            del self.limits[seat]
        else:
            self._settle_rest(log_entry, seat, at)

    def _settle_rest(self, log_entry: LogEntry, seat: int, at: int) -> None:
        if isinstance(log_entry, NightSet):
            self.clocks.set_night(
                seat, Night(log_entry.start, log_entry.end, log_entry.utc_offset), at
            )
        elif isinstance(log_entry, VacationTaken):
            # Never from before the entry: what took its time on the way gains nothing.
            self.clocks.take_vacation(seat, log_entry.days, max(at, log_entry.starts_at))
        elif isinstance(log_entry, VacationEnded):
            self.clocks.end_vacation(seat, at)
        else:
            assert isinstance(log_entry, Acted)

    def _timed_actor(self) -> int | None:
        """The seat whose clock runs: a person's who must act."""
        actor = self.actor()
        return None if actor is None or self.seats[actor].bot else actor

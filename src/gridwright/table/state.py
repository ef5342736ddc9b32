"""State of a table, and the base classes of the log entries that change it."""

import json
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from gridwright.bots.characters import name_bots
from gridwright.bots.registry import player_at
from gridwright.content.table import TableSpec, load_game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import CHANCE_WORD, Notation
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.fair.chain import first_digest
from gridwright.fair.commit import opens
from gridwright.fair.dealer import Dealer, dealer_from
from gridwright.fair.derive import Keys, derive_keys
from gridwright.table.absence_log import AbsenceLog
from gridwright.table.bid_limits import LeftBids
from gridwright.table.clocks import Clocks
from gridwright.table.entries import Entry, Status
from gridwright.table.seats import FREE, SeatHolder
from gridwright.table.terms import LONGEST_WAIT, NoClock, Terms
from gridwright.table.undo import PASSING_WORDS, Before, UndoableOrder, UndoStack, undo_window_of


class HintsUsed:
    """Marks of help that people used; an undo of the next order does not remove them."""

    def __init__(self) -> None:
        self.hints: Final[dict[int, set[str]]] = {}
        """``hints[seat]``: digests of the positions in which the seat requested a hint."""
        self.guided: Final[set[int]] = set()
        """Seats that the guide leads through this game."""

    def n_hints(self, seat: int) -> int:
        """Return the number of hints that a seat has requested."""
        return len(self.hints.get(seat, ()))

    def is_guided(self, seat: int) -> bool:
        """Return True if the guide leads a seat through this game."""
        return seat in self.guided


class BrokenLog(Exception):
    """The log contradicts the rules or the seed; the operator must check the database."""

    def __init__(self, game_id: str, version: int, problem: str) -> None:
        super().__init__(f"game {game_id} at version {version}: {problem}")
        self.game_id: Final = game_id
        self.version: Final = version


class GameHeader(Protocol):
    """The table as it was created; its log contains the rest."""

    @property
    def game_id(self) -> str: ...
    @property
    def rules(self) -> str:
        """Identity of the rules of the whole game, in hexadecimal digits."""

    @property
    def spec(self) -> str:
        """The table as JSON text."""

    @property
    def listed(self) -> bool:
        """True if the lobby lists it."""


class TableState:
    """The table after a version of its log; `Table` folds it.

    With the seed it can deal, and verifies that the log contains what the seed deals. Without it,
    as for spectators, it trusts the log.
    """

    def __init__(self, header: GameHeader, seed: bytes | None) -> None:
        self.game_id: Final = header.game_id
        self.rules = header.rules
        self.spec = TableSpec.from_json(json.loads(header.spec))
        self.game = load_game(self.spec, self.rules)
        self.notation = Notation(self.game.rules)
        self.history = History(self.game)
        self.listed = header.listed
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
        self.origin = header.game_id
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

    # Changes by log entries

    def agree(self, commitment: str, terms: Terms) -> None:
        """Set the terms agreed before the game. Raises BrokenLog if the seed does not match."""
        self.commitment = bytes.fromhex(commitment)
        self.terms = terms
        self.clocks = Clocks(terms.clock, self.spec.seats)
        if self._seed is not None and not opens(
            self.commitment, self.origin, self.rules, self._seed
        ):
            raise BrokenLog(self.game_id, self.version, "the seed is not the one committed to")

    def change_game(self, spec: TableSpec) -> None:
        """Change the game before it begins. Surplus seats, which were free, are removed."""
        self.spec = spec
        self.game = load_game(self.spec, self.rules)
        self.notation = Notation(self.game.rules)
        self.history = History(self.game)
        n_seats = self.spec.seats
        self.seats[:] = [*self.seats, *[FREE] * n_seats][:n_seats]
        for seat, holder in enumerate(self.seats):
            self.seats[seat] = replace(holder, is_ready=not holder.is_person and holder.is_taken)
        self.absences = AbsenceLog(self.seats)
        self.contributions.clear()

    def player_at(self, seat: int) -> str:
        """Return the name of the bot that plays a seat: a character, or a level."""
        holder = self.seats[seat]
        return player_at(holder.bot, "" if holder.is_person else holder.name)

    def name_bots(self) -> None:
        """Name each bot after a character that is at the table once."""
        sitters = [(each.name, "" if each.is_person else each.bot) for each in self.seats]
        for seat, name in enumerate(name_bots(sitters)):
            self.seats[seat] = replace(self.seats[seat], name=name)

    def push_order(self, seat: int, lines: tuple[str, ...], at: int) -> None:
        """Push a person's order, just played, on the undo stack and open its undo window."""
        before = self._before
        assert before is not None
        mark = self.clocks.mark()
        self.undo.take(UndoableOrder(seat, self.version, lines, before, mark))
        if self.undo_window_ms and self._opens_window(seat, before):
            self.undo_window_ends_at = at + self.undo_window_ms

    def _opens_window(self, seat: int, before: Before) -> bool:
        """Return True if an order has an undo window.

        It is due to turn up a card, or it ended the seat's part in a phase. Choices in an auction
        or draft only pass the turn.
        """
        if self.is_deal_due():
            return True
        words = {line.split(" ", 2)[1] for line in self.lines[before.n_lines :]}
        return self.state.actor != seat and not words & PASSING_WORDS

    def take_back(self, seat: int, since: int, at: int) -> None:
        """Undo the last order of a seat. Raises BrokenLog unless its version is `since`."""
        order = self.undo.last_of(seat)
        if order is None or order.version != since:
            problem = f"expected an order to take back, got version {since}"
            raise BrokenLog(self.game_id, self.version, problem)
        self.undo.drop_last()
        self.history.restore(order.before.kept)
        del self.lines[order.before.n_lines :]
        self.clocks.take_back(order.clocks, at)
        self.undo_window_ends_at = 0


def shows_chance(lines: tuple[str, ...]) -> bool:
    """Return True if lines contain an outcome of chance, which cannot be undone."""
    return any(line.startswith(f"{CHANCE_WORD} ") for line in lines)


class LogEntry(msgspec.Struct, frozen=True):
    """The data of an entry that its lines do not contain.

    The tag of a kind is its name in the store, so that old logs stay readable: kinds are added,
    never changed.
    """

    def apply(self, table: TableState, entry: Entry) -> None:
        """Apply the entry, whose lines have been played, to the table.

        `Table.apply_entry` calls it once per entry, with the table at the entry's version.
        """
        raise NotImplementedError

    def fact(self) -> str:
        """Return the public data of the entry for the chain of digests; empty by default.

        Names, limits, nights and authors of actions are not public.
        """
        return ""


class SeatEntry(LogEntry, frozen=True):
    """An entry about one seat; without a seat it has no effect."""

    def apply(self, table: TableState, entry: Entry) -> None:
        if entry.seat is not None:
            self.apply_at(table, entry.seat, entry.at)

    def apply_at(self, table: TableState, seat: int, at: int) -> None:
        """Apply the entry to the seat at a time."""
        raise NotImplementedError

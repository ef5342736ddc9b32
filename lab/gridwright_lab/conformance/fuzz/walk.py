"""One random game with every generic law checked on the way."""

import traceback
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.digest import digest, state_key
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright_lab.conformance import laws
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.sampling.coverage import Coverage
from gridwright_lab.conformance.sampling.random_players import (
    FINISHER,
    RANDOM_PLAYERS,
    RandomPlayer,
)

FULL: Final = "full"
"""Check every law after every action."""
LIGHT: Final = "light"
"""Check invariants, offers and money after every action, the other laws sometimes."""
QUICK: Final = "quick"
"""Check offers and money after every action, the other laws sometimes."""
LEVELS: Final = (FULL, LIGHT, QUICK)

MAX_ACTIONS: Final = 20_000
"""A longer game counts as one that does not end; random ones take about 700."""
MAX_RANDOM_ACTIONS: Final = 3_000
"""Actions after which all seats play for the end; poor seats may take very long otherwise."""
TAKE_BACK_ODDS: Final = 8
THOROUGH_ODDS: Final = 16


@dataclass(frozen=True)
class Failure:
    """A broken law, and the number of actions played before."""

    law: str
    at: int
    facts: str


@dataclass
class Walked:
    """Counts of one walk."""

    seed: int
    player: str
    level: str
    positions: int = 0
    actions: int = 0
    moves: int = 0
    rounds: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    """Number of checks of each law."""
    failures: list[Failure] = field(default_factory=list)
    coverage: frozenset[str] = frozenset()
    digest: str = ""
    """Digest of the last position."""


class Walk:
    """Plays one game. The level decides which laws are checked, never which game is played."""

    def __init__(
        self,
        subject: GameUnderTest,
        seed: int,
        level: str = FULL,
        player: RandomPlayer | None = None,
        most_actions: int = MAX_ACTIONS,
    ) -> None:
        self.subject: Final = subject
        self.player: Final = player or RANDOM_PLAYERS[seed % len(RANDOM_PLAYERS)]
        self.most_actions: Final = most_actions
        self.full: Final = level == FULL
        self.quick: Final = level == QUICK
        self.walked: Final = Walked(seed, self.player.name, level)
        self._dice: Final = Dice(seed)
        self._examiner: Final = Dice(seed + 1_000_003)
        """Decides which laws are checked, so that checks do not change the game."""
        self._kept: list[list[int]] = []
        """Keys of the positions that take-backs must restore, oldest first."""

    def run(self) -> Walked:
        """Play to the end, or to the first broken law."""
        walked = self.walked
        coverage = Coverage(self.subject.game)
        try:
            history = self.subject.begin()
            self._play(history, coverage)
            walked.digest = digest(history.state)
        except laws.BrokenLaw as broken:
            walked.failures.append(Failure(broken.law, walked.actions, broken.facts))
        except Exception as error:  # An exception of a broken engine is a finding.
            line = "".join(traceback.format_exception(error)[-2:]).strip()
            walked.failures.append(Failure(laws.CRASH, walked.actions, line))
        walked.coverage = frozenset(coverage.found)
        return walked

    def _play(self, history: History, coverage: Coverage) -> None:
        subject = self.subject
        walked = self.walked
        views = [subject.observe(history.state, viewer) for viewer in laws.viewers(subject)]
        walked.positions += 1
        self._check_position(history)
        while not subject.game.is_over(history.state):
            laws.require(
                walked.actions < self.most_actions,
                laws.UNFINISHED,
                f"round {history.state.round} after {walked.actions} actions",
            )
            state = history.state
            thorough = self.full or self._examiner.below(THOROUGH_ODDS) == 0
            action = self._choose(history, thorough)
            watched = thorough or isinstance(action, TakeBack)
            if watched and not self.full:
                views = [subject.observe(state, viewer) for viewer in laws.viewers(subject)]
            phase = state.phase
            money = state.money[:]
            events = self._carry_out(history, action, thorough)
            walked.actions += 1
            walked.positions += 1
            walked.moves += action.moves()
            coverage.watch(phase, action, events, history.state)
            if watched or not self.quick:
                self._check_position(history)
            laws.check_money(money, history.state.money, events)
            walked.checks[laws.MONEY] += 1
            if watched:
                for seen in views:
                    for event in events:
                        subject.fold(seen, event)
                    laws.check_fold(subject, history.state, seen)
                walked.checks[laws.FOLD] += len(views)
        walked.rounds = history.state.round
        self._check_end(history)

    def _check_position(self, history: History) -> None:
        self.walked.checks[laws.INVARIANT] += 1
        laws.check_position(self.subject, history.state)

    def _choose(self, history: History, thorough: bool) -> Action:
        """Return the next action, after checking all legal ones."""
        state = history.state
        offers = self.subject.offers(state)
        self.walked.checks[laws.DEAD_END] += 1
        laws.check_offers(self.subject, state, offers)
        if thorough:
            laws.check_legal(self.subject, state, offers)
            self.walked.checks[laws.LEGAL_LIST] += 1
        if state.takebacks and self._dice.below(TAKE_BACK_ODDS) == 0:
            return TakeBack(state.actor)
        player = self.player if self.walked.actions < MAX_RANDOM_ACTIONS else FINISHER
        action = player.choose(offers, self._dice)
        laws.check_offered(self.subject, state, offers, action)
        self.walked.checks[laws.REFUSED_OFFER] += 1
        return action

    def _carry_out(self, history: History, action: Action, thorough: bool) -> list[Event]:
        if isinstance(action, TakeBack):
            return self._take_back(history, action)
        subject = self.subject
        undoable = action.can_be_taken_back()
        before = state_key(history.state) if undoable or thorough else []
        expected: list[int] = []
        told: list[Event] = []
        if thorough:
            laws.check_notation(subject, action)
            self.walked.checks[laws.NOTATION] += 1
            expected, told = laws.check_step(subject, history.state, action)
        events = subject.play(history, action)
        if thorough:
            laws.require(
                state_key(history.state) == expected and events == told,
                laws.PURE_STEP,
                f"{action} played differs from the step",
            )
            self.walked.checks[laws.PURE_STEP] += 1
        n_kept = history.state.takebacks
        self._kept = [*self._kept, before][-n_kept:] if undoable and n_kept else []
        laws.require(len(self._kept) == n_kept, laws.TAKE_BACK, f"{n_kept} offered after {action}")
        return events

    def _take_back(self, history: History, action: TakeBack) -> list[Event]:
        events = self.subject.play(history, action)
        laws.require(
            state_key(history.state) == self._kept.pop(),
            laws.TAKE_BACK,
            "the position before was not restored",
        )
        self.walked.checks[laws.TAKE_BACK] += 1
        return events

    def _check_end(self, history: History) -> None:
        """Require no offers after the end, and a log that replays to the same position."""
        state = history.state
        offers = self.subject.offers(state)
        laws.require(not offers, laws.ACTOR, f"{len(offers)} offers after the end")
        second = self.subject.begin()
        try:
            for action in history.log:
                second.play(action)
        except IllegalAction as refusal:
            raise laws.BrokenLaw(laws.REPLAY, str(refusal)) from refusal
        laws.require(state_key(second.state) == state_key(state), laws.REPLAY, "another end")
        self.walked.checks[laws.REPLAY] += 1


def walk(
    subject: GameUnderTest, seed: int, level: str = FULL, player: RandomPlayer | None = None
) -> Walked:
    """Play one random game with checks."""
    return Walk(subject, seed, level, player).run()

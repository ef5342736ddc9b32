"""The games of a batch, stepped one after the other into rows of plain memory.

This is the loop that decides how fast a batch is, so it is compiled with the engine. It knows
nothing of NumPy: ``BatchEnv`` lays its arrays over the memory that is filled here.
"""

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from gridwright.engine.events import EventLog
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NOBODY
from gridwright.engine.state import State
from gridwright.envs.chance import draw
from gridwright.envs.choosing import WHAT, Choosing
from gridwright.envs.layout import Layout
from gridwright.envs.marking import mark_offers
from gridwright.envs.numbers import Numbers
from gridwright.envs.state_figures import StateFigures
from gridwright.envs.whole_actions import whole_action


class Seated:
    """One game of a batch."""

    __slots__ = ("actor", "chance", "choosing", "n_taken", "state")

    def __init__(self, state: State, choosing: Choosing, seed: int) -> None:
        self.state = state
        self.choosing: Final = choosing
        self.chance: Final = random.Random(seed)
        self.n_taken = 0
        self.actor = NOBODY
        """Who is asked; NOBODY in a game that ended and is not followed by another."""


class Hall:
    """Games at one table, and for each a row of marks and a row of figures."""

    def __init__(
        self,
        game: Game,
        numbers: Numbers,
        layout: Layout,
        n_games: int,
        longest: int,
        auto_reset: bool,
        ended: Callable[[int, State], None],
    ) -> None:
        """``ended`` is told the place and last position of a game that ended or was broken off."""
        self._game: Final = game
        self._numbers: Final = numbers
        self._n_games: Final = n_games
        self._longest: Final = longest
        self._auto_reset: Final = auto_reset
        self._ended: Final = ended
        self._silence: Final = EventLog(False)
        self._games: list[Seated] = []
        self.marks: Final = bytearray(n_games * numbers.size)
        """1 for each choice of the acting seat. Whoever steps the games clears them before."""
        self.actors: Final = array("b", [NOBODY] * n_games)
        """The seat that is asked in each game, or NOBODY."""
        self.figures: Final = array("q", bytes(8 * n_games * layout.n_figures))
        """What the acting seats see."""
        self._rows: Final = StateFigures(game, layout, memoryview(self.figures), n_games)

    def reset(self, seeds: Sequence[int]) -> None:
        """New games everywhere."""
        self._games = []
        for place, seed in enumerate(seeds):
            seated = Seated(self._game.new_state(), Choosing(self._numbers), seed)
            self._games.append(seated)
            self._go_on(seated)
            self._show(place, seated)

    def step(self, choices: list[int]) -> None:
        """Each acting seat takes a choice that was marked."""
        games = self._games
        for place in range(self._n_games):
            seated = games[place]
            if seated.actor >= 0:
                self._take(place, seated, choices[place])

    def _take(self, place: int, seated: Seated, choice: int) -> None:
        numbers = self._numbers
        state = seated.state
        choosing = seated.choosing
        in_parts = choosing.question != WHAT
        goes_on = seated.n_taken + 1 < self._longest
        seated.n_taken += 1
        action = None
        if not in_parts:
            family = numbers.family_of[choice]
            action = whole_action(numbers, choosing.seat, family, choice - numbers.starts[family])
        if action is None:
            action = choosing.take_marked(choice)
        if action is None:
            if goes_on:
                self._rows.note_choosing(place, choosing)
                choosing.mark(self.marks, place * numbers.size)
                return
        else:
            game = self._game
            phase = state.phase
            n_sold = state.auction.n_sold
            # What is marked is offered, so the engine need not verify it again.
            game.apply(state, action, self._silence)
            actor = state.actor
            if (
                goes_on
                and actor >= 0
                and state.phase == phase
                and state.auction.n_sold == n_sold
                and self._rows.note(place, state, action)
            ):
                choosing.ask(game.offers(state), actor, state.plants[actor])
                mark_offers(
                    numbers, choosing.offers, choosing.owned, self.marks, place * numbers.size
                )
                if in_parts:
                    self._rows.note_choosing(place, choosing)
                if actor != seated.actor:
                    seated.actor = actor
                    self.actors[place] = actor
                return
            self._go_on(seated)
        if state.actor < 0 or not goes_on:
            self._end(place, seated)
        self._show(place, seated)

    def _go_on(self, seated: Seated) -> None:
        """Chance acts until a seat does, and that one is asked."""
        game = self._game
        state = seated.state
        while state.actor == CHANCE:
            game.apply(state, draw(game, state, seated.chance), self._silence)
        actor = state.actor
        if actor >= 0:
            seated.choosing.ask(game.offers(state), actor, state.plants[actor])

    def _end(self, place: int, seated: Seated) -> None:
        self._ended(place, seated.state)
        if self._auto_reset:
            seated.state = self._game.new_state()
            seated.n_taken = 0
            self._go_on(seated)

    def _show(self, place: int, seated: Seated) -> None:
        """Write a row anew: marks, who acts, and everything seen; after the end, by seat 0."""
        state = seated.state
        actor = state.actor if seated.n_taken < self._longest else NOBODY
        seated.actor = actor
        self.actors[place] = actor
        if actor >= 0:
            seated.choosing.mark(self.marks, place * self._numbers.size)
            self._rows.write(place, state, actor, seated.choosing)
        else:
            self._rows.write(place, state, 0, None)

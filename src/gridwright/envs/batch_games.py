"""The games of a batch: steps each one and writes its action mask and features to plain memory.

This loop decides how fast a batch is, so it is compiled with the engine. It does not use NumPy: the
arrays of ``BatchEnv`` are views of the memory that this module fills.
"""

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, NO_ACTOR
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.envs.action_builder import WHAT, ActionBuilder
from gridwright.envs.action_lookup import ActionLookup, single_choice_action
from gridwright.envs.action_mask import mark_offers
from gridwright.envs.batch_features import BatchFeatures
from gridwright.envs.chance import draw
from gridwright.envs.layout import Layout


class BatchGame:
    """One game of a batch."""

    __slots__ = ("actor", "builder", "chance", "n_taken", "state")

    def __init__(self, state: State, builder: ActionBuilder, chance: random.Random) -> None:
        self.state = state
        self.builder: Final = builder
        self.chance: Final = chance
        self.n_taken = 0
        self.actor = NO_ACTOR
        """Acting seat; NO_ACTOR in a game that ended and was not replaced."""

    def copy(self) -> "BatchGame":
        """Return a copy in the same position and with the same future draws."""
        chance = random.Random(0)
        chance.setstate(self.chance.getstate())
        copied = BatchGame(self.state.copy(), self.builder.copy(), chance)
        copied.n_taken = self.n_taken
        copied.actor = self.actor
        return copied


class BatchGames:
    """Games at one table. Each has a row of the action mask and a row of features."""

    def __init__(
        self,
        game: Game,
        lookup: ActionLookup,
        layout: Layout,
        n_games: int,
        longest: int,
        auto_reset: bool,
        ended: Callable[[int, State, ActionBuilder], None],
    ) -> None:
        """``ended`` is called with the row of each game that ended or was truncated.

        It also gets the last position and the builder, whose action may be unfinished in a
        truncated game.
        """
        self._game: Final = game
        self._lookup: Final = lookup
        self._n_games: Final = n_games
        self._longest: Final = longest
        self._auto_reset: Final = auto_reset
        self._ended: Final = ended
        self._silence: Final = EventLog(False)
        self._games: list[BatchGame] = []
        self.marks: Final = bytearray(n_games * lookup.size)
        """Action masks: 1 for each legal choice of the acting seat.

        The caller clears them first.
        """
        self.actors: Final = array("b", [NO_ACTOR] * n_games)
        """Acting seat of each game, or NO_ACTOR."""
        self.features: Final = array("q", bytes(8 * n_games * layout.n_features))
        """Features for the acting seats, one row per game."""
        self._rows: Final = BatchFeatures(game, layout, memoryview(self.features), n_games)

    def reset(self, seeds: Sequence[int]) -> None:
        """Start a new game in every row."""
        self._games = []
        for place, seed in enumerate(seeds):
            chance = random.Random(seed)
            batch_game = BatchGame(self._game.new_state(), ActionBuilder(self._lookup), chance)
            self._games.append(batch_game)
            self._advance(batch_game)
            self._show(place, batch_game)

    def restart(self, place: int, seed: int | None) -> None:
        """Start a new game in one row; without a seed its random stream continues."""
        chance = self._games[place].chance if seed is None else random.Random(seed)
        batch_game = BatchGame(self._game.new_state(), ActionBuilder(self._lookup), chance)
        self._games[place] = batch_game
        self._advance(batch_game)
        self._show(place, batch_game)

    def snapshot(self) -> list[BatchGame]:
        """Return copies of all games."""
        return [batch_game.copy() for batch_game in self._games]

    def restore(self, games: list[BatchGame]) -> None:
        """Continue from copies, which remain unchanged."""
        self._games = [batch_game.copy() for batch_game in games]
        for place, batch_game in enumerate(self._games):
            self._show(place, batch_game)

    def state(self, place: int) -> State:
        """Return the position of a game, read-only."""
        return self._games[place].state

    def actor(self, place: int) -> int:
        """Return the acting seat of a game, even if ``play`` has not updated its row."""
        return self._games[place].actor

    def play(self, place: int, action: Action) -> None:
        """Apply a whole action of a bot, which must be legal; call ``show`` to update the row."""
        batch_game = self._games[place]
        state = batch_game.state
        batch_game.n_taken += 1
        self._game.apply(state, action, self._silence)
        self._deal(batch_game)
        if state.actor < 0 or batch_game.n_taken >= self._longest:
            self._end(place, batch_game)
        batch_game.actor = self._actor_of(batch_game)

    def show(self, place: int) -> None:
        """Write mask, actor and features of a game after ``play``."""
        batch_game = self._games[place]
        size = self._lookup.size
        self.marks[place * size : (place + 1) * size] = bytearray(size)
        self._advance(batch_game)
        self._show(place, batch_game)

    def step(self, choices: list[int]) -> None:
        """Apply one choice per game; the masks must allow them."""
        games = self._games
        for place in range(self._n_games):
            batch_game = games[place]
            if batch_game.actor >= 0:
                self._take(place, batch_game, choices[place])

    def _take(self, place: int, batch_game: BatchGame, choice: int) -> None:
        lookup = self._lookup
        state = batch_game.state
        builder = batch_game.builder
        in_parts = builder.question != WHAT
        may_continue = batch_game.n_taken + 1 < self._longest
        batch_game.n_taken += 1
        action = None
        if not in_parts:
            family = lookup.family_of[choice]
            action = single_choice_action(
                lookup, builder.seat, family, choice - lookup.starts[family]
            )
        if action is None:
            action = builder.take(choice)
        if action is None:
            if may_continue:
                self._rows.update_question(place, builder)
                builder.mark(self.marks, place * lookup.size)
                return
        else:
            game = self._game
            phase = state.phase
            n_sold = state.auction.n_sold
            # The mask allows only legal choices, so the engine need not verify them again.
            game.apply(state, action, self._silence)
            actor = state.actor
            if (
                may_continue
                and actor >= 0
                and state.phase == phase
                and state.auction.n_sold == n_sold
                and self._rows.update(place, state, action)
            ):
                builder.ask(game.offers(state), actor, state.plants[actor])
                mark_offers(lookup, builder.offers, builder.owned, self.marks, place * lookup.size)
                if in_parts:
                    self._rows.update_question(place, builder)
                if actor != batch_game.actor:
                    batch_game.actor = actor
                    self.actors[place] = actor
                return
            self._advance(batch_game)
        if state.actor < 0 or not may_continue:
            self._end(place, batch_game)
        self._show(place, batch_game)

    def _deal(self, batch_game: BatchGame) -> None:
        """Draw for chance until a seat acts."""
        game = self._game
        state = batch_game.state
        while state.actor == CHANCE:
            game.apply(state, draw(game, state, batch_game.chance), self._silence)

    def _advance(self, batch_game: BatchGame) -> None:
        """Draw for chance until a seat acts, then start to build its action."""
        self._deal(batch_game)
        state = batch_game.state
        actor = state.actor
        if actor >= 0:
            batch_game.builder.ask(self._game.offers(state), actor, state.plants[actor])

    def _actor_of(self, batch_game: BatchGame) -> int:
        return batch_game.state.actor if batch_game.n_taken < self._longest else NO_ACTOR

    def _end(self, place: int, batch_game: BatchGame) -> None:
        self._ended(place, batch_game.state, batch_game.builder)
        if self._auto_reset:
            batch_game.state = self._game.new_state()
            batch_game.n_taken = 0
            self._advance(batch_game)

    def _show(self, place: int, batch_game: BatchGame) -> None:
        """Rewrite a row: mask, actor and features; after the end, the view of seat 0."""
        state = batch_game.state
        actor = self._actor_of(batch_game)
        batch_game.actor = actor
        self.actors[place] = actor
        if actor >= 0:
            batch_game.builder.mark(self.marks, place * self._lookup.size)
            self._rows.write(place, state, actor, batch_game.builder)
        else:
            self._rows.write(place, state, 0, None)

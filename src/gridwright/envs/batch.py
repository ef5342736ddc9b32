"""Many games at once: one call steps each of them and fills arrays that were made beforehand.

Row ``i`` of every array belongs to game ``i``. Only the acting seat is observed. What one game
alone pays for at every step, arrays and their casts, is done once for all of them.
"""

import random
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.ids import CHANCE, NOBODY
from gridwright.engine.state import State
from gridwright.envs.chance import draw
from gridwright.envs.choosing import WHAT, Choosing, NotMarkedError
from gridwright.envs.encoder import BatchEncoder
from gridwright.envs.marking import MARKS
from gridwright.envs.play import SILENCE
from gridwright.envs.rewards import reward_policy
from gridwright.envs.state_figures import StateFigures
from gridwright.envs.table import choose_table, open_table
from gridwright.envs.turn_env import LONGEST
from gridwright.envs.whole_actions import WHOLE


class Seated:
    """One game of a batch."""

    __slots__ = ("chance", "choosing", "n_taken", "state")

    def __init__(self, state: State, choosing: Choosing, seed: int) -> None:
        self.state = state
        self.choosing: Final = choosing
        self.chance: Final = random.Random(seed)
        self.n_taken = 0


class BatchEnv:
    """Games at one table, each with its own seed."""

    def __init__(
        self,
        n_games: int,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        auto_reset: bool = True,
        **table: Any,
    ) -> None:
        """With ``auto_reset`` a game that ended is followed by another in the same step."""
        self.table: Final = open_table(spec if spec is not None else choose_table(**table))
        self.n_games: Final = n_games
        self.n_seats: Final = self.table.n_seats
        self.n_choices: Final = self.table.index.size
        self.size: Final = self.table.layout.size
        self.longest: Final = longest
        self.auto_reset: Final = auto_reset
        self._reward: Final = reward_policy(reward)

        self.observations: Final = np.zeros((n_games, self.size), np.float32)
        """What the acting seat of each game sees; after the end, seat 0."""
        self.masks: Final = np.zeros((n_games, self.n_choices), np.int8)
        """1 for each choice of the acting seat."""
        self.actors: Final = np.full(n_games, NOBODY, np.int8)
        """The acting seat; NOBODY in a game that ended and is not followed by another."""
        self.dones: Final = np.zeros(n_games, np.bool_)
        """Whether the last step ended the game by the rules."""
        self.truncated: Final = np.zeros(n_games, np.bool_)
        """Whether the last step was one too many and the game was broken off."""
        self.rewards: Final = np.zeros((n_games, self.n_seats), np.float32)
        """By seat, for the last step: zeros but where it ended the game."""
        self.scores: Final = np.zeros((n_games, self.n_seats), np.int32)
        """By seat, of the last game that ended in this row."""
        self.ranks: Final = np.zeros((n_games, self.n_seats), np.int8)
        """Places from 1 of the last game that ended; zeros if it was broken off."""

        self._figures: Final = np.zeros((n_games, self.table.layout.n_figures), np.int64)
        self._encoder: Final = BatchEncoder(self.table.layout, self._figures, self.observations)
        self._rows: Final = StateFigures(self.table.game, self.table.layout, self._figures)
        self._marks: Final = self.masks.data.cast("B")
        self._acting: Final = self.actors.data
        self._starts: Final = np.arange(n_games) * self.n_choices
        self._games: list[Seated] = []
        self.reset(range(n_games))

    def reset(self, seeds: Sequence[int]) -> None:
        """New games everywhere; game ``i`` is the one that TurnEnv plays with ``seeds[i]``."""
        if len(seeds) != self.n_games:
            raise ValueError(f"expected {self.n_games} seeds, got {len(seeds)}")
        self._clear()
        numbers = self.table.numbers
        self._games = [
            Seated(self.table.game.new_state(), Choosing(numbers), seed) for seed in seeds
        ]
        for place, seated in enumerate(self._games):
            self._go_on(seated)
            self._show(place, seated)
        self._encode()

    def step(self, choices: Sequence[int] | NDArray[np.integer[Any]]) -> None:
        """Each acting seat chooses; the arrays then hold what comes next.

        Where no seat acts the choice is not looked at. NotMarkedError if any choice is not marked,
        and then nothing has happened in any game.
        """
        chosen = np.asarray(choices)
        self._verify(chosen)
        self._clear()
        game = self.table.game
        numbers = self.table.numbers
        family_of = numbers.family_of
        starts = numbers.starts
        rows = self._rows
        notes = rows.notes
        marks = self._marks
        acting = self._acting
        longest = self.longest
        n_choices = self.n_choices
        place = -1
        at = -n_choices
        for choice, seated in zip(chosen.tolist(), self._games, strict=True):
            place += 1
            at += n_choices
            if acting[place] < 0:
                continue
            seated.n_taken += 1
            state = seated.state
            choosing = seated.choosing
            in_parts = choosing.question != WHAT
            family = family_of[choice]
            whole = WHOLE[family]
            if in_parts or whole is None:
                action = choosing.take_marked(choice)
            else:
                action = whole(numbers, choosing.seat, choice - starts[family])
            if action is None:
                if seated.n_taken < longest:
                    rows.note_choosing(place, choosing)
                    choosing.mark(marks, at)
                    continue
            else:
                phase = state.phase
                auction = state.auction
                n_sold = auction.n_sold
                # What is marked is offered, so the engine need not verify it again.
                game.apply(state, action, SILENCE)
                actor = state.actor
                note = notes.get(type(action))
                if (
                    note is not None
                    and actor >= 0
                    and state.phase == phase
                    and auction.n_sold == n_sold
                    and seated.n_taken < longest
                ):
                    offers = game.offers(state)
                    owned = state.plants[actor]
                    if choosing.begun:
                        choosing.ask(offers, actor, owned)
                    else:
                        choosing.seat = actor
                        choosing.offers = offers
                        choosing.owned = owned
                    for offer in offers:
                        MARKS[type(offer)](numbers, offer, owned, marks, at)
                    if in_parts:
                        rows.note_choosing(place, choosing)
                    note(rows, place, state, action.seat)
                    acting[place] = actor
                    continue
                self._go_on(seated)
            if state.actor < 0 or seated.n_taken >= longest:
                self._end(place, seated)
            self._show(place, seated)
        self._encode()

    def _verify(self, chosen: NDArray[np.integer[Any]]) -> None:
        if chosen.shape != (self.n_games,):
            raise ValueError(f"expected {self.n_games} choices, got the shape {chosen.shape}")
        if chosen.min() >= 0 and chosen.max() < self.n_choices:
            marked = self.masks.reshape(-1).take(self._starts + chosen).astype(np.bool_)
            if marked.all():
                return
        else:
            marked = np.array(
                [
                    0 <= choice < self.n_choices and self.masks[place, choice] == 1
                    for place, choice in enumerate(chosen)
                ]
            )
        for place in np.flatnonzero(~marked & (self.actors >= 0)):
            raise NotMarkedError(f"expected a marked choice in game {place}, got {chosen[place]}")

    def _clear(self) -> None:
        self.masks.fill(0)
        self.dones.fill(False)
        self.truncated.fill(False)
        self.rewards.fill(0)

    def _go_on(self, seated: Seated) -> None:
        """Chance acts until a seat does, and that one is asked."""
        game = self.table.game
        state = seated.state
        while state.actor == CHANCE:
            game.apply(state, draw(game, state, seated.chance), SILENCE)
        actor = state.actor
        if actor >= 0:
            seated.choosing.ask(game.offers(state), actor, state.plants[actor])

    def _end(self, place: int, seated: Seated) -> None:
        game = self.table.game
        state = seated.state
        scores = game.scoring.scores(state)
        self.scores[place] = scores
        if game.is_over(state):
            self.dones[place] = True
            self.ranks[place] = state.ranking
            self.rewards[place] = self._reward(scores, state.ranking)
        else:
            self.truncated[place] = True
            self.ranks[place] = 0
        if self.auto_reset:
            seated.state = game.new_state()
            seated.n_taken = 0
            self._go_on(seated)

    def _show(self, place: int, seated: Seated) -> None:
        """Write a row anew: marks, who acts, and everything seen."""
        state = seated.state
        actor = state.actor if seated.n_taken < self.longest else NOBODY
        self._acting[place] = actor
        if actor >= 0:
            seated.choosing.mark(self._marks, place * self.n_choices)
            self._rows.write(place, state, actor, seated.choosing)
        else:
            self._rows.write(place, state, 0, None)

    def _encode(self) -> None:
        self._encoder.encode(np.maximum(self.actors, 0))

"""Records games while they are played."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from gridwright.content.table import TableSpec, load_game, rules_identity
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.fair.commit import commitment, verify_game_id, verify_seed
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import MAX_CONTRIBUTION, derive_keys, verify_contribution
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, sealed

Chooser: TypeAlias = Callable[[Game, State], Action]
"""Chooses the action of any acting seat."""

MAX_ACTIONS: Final = 15_000
"""Maximum number of actions for which the transcript can still be parsed."""

_TAKE_BACK_ONE_IN: Final = 8


class Recorder:
    """A game in progress with its dealer; its transcript is available at any time."""

    def __init__(
        self,
        spec: TableSpec,
        game_id: str,
        seed: bytes,
        contributions: Mapping[int, bytes],
        rules: str = "",
    ) -> None:
        """``rules`` is the identity under which a continued game began; by default today's."""
        verify_game_id(game_id)
        verify_seed(seed)
        for seat, given in contributions.items():
            verify_contribution(seat, given, spec.seats)
        self.spec: Final = spec
        self.game_id: Final = game_id
        self.contributions: Final = dict(contributions)
        self.rules: Final = rules or rules_identity(spec)
        self.game: Final = load_game(spec, self.rules)
        self.history: Final = History(self.game)
        self.keys: Final = derive_keys(seed, game_id, contributions)
        self.dealer: Final = Dealer(self.game, self.keys)
        self._seed: Final = seed
        self._notation: Final = Notation(self.game.rules)
        self._body: Final[list[Move | Mark]] = []

    def play(self, action: Action) -> None:
        """Apply a seat's action, then the chance decisions due. Raises IllegalAction."""
        self._carry_out(action)
        self.deal()

    def deal(self) -> None:
        """Deal until a seat must act or the game is over."""
        while self.history.state.actor == CHANCE:
            self._carry_out(self.dealer.deal(self.history.state))

    def _carry_out(self, action: Action) -> None:
        round_before = self.history.state.round
        self.history.play(action)
        self._body.append(Move(self._notation.text(action)))
        mark = mark_after(self.game, round_before, self.history.state)
        if mark is not None:
            self._body.append(mark)

    def is_over(self) -> bool:
        return self.game.is_over(self.history.state)

    def transcript(self) -> Transcript:
        """Return the game so far; only the transcript of a finished game contains the seed."""
        transcript = Transcript(
            self.game_id,
            self.spec,
            self.rules,
            commitment(self.game_id, self.rules, self._seed),
            tuple(sorted(self.contributions.items())),
            tuple(self._body),
            self._closing() if self.is_over() else None,
        )
        return sealed(transcript)

    def _closing(self) -> Closing:
        state = self.history.state
        return Closing(self._seed, tuple(state.ranking), self.game.scoring.end_reason(state))


def play(
    spec: TableSpec,
    game_id: str,
    seed: bytes,
    contributions: Mapping[int, bytes],
    chooser: Chooser,
    most_actions: int = MAX_ACTIONS,
) -> Transcript:
    """Play a game with one chooser for all seats; unfinished after ``most_actions``."""
    recorder = Recorder(spec, game_id, seed, contributions)
    recorder.deal()
    while not recorder.is_over() and len(recorder.history.log) < most_actions:
        recorder.play(chooser(recorder.game, recorder.history.state))
    return recorder.transcript()


def random_transcript(
    spec: TableSpec, game_number: int, most_actions: int = MAX_ACTIONS
) -> Transcript:
    """Play random game number ``game_number``, the same on every machine and Python.

    Game 0 has no contributions, later ones have more.
    """
    contributions = {
        seat: _random_bytes(f"seat {seat}", game_number)[: MAX_CONTRIBUTION - seat]
        for seat in range(game_number % (spec.seats + 1))
    }
    dice = Dice(int.from_bytes(_random_bytes("dice", game_number)[:4], "big"))
    return play(
        spec,
        f"random-{game_number}",
        _random_bytes("seed", game_number),
        contributions,
        RandomChooser(dice),
        most_actions,
    )


class RandomChooser:
    """Picks any offer, and takes back at times, so that recorded games contain undo."""

    def __init__(self, dice: Dice) -> None:
        self._dice: Final = dice

    def __call__(self, game: Game, state: State) -> Action:
        dice = self._dice
        if game.can_take_back(state, state.actor) and dice.below(_TAKE_BACK_ONE_IN) == 0:
            return TakeBack(state.actor)
        offers = game.offers(state)
        return offers[dice.below(len(offers))].sample(dice)


def _random_bytes(purpose: str, game_number: int) -> bytes:
    label = f"gridwright random game {game_number} {purpose}"
    return hashlib.sha256(label.encode("ascii")).digest()

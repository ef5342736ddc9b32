"""Takes a game off its usual way once, so that a model also learns what bots of its kind avoid.

A search asks about such positions all the time: after a plant too dear, a turn without fuel, or
rounds that simple players played.
"""

from typing import Final, Protocol

from gridwright.bots.rollout.policy import quick_action
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.draw import Stream

MAX_SHAKE: Final = 30
"""Limit of the change of money in percent."""
LAST_ROUND: Final = 8
"""The last round in which a detour begins."""
MAX_QUICK: Final = 2
"""Limit of the rounds of simple players."""


class Detour(Protocol):
    """One departure from what the bots would do."""

    def at_round(self, state: State) -> bool:
        """Change the position as a round begins; whether it did."""

    def action(self, game: Game, state: State) -> Action | None:
        """Return the action in place of the bot's choice, None to keep it."""


class NoDetour:
    """The game as the bots play it."""

    def at_round(self, state: State) -> bool:  # noqa: ARG002
        return False

    def action(self, game: Game, state: State) -> Action | None:  # noqa: ARG002
        return None


class ShakenMoney:
    """Changes all seats' money at the start of one round: else money only measures strength."""

    def __init__(self, stream: Stream) -> None:
        self._stream: Final = stream
        self._round: Final = stream.below(LAST_ROUND) + 1

    def at_round(self, state: State) -> bool:
        if state.round != self._round:
            return False
        for seat in range(len(state.money)):
            percent = self._stream.below(2 * MAX_SHAKE + 1) - MAX_SHAKE
            state.money[seat] += state.money[seat] * percent // 100
        return True

    def action(self, game: Game, state: State) -> Action | None:  # noqa: ARG002
        return None


class QuickRounds:
    """All seats play a round or two as in a play-out."""

    def __init__(self, stream: Stream) -> None:
        first = stream.below(LAST_ROUND) + 1
        self._rounds: Final = range(first, first + 1 + stream.below(MAX_QUICK))

    def at_round(self, state: State) -> bool:  # noqa: ARG002
        return False

    def action(self, game: Game, state: State) -> Action | None:
        return quick_action(game, state) if state.round in self._rounds else None


class StrayTurn:
    """One seat plays one phase of one round at random."""

    def __init__(self, game: Game, stream: Stream) -> None:
        self._stream: Final = stream
        self._round: Final = stream.below(LAST_ROUND) + 1
        self._seat: Final = stream.below(game.rules.n_seats)
        self._phase: Final = stream.below(len(game.phases))

    def at_round(self, state: State) -> bool:  # noqa: ARG002
        return False

    def action(self, game: Game, state: State) -> Action | None:
        place = (state.round, state.actor, state.phase)
        if place != (self._round, self._seat, self._phase):
            return None
        offers = game.offers(state)
        return offers[self._stream.below(len(offers))].sample(Dice(self._stream.word()))


def draw_detour(game: Game, stream: Stream) -> Detour:
    """One of them, each as likely, but a stray turn twice: its phase may never come."""
    kind = stream.below(5)
    if kind == 0:
        return NoDetour()
    if kind == 1:
        return ShakenMoney(stream)
    return QuickRounds(stream) if kind == 2 else StrayTurn(game, stream)

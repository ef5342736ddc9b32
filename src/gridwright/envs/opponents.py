"""Bots at the other seats of a batch: they play until the agent's seat acts in every row."""

import random
from collections.abc import Sequence
from typing import Final

from gridwright.bots.contract import Bot
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.engine.game import Game
from gridwright.envs.batch_games import BatchGames
from gridwright.fair.derive import Keys

Named = str | Bot | Sequence[str | Bot]
"""One bot for all other seats, or one for each: names, addresses as ``my_module:MyBot``, bots."""


def find_opponents(named: Named, n_seats: int) -> list[Bot]:
    """Return a bot for each seat but the agent's, clockwise from the first.

    Raises ValueError for a wrong number of bots.
    """
    each = [named] if isinstance(named, str | Bot) else list(named)
    if len(each) not in (1, n_seats - 1):
        raise ValueError(f"expected 1 or {n_seats - 1} opponents, got {len(each)}")
    bots = [find_bot(one) if isinstance(one, str) else one for one in each]
    return bots * (n_seats - 1) if len(bots) == 1 else bots


def verify_seat(seat: int | None, n_seats: int) -> None:
    """Raise ValueError unless the agent's seat is None or a seat of the table."""
    if seat is not None and not 0 <= seat < n_seats:
        raise ValueError(f"expected a seat from 0 to {n_seats - 1}, got {seat}")


def seat_opponents(game: Game, bots: Sequence[Bot], own: int, keys: Keys) -> dict[int, SeatedBot]:
    """Return the bots at the seats that are not the agent's."""
    others = [seat for seat in range(game.rules.n_seats) if seat != own]
    return {seat: SeatedBot(bot, game, seat, keys) for seat, bot in zip(others, bots, strict=True)}


class Opponents:
    """Bots at all seats but the agent's, which is fixed or drawn for each game."""

    def __init__(self, game: Game, named: Named, seat: int | None) -> None:
        n_seats = game.rules.n_seats
        verify_seat(seat, n_seats)
        self._game: Final = game
        self._bots: Final = find_opponents(named, n_seats)
        self._given: Final = seat
        self._dice: list[random.Random] = []
        self.seats: list[int] = []
        """The agent's seat in each row."""
        self._players: list[dict[int, SeatedBot]] = []

    def reset(self, seeds: Sequence[int]) -> None:
        """Seat the bots in a new game in every row."""
        self._dice = [random.Random(f"opponents {seed}") for seed in seeds]
        self.seats = [0] * len(seeds)
        self._players = [{} for _seed in seeds]
        for place in range(len(seeds)):
            self.begin(place)

    def reseed(self, place: int, seed: int) -> None:
        """Use another seed for the next games of one row."""
        self._dice[place] = random.Random(f"opponents {seed}")

    def begin(self, place: int) -> None:
        """Seat the bots in the next game of a row."""
        dice = self._dice[place]
        drawn = dice.randrange(self._game.rules.n_seats)
        self.seats[place] = drawn if self._given is None else self._given
        keys = Keys(dice.randbytes(32))
        self._players[place] = seat_opponents(self._game, self._bots, self.seats[place], keys)

    def play_on(self, games: BatchGames, places: Sequence[int]) -> None:
        """Play in these rows until the agent acts or every game is over."""
        for place in places:
            actor = games.actor(place)
            if actor < 0 or actor == self.seats[place]:
                continue
            while actor >= 0 and actor != self.seats[place]:
                games.play(place, self._players[place][actor].act(games.state(place)))
                actor = games.actor(place)
            games.show(place)

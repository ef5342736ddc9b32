"""A small network: the same for every seat, its scores turned into chances that add up to one."""

from math import exp
from typing import Final

from gridwright.bots.value.columns import N_COLUMNS, N_TABLE_COLUMNS
from gridwright.bots.value.features import features
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.state import State


class Network:
    """One hidden layer with rectified units, beside it a linear part."""

    def __init__(
        self,
        hidden: list[list[float]],
        bias: list[float],
        output: list[float],
        linear: list[float],
        temperatures: list[float],
    ) -> None:
        self.hidden: Final = hidden
        """``hidden[column][unit]``: by column, as many columns are zero."""
        self.bias: Final = bias
        self.output: Final = output
        self.linear: Final = linear
        self.temperatures: Final = temperatures
        """``temperatures[n_seats]``: what scores are divided by."""

    def scores(self, rows: list[list[float]]) -> list[float]:
        """A score for each seat; only their differences mean something."""
        shared = self.bias[:]
        # The first columns are equal in all rows. Their linear part cancels out.
        self._add(shared, rows[0], 0, N_TABLE_COLUMNS)
        found: list[float] = []
        for row in rows:
            units = shared[:]
            self._add(units, row, N_TABLE_COLUMNS, N_COLUMNS)
            total = 0.0
            for unit in range(len(units)):
                value = units[unit]
                if value > 0.0:
                    total += value * self.output[unit]
            for column in range(N_TABLE_COLUMNS, N_COLUMNS):
                total += row[column] * self.linear[column]
            found.append(total)
        return found

    def _add(self, units: list[float], row: list[float], first: int, end: int) -> None:
        n_units = len(units)
        for column in range(first, end):
            value = row[column]
            if value != 0.0:
                weights = self.hidden[column]
                for unit in range(n_units):
                    units[unit] += value * weights[unit]

    def chances(self, rows: list[list[float]]) -> list[float]:
        """The chance of each seat; they add up to one."""
        temperature = self.temperatures[len(rows)]
        scores = self.scores(rows)
        best = max(scores)
        weights = [exp((score - best) / temperature) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]


class WinChance:
    """The chance to win of every seat in a position that is imagined or long past."""

    def __init__(self, name: str, on_board: Network, at_cards: Network) -> None:
        self.name: Final = name
        """Tells the model: it ends with a digest of the file."""
        self.on_board: Final = on_board
        self.at_cards: Final = at_cards

    def chances(self, game: Game, state: State) -> list[float]:
        """By seat; they add up to one. After the end the winners share it."""
        if state.phase == OVER:
            return won_shares(state.ranking)
        network = self.on_board if game.rules.board.n_cities > 0 else self.at_cards
        return network.chances(features(game, state))


def won_shares(ranking: list[int]) -> list[float]:
    """What each seat won of one game: seats on the first place share it."""
    n_winners = ranking.count(1)
    return [1.0 / n_winners if place == 1 else 0.0 for place in ranking]

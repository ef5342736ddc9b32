"""A small network, the same for every seat, whose scores become chances that add up to one."""

from math import exp
from typing import Final

from gridwright.bots.value.columns import N_COLUMNS, N_TABLE_COLUMNS, TABLE_COLUMNS
from gridwright.bots.value.features import features
from gridwright.engine.game import Game
from gridwright.engine.ids import OVER
from gridwright.engine.state import State

ON_BOARD: Final = TABLE_COLUMNS.index("board")


class Network:
    """One hidden layer of rectified units, and a linear part."""

    def __init__(
        self,
        hidden: list[list[float]],
        bias: list[float],
        output: list[float],
        linear: list[float],
        temperatures: list[float],
    ) -> None:
        self.hidden: Final = hidden
        """``hidden[unit][column]``."""
        self.bias: Final = bias
        self.output: Final = output
        self.linear: Final = linear
        self.temperatures: Final = temperatures
        """``temperatures[n_seats]``: divisor of the scores."""

    def scores(self, rows: list[list[float]]) -> list[float]:
        """Return a score per seat; only their differences have a meaning."""
        n_units = len(self.bias)
        table = rows[0]
        # The first columns are equal in all rows. Their linear part cancels out.
        shared: list[float] = []
        for unit in range(n_units):
            weights = self.hidden[unit]
            value = self.bias[unit]
            for column in range(N_TABLE_COLUMNS):
                value += table[column] * weights[column]
            shared.append(value)
        # Sums in local variables: compiled code then creates no object for each.
        linear = self.linear
        found: list[float] = []
        for row in rows:
            total = 0.0
            for column in range(N_TABLE_COLUMNS, N_COLUMNS):
                total += row[column] * linear[column]
            for unit in range(n_units):
                weights = self.hidden[unit]
                value = shared[unit]
                for column in range(N_TABLE_COLUMNS, N_COLUMNS):
                    value += row[column] * weights[column]
                if value > 0.0:
                    total += value * self.output[unit]
            found.append(total)
        return found

    def chances(self, rows: list[list[float]]) -> list[float]:
        """Return the chance of each seat; they add up to one."""
        temperature = self.temperatures[len(rows)]
        scores = self.scores(rows)
        best = max(scores)
        weights = [exp((score - best) / temperature) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]


class WinChance:
    """The chance to win of every seat in an imagined or past position."""

    def __init__(self, name: str, on_board: Network, at_cards: Network) -> None:
        self.name: Final = name
        """Identifies the model; ends with a digest of the file."""
        self.on_board: Final = on_board
        self.at_cards: Final = at_cards

    def chances(self, game: Game, state: State) -> list[float]:
        """Return each seat's chance; they add up to 1, which the winners share after the end."""
        if state.phase == OVER:
            return won_shares(state.ranking)
        rows = features(game, state)
        network = self.on_board if rows[0][ON_BOARD] else self.at_cards
        return network.chances(rows)


def won_shares(ranking: list[int]) -> list[float]:
    """Return the share of each seat in one game's win: seats on the first place share it."""
    n_winners = ranking.count(1)
    return [1.0 / n_winners if place == 1 else 0.0 for place in ranking]

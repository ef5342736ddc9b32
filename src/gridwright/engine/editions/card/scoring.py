"""Victory points (k9)."""

from gridwright.engine.editions.card.order import largest_number
from gridwright.engine.ids import FAR
from gridwright.engine.scoring import LAST_ROUND, Scoring
from gridwright.engine.state import State


class PointScoring(Scoring):
    """A last production without pay, and money by tens; then money left, then the largest plant."""

    def end_reason(self, state: State) -> str:
        return LAST_ROUND

    def scores(self, state: State) -> list[int]:
        return [
            self.best_output(state, seat) + state.money[seat] // self.rules.money_per_point
            for seat in range(self.rules.n_seats)
        ]  # k9.2, k9.3

    def most_useful(self, state: State, seat: int) -> int:
        return FAR

    def tie_breaks(self, state: State, seat: int) -> tuple[int, int]:
        left = state.money[seat] % self.rules.money_per_point
        return (left, largest_number(self.rules, state.plants[seat]))  # k9.4

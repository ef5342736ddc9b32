"""Converts shares of wins to Elo differences."""

import math


def elo(share: float, seats: int) -> float | None:
    """Return a share of wins as Elo: 0 at the fair share of these seats, None at the ends."""
    if not 0.0 < share < 1.0:
        return None
    return 400 * math.log10(share * (seats - 1) / (1 - share))

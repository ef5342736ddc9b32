"""Calibration of win probabilities: of seats given 1 in 4, a quarter should have won."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Final

N_BINS: Final = 10
WIDTH, HEIGHT, EDGE = 480, 480, 56
Z: Final = 1.96


@dataclass
class Bin:
    """Predictions of about the same chance."""

    n: int = 0
    predicted: float = 0.0
    won: float = 0.0

    @property
    def mean(self) -> float:
        return self.predicted / self.n

    @property
    def share(self) -> float:
        return self.won / self.n

    @property
    def margin(self) -> float:
        return Z * sqrt(max(self.mean * (1 - self.mean), 1e-9) / self.n)


@dataclass
class Calibration:
    """Chances to win of single seats, beside who won."""

    bins: list[Bin] = field(default_factory=lambda: [Bin() for _place in range(N_BINS)])
    n_games: int = 0
    n_first: int = 0
    """Games that the one with the best chance won."""
    expected_first: float = 0.0
    loss: float = 0.0
    even_loss: float = 0.0

    def add(self, chances: Sequence[float], shares: Sequence[float]) -> None:
        """A game: the chance of each seat before it, and its share of the win."""
        self.n_games += 1
        best = max(range(len(chances)), key=lambda seat: chances[seat])
        self.n_first += shares[best] > 0
        self.expected_first += chances[best]
        for chance, share in zip(chances, shares, strict=True):
            found = self.bins[min(N_BINS - 1, int(chance * N_BINS))]
            found.n += 1
            found.predicted += chance
            found.won += share
            self.loss -= share * log(chance)
            self.even_loss += share * log(len(chances))

    def error(self) -> float:
        """The mean distance of what was predicted from what came, by predictions."""
        n_all = sum([each.n for each in self.bins])
        filled = [each for each in self.bins if each.n]
        return sum([each.n * abs(each.mean - each.share) for each in filled]) / max(1, n_all)

    def figures(self) -> dict[str, object]:
        """Return the numbers printed next to the plot."""
        n_games = max(1, self.n_games)
        return {
            "held-out games": self.n_games,
            "favourites that won": self.n_first,
            "favourites expected to win": round(self.expected_first, 1),
            "log loss": round(self.loss / n_games, 4),
            "log loss of even chances": round(self.even_loss / n_games, 4),
            "calibration": self.rows(),
        }

    def rows(self) -> list[dict[str, float]]:
        return [
            {
                "predictions": each.n,
                "predicted": round(each.mean, 4),
                "won": round(each.share, 4),
                "margin": round(each.margin, 4),
            }
            for each in self.bins
            if each.n
        ]

    def text(self) -> str:
        """A plot for a terminal: p where the chance stood, o where the share came out."""
        lines = []
        for row in self.rows():
            line = [" "] * 51
            line[round(50 * row["predicted"])] = "p"
            line[round(50 * row["won"])] = "o" if line[round(50 * row["won"])] == " " else "="
            figures = f"{row['predicted']:6.1%} {row['won']:6.1%} {row['predictions']:>6,}"
            lines.append(f"{figures} |{''.join(line)}|")
        return "\n".join(lines)

    def svg(self) -> str:
        """The same as a picture: the diagonal is what should be."""
        span = WIDTH - 2 * EDGE

        def x(value: float) -> float:
            return round(EDGE + span * value, 1)

        def y(value: float) -> float:
            return round(HEIGHT - EDGE - span * value, 1)

        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<path d="M{x(0)} {y(0)}H{x(1)}M{x(0)} {y(0)}V{y(1)}" stroke="#444" fill="none"/>',
            f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        ]
        for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
            parts.append(
                f'<text x="{x(mark)}" y="{y(0) + 18}" text-anchor="middle">{mark:.0%}</text>'
            )
            parts.append(
                f'<text x="{x(0) - 8}" y="{y(mark) + 4}" text-anchor="end">{mark:.0%}</text>'
            )
        for row in self.rows():
            at, low, high = row["predicted"], row["won"] - row["margin"], row["won"] + row["margin"]
            ends = (y(min(1, high)), y(max(0, low)))
            parts.append(f'<path d="M{x(at)} {ends[0]}V{ends[1]}" stroke="#1f5fa8"/>')
            parts.append(f'<circle cx="{x(at)}" cy="{y(row["won"])}" r="4" fill="#1f5fa8"/>')
        middle = WIDTH // 2
        parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">predicted</text>')
        parts.append(
            f'<text x="16" y="{middle}" text-anchor="middle" '
            f'transform="rotate(-90 16 {middle})">won</text>'
        )
        return "\n".join([*parts, "</svg>", ""])

"""Calibration of win probabilities: predicted and observed by deciles, as table and drawing."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from gridwright_lab.value.samples import Array, Samples

N_BINS: Final = 10
SIZE: Final = 360
MARGIN: Final = 44


@dataclass(frozen=True)
class Bin:
    """Seats whose chance was said to lie between two tenths; figures in points of a hundred."""

    tenth: int
    cases: int
    said: float
    was: float
    error: float
    standard_error: float
    """Over games, as positions of one game end alike."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def calibrate(samples: Samples, chances: Array) -> list[Bin]:
    """The bins that have any case."""
    is_seat = samples.places() < len(samples.rows)
    said = chances[is_seat]
    won = samples.won.astype(np.float64)
    game = np.repeat(samples.game, samples.seats)
    tenths = np.minimum((said * N_BINS).astype(int), N_BINS - 1)
    bins: list[Bin] = []
    for tenth in range(N_BINS):
        inside = tenths == tenth
        cases = int(inside.sum())
        if not cases:
            continue
        gaps = won[inside] - said[inside]
        _games, place = np.unique(game[inside], return_inverse=True)
        by_game = np.bincount(place, gaps)
        spread = float(np.sqrt((by_game**2).sum())) / cases
        figures = [said[inside].mean(), won[inside].mean(), gaps.mean(), spread]
        bins.append(Bin(tenth, cases, *[round(100 * float(figure), 2) for figure in figures]))
    return bins


def draw(bins: list[Bin], title: str) -> str:
    """An SVG: said to the right, seen upwards, with two standard errors."""
    inner = SIZE - 2 * MARGIN

    def across(points: float) -> float:
        return round(MARGIN + inner * points / 100, 1)

    def up(points: float) -> float:
        return round(SIZE - MARGIN - inner * min(100.0, max(0.0, points)) / 100, 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{SIZE}" height="{SIZE}" fill="#fff"/>',
        f'<text x="{SIZE / 2}" y="22" text-anchor="middle">{title}</text>',
        f'<path d="M{across(0)} {up(0)}L{across(100)} {up(100)}" stroke="#999" '
        'stroke-dasharray="4 3"/>',
    ]
    for points in range(0, 101, 20):
        lines.append(
            f'<text x="{across(points)}" y="{SIZE - MARGIN + 16}" text-anchor="middle">'
            f"{points}</text>"
        )
        lines.append(
            f'<text x="{MARGIN - 8}" y="{up(points) + 4}" text-anchor="end">{points}</text>'
        )
    for each in bins:
        x = across(each.said)
        low = up(each.was - 2 * each.standard_error)
        high = up(each.was + 2 * each.standard_error)
        lines.append(f'<path d="M{x} {low}V{high}" stroke="#1f5f8b"/>')
        lines.append(f'<circle cx="{x}" cy="{up(each.was)}" r="3.5" fill="#1f5f8b"/>')
    lines.append(f'<text x="{SIZE / 2}" y="{SIZE - 10}" text-anchor="middle">chance said, %</text>')
    lines.append(
        f'<text x="14" y="{SIZE / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {SIZE / 2})">games won, %</text>'
    )
    return "\n".join([*lines, "</svg>"]) + "\n"

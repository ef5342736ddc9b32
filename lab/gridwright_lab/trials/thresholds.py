"""Measured values and the thresholds that they must reach."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

MAX_SHOWN = 20
"""Findings that are printed in full; all are counted."""


@dataclass(frozen=True)
class Threshold:
    """A measured value and its limit: at least `least`, at most `most`, or zero without both."""

    name: str
    figure: float
    least: int | None = None
    most: int | None = None
    """Upper limit; without both limits the value must be 0."""

    @property
    def is_met(self) -> bool:
        if self.least is None and self.most is None:
            return self.figure == 0
        is_enough = self.least is None or self.figure >= self.least
        return is_enough and (self.most is None or self.figure <= self.most)

    def __str__(self) -> str:
        wanted = "0" if self.least is None else f">= {self.least:,}"
        if self.most is not None:
            wanted = f"<= {self.most:,}"
        return f"{'ok    ' if self.is_met else 'MISSED'} {self.name}: {self.figure:,} ({wanted})"


def share(figures: Sequence[float], percent: int) -> float:
    """Return the percentile of the values: the nearest rank, 0 without values."""
    ordered = sorted(figures)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else 0.0


@dataclass
class Verdict:
    """Result of an experiment."""

    thresholds: list[Threshold]
    figures: dict[str, Any] = field(default_factory=dict)
    """Values without a threshold."""
    findings: list[str] = field(default_factory=list)
    """Faults, one line each."""

    @property
    def ok(self) -> bool:
        """Every threshold is met; an experiment without thresholds fails."""
        return bool(self.thresholds) and all(threshold.is_met for threshold in self.thresholds)

    def missed(self) -> list[str]:
        return [threshold.name for threshold in self.thresholds if not threshold.is_met]

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "bars": [
                {
                    "name": threshold.name,
                    "figure": threshold.figure,
                    "least": threshold.least,
                    "most": threshold.most,
                    "met": threshold.is_met,
                }
                for threshold in self.thresholds
            ],
            "figures": self.figures,
            "findings": self.findings[:MAX_SHOWN],
        }

    def print(self, as_json: bool) -> int:
        """Print it; return the exit code of the experiment."""
        if as_json:
            print(json.dumps(self.to_json(), indent=1))
        else:
            for threshold in self.thresholds:
                print(threshold)
            for name, figure in self.figures.items():
                print(f"       {name}: {figure}")
            for finding in self.findings[:MAX_SHOWN]:
                print(f"       ! {finding}")
        return 0 if self.ok else 1


def added_up(verdicts: Sequence[Verdict]) -> Verdict:
    """Combine verdicts on several parts of an experiment with the same thresholds and values.

    Upper limits compare with the largest part; everything else is summed up.
    """
    first = verdicts[0]
    thresholds: list[Threshold] = []
    for place, threshold in enumerate(first.thresholds):
        parts = [each.thresholds[place] for each in verdicts]
        assert {part.name for part in parts} == {threshold.name}, parts
        if threshold.most is not None:
            thresholds.append(
                Threshold(threshold.name, max(part.figure for part in parts), most=threshold.most)
            )
            continue
        least = None if threshold.least is None else sum(part.least or 0 for part in parts)
        thresholds.append(Threshold(threshold.name, sum(part.figure for part in parts), least))
    figures = {name: _sum([each.figures[name] for each in verdicts]) for name in first.figures}
    return Verdict(thresholds, figures, [finding for each in verdicts for finding in each.findings])


def _sum(figures: list[Any]) -> Any:
    if isinstance(figures[0], dict):
        names = sorted({name for each in figures for name in each})
        return {name: _sum([each.get(name, 0) for each in figures]) for name in names}
    return sum(figures)

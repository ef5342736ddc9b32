"""Figures beside the bars that they must reach."""

import json
from dataclasses import dataclass, field
from typing import Any

MOST_SHOWN = 20
"""Findings that are told in full; all are counted."""


@dataclass(frozen=True)
class Bar:
    """One figure and what it must be: at least so much, or none at all."""

    name: str
    figure: int
    least: int | None = None
    """None asks for zero."""

    @property
    def is_met(self) -> bool:
        return self.figure == 0 if self.least is None else self.figure >= self.least

    def __str__(self) -> str:
        wanted = "0" if self.least is None else f">= {self.least:,}"
        return f"{'ok    ' if self.is_met else 'MISSED'} {self.name}: {self.figure:,} ({wanted})"


@dataclass
class Verdict:
    """What a trial found."""

    bars: list[Bar]
    figures: dict[str, Any] = field(default_factory=dict)
    """What is told without a bar."""
    findings: list[str] = field(default_factory=list)
    """What went wrong, one line each."""

    @property
    def ok(self) -> bool:
        """Whether every bar is met; a trial without bars has tried nothing."""
        return bool(self.bars) and all(bar.is_met for bar in self.bars)

    def missed(self) -> list[str]:
        return [bar.name for bar in self.bars if not bar.is_met]

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "bars": [
                {"name": bar.name, "figure": bar.figure, "least": bar.least, "met": bar.is_met}
                for bar in self.bars
            ],
            "figures": self.figures,
            "findings": self.findings[:MOST_SHOWN],
        }

    def print(self, as_json: bool) -> int:
        """Print it; returns the exit code of the trial."""
        if as_json:
            print(json.dumps(self.to_json(), indent=1))
        else:
            for bar in self.bars:
                print(bar)
            for name, figure in self.figures.items():
                print(f"       {name}: {figure}")
            for finding in self.findings[:MOST_SHOWN]:
                print(f"       ! {finding}")
        return 0 if self.ok else 1

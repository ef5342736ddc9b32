"""The release gate of the strongest bot: required shares of wins, and the measured result.

``gate.toml`` has the rows. A result is a small file to be committed. The reserved deals are used
once per digest of a bot: if its result exists, they are not played again.
"""

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import gridwright
from gridwright.arena.cells import Cell, gather_cells
from gridwright.arena.deals import RESERVED
from gridwright.arena.fixtures import Fixture, match
from gridwright.arena.plan import Plan, code_digest
from gridwright.arena.tally import Tally
from gridwright.bots.registry import ALIASES, find_bot

FORM: Final = "gridwright gate 1"


class GateError(ValueError):
    """The gate cannot be measured with these arguments, or its deals were used already."""


@dataclass(frozen=True)
class GateRow:
    """One opponent, and the required share at each number of seats."""

    rung: str
    against: str
    shares: dict[int, float]


@dataclass(frozen=True)
class Gate:
    """All rows, the cells they are required in, and the number of deals per cell."""

    deals: int
    cells: str
    rows: tuple[GateRow, ...]

    def narrowed(self, against: Sequence[str]) -> "Gate":
        """Return a gate with the rows of these opponents. Raises GateError for an unknown one."""
        known = [row.against for row in self.rows]
        for name in against:
            if name not in known:
                raise GateError(f"expected opponents of {', '.join(known)}, got {name!r}")
        rows = tuple([row for row in self.rows if row.against in against])
        return Gate(self.deals, self.cells, rows)

    def fixtures(self, bot: str, cells: Sequence[Cell]) -> list[Fixture]:
        """Return a match for each row and cell."""
        for cell in cells:
            for row in self.rows:
                if cell.seats not in row.shares:
                    raise GateError(f"{row.rung}: expected 2 to 6 seats, got {cell}")
        return [match(cell, bot, row.against) for row in self.rows for cell in cells]

    def bar(self, fixture: Fixture) -> float:
        """Return the share that a match of this gate requires."""
        for row in self.rows:
            if find_bot(row.against).name == fixture.reference:
                return row.shares[fixture.cell.seats]
        raise GateError(f"expected a match of the gate, got {fixture}")


@cache
def load_gate() -> Gate:
    """Load the gate of this version."""
    plain = tomllib.loads(files("gridwright.arena").joinpath("gate.toml").read_text("utf-8"))
    rows = [
        GateRow(
            row["rung"],
            row["against"],
            {int(seats): float(share) for seats, share in row["shares"].items()},
        )
        for row in plain["row"]
    ]
    return Gate(plain["deals"], plain["cells"], tuple(rows))


@dataclass(frozen=True)
class Verdict:
    """One match of the gate and its required share."""

    tally: Tally
    bar: float

    @property
    def is_passed(self) -> bool:
        """True with the share reached, its lower bound above the fair share, and no faulty game."""
        fair = 1 / self.tally.fixture.cell.seats
        return (
            not self.tally.faults
            and self.tally.share >= self.bar
            and self.tally.interval()[0] > fair
        )

    def to_json(self) -> dict[str, Any]:
        low, high = self.tally.interval()
        seats = self.tally.fixture.cell.seats
        return {
            "against": self.tally.fixture.reference,
            "cell": str(self.tally.fixture.cell),
            "deals": self.tally.n_deals,
            "games": self.tally.n_games,
            "share": round(self.tally.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "bar": self.bar,
            "fair": round(1 / seats, 4),
            "faults": sum(self.tally.faults.values()),
            "passed": self.is_passed,
        }


def judge(gate: Gate, tallies: Sequence[Tally]) -> list[Verdict]:
    """Return a verdict for each match of a run."""
    return [Verdict(tally, gate.bar(tally.fixture)) for tally in tallies]


def result_of(plan: Plan, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the result to write and commit. Nothing in it depends on the machine."""
    header = plan.header()
    whole = load_gate()
    # By names alone: a part of the gate is measured without the bots of the other rows.
    cells = gather_cells([whole.cells])
    wanted = {(ALIASES.get(row.against, row.against), cell) for row in whole.rows for cell in cells}
    played = {(fixture.reference, fixture.cell) for fixture in plan.fixtures}
    is_whole = wanted <= played and min(plan.deals) >= whole.deals
    return {
        "form": FORM,
        "version": gridwright.__version__,
        "command": plan.command,
        "series": plan.series,
        "bot": plan.fixtures[0].candidate,
        "digest": identity_of(plan.fixtures[0].candidate),
        "code": header["code"],
        "bots": header["bots"],
        "whole": is_whole,
        "games": sum([verdict.tally.n_games for verdict in verdicts]),
        "passed": all(verdict.is_passed for verdict in verdicts),
        "matches": [verdict.to_json() for verdict in verdicts],
    }


def identity_of(bot: str) -> str:
    """Return the digest of a bot, or the digest of all bots' code if it has no profile."""
    return find_bot(bot).digest or code_digest()


def result_file(folder: Path, bot: str, series: str) -> Path:
    """Return the path of a bot's result; the name contains the digest and the series."""
    named = re.sub(r"[^a-z0-9.]+", "-", f"{find_bot(bot).name}-{series}".lower()).strip("-")
    return folder / f"{named}-{identity_of(bot)[:12]}.json"


def verify_unopened(file: Path, series: str) -> None:
    """Raise GateError for reserved deals whose result exists already."""
    if series.partition("/")[0] == RESERVED and file.exists():
        told = json.loads(file.read_text("utf-8"))
        outcome = "passed" if told["passed"] else "failed"
        raise GateError(
            f"the reserved deals were opened for this bot, which {outcome}: {file} stays as it is"
        )

"""The plan of a seed: databases, nodes, tables and people of a run, and its faults.

All of it is drawn before the run begins, so that a part can be left out and the rest stays.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any, Final

from gridwright.content.table import default_spec

ACTIVE: Final = (3.0, 5.0, 8.0, 16.0)
"""Seconds in which people play and things go wrong; then all is quiet. Short runs are many runs."""
EDITIONS: Final = ("classic", "deluxe", "card")
STEPS: Final = (3_600_000, -3_600_000, 86_400_000, -86_400_000, 40_000, -40_000)
MAX_OFFSET: Final = 250
"""Milliseconds by which the clocks of two machines differ."""


class Kind(StrEnum):
    """A fault."""

    CRASH = "crash"
    """A node is killed between two steps, and started again later."""
    DROPPED_HINTS = "dropped hints"
    DOUBLED_HINTS = "doubled hints"
    LATE_HINTS = "late hints"
    WALL_STEP = "wall step"
    """A change of a machine's wall clock."""
    FULL_DISK = "full disk"
    AWAY = "database away"
    """Statements get no answer; some are carried out nevertheless."""
    SLOW_DISK = "slow disk"
    LOST_ANSWERS = "lost answers"
    """Requests or their answers get lost on the way."""
    CUT_SOCKETS = "cut sockets"


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong at one place for some time."""

    kind: Kind
    at: float
    lasts: float
    node: int
    amount: int = 0
    """Steps until a crash, or milliseconds by which a clock is set."""

    def __str__(self) -> str:
        amount = f", {self.amount:+}" if self.amount else ""
        return f"{self.kind} at {self.at:.3f} s for {self.lasts:.3f} s, node {self.node}{amount}"


@dataclass(frozen=True)
class TablePlan:
    """A table, who sits there and how time runs."""

    number: int
    edition: str
    seats: int
    people: int
    """Number of people, on the first seats; bots have the others."""
    terms: dict[str, Any]
    hidden_money: bool
    ends: bool
    """The people agree in the end to abandon it."""

    def __str__(self) -> str:
        clock = self.terms["clock"]["type"]
        return f"table {self.number}: {self.edition}, {self.people} of {self.seats} people, {clock}"

    def spec(self) -> dict[str, Any]:
        spec = default_spec(self.edition, seats=self.seats)
        return dict(replace(spec, hidden_money=self.hidden_money).to_json())


@dataclass(frozen=True)
class Plan:
    """A run."""

    seed: int
    nodes: int
    """0 for one node at home on a file of SQLite, otherwise the number of nodes on PostgreSQL."""
    active: float
    """Seconds until all is quiet."""
    off_by: tuple[int, ...]
    tables: tuple[TablePlan, ...]
    faults: tuple[Fault, ...]

    @property
    def n_nodes(self) -> int:
        return self.nodes or 1

    def parts(self) -> list[str]:
        """Return the parts that can be left out, in words."""
        people = [f"{table}, person {table.people}" for table in self.tables if table.people > 1]
        return [*map(str, self.faults), *map(str, self.tables), *people]

    def smaller(self) -> list["Plan"]:
        """The same with one part less, each once."""
        found = [
            replace(self, faults=self.faults[:place] + self.faults[place + 1 :])
            for place in range(len(self.faults))
        ]
        if len(self.tables) > 1:
            found += [
                replace(self, tables=self.tables[:place] + self.tables[place + 1 :])
                for place in range(len(self.tables))
            ]
        for place, table in enumerate(self.tables):
            if table.people > 1:
                fewer = replace(table, people=table.people - 1)
                tables = (*self.tables[:place], fewer, *self.tables[place + 1 :])
                found.append(replace(self, tables=tables))
        return found


def plan_of(seed: int) -> Plan:
    """Return the plan of a seed. Deterministic: a change of this function changes all plans."""
    dice = Random(f"plan {seed}")
    nodes = dice.choice((0, 2, 2, 3))
    n_nodes = nodes or 1
    active = dice.choice(ACTIVE)
    tables = tuple([_table(dice, seed, number) for number in range(dice.choice((1, 1, 1, 2)))])
    faults = [_fault(dice, n_nodes, active) for _number in range(dice.randrange(2, 9))]
    off_by = tuple([dice.randrange(-MAX_OFFSET, MAX_OFFSET + 1) for _node in range(n_nodes)])
    in_order = tuple(sorted(faults, key=lambda fault: fault.at))
    return Plan(seed, nodes, active, off_by, tables, in_order)


def _table(dice: Random, seed: int, number: int) -> TablePlan:
    edition = EDITIONS[(seed + number) % len(EDITIONS)]
    seats = dice.choice((2, 2, 3))
    people = max(1, seats - dice.randrange(2))
    clock: dict[str, Any] = dice.choice(
        (
            {"type": "none"},
            {"type": "bank", "bank": 10_000, "increment": 0},
            {"type": "bank", "bank": 12_000, "increment": 1_000},
            {"type": "turns", "turn": 60_000},
        )
    )
    terms = {
        "clock": clock,
        "time_out": dice.choice(("bot", "bot", "pause")),
        "stand_in": "l0",
        "hold": dice.choice((0, 300, 600)),
    }
    is_hidden, ends = dice.random() < 0.5, dice.random() < 0.3
    return TablePlan(number, edition, seats, people, terms, is_hidden, ends)


def _fault(dice: Random, n_nodes: int, active: float) -> Fault:
    kind = dice.choice(tuple(Kind))
    at = dice.uniform(0.02, active)
    lasts = dice.uniform(0.2, 4.0)
    amount = 0
    if kind is Kind.CRASH:
        amount = dice.randrange(400)
    elif kind is Kind.WALL_STEP:
        amount = dice.choice(STEPS)
    return Fault(kind, at, lasts, dice.randrange(n_nodes), amount)


Fails = Callable[[Plan], bool]


def minimise(plan: Plan, fails: Fails) -> Plan:
    """Return a smaller plan that still fails, from which no part can be left out."""
    while True:
        for smaller in plan.smaller():
            if fails(smaller):
                plan = smaller
                break
        else:
            return plan

"""The plan of a run: everything needed to repeat it."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import gridwright
import gridwright.bots
from gridwright.arena.deals import verify_series
from gridwright.arena.fixtures import Fixture
from gridwright.arena.sprt import Hypotheses, read_hypotheses
from gridwright.bots.registry import find_bot
from gridwright.content.table import build_game, rules_identity

REVISION: Final = 1
"""The revision of the file format of runs."""
CODE_SUFFIXES: Final = (".py", ".toml")


class PlanError(ValueError):
    """The plan cannot be read or executed."""


@dataclass(frozen=True)
class Plan:
    """Fixtures in order, and the number of deals of a series that each of them plays."""

    command: str
    """Command line, without options that do not change the games, such as the number of workers."""
    series: str
    fixtures: tuple[Fixture, ...]
    deals: tuple[int, ...]
    """``deals[fixture]``: maximum; fewer are played if the sequential test ends earlier."""
    hypotheses: Hypotheses | None = None
    checked: bool = False
    """True to verify every move against the rules while it is played."""

    def __post_init__(self) -> None:
        verify_series(self.series)
        if not self.fixtures or len(self.fixtures) != len(self.deals) or min(self.deals) < 1:
            raise PlanError("expected fixtures with at least one deal each")

    @property
    def n_games(self) -> int:
        """Number of games if no test ends a fixture early."""
        counts = zip(self.fixtures, self.deals, strict=True)
        return sum([fixture.n_games * deals for fixture, deals in counts])

    def header(self) -> dict[str, Any]:
        """Return the plan with everything that decides its games: bots, rules and version."""
        bots = sorted({name for fixture in self.fixtures for name in fixture.bots})
        cells = sorted({fixture.cell for fixture in self.fixtures})
        return {
            "form": f"gridwright arena run {REVISION}",
            "version": gridwright.__version__,
            "command": self.command,
            "series": self.series,
            "code": code_digest(),
            "bots": {name: _describe_bot(name) for name in bots},
            "rules": {
                str(cell): {
                    "version": build_game(cell.spec).rules.version,
                    "identity": rules_identity(cell.spec),
                }
                for cell in cells
            },
            "hypotheses": None if self.hypotheses is None else str(self.hypotheses),
            "checked": self.checked,
            "fixtures": [
                {**fixture.to_json(), "deals": deals}
                for fixture, deals in zip(self.fixtures, self.deals, strict=True)
            ],
        }

    def digest(self) -> str:
        """Return eight hexadecimal digits that identify the plan."""
        text = json.dumps(self.header(), sort_keys=True)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]


@cache
def code_digest() -> str:
    """Return the SHA-256 of the source of our bots, because changed code may play differently.

    A run may be continued only with the code that began it. Frozen bots are left out: they never
    change.
    """
    folder = Path(gridwright.bots.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in CODE_SUFFIXES:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _describe_bot(name: str) -> dict[str, Any]:
    bot = find_bot(name)
    return {"level": bot.level, "digest": bot.digest}


def read_plan(header: dict[str, Any]) -> Plan:
    """Parse the header of a run. Raises PlanError if it is invalid."""
    if header.get("form") != f"gridwright arena run {REVISION}":
        raise PlanError(f"expected a run of revision {REVISION}, got {header.get('form')!r}")
    told = header["hypotheses"]
    fixtures = [dict(each) for each in header["fixtures"]]
    deals = tuple([int(each.pop("deals")) for each in fixtures])
    return Plan(
        header["command"],
        header["series"],
        tuple([Fixture.from_json(each) for each in fixtures]),
        deals,
        None if told is None else read_hypotheses(told),
        header["checked"],
    )

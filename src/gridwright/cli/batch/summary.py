"""The summary of many games: lengths, endings, wins."""

from collections import Counter
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gridwright.cli.batch.simulated_game import SimulatedGame


class Summary:
    """Counts games as they come."""

    def __init__(self, n_seats: int) -> None:
        self.n_seats: Final = n_seats
        self.rounds: Final[list[int]] = []
        self.actions: Final[list[int]] = []
        self.wins: Final = [0] * n_seats
        self.n_shared = 0
        self.endings: Final[Counter[str]] = Counter()

    def add(self, played: SimulatedGame) -> None:
        self.rounds.append(played.rounds)
        self.actions.append(played.actions)
        self.endings[played.reason] += 1
        winners = [seat for seat, place in enumerate(played.ranking) if place == 1]
        self.n_shared += len(winners) > 1
        for seat in winners:
            self.wins[seat] += 1

    @property
    def n_games(self) -> int:
        return len(self.rounds)

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.n_games,
            "rounds": _spread(self.rounds),
            "actions": _spread(self.actions),
            "wins": self.wins,
            "shared_wins": self.n_shared,
            "endings": dict(sorted(self.endings.items())),
        }

    def draw(self) -> RenderableType:
        """Two small tables: lengths and endings, then who won."""
        lengths = Table(box=None, pad_edge=False, header_style="dim")
        for heading in (f"{self.n_games} games", "least", "median", "mean", "most"):
            lengths.add_column(heading, justify="left" if heading.endswith("games") else "right")
        for name, values in (("rounds", self.rounds), ("actions", self.actions)):
            spread = _spread(values)
            cells = [str(spread[key]) for key in ("least", "median", "mean", "most")]
            lengths.add_row(name, *cells)
        wins = Table(box=None, pad_edge=False, header_style="dim")
        wins.add_column("won by")
        for seat in range(self.n_seats):
            wins.add_column(f"seat {seat}", justify="right")
        wins.add_column("shared", justify="right")
        wins.add_row("games", *[str(count) for count in self.wins], str(self.n_shared))
        wins.add_row("share", *[_percent(count, self.n_games) for count in self.wins], "")
        endings = ", ".join(f"{count} by {name}" for name, count in sorted(self.endings.items()))
        return Group(lengths, Text(), wins, Text(), Text.assemble(("ended  ", "dim"), endings))


def _spread(values: list[int]) -> dict[str, int | float]:
    if not values:
        return {"least": 0, "median": 0, "mean": 0, "most": 0}
    ordered = sorted(values)
    return {
        "least": ordered[0],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 1),
        "most": ordered[-1],
    }


def _percent(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} %" if total else "-"

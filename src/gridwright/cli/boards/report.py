"""The report of a check of a board."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from gridwright.cli.drawing.names import counted
from gridwright.content.board_check.check import Checked
from gridwright.content.board_check.playable import Seating
from gridwright.content.board_check.statistics import Comparison
from gridwright.content.board_check.trial_games import TrialGames

NAME_WIDTH = 32


def draw_faults(checked: Checked) -> Text:
    """Each fault in a paragraph of its own, and how many there are."""
    lines = [Text(str(fault)) for fault in checked.faults]
    lines.append(Text(f"{counted(len(checked.faults), 'fault')} to mend.", style="bold red"))
    return Text("\n").join(lines)


def draw_statistics(rows: Sequence[Comparison]) -> Text:
    lines = [Text(f"{'':{NAME_WIDTH}}{'yours':>8}  shipped boards", style="dim")]
    for row in rows:
        line = Text(f"{row.name:{NAME_WIDTH}}{row.value:>8g}  {row.least:g} to {row.most:g}")
        if not row.is_usual:
            line.append("  unusual", style="yellow")
        lines.append(line)
    return Text("\n").join(lines)


def draw_seatings(seatings: Sequence[Seating]) -> Text:
    """Return a line for each set of rules: the regions in which each number of players plays."""
    lines: list[Text] = []
    for preset in dict.fromkeys(seating.preset for seating in seatings):
        told = [
            f"{each.seats} players in {each.n_regions} regions ({each.n_choices} ways)"
            for each in seatings
            if each.preset == preset
        ]
        lines.append(Text.assemble((f"{preset}: ", "bold"), ", ".join(told)))
    return Text("\n").join(lines)


def draw_verdict(name: str, board: str, trials: TrialGames) -> Text:
    """The first line of a report on a board whose file has no fault."""
    if trials.is_good:
        return Text(f"{name} ({board}) is a good board.", style="bold")
    return Text(f"{name} ({board}) cannot be played: see the games below.", style="bold red")


def draw_trials(trials: TrialGames, seconds: float) -> Text:
    if not trials.n_games:
        return Text("No random games were played.")
    rounds = f", {min(trials.rounds)} to {max(trials.rounds)} rounds" if trials.rounds else ""
    told = (
        f"{trials.n_ended} of {counted(trials.n_games, 'random game')} ended{rounds}; "
        f"{trials.n_actions} positions looked at in {seconds:.0f} s"
    )
    lines = [Text(f"{told}.")]
    lines += [Text(problem, style="red") for problem in trials.problems]
    return Text("\n").join(lines)


def describe(
    checked: Checked,
    rows: Sequence[Comparison] = (),
    trials: TrialGames | None = None,
    picture: str = "",
) -> dict[str, Any]:
    """The same for programs."""
    told: dict[str, Any] = {
        "good": checked.is_good and (trials is None or trials.is_good),
        "board": checked.board.id if checked.board else "",
        "content": checked.board.content if checked.board else "",
        "faults": [
            {
                "kind": fault.kind,
                "file": fault.file,
                "line": fault.line,
                "sentence": fault.sentence,
            }
            for fault in checked.faults
        ],
        "statistics": [
            {
                "name": row.name,
                "value": row.value,
                "least": row.least,
                "most": row.most,
                "usual": row.is_usual,
            }
            for row in rows
        ],
        "seatings": [
            {
                "preset": each.preset,
                "seats": each.seats,
                "regions": each.n_regions,
                "choices": each.n_choices,
                "fewest_cities": each.fewest_cities,
            }
            for each in checked.seatings
        ],
        "picture": picture,
    }
    if trials is not None:
        told["games"] = {
            "played": trials.n_games,
            "ended": trials.n_ended,
            "actions": trials.n_actions,
            "problems": trials.problems,
        }
    return told

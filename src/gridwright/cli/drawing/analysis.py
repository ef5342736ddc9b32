"""An analysis in words and small tables."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

N_TOLD: Final = 3
"""Costliest decisions that are printed of each seat."""
LEAST_REST: Final = 0.01
BOLD: Final = "bold"

Record = Mapping[str, Any]


def draw_analysis(record: Record) -> RenderableType:
    """Chances by round, accounts, and the costliest decisions of each seat."""
    parts: list[RenderableType] = [
        Text("Chance to win at the beginning of each round, in per cent", BOLD),
        *_course(record),
        Text(),
        Text("Where the result came from, in points of winning chance", BOLD),
        *_accounts(record),
    ]
    for seat in range(len(record["seats"])):
        parts += [Text(), Text(f"{_seat(record, seat)}: costliest decisions", BOLD)]
        parts += _findings(record, seat)
    return Group(*parts)


def _seat(record: Record, seat: int) -> str:
    return record["seats"][seat]["name"] or f"Seat {seat}"


def _course(record: Record) -> list[Text]:
    names = [_seat(record, seat) for seat in range(len(record["seats"]))]
    lines = [Text("  round" + "".join([f"{name:>9.9}" for name in names]), "dim")]
    told = 0
    for entry in record["course"]:
        is_over = entry["phase"] == "over"
        if entry["round"] > told or is_over:
            told = entry["round"]
            label = "end" if is_over else str(told)
            chances = "".join([f"{100 * chance:>9.0f}" for chance in entry["chances"]])
            lines.append(Text(f"  {label:>5}{chances}"))
    return lines


def _accounts(record: Record) -> list[Text]:
    with_rest = any(abs(account["rest"]) >= LEAST_REST for account in record["account"])
    heads = ["start", "luck", "own", "others", *(["rest"] if with_rest else []), "result"]
    more = ["less luck", "decisions", "each"]
    lines = [Text(" " * 12 + "".join([f"{head:>10}" for head in [*heads, *more]]), "dim")]
    for account in record["account"]:
        line = f"  {_seat(record, account['seat']):<10.10}"
        line += f"{100 * account['start']:>10.0f}"
        for head in heads[1:-1]:
            line += f"{100 * account[head]:>+10.0f}"
        line += f"{100 * account['result']:>10.0f}{100 * account['less_luck']:>10.0f}"
        line += f"{account['decisions']:>10}{100 * account['each']:>10.1f}"
        lines.append(Text(line))
    return lines


def _findings(record: Record, seat: int) -> list[Text]:
    own = [finding for finding in record["findings"] if finding["seat"] == seat][:N_TOLD]
    if not own:
        return [Text("  none that cost 4 points or more for sure")]
    lines: list[Text] = []
    for finding in own:
        cost = f"{100 * finding['loss']:.0f} points"
        error = f" (give or take {100 * finding['error']:.0f})" if finding["error"] else ""
        place = f"round {finding['round']}, move {finding['move']}"
        played, better = finding["played"], finding["better"]
        lines.append(Text(f"  {cost}{error}, {place}: {tell_actions(played['actions'])}"))
        lines.append(Text(f"    better: {_better(better)} {tell_reason(finding)}"))
    return lines


def _better(better: Record) -> str:
    limit = better.get("up_to")
    actions = better["actions"]
    if limit is not None and actions[0]["do"] == "bid":
        return f"bid up to {limit}."
    return f"{tell_actions(actions)}."


def tell_actions(actions: Sequence[Record]) -> str:
    """Return the actions in a few words."""
    told = [_tell(action) for action in actions if not action["do"].startswith("finish")]
    if not told:
        return "nothing built" if _is_building(actions) else "nothing bought"
    return ", ".join(told)


def _is_building(actions: Sequence[Record]) -> bool:
    return any(action["do"] == "finish-building" for action in actions)


def _tell(action: Record) -> str:
    do = action["do"]
    if do == "offer":
        return f"plant {action['plant']} put up at {action['bid']}"
    if do == "bid":
        return f"bid {action['amount']}"
    if do == "scrap":
        return f"plant {action['plant']} given up"
    if do == "buy":
        return f"{action['amount']} {action['resource']} bought"
    if do == "buy-card":
        return f"{action['card']} bought for {action['price']}"
    if do == "connect":
        return f"built in {action['city']}"
    if do in ("run", "produce"):
        return f"ran {action['plants'].replace('+', ', ')}" if action["plants"] else "ran nothing"
    return {"drop": "dropped out", "pass": "passed"}.get(do, str(do))


def tell_reason(finding: Record) -> str:
    """Return the reason for a finding, with numbers of the position."""
    facts, kind = finding["facts"], finding["kind"]
    if kind == "auction":
        return (
            f"Plant {facts['lot']} lifts the plants from {facts['powers_without']} to "
            f"{facts['powers_with']}; it went for {facts['price']}, and {facts['money']} money "
            "was there."
        )
    if kind == "purchase":
        return _plants_reason(facts)
    if kind == "building":
        return (
            f"{facts.get('built_better', 0)} cities for {facts.get('cost_better', 0)} instead of "
            f"{facts.get('built_played', 0)} for {facts.get('cost_played', 0)}; the fuel supplies "
            f"{facts.get('powers_better', 0)}, and there were {facts['cities']}."
        )
    if kind == "fuel":
        return (
            f"It supplies {facts.get('powers_better', 0)} for {facts.get('cost_better', 0)} "
            f"instead of {facts.get('powers_played', 0)} for {facts.get('cost_played', 0)}."
        )
    return (
        f"It supplies {facts['powers_better']} and pays {facts['income_better']} instead of "
        f"{facts['income_played']}."
    )


def _plants_reason(facts: Record) -> str:
    before = facts["powers_without"]
    if facts.get("gives_up"):
        return f"The plants then give {facts['powers_better']} instead of {facts['powers_played']}."
    if facts.get("passed_better"):
        gain = facts.get("powers_played", before)
        return f"The plant lifts the plants from {before} to {gain} only."
    lifted = f"It lifts the plants from {before} to {facts['powers_better']}"
    if "powers_played" in facts:
        return f"{lifted}, the other one to {facts['powers_played']}."
    return f"{lifted}."

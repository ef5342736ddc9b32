"""An analysis in words and small tables."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

N_TOLD: Final = 3
"""Costliest decisions that are printed of each seat."""
PARTS: Final = ("luck", "own", "others")
BOLD: Final = "bold"
REASONS: Final = {
    "supplied": "It supplies {better} cities instead of {played}",
    "cities": "It has {better} cities instead of {played}",
    "output": "Its plants supply {better} cities instead of {played}",
    "money": "It has {better} money instead of {played}",
    "place": "It is heading for place {better} instead of {played}, as seen",
}

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
    heads = ["start", *PARTS, "result", "decisions"]
    lines = [Text(" " * 12 + "".join([f"{head:>10}" for head in heads]), "dim")]
    for account in record["account"]:
        line = f"  {_seat(record, account['seat']):<10.10}"
        line += f"{100 * account['start']:>10.0f}"
        for part in PARTS:
            told = f"{100 * account[part]:+.0f} ±{100 * account[f'{part}_error']:.0f}"
            line += f"{told:>10}"
        lines.append(Text(f"{line}{100 * account['result']:>10.0f}{account['decisions']:>10}"))
    return lines


def _findings(record: Record, seat: int) -> list[Text]:
    own = [finding for finding in record["findings"] if finding["seat"] == seat][:N_TOLD]
    if not own:
        return [Text("  none that cost 4 points")]
    lines: list[Text] = []
    for finding in own:
        played, better = finding["played"], finding["better"]
        chances = f"{100 * better['chance']:.0f} % to {100 * played['chance']:.0f} %"
        place = f"round {finding['round']}, move {finding['move']}"
        told = tell_actions(played["actions"])
        lines.append(Text(f"  {chances} ±{100 * finding['error']:.0f}, {place}: {told}"))
        lines.append(Text(f"    better: {_better(better)}{tell_reason(finding)}"))
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
    """Return the largest difference of the two futures, after a space; empty without one."""
    if not finding["reasons"]:
        return ""
    reason = finding["reasons"][0]
    number = finding["future_better"]["round"]
    said = REASONS[reason["kind"]].format(better=reason["better"], played=reason["played"])
    return f" {said} in round {number}."

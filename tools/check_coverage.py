"""Refuse a coverage report whose lines or branches fall below a bar.

coverage's own bar weighs lines and branches together; a report may pass it with branches missing.
"""

import json
import sys
from pathlib import Path


def shortfalls(totals: dict[str, float], bar: float) -> list[str]:
    """Describe each rate below the bar."""
    rates = {
        "lines": totals["percent_statements_covered"],
        "branches": totals["percent_branches_covered"],
    }
    return [
        f"{name}: expected at least {bar:.2f} %, got {rate:.2f} %"
        for name, rate in rates.items()
        if rate < bar
    ]


def main(report: str, bar: str) -> int:
    totals = json.loads(Path(report).read_text())["totals"]
    lines, branches = totals["percent_statements_covered"], totals["percent_branches_covered"]
    found = shortfalls(totals, float(bar))
    for complaint in found:
        print(f"check_coverage: {complaint}", file=sys.stderr)
    print(
        f"engine: {lines:.2f} % of {totals['num_statements']} lines, "
        f"{branches:.2f} % of {totals['num_branches']} branches"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

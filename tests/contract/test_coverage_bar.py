"""Lines cannot make up for branches in the coverage of the engine."""

import json
from pathlib import Path

from tools.check_coverage import main, shortfalls


def test_each_rate_is_judged_alone() -> None:
    totals = {"percent_statements_covered": 100.0, "percent_branches_covered": 97.99}
    assert shortfalls(totals, 98) == ["branches: expected at least 98.00 %, got 97.99 %"]
    totals = {"percent_statements_covered": 98.0, "percent_branches_covered": 98.0}
    assert shortfalls(totals, 98) == []


def test_exit_code(tmp_path: Path) -> None:
    totals = {
        "percent_statements_covered": 99.0,
        "percent_branches_covered": 95.0,
        "num_statements": 200,
        "num_branches": 40,
    }
    report = tmp_path / "coverage.json"
    report.write_text(json.dumps({"totals": totals}))
    assert main(str(report), "95") == 0
    assert main(str(report), "98") == 1

"""Files that an order, a bot's turn and notified watchers run through."""

from pathlib import Path

import pytest

import gridwright
from gridwright_lab.trials.journey import MAX_FILES, files_of, in_scope, measure, trace_journeys


@pytest.mark.anyio
async def test_each_journey_runs_through_its_files(tmp_path: Path) -> None:
    found = await trace_journeys(tmp_path, n_times=4)
    assert set(found) == set(MAX_FILES)
    for functions, file in zip(
        found.values(), ("tables/orders.py", "worker/service.py", "live/watchers.py"), strict=True
    ):
        assert f"server/{file}" in files_of(functions)
        assert not any(each.startswith(("engine/", "content/")) for each in files_of(functions))
    assert measure(found).missed() == []


def test_a_longer_journey_fails() -> None:
    found = {name: {(f"file_{n}.py", "call") for n in range(99)} for name in MAX_FILES}
    assert measure(found).print(as_json=True) == 1


def test_rules_and_libraries_are_out_of_scope() -> None:
    package = Path(gridwright.__file__).parent
    called = {(str(package / part), "call") for part in ("engine/game.py", "fair/chain.py")}
    assert in_scope({*called, ("/usr/lib/json.py", "loads")}) == {("fair/chain.py", "call")}

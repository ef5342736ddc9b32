"""The tests of a room are found from the import graph."""

from pathlib import Path

import grimp
import pytest

from tools.room_tests import (
    CONTRACTS,
    OWN,
    ROOT,
    TRIALS,
    dependants,
    importing_tests,
    main,
    paths_of,
    read_graph,
    room_of,
    rooms_imported,
    without_repeats,
)


@pytest.fixture(scope="module")
def graph() -> "grimp.ImportGraph":
    return read_graph()


def test_rooms_are_packages() -> None:
    assert room_of("gridwright.engine.phases.auction") == "engine"
    assert room_of("gridwright") == ""
    assert room_of("gridwright.__main__") == ""
    assert room_of("gridwright_lab.fuzz") == "lab"
    assert room_of("gridwright_frozen.hard_2026_11") == "lab"
    assert room_of("json.decoder") == ""


def test_every_room_of_the_product_has_tests(graph: "grimp.ImportGraph") -> None:
    rooms = {room_of(module) for module in graph.modules} - {""}
    assert rooms <= set(OWN)
    assert all(dependants(graph, room) <= set(CONTRACTS) for room in rooms)


def test_every_path_is_there(graph: "grimp.ImportGraph") -> None:
    for room in OWN:
        paths = paths_of(room, graph)
        assert paths
        assert [path for path in paths if not (ROOT / path.partition("::")[0]).exists()] == []


def test_every_trial_is_there() -> None:
    for trial in TRIALS:
        file, name = trial.partition("[")[0].split("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8")


def test_every_test_belongs_to_a_room_or_to_the_tools() -> None:
    own = [*(path for paths in OWN.values() for path in paths), "tests/contract"]
    files = [file.relative_to(ROOT).as_posix() for file in sorted(ROOT.glob("tests/**/test_*.py"))]
    assert [file for file in files if not any(file.startswith(path) for path in own)] == []


def test_low_rooms_have_the_contracts_of_those_above(graph: "grimp.ImportGraph") -> None:
    assert "server" in dependants(graph, "engine")
    assert set(CONTRACTS["server"]) <= set(paths_of("engine", graph))
    assert dependants(graph, "cli") == {"lab"}
    assert dependants(graph, "lab") == set()


def test_importing_tests_are_found_through_what_tests_share(tmp_path: Path) -> None:
    files = {
        "kit/shared.py": "from gridwright.fair import derive\n",
        "one/test_direct.py": "import gridwright.fair.draw\n",
        "one/test_through.py": "from tests.kit.shared import derive\n",
        "one/test_other.py": "from gridwright.engine import ids\n",
    }
    for name, text in files.items():
        file = tmp_path / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert importing_tests("fair", tmp_path) == [
        "tests/one/test_direct.py",
        "tests/one/test_through.py",
    ]
    other = tmp_path / "tests/one/test_other.py"
    assert rooms_imported(other, tmp_path) == {"engine"}


def test_a_path_below_another_is_left_out() -> None:
    assert without_repeats(["a", "b/x.py", "a/y.py", "b/x.py"]) == ["a", "b/x.py"]


def test_an_unknown_room_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cellar"]) == 2
    assert "expected one of engine, content" in capsys.readouterr().err

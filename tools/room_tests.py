"""Print the tests that a change of one room can break, read from the import graph.

    python -m tools.room_tests server

These are the room's own tests, the tests that import it directly (themselves or through what they
share), and the contract tests of each room that imports it. Nearly every test imports the lowest
rooms; for these the own and contract tests must do. The laboratory's tests run with the laboratory.
"""

import ast
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = "gridwright"
LABORATORY = ("gridwright_lab", "gridwright_frozen")

TRIALS = (
    "tests/lab/trials/test_bad_input.py::test_bad_requests_change_nothing",
    "tests/lab/trials/test_deadlines.py::test_every_deadline_is_fired_once_and_abandoned_games_end",
    "tests/lab/trials/test_egress.py::test_no_form_arrives_inside_and_unsafe_senders_are_found",
    "tests/lab/trials/test_fan_out.py::test_lost_doubled_and_late_hints_lose_nothing",
    "tests/lab/trials/test_invitations.py::test_no_one_registers_without_an_invitation",
    "tests/lab/trials/test_kill_trial.py::test_kills_lose_nothing",
    "tests/lab/trials/test_notices.py::test_every_turn_arrives_while_workers_die",
    "tests/lab/trials/test_plan_races.py::test_a_racing_plan_is_one_log_entry_or_none",
    "tests/lab/trials/test_programs.py::test_a_program_loses_and_doubles_no_move",
    "tests/lab/trials/test_ratings.py::test_the_logs_give_the_stored_ratings",
    "tests/lab/trials/test_share.py::test_good_games_replay_and_damaged_ones_are_refused",
    "tests/lab/trials/test_schema_walk.py::test_every_answer_is_documented[sqlite]",
    "tests/lab/trials/test_wire_games.py::test_all_viewers_see_the_same_game",
    "tests/lab/trials/test_wire_secrecy.py::test_nothing_secret_goes_over_the_wire",
)
"""Each trial of a whole server once. That a trial finds faults is tested with the laboratory."""

OWN: Mapping[str, Sequence[str]] = {
    "engine": [
        "tests/engine",
        "tests/rules",
        "tests/boards",
        "tests/golden",
        "tests/perft",
        "tests/recorded",
        "tests/properties",
        "tests/contract/test_engine_imports.py",
        "tests/contract/test_engine_kind.py",
        "tests/contract/test_no_names.py",
    ],
    "content": ["tests/content", "tests/boards", "tests/golden", "tests/recorded"],
    "fair": ["tests/fair", "tests/golden"],
    "bots": ["tests/bots"],
    "protocol": ["tests/protocol"],
    "table": ["tests/table"],
    "local": ["tests/local"],
    "insight": ["tests/insight"],
    "aids": ["tests/aids"],
    "puzzles": ["tests/server/puzzles"],
    "ratings": ["tests/ratings"],
    "client": ["tests/client"],
    "arena": ["tests/arena"],
    "envs": ["tests/envs"],
    "server": ["tests/server", *TRIALS],
    "study": ["tests/study", "tests/examples"],
    "cli": ["tests/cli"],
    "lab": [
        "tests/lab",
        "tests/bots/test_frozen.py",
        "tests/golden",
        "tests/perft",
        "tests/recorded",
        "tests/properties",
    ],
    "web": ["tests/content/test_map_drawings.py", "tests/server/page", "tests/server/share"],
}
"""Tests of each room itself, independent of its imports."""

CONTRACTS: Mapping[str, Sequence[str]] = {
    "content": ["tests/content/test_identity.py", "tests/content/test_table.py"],
    "fair": ["tests/fair/test_vectors.py", "tests/fair/test_verify.py"],
    "bots": ["tests/bots/test_contract.py"],
    "protocol": ["tests/protocol"],
    "table": ["tests/table/test_log_chain.py", "tests/table/test_tables.py"],
    "local": ["tests/local"],
    "insight": ["tests/insight/test_parts.py"],
    "aids": ["tests/aids/test_imports.py", "tests/aids/test_quotes.py"],
    "puzzles": ["tests/server/puzzles/test_shipped.py"],
    "ratings": ["tests/ratings"],
    "client": ["tests/client"],
    "arena": ["tests/arena/test_match.py"],
    "envs": ["tests/envs/test_action_index.py", "tests/envs/test_turn_env.py"],
    "server": ["tests/server/tables/test_routes.py", "tests/server/openapi"],
    "study": ["tests/study/test_table.py"],
    "cli": ["tests/cli/test_main.py", "tests/cli/test_play.py"],
    "lab": ["tests/lab/cli/test_main.py"],
}
"""Quick tests of each room on top of a changed room that it imports."""

BY_CONTRACT = {"engine", "content", "fair", "lab"}
"""Rooms that nearly every test imports, be it for what it needs to test another room."""


def room_of(module: str) -> str:
    """The room of a module: a package of the product, or the laboratory; the way in has none."""
    top, *below = module.split(".")
    if top in LABORATORY:
        return "lab"
    return below[0] if top == PRODUCT and below and below[0] != "__main__" else ""


def dependants(graph: "grimp.ImportGraph", room: str) -> set[str]:
    """The rooms with a module that imports one of this room."""
    found = {
        room_of(importer)
        for module in graph.modules
        if room_of(module) == room
        for importer in graph.find_modules_that_directly_import(module)
    }
    return found - {room, ""}


def imported(file: Path) -> set[str]:
    """The name of everything that a file imports, modules and what is in them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@cache
def rooms_imported(file: Path, root: Path = ROOT) -> frozenset[str]:
    """The rooms that a test imports, itself or through other files of the tests."""
    rooms: set[str] = set()
    for name in imported(file):
        rooms.add(room_of(name))
        if name.startswith("tests."):
            for module in (name, name.rpartition(".")[0]):
                shared = root.joinpath(*module.split(".")).with_suffix(".py")
                if shared.is_file() and shared != file:
                    rooms |= rooms_imported(shared, root)
    return frozenset(rooms - {""})


def importing_tests(room: str, root: Path = ROOT) -> list[str]:
    """The test modules that import a room directly, without those of the laboratory."""
    return [
        file.relative_to(root).as_posix()
        for file in sorted(root.glob("tests/**/test_*.py"))
        if room in rooms_imported(file, root) and not file.is_relative_to(root / "tests/lab")
    ]


def without_repeats(paths: Iterable[str]) -> list[str]:
    """Each path once, without those below another."""
    whole = list(dict.fromkeys(paths))
    return [path for path in whole if not any(path.startswith(f"{other}/") for other in whole)]


def paths_of(room: str, graph: "grimp.ImportGraph") -> list[str]:
    """The paths to give to pytest after a change of a room."""
    paths = list(OWN[room])
    if room not in BY_CONTRACT:
        paths += importing_tests(room)
    for above in sorted(dependants(graph, room)):
        paths += CONTRACTS[above]
    return without_repeats(paths)


def read_graph() -> "grimp.ImportGraph":
    return grimp.build_graph(PRODUCT, *LABORATORY)


def main(arguments: Sequence[str]) -> int:
    (room,) = arguments
    if room not in OWN:
        print(f"room_tests: expected one of {', '.join(OWN)}, got {room}", file=sys.stderr)
        return 2
    print(*paths_of(room, read_graph()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

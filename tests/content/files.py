"""The content files as they are, read without the loader."""

import tomllib
from pathlib import Path
from typing import Any

import gridwright.content

ROOT = Path(gridwright.content.__file__).parent
BOARD_GAMES = ["classic", "deluxe"]
EDITIONS = ["card", *BOARD_GAMES]
SEATS = ["2", "3", "4", "5", "6"]
PAYMENTS = "10 22 33 44 54 64 73 82 90 98 105 112 118 124 129 134 138 142 145 148 150"


def parse(edition: str, file: str) -> dict[str, Any]:
    with (ROOT / edition / file).open("rb") as stream:
        return tomllib.load(stream)


def board_file(edition: str, board: str) -> dict[str, Any]:
    """Return what a board's file says; nothing where the game has no board."""
    file = f"boards/{board}/board.toml"
    return parse(edition, file) if (ROOT / edition / file).is_file() else {}


def boards_by_preset(edition: str) -> dict[str, list[str]]:
    """The boards that a preset names, then those that name the preset, by name."""
    found: dict[str, list[str]] = {
        preset: list(said["boards"])
        for preset, said in parse(edition, "presets.toml")["presets"].items()
    }
    for folder in sorted((ROOT / edition / "boards").iterdir()):
        for preset in board_file(edition, folder.name).get("presets", []):
            found[preset].append(folder.name)
    return found


def amounts(printed: str) -> list[int]:
    return [int(amount) for amount in printed.split()]


def refill_rows(printed: str) -> dict[str, list[list[int]]]:
    """Steps by seats, from lines such as ``2 | 3 2 1 1 | 4 2 2 1 | 3 4 3 1``."""
    rows: dict[str, list[list[int]]] = {}
    for line in printed.strip().splitlines():
        seats, *steps = line.split(" | ")
        rows[seats] = [amounts(step) for step in steps]
    return rows


def by_seats(count: Any, seats: str) -> int:
    value = count[seats] if isinstance(count, dict) else count
    assert isinstance(value, int)
    return value


def stacked(deck: dict[str, Any], seats: str) -> dict[str, int]:
    """Cards of the stack without its last card and the opening market, by printed back."""
    found: dict[str, int] = {}
    for layer in deck["layers"]:
        if layer["groups"] not in (["step"], ["end"]):
            for back, count in layer["counts"].items():
                found[back] = found.get(back, 0) + by_seats(count, seats)
    found[deck["backs"][0]] -= deck["n_opening_drawn"]
    return found


def removed(deck: dict[str, Any], seats: str) -> dict[str, int]:
    return {back: by_seats(count, seats) for back, count in deck["removed"].items()}

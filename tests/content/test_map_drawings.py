"""The browser's drawings number cities, links and regions as the engine does."""

import json
from pathlib import Path
from typing import Any

import pytest

from gridwright.content.table import build_rules, default_spec, list_boards, list_presets
from gridwright.engine.network import Board

DRAWINGS = Path(__file__).parents[2] / "web" / "src" / "map" / "data"
EDITIONS = ["classic", "deluxe"]


def drawn_boards() -> list[tuple[str, str, str]]:
    return [
        (edition, preset, board)
        for edition in EDITIONS
        for preset in list_presets(edition)
        for board in list_boards(edition, preset)
    ]


def differences(board: Board, drawing: dict[str, Any]) -> list[str]:
    """The fields in which a drawing is not the engine's board."""
    # The form of the file is that of web/src/map/data/packed.ts.
    cities = [city[0] for city in drawing["cities"]]
    regions = [region[0] for region in drawing["regions"]]
    numbers = drawing["links"]
    links = [tuple(numbers[at : at + 3]) for at in range(0, len(numbers), 4)]
    return [
        name
        for name, drawn, played in [
            ("cities", cities, board.cities),
            ("regions", regions, board.regions),
            ("city_regions", [city[2] for city in drawing["cities"]], board.city_regions),
            ("links", sorted(links), sorted(board.links)),
        ]
        if drawn != played
    ]


@pytest.mark.parametrize(("edition", "preset", "board"), drawn_boards())
def test_a_drawing_numbers_as_the_engine_does(edition: str, preset: str, board: str) -> None:
    drawing = json.loads((DRAWINGS / f"{board}.json").read_text(encoding="utf-8"))
    spec = default_spec(edition, preset=preset, board=board)
    played = build_rules(spec).board
    assert differences(played, drawing) == []
    drawing["cities"].reverse()
    assert "cities" in differences(played, drawing)

"""Styles of the characters: what the file may change, and who plays by it."""

import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from gridwright.bots.bot_games import play_game
from gridwright.bots.characters import LEVELS, level_of
from gridwright.bots.planner import PlannerBot
from gridwright.bots.profiles import BOARD, CARDS, N_DIGITS, SEATS, load_profile
from gridwright.bots.profiles.weights import NO_TASTE
from gridwright.bots.registry import (
    BOTS,
    CHARACTERS,
    STYLES,
    bot_names,
    find_bot,
    in_style,
    player_at,
)
from gridwright.bots.search.expert import ExpertBot
from gridwright.bots.styles import KNOWN, StyleError, read_styles
from gridwright.content.table import build_game, default_spec
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.derive import derive_keys

TEXT = files("gridwright.bots").joinpath("styles.json").read_text("utf-8")


def changed(name: str, key: str, value: object) -> str:
    document: dict[str, Any] = json.loads(TEXT)
    document[name][key] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (json.dumps({**json.loads(TEXT), "Otto": {}}), "expected characters|characters"),
        (json.dumps({"Ada": json.loads(TEXT)["Ada"]}), "characters"),
        (changed("Ada", "boards", {}), "tables of"),
        (changed("Ada", "board-7", {}), "tables of"),
        (changed("Ada", "board", {"charm": 1}), "weights of"),
        (changed("Ada", "board", {"stock": 1}), "weights of"),
        (changed("Ada", "board", {"noise": 0}), "weights of"),
        (changed("Ada", "cards", {"blocking": 1}), "weights of"),
        (changed("Ada", "cards", {"rivalry": True}), "a number for rivalry"),
        (changed("Ada", "cards", {"rivalry": "much"}), "a number for rivalry"),
        (changed("Ada", "measured", 1), "a digest"),
    ],
)
def test_an_invalid_file_is_refused(text: str, problem: str) -> None:
    with pytest.raises(StyleError, match=problem):
        read_styles(text)


def test_each_character_has_a_profile_of_its_own() -> None:
    digests = {bot.digest for bot in (*BOTS.values(), *CHARACTERS.values())}
    planners_without_profile = 2
    assert len(digests) == len(BOTS) + len(CHARACTERS) - planners_without_profile + 1
    for name, style in STYLES.items():
        assert style.changes[BOARD, 4], name
        assert style.changes[CARDS, 4], name


def test_a_style_changes_what_it_names_and_nothing_else() -> None:
    text = changed("Ada", "board", {"rivalry": 0.5, "green": 1.0})
    document = json.loads(text)
    document["Ada"]["board-2"] = {"green": 2.0}
    plain = load_profile("hard")
    ada = read_styles(json.dumps(document))["Ada"].applied(plain, "Ada")
    for seats in SEATS:
        assert ada.boards[seats] == replace(plain.boards[seats], rivalry=0.5)
        green = 2.0 if seats == min(SEATS) else 1.0
        assert ada.board_tastes[seats] == replace(NO_TASTE, green=green)
    assert (ada.name, ada.level, ada.nodes) == ("Ada", plain.level, plain.nodes)
    assert len(ada.digest) == N_DIGITS
    assert ada.digest != plain.digest


def test_no_weight_has_two_meanings() -> None:
    assert "noise" not in KNOWN[BOARD] | KNOWN[CARDS]
    assert {"blocking"} <= KNOWN[BOARD] - KNOWN[CARDS]
    assert {"stock"} <= KNOWN[CARDS] - KNOWN[BOARD]


@pytest.mark.parametrize("edition", ["classic", "card"])
def test_a_character_without_changes_plays_as_its_level(edition: str) -> None:
    document: dict[str, dict[str, float]] = {
        name: {} for names in LEVELS.values() for name in names
    }
    styles = read_styles(json.dumps(document))
    game = build_game(default_spec(edition, seats=2))
    logs: list[list[Action]] = []
    for bot in (find_bot("hard"), in_style("hard", "Ada", styles["Ada"])):
        log: list[Action] = []
        play_game(game, derive_keys(b"s" * 32, "g", {}), [bot] * 2, most_turns=120, log=log)
        logs.append(log)
    assert logs[0] == logs[1]


def test_characters_are_found_by_name_and_are_in_no_list() -> None:
    for name, bot in CHARACTERS.items():
        assert find_bot(name) is bot
        assert bot.name == name
        assert bot.level == BOTS[level_of(name)].level
        assert isinstance(bot, ExpertBot if level_of(name) == "expert" else PlannerBot)
    assert not set(CHARACTERS) & set(bot_names())


def test_a_character_plays_its_style_at_its_own_level_only() -> None:
    assert player_at("hard", "Ada") == "Ada"
    assert player_at("easy", "Ada") == "easy"
    assert player_at("hard", "Ada II") == "hard"
    assert player_at("hard", "Marie") == "hard"
    assert player_at("l1", "Bot 2") == "l1"
    assert player_at("", "Ada") == ""


def test_lines_are_shown_only_for_characters_measured_as_they_are() -> None:
    """Measure a changed character again: ``gridwright-lab trial characters``."""
    measured = {name: style.measured for name, style in STYLES.items() if style.measured}
    assert measured == {name: CHARACTERS[name].digest for name in measured}

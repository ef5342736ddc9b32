"""Bots of earlier days play as they did: what was measured against them stays comparable."""

import hashlib
from dataclasses import replace

import pytest

from gridwright.bots.bot_games import play_game
from gridwright.bots.outside import FROZEN_GROUP, announced
from gridwright.bots.registry import BOTS, FROZEN, UnknownBotError, bot_names, find_bot
from gridwright.content.rules_lookup import figures_of_version
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.notation import Notation
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.derive import derive_keys

SEED = bytes(range(32))
VERSION = 2
"""Rules version on the day the bots were frozen."""
GAMES = {
    ("hard-2026-11", "card", 2): "f00920153e4b6809",
    ("hard-2026-11", "card", 4): "c1224a7a3540f721",
    ("hard-2026-11", "classic", 2): "74fa01c137e1a59b",
    ("hard-2026-11", "classic", 4): "695f2b50bbaa7b6e",
    ("hard-2026-11", "deluxe", 2): "a970b4265c32ae41",
    ("hard-2026-11", "deluxe", 4): "88c587905eb121a6",
    ("hard-2026-11-capped", "card", 4): "f11a4e06c7175af6",
    ("hard-2026-11-capped", "classic", 4): "00b15283def7bde7",
    ("hard-2026-11-capped", "deluxe", 4): "aae60faace8c69c5",
}
"""Games of `hard` on the day it was frozen, and games with the cap."""


def digest(bot: str, edition: str, seats: int) -> str:
    spec = replace(default_spec(edition, seats=seats), version=VERSION)
    game = build_game(spec, figures_of_version(edition, VERSION))
    log: list[Action] = []
    play_game(game, derive_keys(SEED, "frozen", {}), [find_bot(bot)] * seats, log=log)
    notation = Notation(game.rules)
    text = "\n".join(notation.text(action) for action in log)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_frozen_bots_can_be_named_but_are_not_invited() -> None:
    assert list(FROZEN) == ["hard-2026-11", "hard-2026-11-capped"]
    assert list(FROZEN) == list(announced(FROZEN_GROUP))
    assert not set(FROZEN) & set(BOTS)
    assert not set(FROZEN) & set(bot_names())


@pytest.mark.parametrize("name", FROZEN)
def test_stored_runs_find_the_same_name_level_and_digest(name: str) -> None:
    bot = find_bot(name)
    assert (bot.name, bot.level, bot.digest) == (name, 4, "")
    assert find_bot(name) is bot


@pytest.mark.parametrize("name", FROZEN)
def test_without_the_laboratory_the_error_names_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridwright.bots.registry.announced", lambda _group: {})
    with pytest.raises(UnknownBotError, match=f"^the frozen bot {name} needs gridwright-lab: "):
        find_bot(name)


@pytest.mark.parametrize("place", GAMES, ids=lambda place: f"{place[1]}:{place[2]} {place[0]}")
def test_frozen_bots_play_as_they_did(place: tuple[str, str, int]) -> None:
    assert digest(*place) == GAMES[place]


def test_every_edition_is_held_fast() -> None:
    assert {(bot, edition) for bot, edition, _seats in GAMES} == {
        (bot, edition) for bot in FROZEN for edition in list_editions()
    }

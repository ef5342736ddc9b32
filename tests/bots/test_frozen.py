"""Bots of earlier days play as they did: what was measured against them stays comparable."""

import hashlib

import pytest

from gridwright.bots.bot_games import record_game
from gridwright.bots.outside import FROZEN_GROUP, announced
from gridwright.bots.registry import BOTS, FROZEN, UnknownBotError, bot_names, find_bot
from gridwright.content.table import default_spec, list_editions
from gridwright.fair.transcript import format_transcript

SEED = bytes(range(32))
GAMES = {
    ("hard-2026-11", "card", 2): "d25c56f93b2e918e",
    ("hard-2026-11", "card", 4): "681559ae3813955f",
    ("hard-2026-11", "classic", 2): "ff4d94444ea667b4",
    ("hard-2026-11", "classic", 4): "ed8587f85a7949c7",
    ("hard-2026-11", "deluxe", 2): "a72cc0068f462e86",
    ("hard-2026-11", "deluxe", 4): "44d6db5042a27984",
    ("hard-2026-11-capped", "card", 4): "ff8b9774145ce55e",
    ("hard-2026-11-capped", "classic", 4): "cb6dea2ea5d21866",
    ("hard-2026-11-capped", "deluxe", 4): "4c5439ca00e0b12c",
}
"""Games of `hard` on the day it was frozen, and games with the cap."""


def digest(bot: str, edition: str, seats: int) -> str:
    played = record_game(
        default_spec(edition, seats=seats), "frozen", SEED, {}, [find_bot(bot)] * seats
    )
    # The names at the seats are no part of how they play.
    text = format_transcript(played).replace(bot, "bot")
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

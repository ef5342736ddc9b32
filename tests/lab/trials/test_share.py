"""The experiments of pictures and imports, in small, and that they can fail."""

import random

import pytest
from msgspec.structs import replace

from gridwright.server.share import facts
from gridwright.server.share.importing import import_game
from gridwright.table.table import Table
from gridwright_lab.trials.share import cards, imports
from gridwright_lab.trials.share.games import texts

pytestmark = pytest.mark.anyio


def test_nothing_hidden_is_in_a_picture() -> None:
    verdict = cards.run(3, ["card"])
    missed = [name for name in verdict.missed() if "milliseconds" not in name]
    assert missed == [], verdict.findings


def test_a_card_that_shows_private_names_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def shows_all(table: Table) -> facts.CardFacts:
        plain = facts.facts_of(table)
        seats = [replace(seat, name=table.seats[seat.seat].name) for seat in plain.seats]
        return replace(plain, seats=tuple(seats))

    monkeypatch.setattr(cards, "facts_of", shows_all)
    worlds = cards.Worlds(import_game(next(texts("card")), 0), 20, "en")
    worlds.run()
    assert any("a private name" in finding for finding in worlds.findings)


async def test_good_games_replay_and_damaged_ones_are_refused() -> None:
    verdict = await imports.run(3, ["card"])
    assert verdict.ok, verdict.findings


def test_damage_is_never_the_same_text() -> None:
    dice = random.Random(7)
    text = next(texts("card"))
    names = {imports.damage(text, dice).name for _ in range(60)}
    assert len(names) == 7
    assert all(imports.damage(text, dice).text != text for _ in range(60))

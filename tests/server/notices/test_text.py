"""Text of notices; no hidden information is in it."""

import json
from pathlib import Path

import pytest

from gridwright.content.table import default_spec
from gridwright.server.notices.sending import MAX_BODY_LENGTH, pushed_text
from gridwright.server.notices.sweep import MAX_TURNS
from gridwright.server.notices.text import TurnFacts, compose, facts_of, languages, word
from gridwright.server.notices.web_push import MAX_TEXT_BYTES
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table.table import Table
from tests.server.notices.turn_tables import BEGAN, TurnTables

ROOT = Path(__file__).resolve().parents[3]
WORDS = ROOT / "web" / "src" / "words"


def facts(number: int = 0, board: str = "germany", **more: object) -> TurnFacts:
    values: dict[str, object] = {
        "tag": f"t{number}:{100 + number}",
        "game_id": f"t{number}",
        "version": 100 + number,
        "spec": default_spec("classic", seats=3, board=board),
        "phase": "resources",
        "round": 3,
        "others": ("Ada", "Bo"),
        "deadline_at": BEGAN + 50 * 3_600_000,
    }
    return TurnFacts(**(values | more))  # type: ignore[arg-type]


def test_a_notice_in_both_languages() -> None:
    english = compose([facts()], "en", BEGAN)
    assert (english.title, english.body) == (
        "Your turn: Germany",
        "Buying fuel, round 3, with Ada, Bo, 2 days left",
    )
    assert english.path == "/t/t0?at=100"
    german = compose([facts()], "de", BEGAN)
    assert (german.title, german.body) == (
        "Du bist am Zug: Deutschland",
        "Rohstoffkauf, Runde 3, mit Ada, Bo, noch 2 Tage",
    )
    assert compose([facts()], "xx", BEGAN).title == english.title


def test_many_tables_are_one_notice_that_fits() -> None:
    names = tuple("Ö" * 64 for _name in range(5))
    turns = [facts(number, others=names, game_id="t" + "x" * 22) for number in range(MAX_TURNS)]
    turns = [facts(n, others=names, tag=f"{'t' * 23}:{n}00") for n in range(MAX_TURNS)]
    message = compose(turns, "en", BEGAN)
    assert message.title == f"{MAX_TURNS} tables wait for you"
    assert len(message.tags) == MAX_TURNS
    assert len(pushed_text(message)) <= MAX_TEXT_BYTES
    assert MAX_BODY_LENGTH < MAX_TEXT_BYTES


def test_every_language_of_the_page_has_its_words_and_the_same_for_phases() -> None:
    pages = {folder.name for folder in WORDS.iterdir() if folder.is_dir()}
    assert set(languages()) == pages
    keys = {
        language: json.loads(
            (ROOT / f"src/gridwright/server/notices/words/{language}.json").read_text("utf-8")
        )
        for language in languages()
    }
    for language, found in keys.items():
        assert set(found) == set(keys["en"])
        page = json.loads((WORDS / language / "page.json").read_text("utf-8"))
        for key, text in found.items():
            if key.startswith("phase."):
                assert page[key] == text, (language, key)
    assert word("de", "round", count=2) == "Runde 2"


def numbers_hidden(table: Table) -> dict[str, object]:
    """Return hidden facts of another seat, each with a distinctive value."""
    for seat in range(table.spec.seats):
        table.state.money[seat] = 70_001 + seat
    return {"money": 7_000}


@pytest.mark.anyio
async def test_nothing_hidden_is_in_a_notice(store: ShardedStore) -> None:
    tables = TurnTables(store)
    ada, bo = await tables.people("Ada", "Bo")
    game_id = await tables.table(ada, bo)
    for _turn in range(12):
        table = await tables.pass_turn(game_id)
        money = list(table.state.money)
        numbers_hidden(table)
        seat = table.actor() or 0
        tag = f"{game_id}:{table.version}"
        message = compose([facts_of(table, tag, table.version, seat)], "en", BEGAN)
        table.state.money[:] = money
        text = pushed_text(message).decode()
        assert "7000" not in text
        assert table.seed.hex() not in text
        said = json.loads(text)
        phases = [phase.NAME for phase in table.game.phases]
        assert table.game.phases[table.state.phase].NAME in phases
        words = said["body"].split(", ")
        assert words[1:] == [f"round {table.state.round}", f"with {('Bo', 'Ada')[seat]}", words[-1]]
        assert said.keys() == {"tag", "tags", "title", "body", "path", "open", "later"}

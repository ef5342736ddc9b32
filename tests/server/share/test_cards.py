"""The picture of a link: what it shows in each state, what it hides, and what it is drawn with."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import msgspec
import pytest
from msgspec.structs import replace

from gridwright.content.board_drawing.drawing import BoardDrawing
from gridwright.content.table import default_spec, list_boards, list_editions
from gridwright.server.share.boards import load_drawing, rings_of
from gridwright.server.share.card import draw_card
from gridwright.server.share.cards import render
from gridwright.server.share.facts import Stage, facts_of
from gridwright.server.share.letters import Style, printable, shorten, width_of
from gridwright.server.share.routes import tags_of
from gridwright.server.share.wording import (
    about,
    language_for,
    languages,
    region_name,
    table_name,
    title_of,
)
from gridwright.table.table import Table
from tests.server.share.samples import table_at
from tools.card_drawing import find_drift

CANARY = "Kanarienvogel"


def named(table: Table, *names: str) -> Table:
    for seat, name in enumerate(names):
        table.seats[seat] = replace(table.seats[seat], name=name)
    return table


def test_colours_symbols_and_letters_are_those_of_the_page() -> None:
    assert find_drift() == ""


@pytest.mark.parametrize("edition", ["card", "classic", "deluxe"])
@pytest.mark.parametrize(
    ("share", "stage"), [(0.0, Stage.WAITING), (0.5, Stage.PLAYED), (1.0, Stage.OVER)]
)
def test_each_state_of_each_edition_is_a_picture(edition: str, share: float, stage: Stage) -> None:
    facts = facts_of(table_at(edition, share))
    assert facts.stage is stage
    for language in languages():
        assert about(facts, language)
        assert draw_card(facts, language).endswith("</svg>")
    picture = render(facts, "en", "play.example")
    assert picture.startswith(b"\x89PNG")
    assert picture[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")


def test_a_picture_is_the_same_from_every_thread() -> None:
    facts = facts_of(table_at("classic", 0.5))
    with ThreadPoolExecutor(3) as threads:
        pictures = list(threads.map(lambda _: render(facts, "en"), range(3)))
    assert set(pictures) == {render(facts, "en")}


def test_a_board_shows_its_map_and_the_card_game_its_plants() -> None:
    board, cards = facts_of(table_at("classic", 0.5)), facts_of(table_at("card", 0.5))
    assert board.map is not None
    assert board.map.ways
    assert board.plants == ()
    assert cards.map is None
    assert len(cards.plants) == 4


def test_the_result_is_in_order_and_the_chart_ends_with_it() -> None:
    facts = facts_of(named(table_at("classic", 1.0), "Ada", "Ben", "Cem", "Dua"))
    assert [seat.place for seat in facts.seats] == sorted([seat.place for seat in facts.seats])
    assert title_of(facts, "en") == f"{facts.seats[0].name} wins"
    assert facts.rounds[-1][facts.seats[0].seat] == facts.seats[0].count


def test_names_are_shown_of_tables_in_the_lobby_alone() -> None:
    for listed in (True, False):
        table = named(table_at("classic", 0.5, listed=listed), *[CANARY] * 4)
        told = msgspec.json.encode(facts_of(table)).decode()
        assert (CANARY in told) is listed
    plain = draw_card(facts_of(table_at("classic", 0.5, listed=False)), "en")
    table = named(table_at("classic", 0.5, listed=False), *[CANARY] * 4)
    assert draw_card(facts_of(table), "en") == plain


def test_hidden_money_changes_no_picture_and_open_money_does() -> None:
    for edition in ("classic", "deluxe"):
        plain, rich = table_at(edition, 0.5), table_at(edition, 0.5)
        hidden = plain.game.rules.options.hidden_money
        rich.state.money[:] = [7351] * rich.spec.seats
        is_same = draw_card(facts_of(plain), "en") == draw_card(facts_of(rich), "en")
        assert is_same is hidden


def test_tags_escape_what_people_write() -> None:
    evil = '"><script>alert(1)</script>&amp;'
    facts = facts_of(named(table_at("classic", 1.0), *[evil] * 4))
    head = tags_of(facts, "en", "https://play.example", "abc", 12)
    assert "<script" not in head
    assert evil in unescape(head)
    assert re.search(
        r'og:image" content="https://play.example/cards/abc.png\?at=12&amp;lang=en"', head
    )


def test_a_private_table_is_not_for_search_machines() -> None:
    for listed in (True, False):
        facts = facts_of(table_at("classic", 0.5, listed=listed))
        assert ("noindex" in tags_of(facts, "en", "", "abc", None)) is not listed


def test_the_first_language_that_there_is() -> None:
    assert language_for("fr-FR,fr;q=0.9,de-AT;q=0.8,en;q=0.7") == "de"
    assert language_for("") == language_for("xx") == "en"


def test_letters_that_the_typeface_lacks_leave_the_text_readable() -> None:
    assert printable("  Zoë\tŁukasz ") == "Zoë Łukasz"
    assert printable("Ḿarie") == "Marie"
    assert printable("玉 a") == "· a"
    style = Style("strong", 26, "#000000")
    long = shorten("W" * 60, style, 200)
    assert long.endswith("…")
    assert width_of(long, style) <= 200


def test_every_shipped_board_has_a_drawing() -> None:
    boards = {board for edition in list_editions() for board in list_boards(edition)} - {"none"}
    drawn = {board: load_drawing(board) for board in boards}
    assert [board for board, found in drawn.items() if not isinstance(found, BoardDrawing)] == []
    for found in drawn.values():
        assert found is not None
        assert all(region.path.endswith("z") for region in found.regions)


def test_every_region_has_its_name_in_every_language() -> None:
    for edition in list_editions():
        for board in list_boards(edition):
            drawing = load_drawing(board)
            for region in [] if drawing is None else drawing.regions:
                for language in languages():
                    assert region_name(default_spec(edition, None, board), region.id, language)


def test_a_game_without_a_board_is_named_once() -> None:
    assert table_name(default_spec("card"), "en") == "Card game"
    assert table_name(default_spec("classic", None, "usa"), "en") == "Classic on USA"


def test_rings_are_joined_from_lines_in_any_direction() -> None:
    square = [[(0, 0), (2, 0)], [(2, 2), (2, 0)], [(2, 2), (0, 2), (0, 0)]]
    assert rings_of(square) == [[(0, 0), (2, 0), (2, 0), (2, 2), (2, 2), (0, 2), (0, 0)]]

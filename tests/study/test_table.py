"""Games from Python: what ``import gridwright`` offers."""

import copy
import stat
import subprocess
import sys
from pathlib import Path

import pandas
import pytest

import gridwright
from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.bots.search.brain import ExpertBrain, is_searched
from gridwright.bots.search.contract import known_to
from gridwright.content.table import ContentError
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.fair.commit import SeedFileError, seed_path
from gridwright.fair.derive import derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.transcript import TranscriptError, format_transcript
from gridwright.fair.verify import verify
from gridwright.study.table import Table
from tests.loaded_engine import IS_COMPILED

TABLES = [("classic", 3), ("deluxe", 2), ("card", 2)]


def test_chance_has_played_before_the_first_decision_and_after_each() -> None:
    table = gridwright.new("card", seats=3, seed=1)
    while not table.is_over and len(table.moves) < 80:
        assert table.actor is not None
        table.play(table.legal[-1])


def test_moves_are_lines_of_the_acting_seat_or_of_a_named_one() -> None:
    table = gridwright.new(board="germany", seats=3, seed=7, order=(0, 1, 2))
    assert "offer 4 4" in table.legal
    table.play("offer 4 4")
    assert table.moves[-1] == "0 offer 4 4"
    table.play("1 drop")
    assert table.moves[-1] == "1 drop"
    with pytest.raises(IllegalAction, match="not_your_turn"):
        table.play("0 drop")
    with pytest.raises(NotationError, match="expected one of"):
        table.play("dance")
    with pytest.raises(NotationError):
        table.play("")
    assert table.moves[-1] == "1 drop"


def test_offer_without_an_amount_opens_with_the_least_bid() -> None:
    table = gridwright.new(board="germany", seats=3, seed=7, order=(0, 1, 2))
    least = next(line for line in table.legal if line.startswith("offer"))
    table.play(least.rsplit(maxsplit=1)[0])
    assert table.moves[-1] == f"0 {least}"
    again = gridwright.new(board="germany", seats=3, seed=7, order=(0, 1, 2))
    again.play(f"0 {least.rsplit(maxsplit=1)[0]}")
    assert again.moves == table.moves


def test_offer_of_a_plant_that_is_not_on_offer_is_refused_by_the_rules() -> None:
    table = gridwright.new(board="germany", seats=3, seed=7)
    with pytest.raises(gridwright.IllegalAction, match="not_on_offer"):
        table.play("offer 50")
    with pytest.raises(gridwright.NotationError):
        table.play("offer")


def test_errors_are_public_names() -> None:
    assert gridwright.IllegalAction is IllegalAction
    assert gridwright.NotationError is NotationError
    assert gridwright.ContentError is ContentError
    assert {"IllegalAction", "NotationError", "ContentError"} <= set(gridwright.__all__)


def test_the_same_seed_gives_the_same_game_and_none_a_fresh_one() -> None:
    first, again = (gridwright.new("card", seats=2, seed=5) for _each in range(2))
    for table in (first, again):
        table.play_out("l0")
    assert first.moves == again.moves
    assert gridwright.new("card").seed != gridwright.new("card").seed
    seed = bytes(range(32))
    assert gridwright.new(seed=seed).seed == seed
    with pytest.raises(ValueError, match="32 bytes"):
        gridwright.new(seed=b"short")


def test_options_of_a_table_are_named_and_checked() -> None:
    assert gridwright.new(seats=2, contractor=True, seed=0).spec.contractor
    with pytest.raises(ContentError, match="atlantis"):
        gridwright.new(board="atlantis")
    with pytest.raises(TypeError):
        gridwright.new(colour="red")


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_undo_restores_every_decision_and_the_game_continues_the_same(
    edition: str, seats: int
) -> None:
    table = gridwright.new(edition, seats=seats, seed=3)
    table.play_out("l0", most_moves=120)
    moves = table.moves
    told = []
    decided = [move for move in moves if not move.startswith("chance")]
    for _each in decided:
        told.append(repr(table))
        table.undo()
    with pytest.raises(ValueError, match="without one"):
        table.undo()
    for move, expected in zip(decided, reversed(told), strict=True):
        table.play(move)
        assert repr(table) == expected
    assert table.moves == moves


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_copy_goes_its_own_way_and_is_dealt_the_same(edition: str, seats: int) -> None:
    table = gridwright.new(edition, seats=seats, seed=4)
    table.play_out("l0", most_moves=60)
    before = table.moves
    clone = table.copy()
    clone.play_out("l0")
    assert table.moves == before
    assert clone.moves[: len(before)] == before
    for move in clone.moves[len(before) :]:
        if not move.startswith("chance"):
            table.play(move)
    assert table.moves == clone.moves
    assert table.ranking == clone.ranking
    assert sorted(table.ranking)[0] == 1
    assert table.legal == []
    assert table.actor is None
    assert table.phase == "over"
    with pytest.raises(IllegalAction, match="game_over"):
        table.play("drop")


def test_the_copies_of_python_are_tables_of_their_own() -> None:
    table = gridwright.new("card", seats=2, seed=4)
    for clone in (copy.copy(table), copy.deepcopy(table)):
        clone.play(clone.legal[0])
        assert len(clone.moves) > len(table.moves)


def test_bots_in_their_seats_play_the_game_of_the_arena() -> None:
    table = gridwright.new("card", seats=3, seed=6)
    table.play_out("l0", "l1", gridwright.bot("l1"))
    assert table.seed is not None
    keys = derive_keys(table.seed, table.game_id, {})
    last = play_game(table.game, keys, [find_bot(name) for name in ("l0", "l1", "l1")])
    assert table.ranking == last.ranking
    assert table.scores == table.game.scoring.scores(last)
    with pytest.raises(ValueError, match="1 or 3 bots, got 2"):
        table.play_out("l0", "l1")


def test_asking_a_bot_twice_gives_the_same_legal_move() -> None:
    table = gridwright.new(seats=3, seed=8)
    move = table.ask("hard")
    assert table.ask("hard") == move
    table.play(move)
    table.play_out("l0")
    with pytest.raises(ValueError, match="seat to act"):
        table.ask("l0")


@pytest.mark.parametrize(("edition", "n_searches"), [("card", 9), ("classic", 4)])
def test_asked_expert_searches(edition: str, n_searches: int) -> None:
    table = gridwright.new(edition, seats=2, seed=3)
    answers: list[tuple[str, str]] = []
    while len(answers) < n_searches:
        seat, game = table.actor, table.game
        assert seat is not None
        planned = table.ask("hard")
        state = replayed(table)
        if is_searched(game.offers(state)):
            assert table.seed is not None
            key = derive_keys(table.seed, table.game_id, {}).key(f"bot/{seat}/{len(table.moves)}")
            seated = find_bot("expert").sit(game.rules, seat, Stream(key))
            assert isinstance(seated, ExpertBrain)
            known = known_to(game, state, seat)
            searched = seated.search(game, known, observe(game, state, seat), game.offers(state))
            answer = table.ask("expert")
            assert f"{seat} {answer}" == Notation(game.rules).text(searched)
            answers.append((answer, planned))
        table.play(planned)
    assert any(answer != planned for answer, planned in answers)


def replayed(table: Table) -> State:
    history = History(table.game)
    notation = Notation(table.game.rules)
    for move in table.moves:
        history.play(notation.parse(move))
    return history.state


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_finished_game_is_saved_with_its_seed_and_verifies(
    edition: str, seats: int, tmp_path: Path
) -> None:
    table = gridwright.new(edition, seats=seats, seed=9)
    table.play_out("l0")
    file = tmp_path / "game.txt"
    gridwright.save(table, file)
    assert verify(file.read_text()).ok
    assert not seed_path(file).exists()
    again = gridwright.load(str(file))
    assert again.moves == table.moves
    assert again.ranking == table.ranking
    again.undo()
    assert not again.is_over


def test_an_unfinished_game_continues_with_the_secret_file(tmp_path: Path) -> None:
    table = gridwright.new("card", seats=2, seed=10)
    table.play(table.legal[0])
    file = tmp_path / "game.txt"
    gridwright.save(table, file)
    gridwright.save(table, file)
    assert stat.S_IMODE(seed_path(file).stat().st_mode) == 0o600
    again = gridwright.load(file)
    for each in (table, again):
        each.play_out("l0")
    assert again.moves == table.moves


def test_without_its_seed_a_game_is_studied_and_chance_played_by_hand(tmp_path: Path) -> None:
    table = gridwright.new("card", seats=2, seed=10)
    table.play_out("l0", most_moves=40)
    file = tmp_path / "game.txt"
    gridwright.save(table, file)
    seed_path(file).unlink()
    again = gridwright.load(file)
    assert again.moves == table.moves
    with pytest.raises(ValueError, match="its seed"):
        again.play_out("l0")
    while again.actor is not None:
        again.play(again.legal[0])
    assert "chance acts" in repr(again)
    again.play(f"chance {again.legal[0]}")
    assert again.moves[-1].startswith("chance ")
    assert format_transcript(again.copy().transcript()) == format_transcript(again.transcript())


def test_files_that_are_wrong_are_refused(tmp_path: Path) -> None:
    table = gridwright.new("card", seats=2, seed=10)
    file = tmp_path / "game.txt"
    gridwright.save(table, file)
    seed_path(file).write_text("00" * 32)
    with pytest.raises(ValueError, match="committed to"):
        gridwright.load(file)
    seed_path(file).write_text("no seed")
    with pytest.raises(SeedFileError, match="hexadecimal"):
        gridwright.load(file)
    file.write_bytes("Öl".encode())
    with pytest.raises(TranscriptError):
        gridwright.load(file)


def test_repr_of_a_table_is_its_position() -> None:
    table = gridwright.new(board="germany", seats=3, seed=7)
    seat = table.actor
    assert repr(table) == (f"<Table classic germany, 3 seats: round 1, auction, seat {seat} acts>")
    html = table._repr_html_()
    assert html.count("<tr>") == 4
    assert f"<td>{seat} ▶</td><td>50</td>" in html
    table.play_out("l0")
    assert repr(table).startswith(f"<Table classic germany, 3 seats: over in round {table.round}")
    assert "<th>place</th>" in table._repr_html_()
    assert "card, 2 seats" in repr(gridwright.new("card", seats=2))
    assert "<Bot hard: " in repr(gridwright.bot("hard"))


def test_hidden_money_is_not_shown_to_others() -> None:
    table = gridwright.new(seats=3, seed=7, hidden_money=True)
    assert table._repr_html_().count("<td>?</td>") == 2


def test_each_decision_is_a_record_and_a_row() -> None:
    table = gridwright.new("classic", seats=3, seed=2)
    table.play_out("l0")
    rows = table.decisions()
    frame = table.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records") == rows
    moves = [move for move in table.moves if not move.startswith("chance")]
    assert [f"{row['seat']} {row['move']}" for row in rows] == moves
    assert rows[0]["money"] == 50
    assert rows[0]["phase"] == "auction"
    assert {row["seat"]: row["place"] for row in rows} == dict(enumerate(table.ranking))
    assert gridwright.new(seed=1).decisions() == []


def test_importing_the_package_loads_nothing_else() -> None:
    code = (
        "import sys, gridwright; gridwright.__version__; dir(gridwright);"
        "print([name for name in sys.modules if name.startswith('gridwright')])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert told == "['gridwright']\n"


def test_every_public_name_is_there_and_explained() -> None:
    for name in gridwright.__all__:
        value = getattr(gridwright, name)
        # A compiled class has no docstring; its source has.
        compiled = getattr(value, "__module__", "").startswith("gridwright.engine") and IS_COMPILED
        assert name == "__version__" or compiled or value.__doc__
        assert name in dir(gridwright)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gridwright.nothing  # noqa: B018


def test_environments_are_one_game_or_many() -> None:
    one = gridwright.env("card", seats=2, reward="rank")
    one.reset(seed=1)
    assert one.mask().any()
    assert gridwright.env("card", seats=2, n_games=3).masks.shape == (3, one.n_choices)


def test_a_character_plays_its_style() -> None:
    table = gridwright.new("card", seats=3, seed=1)
    n_differing = 0
    while table.round < 5:
        move = table.ask("Konrad")
        n_differing += move != table.ask("hard")
        table.play(move)
    assert n_differing > 0
    assert gridwright.bot("Konrad").level == gridwright.bot("hard").level

"""Looking at a recorded game."""

import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from gridwright.cli.commands.replay import Viewing
from gridwright.cli.drawing.game_view import draw_game
from gridwright.cli.drawing.glyphs import UNICODE
from gridwright.cli.drawing.ladders import draw_ladders
from gridwright.cli.timeline import Timeline
from gridwright.content.table import TableSpec
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript, parse_transcript
from tests.cli.conftest import Run, is_one_line, make_table, start

TABLES = [
    TableSpec("classic", "original", "usa", 6),
    TableSpec("classic", "original", "germany", 2, hidden_money=True),
    TableSpec("classic", "recharged", "germany-recharged", 2, contractor=True),
    TableSpec("classic", "recharged", "usa-recharged", 5, regions="draft"),
    TableSpec("classic", "reference", "germany", 3),
    TableSpec("deluxe", "europe", "europe", 2),
    TableSpec("deluxe", "europe", "europe", 6, contractor=True),
    TableSpec("deluxe", "north-america", "north-america", 3, hidden_money=True),
]
CARD_TABLES = [
    TableSpec("card", "standard", "none", 2, contractor=True),
    TableSpec("card", "standard", "none", 3, hidden_money=True),
    TableSpec("card", "standard", "none", 6),
]

OPENING = """\
── Round 1 · step 1 · auctions ────────────────────────── after action 1 of 1 ──
▶ Seat 1 bids or drops out. Plant 6 is at 12, bid by seat 0. In: 0, 1 and 2.

Plant market                                               27 cards in the stack
         ╭─ 3 ───────────╮ ╭─ 4 ───────────╮ ╭─ 5 ───────────╮ ╭─ 6 bid 12 ────╮
 current │ 2 oil         │ │ 2 coal        │ │ 2 coal or oil │ │ 1 garbage     │
         ╰────── 1 city ─╯ ╰────── 1 city ─╯ ╰────── 1 city ─╯ ╰────── 1 city ─╯
         ╭─ 7 ───────────╮ ╭─ 8 ───────────╮ ╭─ 9 ───────────╮ ╭─ 10 ──────────╮
 future  │ 3 oil         │ │ 3 coal        │ │ 1 oil         │ │ 2 coal        │
         ╰──── 2 cities ─╯ ╰──── 2 cities ─╯ ╰────── 1 city ─╯ ╰──── 2 cities ─╯

Fuel market   1   2   3   4   5   6   7   8  10 12 14 16   next  left  supply
  C coal     ●●● ●●● ●●● ●●● ●●● ●●● ●●● ●●●                  1    24       0
  O oil      ··· ··· ●●● ●●● ●●● ●●● ●●● ●●●                  3    18       6
  G garbage  ··· ··· ··· ··· ··· ··· ●●● ●●●                  7     6      18
  U uranium   ·   ·   ·   ·   ·   ·   ·   ·  ·  ·  ●  ●      14     2      10

Seats     money  cities  supplies  plants and the fuel on them
  Seat 0     50       0         0  no plants
▶ Seat 1     50       0         0  no plants
  Seat 2     50       0         0  no plants

Round 1, auctions
  Seat 0 offers plant 6 and bids 12.
"""

LADDERS = """\
Fuel market   1    2    3    4   5   6   7   8   9     next  left  supply
  C coal     ···· ●●●● ●●●● ●●● ●●● ●●● ●●  ●●   ●●       2    23       4
  G gas      ···  ···  ●●●  ●●● ●●● ●●● ●●● ●●●           3    18       6
  O oil       ··   ··   ●●  ●●  ●●  ●●  ●●  ●●  ●●●●      3    16       4
  U uranium   ·    ·    ·    ·   ·   ·  ··  ●●   ●●       8     4       8
"""

SECOND_ROUND = """\
Seats     money  cities  supplies  plants and the fuel on them
▶ Seat 0     33       2         1  3 OO·· → 1
    Boston, New York
  Seat 2     54       0         0  5 C··· → 1
  Seat 1     56       0         0  4 ···· → 1
"""


@pytest.fixture(scope="module")
def timeline(finished_text: str) -> Timeline:
    return Timeline(parse_transcript(finished_text))


def drawn(timeline: Timeline, place: int, width: int) -> str:
    with Path("/dev/null").open("w") as sink:
        console = Console(width=width, record=True, file=sink)
        seen = timeline.seen(place, None)
        console.print(draw_game(seen, timeline.names, console, with_board=True))
        return console.export_text()


def test_the_opening_line_by_line(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    run("play", "t.txt", typed="offer 6 12\n")
    assert run("replay", "t.txt").out == OPENING


def test_boxes_of_unequal_size_line_by_line(run: Run, tmp_path: Path) -> None:
    """Nine cards, four kinds in boxes of one to four spaces, and the houses of the Trust."""
    make_table(tmp_path, TableSpec("deluxe", "europe", "europe", 2, order=(0, 1)))
    outcome = run("replay", "t.txt")
    assert LADDERS in outcome.out
    assert sum(line.count("╭") for line in outcome.lines) == 9
    log = run("replay", "t.txt", "--log")
    assert log.out.count("A house of the Trust is placed in ") == 7


def test_seats_line_by_line(run: Run, tmp_path: Path) -> None:
    """Money, cities, what can be supplied, and fuel on the plants."""
    make_table(tmp_path)
    lines = ["offer 3", "pass", "pass", "offer 4", "pass", "offer 5"]
    lines += ["buy oil 4", "finish", "finish", "finish", "buy coal 1", "finish", "finish"]
    lines += ["connect boston", "connect new york", "finish", "finish", "finish", "run best"]
    run("play", "t.txt", typed="".join(f"{line}\n" for line in lines))
    assert SECOND_ROUND in run("replay", "t.txt").out


@pytest.mark.parametrize(
    "spec", [*TABLES, *CARD_TABLES], ids=lambda spec: f"{spec.board}-{spec.seats}"
)
@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_too_long_and_no_card_is_broken(spec: TableSpec, width: int) -> None:
    timeline = Timeline(random_transcript(spec, 2))
    for place in [*range(0, timeline.last, 23), timeline.last]:
        text = drawn(timeline, place, width)
        lines = text.splitlines()
        assert max(len(line) for line in lines) <= width
        assert "…" not in text
        for line in lines:
            assert line.count("╭") == line.count("╮")
            assert line.count("╰") == line.count("╯")
        seats = [line for line in lines if re.match(r"[ ▶\d] Seat \d +(\d+|hidden) ", line)]
        assert len(seats) == spec.seats


@pytest.mark.parametrize("spec", TABLES[::2], ids=lambda spec: f"{spec.board}-{spec.seats}")
def test_the_ladders_show_every_token(spec: TableSpec) -> None:
    timeline = Timeline(random_transcript(spec, 3))
    ladders = timeline.game.rules.market.ladders
    for place in range(0, timeline.last, 37):
        seen = timeline.seen(place, None)
        lines = draw_ladders(seen, timeline.names, UNICODE).plain.splitlines()
        rows = [line for line in lines[1:] if "never refilled again" not in line]
        for kind, line in enumerate(rows):
            assert line.count("●") == seen.tokens[kind]
            assert line.count("●") + line.count("·") == ladders[kind].n_spaces
            next_price, left, supply = line.split()[-3:]
            assert (int(left), int(supply)) == (seen.tokens[kind], seen.supply[kind])
            if seen.tokens[kind] and next_price != "-":
                assert int(next_price) == ladders[kind].cost(seen.tokens[kind], 1)


def test_a_terminal_without_the_signs_gets_others(timeline: Timeline, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as file:
        console = Console(width=80, file=file)
        console.print(draw_game(timeline.seen(90, None), timeline.names, console))
    text = (tmp_path / "out").read_text()
    assert "current | " in text
    assert "### " in text


def test_moments_of_a_game(run: Run, finished: Path, timeline: Timeline) -> None:
    last = run("replay", str(finished))
    assert last.code == 0
    assert "game over" in last.lines[0]
    assert f"after action {timeline.last} of {timeline.last}" in last.lines[0]
    assert "Places    money" in last.out
    places = [int(line[0]) for line in last.lines if re.match(r"\d Seat \d ", line)]
    assert places == sorted(places)
    assert places[0] == 1
    assert "wins: " in last.out or "share the win" in last.out
    first = run("replay", str(finished), "--at", "0", "--board")
    assert "Before round 1 · set-up" in first.lines[0]
    assert "no region is in play yet" in first.out
    after = run("replay", str(finished), "--round", "1")
    assert "Round 2 " in after.lines[0]
    assert "Round 1, bureaucracy" in after.out


def test_every_round_and_every_position(run: Run, finished: Path, timeline: Timeline) -> None:
    every = run("replay", str(finished), "--all")
    assert every.code == 0
    n_rounds = timeline.states[-1].round
    assert len(timeline.round_ends()) == n_rounds
    for number in range(1, n_rounds + 1):
        assert f" after round {number}, action " in every.out
    assert max(len(line) for line in every.lines) <= 80
    short = run("replay", str(finished), "--log")
    assert short.code == 0
    assert "Round 1, auctions" in short.lines
    assert max(len(line) for line in short.lines) <= 80


def test_stepping_without_a_terminal_prints_every_position(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    run("play", "t.txt", typed="offer 6 12\nbid 14\npass\n")
    outcome = run("replay", "t.txt", "--step")
    for place in range(4):
        assert f"after action {place} of 3" in outcome.out


def test_keys_move_through_a_game(timeline: Timeline) -> None:
    viewing = Viewing(timeline, Console(), None, False)
    ends = list(timeline.round_ends().values())
    assert viewing.after_key("n", 0) == 1
    assert viewing.after_key(" ", 4) == 5
    assert viewing.after_key("p", 5) == 4
    assert viewing.after_key("p", 0) == 0
    assert viewing.after_key("n", timeline.last) == timeline.last
    assert viewing.after_key("r", 0) == ends[0]
    assert viewing.after_key("r", ends[0]) == ends[1]
    assert viewing.after_key("r", timeline.last) == timeline.last
    assert viewing.after_key("x", 7) == 7
    viewing.after_key("b", 7)
    assert viewing.with_board


def test_one_seat_sees_its_own_money(run: Run, tmp_path: Path) -> None:
    spec = TableSpec("classic", "original", "usa", 3, hidden_money=True, order=(0, 1, 2))
    make_table(tmp_path, spec)
    assert run("replay", "t.txt").out.count("hidden") == 3
    assert run("replay", "t.txt", "--seat", "1").out.count("hidden") == 2
    run("play", "t.txt", "--random", "all", "--random-seed", "1")
    assert "hidden" not in run("replay", "t.txt", "--at", "40").out
    assert run("replay", "t.txt", "--at", "40", "--seat", "1").out.count("hidden") == 2
    assert "hidden" not in run("replay", "t.txt", "--seat", "1").out


def test_a_position_for_programs(run: Run, finished: Path, timeline: Timeline) -> None:
    told = json.loads(run("replay", str(finished), "--at", "20", "--json").out)
    assert told["action"] == 20
    assert told["actions"] == timeline.last
    assert told["observation"]["round"] == timeline.states[20].round
    assert told["log"][0].startswith("Order of the seats")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--at", "99999"], "--at: expected 0 to"),
        (["--round", "99"], "--round: expected 1 to"),
        (["--seat", "4"], "--seat: expected 0 to 3, got 4"),
        (["--at", "1", "--all"], "choose one of"),
        (["--game", "2"], "--game: expected 1 to 1"),
    ],
)
def test_unknown_places_of_a_replay_are_refused(
    run: Run, finished: Path, words: list[str], told: str
) -> None:
    outcome = run("replay", str(finished), *words)
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    assert told in outcome.err


def test_an_illegal_line_is_reported_with_its_clause(run: Run, tmp_path: Path) -> None:
    file = make_table(tmp_path)
    run("play", "t.txt", typed="offer 6 12\n")
    file.write_text(file.read_text().replace("0 offer 6 12", "0 offer 6 52"))
    outcome = run("replay", "t.txt")
    assert outcome.code == 2
    assert is_one_line(outcome.err)
    for words in (
        "line 7",
        "c3.4",
        "No seat bids more than",
        "The bid is 52; the money held is 50",
    ):
        assert words in outcome.err


def test_one_game_of_many(run: Run, tmp_path: Path) -> None:
    run("simulate", "--out", "games.jsonl", "--games", "2")
    assert run("replay", "games.jsonl", "--game", "2").code == 0
    assert "holds 2 games; choose one with --game" in run("replay", "games.jsonl").err
    (tmp_path / "none.jsonl").write_text("")
    assert "no game" in run("replay", "none.jsonl").err


@pytest.mark.parametrize("option", ["--json", "--step"])
def test_a_reader_that_has_enough_is_no_error(finished: Path, tmp_path: Path, option: str) -> None:
    process = start(tmp_path, "replay", str(finished), option)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait() in (0, 1)
    process.stderr.close()


def test_the_round_that_is_on_is_shown_as_it_is_now(run: Run, tmp_path: Path) -> None:
    make_table(tmp_path)
    run("play", "t.txt", typed="offer 6 12\n")
    assert run("replay", "t.txt", "--round", "1").out == run("replay", "t.txt").out
    assert "--round: expected 1 to 1, got 2" in run("replay", "t.txt", "--round", "2").err


def test_a_mine_is_drawn_as_one(run: Run, tmp_path: Path) -> None:
    transcript = random_transcript(TableSpec("classic", "original", "australia", 3), 4)
    (tmp_path / "mines.txt").write_text(format_transcript(transcript))
    last = run("replay", "mines.txt").out
    assert re.search(r"\b(11|23|28|34|39) mine\b", last), last
    assert not re.search(r"\b(11|23|28|34|39) ·* ?→", last), last

"""A transcript and its text are one: what is read is written again byte for byte."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.fair.lines import MAX_LENGTH, MAX_LINE, MAX_LINES
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import (
    Closing,
    Mark,
    Move,
    Transcript,
    TranscriptError,
    format_transcript,
    parse_transcript,
    sealed,
)
from tests.fair.tables import name, odd_tables, plain_tables

SMALL = sealed(
    Transcript(
        game_id="g-1",
        table=TableSpec("classic", "original", "usa", 3),
        rules="ab" * 32,
        commitment=bytes(range(32)),
        contributions=((0, b"x" * 16), (2, b"y" * 32)),
        body=(
            Move("chance order 2+0+1"),
            Mark(1, "0123456789abcde" * 2),
            Move("2 offer 4 4"),
            Mark(None, "123456789abcdef" * 2),
        ),
        closing=Closing(bytes(32), (1, 3, 2), "cities"),
    )
)
TEXT = f"""\
gridwright transcript 1
game g-1
table {{"board":"usa","contractor":false,"edition":"classic","hidden_money":false,\
"house_rules":[],"order":"random","preset":"original","regions":"random","seats":3}}
rules {"ab" * 32}
commit 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
contribute 0 {"78" * 16}
contribute 2 {"79" * 32}
---
chance order 2+0+1
= round 1 0123456789abcde0123456789abcde
2 offer 4 4
= end 123456789abcdef123456789abcdef
---
seed {"00" * 32}
result 1 3 2
end cities
seal {{seal}}
"""


def small_text() -> str:
    assert SMALL.closing is not None
    return TEXT.replace("{seal}", SMALL.closing.seal.hex())


def test_the_form() -> None:
    assert format_transcript(SMALL) == small_text()
    assert parse_transcript(small_text()) == SMALL
    assert SMALL.moves == ["chance order 2+0+1", "2 offer 4 4"]


def test_line_numbers() -> None:
    lines = small_text().split("\n")
    assert lines[SMALL.first_line - 1] == "chance order 2+0+1"
    assert lines[SMALL.seed_line - 1].startswith("seed ")


@pytest.mark.parametrize("spec", plain_tables() + odd_tables(), ids=name)
def test_recorded_games_read_and_write_the_same(spec: TableSpec) -> None:
    for most_actions in (25, 15_000):
        transcript = random_transcript(spec, 11, most_actions)
        text = format_transcript(transcript)
        assert parse_transcript(text) == transcript
        assert format_transcript(parse_transcript(text)) == text


def test_an_unfinished_game_has_no_closing() -> None:
    transcript = random_transcript(default_spec(), 1, 25)
    assert transcript.closing is None
    assert format_transcript(transcript).count("---") == 1
    assert sealed(transcript) == transcript


def edited(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


def without(start: str) -> Callable[[str], str]:
    def remove(text: str) -> str:
        lines = text.split("\n")
        lines.remove(next(line for line in lines if line.startswith(start)))
        return "\n".join(lines)

    return remove


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (edited("transcript 1", "transcript 3"), 1, "expected 'gridwright transcript 1'"),
        (lambda text: text[:0], 1, "expected another line"),
        (lambda text: text[:-1], 17, "expected a line break at the end"),
        (lambda text: text + "\n", 18, "expected nothing more"),
        (lambda text: text + "x\n", 18, "expected nothing more"),
        (lambda text: text.replace("\n", "\r\n"), 1, "expected 'gridwright"),
        (edited("g-1", "g 1"), 2, "expected 1 to 64 letters"),
        (edited("game", "name"), 2, "expected a line 'game'"),
        (edited('{"board"', '{ "board"'), 3, "expected {"),
        (edited('"seats":3', '"seats":3.0'), 3, "expected a whole number"),
        (edited('"seats":3', '"seats":"3"'), 3, "expected a whole number"),
        (edited('"seats":3', '"seats":3,"seats":3'), 3, "expected {"),
        (edited('"house_rules":[],', ""), 3, "expected {"),
        (edited('{"board"', '{"bored"'), 3, "unknown field"),
        (edited('{"board"', "{"), 3, "expected a table as JSON"),
        (edited('{"board"', "[" * 3000), 3, "expected a table as JSON"),
        (edited('"seats":3', f'"seats":{"9" * 3000}'), 15, "expected 9+ places"),
        (edited("rules abab", "rules ABab"), 4, "expected pairs of hexadecimal digits"),
        (edited("rules abab", "rules ab"), 4, "expected 32 bytes, got 31"),
        (edited("commit 00", "commit 0"), 5, "expected pairs of hexadecimal digits"),
        (edited("contribute 0", "contribute 3"), 6, "expected a seat from 0 to 2"),
        (edited("contribute 2", "contribute 0"), 7, "expected a seat above 0"),
        (edited("contribute 0 7878", "contribute 0 78"), 6, "expected 16 to 32 bytes"),
        (edited("contribute 2 7979", "contribute 2 79797979"), 7, "expected 16 to 32 bytes"),
        (edited("contribute 0 ", "contribute 0"), 6, "expected contribute"),
        (edited("contribute 0", "contribute 00"), 6, "expected a whole number"),
        (edited("contribute 0", "contribute  0"), 6, "expected contribute"),
        (without("---"), 8, "expected '---'"),
        (edited("chance order 2", "chance  order 2"), 9, "expected an action"),
        (edited("chance order 2", "Chance order 2"), 9, "expected an action"),
        (edited("2 offer 4 4", "2 offer 4 4 "), 11, "expected an action"),
        (edited("2 offer 4 4", ""), 11, "expected an action"),
        (edited("2 offer 4 4", "2\toffer 4 4"), 11, "expected an action"),
        (edited("2 offer 4 4", "2 öffer 4 4"), 11, "expected plain ASCII"),
        (edited("2 offer 4 4", "x" * (MAX_LINE + 1)), 11, "at most 64000 characters, got 64001"),
        (edited("2 offer 4 4\n", "2 offer 4 4\n" * MAX_LINES), MAX_LINES, "at most 20000 lines"),
        (edited("= round 1", "= round 01"), 10, "expected an action or a checkpoint"),
        (edited("= round 1 0", "= round 1 "), 10, "expected an action or a checkpoint"),
        (edited("= round 1 ", "= end "), 11, "nothing to be played after the end"),
        (edited("= end 1", "= round 2 1"), 13, "expected '= end' before the closing"),
        (edited("seed 00", "seed "), 14, "expected 32 bytes, got 31"),
        (without("seed"), 14, "expected a line 'seed'"),
        (edited("result 1 3 2", "result 1 3"), 15, "expected 3 places"),
        (edited("result 1 3 2", "result 1 3 4"), 15, "expected 3 places"),
        (edited("result 1 3 2", "result 1 3 0"), 15, "expected 3 places"),
        (edited("result 1 3 2", "result 1 3  2"), 15, "expected a whole number"),
        (edited("end cities", "end boredom"), 16, "expected one of cities, dry-stack"),
        (without("seal"), 17, "expected another line"),
    ],
)
def test_an_error_names_the_line(change: Callable[[str], str], line: int, problem: str) -> None:
    text = change(small_text())
    assert text != small_text()
    with pytest.raises(TranscriptError, match=problem) as caught:
        parse_transcript(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_the_largest_text_is_refused_before_it_is_split() -> None:
    with pytest.raises(TranscriptError, match="at most 20000 lines"):
        parse_transcript("x" * (MAX_LENGTH + 1))


def test_a_seal_covers_every_line() -> None:
    seals = {
        sealed(variant).closing
        for variant in [
            SMALL,
            replace(SMALL, game_id="g-2"),
            replace(SMALL, contributions=()),
            replace(SMALL, body=SMALL.body[::-1]),
        ]
    }
    assert len(seals) == 4

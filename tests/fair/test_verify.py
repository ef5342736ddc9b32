"""Honest games are accepted, and a report says what was checked."""

from dataclasses import replace
from functools import cache

import pytest

from gridwright.content.table import TableSpec, default_spec
from gridwright.engine.vocabulary.setup import DrawOrder
from gridwright.fair.record import random_transcript
from gridwright.fair.replay import Replay, replay
from gridwright.fair.transcript import (
    Mark,
    Move,
    Transcript,
    TranscriptError,
    format_transcript,
    sealed,
)
from gridwright.fair.verify import CHECKS, Outcome, Report, verify
from tests.fair.tables import name, odd_tables, plain_tables


@cache
def finished() -> Transcript:
    return random_transcript(default_spec(seats=3), 2)


def failed(report: Report) -> list[str]:
    return [check.name for check in report.failures]


@pytest.mark.parametrize("spec", plain_tables() + odd_tables(), ids=name)
def test_honest_games_are_accepted(spec: TableSpec) -> None:
    transcript = random_transcript(spec, 3)
    report = verify(format_transcript(transcript))
    assert report.ok, str(report)
    assert [check.name for check in report.checks] == list(CHECKS)
    assert report.failures == []


def test_text_bytes_and_transcript_are_all_taken() -> None:
    game = finished()
    text = format_transcript(game)
    assert verify(text) == verify(text.encode("ascii")) == verify(game)


def test_an_unfinished_game_is_neither_proven_nor_refused() -> None:
    report = verify(random_transcript(default_spec(), 2, 60))
    assert not report.ok
    assert report.failures == []
    skipped = [check.name for check in report.checks if check.outcome is Outcome.SKIPPED]
    assert skipped == ["result", "commitment", "chance", "chain", "seal"]


def test_a_report_is_readable() -> None:
    game = finished()
    lines = str(verify(game)).split("\n")
    assert lines[0] == "form          ok"
    assert lines[6] == "contributions ok      2 of 3 seats"
    forged = sealed(replace(game, commitment=bytes(32)))
    assert "commitment    failed  line 5: expected the commitment to this" in str(verify(forged))


def test_other_rules_are_named_as_the_reason() -> None:
    report = verify(sealed(replace(finished(), rules="0" * 64)))
    check = report.failures[0]
    assert (check.name, check.line) == ("rules", 4)
    assert check.detail.startswith("the rules version differs: today ")
    assert {each.name for each in report.failures} == {"rules", "commitment"}


def test_an_unknown_table_is_named_as_the_reason() -> None:
    game = finished()
    table = replace(game.table, board="atlantis")
    check = verify(sealed(replace(game, table=table))).failures[0]
    assert (check.name, check.line) == ("rules", 3)
    assert "atlantis" in check.detail


def with_entry(place: int, entry: Move | Mark | None) -> Transcript:
    game = finished()
    body = list(game.body)
    body[place : place + 1] = [] if entry is None else [entry]
    return sealed(replace(game, body=tuple(body)))


def place_of(start: str) -> int:
    return next(
        place for place, entry in enumerate(finished().body) if str(entry).startswith(start)
    )


@pytest.mark.parametrize(
    ("line", "entry", "check", "problem"),
    [
        ("= round 2", Mark(2, "0" * 30), "checkpoints", "expected the checkpoint = r"),
        ("= round 2", Mark(3, "0" * 30), "checkpoints", "expected the checkpoint = r"),
        ("= round 2", None, "checkpoints", "expected the checkpoint = round 2"),
        (5, Mark(1, "0" * 30), "checkpoints", "expected no checkpoint"),
        (0, Move("chance order 0+1+1"), "actions", "illegal action: c12.2 impossible_outcome"),
        (0, Move("chance orders 0+1+2"), "actions", "expected one of"),
        (0, Move("0 pass"), "actions", "illegal action: c12.3 not_your_turn"),
        (0, Move("3 pass"), "actions", "expected a seat from 0 to 2"),
    ],
)
def test_a_forged_line_is_named(
    line: int | str, entry: Move | Mark | None, check: str, problem: str
) -> None:
    place = place_of(line) if isinstance(line, str) else line
    forged = with_entry(place, entry)
    found = verify(forged).failures[0]
    assert (found.name, found.line) == (check, forged.first_line + place)
    assert problem in found.detail
    with pytest.raises(TranscriptError, match=f"line {found.line}: "):
        replay(forged)


def test_actions_have_one_spelling() -> None:
    place, move = next(
        (place, entry)
        for place, entry in enumerate(finished().body)
        if isinstance(entry, Move) and " run " in entry.text and entry.text.count(" ") == 2
    )
    found = verify(with_entry(place, Move(f"{move} 0"))).failures[0]
    assert found.name == "actions"
    assert found.detail == f"expected {move}, got {move} 0"


def test_a_missing_end_is_noticed() -> None:
    game = finished()
    unfinished = replace(game, body=game.body[:-1], closing=None)
    assert failed(verify(unfinished)) == ["checkpoints"]


@pytest.mark.parametrize("reason", ["cities", "dry-stack"])
def test_another_result_is_noticed(reason: str) -> None:
    game = finished()
    assert game.closing is not None
    for closing, line in [
        (replace(game.closing, ranking=game.closing.ranking[::-1]), game.seed_line + 1),
        (replace(game.closing, reason=reason), game.seed_line + 2),
    ]:
        if closing == game.closing:
            continue
        (found,) = verify(sealed(replace(game, closing=closing))).failures
        assert (found.name, found.line) == ("result", line)


def test_a_broken_seal_is_noticed() -> None:
    game = finished()
    assert game.closing is not None
    forged = replace(game, closing=replace(game.closing, seal=bytes(32)))
    (found,) = verify(forged).failures
    assert (found.name, found.line) == ("seal", game.seed_line + 3)
    with pytest.raises(TranscriptError, match="another seal"):
        replay(forged)


def test_a_replay_can_be_watched() -> None:
    """Each action comes before it is carried out, with the position it is taken in."""
    game = finished()
    again = Replay(game)
    for n_actions, (line, action) in enumerate(again.play()):
        assert len(again.history.log) == n_actions
        assert again.notation.text(action) == str(game.body[line - game.first_line])
        if n_actions == 0:
            assert isinstance(action, DrawOrder)
    assert again.game.is_over(again.history.state)
    again.verify_result()


def test_a_replay_needs_no_secret() -> None:
    game = finished()
    secretless = replace(game, closing=None)
    assert replay(secretless).log == replay(game).log

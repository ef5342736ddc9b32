"""Verification refuses any change of a finished game, and never breaks."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from gridwright.content.table import default_spec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.record import random_transcript
from gridwright.fair.replay import Replay
from gridwright.fair.transcript import (
    Mark,
    Move,
    Transcript,
    TranscriptError,
    format_transcript,
    parse_transcript,
    sealed,
)
from gridwright.fair.verify import verify

PRESETS = ["original", "recharged"]
KINDS = ["commit", "seed", "contribute", "action", "chance"]
N_FLIPS = 100
"""Flipped bits for each kind of line in each game: a thousand in all."""


@cache
def game_of(preset: str) -> Transcript:
    """Each check replays the whole game, so the shortest of some small ones is taken."""
    spec = default_spec(preset=preset, seats=2)
    spec = replace(spec, house_rules=("dry-stack-ends",))
    games = [random_transcript(spec, number) for number in (2, 5, 8)]
    return min(games, key=lambda game: len(game.body))


def kind_of(line: str) -> str:
    word = line.partition(" ")[0]
    return "action" if word.isdigit() else word


def lines_of(text: bytes, kind: str) -> list[tuple[int, int]]:
    """Return the start and end of each line of a kind, line break included."""
    found: list[tuple[int, int]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        if kind_of(line.decode("ascii").strip()) == kind:
            found.append((start, start + len(line)))
        start += len(line)
    return found


def flipped(text: bytes, kind: str, random: Random) -> bytes:
    start, end = random.choice(lines_of(text, kind))
    changed = bytearray(text)
    changed[random.randrange(start, end)] ^= 1 << random.randrange(8)
    return bytes(changed)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_flipped_bit_is_refused(preset: str, kind: str) -> None:
    game = game_of(preset)
    text = format_transcript(game).encode("ascii")
    random = Random(f"{preset} {kind}")
    reasons: Counter[str] = Counter()
    for _flip in range(N_FLIPS):
        report = verify(flipped(text, kind, random))
        assert not report.ok
        assert report.failures
        reasons[report.failures[0].name] += 1
    print(f"{kind}: {sum(reasons.values())} refused, {dict(reasons)}")
    assert sum(reasons.values()) == N_FLIPS


def forged_by_flips(game: Transcript, kind: str, n_wanted: int) -> list[Transcript]:
    """Flips that can still be read, under a seal computed again."""
    text = format_transcript(game).encode("ascii")
    random = Random(f"forged {kind}")
    found: list[Transcript] = []
    while len(found) < n_wanted:
        try:
            forged = parse_transcript(flipped(text, kind, random).decode("latin-1"))
        except TranscriptError:
            continue
        found.append(sealed(forged))
    return found


@pytest.mark.parametrize("kind", ["commit", "seed", "contribute", "chance"])
def test_a_flipped_bit_is_refused_without_the_help_of_the_seal(kind: str) -> None:
    for forged in forged_by_flips(game_of("original"), kind, 25):
        report = verify(forged)
        assert report.failures
        assert "seal" not in [check.name for check in report.failures]


def alternatives(game: Game, state: State, action: Action) -> list[Action]:
    return [other for other in game.legal(state) if other != action]


def forgeries(transcript: Transcript, chance: bool) -> list[tuple[int, Transcript]]:
    """Return, for each line with a choice, a resealed copy with another legal action there."""
    again = Replay(transcript)
    random = Random(1)
    found: list[tuple[int, Transcript]] = []
    for line, action in again.play():
        if (action.seat == CHANCE) != chance:
            continue
        others = alternatives(again.game, again.history.state, action)
        if others:
            body = list(transcript.body)
            other = again.notation.text(random.choice(others))
            body[line - transcript.first_line] = Move(other)
            found.append((line, sealed(replace(transcript, body=tuple(body)))))
    return found


def wrong_outcome(forged: Transcript) -> int | None:
    """The line at which the deal differs from the seed's."""
    (chance,) = [check for check in verify(forged).failures if check.name == "chance"]
    return chance.line


@pytest.mark.parametrize("preset", PRESETS)
def test_another_possible_outcome_is_refused_at_its_line(preset: str) -> None:
    game = game_of(preset)
    found = forgeries(game, chance=True)
    assert len(found) > 20
    for line, forged in found:
        assert wrong_outcome(forged) == line


def test_another_legal_action_is_refused() -> None:
    """The seal notices any change; positions notice all but those that leave no trace."""
    game = game_of("original")
    assert game.closing is not None
    found = forgeries(game, chance=False)
    n_traceless = 0
    sample = found[:: len(found) // 40]
    for line, forged in sample:
        assert forged.closing is not None
        unsealed = replace(forged, closing=replace(forged.closing, seal=game.closing.seal))
        names = [check.name for check in verify(unsealed).failures]
        assert "seal" in names, f"line {line}"
        n_traceless += names == ["seal"]
    print(f"{n_traceless} of {len(sample)} are noticed by the seal alone")
    assert n_traceless < len(sample) / 4


def reveals(transcript: Transcript) -> list[int]:
    return [
        place
        for place, entry in enumerate(transcript.body)
        if str(entry).startswith("chance reveal")
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_two_cards_that_change_places_are_refused(preset: str) -> None:
    game = game_of(preset)
    places = reveals(game)
    for first, second in pairwise(places[8:14]):
        body = list(game.body)
        body[first], body[second] = body[second], body[first]
        assert wrong_outcome(sealed(replace(game, body=tuple(body)))) == game.first_line + first


def test_a_reversed_order_is_refused() -> None:
    game = game_of("original")
    body = list(game.body)
    order = str(body[0]).removeprefix("chance order ").split("+")
    body[0] = Move(f"chance order {'+'.join(order[::-1])}")
    assert wrong_outcome(sealed(replace(game, body=tuple(body)))) == game.first_line


def test_another_seed_with_its_own_commitment_is_refused() -> None:
    """A server that changes its mind needs other outcomes, even if it hides the old promise."""
    game = game_of("original")
    other = random_transcript(game.table, 99)
    assert other.closing is not None
    assert game.closing is not None
    forged = replace(
        game,
        game_id=other.game_id,
        commitment=other.commitment,
        closing=replace(game.closing, seed=other.closing.seed),
    )
    report = verify(sealed(forged))
    assert [check.name for check in report.failures] == ["chance"]


def test_contributions_can_neither_be_dropped_nor_moved() -> None:
    game = game_of("original")
    seat, given = game.contributions[-1]
    for contributions in [
        game.contributions[:-1],
        (*game.contributions[:-1], (seat, given[:-1] + b"?")),
        (*game.contributions[:-1], (seat, given[:-1])),
    ]:
        report = verify(sealed(replace(game, contributions=contributions)))
        assert [check.name for check in report.failures] == ["chance"]


def test_lines_can_be_neither_dropped_doubled_nor_swapped() -> None:
    lines = format_transcript(game_of("original")).splitlines(keepends=True)
    random = Random(3)
    for _change in range(60):
        place = random.randrange(len(lines) - 1)
        kind = random.randrange(3)
        changed = lines[:]
        if kind == 0:
            del changed[place]
        elif kind == 1:
            changed.insert(place, changed[place])
        else:
            changed[place : place + 2] = changed[place : place + 2][::-1]
        if changed != lines:
            assert not verify("".join(changed)).ok


def test_a_game_cut_off_anywhere_is_not_proven() -> None:
    text = format_transcript(game_of("original"))
    for size in range(0, len(text), 97):
        assert not verify(text[:size]).ok
    lines = text.splitlines(keepends=True)
    for n_lines in range(0, len(lines), 23):
        assert not verify("".join(lines[:n_lines])).ok


def test_noise_breaks_nothing() -> None:
    random = Random(4)
    text = format_transcript(game_of("recharged")).encode("ascii")
    for _change in range(60):
        changed = bytearray(text)
        for _byte in range(random.randrange(1, 6)):
            start = random.randrange(len(changed))
            changed[start : start + random.randrange(4)] = random.randbytes(random.randrange(4))
        if changed != text:
            assert not verify(bytes(changed)).ok
    for size in range(0, 2000, 100):
        assert not verify(random.randbytes(size)).ok


def test_marks_of_another_game_are_refused() -> None:
    marks = iter([entry for entry in game_of("recharged").body if isinstance(entry, Mark)])
    body = [
        next(marks, entry) if isinstance(entry, Mark) else entry
        for entry in game_of("original").body
    ]
    assert not verify(sealed(replace(game_of("original"), body=tuple(body)))).ok

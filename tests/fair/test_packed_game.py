"""A finished game is packed into few bytes, and damage is found where it begins."""

from functools import cache

import pytest

from gridwright.fair.packed_game import (
    PackError,
    Sitter,
    UnknownPack,
    UnpackedGame,
    pack_game,
    unpack_game,
)
from gridwright.fair.packed_moves import MovesError, add_number, take_number
from gridwright.fair.transcript import Transcript, format_transcript
from gridwright.fair.verify import verify
from gridwright_lab.conformance.replay.corpus import Corpus

EDITIONS = ("classic", "deluxe", "card")
N_EACH = 2


@cache
def corpus() -> Corpus:
    return Corpus(Corpus.FOLDERS)


@cache
def games(edition: str) -> list[Transcript]:
    """Some recorded games of an edition, spread over their list."""
    names = corpus().names(edition)
    return [corpus().transcript(name) for name in names[:: len(names) // N_EACH]]


def sitters(transcript: Transcript) -> tuple[Sitter, ...]:
    return tuple(
        [Sitter(f"Zoë {seat}", "l1" if seat else "") for seat in range(transcript.table.seats)]
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_recorded_game_comes_back_whole_from_its_bytes(edition: str) -> None:
    found = games(edition)
    assert len(found) >= N_EACH
    for transcript in found:
        unpacked = unpack_game(pack_game(transcript, sitters(transcript)))
        assert unpacked.damaged_from == 0
        assert unpacked.sitters == sitters(transcript)
        again = unpacked.transcript
        assert again.body == transcript.body
        assert again.closing is not None
        assert transcript.closing is not None
        assert again.closing.ranking == transcript.closing.ranking
        assert again.commitment == transcript.commitment
    assert verify(format_transcript(again)).ok


@cache
def packed() -> bytes:
    return pack_game(games("card")[0], sitters(games("card")[0]))


def opened(damaged: bytes) -> UnpackedGame | None:
    try:
        return unpack_game(damaged)
    except PackError:
        return None


def test_what_is_before_the_damage_is_shown_alone() -> None:
    body = games("card")[0].body
    whole = unpack_game(packed())
    n_partial = n_refused = 0
    for place in range(0, len(packed()), 3):
        for damaged in (
            packed()[:place],
            packed()[:place] + bytes([packed()[place] ^ 0x24]) + packed()[place + 1 :],
        ):
            found = opened(damaged)
            if found is None:
                n_refused += 1
                continue
            n_partial += 1
            assert 1 < found.damaged_from <= whole.n_decisions + 1
            assert found.n_decisions == found.damaged_from - 1
            assert found.transcript.body == body[: len(found.transcript.body)]
    assert n_partial > 50
    assert n_refused > 50


def test_bytes_after_the_end_are_damage() -> None:
    found = unpack_game(packed() + b"x")
    assert found.damaged_from == found.n_decisions + 1


def test_a_game_of_another_form_or_by_unknown_rules_is_named_so() -> None:
    with pytest.raises(UnknownPack):
        unpack_game(b"\x02" + packed()[1:])
    with pytest.raises(PackError, match="damaged"):
        unpack_game(packed()[:1] + bytes(32) + packed()[33:])
    with pytest.raises(PackError):
        unpack_game(b"")


def test_an_unfinished_game_is_refused() -> None:
    transcript = games("card")[0]
    unfinished = Transcript(
        transcript.game_id,
        transcript.table,
        transcript.rules,
        transcript.commitment,
        transcript.contributions,
        transcript.body[:20],
    )
    with pytest.raises(PackError, match="finished"):
        pack_game(unfinished, sitters(transcript))


def test_numbers_of_any_size_come_back_and_endless_ones_are_refused() -> None:
    for number in (0, 127, 128, 1 << 45, (1 << 64) - 1):
        written = bytearray()
        add_number(written, number)
        assert take_number(iter(written)) == number
    with pytest.raises(MovesError, match="64 bits"):
        take_number(iter(b"\xff" * 1_000))

"""Recording: the transcript is the game, and unfinished ones keep their secret."""

import hashlib

import pytest

from gridwright.content.table import TableSpec, default_spec, rules_identity
from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.vocabulary.auction import DropOut
from gridwright.fair.commit import opens
from gridwright.fair.derive import derive_keys, derive_master
from gridwright.fair.record import RandomChooser, Recorder, play, random_transcript
from gridwright.fair.replay import replay
from gridwright.fair.transcript import format_transcript
from tests.fair.tables import name, plain_tables

SEED = hashlib.sha256(b"record").digest()
GIVEN = {0: b"0123456789abcdef", 3: bytes(32)}


def test_a_recorded_game_is_complete() -> None:
    spec = default_spec()
    transcript = play(spec, "table-7", SEED, GIVEN, RandomChooser(Dice(1)))
    assert transcript.game_id == "table-7"
    assert transcript.table == spec
    assert transcript.rules == rules_identity(spec)
    assert transcript.contributions == tuple(GIVEN.items())
    assert transcript.closing is not None
    assert transcript.closing.seed == SEED
    assert opens(transcript.commitment, "table-7", transcript.rules, SEED)
    history = replay(transcript)
    assert history.state.ranking == list(transcript.closing.ranking)
    assert len(history.log) == len(transcript.moves)


def test_random_games_are_the_same_each_time_and_differ_by_number() -> None:
    spec = default_spec(seats=3)
    texts = [format_transcript(random_transcript(spec, number, 60)) for number in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_random_games_take_back_and_contribute() -> None:
    transcripts = [random_transcript(default_spec(seats=3), number) for number in range(4)]
    assert [len(transcript.contributions) for transcript in transcripts] == [0, 1, 2, 3]
    for transcript in transcripts:
        assert sum(move.endswith(" take-back") for move in transcript.moves) > 3


@pytest.mark.parametrize("spec", plain_tables()[::4], ids=name)
def test_nothing_secret_is_written_before_the_end(spec: TableSpec) -> None:
    """No four bytes in a row of the seed, the master or a key."""
    master = derive_master(SEED, "secret", {0: GIVEN[0]})
    keys = derive_keys(SEED, "secret", {0: GIVEN[0]})
    secrets = [SEED, master]
    purposes = ("order", "regions", "deck", "step3/1", "fuel/0", "bot/0")
    secrets += [keys.key(purpose) for purpose in purposes]
    recorder = Recorder(spec, "secret", SEED, {0: GIVEN[0]})
    recorder.deal()
    chooser = RandomChooser(Dice(5))
    while True:
        action = chooser(recorder.game, recorder.history.state)
        before = format_transcript(recorder.transcript())
        recorder.play(action)
        if recorder.is_over():
            break
    for secret in secrets:
        for place in range(len(secret) - 3):
            assert secret[place : place + 4].hex() not in before
    assert SEED.hex() in format_transcript(recorder.transcript())


def test_a_refused_action_is_not_recorded() -> None:
    recorder = Recorder(default_spec(), "g", SEED, {})
    recorder.deal()
    before = recorder.transcript()
    with pytest.raises(IllegalAction):
        recorder.play(DropOut(recorder.history.state.actor))
    assert recorder.transcript() == before


@pytest.mark.parametrize(
    ("game_id", "seed", "given"),
    [
        ("g 1", SEED, {}),
        ("g", SEED[1:], {}),
        ("g", SEED, {4: bytes(16)}),
        ("g", SEED, {0: bytes(15)}),
    ],
)
def test_odd_beginnings_are_refused(game_id: str, seed: bytes, given: dict[int, bytes]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Recorder(default_spec(), game_id, seed, given)

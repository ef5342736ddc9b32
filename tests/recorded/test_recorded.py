"""One game at every table of the first boards, and some of each later one, replay as recorded."""

from pathlib import Path

import pytest

from gridwright.content.table import newest
from gridwright_lab.conformance.replay.corpus import Corpus
from gridwright_lab.conformance.replay.replay import replay_game
from gridwright_lab.conformance.sampling.tables import recorded_tables

HERE = Path(__file__).resolve().parent
CORPUS = Corpus([HERE])
N_PARTS = 4


@pytest.mark.parametrize("part", range(N_PARTS))
def test_games_replay_with_every_checkpoint(part: int) -> None:
    problems = [
        str(replayed)
        for name in CORPUS.names()[part::N_PARTS]
        if (replayed := replay_game(CORPUS, name)).problem
    ]
    assert problems == []


def test_there_is_a_game_at_every_table() -> None:
    """Games of any rules version; those recorded under an earlier one stay."""
    tables = [CORPUS.transcript(name).table for name in CORPUS.names()]
    assert {newest(table) for table in tables} >= set(recorded_tables())
    assert {table.version for table in tables} == {1, 2, 3}
    golden = Corpus([HERE.parent / "golden", HERE])
    assert len(golden.names()) >= 200


def test_packs_stay_small() -> None:
    assert 0 < sum(file.stat().st_size for file in HERE.glob("*.txt.xz")) < 1_000_000

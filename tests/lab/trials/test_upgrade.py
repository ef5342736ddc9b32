"""Games that earlier versions began end as they must, and a version that loses figures is found."""

import json
from pathlib import Path

import pytest

import gridwright
from gridwright_lab.trials.upgrade.changed_program import ChangedProgram
from gridwright_lab.trials.upgrade.corpus import load_corpora
from gridwright_lab.trials.upgrade.upgrade import main, run
from tests.loaded_engine import by_night

pytestmark = pytest.mark.anyio

CORPUS = Path(__file__).parents[2] / "corpus"
SCRIPT = """
import sys
from pathlib import Path

import gridwright
from gridwright.content.table import rules_identity
from gridwright.fair.verify import verify

file = Path(sys.argv[1])
table = gridwright.load(file)
assert verify(file.read_bytes()).ok, str(verify(file.read_bytes()))
assert table.transcript().rules == table.rules != rules_identity(table.spec)
gridwright.save(table, file.with_suffix(".again"))
print(table.game.rules.start_money)
"""


async def test_games_of_earlier_versions_end_as_they_must() -> None:
    verdict = await run(CORPUS, most_games=by_night(10_000, 3))
    assert verdict.missed() == [], verdict.findings


@pytest.mark.meta
async def test_a_version_that_loses_its_data_is_found() -> None:
    verdict = await run(CORPUS, most_games=2, forget=True)
    assert "changed figures: games finished" in verdict.missed()
    assert "changed figures: games that end otherwise" in verdict.missed()
    assert not [name for name in verdict.missed() if name.startswith("this program")]


def test_a_trial_of_nothing_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--corpus", str(tmp_path), "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]


def test_every_corpus_names_its_commit_and_is_small() -> None:
    corpora = load_corpora(CORPUS)
    assert corpora
    for corpus in corpora:
        assert corpus.folder.name == corpus.commit
        n_bytes = sum([file.stat().st_size for file in corpus.folder.iterdir()])
        assert n_bytes <= 400_000


@pytest.mark.parametrize("edition", ["card", "classic", "deluxe"])
def test_transcripts_are_read_with_the_data_of_their_version(tmp_path: Path, edition: str) -> None:
    table = gridwright.new(edition, seats=2, seed=7)
    table.play_out("l0")
    file = tmp_path / "game.txt"
    gridwright.save(table, file)
    program = ChangedProgram(tmp_path / "program")
    amounts = program.change_figures()
    told = program.run(["-c", SCRIPT, str(file)])
    assert int(told) == amounts[edition] - 1
    assert file.with_suffix(".again").read_bytes() == file.read_bytes()

"""Programs whose connections are cut; the whole experiment has 20 games of each edition."""

from pathlib import Path

import pytest

from gridwright_lab.trials.programs import main, run

pytestmark = pytest.mark.anyio

PROGRAM = Path(__file__).resolve().parents[3] / "examples" / "program.py"
ACT = "own.act(turn, choose(turn, Random()))"


async def test_a_program_loses_and_doubles_no_move() -> None:
    verdict = await run(1, ["card"], percent=4, program=PROGRAM)
    assert verdict.ok, verdict.to_json()
    assert verdict.figures["moves"] > 10


@pytest.mark.meta
@pytest.mark.parametrize(
    ("sabotage", "missed"),
    [
        ("own.act(turn, turn.actions[0])", "doubled moves"),
        (f"choose(turn, Random()); {ACT}", "lost moves"),
    ],
)
async def test_moves_without_a_choice_and_choices_without_a_move_are_noticed(
    tmp_path: Path, sabotage: str, missed: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.read_text("utf-8").replace(ACT, sabotage))
    verdict = await run(1, ["card"], percent=2, program=program)
    assert missed in verdict.missed()


@pytest.mark.meta
def test_the_command_fails_below_the_threshold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "program.py"
    broken.write_text("def choose(): ...\ndef play(*words): raise OSError('away')\n")
    words = ["--games", "1", "--edition", "card", "--json", "--program", str(broken)]
    assert main(words) == 1
    assert '"name": "games played to the end"' in capsys.readouterr().out

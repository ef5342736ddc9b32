"""``gridwright-lab bench envs`` measures both environments and prints their ratio."""

import json

import pytest
from typer.testing import CliRunner

from gridwright.cli.errors import BAD
from gridwright_lab.bench import envs as speed
from gridwright_lab.bench.envs import BAR, EditionSpeed, EnvSpeed, measure
from gridwright_lab.cli.app import app


def test_envs_bench_measures_single_and_batch_of_every_edition() -> None:
    found = measure(["card", "classic"], seconds=0.02, n_games=4, n_rounds=1)
    assert [each.edition for each in found.editions] == ["card", "classic"]
    for each in found.editions:
        assert each.single > 0
        assert each.documented > 0
        assert each.batch > 0
        assert each.ratio == each.batch / each.single


@pytest.mark.parametrize(("batch", "code"), [(BAR * 1000, 0), (BAR * 1000 - 1, BAD)])
def test_the_command_prints_the_ratio_next_to_the_threshold(
    batch: float, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = EnvSpeed(8, [EditionSpeed("card", 1000, 800, batch)])
    monkeypatch.setattr(speed, "measure", lambda *_measured: found)
    shown = CliRunner().invoke(app, ["bench", "envs"])
    assert shown.exit_code == code
    assert "≥ 5" in shown.stdout
    assert ("MISSED" in shown.stdout) == (code == BAD)
    told = CliRunner().invoke(app, ["bench", "envs", "--json"])
    assert told.exit_code == code
    figures = json.loads(told.stdout)
    assert figures["bar"] == BAR
    assert figures["ok"] == (code == 0)
    assert figures["editions"][0]["batch_steps_per_second"] == round(batch)

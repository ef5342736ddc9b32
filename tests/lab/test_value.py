"""Learning the chance to win: samples, training and the report, on a handful of games."""

import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from gridwright.arena.cells import find_cells
from gridwright.bots.value.columns import COLUMNS, N_COLUMNS
from gridwright.bots.value.loading import read_model
from gridwright_lab.value import data, report, train
from gridwright_lab.value.calibration import calibrate, draw
from gridwright_lab.value.fit import fit
from gridwright_lab.value.model_file import read_networks
from gridwright_lab.value.play import Task, play_samples
from gridwright_lab.value.prediction import (
    averaged,
    losses,
    predict,
    prepare,
    scores_of,
    weights_of,
)
from gridwright_lab.value.samples import Samples, SamplesError, joined, load_samples, save_samples

FEW = ["--games", "12", "--bots", "l1", "--cell", "card:3", "--cell", "classic:2"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("value") / "few.npz"
    assert data.main([*FEW, "--workers", "1", "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def model(file: Path) -> Path:
    path = file.parent / "model.json"
    assert train.main(["--data", str(file), "--out", str(path), "--epochs", "2"]) == 0
    return path


def test_a_game_gives_the_same_samples_again() -> None:
    (cell,) = find_cells("card:3")
    task = Task(cell, "l1", "development/value", 3, True)
    once, again = play_samples(task), play_samples(task)
    for each in fields(Samples):
        assert np.array_equal(getattr(once, each.name), getattr(again, each.name))
    assert once.n_positions > 5
    assert once.won.sum() == pytest.approx(once.n_positions, abs=0.1)


def test_samples_come_back_from_the_file(file: Path) -> None:
    samples = load_samples(file)
    assert len(np.unique(samples.game)) == 12
    assert {str(cell).split(":")[1] for cell in samples.cells} == {"2", "3"}
    assert 0 < samples.is_changed.sum() < samples.n_positions
    assert len(samples.rows) == samples.seats.sum() == len(samples.won)
    copy = file.parent / "copy.npz"
    save_samples(copy, joined([samples, samples]))
    assert load_samples(copy).n_positions == 2 * samples.n_positions
    assert len(np.unique(load_samples(copy).game)) == 24


def test_samples_of_other_columns_are_refused(file: Path) -> None:
    path = file.parent / "other.npz"
    with np.load(file) as stored:
        np.savez(path, **{**dict(stored), "columns": np.array("other")})
    with pytest.raises(SamplesError, match="expected the columns"):
        load_samples(path)


def test_a_detour_begins_what_is_noted(file: Path) -> None:
    samples = load_samples(file)
    for game in np.unique(samples.game):
        changed = samples.is_changed[samples.game == game]
        assert changed.all() or not changed.any()


def test_the_package_reads_what_was_trained(file: Path, model: Path) -> None:
    samples = load_samples(file)
    text = model.read_text("utf-8")
    networks = read_networks(text)
    chances = read_model(text)
    for name, network in (("board", chances.on_board), ("cards", chances.at_cards)):
        part = train.parted(samples)[name]
        expected = predict(networks[name], part)
        for position in range(0, part.n_positions, 7):
            n_seats = int(part.seats[position])
            rows = part.rows[part.places()[position, :n_seats]].astype(float).tolist()
            assert network.chances(rows) == pytest.approx(expected[position, :n_seats], abs=1e-4)


def test_no_game_is_learned_and_held_out(file: Path) -> None:
    samples = load_samples(file)
    learned, held_out = train.split_games(samples, 1)
    assert learned.n_positions + held_out.n_positions == samples.n_positions
    assert not set(learned.game) & set(held_out.game)
    assert train.to_learn(learned, held_out, 2).n_positions == (
        2 * learned.n_positions + held_out.n_positions
    )


def test_fitting_finds_what_decides() -> None:
    """The made-up games are won with the most money or the least, depending on the round."""
    draws = np.random.default_rng(5)
    n_positions, n_seats = 1500, 3
    rows = np.zeros((n_positions * n_seats, N_COLUMNS))
    money = draws.normal(0, 1, (n_positions, n_seats))
    turned = np.repeat(draws.integers(0, 2, n_positions) * 2 - 1, n_seats)
    rows[:, COLUMNS.index("money")] = money.ravel()
    rows[:, COLUMNS.index("round")] = turned
    won = np.zeros((n_positions, n_seats))
    won[np.arange(n_positions), (money * turned.reshape(-1, n_seats)).argmax(axis=1)] = 1
    ones = np.ones(n_positions, np.int16)
    samples = Samples(
        rows.astype(np.float16),
        won.ravel().astype(np.float16),
        (ones * n_seats).astype(np.int8),
        np.arange(n_positions, dtype=np.int32),
        ones,
        ones == 0,
        ones * 0,
        ones * 0,
        np.array(["classic/original/usa:3"]),
        np.array(["l1"]),
    )
    learned, held_out = train.split_games(samples, 1)
    truth = held_out.won.astype(float).reshape(-1, n_seats)
    small, _curve = fit(learned, held_out, 16, 25)
    linear, _curve = fit(learned, held_out, 0, 25)
    found = losses(predict(small, held_out)[:, :n_seats], truth).mean()
    plain = losses(predict(linear, held_out)[:, :n_seats], truth).mean()
    assert found < 0.7
    assert plain > 1.0


def test_an_average_scores_as_its_members_do_in_the_mean(file: Path) -> None:
    part = train.parted(load_samples(file))["cards"]
    members = [fit(part, part, 4, 1, seed)[0] for seed in (1, 2)]
    whole = averaged(members)
    batches = prepare(part, whole.means, whole.scales)
    scores = [scores_of(weights_of(each), batches.rows)[1] for each in [*members, whole]]
    assert whole.hidden.shape[1] == 8
    assert scores[2] == pytest.approx((scores[0] + scores[1]) / 2, abs=1e-4)


def test_a_report_with_misses_exits_with_1(
    file: Path, model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot = file.parent / "plot.svg"
    called = ["--model", str(model), "--data", str(file), "--train", str(file)]
    code = report.main([*called, "--plot", str(plot), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == (0 if all(threshold["met"] for threshold in told["bars"]) else 1)
    assert {row["table"] for row in told["figures"]["losses"]} == {"card:3", "classic:2"}
    assert plot.read_text("utf-8").startswith("<svg")


def test_calibration_compares_said_and_seen(file: Path) -> None:
    samples = load_samples(file)
    is_seat = samples.places() < len(samples.rows)
    perfect = np.zeros(is_seat.shape)
    perfect[is_seat] = samples.won
    assert max(abs(each.error) for each in calibrate(samples, perfect)) < 0.1
    flat = is_seat / is_seat.sum(axis=1, keepdims=True)
    bins = calibrate(samples, flat)
    assert [each.tenth for each in bins] == [3, 5]
    assert sum(each.cases for each in bins) == len(samples.rows)
    assert draw(bins, "flat").count("<circle") == 2

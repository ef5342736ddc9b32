"""The chance to win: what it reads, what it adds up to, and which files it refuses."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from gridwright.bots.solvers.prices import read_prices
from gridwright.bots.value.columns import COLUMNS, N_COLUMNS, N_TABLE_COLUMNS, REVISION
from gridwright.bots.value.features import features
from gridwright.bots.value.loading import FILE, ModelError, columns_digest, load_model, read_model
from gridwright.bots.value.network import won_shares
from gridwright.bots.value.tariff import read_tariffs
from gridwright.engine.digest import digest
from gridwright.engine.observe import observe
from tests.bots.win_chances import chances_digest, positions
from tests.kit.scenario import scenario
from tests.loaded_engine import IS_COMPILED

ROOT = Path(__file__).resolve().parents[2]
TEXT = files("gridwright.bots.value").joinpath(FILE).read_text("utf-8")


@pytest.mark.parametrize(
    ("edition", "n_seats", "board"),
    [("classic", 2, None), ("classic", 4, "korea"), ("deluxe", 6, None), ("card", 5, None)],
)
def test_chances_add_up_to_one_in_every_position(
    edition: str, n_seats: int, board: str | None
) -> None:
    model = load_model()
    n_over = 0
    for number, (game, state) in enumerate(positions(edition, n_seats, board)):
        if number % 5 and not game.is_over(state):
            continue
        before = digest(state)
        chances = model.chances(game, state)
        assert digest(state) == before
        assert len(chances) == n_seats
        assert abs(sum(chances) - 1) < 1e-9
        if game.is_over(state):
            n_over += 1
            assert chances == won_shares(state.ranking)
        else:
            assert min(chances) > 0
            rows = features(game, state)
            assert [len(row) for row in rows] == [N_COLUMNS] * n_seats
            assert max([abs(number) for row in rows for number in row]) < 50
            for row in rows:
                assert row[:N_TABLE_COLUMNS] == rows[0][:N_TABLE_COLUMNS]
    assert n_over == 1


def test_who_leads_in_everything_has_the_best_chance() -> None:
    table = (
        scenario("classic", board="germany", seats=3)
        .owns(0, 20, 25, 30)
        .owns(1, 4, 7)
        .owns(2, 5, 8)
        .fuel(0, coal=8, garbage=3)
        .money(0, 150)
        .money(1, 20)
        .money(2, 20)
        .n_cities(0, 10)
        .n_cities(1, 4)
        .n_cities(2, 4)
        .round(6)
        .at("auction")
    )
    chances = load_model().chances(table.game, table.state)
    assert chances[0] > 0.6


def test_winners_share() -> None:
    assert won_shares([2, 1, 3]) == [0, 1, 0]
    assert won_shares([1, 1, 3]) == [0.5, 0.5, 0]


def test_columns_of_a_position_that_is_counted_by_hand() -> None:
    table = (
        scenario("classic", board="germany", seats=3)
        .owns(0, 4, 20)
        .fuel(0, coal=2)
        .money(0, 60)
        .cities(0, "essen", "duisburg")
        .order(2, 0, 1)
        .at("building")
    )
    rows = features(table.game, table.state)
    row = dict(zip(COLUMNS, rows[0], strict=True))
    assert row["3 seats"] == row["board"] == row["phase building"] == 1
    assert row["money"] == 0.6
    assert row["money: lead"] == pytest.approx(0.6 - 0.5)
    assert row["cities"] == 0.2
    assert row["output"] == 0.6  # 4 gives 1, 20 gives 5.
    assert row["supply now"] == 0.1  # Two coal run 4 alone.
    assert row["best plant"] == 1.0
    assert row["place"] == 0.5
    assert row["output: rank"] == 0
    assert row["fuel to buy"] > 0
    costs = []
    grid = table.state.grid
    for city in grid.area.cities:
        if not grid.networks[0] >> city & 1:
            costs.append(grid.sites[city] + grid.reach[0][city])
    costs.sort()
    assert row["next city"] == costs[0] / 20
    assert row["three cities"] == pytest.approx(sum(costs[:3]) / 60)


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_tokens_cost_what_the_solver_of_prices_says(edition: str) -> None:
    n_compared = 0
    for number, (game, state) in enumerate(positions(edition, 3)):
        if number % 9 or game.is_over(state) or not state.round:
            continue
        tariffs = read_tariffs(game.rules, state)
        for seat in range(3):
            prices = read_prices(game.rules, observe(game, state, seat), seat, [0, 0, 0, 0])
            for kind in range(4):
                for amount in (1, 3, 7):
                    n_compared += 1
                    assert tariffs[seat].cost(kind, amount) == prices.usual(kind, amount)
    assert n_compared > 500


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"revision": REVISION + 1}, f"revision {REVISION}"),
        ({"columns": "0" * 12}, columns_digest()),
    ],
)
def test_a_model_of_other_columns_is_refused(change: dict[str, object], problem: str) -> None:
    with pytest.raises(ModelError, match=problem):
        read_model(json.dumps({**json.loads(TEXT), **change}))


def test_a_model_with_too_few_weights_is_refused() -> None:
    document = json.loads(TEXT)
    document["networks"]["cards"]["hidden"].pop()
    with pytest.raises(ModelError, match="numbers"):
        read_model(json.dumps(document))


def test_the_name_identifies_the_model() -> None:
    document = json.loads(TEXT)
    document["networks"]["cards"]["bias"][0] += 1
    assert read_model(TEXT).name == load_model().name
    assert read_model(json.dumps(document)).name != load_model().name
    assert len(TEXT) <= 120_000


@pytest.mark.skipif(not IS_COMPILED, reason="there is nothing to compare the sources with")
def test_compiled_chances_are_the_interpreted_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.bots.win_chances"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == chances_digest()

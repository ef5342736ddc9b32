"""The card game's second reading agrees with the engine, and a wrong switch is found."""

import ast
import json
from pathlib import Path
from typing import Final

import pytest

from gridwright_lab.trials.card_reading import figures
from gridwright_lab.trials.card_reading.card_reading import Deal, compare, main, run
from gridwright_lab.trials.card_reading.figures import SWITCHES

SEED_OF: Final = {
    "reference-removal": (2, 0),
    "fewer-fuel-cards": (2, 0),
    "opening-singles": (2, 0),
    "unsold-always-leaves": (2, 0),
    "shuffle-after-phase": (3, 1),
    "trust-follows-first": (2, 0),
    "summed-storage": (3, 1),
    "surplus-bars-buying": (3, 1),
    "fuel-slides-one-step": (3, 1),
    "second-pile-waits": (3, 1),
    "three-current-in-last-round": (2, 0),
}
"""Seats and seed of a game in which each switch shows."""
READING: Final = (
    "figures",
    "storage",
    "position",
    "auctions",
    "buying",
    "bureaucracy",
    "simulator",
)


def test_both_readings_agree() -> None:
    verdict = run(8)
    assert verdict.ok, (verdict.missed(), verdict.findings)


@pytest.mark.parametrize("turned", SEED_OF)
def test_a_wrong_switch_is_found_in_reference(turned: str) -> None:
    seats, seed = SEED_OF[turned]
    assert compare(Deal(seed, seats, "reference"), turned).findings


def test_a_wrong_exchange_of_tied_seats_is_found_with_four_tied() -> None:
    """With the shipped deck at most three are tied, and both rules then agree (k13.7)."""
    deal = Deal(4, 6, "reference", is_grouped=True)
    assert not compare(deal).findings
    assert compare(deal, "third-swaps-with-first").findings


@pytest.mark.parametrize("name", READING)
def test_the_simulator_imports_nothing_of_the_engine(name: str) -> None:
    file = Path(figures.__file__).with_name(f"{name}.py")
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    modules += [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
    ours = [module for module in modules if module.startswith("gridwright")]
    assert all(module.startswith("gridwright_lab.trials.card_reading.") for module in ours), ours


@pytest.mark.parametrize(
    "deal",
    [
        Deal(10_021, 3, "standard", "fuel-slides-one-step"),
        Deal(55, 6, "standard", "summed-storage"),
    ],
    ids=["gas and oil compete for room", "a full store in the last round"],
)
def test_both_readings_agree_in_rare_cases(deal: Deal) -> None:
    assert not compare(deal).findings


def test_every_switch_is_tried() -> None:
    assert {*SEED_OF, "third-swaps-with-first"} == set(SWITCHES)


def test_a_trial_of_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "0", "--json"]) == 1
    assert not json.loads(capsys.readouterr().out)["ok"]

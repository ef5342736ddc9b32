"""Three implementations agree with each other and with the answers kept in a file."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gridwright.engine.masks import mask_of
from gridwright.engine.stack import Stack
from gridwright.fair.commit import commitment
from gridwright.fair.derive import Keys, derive_master
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import draw_hidden
from tests.fair import vectors

SCRIPT = Path(__file__).parent / "third.mjs"
FROZEN = json.loads(vectors.FROZEN.read_text(encoding="ascii"))
MANY = vectors.build(number=2, n_cases=250)


def answer(kind: str, case: dict[str, Any]) -> dict[str, Any]:
    """The case with the product's answers in place of the expected ones."""
    if kind == "commit":
        committed = commitment(case["game"], case["rules"], bytes.fromhex(case["seed"]))
        return case | {"commit": committed.hex()}
    if kind == "master":
        given = {seat: bytes.fromhex(value) for seat, value in case["contributions"]}
        master = derive_master(bytes.fromhex(case["seed"]), case["game"], given)
        keys = {purpose: Keys(master).key(purpose).hex() for purpose in case["keys"]}
        return case | {"master": master.hex(), "keys": keys}
    stream = Stream(bytes.fromhex(case["key"]))
    if kind == "words":
        return case | {"words": [stream.word() for _word in case["words"]]}
    if kind == "below":
        return case | {"draws": [stream.below(case["bound"]) for _draw in case["draws"]]}
    if kind == "shuffle":
        order = list(range(case["size"]))
        stream.shuffle(order)
        return case | {"order": order}
    assert kind == "hidden"
    return case | {"hidden": draw_hidden(*stack_of(case["layers"]), stream)}


def stack_of(layers: list[dict[str, Any]]) -> tuple[Stack, list[int]]:
    n_backs = len(layers[0]["counts"])
    back_masks = [0] * n_backs
    for layer in layers:
        for back, cards in enumerate(layer["cards"]):
            back_masks[back] |= mask_of(cards)
    pools = [mask_of([card for cards in layer["cards"] for card in cards]) for layer in layers]
    counts = [count for layer in layers for count in layer["counts"]]
    return Stack(n_backs, pools, counts, 0), back_masks


@pytest.mark.parametrize("kind", vectors.KINDS)
def test_the_second_implementation_gives_the_kept_answers(kind: str) -> None:
    assert [vectors.answer(kind, case) for case in FROZEN[kind]] == FROZEN[kind]


@pytest.mark.parametrize("kind", vectors.KINDS)
def test_the_product_gives_the_kept_answers(kind: str) -> None:
    assert len(FROZEN[kind]) == 8
    assert [answer(kind, case) for case in FROZEN[kind]] == FROZEN[kind]


@pytest.mark.parametrize("kind", vectors.KINDS)
def test_the_product_and_the_second_implementation_agree(kind: str) -> None:
    assert [answer(kind, case) for case in MANY[kind]] == MANY[kind]


def test_javascript_agrees(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    many = tmp_path / "many.json"
    many.write_text(json.dumps(MANY), encoding="ascii")
    for file, n_cases in [(vectors.FROZEN, 48), (many, 1500)]:
        done = subprocess.run([node, SCRIPT, file], capture_output=True, text=True, check=False)
        assert done.stdout == f"{n_cases} same\n", done.stderr

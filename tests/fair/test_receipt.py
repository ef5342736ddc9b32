"""Receipts: a browser's record, compared with the game that the server shows afterwards."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from gridwright.fair.chain import ChainEntry, digests
from gridwright.fair.receipt import (
    FORMAT,
    SENTENCES,
    Moment,
    Ready,
    Receipt,
    ReceiptError,
    check_receipt,
    parse_receipt,
)
from gridwright.fair.transcript import Transcript
from gridwright.fair.verify import Outcome
from tests.fair.test_transcript import SMALL

WORDS = Path(__file__).parents[2] / "web/src/words/en/later/fair.json"
COMMIT = "c0" * 32
OWN = "11" * 16
LOG = (
    ChainEntry("opened", 1, None, COMMIT, ()),
    ChainEntry("got_ready", 2, 0, OWN, ()),
    ChainEntry("began", 3, None, "", ("chance order 0+1+2",)),
)
HEADS = [each.hex() for each in digests(SMALL.game_id, LOG)]


def game(commit: str = COMMIT, own: str = OWN, log: tuple[ChainEntry, ...] = LOG) -> Transcript:
    assert SMALL.closing is not None
    return replace(
        SMALL,
        commitment=bytes.fromhex(commit),
        contributions=((0, bytes.fromhex(own)),),
        closing=replace(SMALL.closing, log=log),
    )


def receipt(**changes: object) -> Receipt:
    ready = (Ready(0, COMMIT, OWN, True),)
    heads = (Moment(1, HEADS[1]), Moment(3, HEADS[3]))
    return replace(Receipt(SMALL.game_id, COMMIT, ready, heads), **changes)  # type: ignore[arg-type]


def outcomes(kept: Receipt, transcript: Transcript) -> list[str]:
    found = {SENTENCES[name].split("{")[0]: name for name in reversed(list(SENTENCES))}
    names: list[str] = []
    for check in check_receipt(kept, transcript):
        said = [name for start, name in found.items() if check.detail.startswith(start)]
        (name,) = [each for each in said if each.startswith(check.name)] or [f"{check.name}.unsure"]
        names.append(name)
    return names


def test_an_honest_game_agrees_with_everything_that_was_kept() -> None:
    checks = check_receipt(receipt(), game())
    assert [each.outcome for each in checks] == [Outcome.OK] * 3
    assert checks[2].detail == (
        "All 2 moments that this browser kept of the log are in it, unchanged"
    )


def test_a_swapped_seed_and_a_zeroed_contribution_are_called_broken() -> None:
    checks = check_receipt(receipt(), game("dd" * 32, "00" * 16))
    assert [each.outcome for each in checks] == [Outcome.FAILED, Outcome.FAILED, Outcome.OK]
    assert checks[1].detail == "The number that this browser added on seat 1 is not in the deal"


def test_one_kept_moment_finds_a_rewritten_entry() -> None:
    log = (replace(LOG[0], at=7), *LOG[1:])
    checks = check_receipt(receipt(heads=(Moment(1, HEADS[1]),)), game(log=log))
    assert [each.outcome for each in checks] == [Outcome.OK, Outcome.OK, Outcome.FAILED]


def test_a_log_that_is_left_out_or_cut_off_is_called_broken() -> None:
    assert check_receipt(receipt(), game(log=()))[2].outcome is Outcome.FAILED
    assert check_receipt(receipt(), game(log=LOG[:2]))[2].outcome is Outcome.FAILED


def test_what_was_not_kept_is_said_and_never_called_good() -> None:
    nothing = receipt(seen="", ready=(), heads=())
    assert outcomes(nothing, game()) == ["promise.skipped", "own.skipped", "kept.skipped"]
    assert outcomes(nothing, game(log=())) == ["promise.skipped", "own.skipped", "kept.none"]
    assert outcomes(receipt(ready=()), game())[:2] == ["promise.late", "own.skipped"]
    assert outcomes(receipt(ready=(), seen="ee"), game())[0] == "promise.changed"
    assert all(each.outcome is not Outcome.OK for each in check_receipt(nothing, game())), (
        "nothing was kept"
    )


def test_no_one_is_accused_by_what_was_never_answered_or_replaced() -> None:
    unanswered = receipt(ready=(Ready(0, "ee" * 32, "ff" * 16, False),))
    assert [each.outcome for each in check_receipt(unanswered, game())[:2]] == [Outcome.SKIPPED] * 2
    log = (
        LOG[0],
        ChainEntry("got_ready", 2, 0, "ff" * 16, ()),
        ChainEntry("stood_up", 3, 0, "", ()),
        *LOG[1:],
    )
    replaced = receipt(ready=(Ready(0, COMMIT, "ff" * 16, True),), heads=())
    found = check_receipt(replaced, game(log=log))
    assert [each.outcome for each in found[:2]] == [Outcome.SKIPPED] * 2


def test_a_receipt_of_another_game_is_refused() -> None:
    with pytest.raises(ReceiptError, match="expected a receipt of"):
        check_receipt(receipt(game="other"), game())


@pytest.mark.parametrize(
    "change",
    [
        {"format": "gridwright receipt 9"},
        {"ready": [{"seat": "0"}]},
        {"ready": 3},
        {"seen": "xyz"},
        {"heads": [{"version": -1, "chain": "00"}]},
        {"heads": [{"version": True, "chain": "00"}]},
    ],
)
def test_a_receipt_that_cannot_be_read_is_refused(change: dict[str, object]) -> None:
    plain = {"format": FORMAT, "game": "g", "seen": "", "ready": [], "heads": []}
    assert parse_receipt(json.dumps(plain)) == Receipt("g", "", (), ())
    with pytest.raises(ReceiptError):
        parse_receipt(json.dumps({**plain, **change}))


def test_the_sentences_are_those_of_the_browser() -> None:
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    said = {name: re.sub(r"\{\{(\w+)\}\}", r"{\1}", words[f"fair.{name}"]) for name in SENTENCES}
    assert said == dict(SENTENCES)

"""The hash chain of a table's log: in its entries, in every view and in the transcript."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest

from gridwright.content.table import default_spec
from gridwright.engine.ids import SPECTATOR
from gridwright.fair import chain
from gridwright.fair.transcript import format_transcript, parse_transcript, sealed
from gridwright.fair.verify import NO_LOG, Outcome, verify
from gridwright.table import commands
from gridwright.table.entries import LoggedEntry
from gridwright.table.export import export
from gridwright.table.log_entries import (
    GotReady,
    Opened,
    Revealed,
    StoodUp,
    TableChanged,
    Undone,
    previous_of,
    public_part,
)
from gridwright.table.state import BrokenLog
from gridwright.table.table import Table
from gridwright.table.view import view
from tests.server.tables.lone_table import SEED, LoneTable

CHAINED = Path(__file__).parents[1] / "fair/chained.txt"


def finished() -> LoneTable:
    """A game of a person and a bot in which an order was taken back; a bot plays it to the end."""
    lone = LoneTable(default_spec(seats=2))
    lone.do(partial(commands.sit_down, seat=0, name="Ada"))
    lone.do(partial(commands.sit_down, seat=1, name="Bot", bot="l0"))
    lone.do(partial(commands.get_ready, seat=0, contribution=b"x" * 16))
    lone.do(commands.begin)
    while lone.table.actor() != 0:
        lone.do(commands.act_for_bot)
    offer = lone.table.notation.text(first_offer(lone.table))
    lone.act(offer)
    lone.do(partial(commands.undo, seat=0))
    lone.do(partial(commands.hand_over, seat=0, bot="l0"))
    while not lone.table.game.is_over(lone.table.state):
        lone.do(commands.act_for_bot)
    lone.do(commands.reveal)
    return lone


def first_offer(table: Table):  # type: ignore[no-untyped-def]  # The engine's own action.
    for plant in table.notation.cards:
        try:
            action = table.notation.parse(f"0 offer {plant} {int(plant)}")
            table.game.verify(table.state, action)
        except Exception:
            continue
        return action
    raise AssertionError("no plant can be offered")


def public(lone: LoneTable) -> list[chain.ChainEntry]:
    return [public_part(logged.entry) for logged in lone.log]


def forged(lone: LoneTable, place: int, **changes: object) -> list[LoggedEntry]:
    """Return the log with one entry changed."""
    log = list(lone.log)
    entry = msgspec.structs.replace(log[place].entry, **changes)
    log[place] = msgspec.structs.replace(log[place], entry=entry)
    return log


def test_every_entry_carries_the_digest_of_all_before_it() -> None:
    lone = finished()
    found = chain.digests(lone.table.game_id, public(lone))
    assert [previous_of(logged.entry) for logged in lone.log] == [each.hex() for each in found[:-1]]
    assert lone.table.chain == found[-1]
    assert len(set(found)) == len(lone.log) + 1


def test_every_viewer_is_shown_the_same_digest() -> None:
    lone = finished()
    shown = {view(lone.table, viewer)["chain"] for viewer in (0, 1, SPECTATOR)}
    assert shown == {lone.table.chain.hex()}
    assert lone.folded(with_seed=False).chain == lone.table.chain


def test_a_changed_entry_breaks_the_log() -> None:
    lone = finished()
    table = Table(lone.header, SEED)
    log = forged(lone, 2, at=lone.log[2].entry.at + 1)
    for logged in log[:3]:
        table.fold(logged)
    with pytest.raises(BrokenLog, match="an entry before it was changed"):
        table.fold(log[3])


def test_an_older_log_carries_nothing_and_has_the_same_chain() -> None:
    lone = finished()
    table = Table(lone.header, SEED)
    for logged in lone.log:
        plain = logged.entry.data.rsplit(',"previous"', 1)[0] + "}"
        entry = msgspec.structs.replace(logged.entry, data=plain)
        assert previous_of(entry) == ""
        table.fold(msgspec.structs.replace(logged, entry=entry))
    assert table.chain == lone.table.chain


def test_the_chain_does_not_depend_on_hidden_values() -> None:
    found = set()
    for box in (b"one limit", b"another"):
        lone = LoneTable()
        lone.seat_people("Ada", "Bea")
        lone.do(partial(commands.leave_limit, seat=1, box=box, plant=""))
        found.add(lone.table.chain)
    assert len(found) == 1


def test_a_transcript_contains_the_log_and_verifies() -> None:
    lone = finished()
    text = format_transcript(export(lone.table, public(lone)))
    assert text.startswith("gridwright transcript 2\n")
    assert "\nundone 0 offer " in text
    transcript = parse_transcript(text)
    assert format_transcript(transcript) == text
    assert transcript.closing is not None
    assert list(transcript.closing.log) == public(lone)
    assert transcript.closing.chain == lone.table.chain
    report = verify(text)
    assert report.ok, str(report)
    (check,) = [each for each in report.checks if each.name == "chain"]
    assert (check.outcome, check.detail) == (Outcome.OK, f"{len(lone.log)} entries")


def test_a_transcript_without_a_log_verifies_and_is_reported() -> None:
    text = format_transcript(export(finished().table))
    assert text.startswith("gridwright transcript 1\n")
    report = verify(text)
    assert report.ok
    assert [each.detail for each in report.checks if each.outcome is Outcome.SKIPPED] == [NO_LOG]


@pytest.mark.parametrize(
    ("kind", "fact", "problem"),
    [
        (chain.OPENED, "00" * 32, "expected the commitment of this game"),
        (chain.READY, "00" * 16, "expected the contributions of this game"),
        (chain.REVEALED, "00" * 32, "expected an entry that shows the seed"),
        ("began", "00", "expected the digest of the last entry"),
    ],
)
def test_a_transcript_with_the_log_of_another_game_is_refused(
    kind: str, fact: str, problem: str
) -> None:
    lone = finished()
    honest = export(lone.table, public(lone))
    assert honest.closing is not None
    log = tuple(
        replace(each, fact=fact) if each.kind == kind else each for each in honest.closing.log
    )
    head = chain.digests(honest.game_id, log)[-1] if kind != "began" else honest.closing.chain
    closing = replace(honest.closing, log=log, chain=head)
    report = verify(format_transcript(sealed(replace(honest, closing=closing))))
    assert [(each.name, each.detail) for each in report.failures] == [("chain", problem)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\nentry acted", "\nentry  acted"),
        (" - 0\nentry", " - 1\nentry"),
        ("\nundone 0", "\nentry 0"),
        ("\nchain ", "\nchained "),
        ("entry undone", "entry undid"),
        ("gridwright transcript 2", "gridwright transcript 1"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused(old: str, new: str) -> None:
    lone = finished()
    text = format_transcript(export(lone.table, public(lone)))
    assert old in text
    report = verify(text.replace(old, new, 1))
    assert [each.name for each in report.failures] == ["form"]


def test_the_kinds_of_the_chain_are_those_of_the_log() -> None:
    tags = [
        kind.__struct_config__.tag
        for kind in (Opened, TableChanged, GotReady, StoodUp, Undone, Revealed)
    ]
    assert tags == [
        chain.OPENED,
        chain.CHANGED,
        chain.READY,
        chain.STOOD_UP,
        chain.UNDONE,
        chain.REVEALED,
    ]


def test_the_stored_text_is_that_of_the_game() -> None:
    """The browser's tests read the same text, so both know one chain."""
    lone = finished()
    text = format_transcript(export(lone.table, public(lone)))
    assert CHAINED.read_text(encoding="ascii") == text

"""A searching bot at a device's table: another worker decides, as another process of a server."""

import json

import msgspec
import pytest

from gridwright.local.jobs import do_job
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright.table.positions.searches import PLAYS_INSTEAD
from tests.local.device import Device

SPEC = {"edition": "card", "preset": "standard", "board": "none", "seats": 2}
FAILED = '{"type":"failed","problem":"it took too long"}'


@pytest.fixture
def device() -> Device:
    """A table whose expert is to act."""
    device = Device()
    game_id = device.open_table(SPEC, "expert")
    while not device.jobs:
        if not device.wake(game_id) and not device.jobs:
            device.act_by_hint(game_id)
    return device


def game_of(device: Device) -> str:
    return str(json.loads(device.row)["game_id"])


def test_a_table_waits_for_the_search_without_a_timer(device: Device) -> None:
    before = len(device.entries)
    woken = json.loads(device.bridge.wake(game_of(device)))
    assert (woken["jobs"], woken["due_at"], woken["writes"]) == ([], None, [])
    (job,) = device.jobs
    answered = do_job(job["kind"], job["task"], lambda _text: None)
    device.report(job["job_id"], answered)
    assert len(device.entries) == before + 1
    assert json.loads(answered)["line"] in device.entries[-1]


def test_a_failed_search_is_played_by_another_bot_whose_name_the_log_has(device: Device) -> None:
    before = len(device.entries)
    device.report(device.jobs[0]["job_id"], FAILED)
    assert len(device.entries) == before + 1
    logged = msgspec.json.decode(device.entries[-1], type=LoggedEntry)
    acted = log_entry_of(logged.entry)
    assert isinstance(acted, Acted)
    assert acted.by_bot == PLAYS_INSTEAD


@pytest.mark.parametrize("text", ["nonsense", '{"type":"chosen","line":"1 fly"}'])
def test_an_answer_that_is_no_move_is_played_by_another_bot(device: Device, text: str) -> None:
    before = len(device.entries)
    device.report(device.jobs[0]["job_id"], text)
    assert len(device.entries) == before + 1


def test_a_report_for_another_version_changes_nothing(device: Device) -> None:
    game_id, version = game_of(device), len(device.entries)
    job = device.jobs[0]
    device.report(f"search/{game_id}/{version - 1}", FAILED)
    device.report(job["job_id"], FAILED)
    changed = list(device.entries)
    device.report(job["job_id"], FAILED)
    assert device.entries == changed
    assert len(changed) == version + 1


def test_a_change_of_the_table_cancels_its_search(device: Device) -> None:
    game_id = game_of(device)
    (job,) = device.jobs
    device.order(game_id, type="hand_over", bot="l1")
    assert device.jobs == []
    version = len(device.entries)
    device.report(job["job_id"], FAILED)
    assert len(device.entries) == version


def test_a_table_that_is_read_again_begins_its_search_again(device: Device) -> None:
    game_id = game_of(device)
    job = device.jobs[0]
    device.bridge.forget(game_id)
    device.bridge.restore(device.row, json.dumps(device.entries))
    device.jobs.clear()
    device.wake(game_id)
    assert [each["job_id"] for each in device.jobs] == [job["job_id"]]

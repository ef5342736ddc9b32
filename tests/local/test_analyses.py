"""Analyses on a device: made by another worker, stored, and shown as a server shows them."""

import json
from typing import Any

import msgspec
import pytest

from gridwright.local.analyses import pack, unpack
from gridwright.local.bridge import Bridge
from gridwright.local.tables import TableRow
from gridwright.protocol.analysis import EXAMPLE
from gridwright.server.analysis.store import AnalysisStore
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.vault import SeedVault
from gridwright.table.positions.analyses import Made, MadeAnalysis, Progress
from gridwright_lab.trials.live_server import KEY, open_live_server
from tests.local.device import Device
from tests.local.test_routes import append_all

SPEC = {"edition": "card", "preset": "standard", "board": "none", "seats": 2}
LEASE = 30_000


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def finished() -> Device:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    while device.play_on(game_id):
        pass
    return device


def again(finished: Device) -> Device:
    """Another device with the same stored game."""
    device = Device()
    device.now, device.ticket = finished.now, finished.ticket
    device.row, device.entries = finished.row, list(finished.entries)
    device.bridge.restore(device.row, json.dumps(device.entries))
    return device


def path_of(device: Device) -> str:
    return f"/api/tables/{msgspec.json.decode(device.row, type=TableRow).game_id}/analysis"


def show(device: Device, method: str = "GET") -> dict[str, Any]:
    found: dict[str, Any] = device.ask(method, path_of(device))
    return found


@pytest.mark.anyio
async def test_a_server_with_the_same_analysis_shows_the_same(finished: Device) -> None:
    device = again(finished)
    assert show(device)["state"] == "none"
    assert show(device, "POST")["state"] == "queued"
    assert len(device.jobs) == 1
    device.do_job()
    made = show(device)
    assert (made["state"], made["record"]["worlds"] > 0) == ("done", True)
    row = msgspec.json.decode(device.row, type=TableRow)
    async with open_live_server(with_worker=False) as server:
        store = server.node.store
        box = SeedVault(store, KEY).seal(row.game_id, bytes.fromhex(row.seed))
        spec = json.dumps(row.spec)
        await store.create(
            NewGame(game_id=row.game_id, rules=row.rules, spec=spec, created_at=1, box=box)
        )
        await append_all(server, row.game_id, device.entries)
        analyses = AnalysisStore(store)
        await analyses.ask(row.game_id, 1, "queued")
        claimed = await analyses.claim(1, LEASE, "worker")
        assert claimed is not None
        record = msgspec.convert(made["record"], MadeAnalysis.__annotations__["record"])
        await analyses.keep(claimed, MadeAnalysis(record, made["versions"]))
        shown = (await server.client.get(path_of(device))).json()
        assert {**shown, "is_made_here": True} == made
        move = next(each["move"] for each in made["record"]["course"] if each["actor"] == 1)
        path = path_of(device).replace("analysis", "tries")
        for wanted in (move, 0, 10**5):
            mine = device.send("POST", path, body={"move": wanted})
            theirs = await server.client.post(path, json={"move": wanted})
            assert mine[0] == theirs.status_code
            if wanted == move:
                assert json.loads(mine[1])["seat"] == theirs.json()["seat"] == 1
            else:
                assert mine[1] == theirs.text


def test_a_stored_analysis_is_shown_after_a_reload(finished: Device) -> None:
    device = again(finished)
    show(device, "POST")
    job = device.jobs[0]["job_id"]
    device.report(job, msgspec.json.encode(Progress(3, 8)).decode())
    assert [show(device)[each] for each in ("state", "done", "total")] == ["running", 3, 8]
    assert EXAMPLE.record is not None
    device.report(job, msgspec.json.encode(Made(EXAMPLE.record)).decode())
    shown = show(device)
    other = again(finished)
    other.analyses = device.analyses
    assert show(other) == shown
    assert show(other, "POST") == shown
    assert other.jobs == []


def test_a_cancelled_analysis_takes_no_report_and_can_be_requested_again(finished: Device) -> None:
    device = again(finished)
    show(device, "POST")
    job = device.jobs[0]["job_id"]
    assert show(device, "POST")["state"] == "queued"
    assert len(device.jobs) == 1
    assert show(device, "DELETE")["state"] == "cancelled"
    assert device.jobs == []
    device.report(job, msgspec.json.encode(Progress(3, 8)).decode())
    assert show(device)["state"] == "cancelled"
    assert show(device, "POST")["state"] == "queued"


@pytest.mark.parametrize("text", ['{"type":"impossible","problem":"no memory"}', "nonsense"])
def test_an_analysis_that_fails_says_so(finished: Device, text: str) -> None:
    device = again(finished)
    show(device, "POST")
    device.report(device.jobs[0]["job_id"], text)
    assert [show(device)[each] for each in ("state", "reason")] == ["failed", "impossible"]


def test_an_analysis_is_cancelled_by_its_players_only(finished: Device) -> None:
    device = again(finished)
    show(device, "POST")
    status, text = device.send("DELETE", path_of(device))
    assert (status, json.loads(text)["code"]) == (403, "bad_ticket")


def test_a_game_that_is_played_has_no_analysis() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    status, text = device.send("POST", f"/api/tables/{game_id}/analysis", device.ticket)
    assert (status, json.loads(text)["code"]) == (409, "not_over")


def test_an_analysis_of_an_earlier_version_can_be_made_again() -> None:
    assert EXAMPLE.record is not None
    made = MadeAnalysis(EXAMPLE.record, [1, 2])
    assert unpack(pack(made)).record == EXAMPLE.record
    earlier = msgspec.structs.replace(EXAMPLE.record, revision=1)
    for text in (pack(MadeAnalysis(earlier, [1])), "damaged", ""):
        found = unpack(text)
        assert (found.state, found.reason) == ("none", "outdated")
    assert Bridge(lambda: 0).knows("t") is False

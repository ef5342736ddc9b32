"""A device answers the client's requests as a server answers them."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gridwright.fair.verify import verify
from gridwright.local.bridge import BAD_TICKET, UNKNOWN_TABLE, Bridge
from gridwright.local.routes import FIRST_ROUTES, all_routes
from gridwright.local.tables import TableRow
from gridwright.server.app import OPERATIONS
from gridwright.server.auth.tickets import Ticket
from gridwright.server.storage.append import Appended
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.vault import SeedVault
from gridwright.table.entries import LoggedEntry
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server
from tests.local.device import START, Device, Played
from tests.table.standalone import LAYERS
from tools.play import PACKAGES, PARTS

FOLDER = Path(__file__).parent
STANDALONE = FOLDER.parent / "table" / "standalone.py"
GAMES = {
    "classic": ("classic", "recharged", "germany-recharged", "3"),
    "deluxe": ("deluxe", "europe", "europe", "2"),
    "card": ("card", "standard", "none", "4"),
}
SPEC = {"edition": "card", "preset": "standard", "board": "none", "seats": 3}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_server_declares_each_route_so() -> None:
    declared = {(each.method, each.path): each for each in OPERATIONS}
    routes = all_routes()
    assert len(routes) > len(FIRST_ROUTES)
    for route in routes:
        operation = declared[route.method, route.path]
        assert (route.body, route.asked) == (operation.body_type, operation.asked), route.path
        assert route.status == operation.answers[0].status, route.path
        found = (route.bad_query, route.is_hot)
        assert found == (operation.bad_query, operation.is_hot), route.path


async def append_all(server: LiveServer, game_id: str, entries: list[str]) -> None:
    for text in entries:
        logged = msgspec.json.decode(text, type=LoggedEntry)
        appended = await server.node.store.append(
            game_id,
            logged.version - 1,
            logged.entry,
            status=logged.status,
            deadline_at=logged.deadline_at,
        )
        assert isinstance(appended, Appended)


@pytest.mark.anyio
@pytest.mark.parametrize("edition", GAMES)
async def test_a_server_with_the_same_log_answers_with_the_same_bytes(edition: str) -> None:
    """The device runs where only the standard library and ``msgspec`` can be imported."""
    command = [sys.executable, str(STANDALONE), str(FOLDER / "device.py"), *GAMES[edition]]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    played = msgspec.json.decode(ended.stdout, type=Played)
    row = msgspec.json.decode(played.row, type=TableRow)
    game_id = row.game_id
    async with open_live_server(with_worker=False) as server:
        store = server.node.store
        new = NewGame(
            game_id=game_id,
            rules=row.rules,
            spec=json.dumps(row.spec),
            created_at=row.created_at,
            box=SeedVault(store, KEY).seal(game_id, bytes.fromhex(row.seed)),
        )
        await store.create(new)
        head = bearer(server.node.tickets.write(Ticket(game_id, 0, played.since)))
        n_appended = 0
        for each in played.checkpoints:
            await append_all(server, game_id, played.entries[n_appended : each.version])
            n_appended = each.version
            for path in each.own:
                address = f"/api/tables/{game_id}{path}"
                own = await server.client.get(address, headers=head)
                assert own.text == each.own[path], (each.version, path)
                viewed = await server.client.get(address)
                if viewed.status_code != 403:
                    assert viewed.text == each.viewed[path], (each.version, path)
                assert json.loads(each.viewed[path]).get("code", "bad_ticket") == "bad_ticket"
        assert n_appended == len(played.entries)
        assert len(played.checkpoints) > 3
        shown = await server.client.get(f"/api/tables/{game_id}/transcript")
        assert shown.text == played.transcript
    report = verify(played.transcript)
    assert report.ok, str(report)


def test_a_table_continues_from_what_was_stored() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    for _each in range(20):
        device.play_on(game_id)
    again = Bridge(lambda: device.now)
    again.restore(device.row, json.dumps(device.entries))
    assert again.knows(game_id)
    for ticket in ("", device.ticket):
        for since in (-1, 3, len(device.entries)):
            assert again.show(game_id, ticket, since) == device.bridge.show(game_id, ticket, since)
    device.bridge = again
    while device.play_on(game_id):
        pass


def test_a_table_whose_entry_was_not_stored_goes_back_to_the_stored_one() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    while device.wake(game_id):
        pass
    stored = list(device.entries)
    device.ask("POST", f"/api/tables/{game_id}/hint", {"guide": True})
    assert len(device.entries) == len(stored) + 1
    device.bridge.forget(game_id)
    assert not device.bridge.knows(game_id)
    device.bridge.restore(device.row, json.dumps(stored))
    shown = json.loads(device.bridge.show(game_id, device.ticket, -1))
    assert shown["version"] == len(stored)


def test_a_repeated_order_is_carried_out_once_and_one_for_another_version_not_at_all() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    path = f"/api/tables/{game_id}/orders"
    ready = {
        "type": "ready",
        "contribution": "5a" * 16,
        "command_id": f"c{len(device.entries) - 1}",
        "expected": len(device.entries) - 1,
    }
    status, text = device.send("POST", path, device.ticket, ready)
    assert (status, json.loads(text)["version"]) == (200, len(device.entries))
    status, text = device.send("POST", path, device.ticket, {**ready, "command_id": "other"})
    assert (status, json.loads(text)["type"]) == (409, "stale")
    assert [each["version"] for each in json.loads(text)["missing"]] == [len(device.entries)]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nothing", None, 404, "unknown_path"),
        ("DELETE", "/api/bots", None, 405, "wrong_method"),
        ("GET", "/api/tables/tNone", None, 404, "unknown_table"),
        ("POST", "/api/tables", {"spec": {"edition": "chess"}}, 422, "bad_table"),
        ("POST", "/api/tables", {"spec": []}, 422, "invalid"),
        ("POST", "/api/tables/{}/seats/0", {"name": "Bea"}, 409, "already_begun"),
        ("POST", "/api/tables/{}/seats/one", {"name": "Bea"}, 422, "invalid"),
        ("POST", "/api/tables/{}/orders", {"type": "fly"}, 400, "malformed"),
        ("GET", "/api/tables/{}/plan?cities=a", None, 422, "invalid"),
        ("GET", "/api/tables/{}/entries?since=-1", None, 400, "malformed"),
    ],
)
def test_a_refusal_has_the_servers_status_and_code(
    method: str, path: str, body: object, status: int, code: str
) -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    device.wake(game_id)
    found, text = device.send(method, path.format(game_id), device.ticket, body)
    assert (found, json.loads(text)["code"]) == (status, code)


def test_a_move_against_the_rules_is_refused_with_its_clause() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    while device.wake(game_id):
        pass
    version = len(device.entries)
    order = {"type": "act", "line": "bid 999", "command_id": "c", "expected": version}
    status, text = device.send("POST", f"/api/tables/{game_id}/orders", device.ticket, order)
    assert (status, bool(json.loads(text)["clause"])) == (422, True)
    assert len(device.entries) == version


def test_a_rematch_seats_the_person_at_the_next_seat_among_the_same_bots() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    path = f"/api/tables/{game_id}"
    assert device.send("POST", f"{path}/rematch", device.ticket)[0] == 409
    while device.play_on(game_id):
        pass
    assert device.send("POST", f"{path}/rematch/seat", device.ticket)[0] == 409
    answers = [device.bridge.answer("POST", f"{path}/rematch", device.ticket, "") for _ in "12"]
    first, second = (json.loads(json.loads(each)["body"]) for each in answers)
    assert first == second
    seated = json.loads(device.bridge.answer("POST", f"{path}/rematch/seat", device.ticket, ""))
    assert seated["status"] == 201
    again = json.loads(seated["body"])
    shown = json.loads(device.bridge.show(first["game_id"], again["ticket"], -1))
    seats = json.loads(shown["frames"][0])["table"]["seats"]
    assert again["seat"] == 1
    assert [each["is_person"] for each in seats] == [False, True, False]
    stored = [each["version"] for each in json.loads(answers[0])["writes"]]
    assert stored[:5] == [0, 1, 2, 3, 4]


def test_the_page_carries_what_a_game_on_the_device_imports() -> None:
    parts = {name for names in PARTS.values() for name in names if "/" not in name}
    assert {*PACKAGES, *parts} == LAYERS
    assert not parts & set(PACKAGES)


def test_the_channel_of_a_wrong_ticket_or_table_is_closed() -> None:
    device = Device()
    game_id = device.open_table(SPEC, "l1")
    assert json.loads(device.bridge.show(game_id, "t.0.1", -1))["code"] == BAD_TICKET
    assert json.loads(device.bridge.show("tNone", "", -1))["code"] == UNKNOWN_TABLE
    assert device.now == START


def test_a_request_names_the_table_that_must_be_restored_for_it() -> None:
    device = Device()
    answered = json.loads(device.bridge.answer("GET", "/api/tables/tOther/sheet", "", ""))
    assert (answered["status"], answered["lacking"]) == (404, "tOther")
    game_id = device.open_table(SPEC, "l1")
    answered = json.loads(device.bridge.answer("GET", f"/api/tables/{game_id}/sheet", "", ""))
    assert answered["lacking"] == ""

"""Registration: open, by invitation, and closed."""

import asyncio
import hashlib

import pytest

from gridwright_lab.trials.live_server import LiveServer
from tests.server.hosting.clubs import SPEC, choose, code_of, host, invite, register

pytestmark = pytest.mark.anyio


async def test_registration_is_open_until_a_host_changes_it(server: LiveServer) -> None:
    assert (await server.client.get("/api/club")).json() == {
        "name": "",
        "welcome": "",
        "registration": "open",
    }
    assert code_of(await register(server, "Ada")) == ""


async def test_an_invitation_registers_its_number_of_uses(server: LiveServer) -> None:
    marie = await host(server)
    await choose(marie, "invited")
    made = await invite(marie, 2)
    assert made["link"].endswith(f"/signup?invitation={made['code']}")
    assert code_of(await register(server, "Ada")) == "bad_invitation"
    assert code_of(await register(server, "Ada", made["code"][:-1])) == "bad_invitation"
    assert code_of(await register(server, "Ada", made["code"])) == ""
    # A name that is taken costs no use.
    assert code_of(await register(server, "Ada", made["code"])) == "name_taken"
    assert code_of(await register(server, "Bo", made["code"])) == ""
    assert code_of(await register(server, "Cy", made["code"])) == "bad_invitation"
    (seen,) = await marie.read("/api/host/invitations")
    assert (seen["uses"], seen["most_uses"]) == (2, 2)
    assert await server.node.accounts.store.count() == 3


async def test_concurrent_registrations_share_the_last_uses(server: LiveServer) -> None:
    marie = await host(server)
    await choose(marie, "invited")
    code = (await invite(marie, 3))["code"]
    answers = await asyncio.gather(*[register(server, f"Guest {n}", code) for n in range(12)])
    codes = [code_of(answer) for answer in answers]
    assert codes.count("") == 3
    assert set(codes) <= {"", "bad_invitation", "too_many"}
    (seen,) = await marie.read("/api/host/invitations")
    assert seen["uses"] == 3
    assert await server.node.accounts.store.count() == 4


async def test_an_invitation_ends(server: LiveServer) -> None:
    marie = await host(server)
    await choose(marie, "invited")
    home = server.node.store.home
    over = await invite(marie, 5, 60_000)
    await home.change_one("UPDATE invitation SET expires_at = $1", server.node.clock() - 1)
    assert code_of(await register(server, "Ada", over["code"])) == "bad_invitation"
    gone = await invite(marie, 5)
    path = f"/api/host/invitations/{gone['invitation']['invitation_id']}"
    assert (await marie.ask("DELETE", path)).status_code == 204
    assert code_of(await marie.ask("DELETE", path)) == "unknown_invitation"
    assert code_of(await register(server, "Ada", gone["code"])) == "bad_invitation"


async def test_closed_registration_accepts_no_invitation(server: LiveServer) -> None:
    marie = await host(server)
    code = (await invite(marie, 5))["code"]
    await choose(marie, "closed")
    assert code_of(await register(server, "Ada", code)) == "registration_closed"
    await choose(marie, "invited")
    assert code_of(await register(server, "Ada", code)) == ""


async def test_the_store_has_no_code(server: LiveServer) -> None:
    marie = await host(server)
    code = (await invite(marie))["code"]
    ((kept,),) = await server.node.store.home.rows("SELECT code_hash FROM invitation")
    assert kept == hashlib.sha256(f"invitation:{code}".encode()).hexdigest()
    assert code not in str(await marie.read("/api/host/invitations"))


async def test_the_link_of_a_table_is_an_invitation_to_that_table(server: LiveServer) -> None:
    marie = await host(server)
    await choose(marie, "invited")
    guest = server.client
    refused = await guest.post("/api/tables", json={"spec": SPEC})
    assert code_of(refused) == "members_only"
    puzzle_id = (await guest.get("/api/puzzles/daily")).json()["puzzle_id"]
    assert code_of(await guest.post(f"/api/puzzles/{puzzle_id}/tries")) == "members_only"
    private = (await marie.ask("POST", "/api/tables", {"spec": SPEC})).json()["game_id"]
    listed = await marie.ask("POST", "/api/tables", {"spec": SPEC, "listed": True})
    by_link = await guest.post(f"/api/tables/{private}/seats/0", json={"name": "Gast"})
    assert by_link.status_code == 201
    path = f"/api/tables/{listed.json()['game_id']}/seats"
    assert code_of(await guest.post(f"{path}/0", json={"name": "Gast"})) == "members_only"
    bot = {"name": "Bot", "bot": "l1"}
    assert code_of(await guest.post(f"{path}/0", json=bot)) == "members_only"
    assert code_of(await marie.ask("POST", f"{path}/0", {})) == ""
    await choose(marie, "open")
    assert code_of(await guest.post(f"{path}/1", json={"name": "Gast"})) == ""

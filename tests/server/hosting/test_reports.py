"""Complaints about messages and people, from the table to the host."""

import pytest

from gridwright_lab.trials.live_server import LiveServer, bearer
from tests.server.hosting.clubs import SPEC, Member, code_of, host, member

pytestmark = pytest.mark.anyio


async def seated(server: LiveServer) -> tuple[str, str, Member]:
    """A table with a guest and with Ben, who has an account."""
    game_id = await server.make(SPEC)
    ticket = await server.sit(game_id, 0, "Gast")
    ben = await member(server, "Ben")
    assert code_of(await ben.ask("POST", f"/api/tables/{game_id}/seats/1", {})) == ""
    return game_id, ticket, ben


async def test_a_message_is_settled(server: LiveServer) -> None:
    marie = await host(server)
    game_id, ticket, ben = await seated(server)
    chat = f"/api/tables/{game_id}/chat"
    for text in ("hello", "learn to count"):
        assert code_of(await ben.ask("POST", chat, {"text": text})) == ""
    complaint = {"reason": "It insults me"}
    path = f"{chat}/2/reports"
    told = await server.client.post(path, json=complaint, headers=bearer(ticket))
    assert told.status_code == 204
    assert (await marie.read("/api/host"))["reports"] == 1
    (report,) = await marie.read("/api/host/reports")
    assert (report["kind"], report["name"], report["number"]) == ("message", "Ben", 2)
    assert report["reasons"] == ["It insults me"]
    assert [each["text"] for each in report["said"]] == ["hello", "learn to count"]
    body = {"kind": "message", "game_id": game_id, "number": 2, "hush": True}
    settle = "/api/host/reports/settle"
    assert code_of(await ben.ask("POST", settle, body)) == "host_only"
    assert code_of(await marie.ask("POST", settle, body)) == ""
    assert await marie.read("/api/host/reports") == []
    assert (await marie.read("/api/host"))["reports"] == 0
    assert code_of(await marie.ask("POST", settle, body)) == "unknown_report"
    assert code_of(await ben.ask("POST", chat, {"text": "again"})) == "hushed"


async def test_a_person_is_reported_once_by_each(server: LiveServer) -> None:
    marie = await host(server)
    game_id, ticket, ben = await seated(server)
    path = f"/api/tables/{game_id}/seats/1/reports"
    complaint = {"reason": "Left three games"}
    for _time in range(2):
        told = await server.client.post(path, json=complaint, headers=bearer(ticket))
        assert told.status_code == 204
    assert code_of(await ben.ask("POST", path, complaint)) == "own_voice"
    other = {**complaint, "name": "Another before"}
    told = await server.client.post(path, json=other, headers=bearer(ticket))
    assert code_of(told) == "seat_taken"
    assert code_of(await server.client.post(path, json=complaint)) == "bad_ticket"
    (report,) = await marie.read("/api/host/reports")
    assert (report["kind"], report["name"]) == ("person", "Ben")
    assert report["person_id"] == (await ben.me())["person_id"]
    assert report["reasons"] == ["Gast: Left three games"]
    body = {"kind": "person", "game_id": game_id, "number": 1}
    assert code_of(await marie.ask("POST", "/api/host/reports/settle", body)) == ""
    assert await marie.read("/api/host/reports") == []
    missing = {**body, "game_id": "missing"}
    answer = await marie.ask("POST", "/api/host/reports/settle", missing)
    assert code_of(answer) == "unknown_report"
